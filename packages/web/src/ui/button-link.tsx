import { Button, type ButtonProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";

type PlainButton = ButtonProps & Omit<ComponentProps<"a">, keyof ButtonProps>;

/**
 * A link that looks like a button, with the router's typed `to` and `params`. The router would mark
 * a link back to a page above the open one as the current page.
 */
export const ButtonLink = createLink((props: PlainButton) => (
  <Button component="a" {...props} aria-current={undefined} />
));
