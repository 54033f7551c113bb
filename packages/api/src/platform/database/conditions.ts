import { sql, type RawBuilder } from "kysely";

/*
 * Building blocks for the condition of a list. A filter that is not set becomes `true`, never
 * "column = value or value is null": the query plan for the latter would use no index.
 */

type Sql = RawBuilder<unknown>;

/** The days of a filter, both ends included; an absent end sets no limit. */
export type Days = { start_date?: string | undefined; end_date?: string | undefined };

/** Combines conditions with `and`; true when there are none. */
export function all(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/** A condition on the value of a filter; true when the filter is not set. */
export function where<Value>(value: Value | undefined, condition: (value: Value) => Sql): Sql {
  return value === undefined ? sql`true` : condition(value);
}

/** The condition that a column is this tenant; null means all tenants in scope. */
export function ofTenant(column: Sql, tenantId: number | null): Sql {
  return tenantId === null ? sql`true` : sql`${column} = ${tenantId}`;
}

/** The `like` pattern for texts that contain this one, with its wildcards escaped. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** The length from which `strpos` was measured to be faster than `like`. */
const skipsFrom = 5;

/**
 * The condition that a lower-case column contains a text, ignoring case, where every row has to be
 * read. `like` compares character by character; `strpos` skips ahead, further for longer texts. Both
 * find the same rows.
 */
export function inText(column: Sql, text: string): Sql {
  return text.length < skipsFrom
    ? sql`${column} like lower(${containing(text)})`
    : sql`strpos(${column}, lower(${text})) > 0`;
}

/**
 * The condition that a lower-case column contains each word of a text, in any order, ignoring case.
 */
export function inWords(column: Sql, text: string): Sql {
  const words = text.split(/\s+/).filter((word) => word !== "");
  return all(words.map((word) => inText(column, word)));
}

/** The condition that one of the columns contains a text, ignoring case; true without a text. */
export function contains(columns: readonly Sql[], text: string | undefined): Sql {
  if (text === undefined || text === "") return sql`true`;
  const like = containing(text);
  return sql`(${sql.join(
    columns.map((column) => sql`${column} ilike ${like}`),
    sql` or `,
  )})`;
}

/**
 * A number as displayed, such as PR-000012: a prefix and at least six digits.
 *
 * @param number a column of integers
 */
export function displayedNumber(prefix: "PR" | "SA", number: Sql): Sql {
  return sql`${sql.lit(prefix)} || '-' || lpad(${number}::text, greatest(6, length(${number}::text)), '0')`;
}

/** The condition that a business date is in the range. */
export function inDays(column: Sql, { start_date, end_date }: Days): Sql {
  return all([
    ...(start_date === undefined ? [] : [sql`${column} >= ${start_date}::date`]),
    ...(end_date === undefined ? [] : [sql`${column} <= ${end_date}::date`]),
  ]);
}

/** The condition that a moment is on one of the days in Lagos. */
export function inLagosDays(column: Sql, { start_date, end_date }: Days): Sql {
  return all([
    where(
      start_date,
      (day) => sql`${column} >= ${day}::date::timestamp at time zone 'Africa/Lagos'`,
    ),
    where(
      end_date,
      (day) => sql`${column} < (${day}::date + 1)::timestamp at time zone 'Africa/Lagos'`,
    ),
  ]);
}
