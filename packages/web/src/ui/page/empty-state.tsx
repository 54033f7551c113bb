import { Button, Text } from "@mantine/core";
import type { ReactNode } from "react";

import classes from "./empty-state.module.css";

type EmptyStateProps = {
  icon?: ReactNode;
  /** A sentence that says what is missing. */
  text: string;
  /**
   * For a list without filters: what will be listed here, and how to add it. Otherwise why it is
   * missing.
   */
  about?: string | undefined;
  /** For a list with search or filters: clears them. */
  onClear?: (() => void) | undefined;
  /** The next step: a button or a link. */
  children?: ReactNode;
};

/** Shown in place of rows, with the next step. */
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
