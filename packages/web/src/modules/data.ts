import type { ConfigurationOwner } from "@kontor/contract/configuration";
import { listModules, resetModules, saveModule } from "@kontor/contract/modules/modules";
import type { ModuleId } from "@kontor/contract/reference/modules";
import { useMutation, useQueryClient } from "@tanstack/react-query";

import {
  callForOwner,
  configurationQuery,
  useConfigurationMutation,
  type ConfigurationData,
} from "../platform/organization/configuration.ts";

export const modulesKey = ["modules"] as const;

/** A module as it is switched for an organization, or as the platform's default. */
export type ConfiguredModule = ConfigurationData<typeof saveModule>;

/** All modules, with the state of each and the level that it comes from. */
export const modulesQuery = (owner: ConfigurationOwner) =>
  configurationQuery(listModules, owner, modulesKey);

type ModuleSwitch = { id: ModuleId; enabled: boolean };

/**
 * Switches a module optimistically. The switches of one grid are sent one after another, in the
 * order of the clicks. After the last response the list is reloaded, which restores the true state
 * after a refusal and shows other users' changes after a success.
 */
export function useSwitchModule(owner: ConfigurationOwner) {
  const client = useQueryClient();
  const { queryKey } = modulesQuery(owner);
  const mutationKey = [...queryKey, "switch"];
  const show = ({ id, enabled }: ModuleSwitch) =>
    client.setQueryData(queryKey, (modules) =>
      modules?.map((module) => (module.id === id ? { ...module, enabled } : module)),
    );
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join("/") },
    mutationFn: (switching: ModuleSwitch) => callForOwner(saveModule, owner, switching),
    onMutate: async (switching) => {
      show(switching);
      await client.cancelQueries({ queryKey });
    },
    onError: (_error, { id, enabled }) => show({ id, enabled: !enabled }),
    onSettled: async () => {
      if (client.isMutating({ mutationKey }) > 1) return;
      await client.invalidateQueries({ queryKey: modulesKey });
    },
  });
}

/** Resets a module of an organization to the platform's default. */
export const useResetModule = (owner: ConfigurationOwner) =>
  useConfigurationMutation(resetModules, owner, modulesKey);
