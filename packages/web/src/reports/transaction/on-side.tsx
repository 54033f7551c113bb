import type { Kobo } from "@kontor/books/money";
import type { Side } from "@kontor/books/side";

import { Money } from "../../ui/money.tsx";

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
