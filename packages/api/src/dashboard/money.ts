import { addMonths, startOfMonth } from "@kontor/books/calendar-date";
import { kobo, displayKobo, ZERO } from "@kontor/books/money";
import { fromSigned } from "@kontor/books/side";
import type { getDashboard } from "@kontor/contract/dashboard/dashboard";
import type { DataOf } from "@kontor/contract/endpoint";
import { firstDayOf, monthOf as monthIn, monthsFrom, monthsLater } from "@kontor/payroll/month";
import { sql } from "kysely";

import { movementsAfter } from "../accounting/chart/movements-after.ts";
import { tenantCondition } from "../platform/database/conditions.ts";
import type { Tx } from "../platform/scope.ts";

type Dashboard = DataOf<typeof getDashboard>;

/** The number of wallets shown one by one. */
const maxWallets = 6;
/** The number of past months over which the daily outflow is averaged. */
const averagedMonths = 3;
/** The number of months in the chart, including the current one. */
const chartMonths = 12;

type WalletRow = {
  tenant_id: number;
  company_id: number;
  name: string;
  balance: bigint;
  daily: bigint;
  runway_days: bigint | null;
  /** Over all wallets, not only those shown. */
  count: number;
  total: bigint;
};

/**
 * The wallets that run out first. The daily outflow is the average of the three whole months before
 * the current one, or of those since the first movement in them.
 *
 * @param today `YYYY-MM-DD` in Lagos.
 */
export async function wallets(
  tx: Tx,
  tenantId: number | null,
  today: string,
): Promise<Dashboard["wallets"]> {
  const present = startOfMonth(today);
  const since = addMonths(present, -averagedMonths);
  // Wallets without an outflow come last, the fullest of them first.
  const { rows } = await sql<WalletRow>`
    select w.tenant_id, w.company_id, w.name, w.balance, w.daily, r.runway_days, count(*) over ()::integer as count,
      sum(w.balance) over () as total
    from (
      select p.tenant_id, p.company_id, t.name, (l.balance - ${movementsAfter(sql`l`, today)})::bigint as balance,
        round(coalesce(sum(m.credit), 0)::numeric / (${present}::date - coalesce(min(m.month), ${since}::date)))::bigint as daily
      from pay_accounts p
      join tenants t on t.id = p.tenant_id
      join ledgers l on l.tenant_id = p.tenant_id and l.id = p.ledger_id
      left join ledger_months m on m.tenant_id = p.tenant_id and m.ledger_id = p.ledger_id
        and m.month between ${since}::date and ${addMonths(present, -1)}::date
      where ${tenantCondition(sql`p.tenant_id`, tenantId)}
      group by p.tenant_id, p.id, t.id, l.tenant_id, l.id
    ) w cross join lateral (
      select case when w.daily > 0 then greatest(w.balance, 0) / w.daily end as runway_days) r
    order by r.runway_days nulls last, w.balance desc, w.tenant_id, w.company_id limit ${maxWallets}`.execute(
    tx,
  );
  const { amount, side } = fromSigned(rows[0]?.total ?? ZERO);
  return {
    total: amount,
    total_dc: side,
    count: rows[0]?.count ?? 0,
    first: rows.map((row) => {
      const balance = fromSigned(row.balance);
      return {
        tenant_id: row.tenant_id,
        company_id: row.company_id,
        name: row.name,
        balance: balance.amount,
        balance_dc: balance.side,
        daily: kobo(row.daily),
        runway_days: row.runway_days === null ? null : Number(row.runway_days),
      };
    }),
  };
}

/** The amounts that came into and left all wallets, for each of the last twelve months. */
export async function flowsByMonth(
  tx: Tx,
  tenantId: number | null,
  today: string,
): Promise<NonNullable<Dashboard["flows"]>> {
  const last = monthIn(today);
  const months = monthsFrom(monthsLater(last, 1 - chartMonths), last);
  const { rows } = await sql<{ month: string; debit: bigint; credit: bigint }>`
    select to_char(m.month, 'YYYY-MM') as month, sum(m.debit) as debit, sum(m.credit) as credit
    from pay_accounts p
    join ledger_months m on m.tenant_id = p.tenant_id and m.ledger_id = p.ledger_id
      and m.month between ${firstDayOf(monthsLater(last, 1 - chartMonths))}::date and ${firstDayOf(last)}::date
    where ${tenantCondition(sql`p.tenant_id`, tenantId)}
    group by m.month`.execute(tx);
  const moved = new Map(rows.map((row) => [row.month, row]));
  return months.map((month) => ({
    month,
    money_in: displayKobo(moved.get(month)?.debit ?? ZERO),
    money_out: displayKobo(moved.get(month)?.credit ?? ZERO),
  }));
}

/**
 * Expenses by group in the current month and the two before it, without year-end closings, which
 * bring expenses to zero.
 */
export async function costsByGroup(
  tx: Tx,
  tenantId: number | null,
  today: string,
): Promise<Dashboard["costs"]> {
  const since = addMonths(startOfMonth(today), -2);
  const group = tenantId === null ? sql`null::bigint` : sql`each.id`;
  const { rows } = await sql<{ group_id: number | null; name: string; net: bigint }>`
    select ${group} as group_id, each.name, sum(each.net)::numeric as net
    from (
      select g.id, g.name, m.debit - m.credit as net
      from groups g
      join ledgers l on l.tenant_id = g.tenant_id and l.group_id = g.id
      join ledger_months m on m.tenant_id = l.tenant_id and m.ledger_id = l.id
        and m.month between ${since}::date and ${startOfMonth(today)}::date
      where g.class = '04' and ${tenantCondition(sql`g.tenant_id`, tenantId)}
      union all
      select g.id, g.name, case i.dc when 'DR' then -i.amount else i.amount end
      from year_closings y
      join entries e on e.tenant_id = y.tenant_id and e.id = y.entry_id and e.entry_date >= ${since}::date
      join entry_items i on i.tenant_id = e.tenant_id and i.entry_id = e.id and not i.superseded
      join ledgers l on l.tenant_id = i.tenant_id and l.id = i.ledger_id
      join groups g on g.tenant_id = l.tenant_id and g.id = l.group_id
      where g.class = '04' and y.taken_back_at is null and ${tenantCondition(sql`y.tenant_id`, tenantId)}
    ) each
    group by 1, each.name having sum(each.net) <> 0 order by each.name`.execute(tx);
  const groups = rows.map(({ group_id, name, net }) => {
    const { amount, side } = fromSigned(net);
    return { group_id, name, amount, amount_dc: side };
  });
  return { since, groups };
}
