import { kobo, sum, type Kobo } from "@kontor/books/money";

import { NO_PART, WHOLE_MONTH, yearOf, type Month } from "../month.ts";
import type { BaseCredit } from "../pay/contribution.ts";
import { amountOfItem } from "../pay/item.ts";
import type { Employment } from "../pay/proration.ts";
import { earnedPay, NO_PAY, totalPay, type EarnedPay, type Pay } from "../pay/rate.ts";
import { reliefOfYear } from "../statutory/income-tax.ts";
import { payeOf, type Income, type Paye } from "../statutory/paye.ts";
import { benefitFiguresOf, type BenefitFigures } from "./benefits.ts";
import { earningLines } from "./earnings.ts";
import {
  creditAfter,
  employerFiguresOf,
  figuresOf,
  incomeOf,
  type Figures,
  type ItemAmount,
} from "./figures.ts";
import { forecastOf, minimumWageOfYear, recursIn } from "./forecast.ts";
import type { PayslipInput, YearToDate } from "./input.ts";
import type { PayslipLine } from "./line.ts";
import { companyDeductions } from "./recovery.ts";
import { contributionLines, employerLines, payeLine, type PayeIncome } from "./statutory-lines.ts";
import { sumOfKind, totalsOf, type PayslipTotals } from "./totals.ts";
import { payslipWarnings, type PayslipWarning } from "./warning.ts";

export type Payslip = {
  readonly period: Month;
  readonly payday: string;
  readonly cycle: "REGULAR" | "OFF_CYCLE";
  /** Name of the statutory pack. */
  readonly pack: string;
  readonly employment: Employment;
  readonly bankAccount: string | null;
  readonly lines: readonly PayslipLine[];
  readonly totals: PayslipTotals;
  /**
   * The components of pay for the period itself, without arrears; later arrears compare with these.
   */
  readonly pay: Pay;
  /** Tax over-deducted this year so far, in kobo. */
  readonly taxOverpaid: Kobo;
  /** After this payslip. */
  readonly baseCredit: BaseCredit;
  readonly warnings: readonly PayslipWarning[];
  /** After this payslip. */
  readonly yearToDate: YearToDate;
};

/** Earnings of the period at its rates; none for an off-cycle payslip. */
function earnedPayOf({ cycle, period, employment, rates, settings }: PayslipInput): EarnedPay {
  if (cycle.kind === "REGULAR") return earnedPay(period, employment, rates, settings.proration);
  return { part: NO_PART, segments: [], pay: NO_PAY, monthly: null, rateMissing: false };
}

/**
 * The items that this payslip pays. Recurring ones are paid only when part of the month is worked.
 */
function paidItems({ items, cycle, period }: PayslipInput, { part }: EarnedPay): ItemAmount[] {
  return items
    .filter((item) => !item.recurring || (part.worked > 0 && recursIn(item, period)))
    .map((item) => ({
      item,
      amount: amountOfItem(item, cycle.kind === "REGULAR" ? part : WHOLE_MONTH),
    }));
}

function subtractIncome(all: Income, part: Income): Income {
  return {
    taxable: kobo(all.taxable - part.taxable),
    contributions: kobo(all.contributions - part.contributions),
  };
}

function withBenefits(pay: Income, benefits: Kobo): Income {
  return { ...pay, taxable: sum([pay.taxable, benefits]), benefits };
}

/** The tax of a payslip with benefits in kind, and the incomes from which it was computed. */
function taxOf(
  input: PayslipInput,
  earned: EarnedPay,
  all: Figures,
  items: readonly ItemAmount[],
): { income: PayeIncome; paye: Paye; benefits: BenefitFigures } {
  const { pack, yearToDate, reliefs } = input;
  const everyMonth = items.filter(({ item }) => item.recurring);
  const recurring = incomeOf(figuresOf(earned.pay, everyMonth, input));
  const forecast = forecastOf(input);
  const pay = {
    recurring,
    oneOff: subtractIncome(incomeOf(all), recurring),
    later: forecast.income,
  };
  const isMoreToCome = forecast.parts.length > 0;
  const benefits = benefitFiguresOf(input, { ...pay, isMoreToCome });
  const income: PayeIncome = {
    recurring: withBenefits(pay.recurring, benefits.income.recurring),
    oneOff: withBenefits(pay.oneOff, benefits.income.oneOff),
    later: withBenefits(pay.later, benefits.income.later),
    minimumWage: minimumWageOfYear(input),
  };
  const paye = payeOf({
    ...income,
    pack,
    soFar: {
      taxable: yearToDate.taxable,
      contributions: sum([yearToDate.pension, yearToDate.nhf]),
      benefits: yearToDate.benefits,
      paid: yearToDate.paye,
    },
    share: { now: earned.part, later: forecast.parts },
    reliefs: reliefOfYear(reliefs, pack),
  });
  return { income, paye, benefits };
}

function amountOf(lines: readonly PayslipLine[], code: string): Kobo {
  return sum(lines.filter((line) => line.code === code).map(({ amount }) => amount));
}

function yearToDateAfter(before: YearToDate, lines: readonly PayslipLine[], totals: PayslipTotals) {
  return {
    year: before.year,
    gross: sum([before.gross, totals.gross]),
    taxable: sum([before.taxable, totals.taxable]),
    benefits: sum([before.benefits, totals.benefits]),
    pension: sum([before.pension, amountOf(lines, "pension")]),
    nhf: sum([before.nhf, amountOf(lines, "nhf")]),
    paye: sum([before.paye, amountOf(lines, "paye")]),
    net: sum([before.net, totals.net]),
  };
}

/**
 * Computes one payslip from all of its inputs: pay for the days worked, items and arrears, less
 * pension, NHF and PAYE (which benefits in kind raise), less the company's own deductions and
 * advances down to the floor of net pay; and the employer's contributions. Pure: the same input
 * always gives the same payslip.
 *
 * @throws RangeError when the year to date is of another tax year than the period.
 */
export function payslipOf(input: PayslipInput): Payslip {
  const { period, pack, settings, yearToDate } = input;
  if (yearToDate.year !== yearOf(period)) {
    throw new RangeError(`${period} is not in the tax year ${yearToDate.year}.`);
  }
  const earned = earnedPayOf(input);
  const items = paidItems(input, earned);
  const figures = figuresOf(earned.pay, items, input, input);
  const { income, paye, benefits } = taxOf(input, earned, figures, items);

  const earnings = earningLines(input, earned, items);
  const statutory = [
    ...contributionLines(figures, input),
    payeLine(input, { ...income, benefits }, paye),
  ];
  const own = companyDeductions(input, items, {
    gross: figures.gross,
    net: kobo(figures.gross - sumOfKind(statutory, "deduction")),
  });
  const employer = employerFiguresOf(figures, input);
  const lines = [
    ...earnings,
    ...benefits.lines,
    ...statutory,
    ...own.lines,
    ...employerLines({ ...figures, ...employer }, pack, settings),
  ];
  const totals = totalsOf(lines, sum([figures.taxable, benefits.now]));
  const monthly = earned.monthly === null ? null : totalPay(earned.monthly);
  return {
    period,
    payday: input.payday,
    cycle: input.cycle.kind,
    pack: pack.name,
    employment: input.employment,
    bankAccount: input.bankAccount,
    lines,
    totals,
    pay: earned.pay,
    taxOverpaid: paye.overpaid,
    baseCredit: creditAfter({ ...figures, ...employer }),
    warnings: payslipWarnings({
      input,
      totals,
      items,
      floor: own.floor,
      reduced: own.reduced,
      rateMissing: earned.rateMissing,
      monthly,
      taxOverpaid: paye.overpaid,
      taxUndeductible: paye.undeductible,
      contributions: { ...figures, ...employer },
    }),
    yearToDate: yearToDateAfter(yearToDate, lines, totals),
  };
}
