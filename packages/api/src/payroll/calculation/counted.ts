import { sql, type RawBuilder } from "kysely";

/** Statuses of runs whose payslips count: for the tax year, for arrears, and to be compared with. */
const countedStatuses = ["PENDING_DISBURSEMENT", "DISBURSING", "PARTLY_PAID", "PAID"] as const;

/** The condition that a row of `payroll_runs` counts. */
export function counts(run: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`${run}.status in (${sql.join(countedStatuses.map((status) => sql.lit(status)))})`;
}
