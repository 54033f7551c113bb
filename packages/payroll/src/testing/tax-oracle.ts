/**
 * The tax of 2026 by another method than the package's: exact fractions over the published totals
 * at the tops of the bands. Because each band's rate is above the previous one, the tax is the
 * maximum of the straight lines through those points. Only tests use it.
 */
export type Fraction = { readonly n: bigint; readonly d: bigint };

export function fraction(n: bigint, d = 1n): Fraction {
  return { n, d };
}

export function plus(a: Fraction, b: Fraction): Fraction {
  return { n: a.n * b.d + b.n * a.d, d: a.d * b.d };
}

export function times(a: Fraction, b: Fraction): Fraction {
  return { n: a.n * b.n, d: a.d * b.d };
}

export function isLess(a: Fraction, b: Fraction): boolean {
  return a.n * b.d < b.n * a.d;
}

/** Rounds half-up to an integer, for non-negative fractions. @internal for tests */
export function nearest({ n, d }: Fraction): bigint {
  const twice = 2n * n + d;
  return (twice - (twice % (2n * d))) / (2n * d);
}

/**
 * Income at the foot of each band and the tax on it, both in naira, and the rate above it in
 * percent.
 */
const lines = [
  { income: 800_000n, tax: 0n, rate: 15n },
  { income: 3_000_000n, tax: 330_000n, rate: 18n },
  { income: 12_000_000n, tax: 1_950_000n, rate: 21n },
  { income: 25_000_000n, tax: 4_680_000n, rate: 23n },
  { income: 50_000_000n, tax: 10_430_000n, rate: 25n },
];

/** The year's exact tax in kobo on chargeable income in kobo. @internal for tests */
export function oracleTax(chargeable: Fraction): Fraction {
  let most = fraction(0n);
  for (const { income, tax, rate } of lines) {
    const above = plus(chargeable, fraction(-income * 100n));
    const line = plus(fraction(tax * 100n), times(above, fraction(rate, 100n)));
    if (isLess(most, line)) most = line;
  }
  return most;
}
