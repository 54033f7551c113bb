import type { ConfigurationOwner } from "@kontor/contract/configuration";
import { payrollSettings } from "@kontor/contract/payroll/settings";

import {
  configurationQuery,
  useConfigurationMutation,
  type ConfigurationData,
} from "../../platform/organization/configuration.ts";

const settingsKey = ["payroll-settings"] as const;

/** The settings in effect for an organization, or the platform's default. */
export type PayrollSettings = ConfigurationData<typeof payrollSettings.get>;

export const payrollSettingsQuery = (owner: ConfigurationOwner) =>
  configurationQuery(payrollSettings.get, owner, settingsKey);

export const useSavePayrollSettings = (owner: ConfigurationOwner) =>
  useConfigurationMutation(payrollSettings.save, owner, settingsKey);

export const useResetPayrollSettings = (owner: ConfigurationOwner) =>
  useConfigurationMutation(payrollSettings.reset, owner, settingsKey);
