/**
 * The colours of a chart in the order in which they are taken. Each has a contrast of 3 to 1 to the
 * surface of its colour scheme, and neighbours differ in lightness as well as in hue. The style
 * sheet of this folder has their values.
 */
const count = 7;

/** @param index from 0; after the last colour the first comes again. */
export function chartColor(index: number): string {
  return `var(--kontor-chart-${(index % count) + 1})`;
}

/** The colour of the slice "Other". */
export const restColor = "var(--kontor-chart-rest)";
