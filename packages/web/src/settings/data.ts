import type { DataOf } from "@kontor/contract/endpoint";
import {
  discardMail,
  discardMails,
  getMail,
  listMails,
  retryMail,
} from "@kontor/contract/settings/mails";
import { getOutgoing, releaseOutgoing } from "@kontor/contract/settings/outgoing";
import {
  getBankCredentials,
  getMailSettings,
  getUrlSettings,
  resetMailSettings,
  saveBankCredentials,
  saveMailSettings,
  saveUrlSettings,
  testBankCredentials,
  testMailSettings,
} from "@kontor/contract/settings/settings";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { call, callPaged, type CallInput } from "../platform/api.ts";
import { useEndpointMutation } from "../platform/mutation.ts";
import { sessionKeys } from "../session/data.ts";

const settingsKeys = {
  mail: ["settings", "mail"],
  mails: ["settings", "mails"],
  urls: ["settings", "urls"],
  outgoing: ["settings", "outgoing"],
  bank: ["settings", "bank"],
} as const;

export type MailSettings = DataOf<typeof getMailSettings>;
export type Mails = DataOf<typeof listMails>;
export type Mail = Mails["rows"][number];
export type MailDetail = DataOf<typeof getMail>;
export type Outgoing = DataOf<typeof getOutgoing>;
export type UrlSettings = DataOf<typeof getUrlSettings>;
export type BankCredentials = DataOf<typeof getBankCredentials>;

/** The mail server and sender in use, without the password. */
export const mailSettingsQuery = () =>
  queryOptions({
    queryKey: settingsKeys.mail,
    queryFn: ({ signal }) => call(getMailSettings, {}, { signal }),
  });

/** One page of the mails, newest first. It is polled while mails wait to be sent. */
export const mailsQuery = (input: CallInput<typeof listMails>) =>
  queryOptions({
    queryKey: [...settingsKeys.mails, "list", input],
    queryFn: ({ signal }) => callPaged(listMails, input, { signal, unattended: true }),
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  });

/** A mail of the outbox with its text. */
export const mailQuery = (id: number) =>
  queryOptions({
    queryKey: [...settingsKeys.mails, id],
    queryFn: ({ signal }) => call(getMail, { id }, { signal }),
  });

/** Whether emails and transfers are on hold, and what waits. */
export const outgoingQuery = () =>
  queryOptions({
    queryKey: settingsKeys.outgoing,
    queryFn: ({ signal }) => call(getOutgoing, {}, { signal, unattended: true }),
    refetchInterval: 60_000,
  });

/** The addresses that mails use. */
export const urlSettingsQuery = () =>
  queryOptions({
    queryKey: settingsKeys.urls,
    queryFn: ({ signal }) => call(getUrlSettings, {}, { signal }),
  });

/** The funding provider and the last characters of its keys. */
export const bankCredentialsQuery = () =>
  queryOptions({
    queryKey: settingsKeys.bank,
    queryFn: ({ signal }) => call(getBankCredentials, {}, { signal }),
  });

/** Saves the mail server and sender. Another server or user requires its password again. */
export function useSaveMailSettings() {
  return useEndpointMutation(saveMailSettings, [settingsKeys.mail]);
}

/** Removes the mail server, so that the environment's is used, if there is one. */
export function useResetMailSettings() {
  return useEndpointMutation(resetMailSettings, [settingsKeys.mail]);
}

/** Sends the signed-in user a mail through the saved mail server. */
export function useTestMailSettings() {
  return useEndpointMutation(testMailSettings, [settingsKeys.mails]);
}

/** The dashboard lists mails that were given up among the faults of the platform. */
const outboxKeys = [settingsKeys.mails, settingsKeys.outgoing, ["platform-proof"]] as const;

/** Queues a mail again that was not sent. */
export function useRetryMail() {
  return useEndpointMutation(retryMail, outboxKeys);
}

/** Discards a mail that waits or failed. */
export function useDiscardMail() {
  return useEndpointMutation(discardMail, outboxKeys);
}

/** Discards all mails that wait or failed, up to one. */
export function useDiscardMails() {
  return useEndpointMutation(discardMails, outboxKeys);
}

/** Releases emails and transfers that are on hold. */
export function useReleaseOutgoing() {
  return useEndpointMutation(releaseOutgoing, [
    settingsKeys.outgoing,
    settingsKeys.mails,
    sessionKeys.me(),
  ]);
}

/** Saves the addresses that later mails use. */
export function useSaveUrlSettings() {
  return useEndpointMutation(saveUrlSettings, [settingsKeys.urls]);
}

/** Saves the funding provider and its keys. */
export function useSaveBankCredentials() {
  return useEndpointMutation(saveBankCredentials, [settingsKeys.bank]);
}

/** Asks the funding provider whether it accepts the stored keys. Nothing is changed. */
export function useTestBankCredentials() {
  return useEndpointMutation(testBankCredentials, []);
}
