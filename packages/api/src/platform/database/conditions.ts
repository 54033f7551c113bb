import { sql, type RawBuilder } from "kysely";

/*
 * Building blocks for the condition of a list. A filter that is not set becomes `true`, never
 * "column = value or value is null": the query plan for the latter would use no index.
 */

type Sql = RawBuilder<unknown>;

/** The days of a filter, both ends included; an absent end sets no limit. */
export type DateRange = { start_date?: string | undefined; end_date?: string | undefined };

/** Combines conditions with `and`; true when there are none. */
export function allConditions(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/** A condition on the value of a filter; true when the filter is not set. */
export function optionalCondition<Value>(
  value: Value | undefined,
  condition: (value: Value) => Sql,
): Sql {
  return value === undefined ? sql`true` : condition(value);
}

/** The condition that a column is this tenant; null means all tenants in scope. */
export function tenantCondition(column: Sql, tenantId: number | null): Sql {
  return tenantId === null ? sql`true` : sql`${column} = ${tenantId}`;
}

/** The `like` pattern for texts that contain this one, with its wildcards escaped. */
export function likePattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** The length from which `strpos` was measured to be faster than `like`. */
const minStrposLength = 5;

/**
 * The condition that a lower-case column contains a text, ignoring case, where every row has to be
 * read. `like` compares character by character; `strpos` skips ahead, further for longer texts. Both
 * find the same rows.
 */
export function containsText(column: Sql, text: string): Sql {
  return text.length < minStrposLength
    ? sql`${column} like lower(${likePattern(text)})`
    : sql`strpos(${column}, lower(${text})) > 0`;
}

/**
 * The condition that a lower-case column contains each word of a text, in any order, ignoring case.
 */
export function containsWords(column: Sql, text: string): Sql {
  const words = text.split(/\s+/).filter((word) => word !== "");
  return allConditions(words.map((word) => containsText(column, word)));
}

/** The condition that one of the columns contains a text, ignoring case; true without a text. */
export function anyColumnContains(columns: readonly Sql[], text: string | undefined): Sql {
  if (text === undefined || text === "") return sql`true`;
  const like = likePattern(text);
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
export function inDateRange(column: Sql, { start_date, end_date }: DateRange): Sql {
  return allConditions([
    ...(start_date === undefined ? [] : [sql`${column} >= ${start_date}::date`]),
    ...(end_date === undefined ? [] : [sql`${column} <= ${end_date}::date`]),
  ]);
}

/** The condition that a moment is on one of the days in Lagos. */
export function inLagosDateRange(column: Sql, { start_date, end_date }: DateRange): Sql {
  return allConditions([
    optionalCondition(
      start_date,
      (day) => sql`${column} >= ${day}::date::timestamp at time zone 'Africa/Lagos'`,
    ),
    optionalCondition(
      end_date,
      (day) => sql`${column} < (${day}::date + 1)::timestamp at time zone 'Africa/Lagos'`,
    ),
  ]);
}
