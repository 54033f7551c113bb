import { payrollSettings } from "@kontor/contract/payroll/settings";

import type { Route } from "../platform/http/serve.ts";
import { singleConfigurationRoutes } from "../platform/organization/configuration-routes.ts";
import { payrollSettingsConfiguration } from "./settings.ts";

export const payrollRoutes: readonly Route[] = [
  ...singleConfigurationRoutes(payrollSettings, payrollSettingsConfiguration),
];
