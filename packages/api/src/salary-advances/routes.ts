import * as rules from "@kontor/contract/salary-advances/advance-rules";
import * as contract from "@kontor/contract/salary-advances/advances";
import * as decisions from "@kontor/contract/salary-advances/decisions";
import { previewAdvanceRules } from "@kontor/contract/salary-advances/preview";
import * as repayments from "@kontor/contract/salary-advances/repayments";
import * as requests from "@kontor/contract/salary-advances/requests";

import { fileRoute } from "../platform/http/serve-file.ts";
import { route, type Route } from "../platform/http/serve.ts";
import {
  configurationRoutes,
  singleConfigurationRoutes,
} from "../platform/organization/configuration-routes.ts";
import { organizationAt } from "../platform/organization/organization.ts";
import { passwordConfirmedRoute } from "../session/confirmed-route.ts";
import { advanceRulesConfiguration } from "./advance-rules.ts";
import { approvalCheck } from "./card/approval-check.ts";
import { changedCard, findAdvance } from "./card/card.ts";
import { decideRequest, decideRequests } from "./decide.ts";
import { previewRules } from "./preview.ts";
import { advancesFile } from "./records/export.ts";
import { advancesList, advanceTotals, pendingCount } from "./records/list.ts";
import { repaymentLedgers } from "./repayments/ledgers.ts";
import { refund } from "./repayments/refund.ts";
import { repay, writeOff } from "./repayments/repay.ts";
import { advanceOffer } from "./requests/offer.ts";
import { recordRequest } from "./requests/request.ts";
import { revoke } from "./revoke.ts";
import { sendApproved } from "./sending/send-approved.ts";

export const salaryAdvanceRoutes: readonly Route[] = [
  ...singleConfigurationRoutes(rules.advanceRules, advanceRulesConfiguration),
  ...configurationRoutes(previewAdvanceRules, previewRules),
  route(contract.listSalaryAdvances, advancesList),
  route(contract.getSalaryAdvanceTotals, advanceTotals),
  fileRoute(contract.exportSalaryAdvances, advancesFile, { snapshot: true }),
  route(contract.countPendingAdvances, pendingCount),
  route(contract.getSalaryAdvance, findAdvance),
  route(requests.getAdvanceOffer, async (context, input) => {
    await organizationAt(context, input);
    return advanceOffer(context, input);
  }),
  route(requests.requestAdvance, recordRequest),
  route(decisions.decideAdvance, decideRequest),
  route(decisions.decideAdvances, decideRequests),
  route(decisions.checkApprovals, approvalCheck),
  route(decisions.revokeApproval, async (context, input) =>
    changedCard(context, await revoke(context, input)),
  ),
  route(repayments.listRepaymentLedgers, repaymentLedgers),
  route(repayments.sendAdvance, async (context, input) =>
    changedCard(context, await sendApproved(context, input)),
  ),
  route(repayments.repayAdvance, async (context, input) =>
    changedCard(context, await repay(context, input)),
  ),
  route(repayments.refundAdvance, async (context, input) =>
    changedCard(context, await refund(context, input)),
  ),
  passwordConfirmedRoute(repayments.writeOffAdvance, async (context, input) =>
    changedCard(context, await writeOff(context, input)),
  ),
];
