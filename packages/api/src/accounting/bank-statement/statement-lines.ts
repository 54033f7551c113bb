import { fromSigned } from "@kontor/books/side";
import type { bankLine, compareBankStatement } from "@kontor/contract/accounting/bank-statements";
import type { DataOf } from "@kontor/contract/endpoint";
import { sideByWord, type StatementField } from "@kontor/contract/reference/statement-columns";
import { asOneLine } from "@kontor/contract/wire/text";
import type { z } from "zod";

import { textOfCell } from "../../platform/sheets/cells.ts";
import { isEmptyCell, type Cell, type Sheet, type SheetRow } from "../../platform/sheets/table.ts";
import { dayOfCell, netOfCell } from "./statement-cells.ts";

export type BankLine = z.output<typeof bankLine>;
type LeftOut = DataOf<typeof compareBankStatement>["left_out"][number];

/** A line as it was read: also the net in kobo, money in positive, and the balance after it. */
export type ReadLine = { line: BankLine; net: bigint; balance: bigint | null };

/** The column of each field, by its index. */
type Columns = Readonly<Partial<Record<StatementField, number>>>;

/** The result of reading a row: a line, or the reason why it is not one. */
type Reading = ReadLine | { reason: string; unreadable: boolean };

const maxTextLength = 300;

/** The earliest day that is accepted; an earlier one was misread. */
const earliestDay = "2000-01-01";

/**
 * Reads the lines of a statement, in the order of the file. Every other row is returned with the
 * reason why it is not a line.
 *
 * @param today the latest day that is accepted; a later one was misread.
 */
export function readStatement(
  sheet: Sheet,
  fields: readonly (StatementField | null)[],
  today: string,
): { lines: ReadLine[]; leftOut: LeftOut[] } {
  const columns: Columns = Object.fromEntries(
    fields.flatMap((field, index) => (field === null ? [] : [[field, index]])),
  );
  const negativeDebits = areDebitsNegative(sheet.rows, columns.debit);
  const lines: ReadLine[] = [];
  const leftOut: LeftOut[] = [];
  const read = ({ line, cells }: SheetRow): Reading =>
    readRow({ line, columns, cells, today, negativeDebits });
  // A file without titles begins with a line.
  const top = read({ line: sheet.titleLine, cells: sheet.titles });
  if ("line" in top) lines.push(top);
  for (const row of sheet.rows) {
    const reading = read(row);
    if ("line" in reading) lines.push(reading);
    else {
      const why = repeatsTitles(sheet, row) ? repeatedTitles : reading;
      leftOut.push({ line: row.line, text: textOfRow(row.cells), ...why });
    }
  }
  return { lines, leftOut };
}

/** Whether a bank writes all debits with a minus, so that a minus does not mean a reversal. */
function areDebitsNegative(rows: readonly SheetRow[], column: number | undefined): boolean {
  if (column === undefined) return false;
  const debits = rows.map(({ cells }) => netOfCell(cells[column] ?? null) ?? 0n);
  return debits.some((debit) => debit < 0n) && debits.every((debit) => debit <= 0n);
}

type Row = {
  line: number;
  columns: Columns;
  cells: readonly Cell[];
  today: string;
  negativeDebits: boolean;
};

function readRow(row: Row): Reading {
  const { columns, cells, today } = row;
  const cellOf = (field: StatementField): Cell => cells[columns[field] ?? -1] ?? null;
  const narration = textOf(cellOf("narration"));
  const date = cellOf("date");
  const day = dayOfCell(date);
  const net = netOfRow(row, cellOf);
  if (typeof net === "object") {
    const noDate = isSummary(date, cells) || (isEmptyCell(date) && net.both);
    return noDate
      ? { reason: summaryReason, unreadable: false }
      : { reason: net.reason, unreadable: true };
  }
  if (net === 0n) return { reason: "There is no amount.", unreadable: false };
  const balance = netOfCell(cellOf("balance")) ?? null;
  if (isSummary(date, cells) || (isBalance(cells) && net === balance)) {
    return { reason: summaryReason, unreadable: false };
  }
  if (isEmptyCell(date)) return { reason: "There is no date.", unreadable: true };
  if (day === undefined) {
    const reason = `“${textOfCell(date).slice(0, 40)}” is not a date that can be read. Days come first, as in 31/07/2026 or 31-Jul-2026.`;
    return { reason, unreadable: true };
  }
  if (day < earliestDay) {
    return { reason: `The date ${day} is too far in the past.`, unreadable: true };
  }
  if (day > today) {
    return { reason: `The date ${day} is in the future.`, unreadable: true };
  }
  const { amount, side: dc } = fromSigned(net);
  const reference = textOf(cellOf("reference"));
  return { line: { line: row.line, date: day, narration, reference, amount, dc }, net, balance };
}

/** A narration as an entry accepts it: some banks leave control characters in their files. */
function textOf(cell: Cell): string {
  return asOneLine(textOfCell(cell)).slice(0, maxTextLength).trim();
}

const repeatedTitles = { reason: "It repeats the titles.", unreadable: false };
const summaryReason = "It seems to be a total or a balance.";
const openingPattern =
  /\bopening bal(?:ance)?\b|\bbal(?:ance)?\.?\s+(?:b\/?f|b\/?fwd|brought (?:forward|fwd))\b|\bb\/f(?:wd)?\b/i;
const closingPattern = /^(?:closing bal|bal(?:ance)?\.?\s+(?:c\/?f|carried (?:forward|fwd))\b)/i;

/** Whether a row states the balance before the first line, or after the last. */
function isBalance(cells: readonly Cell[]): boolean {
  return (
    openingPattern.test(textOfRow(cells)) ||
    cells.some((cell) => closingPattern.test(textOfCell(cell)))
  );
}

const totalPattern =
  /^(?:grand |sub-?\s?)?totals?(?:\s+(?:debits?|credits?|amounts?|withdrawals?|deposits?|lodge?ments?|transactions?|balance))*\s*:?$|^summary\b/i;

function isTotal(cell: Cell): boolean {
  return totalPattern.test(textOfCell(cell));
}

/** Whether a row adds lines up or states a balance, and has no date because of that. */
function isSummary(date: Cell, cells: readonly Cell[]): boolean {
  return isEmptyCell(date)
    ? cells.some(isTotal) || isBalance(cells)
    : isTotal(date) || isBalance([date]);
}

/** Whether a row has the titles again, as on each page of a statement. */
function repeatsTitles({ titles }: Sheet, { cells }: SheetRow): boolean {
  return cells.every((cell, index) => isEmptyCell(cell) || textOfCell(cell) === titles[index]);
}

type UnreadableAmount = { reason: string; both: boolean };

/** The amount of a row in kobo, money in positive; zero when there is none, or why it cannot be read. */
function netOfRow(row: Row, cellOf: (field: StatementField) => Cell): bigint | UnreadableAmount {
  const parts: { amount: bigint; debit: bigint; credit: bigint } = {
    amount: 0n,
    debit: 0n,
    credit: 0n,
  };
  for (const field of ["amount", "debit", "credit"] as const) {
    const net = netOfCell(cellOf(field));
    if (net === undefined) {
      return {
        reason: `“${textOfCell(cellOf(field)).slice(0, 40)}” is not an amount.`,
        both: false,
      };
    }
    parts[field] = net ?? 0n;
  }
  if (row.columns.amount !== undefined) return sidedAmount(row, parts.amount, cellOf("side"));
  const debit = row.negativeDebits ? -parts.debit : parts.debit;
  if (debit !== 0n && parts.credit !== 0n) {
    return { reason: "There is both a debit and a credit.", both: true };
  }
  return parts.credit - debit;
}

/** A signed amount, or one whose side has a column of its own. */
function sidedAmount({ columns }: Row, net: bigint, cell: Cell): bigint | UnreadableAmount {
  if (columns.side === undefined || net === 0n) return net;
  const word = textOfCell(cell);
  const side = sideByWord(word);
  const amount = net < 0n ? -net : net;
  if (side !== null) return side === "CR" ? -amount : amount;
  return { reason: `“${word.slice(0, 40)}” is neither debit nor credit.`, both: false };
}

/** The cells of a row, as the user finds them in the file. */
function textOfRow(cells: readonly Cell[]): string {
  return cells
    .filter((cell) => !isEmptyCell(cell))
    .map(textOfCell)
    .join(" · ")
    .slice(0, maxTextLength);
}
