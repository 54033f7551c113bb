import { z } from "zod";

import {
  expectedVersion,
  ofOrganization,
  ofPlatform,
  repeatedOrganization,
} from "./configuration.ts";
import { endpoint } from "./endpoint.ts";
import { organizationPath } from "./organizations.ts";
import { placeholderOut } from "./templates.ts";
import { id, idOut } from "./wire.ts";

/** What is said of a body that a candidate could not answer: shown as a warning, saved all the same. */
export const missingOfferLink =
  "The body has no {{offer_link}}: without it a candidate cannot open the offer to accept it.";

/** Subject and body are required; markup without any text counts as nothing. */
const richText = (sentence: string, most: number) =>
  z
    .string({ error: sentence })
    .trim()
    .min(1, sentence)
    .max(most, `Use at most ${most} characters.`);

const subject = richText("Enter a subject.", 2000);
const body = richText("Enter a body.", 100_000);

const jobOfferFields = {
  id: idOut,
  /** HTML: bold, italic and underline. */
  subject: z.string(),
  /** HTML: also lists, links, colours, headers and sizes. */
  body: z.string(),
  subject_placeholders: z.array(placeholderOut),
  body_placeholders: z.array(placeholderOut),
  warnings: z.array(z.string()),
};

export const jobOfferTemplate = z.strictObject({ ...jobOfferFields, ...ofOrganization });

export const platformJobOfferTemplate = z.strictObject({ ...jobOfferFields, ...ofPlatform });

export const saveJobOfferBody = z.strictObject({
  /** The id that was loaded; there is one template, so it says nothing more. */
  id: id.optional(),
  subject,
  body,
  ...expectedVersion,
});

/** What has been typed so far; what is absent is taken from the saved template. */
export const draftJobOfferBody = z.strictObject({
  subject: subject.optional(),
  body: body.optional(),
});

/** The letter with sample values. */
export const jobOfferPreview = z.strictObject({
  /** The subject as plain text. */
  subject: z.string(),
  /** A whole document with the subject above the letter, to be shown in a sandboxed frame. */
  html: z.string(),
  warnings: z.array(z.string()),
});

const base = "/organizations/{tenant_id}/{company_id}/job-offer-template";

export const getJobOfferTemplate = endpoint({
  method: "GET",
  path: base,
  summary: "The job offer letter that holds for an organization",
  access: "configuration.read",
  params: organizationPath,
  data: jobOfferTemplate,
});

export const saveJobOfferTemplate = endpoint({
  method: "PUT",
  path: base,
  summary: "Give an organization its own job offer letter",
  access: "configuration.write",
  params: organizationPath,
  body: saveJobOfferBody.extend(repeatedOrganization),
  data: jobOfferTemplate,
});

export const resetJobOfferTemplate = endpoint({
  method: "POST",
  path: `${base}/reset`,
  summary: "Remove an organization's own job offer letter, so that the platform's holds again",
  access: "configuration.write",
  params: organizationPath,
  body: z.strictObject(repeatedOrganization),
  data: jobOfferTemplate,
});

export const previewJobOfferTemplate = endpoint({
  method: "POST",
  path: `${base}/preview`,
  summary: "The job offer letter with sample values on the organization's letterhead",
  access: "configuration.read",
  params: organizationPath,
  body: draftJobOfferBody,
  data: jobOfferPreview,
});

export const printJobOfferTemplate = endpoint({
  method: "POST",
  path: `${base}/pdf`,
  summary: "The job offer letter with sample values as PDF",
  access: "configuration.read",
  params: organizationPath,
  body: draftJobOfferBody,
  data: z.unknown(),
  file: ["application/pdf"],
});

const settings = "/settings/job-offer-template";

export const getPlatformJobOfferTemplate = endpoint({
  method: "GET",
  path: settings,
  summary: "The platform's default job offer letter",
  access: "settings.read",
  data: platformJobOfferTemplate,
});

export const savePlatformJobOfferTemplate = endpoint({
  method: "PUT",
  path: settings,
  summary: "Change the platform's default job offer letter",
  access: "settings.write",
  body: saveJobOfferBody,
  data: platformJobOfferTemplate,
});

export const resetPlatformJobOfferTemplate = endpoint({
  method: "POST",
  path: `${settings}/reset`,
  summary: "Go back to the built-in job offer letter; organizations keep their own",
  access: "settings.write",
  data: platformJobOfferTemplate,
});

export const previewPlatformJobOfferTemplate = endpoint({
  method: "POST",
  path: `${settings}/preview`,
  summary: "The job offer letter with sample values on the platform's letterhead",
  access: "settings.read",
  body: draftJobOfferBody,
  data: jobOfferPreview,
});

export const printPlatformJobOfferTemplate = endpoint({
  method: "POST",
  path: `${settings}/pdf`,
  summary: "The platform's job offer letter with sample values as PDF",
  access: "settings.read",
  body: draftJobOfferBody,
  data: z.unknown(),
  file: ["application/pdf"],
});
