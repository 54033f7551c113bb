import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import {
  fillPlaceholders,
  placeholderProblem,
  placeholdersIn,
  placeholderTitle,
} from "@kontor/contract/placeholders";
import {
  templateKindOf,
  templateKindWithId,
  type TemplateKind,
  type TemplateLabel,
} from "@kontor/contract/reference/template-labels";
import type * as contract from "@kontor/contract/templates";

import {
  effectiveValue,
  effectiveValues,
  organizationsDiffering,
  platformValues,
  resetOrganizationValues,
  resetPlatformDefaults,
  saveOrganizationValue,
  savePlatformDefault,
  type EffectiveValue,
} from "../platform/configuration/configuration.ts";
import { sanitizeRichText } from "../platform/html/rich-text.ts";
import { enterOrganization, organizationAt } from "../platform/organization/organization.ts";
import { Refusal, notFound } from "../platform/refusal.ts";
import type { Context } from "../platform/scope.ts";
import { placeholdersOf, requiredPlaceholders } from "./built-in.ts";
import { composeFrom, surroundingsOf, type ComposedMail } from "./compose.ts";
import { plainText } from "./plain-text.ts";
import { samples } from "./samples.ts";
import { sendTestMail } from "./send-mail.ts";
import { wordingKind, wordingOf, type Wording } from "./wordings.ts";

type EmailTemplate = DataOf<typeof contract.saveEmailTemplate>;
type PlatformTemplate = DataOf<typeof contract.savePlatformEmailTemplate>;
type Draft = { subject?: string | undefined; body?: string | undefined };

/** Length of the first words that a list shows, in characters. */
const previewLength = 160;

/** The mails of an organization with the wording that holds for each. @throws Refusal `not_found` */
export async function emailTemplatesOf(
  context: Context,
  input: InputOf<typeof contract.listEmailTemplates>,
): Promise<EmailTemplate[]> {
  const { tenant_id } = await organizationAt(context, input);
  return (await effectiveValues(context.tx, tenant_id, wordingKind)).map(present);
}

/**
 * Gives an organization its own wording of a mail.
 *
 * @throws Refusal `not_found`; `changed_meanwhile`; at `subject` or `body`: `placeholder_unknown`,
 *   `placeholder_missing`, `body_missing`.
 */
export async function saveEmailTemplateOf(
  context: Context,
  input: InputOf<typeof contract.saveEmailTemplate>,
): Promise<EmailTemplate> {
  const { tenant_id } = await enterOrganization(context, input);
  const { label } = kindAt(input.id);
  const value = checked(label, input);
  const saving = { key: label, value, version: input.version };
  await saveOrganizationValue(context, tenant_id, wordingKind, saving);
  return present(await effectiveValue(context.tx, tenant_id, wordingKind, label));
}

/** Takes all of an organization's own wordings away. @throws Refusal `not_found` */
export async function resetEmailTemplatesOf(
  context: Context,
  input: InputOf<typeof contract.resetEmailTemplates>,
): Promise<EmailTemplate[]> {
  const { tenant_id } = await enterOrganization(context, input);
  await resetOrganizationValues(context, tenant_id, wordingKind);
  return (await effectiveValues(context.tx, tenant_id, wordingKind)).map(present);
}

/** Takes an organization's own wording of one mail away. @throws Refusal `not_found` */
export async function resetEmailTemplateOf(
  context: Context,
  input: InputOf<typeof contract.resetEmailTemplate>,
): Promise<EmailTemplate> {
  const { tenant_id } = await enterOrganization(context, input);
  const { label } = kindAt(input.id);
  await resetOrganizationValues(context, tenant_id, wordingKind, label);
  return present(await effectiveValue(context.tx, tenant_id, wordingKind, label));
}

/** A mail with sample values as the organization would send it. @throws Refusal as {@link saveEmailTemplateOf} */
export async function previewEmailTemplateOf(
  context: Context,
  input: InputOf<typeof contract.previewEmailTemplate>,
): Promise<ComposedMail> {
  const { tenant_id } = await organizationAt(context, input);
  return previewOf(context, tenant_id, kindAt(input.id).label, input, "screen");
}

/** Mails that to the signed-in user. @throws Refusal as {@link saveEmailTemplateOf} */
export async function sendTestOf(
  context: Context,
  input: InputOf<typeof contract.sendTestEmailTemplate>,
): Promise<DataOf<typeof contract.sendTestEmailTemplate>> {
  const { tenant_id } = await enterOrganization(context, input);
  const { label } = kindAt(input.id);
  const mail = await previewOf(context, tenant_id, label, input, "mail");
  return sendTestMail(context, { tenant_id, label, ...mail });
}

/** The platform's default wordings, with how many organizations have others. */
export async function platformEmailTemplates(context: Context): Promise<PlatformTemplate[]> {
  const values = await platformValues(context.tx, wordingKind);
  const differing = await organizationsDiffering(context.tx, wordingKind);
  return values.map((value) => ({
    ...present(value),
    level: value.level,
    organizations_differing: differing.get(value.key) ?? 0,
  }));
}

/** Sets the platform's default wording of a mail. @throws Refusal as {@link saveEmailTemplateOf} */
export async function savePlatformEmailTemplate(
  context: Context,
  input: InputOf<typeof contract.savePlatformEmailTemplate>,
): Promise<PlatformTemplate> {
  const { id, label } = kindAt(input.id);
  const value = checked(label, input);
  await savePlatformDefault(context, wordingKind, { key: label, value, version: input.version });
  return platformTemplate(context, id);
}

/** Goes back to the built-in wording of all mails. */
export async function resetPlatformEmailTemplates(context: Context): Promise<PlatformTemplate[]> {
  await resetPlatformDefaults(context, wordingKind);
  return platformEmailTemplates(context);
}

/** Goes back to the built-in wording of one mail. @throws Refusal `not_found` */
export async function resetPlatformEmailTemplate(
  context: Context,
  input: InputOf<typeof contract.resetPlatformEmailTemplate>,
): Promise<PlatformTemplate> {
  const { id, label } = kindAt(input.id);
  await resetPlatformDefaults(context, wordingKind, label);
  return platformTemplate(context, id);
}

/** A mail with sample values as the platform would send it. @throws Refusal as {@link saveEmailTemplateOf} */
export async function previewPlatformEmailTemplate(
  context: Context,
  input: InputOf<typeof contract.previewPlatformEmailTemplate>,
): Promise<ComposedMail> {
  return previewOf(context, null, kindAt(input.id).label, input, "screen");
}

/** Mails that to the signed-in user. @throws Refusal as {@link saveEmailTemplateOf} */
export async function sendPlatformTest(
  context: Context,
  input: InputOf<typeof contract.sendTestPlatformEmailTemplate>,
): Promise<DataOf<typeof contract.sendTestPlatformEmailTemplate>> {
  const { label } = kindAt(input.id);
  const mail = await previewOf(context, null, label, input, "mail");
  return sendTestMail(context, { tenant_id: null, label, ...mail });
}

function kindAt(id: number): TemplateKind {
  const kind = templateKindWithId(id);
  if (kind === undefined) throw notFound("The email template");
  return kind;
}

async function platformTemplate(context: Context, id: number): Promise<PlatformTemplate> {
  const found = (await platformEmailTemplates(context)).find((template) => template.id === id);
  if (found === undefined) throw notFound("The email template");
  return found;
}

function present<Level extends EmailTemplate["level"]>(
  held: EffectiveValue<TemplateLabel, Wording, Level>,
): EmailTemplate {
  const { key, value, level, version, updated_at } = held;
  const preview = plainText(fillPlaceholders(value.body, samples, (text) => text))
    .replaceAll(/\s+/gu, " ")
    .slice(0, previewLength);
  return {
    ...templateKindOf(key),
    ...value,
    preview,
    placeholders: placeholdersOf(key).map((name) => ({
      name,
      title: placeholderTitle(name),
      sample: samples[name],
    })),
    level,
    version,
    updated_at,
  };
}

/** What may be kept of a wording: sanitised, with placeholders that the mail fills and those it needs. */
function checked(label: TemplateLabel, { subject, body }: Wording): Wording {
  const clean = sanitizeRichText(body, "full");
  if (clean === "") throw Refusal.at("body", "body_missing");
  const allowed = placeholdersOf(label);
  for (const [field, text] of Object.entries({ subject, body: clean })) {
    const problem = placeholderProblem(text, allowed);
    if (problem !== undefined) throw Refusal.at(field, "placeholder_unknown", { problem });
  }
  const held = placeholdersIn(clean);
  const lacking = requiredPlaceholders(label).find((name) => !held.includes(name));
  if (lacking !== undefined) {
    throw Refusal.at("body", "placeholder_missing", { placeholder: `{{${lacking}}}` });
  }
  return { subject, body: clean };
}

/**
 * A saved wording, or what has been typed of it so far, with sample values. On a screen the logo comes
 * from the server that the screen came from, which a sandboxed frame may show.
 */
async function previewOf(
  context: Context,
  tenantId: number | null,
  label: TemplateLabel,
  draft: Draft,
  shownIn: "screen" | "mail",
): Promise<ComposedMail> {
  const saved = await wordingOf(context.tx, tenantId, label);
  const { subject = saved.subject, body = saved.body } = draft;
  const isSaved = subject === saved.subject && body === saved.body;
  const wording = isSaved ? saved : checked(label, { subject, body });
  const { look, given } = await surroundingsOf(context, tenantId);
  const logo_url =
    shownIn === "screen"
      ? (look.logo_url?.replace(/^.*(?=\/api\/files\/)/, "") ?? null)
      : look.logo_url;
  return composeFrom(wording, { ...samples, ...given }, { ...look, logo_url });
}
