/** Hundredths of a percent in a whole: 10,000 basis points are 100 %. */
export const WHOLE = 10_000n;

/** Writes basis points as a percentage without needless zeros: 750n is "7.5". */
export function printPercentage(basisPoints: bigint): string {
  const digits = basisPoints.toString().padStart(3, "0");
  const decimals = digits.slice(-2).replace(/0+$/, "");
  return digits.slice(0, -2) + (decimals === "" ? "" : `.${decimals}`);
}

/** A percentage that came as a JSON number with at most two decimals, in basis points: 12.5 is 1250n. */
export function basisPointsOf(percentage: number): bigint {
  return BigInt(Math.round(percentage * 100));
}
