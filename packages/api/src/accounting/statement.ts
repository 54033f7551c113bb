import { kobo, ZERO, type Kobo } from "@kontor/books/money";
import { fromSigned, signed, type Side } from "@kontor/books/side";
import type { getStatement, statement, statementRow } from "@kontor/contract/accounting-entries";
import type { InputOf } from "@kontor/contract/endpoint";
import { sql } from "kysely";
import type { z } from "zod";

import type { Context, Tx } from "../platform/scope.ts";
import { entryName } from "./entries.ts";
import { findLedger } from "./ledgers.ts";

type Statement = z.output<typeof statement>;
type StatementRow = z.output<typeof statementRow>;
type Account = { tenant_id: number; id: number };
type Range = { start_date?: string | undefined; end_date?: string | undefined };

/** Where a page begins: its day, how many of the day's lines come before it, and the net up to that day. */
type PageStart = { total: number; day: string | null; skip: number; net: bigint };

/**
 * One page of a ledger's statement, oldest first. Any page costs the same: day totals say on which day
 * it begins, and only that day's lines before it are read besides its own.
 *
 * @throws Failure `not_found`
 */
export async function ledgerStatement(
  context: Context,
  input: InputOf<typeof getStatement>,
): Promise<Statement & { total: number }> {
  const ledger = await findLedger(context, input);
  const opening = signed(ledger.op_balance_dc, ledger.op_balance);
  const offset = (input.page - 1) * input.per_page;
  const start = await pageStart(context.tx, ledger, input, offset);
  const page =
    start.day === null
      ? { rows: [], before: start.net, after: start.net }
      : await pageRows(
          context.tx,
          ledger,
          input,
          { ...start, day: start.day },
          opening,
          input.per_page,
        );
  const later = await netAfter(context.tx, ledger, context.clock.today());
  return {
    ledger,
    rows: page.rows,
    total: start.total,
    ...balance("opening_balance", opening),
    ...balance("closing_balance", signed(ledger.own_balance_dc, ledger.own_balance) - later),
    ...balance("current_opening_balance", opening + page.before),
    ...balance("current_closing_balance", opening + page.after),
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

async function pageStart(
  tx: Tx,
  account: Account,
  range: Range,
  offset: number,
): Promise<PageStart> {
  const { rows } = await sql<PageStart>`
    with earlier as (
      select coalesce(sum(debit - credit), 0) as net from ledger_days
      where tenant_id = ${account.tenant_id} and ledger_id = ${account.id} and day < ${range.start_date ?? null}::date
    ), days as (
      select day, lines, debit - credit as net,
        sum(lines) over upto - lines as lines_before, sum(debit - credit) over upto - (debit - credit) as net_before
      from ledger_days
      where tenant_id = ${account.tenant_id} and ledger_id = ${account.id} and lines > 0
        and (${range.start_date ?? null}::date is null or day >= ${range.start_date ?? null})
        and (${range.end_date ?? null}::date is null or day <= ${range.end_date ?? null})
      window upto as (order by day)
    ), whole as (
      select coalesce(sum(lines), 0)::int as total, coalesce(sum(net), 0) as net from days
    )
    select whole.total, first.day, coalesce(${offset} - first.lines_before, 0)::int as skip,
      earlier.net + coalesce(first.net_before, whole.net) as net
    from earlier cross join whole
    left join lateral (
      select * from days where lines_before <= ${offset} and lines_before + lines > ${offset}) first on true`.execute(
    tx,
  );
  return rows[0] ?? { total: 0, day: null, skip: 0, net: 0n };
}

type LineRow = {
  entry_id: number;
  entry_type_id: number;
  number: bigint;
  date: string;
  narration: string;
  own_dc: Side;
  amount: Kobo;
  net: bigint;
  item_first: StatementRow["item_first"];
  item_second: StatementRow["item_second"];
  more_items: number;
};

async function pageRows(
  tx: Tx,
  account: Account,
  range: Range,
  start: { day: string; skip: number; net: bigint },
  opening: bigint,
  perPage: number,
): Promise<{ rows: StatementRow[]; before: bigint; after: bigint }> {
  const { rows } = await sql<LineRow>`
    with read as (
      select entry_id, revision, line, day, dc, amount
      from entry_items
      where tenant_id = ${account.tenant_id} and ledger_id = ${account.id} and not superseded
        and day >= ${start.day}::date and (${range.end_date ?? null}::date is null or day <= ${range.end_date ?? null})
      order by day, entry_id limit ${start.skip + perPage}
    ), running as (
      select *, row_number() over position as place,
        sum(case dc when 'DR' then amount else -amount end) over position as net
      from read window position as (order by day, entry_id)
    )
    select r.entry_id, e.entry_type_id::int, e.number, r.day as date, e.narration, r.dc as own_dc, r.amount, r.net,
      pair.lines -> 0 as item_first, pair.lines -> 1 as item_second, pair.count - 2 as more_items
    from running r
    join entries e on e.tenant_id = ${account.tenant_id} and e.id = r.entry_id
    cross join lateral (${entryPair(account.tenant_id)}) pair
    where r.place > ${start.skip}
    order by r.place`.execute(tx);
  const shown = rows.map((row) => presentRow(row, opening + start.net));
  const first = rows[0];
  const last = rows.at(-1);
  return {
    rows: shown,
    before: start.net + (first === undefined ? 0n : first.net - signed(first.own_dc, first.amount)),
    after: start.net + (last?.net ?? 0n),
  };
}

/**
 * The two lines of an entry that a statement shows: the ledger's own and the first of the other side,
 * in the order in which they were entered.
 */
function entryPair(tenantId: number) {
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

function presentRow(row: LineRow, before: bigint): StatementRow {
  const { own_dc, amount, net, number, ...shown } = row;
  const running = fromSigned(before + net);
  return {
    ...shown,
    ent_number: entryName(row.entry_type_id, number).ent_number,
    item_debit_amount: own_dc === "DR" ? amount : ZERO,
    item_credit_amount: own_dc === "CR" ? amount : ZERO,
    balance: running.amount,
    dc: running.side,
  };
}

/** What is posted to days after the given one, debit positive: not yet part of a balance as of that day. */
async function netAfter(tx: Tx, account: Account, day: string): Promise<Kobo> {
  const { rows } = await sql<{ net: bigint }>`
    select coalesce(sum(debit - credit), 0) as net from ledger_days
    where tenant_id = ${account.tenant_id} and ledger_id = ${account.id} and day > ${day}::date`.execute(
    tx,
  );
  return kobo(rows[0]?.net ?? 0n);
}
