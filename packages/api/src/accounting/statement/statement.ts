import { displayKobo, type Kobo } from "@kontor/books/money";
import { fromSigned, signed, type Side } from "@kontor/books/side";
import type { getStatement, statement } from "@kontor/contract/accounting/statements";
import type { InputOf } from "@kontor/contract/endpoint";
import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";

import { lagosDate } from "../../platform/clock.ts";
import { inDateRange } from "../../platform/database/conditions.ts";
import { withCachedPlan } from "../../platform/database/limited-client.ts";
import { withConstantLimit } from "../../platform/database/list.ts";
import { notFound } from "../../platform/refusal.ts";
import type { Context } from "../../platform/scope.ts";
import { booksTenant } from "../books-tenant.ts";
import { presentLedger, selectLedger, type LedgerRow } from "../chart/ledgers.ts";
import { refuseFutureMoment, refuseTooManySince } from "../totals/recorded.ts";
import {
  statementAccounts,
  isAsRecorded,
  isIncluded,
  minusExcluded,
  ofAccounts,
  selectOpening,
  skippedLines,
  type StatementAccounts,
} from "./accounts.ts";
import { selectPageAsRecorded } from "./as-recorded.ts";
import {
  changeMark,
  presentLines,
  selectLines,
  type PageHead,
  type PageRow,
} from "./statement-lines.ts";

type Statement = z.output<typeof statement>;

/**
 * One page of a ledger's statement, oldest first, as of one moment. Any page costs the same:
 * monthly totals give the month in which it begins, daily totals the day, and the day's marks a
 * position to read from, at most several hundred lines before the page. A page past the last one
 * has no rows, and both of its balances are the balance after the last row. A statement as of an
 * earlier moment shows balances as of the day of that moment. For a ledger with sub-ledgers, a page
 * reads all lines of its first day.
 *
 * @throws Refusal `not_found`, `module_off`; `moment_in_future` and `too_much_since` at
 * `recorded_up_to`.
 */
export async function ledgerStatement(
  context: Context,
  input: InputOf<typeof getStatement>,
): Promise<Statement & { total: number; page: number }> {
  const tenantId = await booksTenant(context, input.tenant_id);
  refuseFutureMoment(context.clock, input.recorded_up_to);
  const { rows } = await readPage(context, tenantId, input);
  const [head] = rows;
  if (head === undefined) throw notFound("The ledger");
  const ledger = presentLedger(ledgerRowOf(head));
  const { opening } = head;
  const before = opening + head.before;
  const lines = rows.flatMap((row) => (row.entry_id === null ? [] : [row]));
  const shown = presentLines(lines, fromSigned(before));
  const last = shown.at(-1);
  return {
    ledger,
    rows: shown,
    total: head.total,
    page: input.newest === true ? head.skipped / input.per_page + 1 : input.page,
    total_debit: displayKobo(head.total_debit),
    total_credit: displayKobo(head.total_credit),
    ...balanceFields("opening_balance", opening),
    opened_on: earlierDay(lagosDate(ledger.created_at), head.first_day),
    ...balanceFields("closing_balance", head.closing),
    ...balanceFields("after_today", head.after),
    ...balanceFields("current_opening_balance", before),
    ...balanceFields("current_closing_balance", last ? signed(last.dc, last.balance) : before),
  };
}

function earlierDay(created: string, firstDay: string | null): string {
  return firstDay !== null && firstDay < created ? firstDay : created;
}

async function readPage(
  context: Context,
  tenantId: number,
  input: InputOf<typeof getStatement>,
): Promise<{ rows: PageRow[] }> {
  const { tx, clock } = context;
  const accounts = await statementAccounts(context, tenantId, input);
  if (!isAsRecorded(input))
    return withCachedPlan(selectPage(accounts, input, clock.today())).execute(tx);
  await refuseTooManySince(tx, tenantId, input.recorded_up_to);
  return selectPageAsRecorded(accounts, input, clock.today()).execute(tx);
}

function balanceFields<Name extends string>(
  name: Name,
  net: bigint,
): Record<Name, Kobo> & Record<`${Name}_dc`, Side> {
  const { amount, side } = fromSigned(net);
  return { [name]: amount, [`${name}_dc`]: side } as Record<Name, Kobo> &
    Record<`${Name}_dc`, Side>;
}

/**
 * Selects the ledger, the totals and the lines of one page in one statement, so that they are
 * consistent while others post. The ledger is repeated on each line; a ledger without lines gives
 * one row.
 *
 * Limits are given even where there cannot be more rows: without them the planner expects many rows
 * and joins all entries.
 */
function selectPage(
  accounts: StatementAccounts,
  input: InputOf<typeof getStatement>,
  today: string,
): RawBuilder<PageRow> {
  const { id, start_date, end_date, recorded_up_to, with_sub_ledgers, per_page } = input;
  const { tenantId } = accounts;
  const own = ofAccounts(accounts);
  const below = with_sub_ledgers === true ? sql`1` : sql`0`;
  const inRange = inDateRange(sql`day`, { start_date, end_date });
  // A page past the end begins after the last line of the range.
  const beforePage = sql`day < coalesce((select day from step), ${end_date ?? null}::date + 1, 'infinity')`;
  const lines = selectLines(accounts, sql`shown`, { since: changeMark(tenantId, recorded_up_to) });
  return sql`
    with account as (${selectLedger(tenantId, id, today)}),
    kept as materialized (
      select day, until, lines, debit, credit, debit - credit as net,
        sum(lines) filter (where ${inRange}) over (order by day rows unbounded preceding) as lines_to
      from (
        select day, until, sum(lines) as lines, sum(debit) as debit, sum(credit) as credit
        from (${totalSteps(accounts, [start_date, end_date])}) steps group by day, until) summed
    ), requested as (${skippedLines(input, sql`kept`)}
    ), step as (
      select day, until, requested.skip - (lines_to - lines) as skip from kept cross join requested
      where lines > 0 and ${inRange} and lines_to - lines <= requested.skip and lines_to > requested.skip limit 1
    ), within as materialized (
      select d.day, d.lines, s.skip, sum(d.lines) over (order by d.day rows unbounded preceding) as lines_to,
        coalesce(sum(d.debit - d.credit) over (order by d.day rows between unbounded preceding and 1 preceding), 0) as net
      from step s cross join lateral (
        select day, sum(lines) as lines, sum(debit) as debit, sum(credit) as credit
        from (
          select day, lines, debit, credit from ledger_days where ${own} ${minusExcluded(accounts, sql`day`)}) each
        where day between s.day and s.until group by day) d
    ), first as (
      select day, net, skip - (lines_to - lines) as skip from within
      where lines > 0 and lines_to - lines <= skip and lines_to > skip limit 1
    ), whole as (
      select coalesce(sum(lines) filter (where ${inRange}), 0)::int as total,
        coalesce(sum(debit) filter (where ${inRange}), 0) as debit,
        coalesce(sum(credit) filter (where ${inRange}), 0) as credit,
        coalesce(sum(net) filter (where ${beforePage}), 0) + coalesce((select net from first), 0) as net
      from kept
    ), start as (
      select f.day, coalesce(m.net, 0) as net, coalesce(m.entry_id, 0) as entry_id,
        (f.skip - coalesce(m.lines, 0))::int as skip
      from first f left join lateral (${dayMark(accounts)}) m on true
    ), placed as materialized (
      select i.*, row_number() over (order by i.day, i.entry_id, i.line) as place
      from start s cross join lateral (
        select found.* from unnest(${sql.val(accounts.ids)}::bigint[]) each(ledger_id) cross join lateral (
          select entry_id, revision, line, ledger_id, day, dc, case dc when 'DR' then amount else -amount end as net, amount
          from entry_items
          where tenant_id = ${tenantId} and ledger_id = each.ledger_id
            and not superseded and ${isIncluded(accounts)} and ${inRange} and (day, entry_id) > (s.day, s.entry_id)
          order by day, entry_id limit s.skip + ${per_page}) found
        order by found.day, found.entry_id, found.line limit s.skip + ${per_page}) i
    ), shown as materialized (
      ${withConstantLimit(sql`select * from placed where place > (select skip from start) order by place limit ${per_page}`)}
    )
    select a.*, w.total, w.debit as total_debit, w.credit as total_credit,
      (${selectOpening(accounts)}) as opening,
      a.balance - a.later + ${below} * (a.sub_balance - a.sub_later) as closing,
      a.later + ${below} * a.sub_later as after, requested.skip::float8 as skipped,
      (select day from ledger_days where ${own} and lines > 0 order by day limit 1) as first_day,
      w.net + coalesce((select net from start), 0)
        + (select coalesce(sum(net), 0) from placed where place <= (select skip from start)) as before, l.*
    from account a cross join whole w cross join requested left join (${lines}) l on true
    order by l.date, l.entry_id, l.line`;
}

/**
 * The mark of the day `f.day` at which to begin, if it has one: the last mark at most `f.skip`
 * lines into the day. Marks count all lines of one ledger, so those of several ledgers, and of a
 * ledger with excluded lines, are read from the start of their day.
 */
function dayMark(accounts: StatementAccounts): RawBuilder<unknown> {
  if (accounts.ids.length > 1 || accounts.excluded.length > 0) {
    return sql`select null::bigint as entry_id, 0::bigint as lines, 0::bigint as net where false`;
  }
  return sql`
    select entry_id, lines, debit - credit as net from ledger_day_marks
    where ${ofAccounts(accounts)} and day = f.day and lines <= f.skip
    order by entry_id desc limit 1`;
}

/**
 * The totals of a ledger from its first posting to its last, in steps from `day` to `until`: whole
 * months, except that months containing one of the given days are split into days. So each step is
 * completely before, in or after a range that begins or ends with such a day.
 */
function totalSteps(
  accounts: StatementAccounts,
  cuts: readonly (string | undefined)[],
): RawBuilder<unknown> {
  const own = ofAccounts(accounts);
  const months = sql`array(
    select distinct date_trunc('month', cut::timestamp)::date
    from unnest(${cuts.flatMap((cut) => cut ?? [])}::date[]) cut)`;
  const month = sql`date_trunc('month', day::timestamp)::date`;
  const inCut = sql`${month} = any (${months})`;
  const stepDays = sql`
    case when ${inCut} then day else ${month} end,
    case when ${inCut} then day else (${month} + interval '1 month')::date - 1 end`;
  return sql`
    select month as day, (month + interval '1 month')::date - 1 as until, lines, debit, credit
    from ledger_months where ${own} and month <> all (${months})
    union all
    select d.day, d.day, d.lines, d.debit, d.credit
    from unnest(${months}) cut(month)
      join ledger_days d on d.day >= cut.month and d.day < (cut.month + interval '1 month')::date
    where ${own}
    ${minusExcluded(accounts, stepDays)}`;
}

function ledgerRowOf(row: PageHead): LedgerRow {
  return {
    id: row.id,
    tenant_id: row.tenant_id,
    org_name: row.org_name,
    group_id: row.group_id,
    group_code: row.group_code,
    group_name: row.group_name,
    parent_ledger_id: row.parent_ledger_id,
    parent_ledger_name: row.parent_ledger_name,
    code: row.code,
    name: row.name,
    op_balance: row.op_balance,
    op_balance_dc: row.op_balance_dc,
    balance: row.balance,
    sub_balance: row.sub_balance,
    later: row.later,
    sub_later: row.sub_later,
    notes: row.notes,
    count_sub_ledgers: row.count_sub_ledgers,
    control: row.control,
    bank: row.bank,
    version: row.version,
    created_at: row.created_at,
  };
}
