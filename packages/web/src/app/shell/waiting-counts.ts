import { useQuery } from "@tanstack/react-query";

import { waitingRunsQuery } from "../../payroll/waiting.ts";
import { pendingAdvancesQuery } from "../../salary-advances/pending.ts";
import { meQuery } from "../../session/data.ts";

/** What may wait for the user, by the names that entries of the sidebar have for it. */
export type WaitingCounts = { readonly salaryAdvances: number; readonly payroll: number };

/**
 * How much of each kind waits for the user; zero without the permission to act on it. The first counts come with
 * the user; later ones are asked for by themselves, when something was decided and while time passes.
 */
export function useWaitingCounts(): WaitingCounts {
  const { data: me, dataUpdatedAt } = useQuery(meQuery());
  // Before the second factor is set up every other call is refused.
  const may = (...permissions: NonNullable<typeof me>["permissions"]) =>
    me?.second_factor_due === false && permissions.some((each) => me.permissions.includes(each));
  const came = (count: number | undefined) => ({
    initialData: count,
    initialDataUpdatedAt: dataUpdatedAt,
  });
  const advances = useQuery({
    ...pendingAdvancesQuery(),
    ...came(me?.counts.salary_advances),
    enabled: may("salary-advances.decide"),
  });
  const runs = useQuery({
    ...waitingRunsQuery(),
    ...came(me?.counts.payroll_runs),
    enabled: may("payroll.approve", "payroll.disburse"),
  });
  return { salaryAdvances: advances.data ?? 0, payroll: runs.data ?? 0 };
}
