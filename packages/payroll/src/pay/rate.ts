import { addDays } from "@kontor/books/calendar-date";
import { kobo, ZERO, type Kobo } from "@kontor/books/money";

import type { Month, MonthPart } from "../month.ts";
import { roundParts } from "../rounding.ts";
import {
  countedDays,
  employedSpans,
  workedPart,
  type DaySpan,
  type Employment,
  type ProrationBase,
} from "./proration.ts";

/** The components of pay in the order in which they are shown and rounded. */
export const PAY_COMPONENTS = ["basic", "housing", "transport", "other"] as const;
export type PayComponent = (typeof PAY_COMPONENTS)[number];

/** An amount for each component, in kobo. */
export type Pay = { readonly [component in PayComponent]: Kobo };

/** Monthly pay from a date until the next rate begins. */
export type PayRate = Pay & { readonly from: string };

export const NO_PAY: Pay = { basic: ZERO, housing: ZERO, transport: ZERO, other: ZERO };

/** Pay for some days of a month at one rate. */
export type PaySegment = DaySpan & { readonly rate: PayRate; readonly days: number };

export type EarnedPay = {
  /** The part of the month that is employed. */
  readonly part: MonthPart;
  readonly segments: readonly PaySegment[];
  readonly pay: Pay;
  /** A whole month's pay at the rate in force on the last day employed; null without a rate. */
  readonly monthly: Pay | null;
  /** Whether an employed day has no rate; nothing is paid for that day. */
  readonly rateMissing: boolean;
};

/** The sum of all components. */
export function totalPay(pay: Pay): Kobo {
  return kobo(pay.basic + pay.housing + pay.transport + pay.other);
}

/** Basic, housing and transport: the minimum base of pension. */
export function basicHousingTransport(pay: Pay): Kobo {
  return kobo(pay.basic + pay.housing + pay.transport);
}

/** Adds two sets of components, each in kobo a month. */
export function addPay(a: Pay, b: Pay): Pay {
  return {
    basic: kobo(a.basic + b.basic),
    housing: kobo(a.housing + b.housing),
    transport: kobo(a.transport + b.transport),
    other: kobo(a.other + b.other),
  };
}

/**
 * Converts exact components with a common denominator to kobo, rounded so that they add up to the
 * rounded whole.
 */
function roundPay(exact: (component: PayComponent) => bigint, of: bigint): Pay {
  const [basic = ZERO, housing = ZERO, transport = ZERO, other = ZERO] = roundParts(
    PAY_COMPONENTS.map(exact),
    of,
  );
  return { basic, housing, transport, other };
}

/** Pay for a part of a month. */
export function proratedPay(pay: Pay, { worked, of }: MonthPart): Pay {
  return roundPay((component) => pay[component] * BigInt(worked), BigInt(of));
}

/**
 * Takes pay that was not earned, such as unpaid leave, from the components in proportion to those that
 * it is a part of, as a partial month would. No component gets below zero by less than their whole.
 *
 * @param unearned in kobo; negative where too much was taken before and is given back.
 * @param part the components from which it is taken; if they come to nothing, it is taken from basic.
 */
export function lessUnearned(pay: Pay, unearned: Kobo, part: Pay): Pay {
  const whole = totalPay(part);
  if (whole <= 0n) return { ...pay, basic: kobo(pay.basic - unearned) };
  // A half kobo is rounded by size, so that what is given back divides as it did when it was taken.
  const size = unearned < 0n ? -unearned : unearned;
  const taken = roundPay((component) => part[component] * size, whole);
  const sign = unearned < 0n ? 1n : -1n;
  return {
    basic: kobo(pay.basic + sign * taken.basic),
    housing: kobo(pay.housing + sign * taken.housing),
    transport: kobo(pay.transport + sign * taken.transport),
    other: kobo(pay.other + sign * taken.other),
  };
}

/**
 * The rate in effect on a date: the later of two with the same date; undefined before the first.
 */
export function rateOn(date: string, rates: readonly PayRate[]): PayRate | undefined {
  let inForce: PayRate | undefined;
  for (const rate of rates) {
    if (rate.from <= date && (inForce === undefined || rate.from >= inForce.from)) inForce = rate;
  }
  return inForce;
}

/** A month's employed days, split where the rate changes. Days without a rate are left out. */
function segmentsOf(
  month: Month,
  span: DaySpan,
  rates: readonly PayRate[],
  base: ProrationBase,
): PaySegment[] {
  const changes = new Set(rates.map(({ from }) => from));
  const starts = [...changes].filter((from) => from > span.from && from <= span.until).toSorted();
  return [span.from, ...starts].flatMap((from, index) => {
    const next = starts[index];
    const until = next === undefined ? span.until : addDays(next, -1);
    const rate = rateOn(from, rates);
    const days = countedDays(month, { from, until }, base);
    return rate === undefined ? [] : [{ from, until, rate, days }];
  });
}

/**
 * What an employee earns in a month at monthly rates: each day at the rate in effect on it, a
 * partial month by its counted days. ₦300,000 from 17 January 2026: 145,161.29 by calendar days,
 * 136,363.64 by weekdays, 140,000.00 by thirty days.
 */
export function earnedPay(
  month: Month,
  employment: Employment,
  rates: readonly PayRate[],
  base: ProrationBase,
): EarnedPay {
  const part = workedPart(month, employment, base);
  const spans = employedSpans(month, employment);
  const segments = spans.flatMap((span) => segmentsOf(month, span, rates, base));
  const last = segments.at(-1);
  const counted = segments.reduce((total, { days }) => total + days, 0);
  if (last !== undefined && counted === 0 && part.worked > 0) {
    segments.splice(-1, 1, { ...last, days: part.worked });
  }
  const pay = roundPay(
    (component) =>
      segments.reduce((total, { rate, days }) => total + rate[component] * BigInt(days), 0n),
    BigInt(part.of),
  );
  const rateMissing = spans.some(({ from }) => rateOn(from, rates) === undefined);
  return { part, segments, pay, monthly: last?.rate ?? null, rateMissing };
}
