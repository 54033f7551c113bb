import { z } from "zod";

import {
  describeConfigurationChange,
  configurationState,
  expectedVersion,
  describeConfigurationRead,
} from "../configuration.ts";
import { templateKinds, type TemplateLabel } from "../reference/template-labels.ts";
import { id, idOut } from "../wire/ids.ts";
import { line } from "../wire/text.ts";

/** A `{{name}}` that a template may contain. */
export const placeholderOut = z.strictObject({
  name: z.string(),
  /** The label that the editor offers after @: letters and spaces, at most 31 characters. */
  title: z.string(),
  /** The value that replaces it in a preview and in a test mail. */
  sample: z.string(),
});

const labels = templateKinds.map(({ label }) => label) as [TemplateLabel, ...TemplateLabel[]];

const subject = line("a subject", 200);
const body = z
  .string({ error: "Enter a body." })
  .trim()
  .min(1, "Enter a body.")
  .max(100_000, "Use at most 100000 characters.");

/** A mail of an organization, or of the platform's defaults. */
export const emailTemplate = z.strictObject({
  id: idOut,
  label: z.enum(labels),
  title: z.string(),
  /** The module that must be on for the mail to be sent, or null. */
  module: z.string().nullable(),
  subject: z.string(),
  /** HTML with placeholders, sanitised. */
  body: z.string(),
  /**
   * The first whole words of the body as plain text, with sample values; ends with … when there is
   * more.
   */
  preview: z.string(),
  placeholders: z.array(placeholderOut),
  ...configurationState,
});

/** The schemas of a mail's editable fields. */
export const emailTemplateFields = { subject, body };

/** A mail filled with sample values, in the layout in which it is sent. */
export const emailPreview = z.strictObject({
  subject: z.string(),
  /** A complete document for a sandboxed frame. */
  html: z.string(),
  text: z.string(),
});

const path = "/email-templates";
const params = { id };

/** The draft; absent fields are taken from the saved template. */
const draft = { subject: subject.optional(), body: body.optional() };

export const listEmailTemplates = describeConfigurationRead({
  path,
  summary: "Read the email templates",
  data: z.array(emailTemplate),
});

export const saveEmailTemplate = describeConfigurationChange({
  method: "PUT",
  path: `${path}/{id}`,
  summary: "Save an email template",
  params,
  body: { ...emailTemplateFields, id: id.optional(), ...expectedVersion },
  data: emailTemplate,
});

export const resetEmailTemplates = describeConfigurationChange({
  method: "POST",
  path: `${path}/reset`,
  summary: "Reset all email templates",
  data: z.array(emailTemplate),
});

export const resetEmailTemplate = describeConfigurationChange({
  method: "POST",
  path: `${path}/{id}/reset`,
  summary: "Reset an email template",
  params,
  data: emailTemplate,
});

export const previewEmailTemplate = describeConfigurationChange({
  method: "POST",
  path: `${path}/{id}/preview`,
  summary: "Preview an email with sample values in the layout, without saving or sending it",
  access: "read",
  params,
  body: draft,
  data: emailPreview,
});

export const sendTestEmailTemplate = describeConfigurationChange({
  method: "POST",
  path: `${path}/{id}/send-test`,
  summary: "Email the signed-in user a template with sample values in the layout",
  params,
  body: draft,
  data: z.strictObject({ to_email: z.string() }),
});
