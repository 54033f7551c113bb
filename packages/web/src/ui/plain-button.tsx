import type { ComponentProps } from "react";

import classes from "./plain-button.module.css";

/**
 * The main button of the screens outside the app. These must be small and must work when nothing
 * else does, so they do not load Mantine's button. Use Mantine's everywhere else.
 */
export function PlainButton(props: Omit<ComponentProps<"button">, "className">) {
  return <button type="button" {...props} className={classes.button} />;
}
