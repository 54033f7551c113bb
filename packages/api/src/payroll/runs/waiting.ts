import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import type { countWaitingRuns } from "@kontor/contract/payroll/runs";
import { sql, type RawBuilder } from "kysely";

import { moduleEnabledCondition } from "../../modules/module-gate.ts";
import { allConditions, tenantCondition } from "../../platform/database/conditions.ts";
import { countOf } from "../../platform/database/list.ts";
import { tenantFilter, type Actor, type Context } from "../../platform/scope.ts";

/**
 * The condition that `payroll_runs r` are waiting for approval by a user other than the submitter, or
 * for payment. Runs of an organization with payroll switched off are not waiting.
 */
export function runsWaitingFor({ permissions, user_id }: Actor): RawBuilder<unknown> {
  const may = (permission: "payroll.approve" | "payroll.disburse") =>
    sql`${permissions.includes(permission)}::boolean`;
  return sql`(${may("payroll.approve")} and r.status = 'PENDING_APPROVAL' and r.submitted_by <> ${user_id}
      or ${may("payroll.disburse")} and r.status in ('PENDING_DISBURSEMENT', 'PARTLY_PAID')
        and ${user_id} not in (r.submitted_by, r.approved_by))
    and ${moduleEnabledCondition("payroll", sql`r.tenant_id`)}`;
}

/** How many runs wait for the caller. */
export async function countRunsWaiting(
  context: Context,
  input: InputOf<typeof countWaitingRuns>,
): Promise<DataOf<typeof countWaitingRuns>> {
  const { tx, actor } = context;
  const matches = allConditions([
    tenantCondition(sql`r.tenant_id`, tenantFilter(context, input.tenant_id)),
    runsWaitingFor(actor),
  ]);
  const waiting = await countOf(
    tx,
    sql`select count(*)::int as total from payroll_runs r where ${matches}`,
  );
  return { waiting };
}
