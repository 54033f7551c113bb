import { addDays, daysBetween } from "@kontor/books/calendar-date";

import { firstDayOf, lastDayOf, monthOf, monthsLater, type Month } from "../month.ts";

/**
 * The payments that an employer remits to the authorities: the tax that was withheld, both parts of the pension,
 * the housing fund, the employees' compensation and the training fund. The training fund is settled
 * yearly, the others monthly.
 */
export const REMITTANCE_SCHEMES = ["PAYE", "PENSION", "NHF", "NSITF", "ITF"] as const;
export type RemittanceScheme = (typeof REMITTANCE_SCHEMES)[number];

/** The due date of a scheme in words, with its source in law. */
export type RemittanceRule = { readonly due: string; readonly law: string };

/**
 * The rules behind {@link remittanceDueOn}. Public holidays are not considered: a due date counted
 * in working days may be earlier than the law requires, but never later. NSITF is due monthly
 * without a named day, so the last day of the month is used.
 */
export const remittanceRules: Readonly<Record<RemittanceScheme, RemittanceRule>> = {
  PAYE: { due: "the 10th of the next month", law: "Nigeria Tax Administration Act 2025" },
  PENSION: { due: "7 working days after payday", law: "Pension Reform Act 2014" },
  NHF: { due: "a month after the deduction", law: "National Housing Fund Act" },
  NSITF: { due: "the last of the month", law: "Employees' Compensation Act 2010, s.33" },
  ITF: {
    due: "1 April of the next year",
    law: "Industrial Training Fund (Amendment) Act 2011, s.6",
  },
};

/** The number of working days within which the law requires the pension to be remitted. */
const pensionDays = 7;

/** Whether a scheme is settled yearly. */
export function isYearly(scheme: RemittanceScheme): boolean {
  return scheme === "ITF";
}

/**
 * The last day on which what one payday withheld or owes can be remitted on time. It counts from
 * the payday, since pay of an earlier month, such as a settlement, is taxed when it is paid.
 *
 * @param month the month that was paid; for the training fund any month of the year.
 * @param payday the day on which its pay is due, `YYYY-MM-DD`.
 */
export function remittanceDueOn(scheme: RemittanceScheme, month: Month, payday: string): string {
  switch (scheme) {
    case "PAYE":
      return addDays(firstDayOf(monthsLater(monthOf(payday), 1)), 9);
    case "PENSION":
      return workingDaysLater(payday, pensionDays);
    case "NHF":
      return monthAfter(payday);
    case "NSITF":
      return lastDayOf(monthOf(payday));
    case "ITF":
      break;
  }
  return `${nextYear(month)}-04-01`;
}

/** The due date of the employer's yearly PAYE return (form H1): 31 January of the next year. */
export function yearlyReturnDueOn(year: string): string {
  return `${nextYear(year)}-01-31`;
}

function nextYear(text: string): string {
  return String(Number(text.slice(0, 4)) + 1).padStart(4, "0");
}

/** The same day of the next month, or the last day of a shorter month. */
function monthAfter(date: string): string {
  const next = monthsLater(date.slice(0, 7), 1);
  const day = `${next}-${date.slice(8)}`;
  const last = lastDayOf(next);
  return day < last ? day : last;
}

/** The date a number of working days (Mondays to Fridays) after a day. */
function workingDaysLater(date: string, count: number): string {
  let day = date;
  for (let left = count; left > 0;) {
    day = addDays(day, 1);
    if (!isWeekend(day)) left -= 1;
  }
  return day;
}

/** A Monday, from which weekdays are counted. */
const monday = "1900-01-01";

function isWeekend(date: string): boolean {
  return daysBetween(monday, date) % 7 >= 5;
}
