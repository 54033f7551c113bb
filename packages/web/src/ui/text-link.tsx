import { Anchor, type AnchorProps } from "@mantine/core";
import { createLink, type LinkProps } from "@tanstack/react-router";
import type { ComponentProps, ReactNode } from "react";

type PlainAnchor = AnchorProps & Omit<ComponentProps<"a">, keyof AnchorProps>;

/**
 * A link in running text or in a table, in the text's own size, with the router's typed `to` and
 * `params`. The router would mark a link to a page above the open one as the current page.
 */
export const TextLink = createLink((props: PlainAnchor) => (
  <Anchor inherit {...props} aria-current={undefined} />
));

type DrillDownLinkProps = {
  target: LinkProps | null | undefined;
  /** The Tab key passes the link. */
  skipped?: boolean | undefined;
  children: ReactNode;
};

/** A figure, with a link to its drill-down if there is one. */
export function DrillDownLink({ target, skipped = false, children }: DrillDownLinkProps) {
  if (!target) return children;
  return (
    <TextLink {...target} {...(skipped ? { tabIndex: -1 } : {})}>
      {children}
    </TextLink>
  );
}
