import type { CorruptedBooks, Corruption } from "./books-corruptions.ts";

/** Computes the totals up to the end of the quarter that contains the entries. */
const updateQuarterTotals = (at: CorruptedBooks) =>
  `select set_config('app.tenant_id', '${at.tenant}', true), keep_quarters(${at.tenant}, '2026-04-01')`;

/**
 * The possible faults in totals to the ends of quarters, and in those of thirds of months, which
 * are computed with them; exactly these must be found.
 */
export const quarterCorruptions: readonly Corruption[] = (["quarter", "third"] as const).flatMap(
  (part) =>
    [
      `update ledger_${part}s set debit = debit + 1`,
      `update ledger_${part}s set credit = credit + 1`,
      `update ledger_${part}s set lines = lines + 1`,
      `delete from ledger_${part}s`,
    ].map((change): Corruption => [
      `totals that are made after the posting: ${change}`,
      (at) => `${updateQuarterTotals(at)}; ${change} where ledger_id = ${at.sub}`,
      (at) => [`ledger_${part}_wrong ledger:${at.sub}`],
    ]),
);
