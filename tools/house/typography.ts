import {
  isTestOrConfig,
  lineAt,
  walk,
  type Breach,
  type SourceFile,
  type SyntaxNode,
  type Tree,
} from "./source-tree.ts";
import { rawOf } from "./syntax.ts";

/** The packages whose texts are read by users. */
const userTextFiles = /^packages\/(?:contract|web)\/src\//;

/** An apostrophe between letters, or after a plural. */
const straightApostrophe = /\p{L}'\p{L}|\p{L}s' /u;

/** A percent sign apart from its number, also if a value comes before the text. */
const spacedPercent = /[\d}][ \u00a0]%|^[ \u00a0]%/;

/**
 * Texts that users read have one form of the apostrophe, which fits their quotation marks, and of
 * the percentage.
 */
export function typographyBreaches(tree: Tree): Breach[] {
  return [...tree.files.values()]
    .filter(({ path }) => userTextFiles.test(path) && !isTestOrConfig(path))
    .flatMap(breachesOf);
}

function breachesOf({ path, text, syntax }: SourceFile): Breach[] {
  const breaches: Breach[] = [];
  if (syntax === undefined) return breaches;
  walk(syntax, (node) => {
    const shown = displayedText(node);
    const message = shown === undefined ? undefined : problemOf(shown);
    if (message === undefined) return;
    breaches.push({ file: path, line: lineAt(text, node.start), rule: "typography", message });
  });
  return breaches;
}

/** The text of a string, of a piece of a template, or between tags. */
function displayedText(node: SyntaxNode): string | undefined {
  if (node.type === "TemplateElement") return rawOf(node);
  if (node.type !== "Literal" && node.type !== "JSXText") return undefined;
  return typeof node["value"] === "string" ? node["value"] : undefined;
}

function problemOf(shown: string): string | undefined {
  if (straightApostrophe.test(shown)) return "Write the apostrophe as ’ in a text that users read.";
  return spacedPercent.test(shown) ? "Write a percentage without a space: 50%." : undefined;
}
