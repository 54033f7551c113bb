import { printMoney, type Kobo } from "@kontor/books/money";
import type { Side } from "@kontor/books/side";

import { lazily } from "./lazily.ts";

/*
 * How money, dates and moments are displayed on screens, in files and in mails. Dates and
 * moments are in British English, and moments are in Africa/Lagos time whatever the machine's time
 * zone. Entry numbers are formatted in books/entry-number.ts.
 */

// Each formatter is created on first use: on a phone, creating the first date formatter takes as
// long as rendering a page of a list.
const numberFormat = (options?: Intl.NumberFormatOptions) =>
  lazily(() => new Intl.NumberFormat("en-GB", options));
const dateFormat = (options: Intl.DateTimeFormatOptions) =>
  lazily(() => new Intl.DateTimeFormat("en-GB", options));

const naira = numberFormat({
  style: "currency",
  currency: "NGN",
  currencyDisplay: "narrowSymbol",
});
const compactNaira = numberFormat({
  style: "currency",
  currency: "NGN",
  currencyDisplay: "narrowSymbol",
  notation: "compact",
  maximumFractionDigits: 1,
  // No minus before an amount that is rounded to zero.
  signDisplay: "negative",
});
const twoDecimals = numberFormat({
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const netNaira = numberFormat({
  style: "currency",
  currency: "NGN",
  currencyDisplay: "narrowSymbol",
  currencySign: "accounting",
});
const signedDecimal = numberFormat({
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: "exceptZero",
});
const integerFormat = numberFormat();

/** Lagos is an hour ahead of UTC all year; in milliseconds. */
export const lagosOffset = 60 * 60 * 1000;

const dayParts = { day: "2-digit", month: "short", year: "numeric" } as const;
// A business date has no time zone. It is parsed and formatted in UTC, so that the day does not
// shift.
const businessDay = dateFormat({ ...dayParts, timeZone: "UTC" });
const lagosDay = dateFormat({ ...dayParts, timeZone: "Africa/Lagos" });
const lagosLongDay = dateFormat({
  timeZone: "Africa/Lagos",
  day: "numeric",
  month: "long",
  year: "numeric",
});
const lagosTime = dateFormat({
  timeZone: "Africa/Lagos",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** The exact decimal text that `Intl` accepts, so that no amount passes through a float. */
function decimal(amount: Kobo): `${number}` {
  return printMoney(amount) as `${number}`;
}

/** Kobo as displayed: "₦1,250.00". */
export function formatMoney(amount: Kobo): string {
  return naira().format(decimal(amount));
}

/** Kobo that may be negative, in accounting notation: "₦1,250.00" and "(₦1,250.00)". */
export function formatNet(amount: Kobo): string {
  return netNaira().format(decimal(amount));
}

/**
 * Kobo rounded to fit beside a chart: "₦1.3m", "-₦250k". Only for places that also show the exact
 * amount.
 */
export function formatShortMoney(amount: Kobo): string {
  return compactNaira().format(decimal(amount));
}

/** A change in hundredths of a percent: 425 is "+4.3%". */
export function formatPercent(hundredths: bigint): string {
  return `${signedDecimal().format(Number(hundredths) / 100)}%`;
}

/**
 * Kobo without the currency, for inputs and for columns whose header names the currency:
 * "1,250.00".
 */
export function formatAmount(amount: Kobo): string {
  return twoDecimals().format(decimal(amount));
}

/** A balance with its side and a non-breaking space: "₦1,250.00 DR". Zero has no side. */
export function formatBalance(amount: Kobo, side: Side): string {
  return amount === 0n ? formatMoney(amount) : `${formatMoney(amount)}\u00a0${side}`;
}

/** A balance of funds for readers who do not use debit and credit: "₦5.00 overdrawn". */
export function formatFunds(amount: Kobo, side: Side): string {
  return `${formatMoney(amount)}${side === "CR" ? " overdrawn" : ""}`;
}

/** A count with thousands separators: "12,480". */
export function formatCount(count: number): string {
  return integerFormat().format(count);
}

/**
 * A count and what is counted: "1 payslip", "1,200 payslips".
 *
 * @param many the plural, where it is not formed by an `s`.
 */
export function formatCounted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** Intl writes "Sept" in British English; three letters keep the columns aligned. */
function shortMonth(text: string): string {
  return text.replace("Sept", "Sep");
}

/** A business date `YYYY-MM-DD` as "05 Mar 2026". */
export function formatDate(date: string): string {
  return shortMonth(businessDay().format(new Date(`${date}T00:00:00Z`)));
}

/**
 * A range of business dates, both ends included: "01 Mar 2026 to 31 Mar 2026"; a single day is that
 * day, and an open end is stated.
 */
export function formatRange(start: string | undefined, end: string | undefined): string {
  if (start === undefined) return end === undefined ? "All dates" : `Until ${formatDate(end)}`;
  if (end === undefined) return `From ${formatDate(start)}`;
  if (start === end) return formatDate(start);
  return `${formatDate(start)} to ${formatDate(end)}`;
}

/** The day of a moment: "05 Mar 2026". */
export function formatDay(moment: Date): string {
  return shortMonth(lagosDay().format(moment));
}

/** A moment in lists and on screens: "05 Mar 2026, 14:30". */
export function formatMoment(moment: Date): string {
  return `${formatDay(moment)}, ${lagosTime().format(moment)}`;
}

/** A moment in mails, letters and headings of files: "5 March 2026, 14:30". */
export function formatLongMoment(moment: Date): string {
  return `${lagosLongDay().format(moment)}, ${lagosTime().format(moment)}`;
}

/** A personal number masked except for its last four characters. */
export function maskNumber(number: string): string {
  return `${"•".repeat(Math.max(0, number.length - 4))}${number.slice(-4)}`;
}

/**
 * The number of a record as displayed, padded to at least six digits: 12 with "PR" is "PR-000012".
 */
export function formatRecordNumber(prefix: string, number: number | bigint): string {
  return `${prefix}-${String(number).padStart(6, "0")}`;
}
