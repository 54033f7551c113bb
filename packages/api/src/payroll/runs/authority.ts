import type { RemittanceScheme } from "@kontor/payroll/statutory/remittance";
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

/** The condition that payslips `s` are in the schedule of a scheme. */
export const inSchedule: Readonly<Record<RemittanceScheme, RawBuilder<boolean>>> = {
  // The schedule of a state also lists employees who pay no tax.
  PAYE: sql`true`,
  PENSION: sql`s.pension_employee + s.pension_employer > 0`,
  NHF: sql`s.nhf > 0`,
  NSITF: sql`s.nsitf > 0`,
  ITF: sql`s.itf > 0`,
};
