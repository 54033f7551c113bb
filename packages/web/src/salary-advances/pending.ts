import { queryOptions } from "@tanstack/react-query";

import { call } from "../platform/api.ts";

/** The prefix of every query key of this feature. */
export const advancesKey = ["salary-advances"] as const;

/** Interval of polling the count while the app is visible, in milliseconds. */
const interval = 60_000;

/**
 * How many wait for a decision of the user, for the sidebar, which works without it when it fails.
 * Every page needs the count and few need more of salary advances, so the call's schemas are loaded
 * on demand.
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
    staleTime: interval,
    // Others ask and decide meanwhile, and employees ask in the portal.
    refetchInterval: interval,
  });
