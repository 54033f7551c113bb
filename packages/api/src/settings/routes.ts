import * as mails from "@kontor/contract/settings/mails";
import * as outgoing from "@kontor/contract/settings/outgoing";
import * as contract from "@kontor/contract/settings/settings";

import { externalActionRoute, route, type Route } from "../platform/http/serve.ts";
import { passwordConfirmedRoute } from "../session/confirmed-route.ts";
import { bankCredentials, saveBankCredentials, testBankCredentials } from "./bank-credentials.ts";
import {
  mailSettings,
  resetMailSettings,
  saveMailSettings,
  testMailSettings,
} from "./mail-settings.ts";
import { discardAllMails, discardMailAt, mailAt, mailsList, retryMailAt } from "./mails.ts";
import { outgoingState, releaseAndNotify } from "./outgoing.ts";
import { saveUrlSettings, urlSettings } from "./url-settings.ts";

export const settingsRoutes: readonly Route[] = [
  route(contract.getMailSettings, mailSettings),
  passwordConfirmedRoute(contract.saveMailSettings, saveMailSettings, "present_password"),
  passwordConfirmedRoute(contract.resetMailSettings, resetMailSettings),
  externalActionRoute(contract.testMailSettings, testMailSettings),
  route(mails.listMails, mailsList),
  route(mails.getMail, mailAt),
  route(mails.retryMail, retryMailAt),
  route(mails.discardMail, discardMailAt),
  route(mails.discardMails, discardAllMails),
  route(outgoing.getOutgoing, outgoingState),
  passwordConfirmedRoute(outgoing.releaseOutgoing, releaseAndNotify),
  route(contract.getUrlSettings, urlSettings),
  passwordConfirmedRoute(contract.saveUrlSettings, saveUrlSettings),
  route(contract.getBankCredentials, bankCredentials),
  passwordConfirmedRoute(contract.saveBankCredentials, saveBankCredentials, "present_password"),
  route(contract.testBankCredentials, testBankCredentials),
];
