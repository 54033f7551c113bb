import type { ConfigurationOwner } from "@kontor/contract/configuration";
import * as jobOffer from "@kontor/contract/templates/job-offer";
import { placeholderTitle } from "@kontor/contract/templates/placeholders";
import * as emails from "@kontor/contract/templates/templates";
import { queryOptions, useMutation } from "@tanstack/react-query";

import {
  callFileForOwner,
  callForOwner,
  configurationQuery,
  ownerKey,
  useConfigurationMutation,
  type ConfigurationData,
} from "../platform/organization/configuration.ts";
import type { Placeholder } from "../ui/rich-text/placeholder-chips.ts";

const keys = {
  emails: ["email-templates"],
  jobOffer: ["job-offer-template"],
  previews: ["template-previews"],
} as const;

/** The text of a mail in effect for an organization, or the platform's default. */
export type EmailTemplate = ConfigurationData<typeof emails.saveEmailTemplate>;

/** The job offer letter of an organization, or the platform's default. */
export type JobOffer = ConfigurationData<typeof jobOffer.jobOfferTemplate.get>;

/** The typed draft. */
export type Draft = { subject: string; body: string };

/** The placeholders of a template in the format of an editor. */
export function editorPlaceholders(placeholders: readonly { name: string }[]): Placeholder[] {
  return placeholders.map(({ name }) => ({ name, label: placeholderTitle(name) }));
}

/** All email templates in effect, each with the level that it comes from. */
export const emailTemplatesQuery = (owner: ConfigurationOwner) =>
  configurationQuery(emails.listEmailTemplates, owner, keys.emails);

/** Saves this owner's own template. */
export const useSaveEmailTemplate = (owner: ConfigurationOwner) =>
  useConfigurationMutation(emails.saveEmailTemplate, owner, keys.emails);

/** Deletes the owner's own template, so that the one of the level above is in effect. */
export const useResetEmailTemplate = (owner: ConfigurationOwner) =>
  useConfigurationMutation(emails.resetEmailTemplate, owner, keys.emails);

/** Deletes all of the owner's own templates. */
export const useResetEmailTemplates = (owner: ConfigurationOwner) =>
  useConfigurationMutation(emails.resetEmailTemplates, owner, keys.emails);

/** A mail with sample values. A refusal is shown in place of the preview. */
export const emailPreviewQuery = (owner: ConfigurationOwner, id: number, draft: Draft) =>
  queryOptions({
    queryKey: [...keys.previews, "email", ...ownerKey(owner), id, draft],
    queryFn: ({ signal }) =>
      callForOwner(emails.previewEmailTemplate, owner, { id, ...draft }, { signal, quiet: true }),
    gcTime: 0,
  });

/** Mails the draft to the signed-in user, with sample values. */
export function useSendTest(owner: ConfigurationOwner) {
  return useMutation({
    mutationFn: (input: Draft & { id: number }) =>
      callForOwner(emails.sendTestEmailTemplate, owner, input),
  });
}

/** The letter in effect, with the level that it comes from. */
export const jobOfferQuery = (owner: ConfigurationOwner) =>
  configurationQuery(jobOffer.jobOfferTemplate.get, owner, keys.jobOffer);

/** Saves this owner's own letter. */
export const useSaveJobOffer = (owner: ConfigurationOwner) =>
  useConfigurationMutation(jobOffer.jobOfferTemplate.save, owner, keys.jobOffer);

/** Deletes the owner's own letter, so that the one of the level above is in effect. */
export const useResetJobOffer = (owner: ConfigurationOwner) =>
  useConfigurationMutation(jobOffer.jobOfferTemplate.reset, owner, keys.jobOffer);

/** The letter with sample values. A refusal is shown in place of the preview. */
export const jobOfferPreviewQuery = (owner: ConfigurationOwner, draft: Draft) =>
  queryOptions({
    queryKey: [...keys.previews, "job-offer", ...ownerKey(owner), draft],
    queryFn: ({ signal }) =>
      callForOwner(jobOffer.previewJobOfferTemplate, owner, draft, { signal, quiet: true }),
    gcTime: 0,
  });

/** The typed letter with sample values, as a PDF file. */
export function usePrintJobOffer(owner: ConfigurationOwner) {
  return useMutation({
    mutationFn: (draft: Draft) => callFileForOwner(jobOffer.printJobOfferTemplate, owner, draft),
  });
}
