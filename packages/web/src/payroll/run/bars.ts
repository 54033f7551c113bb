import { kobo, type Kobo } from "@kontor/books/money";

import type { SignedAmount } from "../data.ts";

/** Where a bar begins and how long it is, in percent of the width that all of them share. */
export type BarPlace = { start: number; width: number; negative: boolean };

/** The amount with its sign, in kobo. */
export function valueOf({ amount, negative }: SignedAmount): bigint {
  return negative ? -amount : amount;
}

/** The reverse: kobo as an amount with its sign. */
export function signedOf(value: bigint): SignedAmount {
  return { amount: kobo(value < 0n ? -value : value), negative: value < 0n };
}

/** The amount before a difference was added. */
export function before(now: Kobo, difference: bigint): Kobo {
  return kobo(now - difference);
}

/**
 * Places amounts so that each begins where the one before it ended, and one for all of them that begins at
 * the line of no difference.
 *
 * @returns places in percent, that of the line (`zero`), and the sum in kobo.
 */
export function layOut(amounts: readonly SignedAmount[]): {
  bars: readonly BarPlace[];
  whole: BarPlace;
  zero: number;
  total: bigint;
} {
  const values = amounts.map(valueOf);
  let sum = 0n;
  const spans = values.map((value) => {
    const from = sum;
    sum += value;
    return { from, to: sum };
  });
  const ends = [0n, ...spans.map(({ to }) => to)];
  const least = ends.reduce((low, end) => (end < low ? end : low));
  const most = ends.reduce((high, end) => (end > high ? end : high));
  const share = (value: bigint): number =>
    most === least ? 0 : Number(((value - least) * 10_000n) / (most - least)) / 100;
  const place = ({ from, to }: { from: bigint; to: bigint }): BarPlace => {
    const [low, high] = from < to ? [from, to] : [to, from];
    const start = share(low);
    return { start, width: share(high) - start, negative: to < from };
  };
  return {
    bars: spans.map(place),
    whole: place({ from: 0n, to: sum }),
    zero: share(0n),
    total: sum,
  };
}
