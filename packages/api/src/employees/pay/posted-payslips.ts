import { NO_PAY } from "@kontor/payroll/pay/rate";
import { sql, type RawBuilder } from "kysely";

/** Pay of zero as payslips store it. */
const storedZeroPay = JSON.stringify(
  Object.fromEntries(Object.keys(NO_PAY).map((part) => [part, "0"])),
);

/** The condition that a row `r` of `payroll_runs` is posted: approved and not reversed since. */
export const isRunPosted = sql`(r.approved_at is not null and r.status <> 'REVERSED')`;

/** The condition that payslips `s` of an approved run are paid; a payslip with nothing to pay counts as paid. */
export const isPayslipPaid: RawBuilder<boolean> = sql`
  (s.net = 0 or coalesce(s.payment in ('COMPLETED', 'PAID_OUTSIDE'), false))`;

/** Whether a payslip `s` has pay for the days of the month of its run `r`, not only corrections and items. */
export const hasPayOfMonth: RawBuilder<boolean> = sql`
  (r.cycle = 'REGULAR' or not s.pay @> ${storedZeroPay}::jsonb)`;

/**
 * Whether a payslip `s` pays the month of its run `r` itself. All payslips of a regular run do; so do
 * off-cycle payslips of people whom the regular run did not pay. Older ones of these store the month
 * as arrears.
 *
 * @param month the first day of the run's month, as a column.
 */
export function paysMonth(month: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(${hasPayOfMonth} or s.arrears @> jsonb_build_array(jsonb_build_object('month', to_char(${month}, 'YYYY-MM'))))`;
}
