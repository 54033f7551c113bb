import { classLabel, classOf } from "@kontor/books/account-code";
import { shownSum, ZERO, type Kobo } from "@kontor/books/money";
import { fromSigned, signed, type SidedAmount } from "@kontor/books/side";
import type { statementRow } from "@kontor/contract/accounting-entries";
import type { exportStatement } from "@kontor/contract/accounting-exports";
import type { InputOf } from "@kontor/contract/endpoint";
import {
  formatBalance,
  formatDate,
  formatLongMoment,
  formatMoney,
  formatRange,
} from "@kontor/contract/format";
import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";

import { readByCursor } from "../../platform/database/cursor.ts";
import { exportFile } from "../../platform/export/export-file.ts";
import {
  fileName,
  type ExportColumn,
  type PrintColumn,
} from "../../platform/export/export-table.ts";
import type { FileResponse } from "../../platform/http/serve-file.ts";
import { organizationLabel } from "../../platform/organization/organization.ts";
import type { Context } from "../../platform/scope.ts";
import { findLedger } from "../chart/ledgers.ts";
import { all, tenantOf } from "../tenant-of.ts";
import { entryPair, presentLines, type Line } from "./statement.ts";

type Input = InputOf<typeof exportStatement>;
type Days = Pick<Input, "start_date" | "end_date">;
type LedgerKey = { tenantId: number; id: number };

/** A line of the statement, or one of the rows around them: a balance, or what the lines add up to. */
type Row =
  | z.output<typeof statementRow>
  | { label: string; debit: Kobo | null; credit: Kobo | null; balance: SidedAmount | null };

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
  const tenantId = await tenantOf(context, "ledgers", input.id, input.tenant_id);
  const ledger = await findLedger(context, { id: input.id, tenant_id: tenantId });
  const organization = await organizationLabel(tx, tenantId);
  const key = { tenantId, id: input.id };
  const totals = await totalsOf(context, key, input);
  const before = signed(ledger.op_balance_dc, ledger.op_balance) + totals.before;
  const opening = fromSigned(before);
  const closing = fromSigned(before + totals.debit - totals.credit);
  const { start_date, end_date } = input;
  return exportFile(context, input.format, {
    title: "Ledger Statement",
    facts: [
      ["Organization", organization.name],
      ["Ledger", `${ledger.name} (${ledger.code})`],
      ["Account", `${classLabel(classOf(ledger.code))}, ${ledger.group_name}`],
      ["Period", periodOf(input, totals)],
      ["Opening Balance", formatBalance(opening.amount, opening.side)],
      ["Total Debit", formatMoney(shownSum(totals.debit))],
      ["Total Credit", formatMoney(shownSum(totals.credit))],
      ["Closing Balance", formatBalance(closing.amount, closing.side)],
      ["Prepared", formatLongMoment(context.clock.now())],
    ],
    filename: fileName(["statement", organization.code, ledger.code, start_date, end_date]),
    tenantId,
    total: totals.lines,
    rows: rowsOf(readByCursor(tx, selectLines(key, input)), { opening, closing, totals }),
    strong: isSummary,
    columns,
    print,
    landscape: true,
  });
}

function periodOf({ start_date, end_date }: Days, { first_day, last_day }: Totals): string {
  if (start_date !== undefined) return formatRange(start_date, end_date);
  const whole = "Everything posted";
  return first_day === null || last_day === null
    ? whole
    : `${whole}, ${formatRange(first_day, last_day)}`;
}

function inRange({ start_date, end_date }: Days): RawBuilder<unknown> {
  return all([
    ...(start_date === undefined ? [] : [sql`day >= ${start_date}::date`]),
    ...(end_date === undefined ? [] : [sql`day <= ${end_date}::date`]),
  ]);
}

async function totalsOf({ tx }: Context, { tenantId, id }: LedgerKey, days: Days): Promise<Totals> {
  const wanted = sql`filter (where lines > 0 and ${inRange(days)})`;
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
      where tenant_id = ${tenantId} and ledger_id = ${id} and not superseded and ${inRange(days)}) r
    join entries e on e.tenant_id = ${tenantId} and e.id = r.entry_id
    cross join lateral (${entryPair(tenantId)}) pair
    order by r.day, r.entry_id`;
}

async function* rowsOf(
  lines: AsyncIterable<Line[]>,
  around: { opening: SidedAmount; closing: SidedAmount; totals: Totals },
): AsyncGenerator<Row[]> {
  const { opening, closing, totals } = around;
  let running = opening;
  let next: Row[] = [{ label: "Opening Balance", debit: null, credit: null, balance: opening }];
  for await (const batch of lines) {
    const rows = presentLines(batch, running);
    const last = rows.at(-1);
    if (last !== undefined) running = { amount: last.balance, side: last.dc };
    yield [...next, ...rows];
    next = [];
  }
  const [debit, credit] = [shownSum(totals.debit), shownSum(totals.credit)];
  yield [
    ...next,
    { label: "Total", debit, credit, balance: null },
    { label: "Closing Balance", debit: null, credit: null, balance: closing },
  ];
}

function isSummary(row: Row): row is Exclude<Row, { entry_id: number }> {
  return "label" in row;
}

/** The item of one side, of the two that a statement shows. */
function itemOf(row: Row, side: "DR" | "CR"): { code: string; name: string } | null {
  if (isSummary(row)) return null;
  return row.item_first.dc === side ? row.item_first : row.item_second;
}

function amountOf(row: Row, side: "debit" | "credit"): Kobo | null {
  if (isSummary(row)) return row[side];
  const amount = side === "debit" ? row.item_debit_amount : row.item_credit_amount;
  return amount === ZERO ? null : amount;
}

function balanceOf(row: Row): SidedAmount | null {
  return isSummary(row) ? row.balance : { amount: row.balance, side: row.dc };
}

const columns: readonly ExportColumn<Row>[] = [
  { header: "Date", width: 13, kind: "date", cell: (row) => (isSummary(row) ? null : row.date) },
  {
    header: "Entry No.",
    width: 13,
    kind: "text",
    cell: (row) => (isSummary(row) ? null : row.ent_number),
  },
  {
    header: "Debit Ledger Code",
    width: 18,
    kind: "text",
    cell: (row) => itemOf(row, "DR")?.code ?? null,
  },
  {
    header: "Debit Ledger",
    width: 28,
    kind: "text",
    cell: (row) => itemOf(row, "DR")?.name ?? null,
  },
  {
    header: "Credit Ledger Code",
    width: 18,
    kind: "text",
    cell: (row) => itemOf(row, "CR")?.code ?? null,
  },
  {
    header: "Credit Ledger",
    width: 28,
    kind: "text",
    cell: (row) => itemOf(row, "CR")?.name ?? null,
  },
  {
    header: "More Items",
    width: 11,
    kind: "count",
    cell: (row) => (isSummary(row) || row.more_items === 0 ? null : row.more_items),
  },
  {
    header: "Narration",
    width: 44,
    kind: "text",
    cell: (row) => (isSummary(row) ? row.label : row.narration),
  },
  { header: "Debit Amount", width: 20, kind: "amount", cell: (row) => amountOf(row, "debit") },
  { header: "Credit Amount", width: 20, kind: "amount", cell: (row) => amountOf(row, "credit") },
  { header: "Balance", width: 20, kind: "amount", cell: (row) => balanceOf(row)?.amount ?? null },
  {
    header: "DR/CR",
    width: 7,
    kind: "text",
    cell: (row) => {
      const balance = balanceOf(row);
      return balance === null || balance.amount === ZERO ? null : balance.side;
    },
  },
];

const print: readonly PrintColumn<Row>[] = [
  {
    header: "Date",
    width: 52,
    cell: (row) => (isSummary(row) ? "" : formatDate(row.date)),
  },
  { header: "Entry No.", width: 52, cell: (row) => (isSummary(row) ? "" : row.ent_number) },
  { header: "Ledger", width: "*", cell: printedItems },
  {
    header: "Narration",
    width: "*",
    cell: (row) => (isSummary(row) ? row.label : row.narration),
  },
  {
    header: "Debit Amount",
    width: 88,
    align: "end",
    cell: (row) => printed(amountOf(row, "debit")),
  },
  {
    header: "Credit Amount",
    width: 88,
    align: "end",
    cell: (row) => printed(amountOf(row, "credit")),
  },
  {
    header: "Balance",
    width: 100,
    align: "end",
    cell: (row) => {
      const balance = balanceOf(row);
      return balance === null ? "" : formatBalance(balance.amount, balance.side);
    },
  },
];

function printed(amount: Kobo | null): string {
  return amount === null ? "" : formatMoney(amount);
}

function printedItems(row: Row): string {
  if (isSummary(row)) return "";
  const lines = [row.item_first, row.item_second].map(
    ({ dc, code, name }) => `${dc}  ${name} (${code})`,
  );
  const more = row.more_items === 1 ? "and 1 more item" : `and ${row.more_items} more items`;
  return [...lines, ...(row.more_items > 0 ? [more] : [])].join("\n");
}
