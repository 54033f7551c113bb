import { queryOptions } from "@tanstack/react-query";

import { call } from "../platform/api.ts";

/** The prefix of every query key of this feature. */
export const advancesKey = ["salary-advances"] as const;

/** Interval of polling the count while the app is visible, in milliseconds. */
const pollInterval = 60_000;

/**
 * The number of advances that wait for the user's decision, for the sidebar, which works without it
 * if the call fails. Every page needs this count and few need more of salary advances, so the
 * call's schemas are loaded on demand.
 */
export const pendingAdvancesQuery = () =>
  queryOptions({
    queryKey: [...advancesKey, "pending"],
    queryFn: async ({ signal }) => {
      const { countPendingAdvances } = await import("@kontor/contract/salary-advances/advances");
      const { pending } = await call(
        countPendingAdvances,
        {},
        { signal, quiet: true, unattended: true },
      );
      return pending;
    },
    staleTime: pollInterval,
    // Other users decide meanwhile, and employees send requests in the portal.
    refetchInterval: pollInterval,
  });
