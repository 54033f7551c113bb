import type { TemplateLabel } from "@kontor/contract/reference/template-labels";
import {
  escapeHtml,
  fillPlaceholders,
  placeholdersIn,
  secretPlaceholders,
} from "@kontor/contract/templates/placeholders";

import { appUrlsOf } from "../platform/configuration/app-urls.ts";
import type { Environment } from "../platform/environment.ts";
import { withoutDeadLinks } from "../platform/html/links.ts";
import { plainText } from "../platform/html/plain-text.ts";
import { sanitizeRichText } from "../platform/html/rich-text.ts";
import { parseHtml } from "../platform/html/tree.ts";
import { brandingOf } from "../platform/organization/branding.ts";
import type { Tx } from "../platform/scope.ts";
import { builtInTemplates, requiredPlaceholders, type MailValues } from "./built-in.ts";
import { footer, layOutMail, type MailBranding } from "./layout.ts";
import type { CommonPlaceholder } from "./samples.ts";
import { templateTextOf, type TemplateText } from "./template-text.ts";

/** A mail that is ready for the outbox. */
export type ComposedMail = { subject: string; html: string; text: string };

/** The part of a context that composing needs. */
export type ComposeContext = { readonly tx: Tx; readonly environment: Environment };

/** The sender of mails: its branding, and the values that all its mails may use. */
export type MailSender = {
  branding: MailBranding;
  values: Readonly<Record<CommonPlaceholder, string>>;
};

/**
 * Composes mails from the effective text of an organization, or of the platform when `tenantId` is
 * null, filled with values and in the organization's layout. The text is parsed and sanitised once
 * for any number of people. The organization must be in scope. `sendMails` also checks whether the
 * organization sends mails with this label.
 *
 * @returns a function of plain texts for each placeholder that the platform does not fill itself;
 * an empty address removes its link from the mail.
 */
export async function mailComposer<Label extends TemplateLabel>(
  composing: ComposeContext,
  { tenantId, label }: { tenantId: number | null; label: Label },
): Promise<(values: MailValues<Label>) => ComposedMail> {
  const owner = tenantId === null ? "platform" : { tenant_id: tenantId };
  const text = sanitised(
    withRequiredPlaceholders(label, await templateTextOf(composing.tx, owner, label)),
  );
  const { branding, values } = await mailSenderOf(composing, tenantId);
  return (own) => fill(text, { ...values, ...own }, branding);
}

/**
 * A text saved before a placeholder became required gets the built-in paragraphs that contain it,
 * because the mail would be useless without.
 */
export function withRequiredPlaceholders(label: TemplateLabel, text: TemplateText): TemplateText {
  const used = placeholdersIn(text.body);
  const missing = requiredPlaceholders(label).filter((name) => !used.includes(name));
  const paragraphs = builtInTemplates[label].body
    .split("\n")
    .filter((line) => placeholdersIn(line).some((name) => missing.some((each) => each === name)));
  return { ...text, body: [text.body, ...paragraphs].join("\n") };
}

/** The branding and the values of an organization, or of the platform for null. */
export async function mailSenderOf(
  { tx, environment }: ComposeContext,
  tenantId: number | null,
): Promise<MailSender> {
  const branding = await brandingOf(tx, tenantId);
  const addresses = await appUrlsOf(tx, environment);
  const { name, brand_color, logo_key } = branding;
  const support_email = branding.support_email ?? "";
  return {
    branding: {
      name,
      brand_color,
      // All mail programs support PNG, but not all support WebP.
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
 * Composes a mail from any text. Values are escaped and filled in one pass, so that nothing in them
 * can become markup, a header or a placeholder. A placeholder without a value is left out.
 */
export function composeFrom(
  template: TemplateText,
  values: Readonly<Record<string, string>>,
  branding: MailBranding,
): ComposedMail {
  return fill(sanitised(template), values, branding);
}

/** Sanitised when saved, and again here: stored texts may come from an older release. */
function sanitised({ subject, body }: TemplateText): TemplateText {
  return { subject, body: sanitizeRichText(body, "full") };
}

function fill(
  { subject: line, body: safe }: TemplateText,
  values: Readonly<Record<string, string>>,
  branding: MailBranding,
): ComposedMail {
  // Refused when a text is saved, and left out here as well: stored texts may come from an older
  // release.
  const open = Object.entries(values).filter(([name]) => !secretPlaceholders.includes(name));
  const subject = oneLine(fillPlaceholders(line, Object.fromEntries(open), (value) => value));
  const body = withoutDeadLinks(parseHtml(fillPlaceholders(safe, values, escapeHtml)));
  const text = `${plainText(body)}\n\n--\n${footer(branding).join("\n")}\n`;
  return { subject, html: layOutMail(subject, body, branding), text };
}

/** Text for a header: one line. */
function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replaceAll(/[\s\u0000-\u001f\u007f]+/gu, " ").trim();
}
