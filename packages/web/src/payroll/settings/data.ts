import type { ConfigurationOwner } from "@kontor/contract/configuration";
import { payrollSettings } from "@kontor/contract/payroll/settings";

import { payrollSettingsKey } from "../../employees/payroll-settings.ts";
import { useConfigurationMutation } from "../../platform/organization/configuration.ts";

/** Saves settings of this owner's own. */
export const useSavePayrollSettings = (owner: ConfigurationOwner) =>
  useConfigurationMutation(payrollSettings.save, owner, payrollSettingsKey);

/** Drops the owner's own settings, so that those of the level above are in effect. */
export const useResetPayrollSettings = (owner: ConfigurationOwner) =>
  useConfigurationMutation(payrollSettings.reset, owner, payrollSettingsKey);
