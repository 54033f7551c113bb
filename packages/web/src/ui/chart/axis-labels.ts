/** The space between two names, in pixels. */
const labelGap = 6;

/**
 * The minimum width of a name on the axis, in pixels. A narrower name is too short to be useful.
 */
const minLabelWidth = 56;

/** The width of a letter, in pixels, estimated generously. */
const letterWidth = 7;

/**
 * Which groups of a chart are named below their bars: every group if each name has enough room,
 * otherwise every second, third and so on. A phone then shows fewer names instead of shorter ones.
 *
 * @param width of the axis, in pixels.
 * @returns `each`, 1 for every group, and the `room` of a name in pixels; null if nothing is drawn
 *   yet.
 */
export function axisLabelLayout(
  width: number,
  groups: number,
): { each: number; room: number } | null {
  if (width <= 0 || groups <= 0) return null;
  const ofGroup = width / groups;
  const each = Math.max(1, Math.ceil(minLabelWidth / ofGroup));
  return { each, room: ofGroup * each - labelGap };
}

/**
 * The height of the axis, in pixels: for one line of names if each has room for it, otherwise for
 * two.
 *
 * @param width of the axis, in pixels.
 */
export function axisLabelHeight(names: readonly string[], width: number): number {
  const room = width / names.length - labelGap;
  return names.every(({ length }) => length * letterWidth <= room) ? 28 : 44;
}
