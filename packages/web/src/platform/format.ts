import { printMoney, type Kobo } from "@kontor/books/money";
import type { Side } from "@kontor/books/side";

const naira = new Intl.NumberFormat("en-GB", {
  style: "currency",
  currency: "NGN",
  currencyDisplay: "narrowSymbol",
});
const plain = new Intl.NumberFormat("en-GB", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const whole = new Intl.NumberFormat("en-GB");
// A business date has no zone: it is read and written in UTC, so that it stays the day it is.
const day = new Intl.DateTimeFormat("en-GB", {
  timeZone: "UTC",
  day: "2-digit",
  month: "short",
  year: "numeric",
});
const lagosDay = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Africa/Lagos",
  day: "2-digit",
  month: "short",
  year: "numeric",
});
const lagosTime = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Africa/Lagos",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** The exact decimal text that `Intl` takes, so that no amount ever passes through a float. */
function decimal(amount: Kobo): `${number}` {
  return printMoney(amount) as `${number}`;
}

/** Kobo as people read it: "₦1,250.00". */
export function formatMoney(amount: Kobo): string {
  return naira.format(decimal(amount));
}

/** Kobo without the currency, for columns whose header names it and for inputs: "1,250.00". */
export function formatAmount(amount: Kobo): string {
  return plain.format(decimal(amount));
}

/** A balance with its side: "₦1,250.00 DR". Zero stands on neither side. */
export function formatBalance(amount: Kobo, side: Side): string {
  return amount === 0n ? formatMoney(amount) : `${formatMoney(amount)} ${side}`;
}

/** A count with thousands separators: "12,480". */
export function formatCount(count: number): string {
  return whole.format(count);
}

/** Intl writes "Sept" in British English; three letters keep the columns even. */
function shortMonth(text: string): string {
  return text.replace("Sept", "Sep");
}

/** A business date `YYYY-MM-DD` as "05 Mar 2026". */
export function formatDate(date: string): string {
  return shortMonth(day.format(new Date(`${date}T00:00:00Z`)));
}

/** The day of a moment in Africa/Lagos: "05 Mar 2026". */
export function formatDay(moment: Date): string {
  return shortMonth(lagosDay.format(moment));
}

/** A moment in Africa/Lagos: "05 Mar 2026, 14:30". */
export function formatDateTime(moment: Date): string {
  return `${formatDay(moment)}, ${lagosTime.format(moment)}`;
}

/** The first letters of the first and the last word, for an avatar: "Ada Obi" gives "AO". */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/u).filter((word) => word !== "");
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return ends
    .map((word) => /./u.exec(word ?? "")?.[0] ?? "")
    .join("")
    .toUpperCase();
}
