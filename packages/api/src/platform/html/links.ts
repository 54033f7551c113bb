import { isWebOrMailUrl } from "@kontor/contract/rich-text";

import { onlyChild, type HtmlElement, type HtmlNode } from "./tree.ts";

/**
 * Removes links without a usable target, such as one whose placeholder has no value, and links to
 * anything except web and mail addresses, including those from placeholder values. Their text
 * stays; a paragraph that contains only such a link is removed.
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
  return tag === "a" && !isWebOrMailUrl(attributes["href"] ?? "");
}
