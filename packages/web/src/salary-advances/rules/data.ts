import type { ConfigurationOwner } from "@kontor/contract/configuration";
import { advanceRules } from "@kontor/contract/salary-advances/advance-rules";
import { previewAdvanceRules } from "@kontor/contract/salary-advances/preview";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import {
  callForOwner,
  configurationQuery,
  ownerKey,
  useConfigurationMutation,
  type ConfigurationData,
  type ConfigurationInput,
} from "../../platform/organization/configuration.ts";

const rulesKey = ["salary-advance-config"] as const;

/** The rules in effect for an organization, or the platform's default. */
export type AdvanceRules = ConfigurationData<typeof advanceRules.get>;

/** The rules in effect, with their level. */
export const advanceRulesQuery = (owner: ConfigurationOwner) =>
  configurationQuery(advanceRules.get, owner, rulesKey);

/** Saves the owner's own rules, which apply to later requests. */
export const useSaveAdvanceRules = (owner: ConfigurationOwner) =>
  useConfigurationMutation(advanceRules.save, owner, rulesKey);

/** Removes the owner's own rules, so that those of the level above take effect. */
export const useResetAdvanceRules = (owner: ConfigurationOwner) =>
  useConfigurationMutation(advanceRules.reset, owner, rulesKey);

/** The rules that a preview compares, without the terms, which affect no decision. */
export type ProposedRules = ConfigurationInput<typeof previewAdvanceRules>;

/** The outcomes of the requests of the last 90 days under unsaved rules. */
export const rulesPreviewQuery = (owner: ConfigurationOwner, proposed: ProposedRules) =>
  queryOptions({
    queryKey: [...rulesKey, "preview", ...ownerKey(owner), proposed],
    queryFn: ({ signal }) =>
      callForOwner<typeof previewAdvanceRules>(previewAdvanceRules, owner, proposed, {
        signal,
        quiet: true,
      }),
    placeholderData: keepPreviousData,
  });

/** The outcomes of the requests of the last 90 days under the present and the proposed rules. */
export type RulesPreviewData = ConfigurationData<typeof previewAdvanceRules>;
