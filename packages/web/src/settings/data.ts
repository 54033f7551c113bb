import type { DataOf } from "@kontor/contract/endpoint";
import {
  getBankCredentials,
  getMail,
  getMailSettings,
  getUrlSettings,
  listMails,
  resetMailSettings,
  retryMail,
  saveBankCredentials,
  saveMailSettings,
  saveUrlSettings,
  testBankCredentials,
  testMailSettings,
} from "@kontor/contract/settings/settings";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { call, callPaged, type CallInput } from "../platform/api.ts";
import { useEndpointMutation } from "../platform/mutation.ts";

const settingsKeys = {
  mail: ["settings", "mail"],
  mails: ["settings", "mails"],
  urls: ["settings", "urls"],
  bank: ["settings", "bank"],
} as const;

export type MailSettings = DataOf<typeof getMailSettings>;
export type Mail = DataOf<typeof listMails>["rows"][number];
export type MailDetail = DataOf<typeof getMail>;
export type UrlSettings = DataOf<typeof getUrlSettings>;
export type BankCredentials = DataOf<typeof getBankCredentials>;

export const mailSettingsQuery = () =>
  queryOptions({
    queryKey: settingsKeys.mail,
    queryFn: ({ signal }) => call(getMailSettings, {}, { signal }),
  });

/** One page of the mails, newest first. Waiting ones go out meanwhile, so it is asked for again. */
export const mailsQuery = (input: CallInput<typeof listMails>) =>
  queryOptions({
    queryKey: [...settingsKeys.mails, "list", input],
    queryFn: ({ signal }) => callPaged(listMails, input, { signal, unattended: true }),
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  });

export const mailQuery = (id: number) =>
  queryOptions({
    queryKey: [...settingsKeys.mails, id],
    queryFn: ({ signal }) => call(getMail, { id }, { signal }),
  });

export const urlSettingsQuery = () =>
  queryOptions({
    queryKey: settingsKeys.urls,
    queryFn: ({ signal }) => call(getUrlSettings, {}, { signal }),
  });

export const bankCredentialsQuery = () =>
  queryOptions({
    queryKey: settingsKeys.bank,
    queryFn: ({ signal }) => call(getBankCredentials, {}, { signal }),
  });

export function useSaveMailSettings() {
  return useEndpointMutation(saveMailSettings, [settingsKeys.mail]);
}

export function useResetMailSettings() {
  return useEndpointMutation(resetMailSettings, [settingsKeys.mail]);
}

export function useTestMailSettings() {
  return useEndpointMutation(testMailSettings, [settingsKeys.mails]);
}

export function useRetryMail() {
  return useEndpointMutation(retryMail, [settingsKeys.mails]);
}

export function useSaveUrlSettings() {
  return useEndpointMutation(saveUrlSettings, [settingsKeys.urls]);
}

export function useSaveBankCredentials() {
  return useEndpointMutation(saveBankCredentials, [settingsKeys.bank]);
}

export function useTestBankCredentials() {
  return useEndpointMutation(testBankCredentials, []);
}
