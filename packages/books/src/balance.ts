import { fromSigned, signed, type SidedAmount } from "./side.ts";

/** What an account stands at: an amount in kobo, never negative, and its side; zero is on DR. */
export type Balance = SidedAmount;

/** Several balances as one; none make zero. */
export function addBalances(balances: Iterable<Balance>): Balance {
  let net = 0n;
  for (const { side, amount } of balances) net += signed(side, amount);
  return fromSigned(net);
}

/**
 * What a ledger shows as its balance: its own and that of every sub-ledger. Sub-ledgers have none
 * of their own below them, so one level is all.
 */
export function rollUp(own: Balance, subLedgers: readonly Balance[]): Balance {
  return addBalances([own, ...subLedgers]);
}
