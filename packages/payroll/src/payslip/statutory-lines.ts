import { kobo, ZERO, type Kobo } from "@kontor/books/money";

import type { Contribution } from "../pay/contribution.ts";
import { printExactNaira, printNaira, printPercent } from "../pay/print.ts";
import type { ContributionBase, PayrollSettings } from "../pay/settings.ts";
import { bandShares, rentRelief, type ExactTax } from "../statutory/income-tax.ts";
import type { LegalSource, StatutoryPack } from "../statutory/pack.ts";
import type { Income, Paye } from "../statutory/paye.ts";
import { pensionExemptionSections, type PensionExemption } from "../statutory/pension-exemption.ts";
import type { BenefitFigures } from "./benefits.ts";
import type { EmployerFigures, Figures } from "./figures.ts";
import type { PayslipInput } from "./input.ts";
import {
  legalRule,
  lineOf,
  companyRule,
  type LineInput,
  type LineKind,
  type PayslipLine,
} from "./line.ts";

const baseNames: Readonly<Record<ContributionBase, string>> = {
  basic: "basic",
  basic_housing_transport: "basic, housing and transport",
  gross: "gross",
};

/** The names under which a contribution's line stores the credit before and after the payslip. */
export const CREDIT_INPUTS = {
  before: "Pay taken back before that lowers the base",
  after: "Pay taken back that lowers the base of later payslips",
} as const;

function creditInput(name: string, credit: Kobo): LineInput[] {
  return credit === 0n ? [] : [{ name, value: printNaira(credit) }];
}

/** The base, and how much recovered pay lowers it. */
function baseText({ base, credit }: Contribution): string {
  const used = credit.before > credit.after ? kobo(credit.before - credit.after) : ZERO;
  return used === 0n
    ? printNaira(base)
    : `(${printNaira(kobo(base + used))} − ${printNaira(used)})`;
}

function contributionLine(line: {
  code: string;
  kind: LineKind;
  label: string;
  contribution: Contribution;
  rule: string;
  law: LegalSource;
  pack: StatutoryPack;
}): PayslipLine {
  const { base, rate, amount, credit } = line.contribution;
  return lineOf({
    code: line.code,
    kind: line.kind,
    origin: "statutory",
    label: line.label,
    amount,
    rule: legalRule(line.rule, line.law, line.pack),
    inputs: [
      { name: "Base", value: printNaira(base) },
      { name: "Rate", value: printPercent(rate) },
      ...creditInput(CREDIT_INPUTS.before, credit.before),
      ...creditInput(CREDIT_INPUTS.after, credit.after),
    ],
    arithmetic: `${baseText(line.contribution)} × ${printPercent(rate)} = ${printNaira(amount)}`,
  });
}

/**
 * The line of an employee outside the pension scheme: why nothing is contributed, and the credit, which stays
 * as it was.
 */
function exemptLine(exemption: PensionExemption, credit: Kobo): PayslipLine {
  const reason = exemption.toLowerCase().replaceAll("_", " ");
  return lineOf({
    code: "pension",
    kind: "deduction",
    origin: "statutory",
    label: "Pension",
    amount: ZERO,
    rule: {
      ...companyRule(`Outside the pension scheme: ${reason}`),
      section: pensionExemptionSections[exemption],
    },
    inputs: [
      ...creditInput(CREDIT_INPUTS.before, credit),
      ...creditInput(CREDIT_INPUTS.after, credit),
    ],
    arithmetic: "Neither the employee nor the employer contributes = 0.00",
  });
}

/** Pension and NHF of the employee. */
export function contributionLines(
  { pension, nhf, credit }: Figures,
  { pack, settings, pensionExemption }: PayslipInput,
): PayslipLine[] {
  const lines: PayslipLine[] = [];
  if (pensionExemption !== null) lines.push(exemptLine(pensionExemption, credit.pension));
  if (pension !== null) {
    lines.push(
      contributionLine({
        code: "pension",
        kind: "deduction",
        label: "Pension",
        contribution: pension.employee,
        rule: `Employee’s part of ${pensionBaseName(settings)}`,
        law: pack.pension,
        pack,
      }),
    );
  }
  if (nhf !== null) {
    lines.push(
      contributionLine({
        code: "nhf",
        kind: "deduction",
        label: "National Housing Fund",
        contribution: nhf,
        rule: schemeRule(settings.nhf.base),
        law: pack.nhf,
        pack,
      }),
    );
  }
  return lines;
}

function schemeRule(base: ContributionBase): string {
  return base === "gross"
    ? "Part of gross"
    : `Part of ${baseNames[base]}, and of no more than what is left of all pay`;
}

function pensionBaseName({ pension }: PayrollSettings): string {
  const pay = pension.base === "gross" ? "all components of pay" : baseNames[pension.base];
  return `${pay}, with pensionable items`;
}

/** The employer's contributions in addition to gross. */
export function employerLines(
  { pension, nsitf, itf }: Figures & EmployerFigures,
  pack: StatutoryPack,
  settings: PayrollSettings,
): PayslipLine[] {
  const shared = { kind: "employer", pack } as const;
  const lines: PayslipLine[] = [];
  if (pension !== null) {
    const rule = `Employer’s part of ${pensionBaseName(settings)}`;
    const contribution = pension.employer;
    const law = pack.pension;
    const code = "pension_employer";
    lines.push(contributionLine({ ...shared, code, label: "Pension", contribution, rule, law }));
  }
  if (nsitf !== null) {
    const rule = schemeRule(settings.nsitf.base);
    const contribution = nsitf;
    const law = pack.nsitf;
    lines.push(
      contributionLine({ ...shared, code: "nsitf", label: "NSITF", contribution, rule, law }),
    );
  }
  if (itf !== null) {
    const rule = schemeRule(settings.itf.base);
    const contribution = itf;
    lines.push(
      contributionLine({ ...shared, code: "itf", label: "ITF", contribution, rule, law: pack.itf }),
    );
  }
  return lines;
}

function bandText(chargeable: Kobo, tax: ExactTax, pack: StatutoryPack): string {
  const shares = bandShares(chargeable, pack.incomeTax.bands);
  if (shares.length === 0)
    return `nothing is chargeable, so the year’s tax is ${printExactNaira(tax)}`;
  const terms = shares.map(({ income, rate }) => `${printNaira(income)} × ${printPercent(rate)}`);
  return `${terms.join(" + ")} = ${printExactNaira(tax)} a year`;
}

/** Taxable pay without benefits in kind, in kobo. */
function cashPayOf({ taxable, benefits = ZERO }: Income): Kobo {
  return kobo(taxable - benefits);
}

/** Taxable income in the three parts of the year, and the deductions from it. */
function payeInputs(input: PayslipInput, income: TracedIncome, paye: Paye): LineInput[] {
  const { yearToDate: before, reliefs, pack } = input;
  const { benefits } = income;
  const rows: [string, Kobo][] = [
    ["Taxable pay so far this year", kobo(before.taxable - before.benefits)],
    ["Regular taxable pay on this payslip", cashPayOf(income.recurring)],
    ["Regular taxable pay still to come this year", cashPayOf(income.later)],
    ["One-off taxable pay on this payslip", cashPayOf(income.oneOff)],
    ["Benefits in kind so far this year", before.benefits],
    ["Benefits in kind on this payslip", benefits.now],
    ["Benefits in kind still to come this year", benefits.later],
    ["Benefits in kind whose tax is due at once", benefits.income.oneOff],
    ["Contributions so far this year", kobo(before.pension + before.nhf)],
    ["Contributions on regular pay on this payslip", income.recurring.contributions],
    ["Contributions still to come this year", income.later.contributions],
    ["Contributions on one-off pay", income.oneOff.contributions],
    ["Rent relief", rentRelief(reliefs.rent, pack)],
    ["Life insurance premium of the year before", reliefs.lifePremium],
    ["Interest on an owner-occupier’s loan", reliefs.ownerOccupierInterest],
    ["Health insurance", reliefs.nhis],
    ["PAYE deducted so far this year", before.paye],
    ["Minimum wage over the months of the year", income.minimumWage],
    ["PAYE overpaid this year", paye.overpaid],
    ["PAYE that this payslip’s pay cannot bear", paye.undeductible],
  ];
  return rows
    .filter(([, amount]) => amount !== 0n)
    .map(([name, amount]) => ({ name, value: printNaira(amount) }));
}

/** The incomes from which the tax of a payslip was computed. */
export type PayeIncome = {
  readonly recurring: Income;
  readonly oneOff: Income;
  readonly later: Income;
  readonly minimumWage: Kobo;
};

/** The same with the benefits in kind in them. */
type TracedIncome = PayeIncome & { readonly benefits: BenefitFigures };

/** Explains when a limit, and not this payslip's share of the year's tax, determines the amount. */
function limitText({ due, share, payLimit }: Paye): string {
  if (due === share) return "";
  if (due === payLimit) return ", at most what this payslip pays after contributions";
  return share < 0n ? ", which is below zero" : ", at most what the year still owes";
}

function payeArithmetic(input: PayslipInput, { benefits }: TracedIncome, paye: Paye): string {
  const { pack, yearToDate } = input;
  const { weight, tax, taxWithoutOneOff, due } = paye;
  if (paye.exempt && due === 0n) return "Not above the minimum wage: no tax is due = 0.00";
  const paid = printNaira(yearToDate.paye);
  const comesOnce = paye.chargeable !== paye.chargeableWithoutOneOff;
  const { chargeableWithoutOneOff: regular, exemptWithoutOneOff } = paye;
  const regularTax = exemptWithoutOneOff
    ? `not above the minimum wage, so the year’s tax is ${printExactNaira(taxWithoutOneOff)}`
    : bandText(regular, taxWithoutOneOff, pack);
  const steps = [`Chargeable this year ${printNaira(regular)}: ${regularTax}`];
  if (comesOnce) {
    const extra = benefits.income.oneOff === 0n ? "one-off pay" : "what is taxed at once";
    steps.push(
      `with ${extra} ${printNaira(paye.chargeable)}: ${bandText(paye.chargeable, tax, pack)}`,
    );
  }
  const share =
    paye.laterLimit === null
      ? `(${printExactNaira(taxWithoutOneOff)} − ${paid}) × ${weight.now} ÷ ${weight.left}`
      : `${printExactNaira(taxWithoutOneOff)} − ${paid} − ${printNaira(paye.laterLimit)} that later months can bear`;
  const once = comesOnce ? ` + ${printExactNaira(tax)} − ${printExactNaira(taxWithoutOneOff)}` : "";
  return `${steps.join("; ")}; ${share}${once}${limitText(paye)} = ${printNaira(due)}`;
}

/** The income tax line with all inputs of its computation. */
export function payeLine(input: PayslipInput, income: TracedIncome, paye: Paye): PayslipLine {
  const { incomeTax, minimumWage, deductions, benefits: inKind } = input.pack;
  const law = paye.exempt ? minimumWage : incomeTax;
  const hasBenefits = income.benefits.now !== 0n || input.yearToDate.benefits !== 0n;
  const section = [law, ...(paye.exempt ? [] : [deductions]), ...(hasBenefits ? [inKind] : [])]
    .map((each) => each.section)
    .join("; ");
  const name = paye.settles
    ? "Tax of the year, less what was deducted so far"
    : "Tax of the year, spread over the remaining months; one-off pay is taxed at once";
  return lineOf({
    code: "paye",
    kind: "deduction",
    origin: "statutory",
    label: "PAYE",
    amount: paye.due,
    rule: legalRule(name, { section, source: law.source }, input.pack),
    inputs: payeInputs(input, income, paye),
    arithmetic: payeArithmetic(input, income, paye),
  });
}
