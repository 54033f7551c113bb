import type { ConfigurationOwner } from "@kontor/contract/configuration";
import { advanceRules } from "@kontor/contract/salary-advances/advance-rules";
import { previewAdvanceRules } from "@kontor/contract/salary-advances/preview";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import {
  callFor,
  configurationQuery,
  ownerKey,
  useConfigurationMutation,
  type ConfigurationData,
  type ConfigurationInput,
} from "../../platform/organization/configuration.ts";

const rulesKey = ["salary-advance-config"] as const;

/** The rules in effect for an organization, or the platform's default. */
export type AdvanceRules = ConfigurationData<typeof advanceRules.get>;

/** The rules in effect, with the level that they come from. */
export const advanceRulesQuery = (owner: ConfigurationOwner) =>
  configurationQuery(advanceRules.get, owner, rulesKey);

/** Saves rules of this owner's own, for later requests. */
export const useSaveAdvanceRules = (owner: ConfigurationOwner) =>
  useConfigurationMutation(advanceRules.save, owner, rulesKey);

/** Drops the owner's own rules, so that those of the level above are in effect. */
export const useResetAdvanceRules = (owner: ConfigurationOwner) =>
  useConfigurationMutation(advanceRules.reset, owner, rulesKey);

/** The rules that a preview compares: all but the terms, which affect no decision. */
export type ProposedRules = ConfigurationInput<typeof previewAdvanceRules>;

/** What would have become of the requests of the last 90 days under unsaved rules. */
export const rulesPreviewQuery = (owner: ConfigurationOwner, proposed: ProposedRules) =>
  queryOptions({
    queryKey: [...rulesKey, "preview", ...ownerKey(owner), proposed],
    queryFn: ({ signal }) =>
      callFor<typeof previewAdvanceRules>(previewAdvanceRules, owner, proposed, {
        signal,
        quiet: true,
      }),
    placeholderData: keepPreviousData,
  });

/** The requests of the last 90 days under the present rules, and under others. */
export type RulesPreviewed = ConfigurationData<typeof previewAdvanceRules>;
