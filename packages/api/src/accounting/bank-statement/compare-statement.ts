import { DAYS_APART, pairMovements } from "@kontor/books/bank/bank-match";
import type { Kobo } from "@kontor/books/money";
import { fromSigned, signed, type Side } from "@kontor/books/side";
import {
  statementLimits,
  type bookItem,
  type compareBankStatement,
  type missingColumns,
} from "@kontor/contract/accounting/bank-statements";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { formatCount } from "@kontor/contract/format";
import {
  statementFieldsOf,
  type StatementField,
} from "@kontor/contract/reference/statement-columns";
import { sql } from "kysely";
import type { z } from "zod";

import { atLeastOne } from "../../platform/database/rows.ts";
import { Refusal } from "../../platform/refusal.ts";
import type { Context } from "../../platform/scope.ts";
import { textOfCell } from "../../platform/sheets/cells.ts";
import type { UploadedSheet } from "../../platform/sheets/sheet-in-worker.ts";
import { isEmpty } from "../../platform/sheets/table.ts";
import { entryName } from "../entries/find-entry.ts";
import { balanceOn, requireBankLedger } from "../periods/bank-reconciliations.ts";
import { booksOf } from "../tenant-of.ts";
import { readStatement, type BankLine, type ReadLine } from "./statement-lines.ts";
import { inOrder, type OrderedStatement } from "./statement-order.ts";

type Compared = DataOf<typeof compareBankStatement>;
type Comparison = NonNullable<Compared["comparison"]>;
type BookItem = z.output<typeof bookItem>;
type Fields = readonly (StatementField | null)[];

/**
 * Compares an uploaded bank statement with the entries of its ledger: lines and items that are
 * probably the same movement, and what only one of both has. Nothing is stored.
 *
 * @throws Refusal `not_found`, `module_off`; `no_bank_ledger`; at `columns`:
 *   `import_columns_differ`, `import_field_twice`; at `file`: `statement_too_long`,
 *   `statement_entries_too_many`.
 */
export async function compareStatement(
  context: Context,
  { tenant_id, id, columns }: InputOf<typeof compareBankStatement>,
  sheet: UploadedSheet,
): Promise<Compared> {
  const tenantId = await booksOf(context, tenant_id);
  await requireBankLedger(context, tenantId, id);
  const fields = columns ?? statementFieldsOf(sheet.titles);
  requireFields(fields, sheet);
  const missing = missingOf(fields);
  const { lines, leftOut } =
    missing === null
      ? readStatement(sheet, fields, context.clock.today())
      : { lines: [], leftOut: [] };
  if (lines.length > statementLimits.lines) {
    throw Refusal.at("file", "statement_too_long", { most: formatCount(statementLimits.lines) });
  }
  return {
    filename: sheet.filename,
    title_line: sheet.titleLine,
    columns: sheet.titles.map((title, index) => ({
      title,
      field: fields[index] ?? null,
      example: exampleOf(sheet, index),
    })),
    missing,
    left_out: leftOut,
    comparison: lines.length === 0 ? null : await compareLines(context, tenantId, id, lines),
  };
}

function requireFields(fields: Fields, { titles }: UploadedSheet): void {
  if (fields.length !== titles.length) {
    throw Refusal.at("columns", "import_columns_differ", { count: String(titles.length) });
  }
  const used = fields.filter((field) => field !== null);
  if (new Set(used).size < used.length) throw Refusal.at("columns", "import_field_twice");
}

function missingOf(fields: Fields): (typeof missingColumns)[number] | null {
  const hasParts = fields.includes("debit") || fields.includes("credit");
  if (!fields.includes("date")) return "date";
  if (hasParts && fields.includes("amount")) return "both";
  return hasParts || fields.includes("amount") ? null : "amount";
}

/** The most characters of a cell shown as an example. */
const exampleLength = 60;

function exampleOf({ rows }: UploadedSheet, index: number): string {
  const filled = rows.find(({ cells }) => !isEmpty(cells[index]));
  return textOfCell(filled?.cells[index] ?? null).slice(0, exampleLength);
}

async function compareLines(
  context: Context,
  tenantId: number,
  ledgerId: number,
  read: readonly ReadLine[],
): Promise<Comparison> {
  const ordered = inOrder(read);
  const lines = ordered.lines.map(({ line }) => line);
  const days = lines.map(({ date }) => date).toSorted();
  const [first_day, last_day] = [days[0] ?? "", days.at(-1) ?? ""];
  const ledger = { tenantId, ledgerId, first_day, last_day };
  const { items, texts, opening, closing } = await itemsOf(context, ledger);
  const pairs = pairMovements(
    ordered.lines.map(movementOfLine),
    items.map((item, index) => ({
      day: item.date,
      net: signed(item.dc, item.amount),
      text: texts[index] ?? "",
    })),
    first_day,
  );
  return {
    first_day,
    last_day,
    lines,
    items,
    matches: pairs.flatMap(({ bank, books, sure }) => {
      const [line, item] = [lines[bank], items[books]];
      if (line === undefined || item === undefined) return [];
      return [{ line: line.line, entry_id: item.entry_id, item: item.item, sure }];
    }),
    ...bankBalances(ordered),
    ledger_opening: fromSigned(opening),
    ledger_closing: fromSigned(closing),
  };
}

function movementOfLine({ line, net }: { line: BankLine; net: bigint }) {
  return { day: line.date, net, text: `${line.narration} ${line.reference}` };
}

function bankBalances({ opening, closing, breaks }: OrderedStatement) {
  return {
    bank_opening: opening === null ? null : fromSigned(opening),
    bank_closing: closing === null ? null : fromSigned(closing),
    balance_breaks: breaks,
  };
}

type LedgerDays = { tenantId: number; ledgerId: number; first_day: string; last_day: string };

type ItemRow = {
  entry_id: number;
  item: number;
  entry_type_id: number;
  number: bigint;
  date: string;
  narration: string;
  text: string;
  amount: Kobo;
  dc: Side;
};

type Head = { opening: bigint; closing: bigint };

/**
 * The items of the ledger in the days of the statement and those that may belong to its lines, and
 * the balances of the ledger before and after it. They are read by one statement, so that they
 * agree while others post.
 */
async function itemsOf(
  { tx }: Context,
  { tenantId, ledgerId, first_day, last_day }: LedgerDays,
): Promise<Head & { items: BookItem[]; texts: string[] }> {
  const most = statementLimits.items;
  const { rows } = await sql<Head & (ItemRow | { [Column in keyof ItemRow]: null })>`
    with head as (
      select ${balanceOn(tenantId, sql`${first_day}::date - 1`)} as opening,
        ${balanceOn(tenantId, sql`${last_day}::date`)} as closing
      from ledgers l where l.tenant_id = ${tenantId} and l.id = ${ledgerId}
    ), items as materialized (
      select i.entry_id, i.line, i.day, i.dc, i.amount, i.narration from entry_items i
      where i.tenant_id = ${tenantId} and i.ledger_id = ${ledgerId} and not i.superseded
        and i.day between ${first_day}::date - ${DAYS_APART}::int and ${last_day}::date + ${DAYS_APART}::int
      order by i.day, i.entry_id, i.line limit ${most + 1}
    )
    select h.opening, h.closing, i.entry_id, i.line::int as item, e.entry_type_id::int as entry_type_id, e.number,
      i.day as date, coalesce(nullif(e.narration, ''), i.narration) as narration,
      concat_ws(' ', e.narration, i.narration) as text, i.amount, i.dc
    from head h left join items i on true
      left join entries e on e.tenant_id = ${tenantId} and e.id = i.entry_id
    order by i.day, i.entry_id, i.line`.execute(tx);
  const { opening, closing } = atLeastOne(rows);
  const found = rows.flatMap((row) => (row.entry_id === null ? [] : [row]));
  if (found.length > most) {
    throw Refusal.at("file", "statement_entries_too_many", { most: formatCount(most) });
  }
  return {
    opening,
    closing,
    texts: found.map(({ text }) => text),
    items: found.map((row) => ({
      entry_id: row.entry_id,
      item: row.item,
      entry_type_id: row.entry_type_id,
      ent_number: entryName(row.entry_type_id, row.number).ent_number,
      date: row.date,
      narration: row.narration,
      amount: row.amount,
      dc: row.dc,
    })),
  };
}
