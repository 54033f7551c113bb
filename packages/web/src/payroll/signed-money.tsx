import { formatMoney } from "@kontor/contract/format";

import { Money } from "../ui/money.tsx";
import type { SignedAmount } from "./data.ts";

/** An amount below zero with a minus. */
export function signedText({ amount, negative }: SignedAmount): string {
  return `${negative && amount !== 0n ? "−" : ""}${formatMoney(amount)}`;
}

/** A difference with its sign, so that the signs of a column are aligned. */
export function differenceText(difference: SignedAmount): string {
  return difference.negative || difference.amount === 0n
    ? signedText(difference)
    : `+${formatMoney(difference.amount)}`;
}

/** A difference in a column; a dash when there is nothing to compare with. */
export function Difference({ of }: { of: SignedAmount | null }) {
  if (of === null) return <span aria-label="none">–</span>;
  return of.amount === 0n ? <Money amount={of.amount} /> : differenceText(of);
}
