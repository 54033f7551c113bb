import { kobo } from "@kontor/books/money";
import type { Month } from "@kontor/payroll/month";
import type { LineFigures, LineTrace, PayslipLine } from "@kontor/payroll/payslip/line";
import type { Payslip } from "@kontor/payroll/payslip/payslip";
import type { ComparedPayslip } from "@kontor/payroll/payslip/variance";
import type { PayslipWarning } from "@kontor/payroll/payslip/warning";
import { sql } from "kysely";

import { accountFingerprint } from "./compute.ts";
import { storedAmount, payFrom, type StoredPay } from "./stored-pay.ts";

type Recovery = NonNullable<LineFigures["recovery"]>;

/** A line as stored in JSON: kobo as texts, absent fields left out. */
export type StoredLine = Omit<LineFigures, "amount" | "monthly" | "recovery"> & {
  amount: string;
  monthly?: string;
  recovery?: Record<keyof Recovery, string>;
};

/** The stored fields of a line besides its trace. */
export function storedLine({
  code,
  kind,
  origin,
  label,
  amount,
  monthly,
  recovery,
}: LineFigures): StoredLine {
  return {
    code,
    kind,
    origin,
    label,
    amount: String(amount),
    ...(monthly === null ? {} : { monthly: String(monthly) }),
    ...(recovery === null ? {} : { recovery: storedRecovery(recovery) }),
  };
}

function storedRecovery({ advance, principal, interest, left }: Recovery) {
  return {
    advance,
    principal: String(principal),
    interest: String(interest),
    left: String(left),
  };
}

/** The explanation of a line, as stored. */
export function storedTrace({ rule, inputs, arithmetic }: PayslipLine): LineTrace {
  return { rule, inputs, arithmetic };
}

/** Converts a stored line: its amounts from texts to kobo. */
export function lineFiguresFrom({ amount, monthly, recovery, ...line }: StoredLine): LineFigures {
  return {
    ...line,
    amount: storedAmount(amount),
    monthly: monthly === undefined ? null : storedAmount(monthly),
    recovery: recovery === undefined ? null : recoveryFrom(recovery),
  };
}

function recoveryFrom({ advance, principal, interest, left }: NonNullable<StoredLine["recovery"]>) {
  return {
    advance,
    principal: storedAmount(principal),
    interest: storedAmount(interest),
    left: storedAmount(left),
  };
}

/** Converts a stored line with its explanation. */
export function lineFrom(stored: StoredLine, { rule, inputs, arithmetic }: LineTrace): PayslipLine {
  return { ...lineFiguresFrom(stored), rule, inputs, arithmetic };
}

/** The month is missing in payslips that are older than this field. */
type StoredWarning = Omit<PayslipWarning, "amount" | "month"> & {
  amount: string | null;
  month?: Month | null;
};

/** The columns of `payslips` needed to compare it with the payslip of another month. */
export type StoredFigures = {
  employee_id: number;
  employment_start: string;
  employment_exit: string | null;
  gross: bigint;
  net: bigint;
  employer: bigint;
  lines: StoredLine[];
  bank_code: string | null;
  account_number_hash: Buffer | null;
};

/** Those columns of a row of `payslips s`. */
export const figureColumns = sql`
  s.employee_id, s.employment_start, s.employment_exit, s.gross, s.net, s.employer, s.lines, s.bank_code,
  s.account_number_hash`;

/** The columns from which the whole payslip is rebuilt. */
export type StoredPayslip = StoredFigures & {
  deductions: bigint;
  benefits: bigint;
  taxable: bigint;
  tax_overpaid: bigint;
  year: number;
  year_gross: bigint;
  year_taxable: bigint;
  year_benefits: bigint;
  year_pension: bigint;
  year_nhf: bigint;
  year_paye: bigint;
  year_net: bigint;
  traces: LineTrace[];
  pay: StoredPay;
  warnings: StoredWarning[];
};

/** Those columns of a row of `payslips s`. */
export const storedPayslipColumns = sql`
  ${figureColumns}, s.deductions, s.benefits, s.taxable, s.tax_overpaid, s.year, s.year_gross, s.year_taxable,
  s.year_benefits,  s.year_pension, s.year_nhf, s.year_paye, s.year_net, s.traces, s.pay, s.warnings`;

/** Converts a stored payslip to the form that another is compared with. */
export function comparedPayslipFrom(
  row: StoredFigures,
  { period }: { period: Month },
): ComparedPayslip {
  const { gross, net, employer } = row;
  return {
    period,
    employment: { start: row.employment_start, exit: row.employment_exit },
    bankAccount: accountFingerprint(row),
    lines: row.lines.map(lineFiguresFrom),
    totals: { gross: kobo(gross), net: kobo(net), cost: kobo(gross + employer) },
  };
}

function linesFrom({ lines, traces }: StoredPayslip): PayslipLine[] {
  return lines.map((line, place) => {
    const trace = traces[place];
    if (trace === undefined) throw new Error(`line ${line.code} of a payslip has no trace`);
    return lineFrom(line, trace);
  });
}

/** A payslip as it was computed, but without contribution credits, of which only the changes are stored. */
export type RebuiltPayslip = Omit<Payslip, "baseCredit">;

/** Rebuilds a payslip as it was computed. */
export function payslipFrom(
  row: StoredPayslip,
  run: { period: Month; payday: string; cycle: Payslip["cycle"]; pack: string | null },
): RebuiltPayslip {
  return {
    period: run.period,
    payday: run.payday,
    cycle: run.cycle,
    pack: run.pack ?? "",
    employment: { start: row.employment_start, exit: row.employment_exit },
    bankAccount: accountFingerprint(row),
    lines: linesFrom(row),
    totals: {
      gross: kobo(row.gross),
      deductions: kobo(row.deductions),
      net: kobo(row.net),
      employer: kobo(row.employer),
      cost: kobo(row.gross + row.employer),
      benefits: kobo(row.benefits),
      taxable: kobo(row.taxable),
    },
    pay: payFrom(row.pay),
    taxOverpaid: kobo(row.tax_overpaid),
    warnings: row.warnings.map((each) => ({
      ...each,
      amount: each.amount === null ? null : storedAmount(each.amount),
      month: each.month ?? null,
    })),
    yearToDate: {
      year: row.year,
      gross: kobo(row.year_gross),
      taxable: kobo(row.year_taxable),
      benefits: kobo(row.year_benefits),
      pension: kobo(row.year_pension),
      nhf: kobo(row.year_nhf),
      paye: kobo(row.year_paye),
      net: kobo(row.year_net),
    },
  };
}
