import { addDays } from "@kontor/books/calendar-date";
import { isCalendarDate } from "@kontor/books/date-parts";
import { printMoney } from "@kontor/books/money";
import { parseMoneyInput } from "@kontor/books/money-input";

import type { Cell } from "./table.ts";

/**
 * A cell as one line of text: each run of whitespace becomes one space, and a number keeps all
 * digits.
 */
export function textOfCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "string") return cell.replaceAll(/[\s\u00a0]+/gu, " ").trim();
  return Number.isInteger(cell) ? cell.toFixed(0) : String(cell);
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** The parts of a date as they are written, not necessarily of a valid one. */
export type DateParts = { readonly year: number; readonly month: number; readonly day: number };

/** The parts of a date that a cell has as text; undefined if it is not written as a date. */
export function datePartsOfCell(cell: Cell): DateParts | undefined {
  const text = textOfCell(cell);
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(text);
  if (iso) return dateParts(iso[1], iso[2], iso[3]);
  const dayFirst = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})(?: .*)?$/.exec(text);
  if (dayFirst) return dateParts(dayFirst[3], dayFirst[2], dayFirst[1]);
  const named = /^(\d{1,2})(?:st|nd|rd|th)?[-/. ]*([a-z]{3})[a-z]*[-/., ]*(\d{4})$/i.exec(text);
  const month = months.indexOf((named?.[2] ?? "").toLowerCase()) + 1;
  return named && month > 0 ? dateParts(named[3], month, named[1]) : undefined;
}

const dateParts = (year: unknown, month: unknown, day: unknown): DateParts => ({
  year: Number(year),
  month: Number(month),
  day: Number(day),
});

/**
 * The day in a cell: `2026-03-31`, `31/03/2026` (day first, as is usual in Nigeria), `31 March
 * 2026`, or a spreadsheet's serial number of a day. A year needs four digits.
 *
 * @returns `YYYY-MM-DD`, or undefined if it is not a valid date.
 */
export function dateOfCell(cell: Cell): string | undefined {
  if (typeof cell === "number") return dateOfSerial(cell);
  const day = datePartsOfCell(cell);
  if (day)
    return calendarDate(String(day.year).padStart(4, "0"), String(day.month), String(day.day));
  const text = textOfCell(cell);
  return /^\d{5}$/.test(text) ? dateOfSerial(Number(text)) : undefined;
}

/**
 * The month in a cell: `March 2026`, `Mar-26` as Excel writes it into a CSV file, `03/2026`,
 * `2026-03`, or any day of the month.
 *
 * @returns `YYYY-MM`, or undefined if it is not a month.
 */
export function monthOfCell(cell: Cell): string | undefined {
  const date = dateOfCell(cell) ?? dayInMonth(textOfCell(cell));
  return date?.slice(0, 7);
}

/** The first day of a month in a text. */
function dayInMonth(text: string): string | undefined {
  const iso = /^(\d{4})[-/.](\d{1,2})$/.exec(text);
  if (iso) return calendarDate(iso[1], iso[2], "1");
  const monthFirst = /^(\d{1,2})[-/. ](\d{4})$/.exec(text);
  if (monthFirst) return calendarDate(monthFirst[2], monthFirst[1], "1");
  const named = /^([a-z]{3})[a-z]*[-/., ]*(\d{2}|\d{4})$/i.exec(text);
  if (named === null) return undefined;
  const [, name = "", year = ""] = named;
  const month = months.indexOf(name.toLowerCase()) + 1;
  return calendarDate(year.padStart(4, "20"), String(month), "1");
}

function calendarDate(year = "", month = "", day = ""): string | undefined {
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isCalendarDate(date) ? date : undefined;
}

/**
 * Spreadsheets count days from 1 January 1900. Since Lotus 1-2-3 they count a 29 February 1900,
 * which did not exist, so from March 1900 on the number is one too high.
 */
function dateOfSerial(serial: number): string | undefined {
  const day = Math.floor(serial);
  if (day < 1 || day === 60 || day > 100_000) return undefined;
  return addDays("1900-01-01", day > 60 ? day - 2 : day - 1);
}

/** The amount in a cell as a decimal text, or undefined if it is not an amount. */
export function amountOfCell(cell: Cell): string | undefined {
  if (typeof cell === "number") {
    if (cell < 0 || cell > 9_999_999_999_999) return undefined;
    // The error of a spreadsheet's binary fractions is smaller than this.
    const kobo = Math.round(cell * 100);
    if (Math.abs(kobo - cell * 100) > 0.001) return undefined;
    return (kobo / 100).toFixed(2);
  }
  const text = textOfCell(cell).replace(/^(?:NGN|₦|N)\s*/i, "");
  const amount = parseMoneyInput(text);
  return typeof amount === "bigint" ? printMoney(amount) : undefined;
}

const yes = new Set(["yes", "y", "true", "1", "x"]);
const no = new Set(["no", "n", "false", "0"]);

/** Whether a cell means yes or no; undefined for neither. */
export function booleanOfCell(cell: Cell): boolean | undefined {
  const text = textOfCell(cell).toLowerCase();
  return yes.has(text) ? true : no.has(text) ? false : undefined;
}
