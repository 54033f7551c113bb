import { firstDayOf, lastDayOf, type Month } from "@kontor/payroll/month";
import { sql, type RawBuilder } from "kysely";

/** Statuses of runs whose payslips count: for the tax year, for arrears, and to be compared with. */
const countedStatuses = ["PENDING_DISBURSEMENT", "DISBURSING", "PARTLY_PAID", "PAID"] as const;

/** The condition that a row of `payroll_runs` counts. */
export function counts(run: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`${run}.status in (${sql.join(countedStatuses.map((status) => sql.lit(status)))})`;
}

/**
 * The place of an approved run `r` among the approvals of its organization: the id of the event, which is
 * given under the lock that approvals take. A run with nothing to post has no entry to be ordered by.
 */
export const approvalOrder = sql`(select max(v.id) from payroll_run_events v
  where v.tenant_id = r.tenant_id and v.run_id = r.id and v.event = 'APPROVED')`;

/**
 * The condition that a run may correct what its person `p` was paid for a month, given as a column.
 * A regular run corrects the months before its own, an off-cycle run its own month too. For a person
 * who has left by then, any month can be corrected: the pay still owed is paid in the last month of
 * employment, and no later pay exists from which an overpaid later month could be recovered.
 */
export function isCorrectable(
  { period, cycle }: { period: Month; cycle: "REGULAR" | "OFF_CYCLE" },
  month: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const first = firstDayOf(period);
  if (cycle === "REGULAR") return sql`${month} < ${first}::date`;
  return sql`(${month} <= ${first}::date or p.exit_date <= ${lastDayOf(period)}::date)`;
}
