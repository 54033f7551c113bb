import { displayKobo } from "@kontor/books/money";
import {
  authorityTitles,
  type Authority,
  type Decision,
  type getDashboard,
} from "@kontor/contract/dashboard/dashboard";
import type { DataOf } from "@kontor/contract/endpoint";
import { firstDayOf, monthOf } from "@kontor/payroll/month";
import { remittanceDueOn, type RemittanceScheme } from "@kontor/payroll/statutory/remittance";
import { sql, type RawBuilder } from "kysely";

import { futureMovements } from "../accounting/chart/movements-after.ts";
import { accountsWaitingFor, reliefsWaitingFor } from "../employees/records/status.ts";
import { runNumber } from "../payroll/runs/row.ts";
import { countRunsWaiting } from "../payroll/runs/waiting.ts";
import { tenantCondition } from "../platform/database/conditions.ts";
import { countOf } from "../platform/database/list.ts";
import type { Context, Tx } from "../platform/scope.ts";
import { pendingCount } from "../salary-advances/records/list.ts";

type Dashboard = DataOf<typeof getDashboard>;

/** The number of runs of a month shown one by one. */
const maxRuns = 5;

/**
 * The numbers of decisions that wait for the caller, without the kinds that the caller may not
 * decide.
 */
export async function waitingDecisions(
  context: Context,
  tenantId: number | null,
): Promise<Dashboard["decisions"]> {
  const { tx, actor } = context;
  const may = (...permissions: readonly string[]) =>
    actor.permissions.some((permission) => permissions.includes(permission));
  const input = { tenant_id: tenantId ?? 0 };
  const inTenant = (table: string) => tenantCondition(sql.ref(`${table}.tenant_id`), tenantId);
  const counting: Readonly<Record<Decision, (() => Promise<number>) | false>> = {
    salary_advances:
      may("salary-advances.decide") && (async () => (await pendingCount(context, input)).pending),
    payroll_runs:
      may("payroll.approve", "payroll.disburse") &&
      (async () => (await countRunsWaiting(context, input)).waiting),
    bank_accounts:
      may("bank-accounts.confirm") &&
      (() =>
        countRows(
          tx,
          sql`bank_account_changes b where ${accountsWaitingFor(actor)}`,
          inTenant("b"),
        )),
    reliefs:
      may("employees.pay.write") &&
      (() => countRows(tx, sql`reliefs f where ${reliefsWaitingFor(actor)}`, inTenant("f"))),
  };
  const found: Dashboard["decisions"] = [];
  for (const [decision, count] of Object.entries(counting) as [
    Decision,
    (typeof counting)[Decision],
  ][]) {
    if (count !== false) found.push({ decision, waiting: await count() });
  }
  return found;
}

function countRows(
  tx: Tx,
  from: RawBuilder<unknown>,
  ofOrganization: RawBuilder<unknown>,
): Promise<number> {
  return countOf(tx, sql`select count(*)::int as total from ${from} and ${ofOrganization}`);
}

type RunRow = NonNullable<Dashboard["payroll"]>["runs"][number] & { run_number: bigint };

/** The runs of the current month and their status. */
export async function payrollOfMonth(
  tx: Tx,
  tenantId: number | null,
  today: string,
): Promise<Dashboard["payroll"]> {
  const month = monthOf(today);
  const ofMonth = sql`r.period = ${firstDayOf(month)}::date and r.status <> 'REVERSED'
    and ${tenantCondition(sql`r.tenant_id`, tenantId)}`;
  const { rows: steps } = await sql<NonNullable<Dashboard["payroll"]>["steps"][number]>`
    select r.status, count(*)::integer as runs from payroll_runs r where ${ofMonth}
    group by r.status order by min(r.id)`.execute(tx);
  const { rows } = await sql<Omit<RunRow, "number">>`
    select r.tenant_id, r.company_id, r.id, r.number as run_number, n.name as company_name, r.status, r.payday::text as payday,
      r.people, r.net
    from payroll_runs r
    join tenants n on n.id = r.tenant_id
    where ${ofMonth} order by r.payday, r.id limit ${maxRuns}`.execute(tx);
  const runs = rows.map(({ run_number, net, ...row }) => ({
    ...row,
    number: runNumber(run_number),
    net: displayKobo(net < 0n ? 0n : net),
  }));
  return { month, steps, runs };
}

const purposeByAuthority: Readonly<Record<Authority, string>> = {
  paye: "paye_payable",
  pension: "pension_payable",
  nhf: "nhf_payable",
  nsitf: "nsitf_payable",
  itf: "itf_payable",
};

type Posted = { month: string; payday: string };

/**
 * What is owed to each authority, by the balance of its ledger as of today, and when the oldest
 * part of it is due. A payment clears the oldest month first, so the open months are the newest
 * ones whose postings add up to the balance. For all organizations together, no more than the three
 * months before the current one are read.
 */
export async function dueToAuthorities(
  tx: Tx,
  tenantId: number | null,
  today: string,
): Promise<Dashboard["due"]> {
  const { rows } = await sql<{ purpose: string; owed: bigint; posted: Posted | null }>`
    with payables as materialized (
      select l.tenant_id, l.id, l.purpose, l.balance from ledgers l
      where l.purpose = any (${Object.values(purposeByAuthority)}) and ${tenantCondition(sql`l.tenant_id`, tenantId)}
    ), ${futureMovements(sql`payables`, tenantId, today)}, owing as materialized (
      select p.tenant_id, p.id, p.purpose, b.owed
      from payables p
      left join future_movements a on a.tenant_id = p.tenant_id and a.ledger_id = p.id
      cross join lateral (select coalesce(a.net, 0) - p.balance as owed) b
      where b.owed > 0
    ), runs as materialized (
      select r.tenant_id, r.entry_id, r.period, r.payday from payroll_runs r
      where r.status in ('PENDING_DISBURSEMENT', 'DISBURSING', 'PARTLY_PAID', 'PAID') and r.entry_id is not null
        and r.period > ${today}::date - make_interval(months => ${tenantId === null ? 4 : 24})
        and ${tenantCondition(sql`r.tenant_id`, tenantId)}
    ), posted as materialized (
      -- The few runs lead to their items; a ledger would lead to all that was ever posted to it.
      select i.tenant_id, i.ledger_id, r.period, r.payday, sum(i.amount) as amount
      from runs r join entry_items i
        on i.tenant_id = r.tenant_id and i.entry_id = r.entry_id and i.dc = 'CR' and not i.superseded
      where ${tenantCondition(sql`i.tenant_id`, tenantId)}
      group by i.tenant_id, i.ledger_id, r.period, r.payday
    ), months as (
      select o.tenant_id, o.id, o.purpose, o.owed, to_char(p.period, 'YYYY-MM') as month, p.payday::text as payday,
        sum(p.amount) over (partition by o.tenant_id, o.id order by p.payday desc, p.period desc) - p.amount as later
      from owing o left join posted p on p.tenant_id = o.tenant_id and p.ledger_id = o.id
    ), open as (
      select distinct on (tenant_id, id) tenant_id, id, purpose, owed,
        case when later < owed then month end as month, case when later < owed then payday end as payday
      from months order by tenant_id, id, (later < owed) desc nulls last, payday, month)
    select purpose, sum(owed)::numeric as owed,
      (array_agg(jsonb_build_object('month', month, 'payday', payday) order by payday, month)
        filter (where month is not null))[1] as posted
    from open group by purpose`.execute(tx);
  const found = new Map(rows.map((row) => [row.purpose, row]));
  return (Object.keys(authorityTitles) as Authority[]).map((authority) => {
    const row = found.get(purposeByAuthority[authority]);
    const posted = row?.posted ?? null;
    return {
      authority,
      owed: displayKobo(row?.owed ?? 0n),
      due_date:
        posted === null ? null : remittanceDueOn(schemeOf(authority), posted.month, posted.payday),
      month: posted?.month ?? null,
    };
  });
}

/** The remittance scheme of an authority. */
function schemeOf(authority: Authority): RemittanceScheme {
  return authority.toUpperCase() as RemittanceScheme;
}
