import { defaultBrandColor } from "@kontor/contract/reference/branding";
import { escapeHtml } from "@kontor/contract/templates/placeholders";

import { onlyChild, printHtml, type HtmlElement, type HtmlNode } from "../platform/html/tree.ts";
import { platformBranding } from "../platform/organization/branding.ts";

/** The branding of a mail's sender. */
export type MailBranding = {
  name: string;
  /** Address of the logo; when null, the name is shown instead. */
  logo_url: string | null;
  /** `#RRGGBB`; anything else is ignored. */
  brand_color: string;
  /** A mail or web address for questions, or empty. */
  support: string;
};

const textColor = "#1b2430";
const mutedColor = "#5b6675";
const font =
  "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";

/** Mail programs drop style sheets, so each element has inline styles. */
const styles: Readonly<Record<string, string>> = {
  p: "margin:0 0 16px",
  h1: "margin:0 0 16px;font-size:22px;line-height:1.3",
  h2: "margin:24px 0 12px;font-size:18px;line-height:1.3",
  h3: "margin:20px 0 8px;font-size:16px;line-height:1.3",
  ul: "margin:0 0 16px;padding-left:24px",
  ol: "margin:0 0 16px;padding-left:24px",
  li: "margin:0 0 6px",
  blockquote: `margin:0 0 16px;padding-left:16px;border-left:3px solid #d5dbe3;color:${mutedColor}`,
  code: "font-family:Menlo,Consolas,monospace;font-size:30px;font-weight:700;letter-spacing:6px",
  hr: "border:0;border-top:1px solid #d5dbe3;margin:24px 0",
};

/**
 * The HTML part of a mail: one column that is readable on a phone, made of tables because all mail
 * programs support those.
 *
 * @param body the filled body.
 */
export function layOutMail(
  subject: string,
  body: readonly HtmlNode[],
  branding: MailBranding,
): string {
  const color = /^#[0-9a-f]{6}$/i.test(branding.brand_color)
    ? branding.brand_color
    : defaultBrandColor;
  const name = escapeHtml(branding.name);
  const head =
    branding.logo_url === null
      ? `<strong style="font-size:18px;color:${textColor}">${name}</strong>`
      : `<img src="${escapeHtml(branding.logo_url)}" alt="${name}" height="40" style="display:block;height:40px;max-width:240px;border:0">`;
  const table = `role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:0;background:#eef1f5">
<table ${table} style="background:#eef1f5">
<tr><td align="center" style="padding:24px 12px">
<table ${table} style="max-width:600px;background:#ffffff;border-top:4px solid ${color};border-radius:6px">
<tr><td style="padding:28px 32px 8px;${font}">${head}</td></tr>
<tr><td style="padding:16px 32px 20px;${font};font-size:16px;line-height:1.55;color:${textColor}">
${printHtml(styled(body, color))}
</td></tr>
</table>
<table ${table} style="max-width:600px">
<tr><td style="padding:16px 32px;${font};font-size:13px;line-height:1.5;color:${mutedColor}">${footer(branding).map(escapeHtml).join("<br>")}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/** The lines below a mail, as plain text. */
export function footer(branding: MailBranding): string[] {
  const sender =
    branding.name === platformBranding.name
      ? "Sent by Kontor."
      : `Sent by ${branding.name} with Kontor.`;
  if (branding.support === "") return [sender];
  const verb = branding.support.includes("@") ? "Write to" : "See";
  return [sender, `Questions? ${verb} ${branding.support}`];
}

/** Adds inline styles to each element, and turns a link alone in a paragraph into a button. */
function styled(nodes: readonly HtmlNode[], color: string): HtmlNode[] {
  return nodes.map((node) => {
    if (typeof node === "string") return node;
    const only = node.tag === "p" ? onlyChild(node) : undefined;
    if (only?.tag === "a") return button(only, color);
    const { style: own, ...attributes } = node.attributes;
    const style = [styles[node.tag], own].filter((each) => each !== undefined).join(";");
    return {
      tag: node.tag,
      attributes: style === "" ? attributes : { ...attributes, style },
      children: styled(node.children, color),
    };
  });
}

function button({ attributes, children }: HtmlElement, color: string): HtmlElement {
  const style = `display:inline-block;padding:12px 22px;${font};font-size:16px;font-weight:600;text-decoration:none;color:${contrastColor(color)}`;
  const link = { tag: "a", attributes: { href: attributes["href"] ?? "", style }, children };
  const cell = { style: `background:${color};border-radius:6px` };
  const table = { role: "presentation", cellpadding: "0", cellspacing: "0", border: "0" };
  return {
    tag: "table",
    attributes: { ...table, style: "margin:8px 0 24px" },
    children: [
      { tag: "tr", attributes: {}, children: [{ tag: "td", attributes: cell, children: [link] }] },
    ],
  };
}

/** Black or white, whichever has more contrast with the colour by the formula of WCAG 2. */
function contrastColor(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05 ? "#ffffff" : "#000000";
}
