import type { Balance } from "@kontor/books/balance";
import { shownSum, ZERO, type Kobo } from "@kontor/books/money";
import { fromSigned, signed, type Side } from "@kontor/books/side";
import { statementRows } from "@kontor/books/statement";
import type { getStatement, statement, statementRow } from "@kontor/contract/accounting/entries";
import type { InputOf } from "@kontor/contract/endpoint";
import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";

import { inDays } from "../../platform/database/conditions.ts";
import { notFound } from "../../platform/refusal.ts";
import type { Context } from "../../platform/scope.ts";
import { presentLedger, selectLedger, type LedgerRow } from "../chart/ledgers.ts";
import { entryName } from "../entries/find-entry.ts";
import { booksOf } from "../tenant-of.ts";

type Statement = z.output<typeof statement>;
type StatementRow = z.output<typeof statementRow>;

/**
 * What one statement to the database gives of the whole page: `total` lines in the range and what they
 * come to on each side, and in kobo,
 * debit positive, what was posted before the page's first line (`before`), and after today (`later`).
 */
type PageHead = LedgerRow & {
  total: number;
  total_debit: bigint;
  total_credit: bigint;
  before: bigint;
  later: bigint;
};

/** One line of a statement as it is read. */
export type Line = {
  entry_id: number;
  entry_type_id: number;
  number: bigint;
  date: string;
  entry_narration: string;
  own_dc: Side;
  amount: Kobo;
  item_first: StatementRow["item_first"];
  item_second: StatementRow["item_second"];
  more_items: number;
};

/**
 * One page of a ledger's statement, oldest first, as of one moment. Any page costs the same: the totals
 * of months say in which month it begins, those of its days on which day, and the day's marks where to begin to
 * read there, at most some hundred lines before it. A page past the last one has no rows, and both of its balances are the
 * balance after the last row.
 *
 * @throws Refusal `not_found`
 */
export async function ledgerStatement(
  context: Context,
  input: InputOf<typeof getStatement>,
): Promise<Statement & { total: number }> {
  const tenantId = await booksOf(context, input.tenant_id);
  const { rows } = await selectPage(tenantId, input, context.clock.today()).execute(context.tx);
  const [head] = rows;
  if (head === undefined) throw notFound("The ledger");
  const ledger = presentLedger(ledgerOf(head));
  const opening = signed(ledger.op_balance_dc, ledger.op_balance);
  const before = opening + head.before;
  const lines = rows.flatMap((row) => (row.entry_id === null ? [] : [row]));
  const shown = presentLines(lines, fromSigned(before));
  const last = shown.at(-1);
  return {
    ledger,
    rows: shown,
    total: head.total,
    total_debit: shownSum(head.total_debit),
    total_credit: shownSum(head.total_credit),
    ...balance("opening_balance", opening),
    ...balance("closing_balance", signed(ledger.own_balance_dc, ledger.own_balance) - head.later),
    ...balance("current_opening_balance", before),
    ...balance("current_closing_balance", last ? signed(last.dc, last.balance) : before),
  };
}

function balance<Name extends string>(
  name: Name,
  net: bigint,
): Record<Name, Kobo> & Record<`${Name}_dc`, Side> {
  const { amount, side } = fromSigned(net);
  return { [name]: amount, [`${name}_dc`]: side } as Record<Name, Kobo> &
    Record<`${Name}_dc`, Side>;
}

/**
 * Selects the ledger, the totals and the lines of one page, all in one statement, so that all are as of
 * one moment while others post; the ledger stands on each line again, and alone where there is none.
 *
 * Limits stand as well where there cannot be more rows: they tell the planner how few there are, which
 * otherwise takes them for many and reads all entries to join them.
 */
function selectPage(
  tenantId: number,
  { id, start_date, end_date, page, per_page }: InputOf<typeof getStatement>,
  today: string,
): RawBuilder<PageHead & (Line | { [Column in keyof Line]: null })> {
  const offset = (page - 1) * per_page;
  const own = sql`tenant_id = ${tenantId} and ledger_id = ${id}`;
  const inRange = inDays(sql`day`, { start_date, end_date });
  // A page past the end begins after the last line of the range.
  const beforePage = sql`day < coalesce((select day from step), ${end_date ?? null}::date + 1, 'infinity')`;
  return sql`
    with account as (${selectLedger(tenantId, id)}),
    kept as materialized (
      select day, until, lines, debit, credit, debit - credit as net,
        sum(lines) filter (where ${inRange}) over (order by day rows unbounded preceding) as lines_to
      from (${steps(own, [start_date, end_date, today])}) steps
    ), step as (
      select day, until, ${offset} - (lines_to - lines) as skip from kept
      where lines > 0 and ${inRange} and lines_to - lines <= ${offset} and lines_to > ${offset} limit 1
    ), within as materialized (
      select d.day, d.lines, s.skip, sum(d.lines) over (order by d.day rows unbounded preceding) as lines_to,
        coalesce(sum(d.debit - d.credit) over (order by d.day rows between unbounded preceding and 1 preceding), 0) as net
      from step s cross join lateral (
        select day, lines, debit, credit from ledger_days where ${own} and day between s.day and s.until) d
    ), first as (
      select day, net, skip - (lines_to - lines) as skip from within
      where lines > 0 and lines_to - lines <= skip and lines_to > skip limit 1
    ), whole as (
      select coalesce(sum(lines) filter (where ${inRange}), 0)::int as total,
        coalesce(sum(debit) filter (where ${inRange}), 0) as debit,
        coalesce(sum(credit) filter (where ${inRange}), 0) as credit,
        coalesce(sum(net) filter (where ${beforePage}), 0) + coalesce((select net from first), 0) as net,
        coalesce(sum(net) filter (where day > ${today}::date), 0) as later
      from kept
    ), start as (
      select f.day, coalesce(m.net, 0) as net, coalesce(m.entry_id, 0) as entry_id,
        (f.skip - coalesce(m.lines, 0))::int as skip
      from first f left join lateral (
        select entry_id, lines, debit - credit as net from ledger_day_marks
        where ${own} and day = f.day and lines <= f.skip
        order by entry_id desc limit 1) m on true
    ), placed as materialized (
      select i.*, row_number() over (order by i.day, i.entry_id) as place
      from start s cross join lateral (
        select entry_id, revision, line, day, dc, case dc when 'DR' then amount else -amount end as net, amount
        from entry_items
        where ${own} and not superseded and ${inRange} and (day, entry_id) > (s.day, s.entry_id)
        order by day, entry_id limit s.skip + ${per_page}) i
    ), shown as materialized (
      select * from placed where place > (select skip from start) order by place limit ${per_page}
    ), lines as (
      select r.place, r.entry_id, e.entry_type_id::int, e.number, r.day as date, e.narration as entry_narration,
        r.dc as own_dc, r.amount,
        pair.lines -> 0 as item_first, pair.lines -> 1 as item_second, pair.count - 2 as more_items
      from shown r
      join entries e on e.tenant_id = ${tenantId} and e.id = r.entry_id
      cross join lateral (${entryPair(tenantId)}) pair
    )
    select a.*, w.total, w.debit as total_debit, w.credit as total_credit, w.later,
      w.net + coalesce((select net from start), 0)
        + (select coalesce(sum(net), 0) from placed where place <= (select skip from start)) as before, l.*
    from account a cross join whole w left join lines l on true
    order by l.place`;
}

/**
 * The totals of a ledger from its first posting to its last, in steps `day` to `until`: a month each, but for the
 * months in which one of the given days lies, whose days stand for themselves. So each step is wholly before, in or
 * after what begins or ends with such a day.
 */
function steps(
  own: RawBuilder<unknown>,
  cuts: readonly (string | undefined)[],
): RawBuilder<unknown> {
  const months = sql`array(
    select distinct date_trunc('month', cut::timestamp)::date
    from unnest(${cuts.flatMap((cut) => cut ?? [])}::date[]) cut)`;
  return sql`
    select month as day, (month + interval '1 month')::date - 1 as until, lines, debit, credit
    from ledger_months where ${own} and month <> all (${months})
    union all
    select d.day, d.day, d.lines, d.debit, d.credit
    from unnest(${months}) cut(month)
      join ledger_days d on d.day >= cut.month and d.day < (cut.month + interval '1 month')::date
    where ${own}`;
}

/**
 * The two lines of an entry that a statement shows, and how many it has: the ledger's own, which is `r`,
 * and the first of the other side, in the order in which they were entered.
 */
export function entryPair(tenantId: number): RawBuilder<unknown> {
  return sql`
    select count(*)::int as count,
      jsonb_agg(jsonb_build_object('dc', i.dc, 'code', l.code, 'name', l.name) order by i.line)
        filter (where i.line = r.line or i.line = other.line) as lines
    from entry_items i
    join ledgers l on l.tenant_id = i.tenant_id and l.id = i.ledger_id
    cross join (
      select min(o.line) as line from entry_items o
      where o.tenant_id = ${tenantId} and o.entry_id = r.entry_id and o.revision = r.revision and o.dc <> r.dc) other
    where i.tenant_id = ${tenantId} and i.entry_id = r.entry_id and i.revision = r.revision`;
}

function ledgerOf(row: PageHead): LedgerRow {
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
    notes: row.notes,
    count_sub_ledgers: row.count_sub_ledgers,
    control: row.control,
    version: row.version,
    created_at: row.created_at,
  };
}

/**
 * Lines as the statement shows them, each with the balance after it.
 *
 * @param opening the balance before the first of them.
 * @throws RangeError when they are not in order, because every balance after that would be wrong.
 */
export function presentLines(lines: readonly Line[], opening: Balance): StatementRow[] {
  const postings = lines.map((line) => ({
    line,
    side: line.own_dc,
    amount: line.amount,
    date: line.date,
    entryId: String(line.entry_id),
  }));
  return statementRows(opening, postings).map(({ posting, balance: running }) => ({
    entry_id: posting.line.entry_id,
    entry_type_id: posting.line.entry_type_id,
    ent_number: entryName(posting.line.entry_type_id, posting.line.number).ent_number,
    date: posting.date,
    narration: posting.line.entry_narration,
    item_first: posting.line.item_first,
    item_second: posting.line.item_second,
    more_items: posting.line.more_items,
    item_debit_amount: posting.side === "DR" ? posting.amount : ZERO,
    item_credit_amount: posting.side === "CR" ? posting.amount : ZERO,
    balance: running.amount,
    dc: running.side,
  }));
}
