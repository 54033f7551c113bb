/** The minimum width of a filter, in pixels: "All Organizations" stays readable. */
export const minFilterWidth = 164;

/**
 * The width of a filter that grows into the free space of its row. The row wraps only when all its
 * filters have their minimum widths. On a phone the filter takes the full width.
 *
 * @param width the maximum width, in pixels.
 * @param needed the minimum width, if the filter has a longer text.
 */
export function filterWidth(width: number, needed = minFilterWidth) {
  // The toolbar uses `width`, and not only the flex basis, to measure whether all filters fit
  // beside its buttons.
  const least = Math.min(needed, width);
  return {
    w: { base: "100%", sm: least },
    flex: { sm: `1 1 ${least}px` },
    miw: 0,
    maw: { sm: width },
  } as const;
}
