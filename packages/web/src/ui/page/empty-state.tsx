import { Button, Text } from "@mantine/core";
import type { ReactNode } from "react";

import classes from "./empty-state.module.css";

type EmptyStateProps = {
  icon?: ReactNode;
  /** The sentence that says what is not there. */
  text: string;
  /** Of a list that nothing narrows: what stands here once there is something, and how it comes here. */
  about?: string;
  /** Of a list that search or filters narrow: takes them away. */
  onClear?: (() => void) | undefined;
  /** A way on: a button or a link. */
  children?: ReactNode;
};

/** What is shown where rows would be, and the next step. */
export function EmptyState({ icon, text, about, onClear, children }: EmptyStateProps) {
  return (
    <div className={classes.root}>
      {icon !== undefined && (
        <span className={classes.icon} aria-hidden>
          {icon}
        </span>
      )}
      <Text c="dimmed" size="sm">
        {text}
      </Text>
      {onClear ? (
        <Button variant="default" size="xs" onClick={onClear}>
          Clear filters
        </Button>
      ) : (
        about !== undefined && (
          <Text c="dimmed" size="sm" maw="34rem">
            {about}
          </Text>
        )
      )}
      {children}
    </div>
  );
}
