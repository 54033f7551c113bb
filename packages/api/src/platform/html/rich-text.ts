import { createRequire } from "node:module";

import {
  isAllowedLink,
  linkSchemes,
  richTextProfiles,
  richTextSynonyms,
  styleValues,
  type RichTextProfile,
  type RichTextProfileName,
} from "@kontor/contract/rich-text";
import type sanitizeHtml from "sanitize-html";

import { parseHtml, textOf } from "./tree.ts";

const require = createRequire(import.meta.url);

/** The library, loaded on first use, so that a process starts sooner. */
const library = () => require("sanitize-html") as typeof sanitizeHtml;

/** Elements whose content is not readable text and is removed with them. */
const silentTags =
  "audio embed frame iframe math noembed noframes noscript object option plaintext script style svg template textarea title video xmp".split(
    " ",
  );

/** The maximum nesting of tags; deeper ones are dropped and their text kept. */
const maxDepth = 20;

/** Real texts need two passes. The result of every pass is safe. */
const maxPasses = 10;

/**
 * Sanitises rich text for storage and display: keeps only the tags, links and styles of its
 * profile. Other tags are dropped and their text kept; scripts, styles and drawings are removed
 * with their content.
 *
 * @returns HTML, or the empty string when no readable text is left. Sanitising it again changes
 * nothing.
 */
export function sanitizeRichText(html: string, profileName: RichTextProfileName): string {
  const profile: RichTextProfile = richTextProfiles[profileName];
  const options = optionsOf(profile);
  const sanitize = library();
  let clean = sanitize(html, options);
  // Dropping a tag can produce forbidden nesting, such as paragraphs in paragraphs, so the text is
  // parsed again until it no longer changes.
  for (let pass = 1; pass < maxPasses; pass++) {
    const again = sanitize(clean, options);
    if (again === clean) break;
    clean = again;
  }
  return textOf(parseHtml(clean)).trim() === "" ? "" : clean;
}

function optionsOf(profile: RichTextProfile): sanitizeHtml.IOptions {
  return {
    allowedTags: [...profile.tags],
    allowedAttributes: { a: ["href"], span: ["style"] },
    allowedStyles: {
      span: Object.fromEntries(profile.styles.map((name) => [name, [...styleValues[name]]])),
    },
    allowedSchemes: [...linkSchemes],
    allowProtocolRelative: false,
    disallowedTagsMode: "discard",
    enforceHtmlBoundary: false,
    nestingLimit: maxDepth,
    nonTextTags: silentTags,
    transformTags: richTextSynonyms,
    // Links without an address and spans without attributes are replaced by their text.
    exclusiveFilter: ({ tag, attribs }) =>
      (tag === "a" && !isAllowedLink(attribs["href"] ?? "")) ||
      (tag === "span" && !attribs["style"])
        ? "excludeTag"
        : false,
  };
}
