import { builtInTemplates, type MailLabel, type MailValues, type Template } from "./built-in.ts";
import { footer, layOut, platformBranding, type Branding } from "./layout.ts";
import { escapeHtml, fill, oneLine } from "./placeholders.ts";
import { plainText } from "./plain-text.ts";

/** A mail that is ready for the outbox. */
export type ComposedMail = { subject: string; html: string; text: string };

/**
 * Makes a mail of the built-in template of a label.
 *
 * @param values plain text for each placeholder; an empty address takes its link out of the mail.
 */
export function composeMail<Label extends MailLabel>(
  label: Label,
  values: MailValues<Label>,
  branding: Branding = platformBranding,
): ComposedMail {
  const template = builtInTemplates.find((candidate) => candidate.label === label);
  if (template === undefined) throw new Error(`there is no template ${label}`);
  return composeFrom(template, values, branding);
}

/**
 * Makes a mail of any template. Values are escaped and filled once, so that nothing in them can become
 * markup, a header or a placeholder; a placeholder that has no value is left out.
 */
export function composeFrom(
  template: Pick<Template, "subject" | "body">,
  values: Readonly<Record<string, string>>,
  branding: Branding,
): ComposedMail {
  const subject = oneLine(fill(template.subject, values, (value) => value));
  const body = keepGoodLinks(fill(template.body, values, escapeHtml));
  const text = `${plainText(body)}\n\n--\n${footer(branding).join("\n")}\n`;
  return { subject, html: layOut(subject, body, branding), text };
}

/**
 * Takes out links that lead nowhere, such as one whose address has no value here, and links to anything
 * but web and mail addresses, whatever a value brought in. A paragraph that was only the link goes too.
 */
function keepGoodLinks(body: string): string {
  return body
    .replaceAll(/<p>\s*<a\b([^>]*)>[^<]*<\/a>\s*<\/p>\s*/g, (whole, attributes: string) =>
      isGoodLink(attributes) ? whole : "",
    )
    .replaceAll(/<a\b([^>]*)>([\s\S]*?)<\/a>/g, (whole, attributes: string, label: string) =>
      isGoodLink(attributes) ? whole : label,
    );
}

function isGoodLink(attributes: string): boolean {
  return /\shref="(?:https?:\/\/|mailto:)[^"\s]+"/i.test(attributes);
}
