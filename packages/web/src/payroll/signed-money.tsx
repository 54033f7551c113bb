import { kobo } from "@kontor/books/money";
import { formatMoney, formatNet } from "@kontor/contract/format";

import { Money } from "../ui/money.tsx";
import type { SignedAmount } from "./data.ts";

/** An amount; below zero in brackets, as in totals, reports and files. */
export function signedText({ amount, negative }: SignedAmount): string {
  return formatNet(negative ? kobo(-amount) : amount);
}

/** A difference with its sign, so that the signs of a column are aligned. */
export function differenceText({ amount, negative }: SignedAmount): string {
  const sign = negative ? "−" : "+";
  return `${amount === 0n ? "" : sign}${formatMoney(amount)}`;
}

/** A difference in a column; a dash when there is nothing to compare with. */
export function Difference({ amount }: { amount: SignedAmount | null }) {
  if (amount === null) return <span aria-label="none">–</span>;
  return amount.amount === 0n ? <Money amount={amount.amount} /> : differenceText(amount);
}
