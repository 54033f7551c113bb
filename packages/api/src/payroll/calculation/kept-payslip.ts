import { kobo, type Kobo } from "@kontor/books/money";
import type { Month } from "@kontor/payroll/month";
import type { PayslipLine } from "@kontor/payroll/payslip/line";
import type { Payslip } from "@kontor/payroll/payslip/payslip";
import type { Variance } from "@kontor/payroll/payslip/variance";
import type { PayslipWarning } from "@kontor/payroll/payslip/warning";
import { sql } from "kysely";

import type { Tx } from "../../platform/scope.ts";
import { accountMark, amountsOf, type Computed } from "./compute.ts";
import { amountFrom, asJson, payFrom, type KeptPay } from "./kept-pay.ts";

type KeptLine = Omit<PayslipLine, "amount" | "monthly" | "recovery"> & {
  amount: string;
  monthly: string | null;
  recovery: Record<"advance" | "principal" | "interest" | "left", string> | null;
};
type KeptWarning = Omit<PayslipWarning, "amount"> & { amount: string | null };

/** The columns of `payslips` of which the payslip itself is made again. */
export type KeptPayslip = {
  employee_id: number;
  employment_start: string;
  employment_exit: string | null;
  gross: bigint;
  deductions: bigint;
  net: bigint;
  employer: bigint;
  benefits: bigint;
  taxable: bigint;
  tax_overpaid: bigint;
  year: number;
  year_gross: bigint;
  year_taxable: bigint;
  year_pension: bigint;
  year_nhf: bigint;
  year_paye: bigint;
  year_net: bigint;
  lines: KeptLine[];
  pay: KeptPay;
  warnings: KeptWarning[];
  bank_code: string | null;
  account_number_hash: Buffer | null;
};

/** Those columns of a row of `payslips s`. */
export const keptColumns = sql`
  s.employee_id, s.employment_start, s.employment_exit, s.gross, s.deductions, s.net, s.employer, s.benefits,
  s.taxable, s.tax_overpaid, s.year, s.year_gross, s.year_taxable, s.year_pension, s.year_nhf, s.year_paye,
  s.year_net, s.lines, s.pay, s.warnings, s.bank_code, s.account_number_hash`;

const orNull = (text: string | null): Kobo | null => (text === null ? null : amountFrom(text));

function lineFrom({ amount: text, monthly, recovery, ...line }: KeptLine): PayslipLine {
  return {
    ...line,
    amount: amountFrom(text),
    monthly: orNull(monthly),
    recovery:
      recovery === null
        ? null
        : {
            advance: recovery.advance,
            principal: amountFrom(recovery.principal),
            interest: amountFrom(recovery.interest),
            left: amountFrom(recovery.left),
          },
  };
}

/** A payslip as it was computed. */
export function payslipFrom(
  row: KeptPayslip,
  run: { period: Month; payday: string; cycle: Payslip["cycle"]; pack: string | null },
): Payslip {
  return {
    period: run.period,
    payday: run.payday,
    cycle: run.cycle,
    pack: run.pack ?? "",
    employment: { start: row.employment_start, exit: row.employment_exit },
    bankAccount: accountMark(row),
    lines: row.lines.map(lineFrom),
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
    warnings: row.warnings.map((each) => ({ ...each, amount: orNull(each.amount) })),
    yearToDate: {
      year: row.year,
      gross: kobo(row.year_gross),
      taxable: kobo(row.year_taxable),
      pension: kobo(row.year_pension),
      nhf: kobo(row.year_nhf),
      paye: kobo(row.year_paye),
      net: kobo(row.year_net),
    },
  };
}

/** The amounts of a variance by reason, as they are kept. */
export function keptVariance({ parts }: Pick<Variance, "parts">) {
  return parts.map(({ reason, gross, net, cost }) => ({ reason, gross, net, cost }));
}

/** A computed payslip with what it says of the one before; null where there is none to compare with. */
export type PayslipToKeep = Computed & {
  variance: Variance | null;
  excluded: boolean;
  excluded_reason: string;
};

/**
 * Keeps payslips of a run, in place of those that the same people had in it, whose ids stay. The scope must
 * be the tenant.
 */
export async function keepPayslips(
  tx: Tx,
  run: { tenant_id: number; id: number; generation: number },
  payslips: readonly PayslipToKeep[],
): Promise<void> {
  if (payslips.length === 0) return;
  const rows = asJson(payslips.map((each) => columnsOf(each)));
  const columns = Object.keys(columnTypes);
  const names = sql.join(columns.map((name) => sql.ref(name)));
  const typed = sql.join(
    Object.entries(columnTypes).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`),
  );
  const updates = sql.join(
    columns
      .filter((name) => name !== "employee_id")
      .map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`),
  );
  await sql`
    insert into payslips as s (tenant_id, run_id, generation, ${names})
    select ${run.tenant_id}, ${run.id}, ${run.generation}, ${names}
    from jsonb_to_recordset(${rows}::jsonb) as r(${typed})
    on conflict (tenant_id, run_id, employee_id) do update set generation = excluded.generation, ${updates}`.execute(
    tx,
  );
}

/** The columns that a calculation writes, with their types in the database. */
const columnTypes = {
  employee_id: "bigint",
  staff_no: "text",
  name: "text",
  employment_start: "date",
  employment_exit: "date",
  basic: "bigint",
  housing: "bigint",
  transport: "bigint",
  other: "bigint",
  items: "bigint",
  gross: "bigint",
  paye: "bigint",
  pension_employee: "bigint",
  nhf: "bigint",
  advance_principal: "bigint",
  advance_interest: "bigint",
  other_deductions: "bigint",
  deductions: "bigint",
  net: "bigint",
  pension_employer: "bigint",
  nsitf: "bigint",
  itf: "bigint",
  employer: "bigint",
  taxable: "bigint",
  benefits: "bigint",
  tax_overpaid: "bigint",
  year: "integer",
  year_gross: "bigint",
  year_taxable: "bigint",
  year_pension: "bigint",
  year_nhf: "bigint",
  year_paye: "bigint",
  year_net: "bigint",
  lines: "jsonb",
  pay: "jsonb",
  arrears: "jsonb",
  once_items: "bigint[]",
  warnings: "jsonb",
  warning_codes: "text[]",
  blocked: "boolean",
  variance: "jsonb",
  reasons: "text[]",
  difference: "bigint",
  excluded: "boolean",
  excluded_reason: "text",
  bank_code: "text",
  account_number_sealed: "text",
  account_number_hash: "bytea",
  account_name: "text",
  marks: "jsonb",
} as const;

function columnsOf(kept: PayslipToKeep): Record<keyof typeof columnTypes, unknown> {
  const { input, payslip, arrears, variance, excluded, excluded_reason } = kept;
  const { totals, yearToDate } = payslip;
  return {
    employee_id: input.employee_id,
    staff_no: input.staff_no,
    name: input.name,
    employment_start: input.start,
    employment_exit: input.exit,
    ...amountsOf(kept),
    taxable: totals.taxable,
    benefits: totals.benefits,
    tax_overpaid: payslip.taxOverpaid,
    year: yearToDate.year,
    year_gross: yearToDate.gross,
    year_taxable: yearToDate.taxable,
    year_pension: yearToDate.pension,
    year_nhf: yearToDate.nhf,
    year_paye: yearToDate.paye,
    year_net: yearToDate.net,
    lines: payslip.lines,
    pay: payslip.pay,
    arrears,
    once_items: onceItems(payslip.lines),
    warnings: payslip.warnings,
    warning_codes: payslip.warnings.map(({ code }) => code),
    blocked: payslip.warnings.some(({ blocks }) => blocks),
    ...differenceColumns(variance),
    excluded,
    excluded_reason,
    bank_code: input.bank_code,
    account_number_sealed: input.account_number_sealed,
    account_number_hash:
      input.account_number_hash === null ? null : `\\x${input.account_number_hash.toString("hex")}`,
    account_name: input.account_name,
    marks: input.marks,
  };
}

/** What is kept of a variance; of none, nothing. */
export function differenceColumns(variance: Variance | null) {
  return {
    variance: variance === null ? [] : keptVariance(variance),
    reasons: variance === null ? [] : variance.parts.map(({ reason }) => reason),
    difference: variance === null ? null : variance.total.net,
  };
}

/** Ids of the items that come once and that these lines pay. */
function onceItems(lines: readonly PayslipLine[]): number[] {
  return lines.flatMap(({ origin, code }) =>
    origin === "one_off" && code.startsWith("item:") ? [Number(code.slice("item:".length))] : [],
  );
}
