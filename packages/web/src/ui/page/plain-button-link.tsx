import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";

import classes from "../plain-button.module.css";

/** A link that looks like `PlainButton`. */
export const PlainButtonLink = createLink((props: Omit<ComponentProps<"a">, "className">) => (
  <a {...props} className={classes.button}>
    {props.children}
  </a>
));
