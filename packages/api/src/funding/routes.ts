import * as contract from "@kontor/contract/funding/funding";
import { fundingRules } from "@kontor/contract/funding/funding-rules";

import { fileRoute } from "../platform/http/serve-file.ts";
import { route, type Route } from "../platform/http/serve.ts";
import { singleConfigurationRoutes } from "../platform/organization/configuration-routes.ts";
import { financialsOf, payAccountOf } from "./financials.ts";
import { fundingRulesConfiguration } from "./funding-rules.ts";
import { moveFunds } from "./funds.ts";
import { transactionsFile } from "./transactions-export.ts";

export const fundingRoutes: readonly Route[] = [
  ...singleConfigurationRoutes(fundingRules, fundingRulesConfiguration),
  route(contract.getFinancials, financialsOf),
  route(contract.getPayAccount, payAccountOf),
  route(contract.submitFunds, moveFunds),
  fileRoute(contract.exportTransactions, transactionsFile, { snapshot: true }),
];
