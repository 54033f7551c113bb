import { Anchor, type AnchorProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";

type PlainAnchor = AnchorProps & Omit<ComponentProps<"a">, keyof AnchorProps>;

/** A link in running text or in a table, as large as the text around it, with the router's typed `to` and `params`. */
export const TextLink = createLink((props: PlainAnchor) => <Anchor inherit {...props} />);
