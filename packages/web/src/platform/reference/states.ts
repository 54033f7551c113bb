import { getLiterals } from "@kontor/contract/literals";
import { queryOptions } from "@tanstack/react-query";

import { call } from "../api.ts";

/**
 * The states with their local governments. They change only with a release, so they are loaded
 * once.
 */
export const statesQuery = () =>
  queryOptions({
    queryKey: ["literals", "states"],
    queryFn: async ({ signal }) =>
      (await call(getLiterals, { keys: ["states"] }, { signal, quiet: true })).states ?? [],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
