/**
 * The longest text that the audit log stores; for longer texts it records only that they changed.
 */
const maxLoggedLength = 300;

/** The change of a field; one side is null for a record that was added or deleted. */
export type Change = { from: unknown; to: unknown } | "changed";

/** Fields that are not facts about the record: versions, and derived values. */
const ignoredFields = new Set(["version", "initials"]);

/**
 * The differences between two states of a record, by field, for the audit log.
 *
 * @param before the fields before the change; empty for a new record.
 * @param after the fields after it; empty for a deleted record.
 * @returns for each changed field its two values, or, when they are long, just that it changed.
 */
export function changesBetween(
  before: Readonly<Record<string, unknown>> | undefined,
  after: Readonly<Record<string, unknown>> | undefined,
): Record<string, Change> {
  const changes: Record<string, Change> = {};
  for (const name of Object.keys(after ?? before ?? {})) {
    const from = before?.[name] ?? null;
    const to = after?.[name] ?? null;
    if (ignoredFields.has(name) || textOf(from) === textOf(to)) continue;
    const long = [from, to].some((value) => textOf(value).length > maxLoggedLength);
    changes[name] = long ? "changed" : { from, to };
  }
  return changes;
}

/** Values are compared in their logged form, because bigint has no JSON form. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === "bigint" ? String(part) : part,
  );
}
