/** As narrow as a filter may get, in pixels: "All Organizations" can still be read. */
const narrowest = 164;

/**
 * The width of a filter that takes what room its row has: the row breaks only where this and the others are as
 * narrow as they get. On a phone it takes the whole width.
 *
 * @param width the most that it takes, in pixels.
 */
export function roomyFilter(width: number) {
  // The width, and not the basis alone, because by it the toolbar measures whether all filters fit beside its buttons.
  const least = Math.min(narrowest, width);
  return {
    w: { base: "100%", sm: least },
    flex: { sm: `1 1 ${least}px` },
    miw: 0,
    maw: { sm: width },
  } as const;
}
