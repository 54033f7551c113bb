import type { ConfigurationOwner } from "@kontor/contract/configuration";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import {
  templateKindByLabel,
  templateKindById,
  type TemplateKind,
  type TemplateLabel,
} from "@kontor/contract/reference/template-labels";
import {
  escapeHtml,
  fillPlaceholders,
  placeholderProblem,
  placeholdersIn,
  placeholderTitle,
  secretPlaceholders,
} from "@kontor/contract/templates/placeholders";
import type * as contract from "@kontor/contract/templates/templates";

import {
  resetValues,
  saveValue,
  shownValue,
  shownValues,
  tenantOf,
  type ShownValue,
} from "../platform/configuration/configuration.ts";
import { plainText } from "../platform/html/plain-text.ts";
import { sanitizeRichText } from "../platform/html/rich-text.ts";
import { parseHtml } from "../platform/html/tree.ts";
import { Refusal, notFound } from "../platform/refusal.ts";
import type { Context } from "../platform/scope.ts";
import { placeholdersOf, requiredPlaceholders } from "./built-in.ts";
import { composeFrom, mailSenderOf, type ComposedMail } from "./compose.ts";
import { sampleValues } from "./samples.ts";
import { sendTestMail } from "./send-mail.ts";
import {
  refuseComplexMarkup,
  templateTextKind,
  templateTextOf,
  type TemplateText,
} from "./template-text.ts";

type EmailTemplate = DataOf<typeof contract.saveEmailTemplate.platform>;
type Preview = InputOf<typeof contract.previewEmailTemplate.platform>;

/** The maximum length of an excerpt in a list, in characters. */
const previewLength = 160;
/** The maximum number of tags and entities of a body. */
const maxMarkup = 20_000;

/** The effective email templates of an owner. */
export async function emailTemplatesOf(
  context: Context,
  owner: ConfigurationOwner,
): Promise<EmailTemplate[]> {
  return (await shownValues(context.tx, owner, templateTextKind)).map(present);
}

async function emailTemplateOf(
  context: Context,
  owner: ConfigurationOwner,
  label: TemplateLabel,
): Promise<EmailTemplate> {
  return present(await shownValue(context.tx, owner, templateTextKind, label));
}

/**
 * Saves an owner's own text of a mail.
 *
 * @throws Refusal `not_found`; `changed_meanwhile`; at `subject` or `body`: `placeholder_unknown`,
 *   `placeholder_secret`, `placeholder_missing`, `body_missing`, `body_too_intricate`.
 */
export async function saveEmailTemplate(
  context: Context,
  owner: ConfigurationOwner,
  input: InputOf<typeof contract.saveEmailTemplate.platform>,
): Promise<EmailTemplate> {
  const { label } = kindAt(input.id);
  const saving = { key: label, value: checked(label, input), version: input.version };
  await saveValue(context, owner, templateTextKind, saving);
  return emailTemplateOf(context, owner, label);
}

/** Deletes all of an owner's own texts. */
export async function resetEmailTemplates(
  context: Context,
  owner: ConfigurationOwner,
): Promise<EmailTemplate[]> {
  await resetValues(context, owner, templateTextKind);
  return emailTemplatesOf(context, owner);
}

/** Deletes an owner's own text of one mail. @throws Refusal `not_found` */
export async function resetEmailTemplate(
  context: Context,
  owner: ConfigurationOwner,
  input: InputOf<typeof contract.resetEmailTemplate.platform>,
): Promise<EmailTemplate> {
  const { label } = kindAt(input.id);
  await resetValues(context, owner, templateTextKind, label);
  return emailTemplateOf(context, owner, label);
}

/**
 * A mail with sample values, as it would be sent for the owner. @throws Refusal as {@link
 * saveEmailTemplate}
 */
export async function previewEmailTemplate(
  context: Context,
  owner: ConfigurationOwner,
  input: Preview,
): Promise<ComposedMail> {
  return composeSample(context, owner, input, "screen");
}

/** Mails the sample to the signed-in user. @throws Refusal as {@link saveEmailTemplate} */
export async function sendTestEmail(
  context: Context,
  owner: ConfigurationOwner,
  input: Preview,
): Promise<{ to_email: string }> {
  const { label } = kindAt(input.id);
  const mail = await composeSample(context, owner, input, "mail");
  return sendTestMail(context, { tenant_id: tenantOf(owner), label, ...mail });
}

function kindAt(id: number): TemplateKind {
  const kind = templateKindById(id);
  if (kind === undefined) throw notFound("The email template");
  return kind;
}

function present({ key, value, ...state }: ShownValue<TemplateLabel, TemplateText>): EmailTemplate {
  const text = plainText(parseHtml(fillPlaceholders(value.body, sampleValues, escapeHtml)));
  return {
    ...templateKindByLabel(key),
    ...value,
    preview: firstWords(text.replaceAll(/\s+/gu, " ")),
    placeholders: placeholdersOf(key).map((name) => ({
      name,
      title: placeholderTitle(name),
      sample: sampleValues[name],
    })),
    ...state,
  };
}

/** The whole words of a text that fit in a list; a single longer word is cut. */
function firstWords(text: string): string {
  if (text.length <= previewLength) return text;
  const end = text.lastIndexOf(" ", previewLength - 1);
  return `${text.slice(0, end > 0 ? end : previewLength - 1)}…`;
}

/**
 * Sanitises and checks a text to save: it must use only placeholders that the mail fills, and all
 * required ones.
 */
function checked(label: TemplateLabel, { subject, body }: TemplateText): TemplateText {
  refuseComplexMarkup(body, maxMarkup);
  const clean = sanitizeRichText(body, "full");
  if (clean === "") throw Refusal.at("body", "body_missing");
  const allowed = placeholdersOf(label);
  for (const [field, text] of Object.entries({ subject, body: clean })) {
    const problem = placeholderProblem(text, allowed);
    if (problem !== undefined) throw Refusal.at(field, "placeholder_unknown", { problem });
  }
  const secret = placeholdersIn(subject).find((name) => secretPlaceholders.includes(name));
  if (secret !== undefined) {
    throw Refusal.at("subject", "placeholder_secret", { placeholder: `{{${secret}}}` });
  }
  const used = placeholdersIn(clean);
  const missing = requiredPlaceholders(label).find((name) => !used.includes(name));
  if (missing !== undefined) {
    throw Refusal.at("body", "placeholder_missing", { placeholder: `{{${missing}}}` });
  }
  return { subject, body: clean };
}

/**
 * A saved text, or a draft of it, with sample values. On a screen the logo is loaded from the
 * screen's own server, which a sandboxed frame may show.
 */
async function composeSample(
  context: Context,
  owner: ConfigurationOwner,
  draft: Preview,
  shownIn: "screen" | "mail",
): Promise<ComposedMail> {
  const { label } = kindAt(draft.id);
  const saved = await templateTextOf(context.tx, owner, label);
  const { subject = saved.subject, body = saved.body } = draft;
  const isSaved = subject === saved.subject && body === saved.body;
  const text = isSaved ? saved : checked(label, { subject, body });
  const { branding, values } = await mailSenderOf(context, tenantOf(owner));
  const logo_url =
    shownIn === "screen"
      ? (branding.logo_url?.replace(/^.*(?=\/api\/files\/)/, "") ?? null)
      : branding.logo_url;
  return composeFrom(text, { ...sampleValues, ...values }, { ...branding, logo_url });
}
