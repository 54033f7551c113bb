import { Button, type ButtonProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";

type PlainButton = ButtonProps & Omit<ComponentProps<"a">, keyof ButtonProps>;

/** A link that looks like a button, with the router's typed `to` and `params`. */
export const ButtonLink = createLink((props: PlainButton) => <Button component="a" {...props} />);
