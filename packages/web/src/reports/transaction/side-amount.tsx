import { ZERO, type Kobo } from "@kontor/books/money";
import type { Side } from "@kontor/books/side";

import { Money } from "../../ui/money.tsx";
import { useOnPhone } from "../../ui/screen-width.ts";

import classes from "./transaction.module.css";

/** An amount in the column of its side. A phone has no such columns, so the side is named there. */
export function SideAmount({ amount, side }: { amount: Kobo; side: Side }) {
  if (amount === 0n) return <Money amount={amount} dashForZero />;
  return (
    <>
      <Money amount={amount} />
      <span className={classes.onPhone}> {side}</span>
    </>
  );
}

/**
 * A balance of zero, which has no side: a dash, or on a phone the amount, because a phone leaves out
 * dashes and would show nothing.
 */
export function ZeroBalance() {
  return <Money amount={ZERO} dashForZero={!useOnPhone()} />;
}
