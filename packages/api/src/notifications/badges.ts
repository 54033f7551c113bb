import type { DataOf } from "@kontor/contract/endpoint";
import type { getMe } from "@kontor/contract/session/session";
import { sql, type RawBuilder } from "kysely";

import { runsWaitingFor } from "../payroll/runs/waiting.ts";
import { tenantCondition } from "../platform/database/conditions.ts";
import { withCachedPlan } from "../platform/database/limited-client.ts";
import { exactlyOne } from "../platform/database/rows.ts";
import type { Context } from "../platform/scope.ts";
import { whoAmI } from "../session/sessions.ts";

type Counts = DataOf<typeof getMe>["counts"];

/** The signed-in user with the counts of the badges, so that the sidebar can show them at once. */
export async function signedInUser(context: Context): Promise<DataOf<typeof getMe>> {
  const user = await whoAmI(context);
  // A user without a second factor may learn nothing else before setting it up.
  return user.second_factor_due ? user : { ...user, counts: await badgeCounts(context) };
}

/**
 * Counts what waits for the caller, as `salary-advances/pending` and `payroll-runs/waiting` do:
 * from one counter row per organization and from the index of waiting runs, in one statement with a
 * cached query plan. Leaves out what the caller may not act on, which costs nothing.
 */
async function badgeCounts({ tx, actor }: Context): Promise<Counts> {
  const may = (permission: (typeof actor.permissions)[number]) =>
    actor.permissions.includes(permission);
  const counted: RawBuilder<unknown>[] = [];
  if (may("salary-advances.decide")) {
    counted.push(sql`(
      select coalesce(sum(c.pending), 0)::int from advance_counters c where ${tenantCondition(sql`c.tenant_id`, actor.tenant_id)}
    ) as salary_advances`);
  }
  if (may("payroll.approve") || may("payroll.disburse")) {
    counted.push(sql`(
      select count(*)::int from payroll_runs r
      where ${runsWaitingFor(actor)} and ${tenantCondition(sql`r.tenant_id`, actor.tenant_id)}
    ) as payroll_runs`);
  }
  if (counted.length === 0) return {};
  const { rows } = await withCachedPlan(sql<Counts>`select ${sql.join(counted)}`).execute(tx);
  return exactlyOne(rows);
}
