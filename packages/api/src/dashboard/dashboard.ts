import type { getDashboard } from "@kontor/contract/dashboard/dashboard";
import type { DataOf, InputOf, Permission } from "@kontor/contract/endpoint";
import { sql } from "kysely";

import { ofTenant } from "../platform/database/conditions.ts";
import { tenantFilter, type Context } from "../platform/scope.ts";
import { costsByGroup, flowsByMonth, wallets } from "./money.ts";
import { dueToAuthorities, payrollOfMonth, waitingDecisions } from "./payroll.ts";

type Dashboard = DataOf<typeof getDashboard>;

/** Rows of the audit log that are shown. */
const latest = 8;

/**
 * What the caller wants to know first, each part by its permission, out of totals that are kept: it costs the
 * same at any age of the books.
 *
 * @throws Refusal `not_found`
 */
export async function dashboard(
  context: Context,
  input: InputOf<typeof getDashboard>,
): Promise<Dashboard> {
  const { tx, clock, actor } = context;
  const tenantId = tenantFilter(context, input.tenant_id);
  const today = clock.today();
  const may = (permission: Permission) => actor.permissions.includes(permission);
  return {
    as_of: clock.now(),
    wallets: may("funding.read") ? await wallets(tx, tenantId, today) : null,
    flows: may("funding.read") ? await flowsByMonth(tx, tenantId, today) : null,
    costs: may("accounting.read") ? await costsByGroup(tx, tenantId, today) : null,
    decisions: await waitingDecisions(context, tenantId),
    payroll: may("payroll.read") ? await payrollOfMonth(tx, tenantId, today) : null,
    due:
      may("payroll.read") || may("accounting.read")
        ? await dueToAuthorities(tx, tenantId, today)
        : null,
    activity: maySeeActivity(context) ? await latestActivity(context, tenantId) : null,
  };
}

function maySeeActivity({ actor }: Context): boolean {
  return actor.permissions.includes(
    actor.tenant_id === null ? "platform-audit.read" : "audit.read",
  );
}

/** What was done last; that people came and went tells nobody anything, and would leave no room for it. */
async function latestActivity(
  { tx }: Context,
  tenantId: number | null,
): Promise<Dashboard["activity"]> {
  const { rows } = await sql<NonNullable<Dashboard["activity"]>[number]>`
    select l.id, l.recorded_at, l.action, l.subject, u.name as actor_name, l.tenant_id, t.name as organization
    from audit_log l
    left join users u on u.id = l.actor_id
    left join tenants t on t.id = l.tenant_id
    where ${ofTenant(sql`l.tenant_id`, tenantId)} and l.action not in ('session.opened', 'session.closed')
    order by l.id desc limit ${latest}`.execute(tx);
  return rows;
}
