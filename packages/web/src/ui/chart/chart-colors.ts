/**
 * The colours of a chart, in order of use. Each has a contrast of 3 to 1 to the surface of its
 * colour scheme, and neighbours differ in lightness as well as in hue. Their values are in the
 * style sheet of this folder.
 */
const colorCount = 7;

/** @param index from 0. After the last colour the first is used again. */
export function chartColor(index: number): string {
  return `var(--kontor-chart-${(index % colorCount) + 1})`;
}

/** The colour of the slice "Other". */
export const otherColor = "var(--kontor-chart-rest)";
