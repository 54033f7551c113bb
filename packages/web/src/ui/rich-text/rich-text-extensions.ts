import {
  isAllowedLink,
  richTextProfiles,
  styleValues,
  type RichTextProfile,
  type RichTextProfileName,
  type RichTextStyle,
  type RichTextTag,
} from "@kontor/contract/rich-text";
import { Node as EditorNode, type Extensions } from "@tiptap/core";
import { Link } from "@tiptap/extension-link";
import { TextStyle } from "@tiptap/extension-text-style";
import { StarterKit } from "@tiptap/starter-kit";

import { placeholderChip, type ChipSuggestion } from "./placeholder-chips.ts";

/** Extensions that no profile uses. The others depend on the profile's tags. */
const disabledExtensions = {
  blockquote: false,
  code: false,
  codeBlock: false,
  horizontalRule: false,
  strike: false,
  // It would add an empty paragraph after a list and count that as a change.
  trailingNode: false,
  // The link extension of this file keeps only the address.
  link: false,
} as const;

const headingLevels = [1, 2, 3, 4] as const;

/** A single line: Enter and pasted paragraphs add no second one. */
const SingleParagraphDocument = EditorNode.create({
  name: "doc",
  topNode: true,
  content: "paragraph",
});

/** A link stores only its address. How it opens is decided where it is shown. */
const AddressLink = Link.extend({
  addAttributes: () => ({ href: { default: null } }),
}).configure({
  openOnClick: false,
  defaultProtocol: "https",
  isAllowedUri: isAllowedLink,
  HTMLAttributes: { target: null, rel: null },
});

/**
 * The value of a text style, from the nearest span with an allowed value. Other values, such as
 * names of colours, are dropped, as the server would drop them.
 */
function allowedStyle(element: Element, name: RichTextStyle): string | null {
  for (let around: Element | null = element; around; around = around.parentElement) {
    if (!(around instanceof HTMLElement) || around.tagName !== "SPAN") continue;
    const style = around.getAttribute("style") ?? "";
    const value = new RegExp(`(?:^|;)\\s*${name}\\s*:\\s*([^;]+)`, "i").exec(style)?.[1]?.trim();
    if (value !== undefined && styleValues[name].some((form) => form.test(value))) return value;
  }
  return null;
}

const styleAttributes = { color: "color", fontSize: "font-size" } as const;

/** Text colour and size, limited to the values that can be saved. */
const AllowedTextStyle = TextStyle.extend({
  parseHTML: () => [
    {
      tag: "span",
      consuming: false,
      getAttrs: (element) =>
        Object.values(styleAttributes).some((name) => allowedStyle(element, name) !== null) && null,
    },
  ],
  addAttributes: () =>
    Object.fromEntries(
      Object.entries(styleAttributes).map(([attribute, name]) => [
        attribute,
        {
          default: null,
          parseHTML: (element: HTMLElement) => allowedStyle(element, name),
          renderHTML: (attributes: Record<string, unknown>) => {
            const value = attributes[attribute];
            return typeof value === "string" ? { style: `${name}: ${value}` } : {};
          },
        },
      ]),
    ),
});

/**
 * The extensions of an editor with this profile. Anything else in a paste is dropped, except its
 * text.
 */
export function extensionsFor(
  profileName: RichTextProfileName,
  suggestion: ChipSuggestion | null,
): Extensions {
  const profile: RichTextProfile = richTextProfiles[profileName];
  const has = (tag: RichTextTag) => profile.tags.includes(tag);
  const levels = headingLevels.filter((level) => has(`h${level}`));
  const lists = has("ul")
    ? {}
    : ({ bulletList: false, orderedList: false, listItem: false, listKeymap: false } as const);
  return [
    StarterKit.configure({
      ...disabledExtensions,
      ...lists,
      ...(has("br") ? {} : { hardBreak: false }),
      ...(has("strong") ? {} : { bold: false }),
      ...(has("em") ? {} : { italic: false }),
      ...(has("u") ? {} : { underline: false }),
      ...(isOneLine(profileName) ? { document: false } : {}),
      heading: levels.length > 0 && { levels },
    }),
    ...(isOneLine(profileName) ? [SingleParagraphDocument] : []),
    ...(profile.links ? [AddressLink] : []),
    ...(profile.styles.length > 0 ? [AllowedTextStyle] : []),
    ...(suggestion ? [placeholderChip(suggestion)] : []),
  ];
}

/** Whether the profile allows neither breaks nor blocks, so that its text is one line. */
export function isOneLine(profileName: RichTextProfileName): boolean {
  const { tags }: RichTextProfile = richTextProfiles[profileName];
  return !tags.includes("br");
}
