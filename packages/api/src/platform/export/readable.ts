import { printMoney, type Kobo } from "@kontor/books/money";
import type { Side } from "@kontor/books/side";

const naira = new Intl.NumberFormat("en-GB", {
  style: "currency",
  currency: "NGN",
  currencyDisplay: "narrowSymbol",
});
const lagosMoment = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Africa/Lagos",
  day: "numeric",
  month: "long",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** Money as people read it in mails, letters and sentences: "₦1,250.00". */
export function readableMoney(amount: Kobo): string {
  // As text, since a number would lose kobo of large amounts.
  return naira.format(printMoney(amount) as `${number}`);
}

/** A moment as people read it, in Lagos: "18 September 2026, 10:24". */
export function readableMoment(moment: Date): string {
  const parts = new Map(lagosMoment.formatToParts(moment).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? "";
  return `${part("day")} ${part("month")} ${part("year")}, ${part("hour")}:${part("minute")}`;
}

// A business date has no zone: it is read and written in UTC, so that it stays the day it is.
const day = new Intl.DateTimeFormat("en-GB", {
  timeZone: "UTC",
  day: "2-digit",
  month: "short",
  year: "numeric",
});

/** A business date `YYYY-MM-DD` as columns show it, and the screens: "05 Mar 2026". */
export function readableDate(date: string): string {
  // Intl writes "Sept" in British English; three letters keep the columns even.
  return day.format(new Date(`${date}T00:00:00Z`)).replace("Sept", "Sep");
}

/** A balance with its side, which never stand on two lines: "₦1,250.00 DR". Zero stands on neither. */
export function readableBalance(amount: Kobo, side: Side): string {
  return amount === 0n ? readableMoney(amount) : `${readableMoney(amount)}\u00a0${side}`;
}

/** A range of days, both ends included: "01 Mar 2026 to 31 Mar 2026"; an open end says so. */
export function readableRange(start: string | undefined, end: string | undefined): string {
  if (start === undefined) return end === undefined ? "All dates" : `Until ${readableDate(end)}`;
  if (end === undefined) return `From ${readableDate(start)}`;
  return `${readableDate(start)} to ${readableDate(end)}`;
}
