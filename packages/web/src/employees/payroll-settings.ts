import type { ConfigurationOwner } from "@kontor/contract/configuration";
import { payrollSettings } from "@kontor/contract/payroll/settings";

import {
  configurationQuery,
  type ConfigurationData,
} from "../platform/organization/configuration.ts";

export const payrollSettingsKey = ["payroll-settings"] as const;

/** The settings in effect for an organization, or the platform's default. */
export type PayrollSettings = ConfigurationData<typeof payrollSettings.get>;

/** The settings in effect, with the level that they come from. */
export const payrollSettingsQuery = (owner: ConfigurationOwner) =>
  configurationQuery(payrollSettings.get, owner, payrollSettingsKey);
