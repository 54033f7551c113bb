import type { CorruptedBooks, Corruption } from "./books-corruptions.ts";

/** Makes the totals up to the end of the quarter that the entries lie in. */
const totalQuarters = (at: CorruptedBooks) =>
  `select set_config('app.tenant_id', '${at.tenant}', true), keep_quarters(${at.tenant}, '2026-04-01')`;

/** What can be wrong in totals to the ends of quarters; each must be found, and nothing else. */
export const quarterCorruptions: readonly Corruption[] = [
  "update ledger_quarters set debit = debit + 1",
  "update ledger_quarters set credit = credit + 1",
  "update ledger_quarters set lines = lines + 1",
  "delete from ledger_quarters",
].map((change) => [
  `totals up to the end of a quarter: ${change}`,
  (at) => `${totalQuarters(at)}; ${change} where ledger_id = ${at.sub}`,
  (at) => [`ledger_quarter_wrong ledger:${at.sub}`],
]);
