import { firstDayOf, lastDayOf, type Month } from "@kontor/payroll/month";
import { sql, type RawBuilder } from "kysely";

import { atMostOne } from "../../platform/database/rows.ts";
import type { Tx } from "../../platform/scope.ts";
import type { RunScope } from "./run-scope.ts";

/** Statuses of posted runs. Their payslips count for the tax year and for arrears, and are the basis of comparisons. */
const postedStatuses = ["PENDING_DISBURSEMENT", "DISBURSING", "PARTLY_PAID", "PAID"] as const;

/** The condition that a row of `payroll_runs` is posted: approved and not reversed. */
export function isPostedRun(run: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`${run}.status in (${sql.join(postedStatuses.map((status) => sql.lit(status)))})`;
}

/**
 * Orders approved runs `r` of an organization by approval: the id of the event, which is assigned under the
 * lock of approvals. Entries give no order, because a run with nothing to post has none.
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

export type ComparedRun = { id: number; period: Month; payday: string; pack: string | null };

/** The run that a regular run is compared with: the last approved regular run before it. */
export async function findComparedRun(tx: Tx, run: RunScope): Promise<ComparedRun | undefined> {
  if (run.cycle === "OFF_CYCLE") return undefined;
  const { rows } = await sql<ComparedRun>`
    select r.id, to_char(r.period, 'YYYY-MM') as period, r.payday, r.pack from payroll_runs r
    where r.tenant_id = ${run.tenant_id} and r.company_id = ${run.company_id} and r.cycle = 'REGULAR'
      and r.period < ${firstDayOf(run.period)}::date and ${isPostedRun(sql`r`)}
    order by r.period desc limit 1`.execute(tx);
  return atMostOne(rows);
}

/**
 * Whether the regular run of the month is approved, or a later regular run is, after which the month
 * can no longer have one.
 */
export async function isRegularRunOver(tx: Tx, run: RunScope): Promise<boolean> {
  const { rows } = await sql`
    select from payroll_runs r
    where r.tenant_id = ${run.tenant_id} and r.company_id = ${run.company_id} and r.cycle = 'REGULAR'
      and r.period >= ${firstDayOf(run.period)}::date and ${isPostedRun(sql`r`)} limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}
