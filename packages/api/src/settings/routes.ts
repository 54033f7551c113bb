import * as mails from "@kontor/contract/settings/mails";
import * as outgoing from "@kontor/contract/settings/outgoing";
import * as contract from "@kontor/contract/settings/settings";

import { outsideRoute, route, type Route } from "../platform/http/serve.ts";
import { confirmedRoute } from "../session/confirmed-route.ts";
import { bankCredentials, saveBankCredentials, testBankCredentials } from "./bank-credentials.ts";
import {
  mailSettings,
  resetMailSettings,
  saveMailSettings,
  testMailSettings,
} from "./mail-settings.ts";
import { discardAllMails, discardMailAt, mailAt, mailsList, retryMailAt } from "./mails.ts";
import { outgoingState, releaseAll } from "./outgoing.ts";
import { saveUrlSettings, urlSettings } from "./url-settings.ts";

export const settingsRoutes: readonly Route[] = [
  route(contract.getMailSettings, mailSettings),
  confirmedRoute(contract.saveMailSettings, saveMailSettings, "present_password"),
  confirmedRoute(contract.resetMailSettings, resetMailSettings),
  outsideRoute(contract.testMailSettings, testMailSettings),
  route(mails.listMails, mailsList),
  route(mails.getMail, mailAt),
  route(mails.retryMail, retryMailAt),
  route(mails.discardMail, discardMailAt),
  route(mails.discardMails, discardAllMails),
  route(outgoing.getOutgoing, outgoingState),
  confirmedRoute(outgoing.releaseOutgoing, releaseAll),
  route(contract.getUrlSettings, urlSettings),
  confirmedRoute(contract.saveUrlSettings, saveUrlSettings),
  route(contract.getBankCredentials, bankCredentials),
  confirmedRoute(contract.saveBankCredentials, saveBankCredentials, "present_password"),
  route(contract.testBankCredentials, testBankCredentials),
];
