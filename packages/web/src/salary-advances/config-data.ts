import type { DataOf } from "@kontor/contract/endpoint";
import {
  getPlatformSalaryAdvanceConfig,
  getSalaryAdvanceConfig,
  resetPlatformSalaryAdvanceConfig,
  resetSalaryAdvanceConfig,
  savePlatformSalaryAdvanceConfig,
  saveSalaryAdvanceConfig,
} from "@kontor/contract/salary-advances";
import { queryOptions } from "@tanstack/react-query";

import { call, type CallInput } from "../platform/api.ts";
import { ownerKey, type ConfigurationOwner } from "../platform/configuration.ts";
import { useChange } from "../platform/mutation.ts";

const configKey = ["salary-advance-config"] as const;

/** The rules as they hold for an organization, or as the platform's default. */
export type ShownConfig =
  | DataOf<typeof getSalaryAdvanceConfig>
  | DataOf<typeof getPlatformSalaryAdvanceConfig>;

export const configQuery = (owner: ConfigurationOwner) =>
  queryOptions({
    queryKey: [...configKey, ...ownerKey(owner)],
    queryFn: ({ signal }): Promise<ShownConfig> =>
      owner === "platform"
        ? call(getPlatformSalaryAdvanceConfig, {}, { signal })
        : call(getSalaryAdvanceConfig, owner, { signal }),
  });

export function useSaveConfig(owner: ConfigurationOwner) {
  return useChange(
    (input: CallInput<typeof savePlatformSalaryAdvanceConfig>): Promise<ShownConfig> =>
      owner === "platform"
        ? call(savePlatformSalaryAdvanceConfig, input)
        : call(saveSalaryAdvanceConfig, { ...owner, ...input }),
    [configKey],
  );
}

export function useResetConfig(owner: ConfigurationOwner) {
  return useChange(
    (): Promise<ShownConfig> =>
      owner === "platform"
        ? call(resetPlatformSalaryAdvanceConfig, {})
        : call(resetSalaryAdvanceConfig, owner),
    [configKey],
  );
}
