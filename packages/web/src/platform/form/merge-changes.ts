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
    if (typed[field] === loaded[field]) values[field] = saved[field];
    else if (saved[field] !== loaded[field] && saved[field] !== typed[field]) conflicts.push(field);
  }
  return { values, conflicts };
}
