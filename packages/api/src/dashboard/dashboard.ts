import type { getDashboard } from "@kontor/contract/dashboard/dashboard";
import type { DataOf, InputOf, Permission } from "@kontor/contract/endpoint";
import type { ModuleId } from "@kontor/contract/reference/modules";
import { sql } from "kysely";

import { moduleEnabled } from "../modules/module-gate.ts";
import { tenantCondition } from "../platform/database/conditions.ts";
import type { ReadContext } from "../platform/http/serve.ts";
import { tenantFilter, type Context, type Tx } from "../platform/scope.ts";
import { auditRecord, displayNameOfRecord, type AuditRecord } from "../users/audit-names.ts";
import { costsByGroup, flowsByMonth, wallets } from "./money.ts";
import { dueToAuthorities, payrollOfMonth, waitingDecisions } from "./payroll.ts";

type Dashboard = DataOf<typeof getDashboard>;

/** The number of audit log rows shown. */
const maxActivityRows = 8;

/**
 * The dashboard. A part is included only if the caller has its permission and, for one organization,
 * its module is on, because its links lead to calls that would otherwise be refused. The figures
 * come from stored totals, so their cost does not grow with the books. The parts for all
 * organizations read many rows, so they are read in parallel.
 *
 * @throws Refusal `not_found`
 */
export async function dashboard(
  reading: ReadContext,
  input: InputOf<typeof getDashboard>,
): Promise<Dashboard> {
  const { clock, actor } = reading;
  const tenantId = tenantFilter(reading, input.tenant_id);
  const today = clock.today();
  const may = (permission: Permission) => actor.permissions.includes(permission);
  const shows = async (tx: Tx, permission: Permission, module: ModuleId) =>
    may(permission) && (tenantId === null || (await moduleEnabled(tx, tenantId, module)));
  const readCosts = async ({ tx }: Context) => ({
    costs: (await shows(tx, "accounting.read", "accounting"))
      ? await costsByGroup(tx, tenantId, today)
      : null,
  });
  const readMoney = async ({ tx }: Context) => ({
    wallets: may("funding.read") ? await wallets(tx, tenantId, today) : null,
    flows: may("funding.read") ? await flowsByMonth(tx, tenantId, today) : null,
  });
  const readRest = async (context: Context) => {
    const { tx } = context;
    const showsPayroll = await shows(tx, "payroll.read", "payroll");
    const showsDue = showsPayroll || (await shows(tx, "accounting.read", "accounting"));
    return {
      decisions: await waitingDecisions(context, tenantId),
      payroll: showsPayroll ? await payrollOfMonth(tx, tenantId, today) : null,
      due: showsDue ? await dueToAuthorities(tx, tenantId, today) : null,
      activity: maySeeActivity(reading) ? await latestActivity(context, tenantId) : null,
    };
  };
  const as_of = clock.now();
  if (tenantId === null) {
    const [costs, money, rest] = await Promise.all([
      reading.read(readCosts),
      reading.read(readMoney),
      reading.read(readRest),
    ]);
    return { as_of, ...costs, ...money, ...rest };
  }
  return reading.read(async (context) => ({
    as_of,
    ...(await readCosts(context)),
    ...(await readMoney(context)),
    ...(await readRest(context)),
  }));
}

function maySeeActivity({ actor }: ReadContext): boolean {
  return actor.permissions.includes(
    actor.tenant_id === null ? "platform-audit.read" : "audit.read",
  );
}

type Activity = Omit<NonNullable<Dashboard["activity"]>[number], "record"> & {
  record: AuditRecord | null;
};

/** The latest actions, without sign-ins and sign-outs, which would fill the list. */
async function latestActivity(
  { tx }: Context,
  tenantId: number | null,
): Promise<Dashboard["activity"]> {
  const { rows } = await sql<Activity>`
    select l.id, l.recorded_at, l.action, l.subject, ${auditRecord} as record,
      u.name as actor_name, l.ip as address, l.tenant_id, t.name as organization
    from (
      select l.* from audit_log l
      where ${tenantCondition(sql`l.tenant_id`, tenantId)} and l.action not in ('session.opened', 'session.closed', 'portal.opened')
      order by l.id desc limit ${maxActivityRows}) l
    left join users u on u.id = l.actor_id
    left join tenants t on t.id = l.tenant_id
    order by l.id desc`.execute(tx);
  return rows.map(({ record, ...row }) => ({ ...row, record: displayNameOfRecord(record) }));
}
