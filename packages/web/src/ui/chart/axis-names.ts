/** The space between two names, in pixels. */
const namesApart = 6;

/** The least width of a name on the axis, in pixels: below it a name is too short to tell anything. */
const leastName = 56;

/** The width of a letter, in pixels, rather too much than too little. */
const letter = 7;

/**
 * How the groups of a chart are named below their bars: every group where each name has some room, otherwise
 * every second, third and so on, so that a phone shows fewer names and not shorter ones.
 *
 * @param width of the axis, in pixels.
 * @returns `each`, 1 for every group, and the `room` of a name in pixels; null where nothing is drawn yet.
 */
export function axisNames(width: number, groups: number): { each: number; room: number } | null {
  if (width <= 0 || groups <= 0) return null;
  const ofGroup = width / groups;
  const each = Math.max(1, Math.ceil(leastName / ofGroup));
  return { each, room: ofGroup * each - namesApart };
}

/**
 * The height of the axis, in pixels, for names on one line where each has room for it, or on two.
 *
 * @param width of the axis, in pixels.
 */
export function namesHeight(names: readonly string[], width: number): number {
  const room = width / names.length - namesApart;
  return names.every(({ length }) => length * letter <= room) ? 28 : 44;
}
