import { fromSigned, signed, type SidedAmount } from "./side.ts";

/** The balance of an account: an amount in kobo, never negative, and its side; zero is on DR. */
export type Balance = SidedAmount;

/** Adds balances up; the sum of none is zero. */
export function addBalances(balances: Iterable<Balance>): Balance {
  let net = 0n;
  for (const { side, amount } of balances) net += signed(side, amount);
  return fromSigned(net);
}

/**
 * The balance that a ledger shows: its own and that of every sub-ledger. Sub-ledgers have no
 * sub-ledgers, so there is only one level.
 */
export function rollUp(own: Balance, subLedgers: readonly Balance[]): Balance {
  return addBalances([own, ...subLedgers]);
}
