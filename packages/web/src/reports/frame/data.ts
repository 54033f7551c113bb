import type { DataOf, Endpoint, PageMeta } from "@kontor/contract/endpoint";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { reportKeys } from "../../accounting/data.ts";
import { call, callPaged, type CallInput } from "../../platform/api.ts";

/**
 * A report with its filters. Cached figures are always refreshed, since others may have posted
 * meanwhile.
 */
export function reportQuery<E extends Endpoint>(endpoint: E, input: CallInput<E>) {
  return queryOptions({
    queryKey: reportKeys.one(endpoint, input),
    queryFn: ({ signal }): Promise<DataOf<E>> => call(endpoint, input, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** As {@link reportQuery}, for a report that comes in pages. */
export function pagedReportQuery<E extends Endpoint>(
  endpoint: E & { paged?: true | undefined },
  input: CallInput<E>,
) {
  return queryOptions({
    queryKey: reportKeys.one(endpoint, input),
    queryFn: ({ signal }): Promise<{ data: DataOf<E>; meta: PageMeta }> =>
      callPaged<E>(endpoint, input, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
