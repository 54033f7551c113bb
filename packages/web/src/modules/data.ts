import type { DataOf } from "@kontor/contract/endpoint";
import {
  listModules,
  listPlatformModules,
  resetModules,
  saveModule,
  savePlatformModule,
} from "@kontor/contract/modules";
import type { ModuleId } from "@kontor/contract/reference/modules";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";

import { call } from "../platform/api.ts";
import { ownerKey, type ConfigurationOwner } from "../platform/configuration.ts";
import { useEndpointMutation } from "../platform/mutation.ts";

export const modulesKey = ["modules"] as const;

/** A module as it holds for an organization, or as the platform's default. */
export type ShownModule =
  | DataOf<typeof listModules>[number]
  | DataOf<typeof listPlatformModules>[number];

export const modulesQuery = (owner: ConfigurationOwner) =>
  queryOptions({
    queryKey: [...modulesKey, ...ownerKey(owner)],
    queryFn: ({ signal }): Promise<readonly ShownModule[]> =>
      owner === "platform"
        ? call(listPlatformModules, {}, { signal })
        : call(listModules, owner, { signal }),
  });

type Switching = { id: ModuleId; enabled: boolean };

/**
 * Switches a module at once and asks the server behind it. Switches of one grid go out one after the
 * other, in the order of the clicks. When the last is answered the list is loaded again: after a
 * refusal that shows the true state, and after a success what else has changed.
 */
export function useSwitchModule(owner: ConfigurationOwner) {
  const client = useQueryClient();
  const { queryKey } = modulesQuery(owner);
  const mutationKey = [...queryKey, "switch"];
  const show = ({ id, enabled }: Switching) =>
    client.setQueryData<readonly ShownModule[]>(queryKey, (modules) =>
      modules?.map((module) => (module.id === id ? { ...module, enabled } : module)),
    );
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join("/") },
    mutationFn: ({ id, enabled }: Switching): Promise<ShownModule> =>
      owner === "platform"
        ? call(savePlatformModule, { id, enabled })
        : call(saveModule, { ...owner, id, enabled }),
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

/** Gives an organization the platform's default of a module again. */
export function useResetModule() {
  return useEndpointMutation(resetModules, [modulesKey]);
}
