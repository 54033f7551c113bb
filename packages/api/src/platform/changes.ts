/** The longest text that the audit log repeats; of longer ones it says only that they changed. */
const longest = 300;

type Change = { from: unknown; to: unknown } | "changed";

/**
 * What differs between two states of a record, by field, for the audit log.
 *
 * @returns for each field that differs its two values, or that it changed where these are long.
 */
export function changesBetween<Fields extends Readonly<Record<string, unknown>>>(
  before: Fields,
  after: Fields,
): Record<string, Change> {
  const changes: Record<string, Change> = {};
  for (const [name, to] of Object.entries(after)) {
    const from = before[name];
    if (name === "version" || name === "initials" || same(from, to)) continue;
    changes[name] = [from, to].some((value) => String(value).length > longest)
      ? "changed"
      : { from, to };
  }
  return changes;
}

function same(one: unknown, other: unknown): boolean {
  return one instanceof Date && other instanceof Date
    ? one.getTime() === other.getTime()
    : one === other;
}
