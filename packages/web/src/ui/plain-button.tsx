import type { ComponentProps } from "react";

import classes from "./plain-button.module.css";

/**
 * The main button of the screens that stand before the app: they are to be small, and to work when
 * nothing else does, so they do without the kit's button. Everywhere else use Mantine's.
 */
export function PlainButton(props: Omit<ComponentProps<"button">, "className">) {
  return <button type="button" {...props} className={classes.button} />;
}
