/** As narrow as a filter may get, in pixels: "All Organizations" can still be read. */
const narrowest = 164;

/**
 * The width of a filter that takes what room the toolbar has, so that its row breaks later. Outside
 * a row, and on a phone, it takes the whole width.
 *
 * @param width the most that it takes, in pixels.
 */
export function roomyFilter(width: number) {
  return { w: "100%", flex: { sm: `1 1 ${narrowest}px` }, miw: 0, maw: { sm: width } } as const;
}
