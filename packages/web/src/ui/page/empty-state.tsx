import { Text } from "@mantine/core";
import type { ReactNode } from "react";

import classes from "./empty-state.module.css";

type EmptyStateProps = {
  icon?: ReactNode;
  /** The sentence that says what is not there. */
  text: string;
  /** A way on: a button or a link. */
  children?: ReactNode;
};

/** What stands where rows would be. */
export function EmptyState({ icon, text, children }: EmptyStateProps) {
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
      {children}
    </div>
  );
}
