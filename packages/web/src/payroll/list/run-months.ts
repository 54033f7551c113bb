import { formatDate } from "@kontor/contract/format";
import {
  MAX_MONTHS_AHEAD,
  firstDayOf,
  monthName,
  monthsFrom,
  monthsLater,
  type Month,
} from "@kontor/payroll/month";

import type { ListedRun } from "../data.ts";

type Run = Pick<ListedRun, "tenant_id" | "company_id" | "id" | "number" | "period" | "status">;

/** The months that can be chosen, latest first. */
export type RunMonths = { months: readonly Month[]; proposed: Month };

/** The run that keeps all months from being chosen, and what it says about it. */
export type BlockedMonths = { blockedBy: Run; sentence: string };

/**
 * How many past months are offered for a new run. The server decides which of them may still be
 * paid.
 */
const monthsBack = 12;

function monthsSince(first: Month, present: Month): Month[] {
  return monthsFrom(first, monthsLater(present, MAX_MONTHS_AHEAD)).toReversed();
}

/** The months of an off-cycle run, or of a regular run while the others are not known. */
export function anyRunMonths(present: Month): RunMonths {
  return { months: monthsSince(monthsLater(present, -monthsBack), present), proposed: present };
}

/**
 * The months of a regular run. It follows all others that are not reversed, and waits until the
 * last of them is approved.
 *
 * @param runs the last regular runs, latest month first
 */
export function regularRunMonths(runs: readonly Run[], present: Month): RunMonths | BlockedMonths {
  const last = runs.find(({ status }) => status !== "REVERSED");
  if (last === undefined) {
    const offer = anyRunMonths(present);
    const reversed = runs.at(-1)?.period;
    if (reversed === undefined || !offer.months.includes(reversed)) return offer;
    return { ...offer, proposed: reversed };
  }
  const { number, period, status } = last;
  if (status === "DRAFT" || status === "PENDING_APPROVAL") {
    const sentence = `${number} for ${monthName(period)} comes first. Have it approved, or discard it.`;
    return { blockedBy: last, sentence };
  }
  const proposed = monthsLater(period, 1);
  if (proposed > monthsLater(present, MAX_MONTHS_AHEAD)) {
    const first = formatDate(firstDayOf(monthsLater(proposed, -MAX_MONTHS_AHEAD)));
    const sentence = `${monthName(period)} has its payroll, ${number}. The one of ${monthName(proposed)} can be started from ${first}.`;
    return { blockedBy: last, sentence };
  }
  return { months: monthsSince(proposed, present), proposed };
}
