/** 100% in basis points, which are hundredths of a percent. */
export const HUNDRED_PERCENT = 10_000n;

/** Writes basis points as a percentage without trailing zeros: 750n is "7.5". */
export function printPercentage(basisPoints: bigint): string {
  const digits = basisPoints.toString().padStart(3, "0");
  const decimals = digits.slice(-2).replace(/0+$/, "");
  return digits.slice(0, -2) + (decimals === "" ? "" : `.${decimals}`);
}

/**
 * Converts a percentage from a JSON number with at most two decimals to basis points: 12.5 is
 * 1250n.
 */
export function basisPointsOf(percentage: number): bigint {
  return BigInt(Math.round(percentage * 100));
}
