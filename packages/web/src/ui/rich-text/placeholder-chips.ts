import { maxMentionLength } from "@kontor/contract/templates/placeholders";
import { Mention, type MentionNodeAttrs } from "@tiptap/extension-mention";
import { Fragment, type Node, type ResolvedPos, type Schema } from "@tiptap/pm/model";
import type { SuggestionMatch, SuggestionOptions } from "@tiptap/suggestion";

/** A `{{name}}` that text may contain, with its label in the list after @: letters and spaces. */
export type Placeholder = { name: string; label: string };

export type ChipSuggestion = Omit<SuggestionOptions<Placeholder, MentionNodeAttrs>, "editor">;

const placeholderPattern = /\{\{\s*([a-z][a-z_]*)\s*\}\}/g;
const mentionPattern = new RegExp(
  `(?<![\\p{L}\\p{N}._-])@([\\p{L}\\p{M} ]{0,${maxMentionLength}})$`,
  "u",
);

/**
 * Finds the mention that is being typed: @ and the text from it to the cursor, if that has only
 * letters and spaces and at most 31 of them. The library's own matcher either stops at the first
 * space or takes everything to the end of the text. An @ inside an email address is not a mention.
 */
export function findMention({ $position }: { $position: ResolvedPos }): SuggestionMatch {
  const { parent, parentOffset, pos } = $position;
  if (!parent.isTextblock) return null;
  // Chips and breaks count as one character, as they do in positions.
  const before = parent.textBetween(0, parentOffset, undefined, "\uFFFC");
  const found = mentionPattern.exec(before);
  if (!found) return null;
  const [text, query = ""] = found;
  return { range: { from: pos - text.length, to: pos }, query, text };
}

/** The placeholders whose label contains the query, ignoring case. */
export function matchingPlaceholders(
  placeholders: readonly Placeholder[],
  query: string,
): Placeholder[] {
  const needle = query.trim().toLowerCase();
  // An @ followed by a space is a plain character: "2 @ 500".
  if (needle === "" && query !== "") return [];
  return placeholders.filter(({ label }) => label.toLowerCase().includes(needle));
}

/** The text form of a chip outside the editor. */
function placeholderText(chip: Node): string {
  const name: unknown = chip.attrs["id"];
  return `{{${String(name)}}}`;
}

/** A placeholder in the editor: one unit with a readable label. */
export function placeholderChip(suggestion: ChipSuggestion) {
  return Mention.configure({
    deleteTriggerWithBackspace: true,
    suggestion,
    renderText: ({ node }) => placeholderText(node),
    renderHTML: ({ options, node }) => [
      "span",
      {
        ...options.HTMLAttributes,
        "data-placeholder-chip": placeholderText(node),
        title: placeholderText(node),
      },
      String(node.attrs["label"]),
    ],
  });
}

/**
 * Replaces each `{{name}}` in the text of a fragment by a chip with the marks of the surrounding
 * text. Names that are not offered stay text, so that the user sees and can correct them.
 */
export function placeholdersToChips(
  fragment: Fragment,
  schema: Schema,
  placeholders: readonly Placeholder[],
): Fragment {
  const labels = new Map(placeholders.map(({ name, label }) => [name, label]));
  const chip = schema.nodes["mention"];
  if (!chip || labels.size === 0) return fragment;
  return replaceLeaves(fragment, (node) => {
    if (!node.isText) return [node];
    const text = node.text ?? "";
    const parts: Node[] = [];
    let end = 0;
    for (const found of text.matchAll(placeholderPattern)) {
      const id = found[1] ?? "";
      const label = labels.get(id);
      if (label === undefined) continue;
      if (found.index > end) parts.push(node.cut(end, found.index));
      parts.push(chip.create({ id, label }, null, node.marks));
      end = found.index + found[0].length;
    }
    if (end < text.length) parts.push(node.cut(end));
    return parts;
  });
}

/** Reverses {@link placeholdersToChips}: chips become `{{name}}` in the text, with their marks. */
export function chipsToPlaceholders(fragment: Fragment, schema: Schema): Fragment {
  return replaceLeaves(fragment, (node) =>
    node.type.name === "mention" ? [schema.text(placeholderText(node), node.marks)] : [node],
  );
}

function replaceLeaves(fragment: Fragment, replace: (leaf: Node) => Node[]): Fragment {
  // `fromArray` joins adjacent texts with the same marks.
  return Fragment.fromArray(
    fragment.content.flatMap((node) =>
      node.isLeaf ? replace(node) : [node.copy(replaceLeaves(node.content, replace))],
    ),
  );
}
