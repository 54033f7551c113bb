import type { ComponentProps } from "react";

import classes from "./bare-button.module.css";

/**
 * A button without looks of its own, for the frame of the app: Mantine's brings along a tenth of what the
 * first visit loads. Everywhere else use Mantine's `UnstyledButton`.
 */
export function BareButton({ className = "", ...props }: ComponentProps<"button">) {
  // The kit's ring around what has the focus is in the style sheet of every page.
  return (
    <button
      type="button"
      {...props}
      className={`mantine-focus-auto ${classes.button} ${className}`}
    />
  );
}
