import { isAddress } from "@kontor/contract/rich-text";

import { onlyChild, type HtmlElement, type HtmlNode } from "./tree.ts";

/**
 * Removes links that lead nowhere, such as one whose address has no value here, and links to
 * anything but web and mail addresses, including those from placeholder values. Their text stays; a
 * paragraph with nothing but such a link is removed.
 */
export function withoutDeadLinks(nodes: readonly HtmlNode[]): HtmlNode[] {
  return nodes.flatMap((node) => {
    if (typeof node === "string") return [node];
    const only = node.tag === "p" ? onlyChild(node) : undefined;
    if (only !== undefined && isDead(only)) return [];
    const children = withoutDeadLinks(node.children);
    return isDead(node) ? children : [{ ...node, children }];
  });
}

function isDead({ tag, attributes }: HtmlElement): boolean {
  return tag === "a" && !isAddress(attributes["href"] ?? "");
}
