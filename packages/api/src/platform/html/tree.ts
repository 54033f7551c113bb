import { createRequire } from "node:module";

import { escapeHtml } from "@kontor/contract/templates/placeholders";
import type * as htmlparser2 from "htmlparser2";

const require = createRequire(import.meta.url);

/** The parser, loaded on first use, so that a process starts sooner. */
const library = () => require("htmlparser2") as typeof htmlparser2;

/** An element: its name in lower case, its attributes and content with entities decoded. */
export type HtmlElement = {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly HtmlNode[];
};

/** A piece of HTML: an element, or decoded text. */
export type HtmlNode = HtmlElement | string;

/** The deepest nesting; deeper elements become siblings. */
const maxDepth = 50;

/** Elements without content and end tag. */
const voidTags = new Set(["br", "hr", "img"]);

type OpenElement = { tag: string; attributes: Record<string, string>; children: HtmlNode[] };

/**
 * Parses any HTML as a tree: unclosed elements end with their parent, and comments are left out.
 * `sanitizeRichText` has already limited the elements that can occur when rendering.
 */
export function parseHtml(html: string): HtmlNode[] {
  const root: OpenElement = { tag: "", attributes: {}, children: [] };
  const open = [root];
  let tooDeep = 0;
  const current = () => open.at(-1) ?? root;
  const { Parser } = library();
  const parser = new Parser({
    onopentag(tag, attributes) {
      const element: OpenElement = { tag, attributes: { ...attributes }, children: [] };
      current().children.push(element);
      if (open.length > maxDepth) tooDeep += 1;
      else open.push(element);
    },
    onclosetag() {
      if (tooDeep > 0) tooDeep -= 1;
      else if (open.length > 1) open.pop();
    },
    ontext(text) {
      // The parser emits text in pieces, split at entities.
      const { children } = current();
      const last = children.at(-1);
      if (typeof last === "string") children[children.length - 1] = last + text;
      else children.push(text);
    },
  });
  parser.end(html);
  return root.children;
}

/** Serialises a tree as HTML; texts and attributes are escaped. */
export function printHtml(nodes: readonly HtmlNode[]): string {
  return nodes.map(printNode).join("");
}

function printNode(node: HtmlNode): string {
  if (typeof node === "string") return escapeHtml(node);
  const { tag, attributes, children } = node;
  const written = Object.entries(attributes).map(
    ([name, value]) => ` ${name}="${escapeHtml(value)}"`,
  );
  const start = `<${tag}${written.join("")}>`;
  return voidTags.has(tag) ? start : `${start}${printHtml(children)}</${tag}>`;
}

/** The text of nodes, without markup. */
export function textOf(nodes: readonly HtmlNode[]): string {
  return nodes.map((node) => (typeof node === "string" ? node : textOf(node.children))).join("");
}

/** Whether a node is white space between elements. */
export function isBlank(node: HtmlNode): boolean {
  return typeof node === "string" && node.trim() === "";
}

/** The only child element, ignoring white space; undefined when there are others. */
export function onlyChild({ children }: HtmlElement): HtmlElement | undefined {
  const [only, ...others] = children.filter((child) => !isBlank(child));
  return others.length === 0 && typeof only === "object" ? only : undefined;
}

/** Text as a browser renders it: white space is collapsed, except no-break spaces. */
export function collapseWhitespace(text: string): string {
  return text.replaceAll(/[ \t\r\n\f]+/g, " ");
}
