import type { DataOf } from "@kontor/contract/endpoint";
import type { me } from "@kontor/contract/session/session";
import { sql, type RawBuilder } from "kysely";

import { runsWaitingFor } from "../payroll/runs/waiting.ts";
import { ofTenant } from "../platform/database/conditions.ts";
import { keepingPlan } from "../platform/database/limited-client.ts";
import { exactlyOne } from "../platform/database/rows.ts";
import type { Context } from "../platform/scope.ts";
import { whoAmI } from "../session/sessions.ts";

type Counts = DataOf<typeof me>["counts"];

/** The signed-in user, with what waits for them: so the badges are there with the sidebar. */
export async function signedInUser(context: Context): Promise<DataOf<typeof me>> {
  const user = await whoAmI(context);
  // Before the second factor is set up the user may learn nothing else.
  return user.second_factor_due ? user : { ...user, counts: await badgeCounts(context) };
}

/**
 * What waits for the caller, as `salary-advances/pending` and `payroll-runs/waiting` count it: from a row per
 * organization and from the index of runs that wait, by one statement whose plan is kept. What the caller
 * may not act on is left out, and costs nothing.
 */
async function badgeCounts({ tx, actor }: Context): Promise<Counts> {
  const may = (permission: (typeof actor.permissions)[number]) =>
    actor.permissions.includes(permission);
  const counted: RawBuilder<unknown>[] = [];
  if (may("salary-advances.decide")) {
    counted.push(sql`(
      select coalesce(sum(c.pending), 0)::int from advance_counters c where ${ofTenant(sql`c.tenant_id`, actor.tenant_id)}
    ) as salary_advances`);
  }
  if (may("payroll.approve") || may("payroll.disburse")) {
    counted.push(sql`(
      select count(*)::int from payroll_runs r
      where ${runsWaitingFor(actor)} and ${ofTenant(sql`r.tenant_id`, actor.tenant_id)}
    ) as payroll_runs`);
  }
  if (counted.length === 0) return {};
  const { rows } = await keepingPlan(sql<Counts>`select ${sql.join(counted)}`).execute(tx);
  return exactlyOne(rows);
}
