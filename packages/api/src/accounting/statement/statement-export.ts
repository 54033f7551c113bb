import { classLabel, classOf } from "@kontor/books/account-code";
import { shownSum } from "@kontor/books/money";
import { fromSigned, signed, type SidedAmount } from "@kontor/books/side";
import type { exportStatement } from "@kontor/contract/accounting/exports";
import { statementList } from "@kontor/contract/accounting/lists";
import type { InputOf } from "@kontor/contract/endpoint";
import { formatBalance, formatMoney, formatRange } from "@kontor/contract/format";
import { sql, type RawBuilder } from "kysely";

import { inDays } from "../../platform/database/conditions.ts";
import { readByCursor } from "../../platform/database/cursor.ts";
import { exportFile } from "../../platform/export/export-file.ts";
import type { FileResponse } from "../../platform/http/serve-file.ts";
import type { Context } from "../../platform/scope.ts";
import { findLedger } from "../chart/ledgers.ts";
import { booksOf } from "../tenant-of.ts";
import { entryPair, presentLines, type Line } from "./statement.ts";

type Input = InputOf<typeof exportStatement>;
type Days = Pick<Input, "start_date" | "end_date">;
type LedgerKey = { tenantId: number; id: number };

/** What the lines of the range come to, in kobo; `before` is what was posted before it, debit positive. */
type Totals = {
  lines: number;
  debit: bigint;
  credit: bigint;
  before: bigint;
  first_day: string | null;
  last_day: string | null;
};

/**
 * A ledger's whole statement as a file, or that of the days asked for, oldest first, between the balance
 * before and the balance after them.
 *
 * @throws Refusal `not_found`, `module_off`, `export_too_long`.
 */
export async function statementFile(context: Context, input: Input): Promise<FileResponse> {
  const { tx } = context;
  const tenantId = await booksOf(context, input.tenant_id);
  const ledger = await findLedger(context, { id: input.id, tenant_id: tenantId });
  const key = { tenantId, id: input.id };
  const totals = await totalsOf(context, key, input);
  const before = signed(ledger.op_balance_dc, ledger.op_balance) + totals.before;
  const opening = fromSigned(before);
  const closing = fromSigned(before + totals.debit - totals.credit);
  const [debit, credit] = [shownSum(totals.debit), shownSum(totals.credit)];
  return exportFile(context, input.format, {
    list: statementList,
    name: "statement",
    parts: [ledger.code, input.start_date, input.end_date],
    facts: [
      ["Ledger", `${ledger.name} (${ledger.code})`],
      ["Account", `${classLabel(classOf(ledger.code))}, ${ledger.group_name}`],
      ["Period", periodOf(input, totals)],
      ["Opening Balance", formatBalance(opening.amount, opening.side)],
      ["Total Debit", formatMoney(debit)],
      ["Total Credit", formatMoney(credit)],
      ["Closing Balance", formatBalance(closing.amount, closing.side)],
    ],
    tenantId,
    total: totals.lines,
    before: [{ label: "Opening Balance", cells: { balance: opening } }],
    rows: withBalances(readByCursor(tx, selectLines(key, input)), opening),
    after: () => [
      { label: "Total", cells: { debit, credit } },
      { label: "Closing Balance", cells: { balance: closing } },
    ],
  });
}

function periodOf({ start_date, end_date }: Days, { first_day, last_day }: Totals): string {
  if (start_date !== undefined) return formatRange(start_date, end_date);
  const whole = "Everything posted";
  return first_day === null || last_day === null
    ? whole
    : `${whole}, ${formatRange(first_day, last_day)}`;
}

async function totalsOf({ tx }: Context, { tenantId, id }: LedgerKey, days: Days): Promise<Totals> {
  const wanted = sql`filter (where lines > 0 and ${inDays(sql`day`, days)})`;
  const before = days.start_date === undefined ? sql`false` : sql`day < ${days.start_date}::date`;
  const { rows } = await sql<Totals>`
    select coalesce(sum(lines) ${wanted}, 0)::int as lines,
      coalesce(sum(debit) ${wanted}, 0) as debit, coalesce(sum(credit) ${wanted}, 0) as credit,
      coalesce(sum(debit - credit) filter (where ${before}), 0) as before,
      min(day) ${wanted} as first_day, max(day) ${wanted} as last_day
    from ledger_days where tenant_id = ${tenantId} and ledger_id = ${id}`.execute(tx);
  const [totals] = rows;
  return totals ?? { lines: 0, debit: 0n, credit: 0n, before: 0n, first_day: null, last_day: null };
}

function selectLines({ tenantId, id }: LedgerKey, days: Days): RawBuilder<Line> {
  return sql<Line>`
    select r.entry_id, e.entry_type_id::int, e.number, r.day as date, e.narration as entry_narration,
      r.dc as own_dc, r.amount,
      pair.lines -> 0 as item_first, pair.lines -> 1 as item_second, pair.count - 2 as more_items
    from (
      select entry_id, revision, line, day, dc, amount
      from entry_items
      where tenant_id = ${tenantId} and ledger_id = ${id} and not superseded and ${inDays(sql`day`, days)}) r
    join entries e on e.tenant_id = ${tenantId} and e.id = r.entry_id
    cross join lateral (${entryPair(tenantId)}) pair
    order by r.day, r.entry_id`;
}

/** Lines as the statement shows them, each with the balance after it, across batches. */
async function* withBalances(
  batches: AsyncIterable<Line[]>,
  opening: SidedAmount,
): AsyncGenerator<ReturnType<typeof presentLines>> {
  let running = opening;
  for await (const batch of batches) {
    const rows = presentLines(batch, running);
    const last = rows.at(-1);
    if (last !== undefined) running = { amount: last.balance, side: last.dc };
    yield rows;
  }
}
