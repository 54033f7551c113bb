import { useQuery } from "@tanstack/react-query";

import { pendingAdvancesQuery } from "../../salary-advances/pending.ts";
import { meQuery } from "../../session/data.ts";

/** What may wait for the user, by the names that entries of the sidebar have for it. */
export type WaitingCounts = { readonly salaryAdvances: number };

/** How much of each kind waits for the user; nothing for who may not do anything about it. */
export function useWaitingCounts(): WaitingCounts {
  const me = useQuery(meQuery()).data;
  const decides = me?.permissions.includes("salary-advances.decide") === true;
  // Before the second factor is set up every other call is refused.
  const asks = decides && !me.second_factor_due;
  const advances = useQuery({ ...pendingAdvancesQuery(), enabled: asks });
  return { salaryAdvances: advances.data ?? 0 };
}
