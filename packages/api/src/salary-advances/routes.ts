import * as contract from "@kontor/contract/salary-advances/advance-rules";

import type { Route } from "../platform/http/serve.ts";
import { singleConfigurationRoutes } from "../platform/organization/configuration-routes.ts";
import { advanceRulesConfiguration } from "./advance-rules.ts";

export const salaryAdvanceRoutes: readonly Route[] = [
  ...singleConfigurationRoutes(contract.advanceRules, advanceRulesConfiguration),
];
