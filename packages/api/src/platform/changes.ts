/**
 * The longest text that the audit log repeats; for longer ones it records only that they changed.
 */
const longest = 300;

/** The change of a field; one side is null for a record that was added or deleted. */
export type Change = { from: unknown; to: unknown } | "changed";

/** Fields that say nothing about the record: versions, and derived values. */
const beside = new Set(["version", "initials"]);

/**
 * What differs between two states of a record, by field, for the audit log.
 *
 * @param before the fields as they were; none for a record that is new.
 * @param after the fields as they are; none for a deleted record.
 * @returns for each field that differs, its two values, or just that it changed where they are
 *   long.
 */
export function changesBetween(
  before: Readonly<Record<string, unknown>> | undefined,
  after: Readonly<Record<string, unknown>> | undefined,
): Record<string, Change> {
  const changes: Record<string, Change> = {};
  for (const name of Object.keys(after ?? before ?? {})) {
    const from = before?.[name] ?? null;
    const to = after?.[name] ?? null;
    if (beside.has(name) || textOf(from) === textOf(to)) continue;
    const long = [from, to].some((value) => textOf(value).length > longest);
    changes[name] = long ? "changed" : { from, to };
  }
  return changes;
}

/** Values are compared in their logged form, since bigint has no JSON form. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === "bigint" ? String(part) : part,
  );
}
