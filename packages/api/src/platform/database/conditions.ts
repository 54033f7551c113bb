import { sql, type RawBuilder } from "kysely";

/* The pieces of a list's condition. A filter that is not set becomes `true`, never "column = value or value is null": a plan for the latter would use no index. */

type Sql = RawBuilder<unknown>;

/** Days of a filter, both ends included; an absent one sets no limit. */
export type Days = { start_date?: string | undefined; end_date?: string | undefined };

/** Conditions that must all hold; true without any. */
export function all(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/** A condition on the value of a filter; true when the filter is not set. */
export function where<Value>(value: Value | undefined, condition: (value: Value) => Sql): Sql {
  return value === undefined ? sql`true` : condition(value);
}

/** A column is this tenant; null means all tenants in scope. */
export function ofTenant(column: Sql, tenantId: number | null): Sql {
  return tenantId === null ? sql`true` : sql`${column} = ${tenantId}`;
}

/** The pattern of texts that contain this one, whose own wildcards mean themselves. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** Length from which `strpos` is faster than `like`, as measured. */
const skipsFrom = 5;

/**
 * A lower-case column contains the text, in any letter case, where every row has to be read. `like`
 * compares letter by letter; `strpos` skips ahead, further for longer texts, and finds the same
 * rows.
 */
export function inText(column: Sql, text: string): Sql {
  return text.length < skipsFrom
    ? sql`${column} like lower(${containing(text)})`
    : sql`strpos(${column}, lower(${text})) > 0`;
}

/** A lower-case column contains each word of the text, in any order and letter case. */
export function inWords(column: Sql, text: string): Sql {
  const words = text.split(/\s+/).filter((word) => word !== "");
  return all(words.map((word) => inText(column, word)));
}

/** One of the columns contains the text, in any letter case; true without a text. */
export function contains(columns: readonly Sql[], text: string | undefined): Sql {
  if (text === undefined || text === "") return sql`true`;
  const like = containing(text);
  return sql`(${sql.join(
    columns.map((column) => sql`${column} ilike ${like}`),
    sql` or `,
  )})`;
}

/**
 * A number as displayed, such as PR-000012: at least six digits behind a prefix.
 *
 * @param number a column of whole numbers
 */
export function displayedNumber(prefix: "PR" | "SA", number: Sql): Sql {
  return sql`${sql.lit(prefix)} || '-' || lpad(${number}::text, greatest(6, length(${number}::text)), '0')`;
}

/** A business date is in the range. */
export function inDays(column: Sql, { start_date, end_date }: Days): Sql {
  return all([
    ...(start_date === undefined ? [] : [sql`${column} >= ${start_date}::date`]),
    ...(end_date === undefined ? [] : [sql`${column} <= ${end_date}::date`]),
  ]);
}

/** A moment is on one of the days in Lagos. */
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
