import { printMoney, type Kobo } from "@kontor/books/money";

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
