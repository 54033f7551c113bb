import { getLiterals } from "@kontor/contract/literals";
import { queryOptions } from "@tanstack/react-query";

import { call } from "../api.ts";

/** The states with their local governments. They change with a release only, so one load is enough. */
export const statesQuery = () =>
  queryOptions({
    queryKey: ["literals", "states"],
    queryFn: async ({ signal }) =>
      (await call(getLiterals, { keys: ["states"] }, { signal, quiet: true })).states ?? [],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
