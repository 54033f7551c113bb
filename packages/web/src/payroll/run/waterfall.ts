import { kobo, type Kobo } from "@kontor/books/money";
import { signedKobo } from "@kontor/contract/payroll/runs";

import type { SignedAmount } from "../data.ts";

/** The start and width of a bar of a waterfall chart, in percent of the width of the chart. */
export type WaterfallBar = { start: number; width: number; negative: boolean };

/** Positive or negative kobo as a signed amount. */
export function toSignedAmount(value: bigint): SignedAmount {
  return { amount: kobo(value < 0n ? -value : value), negative: value < 0n };
}

/** The amount before a difference was added. */
export function amountBefore(now: Kobo, difference: bigint): Kobo {
  return kobo(now - difference);
}

/**
 * Lays out differences as a waterfall chart: each bar begins where the one before it ends, and a bar
 * for their sum begins at zero.
 *
 * @returns the bars, the bar of the sum (`whole`), the position of zero in percent, and the sum in kobo.
 */
export function layOutWaterfall(amounts: readonly SignedAmount[]): {
  bars: readonly WaterfallBar[];
  whole: WaterfallBar;
  zero: number;
  total: bigint;
} {
  const values = amounts.map(signedKobo);
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
  const barOf = ({ from, to }: { from: bigint; to: bigint }): WaterfallBar => {
    const [low, high] = from < to ? [from, to] : [to, from];
    const start = share(low);
    return { start, width: share(high) - start, negative: to < from };
  };
  return {
    bars: spans.map(barOf),
    whole: barOf({ from: 0n, to: sum }),
    zero: share(0n),
    total: sum,
  };
}
