/**
 * The markup that each kind of rich text may contain. Editor, API and renderer use the same lists;
 * other markup is dropped and its plain text kept.
 */
export type RichTextProfile = {
  readonly tags: readonly RichTextTag[];
  /** Links may point to `linkSchemes` and to placeholders for URLs. */
  readonly links: boolean;
  /** Style properties that a `span` may carry; their values must match `styleValues`. */
  readonly styles: readonly RichTextStyle[];
};

export type RichTextTag =
  | "p"
  | "br"
  | "strong"
  | "em"
  | "u"
  | "a"
  | "ul"
  | "ol"
  | "li"
  | "h1"
  | "h2"
  | "h3"
  | "h4"
  | "span";

export type RichTextStyle = "color" | "font-size";

export const richTextProfiles = {
  /** Bold, italic, underline and link: the texts about an organization. */
  basic: { tags: ["p", "br", "strong", "em", "u", "a"], links: true, styles: [] },
  /** Bold, italic and underline on one line: subjects. */
  subject: { tags: ["p", "strong", "em", "u"], links: false, styles: [] },
  /** Only text and placeholders on one line: subjects of mails, which are stored as plain text. */
  line: { tags: ["p"], links: false, styles: [] },
  /** Also lists, headers, colours and sizes: letters and mails. */
  full: {
    tags: [
      ...(["p", "br", "strong", "em", "u", "a", "ul", "ol", "li"] as const),
      ...(["h1", "h2", "h3", "h4", "span"] as const),
    ],
    links: true,
    styles: ["color", "font-size"],
  },
} as const satisfies Record<string, RichTextProfile>;

export type RichTextProfileName = keyof typeof richTextProfiles;

/** Equivalent tags: the left is stored as the right. */
export const richTextSynonyms: Readonly<Record<string, RichTextTag>> = {
  b: "strong",
  i: "em",
};

/** The number of characters of the text of HTML, without its tags; an entity is one character. */
export function textLength(html: string): number {
  return html.replaceAll(/<[^<>]*>/g, "").replaceAll(/&#?[a-z0-9]{1,8};/gi, "x").length;
}

/** Schemes that a link may have. */
export const linkSchemes = ["http", "https", "mailto"] as const;

/** A placeholder for a URL, such as `{{offer_link}}`: its name ends in `_link`. */
const linkPlaceholder = /^\{\{[a-z][a-z0-9_]*_link\}\}$/;

/** Whether a link is a web or mail address whose scheme is not disguised. */
export function isWebOrMailUrl(href: string): boolean {
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u0020\u007f-\u00a0\u2028\u2029]/u.test(href)) return false;
  return /^mailto:[^@]+@[^@]+$/i.test(href) || /^https?:\/\/[^/?#\\]/i.test(href);
}

/**
 * Whether a link target is allowed. Only absolute addresses with the schemes above and link
 * placeholders are: no relative address, no `//host`, no scheme disguised by spaces or control
 * characters.
 */
export function isAllowedLink(href: string): boolean {
  return linkPlaceholder.test(href) || isWebOrMailUrl(href);
}

/**
 * The values that a style may have: plain colours, and sizes from 8 to 96 pixels or 6 to 72 points.
 */
export const styleValues: Readonly<Record<RichTextStyle, readonly RegExp[]>> = {
  color: [/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, /^rgb\(\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}\s*\)$/i],
  "font-size": [
    /^(?:[89]|[1-8]\d|9[0-6])px$/i,
    /^(?:[6-9]|[1-6]\d|7[0-2])pt$/i,
    /^(?:0\.[5-9]\d{0,3}|[1-5](?:\.\d{1,4})?)r?em$/i,
  ],
};
