/** Hundredths of a percent in a whole: 10,000 basis points are 100 %. */
export const WHOLE = 10_000n;

const WRITTEN = /^(\d{1,4})(?:\.(\d{1,2}))?$/;

/**
 * Reads a percentage in digits with at most two decimals, "7.5", as basis points, 750n.
 *
 * @returns undefined when the text is no such number.
 */
export function parsePercentage(text: string): bigint | undefined {
  const match = WRITTEN.exec(text);
  if (match === null) return undefined;
  return BigInt((match[1] ?? "") + (match[2] ?? "").padEnd(2, "0"));
}

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
