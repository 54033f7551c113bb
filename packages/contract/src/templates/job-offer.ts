import { z } from "zod";

import { describeConfigurationChange, describeConfiguration } from "../configuration.ts";
import { textLength } from "../rich-text.ts";
import { id, idOut } from "../wire/ids.ts";
import { placeholderOut } from "./templates.ts";

/** The warning about a body without a link for the answer; it is saved anyway. */
export const missingOfferLink =
  "The body has no {{offer_link}}: without it a candidate cannot open the offer to accept it.";

/** Subject and body are required; markup without any text counts as empty. */
const richText = (sentence: string, max: number) =>
  z.string({ error: sentence }).trim().min(1, sentence).max(max, `Use at most ${max} characters.`);

/** The maximum number of characters of the subject's text, as of an email's subject. */
const maxSubjectLength = 200;

const subject = richText("Enter a subject.", 2000).refine(
  (html) => textLength(html) <= maxSubjectLength,
  `Use at most ${maxSubjectLength} characters.`,
);
const body = richText("Enter a body.", 100_000);

/** The schemas of the letter's editable fields. */
export const jobOfferFields = { subject, body };

/** The draft; absent fields are taken from the saved template. */
const draft = { subject: subject.optional(), body: body.optional() };

/** The letter filled with sample values. */
export const jobOfferPreview = z.strictObject({
  /** The subject as plain text. */
  subject: z.string(),
  /** A complete document with the subject above the letter, for a sandboxed frame. */
  html: z.string(),
  warnings: z.array(z.string()),
});

const path = "/job-offer-template";

/** Endpoints that read, save and reset the letter. */
export const jobOfferTemplate = describeConfiguration({
  path,
  what: "the job offer letter",
  body: {
    /** The id that was loaded; there is only one template. */
    id: id.optional(),
    ...jobOfferFields,
  },
  data: {
    id: idOut,
    /** HTML: bold, italic and underline. */
    subject: z.string(),
    /** HTML: also lists, links, colours, headers and sizes. */
    body: z.string(),
    subject_placeholders: z.array(placeholderOut),
    body_placeholders: z.array(placeholderOut),
    warnings: z.array(z.string()),
  },
});

export const previewJobOfferTemplate = describeConfigurationChange({
  method: "POST",
  path: `${path}/preview`,
  summary: "Preview the job offer letter with sample values on the letterhead",
  access: "read",
  body: draft,
  data: jobOfferPreview,
});

export const printJobOfferTemplate = describeConfigurationChange({
  method: "POST",
  path: `${path}/pdf`,
  summary: "Print the job offer letter with sample values as PDF, on the letterhead",
  access: "read",
  body: draft,
  data: z.unknown(),
  file: ["application/pdf"],
});
