import { displayKobo } from "@kontor/books/money";
import { fromSigned } from "@kontor/books/side";
import type {
  accountRow,
  accountTotals,
  getAccountTotals,
  listAccounts,
} from "@kontor/contract/accounting/accounts";
import type { InputOf } from "@kontor/contract/endpoint";
import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";

import {
  allConditions,
  anyColumnContains,
  tenantCondition,
  optionalCondition,
} from "../../platform/database/conditions.ts";
import { withCachedPlan } from "../../platform/database/limited-client.ts";
import { withConstantLimit, limitOffset, type Page } from "../../platform/database/list.ts";
import { atLeastOne } from "../../platform/database/rows.ts";
import type { Context } from "../../platform/scope.ts";
import { booksFilter, booksTenant } from "../books-tenant.ts";
import { futureMovements } from "./movements-after.ts";
import { openingBalance } from "./opening-balance.ts";

export type AccountRow = z.output<typeof accountRow>;
type AccountTotals = z.output<typeof accountTotals>;

type AccountFilters = Pick<InputOf<typeof listAccounts>, "group_id" | "search" | "folded">;

/** An account as the database returns it; balances in kobo, debit positive. */
export type AccountQueryRow = Omit<
  AccountRow,
  | "op_balance"
  | "op_balance_dc"
  | "cl_balance"
  | "cl_balance_dc"
  | "own_balance"
  | "own_balance_dc"
  | "after_today"
  | "after_today_dc"
> & { opening: bigint; closing: bigint; own: bigint; later: bigint; own_later: bigint };

/**
 * The rows of the chart of accounts: each group, then its ledgers, a parent before its sub-ledgers.
 * The balances of a group are the sums of its ledgers, and a parent's include its sub-ledgers.
 * Balances are as of today, and only those of the page's rows are added up. A search finds ledgers
 * and groups by name or code; without one, collapsed groups are listed without their ledgers.
 */
export async function accounts(
  context: Context,
  input: InputOf<typeof listAccounts>,
): Promise<Page<AccountRow>> {
  const tenantId = await chartFilter(context, input);
  const page = sql<
    { total: number } & (AccountQueryRow | { [Column in keyof AccountQueryRow]: null })
  >`
    with ${tenantId === null && isUnfiltered(input) ? pageOfCharts(input) : pageOfRows(tenantId, input)}, ${futureMovements(sql`page`, tenantId, context.clock.today())}
    select counted.total, ${accountColumns}
    from counted left join page r on true ${accountJoins(tenantId)}
    order by ${rowOrder}`;
  const { rows } = await (input.search ? page : withCachedPlan(page)).execute(context.tx);
  return {
    total: atLeastOne(rows).total,
    rows: rows.flatMap(({ total: _total, ...row }) =>
      row.id === null ? [] : [presentAccount(row)],
    ),
  };
}

const chartOrder = sql`tenant_id, class, group_sequence, first_sequence, second_sequence`;

/** The common tables `page` and `counted` of the rows that match the filter. */
function pageOfRows(tenantId: number | null, input: InputOf<typeof listAccounts>) {
  return sql`
    listed as (${listedAccounts(tenantId, input)}),
    page as (${withConstantLimit(sql`select * from listed order by ${chartOrder} ${limitOffset(input)}`)}),
    counted as (select count(*)::int as total from listed)`;
}

/**
 * The same for the charts of several organizations in turn: the charts up to the page are counted,
 * each of which has at least one row, and those on the page are listed. A group's last sequence is
 * the number of its ledgers, which are neither deleted nor moved.
 */
function pageOfCharts({ page, per_page }: InputOf<typeof listAccounts>): RawBuilder<unknown> {
  const skipped = (page - 1) * per_page;
  return sql`
    charts as materialized (
      select tenant_id, (count(*) + sum(ledger_sequence))::int as rows from groups
      group by tenant_id order by tenant_id limit ${skipped + per_page}
    ), span as materialized (
      select tenant_id, before from (
        select tenant_id, rows, sum(rows) over (order by tenant_id) - rows as before from charts) placed
      where before < ${skipped + per_page} and before + rows > ${skipped}
    ), listed as (${listedAccounts(null, {}, sql`g.tenant_id = any(array(select tenant_id from span))`)}
    ), page as (
      select * from (
        select *, (select min(before) from span) + row_number() over (order by ${chartOrder}) as place from listed) placed
      where place > ${skipped} and place <= ${skipped + per_page}
    ), counted as (select (count(*) + coalesce(sum(ledger_sequence), 0))::int as total from groups)`;
}

/** Whether the filters select all rows. */
function isUnfiltered({ group_id, search, folded }: AccountFilters): boolean {
  return group_id === undefined && (search ?? "") === "" && folded === undefined;
}

/**
 * The tenant whose chart is requested; null for all that the caller may read. A group belongs to
 * one tenant, which must be named with it.
 *
 * @throws Refusal `organization_required`, `not_found`, `module_off`.
 */
export function chartFilter(
  context: Context,
  { tenant_id, group_id }: Pick<InputOf<typeof listAccounts>, "tenant_id" | "group_id">,
): Promise<number | null> {
  return group_id === undefined ? booksFilter(context, tenant_id) : booksTenant(context, tenant_id);
}

const rowOrder = sql`r.tenant_id, r.class, r.group_sequence, r.first_sequence, r.second_sequence`;

/** The columns of a {@link AccountQueryRow} for a key `r`, read from {@link besides}. */
const accountColumns = sql`
  r.type, r.id, r.tenant_id, t.name as organization_name,
  coalesce(l.group_id, g.id) as group_id, l.parent_ledger_id, coalesce(l.code, g.code) as code,
  coalesce(l.name, g.name) as name,
  coalesce(${openingBalance(sql`l`)}, 0) + held.opening as opening,
  coalesce(l.balance, 0) + held.closing as closing,
  coalesce(l.balance, held.closing) as own,
  coalesce(a.net, 0) + held.later as later,
  case r.type when 'Ledger' then coalesce(a.net, 0) else held.later end as own_later,
  case r.type when 'Ledger' then held.count else 0 end as count_sub_ledgers,
  r.type = 'Group' and not g.seeded and held.count = 0 as control_group_delete`;

/**
 * The joins for the columns of `r` besides its keys. Each table is filtered by tenant; otherwise
 * the planner does not know that all rows belong to one tenant, and joins the rows of all tenants.
 */
function accountJoins(tenantId: number | null): RawBuilder<unknown> {
  const ofOne = (column: string) => tenantCondition(sql.ref(column), tenantId);
  return sql`
    left join tenants t on t.id = r.tenant_id and ${ofOne("t.id")}
    left join groups g on r.type = 'Group' and g.tenant_id = r.tenant_id and g.id = r.id and ${ofOne("g.tenant_id")}
    left join ledgers l on r.type = 'Ledger' and l.tenant_id = r.tenant_id and l.id = r.id and ${ofOne("l.tenant_id")}
    left join future_movements a on r.type = 'Ledger' and a.tenant_id = r.tenant_id and a.ledger_id = r.id
    left join lateral (
      select count(*)::int as count, coalesce(sum(s.opening), 0) as opening, coalesce(sum(s.balance), 0) as closing,
        coalesce(sum(f.net), 0) as later
      from (
        select i.tenant_id, i.id, ${openingBalance(sql`i`)} as opening, i.balance from ledgers i
        where r.type = 'Group' and i.tenant_id = r.tenant_id and i.group_id = r.id and ${ofOne("i.tenant_id")}
        union all
        select i.tenant_id, i.id, ${openingBalance(sql`i`)}, i.balance from ledgers i
        where r.type = 'Ledger' and i.tenant_id = r.tenant_id and i.parent_ledger_id = r.id
          and ${ofOne("i.tenant_id")}) s
      left join future_movements f on f.tenant_id = s.tenant_id and f.ledger_id = s.id) held on true`;
}

/** The number of rows that match the filter. */
export function countAccounts(
  tenantId: number | null,
  filters: AccountFilters,
): RawBuilder<{ total: number }> {
  return sql`select count(*)::int as total from (${listedAccounts(tenantId, filters)}) listed`;
}

/** All rows that match the filter, in the order of the chart, with balances as of a day. */
export function allAccounts(
  tenantId: number | null,
  filters: AccountFilters,
  today: string,
): RawBuilder<AccountQueryRow> {
  return sql`
    with listed as (${listedAccounts(tenantId, filters)}), ${futureMovements(sql`listed`, tenantId, today)}
    select ${accountColumns} from listed r ${accountJoins(tenantId)} order by ${rowOrder}`;
}

/**
 * The keys of the rows that match the filter, with the sort keys: the parent's sequence, then the
 * ledger's own. Parents are looked up for sub-ledgers only; a join would read all ledgers twice.
 */
function listedAccounts(
  tenantId: number | null,
  input: AccountFilters,
  ofGroups = sql`true`,
): RawBuilder<unknown> {
  const ofGroup = allConditions([
    ofGroups,
    tenantCondition(sql`g.tenant_id`, tenantId),
    optionalCondition(input.group_id, (id) => sql`g.id = ${id}`),
  ]);
  return sql`
    select 'Group' as type, g.tenant_id, g.id, g.class, g.sequence as group_sequence,
      0 as first_sequence, 0 as second_sequence
    from groups g where ${ofGroup} and ${anyColumnContains([sql`g.name`, sql`g.code`], input.search)}
    union all
    select 'Ledger', l.tenant_id, l.id, g.class, g.sequence,
      case when l.parent_ledger_id is null then l.sequence else (
        select p.sequence from ledgers p where p.tenant_id = l.tenant_id and p.id = l.parent_ledger_id) end,
      case when l.parent_ledger_id is null then 0 else l.sequence end
    from groups g
    join ledgers l on l.tenant_id = g.tenant_id and l.group_id = g.id
    where ${ofGroup} and ${inExpandedGroup(input)} and ${anyColumnContains([sql`l.name`, sql`l.code`], input.search)}`;
}

/** The condition that the group `g` is not collapsed. */
function inExpandedGroup({ folded, search = "" }: AccountFilters): RawBuilder<unknown> {
  if (folded === undefined || search !== "") return sql`true`;
  const ids = folded.split("-").flatMap((part) => (part === "all" ? [] : [Number(part)]));
  const named = sql`g.id = any(${sql.val(ids)}::bigint[])`;
  return folded.startsWith("all") ? named : sql`not ${named}`;
}

/** An account as the chart shows it. */
export function presentAccount({
  opening: op,
  closing,
  own,
  later,
  own_later,
  ...row
}: AccountQueryRow): AccountRow {
  const opened = fromSigned(op);
  const closed = fromSigned(closing - later);
  const itself = fromSigned(own - own_later);
  const after = fromSigned(later);
  return {
    ...row,
    op_balance: opened.amount,
    op_balance_dc: opened.side,
    cl_balance: closed.amount,
    cl_balance_dc: closed.side,
    own_balance: itself.amount,
    own_balance_dc: itself.side,
    after_today: after.amount,
    after_today_dc: after.side,
  };
}

type SideSums = { debit: bigint; credit: bigint };

/** The maximum number of organizations whose differences are listed. */
const maxListedDifferences = 20;

/**
 * The sums of the opening balances of all ledgers of the filter, by side. Opening balances are
 * complete when both sides agree. Each organization is compared separately, because differences of
 * several may cancel out.
 */
export async function totalsOfAccounts(
  context: Context,
  input: InputOf<typeof getAccountTotals>,
): Promise<AccountTotals> {
  const tenantId = await booksFilter(context, input.tenant_id);
  const { rows } = await sql<
    SideSums & {
      unbalanced_count: number;
      tenant_id: number | null;
      organization_name: string;
      own_debit: bigint;
      own_credit: bigint;
    }
  >`
    with sums as (
      select l.tenant_id,
        coalesce(sum(l.op_balance) filter (where l.op_balance_dc = 'DR'), 0) as debit,
        coalesce(sum(l.op_balance) filter (where l.op_balance_dc = 'CR'), 0) as credit
      from ledgers l where ${tenantCondition(sql`l.tenant_id`, tenantId)}
      group by l.tenant_id
    ), whole as (
      select coalesce(sum(debit), 0) as debit, coalesce(sum(credit), 0) as credit,
        count(*) filter (where debit <> credit)::int as unbalanced_count
      from sums
    ), listed_differences as (
      select s.tenant_id, t.name as organization_name, s.debit as own_debit, s.credit as own_credit
      from sums s join tenants t on t.id = s.tenant_id
      where s.debit <> s.credit order by t.name, t.id limit ${maxListedDifferences}
    )
    select * from whole left join listed_differences on true
    order by listed_differences.organization_name, listed_differences.tenant_id`.execute(
    context.tx,
  );
  const whole = atLeastOne(rows);
  const unbalanced = rows.flatMap(({ tenant_id, organization_name, own_debit, own_credit }) =>
    tenant_id === null
      ? []
      : [
          {
            tenant_id,
            organization_name,
            ...presentSums({ debit: own_debit, credit: own_credit }),
          },
        ],
  );
  return {
    ...presentSums(whole),
    unbalanced_count: whole.unbalanced_count,
    unbalanced,
  };
}

/**
 * The sums by side of the opening balances of the listed ledgers, each counted once, in kobo.
 */
export async function openingSumsOfListed(
  context: Context,
  tenantId: number | null,
  filters: AccountFilters,
): Promise<SideSums> {
  const { rows } = await sql<SideSums>`
    select coalesce(sum(l.op_balance) filter (where l.op_balance_dc = 'DR'), 0) as debit,
      coalesce(sum(l.op_balance) filter (where l.op_balance_dc = 'CR'), 0) as credit
    from (${listedAccounts(tenantId, filters)}) listed
    join ledgers l on listed.type = 'Ledger' and l.tenant_id = listed.tenant_id and l.id = listed.id
    where ${tenantCondition(sql`l.tenant_id`, tenantId)}`.execute(context.tx);
  return atLeastOne(rows);
}

function presentSums({ debit, credit }: SideSums) {
  const { amount, side } = fromSigned(credit - debit);
  return {
    debit: displayKobo(debit),
    credit: displayKobo(credit),
    difference: amount,
    // The net difference is shown on the smaller side.
    short_side: amount === 0n ? null : side,
  };
}
