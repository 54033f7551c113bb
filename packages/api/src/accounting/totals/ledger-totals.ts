import type { AccountClass, CashFlow } from "@kontor/books/account-code";
import { endOfMonth } from "@kontor/books/calendar-date";
import type { SideFigures, LedgerMovement } from "@kontor/books/trial-balance";
import { sql, type RawBuilder } from "kysely";

import { withCachedPlan } from "../../platform/database/limited-client.ts";
import { atLeastOne } from "../../platform/database/rows.ts";
import type { Tx } from "../../platform/scope.ts";
import { openingBalance } from "../chart/opening-balance.ts";
import { chartAccounts, type ChartAccount } from "./chart-accounts.ts";
import { selectClosingMovements } from "./closings.ts";
import { correctionsSince, type Correction } from "./recorded.ts";
import { approximateByThirds, wholeMonths, type PartialMonth, type Days } from "./whole-months.ts";

export type { Days };

/**
 * The balance of every ledger of an organization before a range of days and its movements on each
 * side within it, in the order of the chart, a parent before its sub-ledgers. They are added up
 * from totals to the ends of quarters, from months, and from days only where a month is cut, so any
 * range costs about the same.
 */
export async function ledgerMovements(
  tx: Tx,
  tenantId: number,
  days: Days,
  recordedUpTo?: string,
): Promise<(LedgerMovement & ChartAccount & ItemCount & ChangedSince)[]> {
  // The database adds up the totals while the accounts are sorted here.
  const [chart, totals] = await Promise.all([
    chartAccounts(tx, tenantId),
    movementsById(tx, tenantId, days),
  ]);
  const corrections =
    recordedUpTo === undefined
      ? new Map<number, Correction>()
      : await correctionsSince(tx, tenantId, { ...days, recordedUpTo });
  // Totals are joined to their accounts here: the planner does not know how few they are, and would
  // choose a slow join.
  return chart.map((account) => {
    const now = totals.get(account.id) ?? zeroMovement;
    const since = corrections.get(account.id);
    const { opening, debit, credit, items } =
      since === undefined ? now : applyCorrection(now, since);
    // Copied one by one, because the spread operator takes several times as long for a thousand
    // ledgers.
    const { id, code, name, accountClass, cashFlow, group, parentId } = account;
    return {
      id,
      code,
      name,
      accountClass,
      cashFlow,
      group,
      parentId,
      opening,
      debit,
      credit,
      items,
      changed: since !== undefined,
      movementChanged: since?.moved === true,
    };
  });
}

function applyCorrection(now: Movement, since: Correction): Movement {
  return {
    opening: now.opening + since.opening,
    debit: now.debit + since.debit,
    credit: now.credit + since.credit,
    items: now.items + since.items,
  };
}

/** Whether a ledger has changed since the moment as of which the books are read. */
type ChangedSince = {
  /** Whether anything of the ledger up to the last day has changed. */
  readonly changed: boolean;
  /** Whether its movement in the days has, apart from year-end closings. */
  readonly movementChanged: boolean;
};

/** The number of items. */
type ItemCount = { readonly items: number };
type Movement = Pick<LedgerMovement, "opening" | "debit" | "credit"> & ItemCount;
const zeroMovement: Movement = { opening: 0n, debit: 0n, credit: 0n, items: 0 };

async function movementsById(
  tx: Tx,
  tenantId: number,
  days: Days,
): Promise<ReadonlyMap<number, Movement>> {
  const totals = movements(tenantId, days);
  const { rows } = await withCachedPlan(sql<Movement & { ledger_id: number }>`
    select t.ledger_id, t.opening, t.debit, t.credit, t.items from (${totals}) t`).execute(tx);
  return new Map(rows.map((row) => [row.ledger_id, row]));
}

/** An organization whose books are added up. */
type Organization = { tenant_id: number; code: string; name: string };

/**
 * The sums of the sides of each organization's ledgers, by name.
 *
 * @param filter restricts to ledgers of some classes or to cash, and excludes the movements of year-end closings.
 */
export async function sidesByOrganization(
  tx: Tx,
  days: Days,
  filter: {
    classes?: readonly AccountClass[] | undefined;
    cash?: boolean;
    withoutClosings?: boolean;
  } = {},
): Promise<(Organization & SideFigures)[]> {
  const unclosed = filter.withoutClosings
    ? sql`union all select c.tenant_id, c.ledger_id, 0, -c.debit, -c.credit from (${selectClosingMovements(null, days)}) c`
    : sql``;
  const totals = sql`
    select t.tenant_id, t.ledger_id, sum(t.opening) as opening, sum(t.debit) as debit, sum(t.credit) as credit
    from (select m.tenant_id, m.ledger_id, m.opening, m.debit, m.credit from (${movements(null, days)}) m ${unclosed}) t
    ${filter.classes === undefined ? sql`` : joinGroups(sql`g.class = any (${[...filter.classes]})`)}
    ${filter.cash === true ? joinGroups(sql`g.cash_flow = 'cash'`) : sql``}
    group by t.tenant_id, t.ledger_id`;
  const { rows } = await sql<Organization & SideFigures>`
    with totals as materialized (${totals}), sums as (
      select t.tenant_id, sum(greatest(t.opening, 0)) as opening_debit, sum(greatest(-t.opening, 0)) as opening_credit,
        sum(t.debit) as debit, sum(t.credit) as credit,
        sum(greatest(t.opening + t.debit - t.credit, 0)) as closing_debit,
        sum(greatest(t.credit - t.debit - t.opening, 0)) as closing_credit
      from totals t group by t.tenant_id)
    select n.code, n.name, s.* from sums s join tenants n on n.id = s.tenant_id
    order by lower(n.name), n.id`.execute(tx);
  return rows;
}

/** Restricts the totals `t` to ledgers of some groups `g`. */
function joinGroups(which: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    join ledgers l on l.tenant_id = t.tenant_id and l.id = t.ledger_id
    join groups g on g.tenant_id = l.tenant_id and g.id = l.group_id and ${which}`;
}

/**
 * The balance and movements of all ledgers of each organization, and the last day with a movement.
 */
export async function movementsByOrganization(
  tx: Tx,
  days: Days,
): Promise<(Organization & Movement & { last_day: string | null })[]> {
  const totals = movements(null, days);
  const { rows } = await sql<Organization & Movement & { last_day: string | null }>`
    with totals as materialized (${totals}), sums as (
      select t.tenant_id, sum(t.opening) as opening, sum(t.debit) as debit, sum(t.credit) as credit,
        sum(t.items)::int as items
      from totals t group by t.tenant_id)
    select n.code, n.name, s.*, last.day as last_day
    from sums s join tenants n on n.id = s.tenant_id
    left join lateral (
      select d.day from entry_days d
      where d.tenant_id = s.tenant_id and d.day <= ${days.end_date}::date and d.entries > 0
      order by d.day desc limit 1) last on true
    order by lower(n.name), n.id`.execute(tx);
  return rows;
}

/**
 * The balance and movements of all ledgers of an organization, or of all organizations when none is
 * given.
 */
export async function totalMovement(
  tx: Tx,
  tenantId: number | null,
  days: Days,
): Promise<Movement> {
  const totals = movements(tenantId, days);
  const { rows } = await sql<Movement>`
    select coalesce(sum(t.opening), 0) as opening, coalesce(sum(t.debit), 0) as debit,
      coalesce(sum(t.credit), 0) as credit, coalesce(sum(t.items), 0)::int as items
    from (${totals}) t`.execute(tx);
  return atLeastOne(rows);
}

/**
 * The last day, up to a given one, with a movement of each ledger of an organization; ledgers
 * without one are left out.
 */
export async function lastMovementDays(
  tx: Tx,
  tenantId: number,
  until: string,
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; day: string }>`
    select l.id, last.day from ledgers l cross join lateral (
      select d.day from ledger_days d
      where d.tenant_id = ${tenantId} and d.ledger_id = l.id and d.day <= ${until}::date and d.lines > 0
      order by d.day desc limit 1) last
    where l.tenant_id = ${tenantId}`.execute(tx);
  return new Map(rows.map(({ id, day }) => [id, day]));
}

/**
 * The balance of an organization's class of accounts before a range of days and its movements
 * within it, debit positive.
 */
export type ClassMovement = Organization & {
  class: AccountClass;
  opening: bigint;
  movement: bigint;
};

/** The same by organization and class, by name. */
export async function classMovementsByOrganization(tx: Tx, days: Days): Promise<ClassMovement[]> {
  const totals = movements(null, days);
  const { rows } = await sql<ClassMovement>`
    with totals as materialized (${totals}), sums as (
      select t.tenant_id, g.class, sum(t.opening) as opening, sum(t.debit - t.credit) as movement
      from totals t
      join ledgers l on l.tenant_id = t.tenant_id and l.id = t.ledger_id
      join groups g on g.tenant_id = l.tenant_id and g.id = l.group_id
      group by t.tenant_id, g.class)
    select n.code, n.name, s.* from sums s join tenants n on n.id = s.tenant_id
    order by lower(n.name), n.id, s.class`.execute(tx);
  return rows;
}

/** The same for the groups of a class that are in one category of the statement of cash flows. */
type CashFlowMovement = ClassMovement & { cash_flow: CashFlow };

/** As {@link classMovementsByOrganization}, also by the category in the statement of cash flows. */
export async function cashFlowMovementsByOrganization(
  tx: Tx,
  days: Days,
): Promise<CashFlowMovement[]> {
  const totals = movements(null, days);
  const { rows } = await sql<CashFlowMovement>`
    with totals as materialized (${totals}), sums as (
      select t.tenant_id, g.class, g.cash_flow, sum(t.opening) as opening, sum(t.debit - t.credit) as movement
      from totals t
      join ledgers l on l.tenant_id = t.tenant_id and l.id = t.ledger_id
      join groups g on g.tenant_id = l.tenant_id and g.id = l.group_id
      group by t.tenant_id, g.class, g.cash_flow)
    select n.code, n.name, s.* from sums s join tenants n on n.id = s.tenant_id
    order by lower(n.name), n.id, s.class, s.cash_flow`.execute(tx);
  return rows;
}

/**
 * A row for each ledger: tenant_id, ledger_id, opening (before the days, debit positive), debit,
 * credit and items (in them).
 */
function movements(tenantId: number | null, days: Days): RawBuilder<unknown> {
  const { from, until, partialMonths } = wholeMonths(days);
  const months = tenantId === null ? fromToday(from, until) : fromQuarters(tenantId, from, until);
  // For one organization the tenant is the same in all rows, and need not be hashed with each of
  // them.
  const [tenant, ledgers] =
    tenantId === null
      ? [sql`each.tenant_id`, sql`each.tenant_id, each.ledger_id`]
      : [sql`${tenantId}::bigint`, sql`each.ledger_id`];
  return sql`
    ${tenantId === null ? sql`` : quarterEnds(tenantId, { from, until })}
    select ${tenant} as tenant_id, each.ledger_id, sum(each.opening) as opening, sum(each.debit) as debit,
      sum(each.credit) as credit, sum(each.items)::int as items
    from (${months}
      ${sql.join(
        partialMonths.map((cut) => partialMonthDays(tenantId, cut)),
        sql` `,
      )}) each
    group by ${ledgers}`;
}

/**
 * For all organizations, earlier balances of ledgers are computed backwards from today's balance.
 */
function fromToday(from: string, until: string): RawBuilder<unknown> {
  const within = sql`m.month < ${until}::date`;
  return sql`
      select l.tenant_id, l.id as ledger_id, l.balance as opening, 0 as debit, 0 as credit, 0 as items from ledgers l
      union all
      select m.tenant_id, m.ledger_id, m.credit - m.debit, case when ${within} then m.debit else 0 end,
        case when ${within} then m.credit else 0 end, case when ${within} then m.lines else 0 end
      from ledger_months m where m.month >= ${from}::date`;
}

/**
 * For ledgers of one organization: the sum of movements before the first month gives the balance
 * before the range; the sum before the last month less that gives the movements in it. Each sum
 * starts from the total stored at the end of the nearest quarter and adds or subtracts months;
 * where no total is stored, it adds months from the first posting.
 */
function fromQuarters(tenantId: number, from: string, until: string): RawBuilder<unknown> {
  const ends = [
    { month: from, openingFactor: 1, rangeFactor: -1 },
    { month: until, openingFactor: 0, rangeFactor: 1 },
  ].map((end, place) => movementsBefore(tenantId, { ...end, place }));
  return sql`
      select l.tenant_id, l.id as ledger_id, ${openingBalance(sql`l`)} as opening, 0 as debit, 0 as credit, 0 as items
      from ledgers l where l.tenant_id = ${tenantId}
      ${sql.join(ends, sql` `)}`;
}

/**
 * The date up to which the stored totals are valid, and the end of the quarter from which each of
 * the two months (`place` 0 and 1) is reached; materialized, as `held` and `ends`.
 */
function quarterEnds(tenantId: number, { from, until }: { from: string; until: string }) {
  return sql`
    with held as materialized (
      select quarters_hold_up_to(${tenantId}) as up_to
    ), ends as materialized (
      select requested.place, requested.month, case
          when requested.month = quarter.first + interval '2 months' and quarter.first + interval '3 months' <= held.up_to
          then (quarter.first + interval '3 months')::date else least(quarter.first::date, held.up_to) end as kept
      from (values (0, ${from}::date), (1, ${until}::date)) requested(place, month)
      cross join lateral (select date_trunc('quarter', requested.month::timestamp) as first) quarter
      cross join held)`;
}

/** The movements of ledgers before a month, times a factor. */
function movementsBefore(
  tenantId: number,
  end: { place: number; openingFactor: number; rangeFactor: number },
): RawBuilder<unknown> {
  const [openingFactor, rangeFactor] = [sql.lit(end.openingFactor), sql.lit(end.rangeFactor)];
  // Each is looked up separately, so that the planner reads a few index rows instead of joining.
  const its = (value: RawBuilder<unknown>) =>
    sql`(select ${value} from ends where place = ${sql.lit(end.place)})`;
  const sign = its(sql`case when kept <= month then 1 else -1 end`);
  return sql`
      union all
      select q.tenant_id, q.ledger_id, ${openingFactor} * (q.debit - q.credit), ${rangeFactor} * q.debit,
        ${rangeFactor} * q.credit, ${rangeFactor} * q.lines
      from ledger_quarters q where q.tenant_id = ${tenantId} and q.quarter = ${its(sql`kept`)}
      union all
      select m.tenant_id, m.ledger_id, ${sign} * ${openingFactor} * (m.debit - m.credit), ${sign} * ${rangeFactor} * m.debit,
        ${sign} * ${rangeFactor} * m.credit, ${sign} * ${rangeFactor} * m.lines
      from ledger_months m
      where m.tenant_id = ${tenantId} and m.month >= ${its(sql`least(kept, month)`)}
        and m.month < ${its(sql`greatest(kept, month)`)}`;
}

/**
 * Adds the days of a cut month, or subtracts those that its monthly totals included in excess. Days
 * are read by date; those of several organizations from each one's range of the index.
 */
function partialMonthDays(tenantId: number | null, cut: PartialMonth): RawBuilder<unknown> {
  if (tenantId !== null) return partialMonthThirds(tenantId, cut);
  const { start_date, end_date } = cut;
  return sql`
      union all
      ${selectTimesFactors(cut)} from tenants t cross join lateral (
        select tenant_id, ledger_id, debit, credit, lines from ledger_days
        where tenant_id = t.id and day >= ${start_date}::date and day <= ${end_date}::date) d`;
}

function selectTimesFactors({ openingFactor, rangeFactor }: PartialMonth): RawBuilder<unknown> {
  const factor = sql.lit(rangeFactor);
  return sql`
      select d.tenant_id, d.ledger_id, ${sql.lit(openingFactor)} * (d.debit - d.credit), ${factor} * d.debit,
        ${factor} * d.credit, ${factor} * d.lines`;
}

/**
 * The same for one organization, by thirds of the month where these are valid: then at most five
 * days a ledger are read.
 */
function partialMonthThirds(tenantId: number, cut: PartialMonth): RawBuilder<unknown> {
  const { start_date, end_date } = cut;
  const { thirds, rest } = approximateByThirds(cut);
  const isHeld = sql`up_to > ${endOfMonth(start_date)}::date`;
  const its = (held: RawBuilder<unknown>, otherwise: RawBuilder<unknown>) =>
    sql`(select case when ${isHeld} then ${held} else ${otherwise} end from held)`;
  const factor = its(sql`${rest.factor}::int`, sql`1`);
  return sql`
      union all
      ${selectTimesFactors(cut)} from ledger_thirds d
      where d.tenant_id = ${tenantId} and d.first = any (${thirds}::date[]) and (select ${isHeld} from held)
      union all
      ${selectTimesFactors(cut)} from (
        select tenant_id, ledger_id, ${factor} * debit as debit, ${factor} * credit as credit, ${factor} * lines as lines
        from ledger_days
        where tenant_id = ${tenantId} and day >= ${its(sql`${rest.start_date}::date`, sql`${start_date}::date`)}
          and day <= ${its(sql`${rest.end_date}::date`, sql`${end_date}::date`)}) d`;
}
