import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { missingOfferLink } from "@kontor/contract/job-offer-template";
import type * as contract from "@kontor/contract/job-offer-template";
import {
  placeholderProblem,
  placeholdersIn,
  placeholderTitle,
} from "@kontor/contract/placeholders";
import { z } from "zod";

import {
  effectiveValue,
  organizationsDiffering,
  platformValue,
  resetOrganizationValues,
  resetPlatformDefaults,
  saveOrganizationValue,
  savePlatformDefault,
  type ConfigurationKind,
} from "../platform/configuration/configuration.ts";
import { sanitizeRichText } from "../platform/html/rich-text.ts";
import type { FileResponse } from "../platform/http/serve-file.ts";
import { enterOrganization, organizationAt } from "../platform/organization/organization.ts";
import { Refusal } from "../platform/refusal.ts";
import type { Context } from "../platform/scope.ts";
import {
  bodyPlaceholders,
  builtInLetter,
  letterPage,
  letterPdf,
  subjectPlaceholders,
  type Letter,
} from "./job-offer-letter.ts";
import { samples, type PlaceholderName } from "./samples.ts";

type JobOffer = DataOf<typeof contract.getJobOfferTemplate>;
type PlatformJobOffer = DataOf<typeof contract.getPlatformJobOfferTemplate>;
type Preview = DataOf<typeof contract.previewJobOfferTemplate>;
type Draft = { subject?: string | undefined; body?: string | undefined };

const key = "letter";
/** There is one letter; its number is for clients that send it back. */
const onlyId = 1;

/** The job offer letter as configuration. */
const letterKind: ConfigurationKind<typeof key, Letter> = {
  name: "job_offer_template",
  schema: z.strictObject({ subject: z.string(), body: z.string() }),
  builtIns: { [key]: builtInLetter },
};

/** The letter that holds for an organization. @throws Refusal `not_found` */
export async function jobOfferOf(
  context: Context,
  input: InputOf<typeof contract.getJobOfferTemplate>,
): Promise<JobOffer> {
  const { tenant_id } = await organizationAt(context, input);
  return presentOf(context, tenant_id);
}

/**
 * Gives an organization its own letter. One without `{{offer_link}}` is kept, and the answer warns.
 *
 * @throws Refusal `not_found`; `changed_meanwhile`; at `subject` or `body`: `placeholder_unknown`,
 *   `subject_missing`, `body_missing`.
 */
export async function saveJobOfferOf(
  context: Context,
  input: InputOf<typeof contract.saveJobOfferTemplate>,
): Promise<JobOffer> {
  const { tenant_id } = await enterOrganization(context, input);
  const saving = { key, value: checked(input), version: input.version } as const;
  await saveOrganizationValue(context, tenant_id, letterKind, saving);
  return presentOf(context, tenant_id);
}

/** Takes an organization's own letter away. @throws Refusal `not_found` */
export async function resetJobOfferOf(
  context: Context,
  input: InputOf<typeof contract.resetJobOfferTemplate>,
): Promise<JobOffer> {
  const { tenant_id } = await enterOrganization(context, input);
  await resetOrganizationValues(context, tenant_id, letterKind);
  return presentOf(context, tenant_id);
}

/** The letter with sample values as a page. @throws Refusal as {@link saveJobOfferOf} */
export async function previewJobOfferOf(
  context: Context,
  input: InputOf<typeof contract.previewJobOfferTemplate>,
): Promise<Preview> {
  const { tenant_id } = await organizationAt(context, input);
  return preview(context, tenant_id, input);
}

/** The letter with sample values as PDF. @throws Refusal as {@link saveJobOfferOf} */
export async function printJobOfferOf(
  context: Context,
  input: InputOf<typeof contract.printJobOfferTemplate>,
): Promise<FileResponse> {
  const { tenant_id } = await organizationAt(context, input);
  return print(context, tenant_id, input);
}

/** The platform's default letter, with how many organizations have another. */
export async function platformJobOffer(context: Context): Promise<PlatformJobOffer> {
  const held = await platformValue(context.tx, letterKind, key);
  const differing = await organizationsDiffering(context.tx, letterKind);
  const { value, level, version, updated_at } = held;
  return {
    ...present(value),
    level,
    version,
    updated_at,
    organizations_differing: differing.get(key) ?? 0,
  };
}

/** Sets the platform's default letter. @throws Refusal as {@link saveJobOfferOf} */
export async function savePlatformJobOffer(
  context: Context,
  input: InputOf<typeof contract.savePlatformJobOfferTemplate>,
): Promise<PlatformJobOffer> {
  const saving = { key, value: checked(input), version: input.version } as const;
  await savePlatformDefault(context, letterKind, saving);
  return platformJobOffer(context);
}

/** Goes back to the built-in letter. */
export async function resetPlatformJobOffer(context: Context): Promise<PlatformJobOffer> {
  await resetPlatformDefaults(context, letterKind);
  return platformJobOffer(context);
}

/** The platform's letter with sample values as a page. @throws Refusal as {@link saveJobOfferOf} */
export async function previewPlatformJobOffer(
  context: Context,
  input: InputOf<typeof contract.previewPlatformJobOfferTemplate>,
): Promise<Preview> {
  return preview(context, null, input);
}

/** The platform's letter with sample values as PDF. @throws Refusal as {@link saveJobOfferOf} */
export async function printPlatformJobOffer(
  context: Context,
  input: InputOf<typeof contract.printPlatformJobOfferTemplate>,
): Promise<FileResponse> {
  return print(context, null, input);
}

async function presentOf(context: Context, tenantId: number): Promise<JobOffer> {
  const held = await effectiveValue(context.tx, tenantId, letterKind, key);
  const { value, level, version, updated_at } = held;
  return { ...present(value), level, version, updated_at };
}

function present(letter: Letter) {
  return {
    id: onlyId,
    ...letter,
    subject_placeholders: subjectPlaceholders.map(offered),
    body_placeholders: bodyPlaceholders.map(offered),
    warnings: warningsOf(letter),
  };
}

function offered(name: PlaceholderName) {
  return { name, title: placeholderTitle(name), sample: samples[name] };
}

function warningsOf({ body }: Letter): string[] {
  return placeholdersIn(body).includes("offer_link") ? [] : [missingOfferLink];
}

/** What may be kept of a letter: sanitised, not empty, and with placeholders that an offer fills. */
function checked(letter: Letter): Letter {
  const subject = sanitizeRichText(letter.subject, "subject");
  if (subject === "") throw Refusal.at("subject", "subject_missing");
  const body = sanitizeRichText(letter.body, "full");
  if (body === "") throw Refusal.at("body", "body_missing");
  const problems = {
    subject: placeholderProblem(subject, subjectPlaceholders),
    body: placeholderProblem(body, bodyPlaceholders),
  };
  for (const [field, problem] of Object.entries(problems)) {
    if (problem !== undefined) throw Refusal.at(field, "placeholder_unknown", { problem });
  }
  return { subject, body };
}

/** The saved letter, or what has been typed of it so far. */
async function drafted(context: Context, tenantId: number | null, draft: Draft): Promise<Letter> {
  const { value: saved } =
    tenantId === null
      ? await platformValue(context.tx, letterKind, key)
      : await effectiveValue(context.tx, tenantId, letterKind, key);
  return checked({ subject: draft.subject ?? saved.subject, body: draft.body ?? saved.body });
}

async function preview(context: Context, tenantId: number | null, draft: Draft): Promise<Preview> {
  const letter = await drafted(context, tenantId, draft);
  return { ...(await letterPage(context, tenantId, letter)), warnings: warningsOf(letter) };
}

async function print(
  context: Context,
  tenantId: number | null,
  draft: Draft,
): Promise<FileResponse> {
  const letter = await drafted(context, tenantId, draft);
  return { media_type: "application/pdf", ...(await letterPdf(context, tenantId, letter)) };
}
