import * as jobOffer from "@kontor/contract/templates/job-offer";
import * as emails from "@kontor/contract/templates/templates";

import type { Route } from "../platform/http/serve.ts";
import {
  configurationFileRoutes,
  configurationRoutes,
  singleConfigurationRoutes,
} from "../platform/organization/configuration-routes.ts";
import {
  emailTemplatesOf,
  previewEmailTemplate,
  resetEmailTemplate,
  resetEmailTemplates,
  saveEmailTemplate,
  sendTestEmail,
} from "./email-templates.ts";
import { jobOfferConfiguration, previewJobOffer, printJobOffer } from "./job-offer.ts";

export const templateRoutes: readonly Route[] = [
  ...configurationRoutes(emails.listEmailTemplates, emailTemplatesOf),
  ...configurationRoutes(emails.saveEmailTemplate, saveEmailTemplate),
  ...configurationRoutes(emails.resetEmailTemplates, resetEmailTemplates),
  ...configurationRoutes(emails.resetEmailTemplate, resetEmailTemplate),
  ...configurationRoutes(emails.previewEmailTemplate, previewEmailTemplate),
  ...configurationRoutes(emails.sendTestEmailTemplate, sendTestEmail),
  ...singleConfigurationRoutes(jobOffer.jobOfferTemplate, jobOfferConfiguration),
  ...configurationRoutes(jobOffer.previewJobOfferTemplate, previewJobOffer),
  ...configurationFileRoutes(jobOffer.printJobOfferTemplate, printJobOffer),
];
