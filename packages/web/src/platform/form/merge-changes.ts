/** Whether two values of a field are the same: a form copies its lists as another field changes. */
function isSameValue(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return Object.is(one, other);
  return one.length === other.length && one.every((each, at) => isSameValue(each, other[at]));
}

/** Whether each field of the one has the same value in the other. */
export function hasSameValues<Values extends Record<string, unknown>>(
  one: Values,
  other: Values,
): boolean {
  return Object.keys(one).every((field) => isSameValue(one[field], other[field]));
}

/**
 * Merges what one person typed with what another saved meanwhile: a field that was not touched takes
 * the other's value, a field that was keeps the typed one.
 *
 * @param loaded what the typing began with.
 * @returns the values, and the fields in which both changed something and differ.
 */
export function mergeChanges<Values extends Record<string, unknown>>(
  loaded: Values,
  typed: Values,
  saved: Values,
): { values: Values; conflicts: (keyof Values & string)[] } {
  const values = { ...typed };
  const conflicts: (keyof Values & string)[] = [];
  const fields: (keyof Values & string)[] = Object.keys(saved);
  for (const field of fields) {
    if (isSameValue(typed[field], loaded[field])) values[field] = saved[field];
    else if (
      !isSameValue(saved[field], loaded[field]) &&
      !isSameValue(saved[field], typed[field])
    ) {
      conflicts.push(field);
    }
  }
  return { values, conflicts };
}
