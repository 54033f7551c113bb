import { sum, ZERO, type Kobo } from "@kontor/books/money";

import {
  firstDayOf,
  lastDayOf,
  monthsFrom,
  monthsLater,
  yearOf,
  WHOLE_MONTH,
  type Month,
  type MonthPart,
} from "../month.ts";
import { amountOfItem, type PayItem } from "../pay/item.ts";
import { isWholeMonth, workedPart } from "../pay/proration.ts";
import { earnedPay, NO_PAY, proratedPay, rateOn } from "../pay/rate.ts";
import { divideHalfUp } from "../rounding.ts";
import { packInForce } from "../statutory/packs.ts";
import { noIncome, type Income } from "../statutory/paye.ts";
import { figuresOf, incomeOf, type ItemAmount } from "./figures.ts";
import type { PayslipInput } from "./input.ts";

/** The forecast for the rest of a tax year after a payslip. */
export type Forecast = { readonly income: Income; readonly parts: readonly MonthPart[] };

function decemberOf(month: Month): Month {
  return `${month.slice(0, 4)}-12`;
}

function addIncome(a: Income, b: Income): Income {
  return {
    taxable: sum([a.taxable, b.taxable]),
    contributions: sum([a.contributions, b.contributions]),
  };
}

function partOf(month: Month, { employment, settings }: PayslipInput): MonthPart {
  if (isWholeMonth(month, employment)) return WHOLE_MONTH;
  return workedPart(month, employment, settings.proration);
}

/** Whether a recurring item is still paid in a month. */
export function recursIn({ recurring, until }: PayItem, month: Month): boolean {
  return recurring && (until === null || until >= month);
}

function recurringItems(input: PayslipInput, month: Month, part: MonthPart): ItemAmount[] {
  return input.items
    .filter((item) => recursIn(item, month))
    .map((item) => ({ item, amount: amountOfItem(item, part) }));
}

/** The regular pay of the period itself, when this payslip does not pay it. */
function periodToCome(input: PayslipInput): Forecast {
  const { cycle, period, employment, rates, settings } = input;
  if (cycle.kind === "REGULAR" || cycle.regularPaid) return { income: noIncome, parts: [] };
  const { pay, part } = earnedPay(period, employment, rates, settings.proration);
  if (part.worked === 0) return { income: noIncome, parts: [] };
  const figures = figuresOf(pay, recurringItems(input, period, part), input);
  return { income: incomeOf(figures), parts: [part] };
}

/**
 * The regular income of the tax year after a payslip, at today's rate and with today's items, until
 * December or the known last day of work. A month that was paid already is in the year to date.
 */
export function forecastOf(input: PayslipInput): Forecast {
  const { period, employment, rates, paidLater } = input;
  const lastDay = lastDayOf(period);
  const today = employment.start > lastDay ? employment.start : lastDay;
  const monthly = rateOn(today, rates) ?? NO_PAY;
  const known = new Map<string, Income>();
  const { income: first, parts: firstParts } = periodToCome(input);
  let income = first;
  const parts = [...firstParts];
  for (const month of monthsFrom(monthsLater(period, 1), decemberOf(period))) {
    const part = partOf(month, input);
    if (part.worked === 0 || paidLater.includes(month)) continue;
    const items = recurringItems(input, month, part);
    // Recurring items only end and never begin later, so whole months with the same number of items
    // have the same items.
    const key = part === WHOLE_MONTH ? String(items.length) : month;
    const ofMonth = known.get(key) ?? incomeOf(figuresOf(proratedPay(monthly, part), items, input));
    known.set(key, ofMonth);
    income = addIncome(income, ofMonth);
    parts.push(part);
  }
  return { income, parts };
}

/**
 * The national minimum wage over the months of the tax year in the employment, months in part
 * prorated as pay is. Months before the period count by the law of their time.
 */
export function minimumWageOfYear(input: PayslipInput): Kobo {
  const { period, pack } = input;
  const january = `${String(yearOf(period))}-01`;
  let total: Kobo = ZERO;
  for (const month of monthsFrom(january, decemberOf(period))) {
    const law = month < period ? (packInForce(firstDayOf(month)) ?? pack) : pack;
    const { worked, of } = partOf(month, input);
    total = sum([total, divideHalfUp(law.minimumWage.monthly * BigInt(worked), BigInt(of))]);
  }
  return total;
}
