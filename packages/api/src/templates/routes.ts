import * as jobOffer from "@kontor/contract/job-offer-template";
import * as emails from "@kontor/contract/templates";

import { fileRoute } from "../platform/http/serve-file.ts";
import { route, type Route } from "../platform/http/serve.ts";
import {
  emailTemplatesOf,
  platformEmailTemplates,
  previewEmailTemplateOf,
  previewPlatformEmailTemplate,
  resetEmailTemplateOf,
  resetEmailTemplatesOf,
  resetPlatformEmailTemplate,
  resetPlatformEmailTemplates,
  saveEmailTemplateOf,
  savePlatformEmailTemplate,
  sendPlatformTest,
  sendTestOf,
} from "./email-templates.ts";
import {
  jobOfferOf,
  platformJobOffer,
  previewJobOfferOf,
  previewPlatformJobOffer,
  printJobOfferOf,
  printPlatformJobOffer,
  resetJobOfferOf,
  resetPlatformJobOffer,
  saveJobOfferOf,
  savePlatformJobOffer,
} from "./job-offer.ts";

export const templateRoutes: readonly Route[] = [
  route(emails.listEmailTemplates, emailTemplatesOf),
  route(emails.saveEmailTemplate, saveEmailTemplateOf),
  route(emails.resetEmailTemplates, resetEmailTemplatesOf),
  route(emails.resetEmailTemplate, resetEmailTemplateOf),
  route(emails.previewEmailTemplate, previewEmailTemplateOf),
  route(emails.sendTestEmailTemplate, sendTestOf),
  route(emails.listPlatformEmailTemplates, platformEmailTemplates),
  route(emails.savePlatformEmailTemplate, savePlatformEmailTemplate),
  route(emails.resetPlatformEmailTemplates, resetPlatformEmailTemplates),
  route(emails.resetPlatformEmailTemplate, resetPlatformEmailTemplate),
  route(emails.previewPlatformEmailTemplate, previewPlatformEmailTemplate),
  route(emails.sendTestPlatformEmailTemplate, sendPlatformTest),
  route(jobOffer.getJobOfferTemplate, jobOfferOf),
  route(jobOffer.saveJobOfferTemplate, saveJobOfferOf),
  route(jobOffer.resetJobOfferTemplate, resetJobOfferOf),
  route(jobOffer.previewJobOfferTemplate, previewJobOfferOf),
  fileRoute(jobOffer.printJobOfferTemplate, printJobOfferOf),
  route(jobOffer.getPlatformJobOfferTemplate, platformJobOffer),
  route(jobOffer.savePlatformJobOfferTemplate, savePlatformJobOffer),
  route(jobOffer.resetPlatformJobOfferTemplate, resetPlatformJobOffer),
  route(jobOffer.previewPlatformJobOfferTemplate, previewPlatformJobOffer),
  fileRoute(jobOffer.printPlatformJobOfferTemplate, printPlatformJobOffer),
];
