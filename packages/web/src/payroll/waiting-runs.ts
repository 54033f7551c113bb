import { queryOptions } from "@tanstack/react-query";

import { call } from "../platform/api.ts";

/** The prefix of every query key of this feature. */
export const payrollKey = ["payroll"] as const;

/**
 * The number of runs that wait for the user, for the sidebar, which works without it if the call
 * fails. Every page needs this count and few need more of payroll, so the call's schemas are loaded
 * on demand.
 */
export const waitingRunsQuery = () =>
  queryOptions({
    queryKey: [...payrollKey, "waiting"],
    queryFn: async ({ signal }) => {
      const { countWaitingRuns } = await import("@kontor/contract/payroll/runs");
      const { waiting } = await call(countWaitingRuns, {}, { signal, quiet: true });
      return waiting;
    },
    staleTime: 60_000,
  });
