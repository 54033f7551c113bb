/** The longest text that the audit log repeats; of longer ones it says only that they changed. */
const longest = 300;

/** What became of a field; of a record that is new, or gone, one side is null. */
export type Change = { from: unknown; to: unknown } | "changed";

/** Fields that say nothing about the record: how often it was saved, and what follows from others. */
const beside = new Set(["version", "initials"]);

/**
 * What differs between two states of a record, by field, for the audit log.
 *
 * @param before the fields as they were; none for a record that is new.
 * @param after the fields as they are; none for a record that is gone.
 * @returns for each field that differs its two values, or that it changed where these are long.
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

/** Values are compared as the log would keep them; money and large ids have no JSON of their own. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === "bigint" ? String(part) : part,
  );
}
