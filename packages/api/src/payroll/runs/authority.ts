import { sql, type RawBuilder } from "kysely";

/** For each scheme with several authorities: the column of payslips and records that names it. */
export const authorityColumns = { PAYE: "state_id", PENSION: "pfa" } as const;

/**
 * The authority to which a scheme of payslips `s` is owed, as text; null where none is recorded. If the
 * payslip had no authority when it was posted, it is the one to which it was remitted, or until then
 * the one in the employee's present record.
 *
 * @param record the same column of the record of the payslip's employee.
 */
export function authorityOf(
  scheme: keyof typeof authorityColumns,
  record: RawBuilder<unknown> = sql.ref(`e.${authorityColumns[scheme]}`),
): RawBuilder<string | null> {
  const column = authorityColumns[scheme];
  return sql`coalesce(s.${sql.ref(column)}, s.${sql.ref(`remitted_${column}`)}, ${record})::text`;
}
