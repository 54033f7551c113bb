import { kobo, type Kobo } from "@kontor/books/money";

/** The maximum number of positions of a slider that a finger can select. */
const maxPositions = 250n;

/** Steps that give round amounts, in kobo: ₦1, ₦5, ₦10, ₦50 and so on. */
function* roundSums(): Generator<bigint, never> {
  for (let sum = 100n; ; sum *= 10n) {
    yield sum;
    yield sum * 5n;
  }
}

/** A slider over amounts up to a limit, in round steps; the last position is the limit itself. */
export type AmountScale = {
  readonly positions: number;
  /** The amount at a position from 1; null for 0. */
  readonly amountAt: (position: number) => Kobo | null;
  /** The position of an amount, or the next one below it. */
  readonly positionOf: (amount: Kobo | null) => number;
};

/** @param limit the amount of the last position, in kobo; zero gives the single position 0. */
export function amountScale(limit: Kobo): AmountScale {
  const step = stepOf(limit);
  const positions = Number((limit + step - 1n) / step);
  return {
    positions,
    amountAt: (position) => {
      if (position <= 0) return null;
      return position >= positions ? limit : kobo(step * BigInt(position));
    },
    positionOf: (amount) => {
      if (amount === null || amount <= 0n) return 0;
      return amount >= limit ? positions : Number(amount / step);
    },
  };
}

function stepOf(limit: Kobo): bigint {
  const sums = roundSums();
  let step = sums.next().value;
  while (limit / step > maxPositions) step = sums.next().value;
  return step;
}
