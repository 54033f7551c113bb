import { useQuery } from "@tanstack/react-query";

import { waitingRunsQuery } from "../../payroll/waiting-runs.ts";
import { pendingAdvancesQuery } from "../../salary-advances/pending.ts";
import { meQuery } from "../../session/data.ts";

/** The kinds of items that may wait for the user, by the names that sidebar entries use. */
export type WaitingCounts = { readonly salaryAdvances: number; readonly payroll: number };

/**
 * How many items of each kind wait for the user; zero without the permission to act on them. The
 * first counts come with the user. Later counts are requested separately, after a decision and at
 * intervals.
 */
export function useWaitingCounts(): WaitingCounts {
  const { data: me, dataUpdatedAt } = useQuery(meQuery());
  // Until the second factor is set up, every other call is refused.
  const may = (...permissions: NonNullable<typeof me>["permissions"]) =>
    me?.second_factor_due === false && permissions.some((each) => me.permissions.includes(each));
  const withInitialCount = (count: number | undefined) => ({
    initialData: count,
    initialDataUpdatedAt: dataUpdatedAt,
  });
  const advances = useQuery({
    ...pendingAdvancesQuery(),
    ...withInitialCount(me?.counts.salary_advances),
    enabled: may("salary-advances.decide"),
  });
  const runs = useQuery({
    ...waitingRunsQuery(),
    ...withInitialCount(me?.counts.payroll_runs),
    enabled: may("payroll.approve", "payroll.disburse"),
  });
  return { salaryAdvances: advances.data ?? 0, payroll: runs.data ?? 0 };
}
