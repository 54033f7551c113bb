import type { DataOf } from "@kontor/contract/endpoint";
import * as jobOffer from "@kontor/contract/job-offer-template";
import { placeholderTitle } from "@kontor/contract/placeholders";
import * as emails from "@kontor/contract/templates";
import { queryOptions } from "@tanstack/react-query";

import { call, callFile } from "../platform/api.ts";
import { ownerKey, type ConfigurationOwner } from "../platform/configuration.ts";
import { useChange } from "../platform/mutation.ts";
import type { Placeholder } from "../ui/rich-text/placeholder-chips.ts";

const keys = {
  emails: ["email-templates"],
  jobOffer: ["job-offer-template"],
  previews: ["template-previews"],
} as const;

/** A mail as it is worded for an organization, or as the platform's default. */
export type ShownTemplate =
  | DataOf<typeof emails.listEmailTemplates>[number]
  | DataOf<typeof emails.listPlatformEmailTemplates>[number];

/** The job offer letter of an organization, or the platform's default. */
export type ShownJobOffer =
  | DataOf<typeof jobOffer.getJobOfferTemplate>
  | DataOf<typeof jobOffer.getPlatformJobOfferTemplate>;

/** What has been typed so far. */
export type Draft = { subject: string; body: string };

type Saving = Draft & { version: number };

/** The placeholders of a template as an editor takes them. */
export function offered(placeholders: readonly { name: string }[]): Placeholder[] {
  return placeholders.map(({ name }) => ({ name, label: placeholderTitle(name) }));
}

export const emailTemplatesQuery = (owner: ConfigurationOwner) =>
  queryOptions({
    queryKey: [...keys.emails, ...ownerKey(owner)],
    queryFn: ({ signal }): Promise<readonly ShownTemplate[]> =>
      owner === "platform"
        ? call(emails.listPlatformEmailTemplates, {}, { signal })
        : call(emails.listEmailTemplates, owner, { signal }),
  });

/** A mail with sample values; what cannot be shown is told in place of the preview. */
export const emailPreviewQuery = (owner: ConfigurationOwner, id: number, draft: Draft) =>
  queryOptions({
    queryKey: [...keys.previews, "email", ...ownerKey(owner), id, draft],
    queryFn: ({ signal }) =>
      owner === "platform"
        ? call(emails.previewPlatformEmailTemplate, { id, ...draft }, { signal, quiet: true })
        : call(emails.previewEmailTemplate, { ...owner, id, ...draft }, { signal, quiet: true }),
    gcTime: 0,
  });

export function useSaveEmailTemplate(owner: ConfigurationOwner) {
  return useChange(
    (input: Saving & { id: number }): Promise<ShownTemplate> =>
      owner === "platform"
        ? call(emails.savePlatformEmailTemplate, input)
        : call(emails.saveEmailTemplate, { ...owner, ...input }),
    [keys.emails],
  );
}

export function useResetEmailTemplate(owner: ConfigurationOwner) {
  return useChange(
    (id: number): Promise<ShownTemplate> =>
      owner === "platform"
        ? call(emails.resetPlatformEmailTemplate, { id })
        : call(emails.resetEmailTemplate, { ...owner, id }),
    [keys.emails],
  );
}

export function useResetEmailTemplates(owner: ConfigurationOwner) {
  return useChange(
    (): Promise<readonly ShownTemplate[]> =>
      owner === "platform"
        ? call(emails.resetPlatformEmailTemplates, {})
        : call(emails.resetEmailTemplates, owner),
    [keys.emails],
  );
}

/** Mails the signed-in user what has been typed, with sample values. */
export function useSendTest(owner: ConfigurationOwner) {
  return useChange(
    (input: Draft & { id: number }) =>
      owner === "platform"
        ? call(emails.sendTestPlatformEmailTemplate, input)
        : call(emails.sendTestEmailTemplate, { ...owner, ...input }),
    [],
  );
}

export const jobOfferQuery = (owner: ConfigurationOwner) =>
  queryOptions({
    queryKey: [...keys.jobOffer, ...ownerKey(owner)],
    queryFn: ({ signal }): Promise<ShownJobOffer> =>
      owner === "platform"
        ? call(jobOffer.getPlatformJobOfferTemplate, {}, { signal })
        : call(jobOffer.getJobOfferTemplate, owner, { signal }),
  });

/** The letter with sample values; what cannot be shown is told in place of the preview. */
export const jobOfferPreviewQuery = (owner: ConfigurationOwner, draft: Draft) =>
  queryOptions({
    queryKey: [...keys.previews, "job-offer", ...ownerKey(owner), draft],
    queryFn: ({ signal }) =>
      owner === "platform"
        ? call(jobOffer.previewPlatformJobOfferTemplate, draft, { signal, quiet: true })
        : call(jobOffer.previewJobOfferTemplate, { ...owner, ...draft }, { signal, quiet: true }),
    gcTime: 0,
  });

export function useSaveJobOffer(owner: ConfigurationOwner) {
  return useChange(
    (input: Saving & { id: number }): Promise<ShownJobOffer> =>
      owner === "platform"
        ? call(jobOffer.savePlatformJobOfferTemplate, input)
        : call(jobOffer.saveJobOfferTemplate, { ...owner, ...input }),
    [keys.jobOffer],
  );
}

export function useResetJobOffer(owner: ConfigurationOwner) {
  return useChange(
    (): Promise<ShownJobOffer> =>
      owner === "platform"
        ? call(jobOffer.resetPlatformJobOfferTemplate, {})
        : call(jobOffer.resetJobOfferTemplate, owner),
    [keys.jobOffer],
  );
}

/** The letter as it has been typed, with sample values, as a PDF file. */
export function usePrintJobOffer(owner: ConfigurationOwner) {
  return useChange(
    (draft: Draft) =>
      owner === "platform"
        ? callFile(jobOffer.printPlatformJobOfferTemplate, draft)
        : callFile(jobOffer.printJobOfferTemplate, { ...owner, ...draft }),
    [],
  );
}
