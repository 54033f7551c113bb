import { abs, compareAmounts, kobo, larger, sum, ZERO, type Kobo } from "@kontor/books/money";

import {
  dayName,
  daysIn,
  lastDayOf,
  monthBefore,
  monthName,
  monthsLater,
  yearOf,
  type Month,
} from "../month.ts";
import {
  benefitDays,
  benefitsValueThrough,
  type Benefit,
  type BenefitsValue,
  type HousingValue,
} from "../pay/benefit.ts";
import { printNaira, printPercent } from "../pay/print.ts";
import type { Income } from "../statutory/paye.ts";
import type { OpeningBenefits, PayslipInput } from "./input.ts";
import { legalRule, lineOf, type LineInput, type PayslipLine } from "./line.ts";

/** The taxable pay of the tax year without benefits, by the parts that PAYE has. */
type TaxablePay = Readonly<Record<"recurring" | "oneOff" | "later", Income>> & {
  /** Whether a regular payslip of the year is still to come. */
  readonly isMoreToCome: boolean;
};

/** Benefits in kind of a payslip and of its tax year. */
export type BenefitFigures = {
  readonly lines: readonly PayslipLine[];
  /** By how much the payslip raises taxable income, in kobo; negative when it corrects earlier months. */
  readonly now: Kobo;
  /** What later payslips of the year are still expected to tax, in kobo. */
  readonly later: Kobo;
  /**
   * The benefits of the year as income for the tax: of this month, taxed at once, and of later
   * months.
   */
  readonly income: Readonly<Record<"recurring" | "oneOff" | "later", Kobo>>;
};

const noBenefitFigures: BenefitFigures = {
  lines: [],
  now: ZERO,
  later: ZERO,
  income: { recurring: ZERO, oneOff: ZERO, later: ZERO },
};

function latestMonth(months: readonly Month[]): Month {
  return months.reduce((last, month) => (month > last ? month : last));
}

/**
 * Benefits in kind of one payslip, cumulative over the tax year as the tax itself is: what they are
 * worth from January to the end of the month, less what earlier payslips of the year have taxed. So a
 * benefit that was recorded, changed or removed late is corrected by the next regular payslip, on a line of
 * its own, and what it changes in the tax of earlier months is due at once. What a one-off payment adds to
 * the limit of living accommodation is taxed with it.
 *
 * An off-cycle payslip taxes no benefits, unless no regular payslip of the year is still to come.
 *
 * @param pay the taxable pay of this payslip and of the rest of the year, without benefits.
 */
export function benefitFiguresOf(input: PayslipInput, pay: TaxablePay): BenefitFigures {
  const { period, cycle, yearToDate, paidLater } = input;
  const given = begunBenefits(input);
  const taxed = yearToDate.benefits;
  if (given.length === 0 && taxed === 0n) return noBenefitFigures;
  const valueOf = (through: Month, paid: Kobo) => valueThrough(through, given, paid, input);
  const before = kobo(yearToDate.taxable - taxed);
  const december = `${yearOf(period)}-12`;
  const without = sum([before, pay.recurring.taxable]);
  const yearWithout = valueOf(december, sum([without, pay.later.taxable])).total;
  const year = valueOf(december, sum([without, pay.later.taxable, pay.oneOff.taxable])).total;
  const onceMore = kobo(year - yearWithout);
  const settles = cycle.kind === "OFF_CYCLE" && !pay.isMoreToCome;
  if (cycle.kind === "OFF_CYCLE" && !settles) {
    const income = { recurring: ZERO, oneOff: onceMore, later: kobo(yearWithout - taxed) };
    return { lines: [], now: ZERO, later: kobo(year - taxed), income };
  }
  const through = settles ? december : latestMonth([period, ...paidLater]);
  const value = valueOf(through, sum([without, pay.oneOff.taxable]));
  const now = kobo(value.total - taxed);
  const previous = monthBefore(period);
  const earlier = previous === null || yearOf(previous) < yearOf(period) ? null : previous;
  const was = earlier === null ? null : valueOf(earlier, before);
  const late =
    paidLater.length > 0 || settles
      ? ZERO
      : untaxedBefore(input, given, was?.total ?? ZERO, before);
  const lines = settles ? [] : monthLines(input, given, value, was);
  const withoutOnce = valueOf(through, without).total;
  return {
    lines: [...lines, ...correctionLine(input, { through, value, now, lines })],
    now,
    later: kobo(year - value.total),
    income: {
      recurring: kobo(withoutOnce - taxed - late),
      oneOff: sum([onceMore, late]),
      later: kobo(yearWithout - withoutOnce),
    },
  };
}

/** The opening figures of the tax year of a payslip. */
function openingOf({ benefits, period }: PayslipInput): OpeningBenefits | null {
  const opening = benefits?.opening ?? null;
  return opening === null || yearOf(opening.through) !== yearOf(period) ? null : opening;
}

/**
 * The opening figures, if they include the benefits of their months, with the month after them;
 * otherwise null.
 */
function openingSettlementOf(input: PayslipInput) {
  const opening = openingOf(input);
  if (opening === null || opening.benefits === null) return null;
  return { ...opening, benefits: opening.benefits, next: monthsLater(opening.through, 1) };
}

/**
 * The value of the benefits of the tax year to the end of a month: for the months of the opening
 * figures by these, for the others by the records.
 *
 * @param paid taxable pay of the same time, without benefits, in kobo.
 */
function valueThrough(
  through: Month,
  given: readonly Benefit[],
  paid: Kobo,
  input: PayslipInput,
): BenefitsValue {
  const settled = openingSettlementOf(input);
  if (settled === null) return benefitsValueThrough(through, given, paid, input);
  const { employment, pack } = input;
  const since = { employment, pack, from: settled.next };
  const value = benefitsValueThrough(through, given, kobo(paid - settled.pay), since);
  return { ...value, total: sum([settled.benefits, value.total]) };
}

/** The benefits that have begun by the end of the month; like items, later ones are not expected yet. */
function begunBenefits({ benefits, period, paidLater }: PayslipInput): readonly Benefit[] {
  const last = lastDayOf(latestMonth([period, ...paidLater]));
  return (benefits?.given ?? []).filter(({ from }) => from <= last);
}

/**
 * The value of earlier months that no payslip has taxed, in kobo; negative when too much was. That of
 * months in the opening figures is not late: the tax in them includes it.
 */
function untaxedBefore(
  input: PayslipInput,
  given: readonly Benefit[],
  was: Kobo,
  paid: Kobo,
): Kobo {
  const opening = openingOf(input);
  const included =
    opening === null ? ZERO : valueThrough(opening.through, given, paid, input).total;
  return kobo(was - larger(input.yearToDate.benefits, included));
}

/** The lines for the value of the month itself; zero lines are left out. */
function monthLines(
  input: PayslipInput,
  given: readonly Benefit[],
  value: BenefitsValue,
  was: BenefitsValue | null,
): PayslipLine[] {
  const { period, employment } = input;
  const ofMonth = given.filter((benefit) => benefitDays(period, benefit, employment) > 0);
  const through = valueThrough(period, given, ZERO, input);
  const others = ofMonth.flatMap((benefit) => {
    const now = through.others.get(benefit.key);
    if (now === undefined) return [];
    const amount = kobo(now - (was?.others.get(benefit.key) ?? ZERO));
    return amount === 0n ? [] : [benefitLine(input, benefit, amount)];
  });
  const homes = ofMonth.filter(({ kind }) => kind === "HOUSING");
  const housing = kobo(value.housing.value - (was?.housing.value ?? ZERO));
  if (homes.length === 0 || housing <= 0n) return others;
  return [...others, housingLine(input, homes, value.housing, was?.housing.value ?? ZERO)];
}

const valueNames = {
  ASSET: "Cost to the employer",
  HIRED: "Rent or hire a year",
  HOUSING: "Rental value a year",
  OTHER: "Spent by the employer a year",
} as const;

const ruleNames = {
  ASSET: "Asset of the employer: a part of its cost a year, less what the employee spends on it",
  HIRED: "Asset that the employer rents or hires: the rent or hire of a year",
  OTHER: "Other benefit: what the employer spends on it a year",
} as const;

function givenText(from: string, to: string | null): string {
  return to === null ? `from ${dayName(from)}` : `${dayName(from)} to ${dayName(to)}`;
}

function benefitInputs({ kind, value, paid, from, to }: Benefit, days: string): LineInput[] {
  return [
    { name: valueNames[kind], value: printNaira(value) },
    ...(paid === 0n ? [] : [{ name: "Spent by the employee a year", value: printNaira(paid) }]),
    { name: "Given", value: givenText(from, to) },
    { name: "Days of the month", value: days },
  ];
}

/** The line of a benefit's own month. Months are differences of rounded sums, so they add up to the year. */
function benefitLine(input: PayslipInput, benefit: Benefit, amount: Kobo): PayslipLine {
  const { period, pack, employment } = input;
  const { benefits } = pack;
  const { kind, value, paid } = benefit;
  const days = benefitDays(period, benefit, employment);
  const of = daysIn(period);
  const yearly =
    kind === "ASSET"
      ? `${printNaira(value)} × ${printPercent(benefits.assetRate)}`
      : printNaira(value);
  const isLess = paid > 0n && benefits.lessEmployeesExpense.includes(kind);
  const net = isLess ? `(${yearly} − ${printNaira(paid)})` : yearly;
  return lineOf({
    code: `benefit:${benefit.key}`,
    kind: "benefit",
    origin: "statutory",
    label: benefit.label,
    amount,
    rule: legalRule(kind === "HOUSING" ? "" : ruleNames[kind], benefits, pack),
    inputs: benefitInputs(benefit, `${days} of ${of}`),
    arithmetic: `${net} ÷ 12${days === of ? "" : ` × ${days} ÷ ${of}`} = ${printNaira(amount)}`,
  });
}

/** The line of living accommodation, which is one for all premises because the limit is. */
function housingLine(
  input: PayslipInput,
  homes: readonly Benefit[],
  { value, rental, limit, gross, time }: HousingValue,
  was: Kobo,
): PayslipLine {
  const { period, pack, employment } = input;
  const amount = kobo(value - was);
  const rate = printPercent(pack.benefits.housingLimit);
  const share =
    time.housed === time.employed
      ? ""
      : ` × ${fractionText(time.housed, time.employed)} of the time`;
  const settled = openingSettlementOf(input);
  const since = settled === null ? "" : `from ${monthName(settled.next)} `;
  const months = `${since}through ${monthName(period)}`;
  const limited = compareAmounts(limit, rental) < 0;
  return lineOf({
    code: "benefit:housing",
    kind: "benefit",
    origin: "statutory",
    label: homes.length === 1 ? (homes[0]?.label ?? "") : "Living accommodation",
    amount,
    rule: legalRule(
      `Living accommodation: its rental value, at most ${rate} of the year’s gross without it`,
      pack.benefits,
      pack,
    ),
    inputs: [
      ...homes.flatMap((home) =>
        benefitInputs(home, `${benefitDays(period, home, employment)} of ${daysIn(period)}`),
      ),
      { name: `Rental value ${months}`, value: printNaira(rental) },
      { name: `Gross without it ${months}`, value: printNaira(gross) },
      { name: `Limit ${months}`, value: printNaira(limit) },
      { name: "Taxed for earlier months", value: printNaira(was) },
    ],
    arithmetic: `${limited ? `${printNaira(gross)} × ${rate}${share} = ${printNaira(limit)}, less than the rental value` : `${printNaira(rental)}, within the limit of ${printNaira(limit)}`}; ${printNaira(value)} − ${printNaira(was)} = ${printNaira(amount)}`,
  });
}

/** A part of a time as a fraction in lowest terms: "1 ÷ 6". */
function fractionText(part: bigint, whole: bigint): string {
  let [divisor, rest] = [whole, part];
  while (rest !== 0n) [divisor, rest] = [rest, divisor % rest];
  return `${part / divisor} ÷ ${whole / divisor}`;
}

/**
 * The line that corrects the benefits taxed by earlier payslips; none when they were taxed exactly.
 */
function correctionLine(
  input: PayslipInput,
  facts: { through: Month; value: BenefitsValue; now: Kobo; lines: readonly PayslipLine[] },
): PayslipLine[] {
  const { pack, yearToDate, period } = input;
  const own = sum(facts.lines.map(({ amount }) => amount));
  const amount = kobo(facts.now - own);
  if (amount === 0n) return [];
  const through = facts.through > period ? facts.through : period;
  const [value, taxed] = [facts.value.total, yearToDate.benefits];
  return [
    lineOf({
      code: "benefit:earlier",
      kind: amount > 0n ? "benefit" : "benefit_correction",
      origin: "statutory",
      label:
        amount > 0n
          ? "Benefits in kind of earlier months"
          : "Benefits in kind taxed too much before",
      amount: abs(amount),
      rule: legalRule(
        "Benefits of the year so far, less what earlier payslips taxed and what this month adds",
        pack.benefits,
        pack,
      ),
      inputs: [
        { name: `Benefits of the year through ${monthName(through)}`, value: printNaira(value) },
        {
          name:
            openingSettlementOf(input) === null
              ? "Taxed on earlier payslips"
              : "Taxed before, with opening figures",
          value: printNaira(taxed),
        },
        { name: "Of this month", value: printNaira(own) },
      ],
      arithmetic: `${printNaira(value)} − ${printNaira(taxed)} − ${printNaira(own)} = ${printNaira(amount)}`,
    }),
  ];
}
