import type { DataOf, Endpoint } from "@kontor/contract/endpoint";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { call, type CallInput } from "../../platform/api.ts";

/**
 * What a report shows for some filters. Figures of a report are never taken from memory without asking
 * again, since anybody may have posted meanwhile.
 */
export function reportQuery<E extends Endpoint>(endpoint: E, input: CallInput<E>) {
  return queryOptions({
    queryKey: ["reports", endpoint.path, input],
    queryFn: ({ signal }): Promise<DataOf<E>> => call(endpoint, input, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
