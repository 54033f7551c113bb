import { collapseWhitespace, type HtmlElement, type HtmlNode } from "./tree.ts";

/** Elements with an empty line before and after them. */
const blocks = new Set(["p", "div", "h1", "h2", "h3", "h4", "blockquote", "ul", "ol", "table"]);

/**
 * Converts simple HTML to plain text: paragraphs separated, list items on their own lines, links
 * followed by their address.
 */
export function plainText(nodes: readonly HtmlNode[]): string {
  return written(nodes)
    .replaceAll("\u00a0", " ")
    .split("\n")
    .map((line) => line.trim())
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .replaceAll(/^(-|\d+\.)\n+/gm, "$1 ")
    .trim();
}

function written(nodes: readonly HtmlNode[]): string {
  return nodes
    .map((node) => (typeof node === "string" ? collapseWhitespace(node) : elementText(node)))
    .join("");
}

function elementText(element: HtmlElement): string {
  const { tag, children } = element;
  const text = tag === "ul" || tag === "ol" ? listText(element) : written(children);
  if (blocks.has(tag)) return `\n\n${text}\n\n`;
  switch (tag) {
    case "br":
      return "\n";
    case "hr":
      return "\n\n---\n\n";
    case "tr":
      return `\n${text}\n`;
    case "td":
    case "th":
      return ` ${text} `;
    case "a":
      return linkText(text, element.attributes["href"] ?? "");
    default:
      return text;
  }
}

function listText({ tag, children }: HtmlElement): string {
  let count = 0;
  return children
    .map((child) => {
      if (typeof child === "string" || child.tag !== "li") return written([child]);
      count += 1;
      return `\n${tag === "ol" ? `${count}.` : "-"} ${written(child.children)}`;
    })
    .join("");
}

function linkText(text: string, address: string): string {
  const shown = text.trim();
  const isShown = address === "" || address === shown || address === `mailto:${shown}`;
  return isShown ? text : `${text} (${address})`;
}
