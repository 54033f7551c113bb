import { daysBetween } from "@kontor/books/calendar-date";
import { kobo, simpleInterest, sum, type Kobo } from "@kontor/books/money";

import { monthOf, monthsLater, paydayOf } from "../month.ts";

/** The maximum number of monthly instalments of an advance. */
export const MAX_INSTALMENTS = 12;

/**
 * One part of an advance, due on a payday. Amounts are in kobo; days are counted from the request.
 */
export type Instalment = {
  readonly number: number;
  readonly due: string;
  readonly days: number;
  readonly principal: Kobo;
  readonly interest: Kobo;
  /** Principal and interest. */
  readonly amount: Kobo;
};

/** The cost and repayment dates of an advance, fixed when it is requested. */
export type AdvancePlan = {
  readonly amount: Kobo;
  /** The yearly rate in basis points. */
  readonly rate: bigint;
  readonly requestedOn: string;
  readonly instalments: readonly Instalment[];
  readonly interest: Kobo;
  /** Principal and interest. */
  readonly payback: Kobo;
};

export type PlanInput = {
  readonly amount: Kobo;
  readonly rate: bigint;
  readonly requestedOn: string;
  /** One day for each instalment, each later than the one before. */
  readonly dueDates: readonly string[];
};

/**
 * The interest on an amount for a number of days: amount × rate × days ÷ 365, half-up to the kobo.
 */
export function advanceInterest(amount: Kobo, rate: bigint, days: number): Kobo {
  return simpleInterest(amount, rate, days);
}

/** The payback in one instalment: ₦100,000 for 30 days at 12% is ₦100,986.30. */
export function paybackOf(amount: Kobo, rate: bigint, days: number): Kobo {
  return sum([amount, advanceInterest(amount, rate, days)]);
}

/** The next paydays after a date, one a month. */
export function nextPaydays(after: string, payDay: number, count: number): string[] {
  const month = monthOf(after);
  const first = paydayOf(month, payDay) > after ? 0 : 1;
  return Array.from({ length: count }, (_, index) =>
    paydayOf(monthsLater(month, first + index), payDay),
  );
}

function assertPlanInput({ amount, requestedOn, dueDates }: PlanInput): void {
  const count = dueDates.length;
  if (count < 1 || count > MAX_INSTALMENTS) {
    throw new RangeError(`An advance has one to ${MAX_INSTALMENTS} instalments.`);
  }
  if (amount < BigInt(count)) throw new RangeError("Each instalment takes at least a kobo.");
  const isOutOfOrder = dueDates.some((due, index) => {
    const before = dueDates[index - 1];
    return before === undefined ? due < requestedOn : due <= before;
  });
  if (isOutOfOrder) {
    throw new RangeError("Instalments are due one after the other, and none before the request.");
  }
}

/**
 * The plan of an advance. The principal is divided evenly, rounded down to the kobo, and the last
 * part takes the remainder. Each part bears interest until its own due date, so it can be checked
 * separately.
 *
 * @throws RangeError when the amount is too small for the instalments, their number is zero or
 * above the maximum, or their dates are not in order. Callers check this before they offer a plan.
 */
export function advancePlan(input: PlanInput): AdvancePlan {
  assertPlanInput(input);
  const { amount, rate, requestedOn, dueDates } = input;
  const count = BigInt(dueDates.length);
  const even = amount / count;
  const instalments = dueDates.map((due, index) => {
    const isLast = index === dueDates.length - 1;
    const principal = kobo(isLast ? amount - even * (count - 1n) : even);
    const days = daysBetween(requestedOn, due);
    const interest = advanceInterest(principal, rate, days);
    return {
      number: index + 1,
      due,
      days,
      principal,
      interest,
      amount: sum([principal, interest]),
    };
  });
  const interest = sum(instalments.map((part) => part.interest));
  return { amount, rate, requestedOn, instalments, interest, payback: sum([amount, interest]) };
}
