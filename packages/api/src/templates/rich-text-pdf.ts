import type { Content, ContentText, Style } from "pdfmake/interfaces.js";

import { collapseWhitespace, type HtmlElement, type HtmlNode } from "../platform/html/tree.ts";

const blocks = new Set(["p", "h1", "h2", "h3", "h4", "ul", "ol", "li"]);

/** The text size of a paragraph, in points; sizes in `em` are relative to it. */
const textSize = 10.5;

const headings: Readonly<Record<string, Style>> = {
  h1: { fontSize: 18, bold: true, margin: [0, 10, 0, 6] },
  h2: { fontSize: 15, bold: true, margin: [0, 10, 0, 5] },
  h3: { fontSize: 12.5, bold: true, margin: [0, 8, 0, 4] },
  h4: { fontSize: 11, bold: true, margin: [0, 6, 0, 3] },
};

/**
 * Rich text as PDF content: its blocks one below the other; loose text between them becomes
 * paragraphs.
 */
export function richTextContent(children: readonly HtmlNode[]): Content[] {
  const content: Content[] = [];
  let loose: HtmlNode[] = [];
  const flush = (): void => {
    const runs = loose.flatMap((child) => runsOf(child, {}));
    if (runs.some(({ text }) => typeof text !== "string" || text.trim() !== ""))
      content.push(paragraph(runs));
    loose = [];
  };
  for (const child of children) {
    if (typeof child === "string" || !blocks.has(child.tag)) {
      loose.push(child);
      continue;
    }
    flush();
    content.push(blockOf(child));
  }
  flush();
  return content;
}

function blockOf(element: HtmlElement): Content {
  const { tag, children } = element;
  if (tag === "ul" || tag === "ol") {
    const items = children.filter((child) => typeof child !== "string").map(itemOf);
    const list = tag === "ul" ? { ul: items } : { ol: items };
    return { ...list, fontSize: textSize, margin: [0, 0, 0, 8] };
  }
  const hasBlocks = children.some((child) => typeof child !== "string" && blocks.has(child.tag));
  if (hasBlocks) return { stack: richTextContent(children) };
  const runs = children.flatMap((child) => runsOf(child, {}));
  const heading = headings[tag];
  return heading === undefined ? paragraph(runs) : { text: runs, ...heading };
}

function itemOf(item: HtmlElement): Content {
  const [only, ...more] = richTextContent(item.children);
  if (only === undefined) return { text: "" };
  const tight = { margin: [0, 0, 0, 3] as [number, number, number, number] };
  if (more.length === 0 && typeof only === "object" && "text" in only) return { ...only, ...tight };
  return { stack: [only, ...more], ...tight };
}

function paragraph(runs: ContentText[]): ContentText {
  // An empty paragraph is a blank line, as in the editor.
  const text = runs.length === 0 ? "\u00a0" : runs;
  return { text, fontSize: textSize, lineHeight: 1.25, margin: [0, 0, 0, 7] };
}

function runsOf(child: HtmlNode, style: Style & { link?: string }): ContentText[] {
  if (typeof child === "string")
    return child === "" ? [] : [{ text: collapseWhitespace(child), ...style }];
  if (child.tag === "br") return [{ text: "\n", ...style }];
  const inner = { ...style, ...styleOf(child) };
  return child.children.flatMap((grandchild) => runsOf(grandchild, inner));
}

function styleOf({ tag, attributes }: HtmlElement): Style & { link?: string } {
  switch (tag) {
    case "strong":
      return { bold: true };
    case "em":
      return { italics: true };
    case "u":
      return { decoration: "underline" };
    case "a": {
      const link = attributes["href"] ?? "";
      return { link, color: "#0b57d0", decoration: "underline" };
    }
    case "span":
      return spanStyle(attributes["style"] ?? "");
    default:
      return {};
  }
}

function spanStyle(style: string): Style {
  const color = /(?:^|;)\s*color:\s*([^;]+)/.exec(style)?.[1]?.trim();
  const size = /(?:^|;)\s*font-size:\s*([\d.]+)(px|pt|r?em)/.exec(style);
  const points = { px: 0.75, pt: 1, em: textSize, rem: textSize }[size?.[2] ?? ""];
  return {
    ...(color === undefined ? {} : { color: hexColor(color) }),
    ...(points === undefined ? {} : { fontSize: Number(size?.[1]) * points }),
  };
}

function hexColor(color: string): string {
  const parts = /^rgb\(\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*\)$/.exec(color)?.slice(1);
  if (parts === undefined) return color;
  const hex = parts.map((part) => Math.min(255, Number(part)).toString(16).padStart(2, "0"));
  return `#${hex.join("")}`;
}
