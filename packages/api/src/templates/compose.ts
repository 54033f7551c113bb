import { escapeHtml, fillPlaceholders } from "@kontor/contract/placeholders";
import type { TemplateLabel } from "@kontor/contract/reference/template-labels";

import { addressesOf } from "../platform/configuration/addresses.ts";
import type { Environment } from "../platform/environment.ts";
import { sanitizeRichText } from "../platform/html/rich-text.ts";
import { brandingOf } from "../platform/organization/branding.ts";
import type { Tx } from "../platform/scope.ts";
import type { MailValues } from "./built-in.ts";
import { footer, layOut, type Look } from "./layout.ts";
import { plainText } from "./plain-text.ts";
import type { GivenPlaceholder } from "./samples.ts";
import { wordingOf, type Wording } from "./wordings.ts";

/** A mail that is ready for the outbox. */
export type ComposedMail = { subject: string; html: string; text: string };

/** What composing reads from; the context of a request is such a one. */
export type Composing = { readonly tx: Tx; readonly environment: Environment };

/** How a mail looks, and what the platform gives to each. */
export type Surroundings = { look: Look; given: Readonly<Record<GivenPlaceholder, string>> };

/**
 * Makes a mail of the wording that holds for an organization, or for the platform when `tenantId` is
 * null: the values are put in, and the organization's layout around. The scope must reach the
 * organization. `sendMail` also asks whether the organization sends mails of this label at all.
 *
 * @param mail.values plain text for each placeholder that the platform does not give itself; an empty
 *   address takes its link out of the mail.
 */
export async function composeMail<Label extends TemplateLabel>(
  composing: Composing,
  mail: { tenantId: number | null; label: Label; values: MailValues<Label> },
): Promise<ComposedMail> {
  const wording = await wordingOf(composing.tx, mail.tenantId, mail.label);
  const { look, given } = await surroundingsOf(composing, mail.tenantId);
  return composeFrom(wording, { ...given, ...mail.values }, look);
}

/** The layout and the given values of an organization, or of the platform. */
export async function surroundingsOf(
  { tx, environment }: Composing,
  tenantId: number | null,
): Promise<Surroundings> {
  const branding = await brandingOf(tx, tenantId);
  const addresses = await addressesOf(tx, environment);
  const { name, brand_color, logo_key } = branding;
  const support_email = branding.support_email ?? "";
  return {
    look: {
      name,
      brand_color,
      // Mail programs know PNG, and not all of them WebP.
      logo_url: logo_key === null ? null : `${addresses.public_url}/api/files/${logo_key}.png`,
      support: support_email || addresses.support_url,
    },
    given: {
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
 * Makes a mail of any wording. Values are escaped and filled once, so that nothing in them can become
 * markup, a header or a placeholder; a placeholder that has no value is left out.
 */
export function composeFrom(
  wording: Wording,
  values: Readonly<Record<string, string>>,
  look: Look,
): ComposedMail {
  const subject = oneLine(fillPlaceholders(wording.subject, values, (value) => value));
  // Sanitised when it was saved; once more, since what is stored may come from an older release.
  const safe = sanitizeRichText(wording.body, "full");
  const body = keepGoodLinks(fillPlaceholders(safe, values, escapeHtml));
  const text = `${plainText(body)}\n\n--\n${footer(look).join("\n")}\n`;
  return { subject, html: layOut(subject, body, look), text };
}

/** Text as it stands in a header: one line. */
function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replaceAll(/[\s\u0000-\u001f\u007f]+/gu, " ").trim();
}

/**
 * Takes out links that lead nowhere, such as one whose address has no value here, and links to anything
 * but web and mail addresses, whatever a value brought in. A paragraph that was only the link goes too.
 */
export function keepGoodLinks(body: string): string {
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
