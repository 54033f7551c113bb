import { kobo, ZERO, type Kobo } from "@kontor/books/money";
import { paydayOf, yearOf, type Month } from "@kontor/payroll/month";
import { NO_CREDIT } from "@kontor/payroll/pay/contribution";
import type { PayrollSettings } from "@kontor/payroll/pay/settings";
import { emptyYearToDate, type PayslipInput } from "@kontor/payroll/payslip/input";
import { payslipOf, type Payslip } from "@kontor/payroll/payslip/payslip";
import { noReliefs } from "@kontor/payroll/statutory/income-tax";
import type { StatutoryPack } from "@kontor/payroll/statutory/pack";

/** The parts of the example's pay: half is basic, three tenths housing, the rest transport. */
function componentsOf(gross: Kobo) {
  const basic = kobo(gross / 2n);
  const housing = kobo((gross * 3n) / 10n);
  return { basic, housing, transport: kobo(gross - basic - housing), other: ZERO };
}

/**
 * A January of an employee who has only monthly pay: no reliefs, no items, with NHF.
 *
 * @param gross kobo a month.
 * @param start the first day of work.
 */
function januaryPayslip(
  gross: Kobo,
  start: string,
  settings: PayrollSettings,
  pack: StatutoryPack,
): Payslip {
  const period: Month = `${pack.from.slice(0, 4)}-01`;
  const input: PayslipInput = {
    period,
    payday: paydayOf(period, settings.payDay),
    cycle: { kind: "REGULAR" },
    pack,
    settings,
    employment: { start, exit: null },
    rates: [{ from: start, ...componentsOf(gross) }],
    pensionExemption: null,
    nhfConsent: true,
    bankAccount: null,
    items: [],
    arrears: [],
    baseCredit: NO_CREDIT,
    yearToDate: emptyYearToDate(yearOf(period)),
    reliefs: noReliefs,
    paidLater: [],
    unpaidMonths: [],
    overpaidLater: [],
    advances: [],
  };
  return payslipOf(input);
}

/** Labels of lines that would otherwise have the label of another line. */
const lineTitles: Readonly<Record<string, string>> = {
  pension_employer: "Employer’s pension",
};

/** One month's pay calculated by the settings, in kobo. */
export type MonthExample = {
  /** The deductions, the employer's contributions and the subtotals, from top to bottom. */
  rows: readonly { code: string; label: string; amount: Kobo; sum: boolean }[];
  /** The January pay of an employee who starts on the 17th. */
  startedOn17: Kobo;
};

/** Calculates a month by the settings, with the same rules as a run. */
export function monthExample(
  gross: Kobo,
  settings: PayrollSettings,
  pack: StatutoryPack,
): MonthExample {
  const year = pack.from.slice(0, 4);
  const { lines, totals } = januaryPayslip(gross, `${Number(year) - 1}-01-01`, settings, pack);
  const rowsOf = (kind: "deduction" | "employer") =>
    lines
      .filter((line) => line.kind === kind && line.amount > 0n)
      .map(({ code, label, amount }) => ({
        code,
        label: lineTitles[code] ?? label,
        amount,
        sum: false,
      }));
  return {
    rows: [
      { code: "gross", label: "Gross", amount: totals.gross, sum: true },
      ...rowsOf("deduction"),
      { code: "net", label: "Net pay", amount: totals.net, sum: true },
      ...rowsOf("employer"),
      { code: "cost", label: "Cost", amount: totals.cost, sum: true },
    ],
    startedOn17: januaryPayslip(gross, `${year}-01-17`, settings, pack).totals.gross,
  };
}
