import { ZERO, type Kobo } from "@kontor/books/money";
import type { Side } from "@kontor/books/side";

import { Money } from "../../ui/money.tsx";
import { useOnPhone } from "../../ui/use-on-phone.ts";

import classes from "./transaction.module.css";

/** An amount in the column of its side. A phone has no columns, so it names the side. */
export function OnSide({ amount, side }: { amount: Kobo; side: Side }) {
  if (amount === 0n) return <Money amount={amount} dashForZero />;
  return (
    <>
      <Money amount={amount} />
      <span className={classes.onPhone}> {side}</span>
    </>
  );
}

/**
 * A balance of zero, which has no side. A phone shows no columns, and leaves out a dash; without the
 * amount, nobody could tell there whether the account has a balance.
 */
export function ZeroBalance() {
  return <Money amount={ZERO} dashForZero={!useOnPhone()} />;
}
