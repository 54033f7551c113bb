import type { ComponentProps } from "react";

import classes from "./bare-button.module.css";

/**
 * An unstyled button for the app shell: Mantine's would add a tenth to what the first visit loads.
 * Use Mantine's `UnstyledButton` everywhere else.
 */
export function BareButton({ className = "", ...props }: ComponentProps<"button">) {
  // Mantine's focus ring is in the style sheet of every page.
  return (
    <button
      type="button"
      {...props}
      className={`mantine-focus-auto ${classes.button} ${className}`}
    />
  );
}
