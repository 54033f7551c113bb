import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import type { countWaitingRuns } from "@kontor/contract/payroll/runs";
import { sql } from "kysely";

import { all, ofTenant } from "../../platform/database/conditions.ts";
import { countOf } from "../../platform/database/list.ts";
import { tenantFilter, type Context } from "../../platform/scope.ts";

/** How many runs wait for the caller: to be approved by somebody else than who submitted them, or to be paid. */
export async function waitingRuns(
  context: Context,
  input: InputOf<typeof countWaitingRuns>,
): Promise<DataOf<typeof countWaitingRuns>> {
  const { tx, actor } = context;
  const may = (permission: "payroll.approve" | "payroll.disburse") =>
    sql`${actor.permissions.includes(permission)}::boolean`;
  const matches = all([
    ofTenant(sql`r.tenant_id`, tenantFilter(context, input.tenant_id)),
    sql`(${may("payroll.approve")} and r.status = 'PENDING_APPROVAL' and r.submitted_by <> ${actor.user_id}
      or ${may("payroll.disburse")} and r.status in ('PENDING_DISBURSEMENT', 'PARTLY_PAID')
        and ${actor.user_id} not in (r.submitted_by, r.approved_by))`,
  ]);
  const waiting = await countOf(
    tx,
    sql`select count(*)::int as total from payroll_runs r where ${matches}`,
  );
  return { waiting };
}
