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

/** The settings in effect, with the level that they come from. */
export const payrollSettingsQuery = (owner: ConfigurationOwner) =>
  configurationQuery(payrollSettings.get, owner, settingsKey);

/** Saves settings of this owner's own. */
export const useSavePayrollSettings = (owner: ConfigurationOwner) =>
  useConfigurationMutation(payrollSettings.save, owner, settingsKey);

/** Drops the owner's own settings, so that those of the level above are in effect. */
export const useResetPayrollSettings = (owner: ConfigurationOwner) =>
  useConfigurationMutation(payrollSettings.reset, owner, settingsKey);
