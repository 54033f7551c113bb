import type { RichTextProfileName } from "@kontor/contract/rich-text";
import {
  createNodeFromContent,
  getHTMLFromFragment,
  getSchema,
  isNodeEmpty,
  type Editor,
  type Extensions,
  type JSONContent,
} from "@tiptap/core";
import { Fragment, Slice, type Node, type Schema } from "@tiptap/pm/model";

import { placeholdersToChips, chipsToPlaceholders, type Placeholder } from "./placeholder-chips.ts";
import { isOneLine } from "./rich-text-extensions.ts";

/** Parses stored HTML into an editor document with these extensions, its placeholders as chips. */
export function htmlToDocument(
  html: string,
  extensions: Extensions,
  placeholders: readonly Placeholder[],
): JSONContent {
  const schema = getSchema(extensions);
  const parsed = createNodeFromContent(html, schema, { slice: false });
  const content = parsed instanceof Fragment ? parsed : parsed.content;
  const document = schema.topNodeType.create(
    null,
    placeholdersToChips(content, schema, placeholders),
  );
  return document.toJSON() as JSONContent;
}

/**
 * An editor's content as HTML with `{{name}}` for its chips; empty if it has no visible content.
 */
export function editorToHtml(editor: Editor): string {
  const { doc } = editor.state;
  if (isNodeEmpty(doc, { ignoreWhitespace: true })) return "";
  const content = chipsToPlaceholders(doc.content, editor.schema);
  return unwrapListItems(getHTMLFromFragment(content, editor.schema));
}

/**
 * Removes the paragraph that the editor puts around the text of each list item: mails and letters
 * would space the items like paragraphs. Items of several paragraphs keep theirs.
 */
export function unwrapListItems(html: string): string {
  return html.replaceAll(/<li><p>((?:(?!<\/p>).)*)<\/p>(?=<\/li>|<[uo]l)/gs, "<li>$1");
}

/** Copied text has `{{name}}` for each chip, so that it can be pasted anywhere. */
export function copiedSlice(slice: Slice, schema: Schema): Slice {
  return new Slice(chipsToPlaceholders(slice.content, schema), slice.openStart, slice.openEnd);
}

/**
 * Adapts pasted content: placeholders become chips, and in a single-line field paragraphs are
 * joined by spaces. Unsupported formatting has already been removed.
 */
export function pastedSlice(
  slice: Slice,
  schema: Schema,
  allow: RichTextProfileName,
  placeholders: readonly Placeholder[],
): Slice {
  const content = placeholdersToChips(slice.content, schema, placeholders);
  return isOneLine(allow)
    ? new Slice(joinLines(content, schema), 0, 0)
    : new Slice(content, slice.openStart, slice.openEnd);
}

function joinLines(content: Fragment, schema: Schema): Fragment {
  const line: Node[] = [];
  content.descendants((node) => {
    if (node.isTextblock && line.length > 0) line.push(schema.text(" "));
    if (node.isInline) line.push(node);
    return !node.isInline;
  });
  return Fragment.from(line);
}
