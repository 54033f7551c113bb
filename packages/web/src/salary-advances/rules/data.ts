import type { ConfigurationOwner } from "@kontor/contract/configuration";
import { advanceRules } from "@kontor/contract/salary-advances/advance-rules";

import {
  configurationQuery,
  useConfigurationMutation,
  type ConfigurationData,
} from "../../platform/organization/configuration.ts";

const rulesKey = ["salary-advance-config"] as const;

/** The rules in effect for an organization, or the platform's default. */
export type AdvanceRules = ConfigurationData<typeof advanceRules.get>;

export const advanceRulesQuery = (owner: ConfigurationOwner) =>
  configurationQuery(advanceRules.get, owner, rulesKey);

export const useSaveAdvanceRules = (owner: ConfigurationOwner) =>
  useConfigurationMutation(advanceRules.save, owner, rulesKey);

export const useResetAdvanceRules = (owner: ConfigurationOwner) =>
  useConfigurationMutation(advanceRules.reset, owner, rulesKey);
