import {
  isAllowedLink,
  richTextProfiles,
  richTextSynonyms,
  styleValues,
  type RichTextProfile,
  type RichTextProfileName,
  type RichTextStyle,
} from "@kontor/contract/rich-text";
import { Typography } from "@mantine/core";
import createPurifier from "dompurify";
import { useMemo } from "react";

import classes from "./rich-text-view.module.css";

type RichTextViewProps = {
  /** Stored HTML. It is sanitised again before it is shown. */
  html: string;
  /** What it may contain. */
  allow: RichTextProfileName;
};

/** Stored rich text. This is the only component that renders HTML. */
export function RichTextView({ html, allow }: RichTextViewProps) {
  const clean = useMemo(() => sanitizeRichText(html, allow), [html, allow]);
  return (
    <Typography
      className={classes.text}
      data-paper={richTextProfiles[allow].styles.length > 0 || undefined}
    >
      <div dangerouslySetInnerHTML={{ __html: clean }} />
    </Typography>
  );
}

/**
 * The declarations of a style attribute with an allowed property and an allowed value.
 *
 * @returns the empty string when none is left.
 */
export function allowedDeclarations(style: string, allowed: readonly RichTextStyle[]): string {
  return style
    .split(";")
    .flatMap((declaration) => {
      const [property = "", value = ""] = declaration.split(/:(.*)/s, 2).map((part) => part.trim());
      const name = allowed.find((each) => each === property.toLowerCase());
      return name && styleValues[name].some((form) => form.test(value)) ? `${name}: ${value}` : [];
    })
    .join("; ");
}

type Purifier = ReturnType<typeof createPurifier>;
const purifiers = new Map<RichTextProfileName, Purifier>();

/** Hooks belong to a purifier, so each profile has its own. */
function purifierFor(profileName: RichTextProfileName): Purifier {
  const known = purifiers.get(profileName);
  if (known) return known;
  const { styles }: RichTextProfile = richTextProfiles[profileName];
  const purifier = createPurifier(window);
  purifier.addHook("uponSanitizeAttribute", (_node, attribute) => {
    if (attribute.attrName === "href") {
      // The purifier does not accept a placeholder as a URI.
      attribute.keepAttr = isAllowedLink(attribute.attrValue);
      attribute.forceKeepAttr = attribute.keepAttr;
    } else if (attribute.attrName === "style") {
      attribute.attrValue = allowedDeclarations(attribute.attrValue, styles);
      attribute.keepAttr = attribute.attrValue !== "";
    }
  });
  purifier.addHook("afterSanitizeAttributes", (node) => {
    if (!node.hasAttribute("href")) return;
    node.setAttribute("target", "_blank");
    node.setAttribute("rel", "noopener noreferrer");
  });
  purifiers.set(profileName, purifier);
  return purifier;
}

function sanitizeRichText(html: string, profileName: RichTextProfileName): string {
  const profile: RichTextProfile = richTextProfiles[profileName];
  return purifierFor(profileName).sanitize(html, {
    ALLOWED_TAGS: [...profile.tags, ...Object.keys(richTextSynonyms)],
    ALLOWED_ATTR: [
      ...(profile.links ? ["href"] : []),
      ...(profile.styles.length > 0 ? ["style"] : []),
    ],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });
}
