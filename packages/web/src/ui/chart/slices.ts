import { compareAmounts, type Kobo } from "@kontor/books/money";
import type { LinkProps } from "@tanstack/react-router";

import { chartColor, otherColor } from "./chart-colors.ts";
import { sumAmounts } from "./sum-amounts.ts";

/** A part of a whole, with a link to its details. */
export type Slice = { label: string; amount: Kobo; behind?: LinkProps };

/**
 * A slice with its colour and its share of the whole in tenths of a percent; null if it has no
 * share.
 */
export type PieSlice = Slice & { color: string; share: number | null };

/** More slices than this are hard to distinguish; the smallest are merged. */
const maxSlices = 7;

/**
 * The slices of a pie, the largest first, at most seven: the smallest are merged as "Other". Zero
 * amounts are left out. Negative amounts, such as costs that were paid back, cannot be drawn: they
 * are listed without a share, and shares refer to the sum of the positive amounts.
 *
 * @returns slices whose shares add up to 1000, unless no amount is positive. Each share is rounded
 *   down, and those with the largest remainders are rounded up until the sum is right.
 */
export function pieSlices(slices: readonly Slice[]): PieSlice[] {
  const sorted = slices
    .filter(({ amount }) => amount !== 0n)
    .toSorted((a, b) => compareAmounts(b.amount, a.amount));
  const above = sorted.filter(({ amount }) => amount > 0n);
  const below = sorted.filter(({ amount }) => amount < 0n);
  const shown = above.length > maxSlices ? above.slice(0, maxSlices - 1) : above;
  const rest = sumAmounts(above.slice(shown.length).map(({ amount }) => amount));
  const parts: (Slice & { color: string })[] = shown.map((slice, index) => ({
    ...slice,
    color: chartColor(index),
  }));
  if (rest > 0n) parts.push({ label: "Other", amount: rest, color: otherColor });
  const shares = sharesOf(parts.map(({ amount }) => amount));
  return [
    ...parts.map((slice, index) => ({ ...slice, share: shares[index] ?? 0 })),
    ...below.map((slice) => ({ ...slice, color: "transparent", share: null })),
  ];
}

function sharesOf(amounts: readonly Kobo[]): number[] {
  const whole = sumAmounts(amounts);
  if (whole === 0n) return amounts.map(() => 0);
  const shares = amounts.map((amount) => Number((amount * 1000n) / whole));
  let left = 1000 - shares.reduce((sum, share) => sum + share, 0);
  const byRemainder = amounts
    .map((amount, index) => ({ index, remainder: (amount * 1000n) % whole }))
    .toSorted((a, b) => (a.remainder === b.remainder ? 0 : a.remainder > b.remainder ? -1 : 1));
  for (const { index } of byRemainder) {
    if (left-- <= 0) break;
    shares[index] = (shares[index] ?? 0) + 1;
  }
  return shares;
}

/** Formats a share in tenths of a percent: 425 is "42.5%". */
export function formatShare(share: number): string {
  return `${(share / 10).toFixed(1)}%`;
}
