import type { ConfigurationOwner } from "@kontor/contract/configuration";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { missingOfferLink } from "@kontor/contract/templates/job-offer";
import type * as contract from "@kontor/contract/templates/job-offer";
import {
  mentionWarning,
  placeholderProblem,
  placeholdersIn,
  placeholderTitle,
} from "@kontor/contract/templates/placeholders";
import { z } from "zod";

import {
  effectiveValue,
  tenantOf,
  type ConfigurationKind,
} from "../platform/configuration/configuration.ts";
import { sanitizeRichText } from "../platform/html/rich-text.ts";
import type { FileResponse } from "../platform/http/serve-file.ts";
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
import { sampleValues, type PlaceholderName } from "./samples.ts";
import { refuseComplexMarkup } from "./template-text.ts";

type Preview = DataOf<typeof contract.previewJobOfferTemplate.platform>;
type Draft = InputOf<typeof contract.previewJobOfferTemplate.platform>;

const key = "letter";
/**
 * The maximum number of tags and entities of a body, which is also rendered as a PDF: about ten
 * pages.
 */
const maxMarkup = 4_000;
/** There is only one letter; its id is for clients that send it back. */
const onlyId = 1;

/** The job offer letter as configuration. */
const kind: ConfigurationKind<typeof key, Letter> = {
  name: "job_offer_template",
  schema: z.strictObject({ subject: z.string(), body: z.string() }),
  builtIns: { [key]: builtInLetter },
  audited: (letter) => letter,
};

function present(letter: Letter) {
  return {
    id: onlyId,
    ...letter,
    subject_placeholders: subjectPlaceholders.map(placeholderOption),
    body_placeholders: bodyPlaceholders.map(placeholderOption),
    warnings: warningsOf(letter),
  };
}

function placeholderOption(name: PlaceholderName) {
  return { name, title: placeholderTitle(name), sample: sampleValues[name] };
}

function warningsOf({ subject, body }: Letter): string[] {
  return [
    ...(placeholdersIn(body).includes("offer_link") ? [] : [missingOfferLink]),
    mentionWarning(subject, body) ?? [],
  ].flat();
}

/**
 * Checks a letter to save: sanitises it and requires that it is not empty and uses only
 * placeholders that an offer fills. A letter without `{{offer_link}}` is saved with a warning.
 *
 * @throws Refusal at `subject` or `body`: `placeholder_unknown`, `subject_missing`, `body_missing`,
 * `body_too_intricate`.
 */
function accept(letter: Letter): Letter {
  refuseComplexMarkup(letter.body, maxMarkup);
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

export const jobOfferConfiguration = { kind, key, accept, present } as const;

/** The saved letter, or a draft of it. @throws Refusal as `accept` */
async function letterOrDraft(
  context: Context,
  owner: ConfigurationOwner,
  draft: Draft,
): Promise<Letter> {
  const { value: saved } = await effectiveValue(context.tx, owner, kind, key);
  return accept({ subject: draft.subject ?? saved.subject, body: draft.body ?? saved.body });
}

/** The letter with sample values as a page. @throws Refusal as {@link drafted} */
export async function previewJobOffer(
  context: Context,
  owner: ConfigurationOwner,
  draft: Draft,
): Promise<Preview> {
  const letter = await letterOrDraft(context, owner, draft);
  const page = await letterPage(context, tenantOf(owner), letter);
  return { ...page, warnings: warningsOf(letter) };
}

/** The letter with sample values as a PDF. @throws Refusal as {@link drafted} */
export async function printJobOffer(
  context: Context,
  owner: ConfigurationOwner,
  draft: Draft,
): Promise<FileResponse> {
  const letter = await letterOrDraft(context, owner, draft);
  return { media_type: "application/pdf", ...(await letterPdf(context, tenantOf(owner), letter)) };
}
