import type { ComponentProps } from "react";

import classes from "./plain-button.module.css";

/**
 * The main button of the screens outside the app: they are to be small, and to work when
 * nothing else does, so they do not load Mantine's button. Everywhere else use that one.
 */
export function PlainButton(props: Omit<ComponentProps<"button">, "className">) {
  return <button type="button" {...props} className={classes.button} />;
}
