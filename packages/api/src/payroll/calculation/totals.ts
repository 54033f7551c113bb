import type { Difference, VarianceReason } from "@kontor/payroll/payslip/variance";
import { VARIANCE_REASONS } from "@kontor/payroll/payslip/variance";
import { sql } from "kysely";

import type { Tx } from "../../platform/scope.ts";
import { storedAmount } from "./stored-pay.ts";

/** Part of the difference from the previous run, by reason, in kobo. */
export type RunVariancePart = Difference & { reason: VarianceReason; people: number };
/** A part of the variance of a run as stored: kobo as texts. */
export type StoredVariancePart = {
  reason: VarianceReason;
  people: number;
  gross: string;
  net: string;
  cost: string;
};

/** Converts a stored part of the variance of a run: its amounts from texts to kobo. */
export function variancePartFrom({
  gross,
  net,
  cost,
  ...part
}: StoredVariancePart): RunVariancePart {
  return { ...part, gross: storedAmount(gross), net: storedAmount(net), cost: storedAmount(cost) };
}

/**
 * Adds up the payslips of a run into its row: people, amounts and the variance by reason, including
 * that of people without a payslip in it. The scope must be the tenant.
 */
export async function refreshTotals(
  tx: Tx,
  { tenant_id, id }: { tenant_id: number; id: number },
): Promise<void> {
  await sql`
    with sums as (
      select count(*) filter (where not excluded)::int as people, count(*) filter (where excluded)::int as excluded,
        coalesce(sum(gross) filter (where not excluded), 0) as gross,
        coalesce(sum(net) filter (where not excluded), 0) as net,
        coalesce(sum(employer) filter (where not excluded), 0) as employer
      from payslips where tenant_id = ${tenant_id} and run_id = ${id}
    ), parts as (
      select v.reason, 1 as people, v.gross, v.net, v.cost
      from payslips s cross join jsonb_to_recordset(s.variance)
        as v(reason text, gross bigint, net bigint, cost bigint)
      where s.tenant_id = ${tenant_id} and s.run_id = ${id}
      union all
      select v.reason, v.people, v.gross, v.net, v.cost
      from payroll_runs r cross join jsonb_to_recordset(r.leavers)
        as v(reason text, people integer, gross bigint, net bigint, cost bigint)
      where r.tenant_id = ${tenant_id} and r.id = ${id}
    ), reasons as (
      select reason, sum(people)::int as people, sum(gross) as gross, sum(net) as net, sum(cost) as cost
      from parts group by reason
    ), added as (
      select coalesce(jsonb_agg(jsonb_build_object('reason', reason, 'people', people, 'gross', gross::text,
        'net', net::text, 'cost', cost::text) order by array_position(${[...VARIANCE_REASONS]}::text[], reason)),
        '[]') as variance, coalesce(sum(net), 0) as difference
      from reasons
    )
    update payroll_runs r set people = sums.people, excluded = sums.excluded, gross = sums.gross, net = sums.net,
      employer = sums.employer, variance = added.variance,
      difference = case when r.compared_with_id is null then null else added.difference end
    from sums, added where r.tenant_id = ${tenant_id} and r.id = ${id}`.execute(tx);
}
