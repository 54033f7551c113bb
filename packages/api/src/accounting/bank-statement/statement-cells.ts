import { isCalendarDate } from "@kontor/books/date-parts";
import { parseMoneyInput } from "@kontor/books/money-input";

import { amountOfCell, dateOfCell, textOfCell } from "../../platform/sheets/cells.ts";
import type { Cell } from "../../platform/sheets/table.ts";

const timeOfDay = /(?:T|,?\s)\s*\d{1,2}[:.]\d{2}(?:[:.]\d{2}(?:\.\d+)?)?\s*(?:[ap]\.?m\.?|Z)?$/i;
const weekday = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[,.]?\s+/i;

/**
 * The day in a cell of a bank statement: as `dateOfCell` reads it, and also with a time or weekday,
 * with a year of two digits (01-JUL-26, 01/07/26), with the name of the month first (July 1, 2026),
 * with the year first (2026 Jul 1), and in digits alone (20260701). A date in digits has the day
 * before the month.
 *
 * @returns `YYYY-MM-DD`, or undefined if the cell has no day.
 */
export function dayOfCell(cell: Cell): string | undefined {
  if (typeof cell === "number") return dateOfDigits(String(cell)) ?? dateOfCell(cell);
  const text = textOfCell(cell).replace(weekday, "").replace(timeOfDay, "").trim();
  const yearFirst = /^(\d{4})[-/., ]+([a-z]{3,9})[-/., ]+(\d{1,2})$/i.exec(text);
  if (yearFirst) return dateOfCell(`${yearFirst[3]} ${yearFirst[2]} ${yearFirst[1]}`);
  const monthFirst = /^([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{2}|\d{4})$/i.exec(text);
  const dayFirst = monthFirst ? `${monthFirst[2]} ${monthFirst[1]} ${monthFirst[3]}` : text;
  const shortYear = /^(\d{1,2}[-/. ]+(?:\d{1,2}|[a-z]{3,9})[-/., ]+)(\d{2})$/i.exec(dayFirst);
  const whole = shortYear ? `${shortYear[1]}20${shortYear[2]}` : dayFirst;
  return dateOfDigits(whole) ?? dateOfCell(whole);
}

function dateOfDigits(text: string): string | undefined {
  const digits = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (digits === null) return undefined;
  const day = `${digits[1]}-${digits[2]}-${digits[3]}`;
  return isCalendarDate(day) ? day : undefined;
}

const blankAmount = /^(?:[-–—.]*|nil|n\/?a)$/i;

/**
 * The amount in a cell of a bank statement, in kobo: with ₦ or NGN, separators, a sign before or
 * after it or parentheses around it, and with DR (negative) or CR behind it.
 *
 * @returns null for a cell without an amount, undefined for one that cannot be read.
 */
export function netOfCell(cell: Cell): bigint | null | undefined {
  if (typeof cell === "number") {
    const amount = amountOfCell(Math.abs(cell));
    const parsed = amount === undefined ? undefined : readAmount(amount);
    return parsed === undefined || cell >= 0 ? parsed : -parsed;
  }
  const text = textOfCell(cell).replaceAll(" ", "");
  if (blankAmount.test(text)) return null;
  const [, bare = "", side = ""] = /^(.*?)(?:NGN|₦)?(DR|CR|D|C)?\.?$/i.exec(text) ?? [];
  const inner = /^\((.*)\)$/.exec(bare)?.[1];
  const signs = bare.match(/[-−]/gu)?.length ?? 0;
  if (signs + (inner === undefined ? 0 : 1) + (/^d/i.test(side) ? 1 : 0) > 1) return undefined;
  const negative = signs > 0 || inner !== undefined || /^d/i.test(side);
  const plain = (inner ?? bare)
    .replace(/^[-−+]|[-−]$/gu, "")
    .replace(/^(?:NGN|₦|N|#)/iu, "")
    .replace(/^[-−+]/u, "");
  const amount = readAmount(plain);
  return amount === undefined || !negative ? amount : -amount;
}

/** An unsigned amount; zeros after the kobo, as some banks write them, are left out. */
function readAmount(text: string): bigint | undefined {
  const amount = parseMoneyInput(text.replace(/(\.\d\d)0+$/, "$1"));
  return typeof amount === "bigint" ? amount : undefined;
}
