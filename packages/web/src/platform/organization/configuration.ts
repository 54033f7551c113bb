import type { ConfigurationEndpoint, ConfigurationOwner } from "@kontor/contract/configuration";
import type { DataOf, Endpoint } from "@kontor/contract/endpoint";
import {
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryKey,
  type UseMutationResult,
} from "@tanstack/react-query";

import { call, callFile, type CallInput, type CallOptions, type ReceivedFile } from "../api.ts";
import { reloadAfterNoResponse } from "../mutation.ts";

/** The input of an operation without its owner, and its result. */
export type ConfigurationInput<Call extends ConfigurationEndpoint> = CallInput<Call["platform"]>;
export type ConfigurationData<Call extends ConfigurationEndpoint> = DataOf<Call["platform"]>;

/** The endpoint for an owner, and the input with the organization added. */
function ownerCall<E extends Endpoint>(
  operation: Readonly<Record<keyof ConfigurationEndpoint, E>>,
  owner: ConfigurationOwner,
  given: object,
) {
  const input = owner === "platform" ? given : { ...owner, ...given };
  const endpoint = owner === "platform" ? operation.platform : operation.organization;
  // The input of a generic endpoint cannot be expressed as a type.
  return { endpoint, input: input as CallInput<E> };
}

/** Calls an operation on the values of an owner. @throws what {@link call} throws. */
export async function callForOwner<Call extends ConfigurationEndpoint>(
  operation: Call,
  owner: ConfigurationOwner,
  given: ConfigurationInput<Call>,
  options?: CallOptions,
): Promise<ConfigurationData<Call>> {
  const { endpoint, input } = ownerCall<Endpoint>(operation, owner, given);
  // Both endpoints of an operation respond with the same data.
  return (await call(endpoint, input, options)) as ConfigurationData<Call>;
}

type FileEndpoint = Endpoint & { readonly file: readonly string[] };

/** Like {@link callForOwner}, for an operation that responds with a file. */
export function callFileForOwner<
  Call extends Readonly<Record<keyof ConfigurationEndpoint, FileEndpoint>>,
>(
  operation: Call,
  owner: ConfigurationOwner,
  given: ConfigurationInput<Call>,
): Promise<ReceivedFile> {
  const { endpoint, input } = ownerCall<FileEndpoint>(operation, owner, given);
  return callFile(endpoint, input);
}

/** Separates the values of one owner from those of another in query keys. */
export function ownerKey(owner: ConfigurationOwner): QueryKey {
  return owner === "platform" ? [owner] : [owner.tenant_id, owner.company_id];
}

/** The values of an owner, from an operation without further input. */
export function configurationQuery<Call extends ConfigurationEndpoint>(
  operation: Call,
  owner: ConfigurationOwner,
  key: QueryKey,
) {
  return queryOptions({
    queryKey: [...key, ...ownerKey(owner)],
    queryFn: ({ signal }) =>
      callForOwner<ConfigurationEndpoint>(operation, owner, {}, { signal }) as Promise<
        ConfigurationData<Call>
      >,
  });
}

/** Changes an owner's values, then invalidates the queries below `outdated`. */
export function useConfigurationMutation<Call extends ConfigurationEndpoint>(
  operation: Call,
  owner: ConfigurationOwner,
  outdated: QueryKey,
): UseMutationResult<ConfigurationData<Call>, Error, ConfigurationInput<Call>> {
  const client = useQueryClient();
  const reload = () => client.invalidateQueries({ queryKey: outdated });
  return useMutation({
    mutationFn: (input: ConfigurationInput<Call>) => callForOwner(operation, owner, input),
    onSuccess: reload,
    onError: (error) => reloadAfterNoResponse(error, reload),
  });
}
