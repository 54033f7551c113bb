import { kobo, sum, type Kobo } from "@kontor/books/money";
import { firstDayOf, lastDayOf, yearOf } from "@kontor/payroll/month";
import type { Arrears } from "@kontor/payroll/pay/arrears";
import { lowersGross } from "@kontor/payroll/pay/item";
import { employedSpans, type Employment } from "@kontor/payroll/pay/proration";
import { addPay, lessUnearned, NO_PAY, rateOn, totalPay, type Pay } from "@kontor/payroll/pay/rate";
import type { PayrollSettings } from "@kontor/payroll/pay/settings";
import { itemCode } from "@kontor/payroll/payslip/item-trace";
import { signedAmount, type PayslipLine } from "@kontor/payroll/payslip/line";
import { payslipOf, type Payslip } from "@kontor/payroll/payslip/payslip";
import { varianceOf, type ComparedPayslip, type Variance } from "@kontor/payroll/payslip/variance";
import type { StatutoryPack } from "@kontor/payroll/statutory/pack";

import type { DueItem } from "./due-items.ts";
import type { EmployeeInput } from "./inputs.ts";
import { employmentOf, owedArrears } from "./owed-arrears.ts";
import type { RunScope } from "./run-scope.ts";

/** The inputs common to all payslips of a run. */
export type CalculationTerms = {
  run: RunScope;
  settings: PayrollSettings;
  pack: StatutoryPack;
  /** For an off-cycle run, whether the month's regular run is approved or can no longer be started. */
  regularPaid: boolean;
};

/** A payslip with the arrears that it pays, by month. */
export type ComputedPayslip = {
  input: EmployeeInput;
  payslip: Payslip;
  arrears: readonly Arrears[];
};

/** The bank and a fingerprint of the account number, to detect a change; null without an account. */
export function accountFingerprint(row: {
  bank_code: string | null;
  account_number_hash: Buffer | null;
}): string | null {
  const { bank_code, account_number_hash } = row;
  if (bank_code === null || account_number_hash === null) return null;
  return `${bank_code}/${account_number_hash.toString("hex").slice(0, 16)}`;
}

/**
 * Computes the payslip of one person. Regular runs pay the month, recover advances, and correct earlier
 * months and one-off items. An off-cycle run pays the one-off items of its month. For a named person whom the
 * regular run did not pay, it also pays the month itself. For a leaver, who is in no later regular run, it
 * also pays corrections. From both it recovers advances, as a regular run does.
 *
 * @returns undefined in an off-cycle run of everybody for a person who gets nothing, or who owes more than
 *   the run would pay.
 */
export function computePayslip(
  { run, settings, pack, regularPaid }: CalculationTerms,
  recorded: EmployeeInput,
): ComputedPayslip | undefined {
  const employment = employmentOf(run.period, recorded);
  const input = { ...recorded, start: employment.start, exit: employment.exit };
  const isRegular = run.cycle === "REGULAR";
  const paysMonth = isRegular || paysMissedMonth(run, input, regularPaid, employment);
  const corrects = isRegular || hasLeft(run, recorded, regularPaid);
  const owed = corrects ? owedArrears(recorded) : [];
  const arrears = owed.filter(({ month }) => yearOf(month) <= yearOf(run.period));
  const payslip = payslipOf({
    period: run.period,
    payday: run.payday,
    cycle: paysMonth ? { kind: "REGULAR" } : { kind: "OFF_CYCLE", regularPaid },
    pack,
    settings,
    employment,
    returned: employment.start !== recorded.start,
    rates: input.rates,
    pensionExemption: input.pension_exemption,
    nhfConsent: input.nhf_consent,
    bankAccount: accountFingerprint(input),
    items: input.items.filter(
      (item) => isOfMonth(run, item) || (corrects && !isPaidInLaterYear(run, item)),
    ),
    arrears,
    benefits: { given: input.benefits, opening: input.openingBenefits },
    baseCredit: input.baseCredit,
    yearToDate: input.yearToDate,
    paidLater: input.paidLater,
    unpaidMonths: isRegular ? input.unpaidMonths : [],
    overpaidLater: owed.flatMap(({ month }) => (yearOf(month) > yearOf(run.period) ? [month] : [])),
    inOpeningFigures: { own: paysMonth && input.openingIncludesMonth, paid: input.paidInOpening },
    reliefs: input.reliefs,
    advances: paysMonth || corrects ? input.advances : [],
  });
  if (!isRegular && run.employee_ids === null && !paysSomething(payslip)) return undefined;
  return { input, payslip, arrears };
}

/**
 * Whether the payslip pays anything, and at least as much as it recovers. A payslip below zero would
 * block the run for everybody else.
 */
function paysSomething({ lines, totals }: Payslip): boolean {
  const owes = totals.net < 0n && lines.some(recoversPay);
  return !owes && lines.some((line) => line.amount > 0n && !recoversPay(line) && !isInKind(line));
}

/** Whether a line recovers overpaid pay or is a one-off reduction of pay. */
function recoversPay({ origin, kind }: PayslipLine): boolean {
  return (origin === "arrears" || origin === "one_off") && kind === "reduction";
}

/** Whether a line is about benefits in kind, which are not paid. */
function isInKind({ kind }: PayslipLine): boolean {
  return kind === "benefit" || kind === "benefit_correction";
}

/** Whether an item belongs to the run's own month, rather than being a correction of another month's item. */
function isOfMonth(run: RunScope, item: DueItem): boolean {
  return item.recurring || (item.until === run.period && !isPaidInLaterYear(run, item));
}

/**
 * Whether a payslip of a later tax year has paid an item. A payment or recovery counts in the tax year
 * in which it is made, so runs of a closed year leave the item alone.
 */
function isPaidInLaterYear({ period }: RunScope, { paidIn }: DueItem): boolean {
  return paidIn !== null && paidIn > yearOf(period);
}

/** Whether an off-cycle run pays the month to a named person who was employed in it and was not paid for it. */
function paysMissedMonth(
  { employee_ids, period }: RunScope,
  { paidRegular }: EmployeeInput,
  regularPaid: boolean,
  employment: Employment,
): boolean {
  if (employee_ids === null || !regularPaid || paidRegular) return false;
  return employedSpans(period, employment).length > 0;
}

/** Whether only an off-cycle run can still correct the pay of a person who has left. */
function hasLeft(
  { period }: RunScope,
  { exit }: Pick<EmployeeInput, "exit">,
  regularPaid: boolean,
): boolean {
  if (exit === null) return false;
  return exit < firstDayOf(period) || (regularPaid && exit <= lastDayOf(period));
}

/** Why a payslip differs; empty for off-cycle runs, which are not compared. */
export function varianceFor(
  before: ComparedPayslip | null,
  { input, payslip }: ComputedPayslip,
  excluded: boolean,
): Variance {
  return varianceOf(before, excluded ? null : payslip, input.exit);
}

/**
 * The amount that a payslip posts to each ledger, in kobo; named like the columns of `payslips`.
 */
export type PayslipAmounts = Record<
  | "basic"
  | "housing"
  | "transport"
  | "other"
  | "items"
  | "gross"
  | "paye"
  | "pension_employee"
  | "nhf"
  | "advance_principal"
  | "advance_interest"
  | "other_deductions"
  | "deductions"
  | "net"
  | "pension_employer"
  | "nsitf"
  | "itf"
  | "employer",
  Kobo
>;

/**
 * Splits a payslip by ledger. Arrears are posted to the components that they correct, and pay that was
 * not earned to those from which it is taken.
 */
export function payslipAmountsOf(computed: ComputedPayslip): PayslipAmounts {
  const { payslip, arrears } = computed;
  const { lines, totals } = payslip;
  const { items, unearned } = itemsOf(computed);
  const pay = arrears.reduce((total, each) => addPay(total, each.pay), addPay(NO_PAY, payslip.pay));
  const of = (code: string): Kobo =>
    sum(lines.filter((line) => line.code === code).map(({ amount }) => amount));
  const deducted = lines.filter(({ kind }) => kind === "deduction");
  const recovered = deducted.flatMap(({ recovery }) => (recovery === null ? [] : [recovery]));
  const own = deducted.filter(({ origin }) => origin === "item" || origin === "one_off");
  const refunds = lines.filter(({ kind }) => kind === "refund").map(({ amount }) => amount);
  return {
    ...lessUnearned(pay, unearned, usualPay(computed)),
    items,
    gross: totals.gross,
    paye: of("paye"),
    pension_employee: of("pension"),
    nhf: of("nhf"),
    advance_principal: sum(recovered.map(({ principal }) => principal)),
    advance_interest: sum(recovered.map(({ interest }) => interest)),
    other_deductions: kobo(sum(own.map(({ amount }) => amount)) - sum(refunds)),
    deductions: totals.deductions,
    net: totals.net,
    pension_employer: of("pension_employer"),
    nsitf: of("nsitf"),
    itf: of("itf"),
    employer: totals.employer,
  };
}

/**
 * What the lines of items add to gross: `items` are earnings, less what is taken back of them;
 * `unearned` is what deductions take from gross, less what is given back of them.
 */
function itemsOf({ input, payslip }: ComputedPayslip): { items: Kobo; unearned: Kobo } {
  const deductions = new Set(input.items.filter(lowersGross).map(itemCode));
  let [items, unearned] = [0n, 0n];
  for (const line of payslip.lines) {
    const { code, kind, origin } = line;
    if (origin !== "item" && origin !== "one_off") continue;
    if (kind !== "earning" && kind !== "reduction") continue;
    if (deductions.has(code)) unearned -= signedAmount(line);
    else items += signedAmount(line);
  }
  return { items: kobo(items), unearned: kobo(unearned) };
}

/** The pay of the month, from which unearned pay is taken; its rate where the payslip does not pay the month. */
function usualPay({ input, payslip }: ComputedPayslip): Pay {
  const { pay, period } = payslip;
  if (totalPay(pay) > 0n) return pay;
  return rateOn(lastDayOf(period), input.rates) ?? NO_PAY;
}
