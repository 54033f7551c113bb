import { daysBetween } from "@kontor/books/calendar-date";
import { compareAmounts, kobo, sum, ZERO, type Kobo } from "@kontor/books/money";

import { daysIn, monthsFrom, yearOf, type Month } from "../month.ts";
import { HUNDRED_PERCENT } from "../percentage.ts";
import { divideHalfUp } from "../rounding.ts";
import type { BenefitKind } from "../statutory/benefit-kinds.ts";
import type { StatutoryPack } from "../statutory/pack.ts";
import { employedSpans, type DaySpan, type Employment } from "./proration.ts";

/** A benefit in kind that an employer gives an employee. */
export type Benefit = {
  /** Its key, the same on every payslip. */
  readonly key: string;
  readonly label: string;
  readonly kind: BenefitKind;
  /**
   * In kobo: the cost of an asset to the employer; for the other kinds their amount for a year (the
   * rent or hire, the rental value, the amount spent).
   */
  readonly value: Kobo;
  /**
   * The amount that the employee spends on it a year, in kobo; it lowers the value of some kinds
   * only.
   */
  readonly paid: Kobo;
  /** The first day on which the employee has it. */
  readonly from: string;
  /** The last day; null while it is open-ended. */
  readonly to: string | null;
};

/** Units of exact yearly values in a kobo. */
const EXACT_UNITS_PER_KOBO = HUNDRED_PERCENT;

/**
 * Units of time in a month: the least common multiple of 28, 29, 30 and 31, so that days of months of
 * any length add up without a fraction.
 */
const TIME_UNITS_PER_MONTH = 377_580n;
const TIME_UNITS_PER_YEAR = 12n * TIME_UNITS_PER_MONTH;

/**
 * What a benefit is worth a year, in ten-thousandths of a kobo and never negative (Nigeria Tax Act 2025,
 * s.14(1) and (6)): 5% of what the employer paid for an asset, and of the other kinds their yearly
 * amount. What the employee spends on it is subtracted where the law says so, which is for an asset
 * of the employer (s.14(2)). The limit on living accommodation needs the gross: {@link benefitsValueThrough}.
 */
function exactYearlyValue(
  { kind, value, paid }: Pick<Benefit, "kind" | "value" | "paid">,
  { benefits }: StatutoryPack,
): bigint {
  const whole = kind === "ASSET" ? value * benefits.assetRate : value * EXACT_UNITS_PER_KOBO;
  const less = benefits.lessEmployeesExpense.includes(kind) ? paid * EXACT_UNITS_PER_KOBO : 0n;
  return whole > less ? whole - less : 0n;
}

/** What a benefit is worth in a whole month, in kobo; living accommodation before its limit. */
export function monthlyValue(
  benefit: Pick<Benefit, "kind" | "value" | "paid">,
  pack: StatutoryPack,
): Kobo {
  return divideHalfUp(exactYearlyValue(benefit, pack), EXACT_UNITS_PER_KOBO * 12n);
}

/** The part of both spans; none when they do not overlap. */
function overlap(span: DaySpan, { from, to }: Pick<Benefit, "from" | "to">): DaySpan[] {
  const first = span.from > from ? span.from : from;
  const last = to !== null && to < span.until ? to : span.until;
  return first > last ? [] : [{ from: first, until: last }];
}

function totalDays(spans: readonly DaySpan[]): number {
  return spans.reduce((days, { from, until }) => days + daysBetween(from, until) + 1, 0);
}

/** The days of a month on which an employee in employment has a benefit. */
export function benefitDays(
  month: Month,
  benefit: Pick<Benefit, "from" | "to">,
  employment: Employment,
): number {
  return totalDays(employedSpans(month, employment).flatMap((span) => overlap(span, benefit)));
}

/** The time between two months, both included, as units: each month counts by its calendar days. */
function timeBetween(from: Month, through: Month, daysOfMonth: (month: Month) => number): bigint {
  return monthsFrom(from, through).reduce(
    (time, month) =>
      time + (BigInt(daysOfMonth(month)) * TIME_UNITS_PER_MONTH) / BigInt(daysIn(month)),
    0n,
  );
}

/** The value of the benefits of a part of a tax year until the end of a month, in kobo. */
export type BenefitsValue = {
  readonly total: Kobo;
  /** Of each benefit that is not living accommodation, by its key. */
  readonly others: ReadonlyMap<string, Kobo>;
  readonly housing: HousingValue;
};

/** Living accommodation: the smaller of its rental value and the limit. */
export type HousingValue = {
  readonly value: Kobo;
  readonly rental: Kobo;
  readonly limit: Kobo;
  /** The gross, without the rental value, of which the limit is a part. */
  readonly gross: Kobo;
  /** The time with accommodation and the whole time in employment, in units of the same size. */
  readonly time: { readonly housed: bigint; readonly employed: bigint };
};

/**
 * What the benefits of a tax year are worth from January, or a later month, to the end of a month. Rounded
 * once for each benefit, so that the months of a year add up to its value to the kobo.
 *
 * Living accommodation is worth at most a part of the gross income from the employment without the
 * rental value (s.14(6)); other benefits are part of that gross. The Act speaks of a year. Of a part of
 * a year, the limit is taken of the gross of the time so far, and if the accommodation was given in a
 * part of that time only, of as large a part of the gross.
 *
 * @param paid taxable pay of the same time, without benefits, in kobo.
 * @param options.from the first month; January when left out.
 */
export function benefitsValueThrough(
  through: Month,
  benefits: readonly Benefit[],
  paid: Kobo,
  options: { employment: Employment; pack: StatutoryPack; from?: Month },
): BenefitsValue {
  const { employment, pack, from = `${yearOf(through)}-01` } = options;
  const timeOf = (benefit: Benefit) =>
    timeBetween(from, through, (month) => benefitDays(month, benefit, employment));
  const exactOf = (benefit: Benefit) => exactYearlyValue(benefit, pack) * timeOf(benefit);
  const others = new Map(
    benefits
      .filter(({ kind }) => kind !== "HOUSING")
      .map((benefit) => [
        benefit.key,
        divideHalfUp(exactOf(benefit), EXACT_UNITS_PER_KOBO * TIME_UNITS_PER_YEAR),
      ]),
  );
  const homes = benefits.filter(({ kind }) => kind === "HOUSING");
  const rental = divideHalfUp(
    homes.reduce((total, home) => total + exactOf(home), 0n),
    EXACT_UNITS_PER_KOBO * TIME_UNITS_PER_YEAR,
  );
  const employed = timeBetween(from, through, (month) =>
    totalDays(employedSpans(month, employment)),
  );
  const inHomes = homes.reduce((total, home) => total + timeOf(home), 0n);
  const housed = inHomes < employed ? inHomes : employed;
  const gross = sum([paid, ...others.values()]);
  const part = gross > 0n ? gross * pack.benefits.housingLimit * housed : 0n;
  const limit = employed === 0n ? ZERO : divideHalfUp(part, HUNDRED_PERCENT * employed);
  const value = compareAmounts(rental, limit) < 0 ? rental : limit;
  return {
    total: kobo(sum([...others.values()]) + value),
    others,
    housing: { value, rental, limit, gross, time: { housed, employed } },
  };
}
