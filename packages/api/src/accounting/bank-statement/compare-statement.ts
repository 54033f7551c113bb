import { MAX_DAYS_APART, pairMovements } from "@kontor/books/bank/bank-match";
import { addDays, daysBetween } from "@kontor/books/calendar-date";
import { fromSigned, signed } from "@kontor/books/side";
import {
  statementLimits,
  type compareBankStatement,
  type missingColumns,
} from "@kontor/contract/accounting/bank-statements";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { formatCount, formatDate } from "@kontor/contract/format";
import {
  statementFieldsOf,
  type StatementField,
} from "@kontor/contract/reference/statement-columns";

import { Refusal } from "../../platform/refusal.ts";
import type { Context } from "../../platform/scope.ts";
import { exampleOf, requireFieldPerColumn } from "../../platform/sheets/columns.ts";
import type { UploadedSheet } from "../../platform/sheets/sheet-in-worker.ts";
import { booksTenant } from "../books-tenant.ts";
import { requireBankLedger } from "../periods/bank-reconciliations.ts";
import {
  openItemsOf,
  reconciliationBefore,
  type PreviousReconciliation,
  type OpenItem,
} from "../periods/open-items.ts";
import { bookSideOf, type BookItem } from "./book-items.ts";
import { readStatement, type BankLine, type ReadLine } from "./statement-lines.ts";
import { orderStatement, type OrderedStatement } from "./statement-order.ts";

type Compared = DataOf<typeof compareBankStatement>;
type Comparison = NonNullable<Compared["comparison"]>;
type Fields = readonly (StatementField | null)[];

/**
 * Compares an uploaded bank statement with the entries of its ledger: lines and items that are
 * probably the same movement, and what only one of both has. Nothing is stored.
 *
 * @throws Refusal `not_found`, `module_off`; `no_bank_ledger`; at `columns`:
 *   `import_columns_differ`, `import_field_twice`; at `file`: `statement_too_long`,
 *   `statement_entries_too_many`; at `until`: `statement_ends_before`, `reconciled_later`.
 */
export async function compareStatement(
  context: Context,
  { tenant_id, id, columns, until }: InputOf<typeof compareBankStatement>,
  sheet: UploadedSheet,
): Promise<Compared> {
  const tenantId = await booksTenant(context, tenant_id);
  await requireBankLedger(context, tenantId, id);
  const fields = columns ?? detectedFields(sheet);
  requireFieldPerColumn("columns", fields, sheet.titles.length);
  const missing = missingColumn(fields);
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
      example: exampleOf(sheet.rows, index),
    })),
    missing,
    left_out: leftOut,
    comparison:
      lines.length === 0
        ? null
        : await compareLines(context, { tenantId, ledgerId: id, until }, lines),
  };
}

function detectedFields({ titles, rows }: UploadedSheet): Fields {
  return statementFieldsOf(
    titles,
    rows.map(({ cells }) => cells),
  );
}

function missingColumn(fields: Fields): (typeof missingColumns)[number] | null {
  const hasParts = fields.includes("debit") || fields.includes("credit");
  if (!fields.includes("date")) return "date";
  if (hasParts && fields.includes("amount")) return "both";
  return hasParts || fields.includes("amount") ? null : "amount";
}

async function compareLines(
  { tx, clock }: Context,
  scope: { tenantId: number; ledgerId: number; until: string | undefined },
  read: readonly ReadLine[],
): Promise<Comparison> {
  const ordered = orderStatement(read);
  const days = ordered.lines.map(({ line }) => line.date).toSorted();
  const [firstLine, lastLine] = [days[0] ?? "", days.at(-1) ?? ""];
  const last_day = lastDay(scope.until, lastLine, clock.today());
  const previous = await reconciliationBefore(tx, scope, firstLine);
  const first_day = firstDay(previous, firstLine, ordered.opening);
  const open = previous ? await openItemsOf(tx, scope.tenantId, previous.id) : [];
  const { items, texts, opening, closing } = await bookSideOf(tx, {
    ...scope,
    first_day,
    last_day,
    previous,
    openEntries: open.flatMap(({ entry_id }) => entry_id ?? []),
  });
  const lines = [...open.flatMap(carriedLine), ...ordered.lines.map(({ line }) => line)];
  return {
    first_day,
    last_day,
    last_line_day: lastLine,
    previous: previous === undefined ? null : presentPrevious(previous),
    lines,
    items,
    matches: matchesOf({ lines, items, texts }, first_day),
    ...bankBalances(ordered),
    ledger_opening: fromSigned(opening),
    ledger_closing: fromSigned(closing),
  };
}

/** @throws Refusal at `until`: `statement_ends_before`, `reconciled_later`. */
function lastDay(until: string | undefined, lastLine: string, today: string): string {
  if (until === undefined) return lastLine;
  if (until < lastLine) {
    throw Refusal.at("until", "statement_ends_before", { day: formatDate(lastLine) });
  }
  if (until > today) throw Refusal.at("until", "reconciled_later");
  return until;
}

/**
 * The first day of a statement: that after the reconciliation which it continues, because the bank
 * had the same balance then; otherwise that of its first line. A statement without balances
 * continues one of the days before.
 */
function firstDay(
  previous: PreviousReconciliation | undefined,
  firstLine: string,
  opening: bigint | null,
): string {
  if (previous === undefined) return firstLine;
  const after = addDays(previous.reconciled_to, 1);
  const continues =
    opening === null
      ? daysBetween(after, firstLine) <= MAX_DAYS_APART
      : opening === previous.balance;
  return continues ? after : firstLine;
}

/** A line of an earlier statement that the books did not have. */
function carriedLine({ place, entry_id, day, net, narration }: OpenItem): BankLine[] {
  if (entry_id !== null) return [];
  const { amount, side: dc } = fromSigned(net);
  return [{ line: -place, date: day, narration, reference: "", amount, dc }];
}

function presentPrevious({ reconciled_to, balance, compared }: PreviousReconciliation) {
  return { reconciled_to, bank_balance: fromSigned(balance), compared };
}

type Movements = {
  lines: readonly BankLine[];
  items: readonly BookItem[];
  texts: readonly string[];
};

function matchesOf({ lines, items, texts }: Movements, first_day: string): Comparison["matches"] {
  const pairs = pairMovements(
    lines.map(({ line, date, narration, reference, dc, amount }) => ({
      day: date,
      net: signed(dc, amount),
      text: `${narration} ${reference}`,
      open: line < 0,
    })),
    items.map(({ date, dc, amount, carried }, index) => ({
      day: date,
      net: signed(dc, amount),
      text: texts[index] ?? "",
      open: carried,
    })),
    first_day,
  );
  return pairs.flatMap(({ bank, books, sure }) => {
    const [line, item] = [lines[bank], items[books]];
    if (line === undefined || item === undefined) return [];
    return [{ line: line.line, entry_id: item.entry_id, item: item.item, sure }];
  });
}

function bankBalances({ opening, closing, breaks }: OrderedStatement) {
  return {
    bank_opening: opening === null ? null : fromSigned(opening),
    bank_closing: closing === null ? null : fromSigned(closing),
    balance_breaks: breaks,
  };
}
