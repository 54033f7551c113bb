import type { TemplateLabel } from "@kontor/contract/reference/template-labels";
import {
  escapeHtml,
  fillPlaceholders,
  placeholdersIn,
  secretPlaceholders,
} from "@kontor/contract/templates/placeholders";

import { addressesOf } from "../platform/configuration/addresses.ts";
import type { Environment } from "../platform/environment.ts";
import { withoutDeadLinks } from "../platform/html/links.ts";
import { plainText } from "../platform/html/plain-text.ts";
import { sanitizeRichText } from "../platform/html/rich-text.ts";
import { parseHtml } from "../platform/html/tree.ts";
import { brandingOf } from "../platform/organization/branding.ts";
import type { Tx } from "../platform/scope.ts";
import { builtInTemplates, requiredPlaceholders, type MailValues } from "./built-in.ts";
import { footer, layOut, type MailBranding } from "./layout.ts";
import type { GivenPlaceholder } from "./samples.ts";
import { templateTextOf, type TemplateText } from "./template-text.ts";

/** A mail that is ready for the outbox. */
export type ComposedMail = { subject: string; html: string; text: string };

/** What composing reads from; the context of a request is such a one. */
export type Composing = { readonly tx: Tx; readonly environment: Environment };

/** In whose name mails are sent: how they look, and the values that every mail of theirs may use. */
export type MailSender = {
  branding: MailBranding;
  values: Readonly<Record<GivenPlaceholder, string>>;
};

/**
 * What makes a mail of the text in effect for an organization, or for the platform when `tenantId` is null: the
 * values are put in, and the organization's layout around. The text is read and sanitised once, for however
 * many people it is filled. The scope must reach the organization. `sendMails` also asks whether the
 * organization sends mails of this label at all.
 *
 * @returns a function of plain texts for each placeholder that the platform does not give itself; an empty
 *   address takes its link out of the mail.
 */
export async function mailComposer<Label extends TemplateLabel>(
  composing: Composing,
  { tenantId, label }: { tenantId: number | null; label: Label },
): Promise<(values: MailValues<Label>) => ComposedMail> {
  const owner = tenantId === null ? "platform" : { tenant_id: tenantId };
  const text = sanitised(complete(label, await templateTextOf(composing.tx, owner, label)));
  const { branding, values } = await mailSenderOf(composing, tenantId);
  return (own) => fill(text, { ...values, ...own }, branding);
}

/**
 * A text that was saved before the mail needed a placeholder gets the built-in paragraphs that hold it,
 * for without them the mail would lead nowhere.
 */
export function complete(label: TemplateLabel, text: TemplateText): TemplateText {
  const used = placeholdersIn(text.body);
  const lacking = requiredPlaceholders(label).filter((name) => !used.includes(name));
  const paragraphs = builtInTemplates[label].body
    .split("\n")
    .filter((line) => placeholdersIn(line).some((name) => lacking.some((each) => each === name)));
  return { ...text, body: [text.body, ...paragraphs].join("\n") };
}

/** The branding and the values of an organization, or of the platform for null. */
export async function mailSenderOf(
  { tx, environment }: Composing,
  tenantId: number | null,
): Promise<MailSender> {
  const branding = await brandingOf(tx, tenantId);
  const addresses = await addressesOf(tx, environment);
  const { name, brand_color, logo_key } = branding;
  const support_email = branding.support_email ?? "";
  return {
    branding: {
      name,
      brand_color,
      // Mail programs know PNG, and not all of them WebP.
      logo_url: logo_key === null ? null : `${addresses.public_url}/api/files/${logo_key}.png`,
      support: support_email || addresses.support_url,
    },
    values: {
      company_name: name,
      app_link: addresses.public_url,
      portal_link: addresses.employee_portal_url,
      support_email: support_email || addressIn(environment.mailFrom),
    },
  };
}

function addressIn(from: string): string {
  return /<([^<>]+)>/.exec(from)?.[1] ?? from;
}

/**
 * Makes a mail of any text. Values are escaped and filled once, so that nothing in them can become
 * markup, a header or a placeholder; a placeholder that has no value is left out.
 */
export function composeFrom(
  template: TemplateText,
  values: Readonly<Record<string, string>>,
  branding: MailBranding,
): ComposedMail {
  return fill(sanitised(template), values, branding);
}

/** Sanitised when it was saved; once more, since what is stored may come from an older release. */
function sanitised({ subject, body }: TemplateText): TemplateText {
  return { subject, body: sanitizeRichText(body, "full") };
}

function fill(
  { subject: line, body: safe }: TemplateText,
  values: Readonly<Record<string, string>>,
  branding: MailBranding,
): ComposedMail {
  // Refused when a text is saved, and left out all the same: what is stored may come from an older release.
  const open = Object.entries(values).filter(([name]) => !secretPlaceholders.includes(name));
  const subject = oneLine(fillPlaceholders(line, Object.fromEntries(open), (value) => value));
  const body = withoutDeadLinks(parseHtml(fillPlaceholders(safe, values, escapeHtml)));
  const text = `${plainText(body)}\n\n--\n${footer(branding).join("\n")}\n`;
  return { subject, html: layOut(subject, body, branding), text };
}

/** Text as it stands in a header: one line. */
function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replaceAll(/[\s\u0000-\u001f\u007f]+/gu, " ").trim();
}
