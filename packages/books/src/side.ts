import { displayKobo, type Kobo } from "./money.ts";

/** The side of an amount: DR is debit, CR is credit. */
export type Side = "DR" | "CR";

/** Both sides, debit first, as accountants list them. */
export const SIDES: readonly Side[] = ["DR", "CR"];

/** An amount with its side; the amount is never negative. */
export type SidedAmount = { readonly amount: Kobo; readonly side: Side };

/** Whether a text names a side; lower case is not accepted. */
export function isSide(text: string): text is Side {
  return text === "DR" || text === "CR";
}

/** The opposite side. */
export function otherSide(side: Side): Side {
  return side === "DR" ? "CR" : "DR";
}

/** The amount as a signed number of kobo: debits are positive, credits negative. */
export function signed(side: Side, amount: Kobo): bigint {
  return side === "DR" ? amount : 0n - amount;
}

/** The inverse of {@link signed}. Zero is always DR, so that it has one representation. */
export function fromSigned(net: bigint): SidedAmount {
  return net < 0n
    ? { amount: displayKobo(0n - net), side: "CR" }
    : { amount: displayKobo(net), side: "DR" };
}
