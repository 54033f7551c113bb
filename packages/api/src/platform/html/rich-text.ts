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

/** The library, loaded at its first use: a process that reads no rich text starts sooner without it. */
const library = () => require("sanitize-html") as typeof sanitizeHtml;

/** Elements whose content is no text for a reader, so that it goes with them. */
const silentTags =
  "audio embed frame iframe math noembed noframes noscript object option plaintext script style svg template textarea title video xmp".split(
    " ",
  );

/** Tags may stand this deep in each other; deeper ones are dropped and their text kept. */
const deepest = 20;

/** Real texts need two. What a pass gives is safe, whether or not it is the last. */
const mostPasses = 10;

/**
 * Rich text as it may be kept and shown: made of the tags, links and styles of its profile and nothing
 * else. Other tags are dropped and their text kept; scripts, styles and drawings go whole.
 *
 * @returns HTML, or the empty string where no text would be left to read. Sanitising it again changes nothing.
 */
export function sanitizeRichText(html: string, profileName: RichTextProfileName): string {
  const profile: RichTextProfile = richTextProfiles[profileName];
  const options = optionsOf(profile);
  const sanitize = library();
  let clean = sanitize(html, options);
  // Dropping a tag can bring two together that may not stand in each other, such as paragraphs: they
  // are read again until nothing moves any more.
  for (let pass = 1; pass < mostPasses; pass++) {
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
    nestingLimit: deepest,
    nonTextTags: silentTags,
    transformTags: richTextSynonyms,
    // A link that leads nowhere, and a span that says nothing, leave their text behind.
    exclusiveFilter: ({ tag, attribs }) =>
      (tag === "a" && !isAllowedLink(attribs["href"] ?? "")) ||
      (tag === "span" && !attribs["style"])
        ? "excludeTag"
        : false,
  };
}
