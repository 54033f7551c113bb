import { z } from "zod";

import {
  expectedVersion,
  ofOrganization,
  ofPlatform,
  repeatedOrganization,
} from "./configuration.ts";
import { endpoint } from "./endpoint.ts";
import { organizationPath } from "./organizations.ts";
import { templateKinds, type TemplateLabel } from "./reference/template-labels.ts";
import { id, idOut, line } from "./wire.ts";

/** A `{{name}}` that a template may hold. */
export const placeholderOut = z.strictObject({
  name: z.string(),
  /** What the editor offers after @: letters and spaces, at most 31 of them. */
  title: z.string(),
  /** What stands in its place in a preview and in a test mail. */
  sample: z.string(),
});

const labels = templateKinds.map(({ label }) => label) as [TemplateLabel, ...TemplateLabel[]];

const subject = line("a subject", 200);
const body = z
  .string({ error: "Enter a body." })
  .trim()
  .min(1, "Enter a body.")
  .max(100_000, "Use at most 100000 characters.");

const emailTemplateFields = {
  id: idOut,
  label: z.enum(labels),
  title: z.string(),
  /** The module that must be on for the mail to be sent; null for none. */
  module: z.string().nullable(),
  subject: z.string(),
  /** HTML with placeholders, sanitised. */
  body: z.string(),
  /** The first words of the body as plain text, with sample values. */
  preview: z.string(),
  placeholders: z.array(placeholderOut),
};

export const emailTemplate = z.strictObject({ ...emailTemplateFields, ...ofOrganization });

/** A platform default. */
export const platformEmailTemplate = z.strictObject({ ...emailTemplateFields, ...ofPlatform });

export const saveEmailTemplateBody = z.strictObject({ subject, body, ...expectedVersion });

/** What has been typed so far; what is absent is taken from the saved template. */
export const draftEmailTemplateBody = z.strictObject({
  subject: subject.optional(),
  body: body.optional(),
});

/** A mail with sample values, in the layout that it is sent in. */
export const emailPreview = z.strictObject({
  subject: z.string(),
  /** A whole document, to be shown in a sandboxed frame. */
  html: z.string(),
  text: z.string(),
});

const organizationTemplatePath = z.strictObject({ ...organizationPath.shape, id });
const base = "/organizations/{tenant_id}/{company_id}/email-templates";

export const listEmailTemplates = endpoint({
  method: "GET",
  path: base,
  summary: "The mails of an organization, each with the wording that holds for it",
  access: "configuration.read",
  params: organizationPath,
  data: z.array(emailTemplate),
});

export const saveEmailTemplate = endpoint({
  method: "PUT",
  path: `${base}/{id}`,
  summary: "Give an organization its own wording of a mail",
  access: "configuration.write",
  params: organizationTemplatePath,
  body: saveEmailTemplateBody.extend({ id: id.optional(), ...repeatedOrganization }),
  data: emailTemplate,
});

export const resetEmailTemplates = endpoint({
  method: "POST",
  path: `${base}/reset`,
  summary: "Remove all wordings of an organization, so that the platform's hold again",
  access: "configuration.write",
  params: organizationPath,
  body: z.strictObject(repeatedOrganization),
  data: z.array(emailTemplate),
});

export const resetEmailTemplate = endpoint({
  method: "POST",
  path: `${base}/{id}/reset`,
  summary: "Remove an organization's own wording of one mail",
  access: "configuration.write",
  params: organizationTemplatePath,
  data: emailTemplate,
});

export const previewEmailTemplate = endpoint({
  method: "POST",
  path: `${base}/{id}/preview`,
  summary: "A mail with sample values in the organization's layout; nothing is kept or sent",
  access: "configuration.read",
  params: organizationTemplatePath,
  body: draftEmailTemplateBody,
  data: emailPreview,
});

export const sendTestEmailTemplate = endpoint({
  method: "POST",
  path: `${base}/{id}/send-test`,
  summary: "Mail the signed-in user a template with sample values, in the organization's layout",
  access: "configuration.write",
  params: organizationTemplatePath,
  body: draftEmailTemplateBody,
  data: z.strictObject({ to_email: z.string() }),
});

const settingsTemplatePath = z.strictObject({ id });
const settings = "/settings/email-templates";

export const listPlatformEmailTemplates = endpoint({
  method: "GET",
  path: settings,
  summary: "The platform's default wording of each mail",
  access: "settings.read",
  data: z.array(platformEmailTemplate),
});

export const savePlatformEmailTemplate = endpoint({
  method: "PUT",
  path: `${settings}/{id}`,
  summary: "Change the platform's default wording of a mail",
  access: "settings.write",
  params: settingsTemplatePath,
  body: saveEmailTemplateBody,
  data: platformEmailTemplate,
});

export const resetPlatformEmailTemplates = endpoint({
  method: "POST",
  path: `${settings}/reset`,
  summary: "Go back to the built-in wording of all mails; organizations keep their own",
  access: "settings.write",
  data: z.array(platformEmailTemplate),
});

export const resetPlatformEmailTemplate = endpoint({
  method: "POST",
  path: `${settings}/{id}/reset`,
  summary: "Go back to the built-in wording of one mail",
  access: "settings.write",
  params: settingsTemplatePath,
  data: platformEmailTemplate,
});

export const previewPlatformEmailTemplate = endpoint({
  method: "POST",
  path: `${settings}/{id}/preview`,
  summary: "A mail with sample values in the platform's layout; nothing is kept or sent",
  access: "settings.read",
  params: settingsTemplatePath,
  body: draftEmailTemplateBody,
  data: emailPreview,
});

export const sendTestPlatformEmailTemplate = endpoint({
  method: "POST",
  path: `${settings}/{id}/send-test`,
  summary: "Mail the signed-in user a template with sample values, in the platform's layout",
  access: "settings.write",
  params: settingsTemplatePath,
  body: draftEmailTemplateBody,
  data: z.strictObject({ to_email: z.string() }),
});
