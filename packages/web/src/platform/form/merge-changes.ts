/** Shown at a field that both users changed to different values. */
export const changedByBoth =
  "Somebody else also changed this. What you typed is kept; please check it.";

/**
 * Whether two values of a field are equal. A form copies its lists when another field changes, and
 * the rows of a list that is loaded again are other objects.
 */
function isSameValue(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((each, at) => isSameValue(each, other[at]));
  }
  if (!isRow(one) || !isRow(other)) return Object.is(one, other);
  const fields = Object.keys(one);
  return (
    fields.length === Object.keys(other).length &&
    fields.every((field) => field in other && isSameValue(one[field], other[field]))
  );
}

/** Whether a value is a plain object, and not a file or a date. */
function isRow(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}

/** Whether all fields of one record have the same values in the other. */
export function hasSameValues<Values extends Record<string, unknown>>(
  one: Values,
  other: Values,
): boolean {
  return Object.keys(one).every((field) => isSameValue(one[field], other[field]));
}

/**
 * Merges a user's input with what another user saved meanwhile. An untouched field takes the other
 * user's value, a changed field keeps the typed value.
 *
 * @param loaded the record that the input started from.
 * @returns the values, and the fields that both users changed to different values.
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
