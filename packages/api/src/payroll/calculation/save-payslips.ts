import { CONTRIBUTION_SCHEMES, type BaseCredit } from "@kontor/payroll/pay/contribution";
import type { PayslipLine } from "@kontor/payroll/payslip/line";
import type { Variance } from "@kontor/payroll/payslip/variance";
import { sql, type RawBuilder } from "kysely";

import type { Tx } from "../../platform/scope.ts";
import { payslipAmountsOf, type ComputedPayslip } from "./compute.ts";
import { itemIdOf } from "./due-items.ts";
import { jsonOfAmounts } from "./stored-pay.ts";
import { storedLine, storedTrace } from "./stored-payslip.ts";

/** The amounts of a variance by reason, as stored. */
export function storedVariance({ parts }: Pick<Variance, "parts">) {
  return parts.map(({ reason, gross, net, cost }) => ({ reason, gross, net, cost }));
}

/**
 * A computed payslip with its variance from the previous one; null where there is none to compare
 * with.
 */
type PayslipToSave = ComputedPayslip & {
  variance: Variance | null;
  excluded: boolean;
  excluded_reason: string;
};

/**
 * Stores payslips of a run. A payslip that the person already has in the run is replaced and keeps its
 * id. Values are sent column by column, which costs the database half as much as rows of JSON. The
 * scope must be the tenant.
 */
export async function savePayslips(
  tx: Tx,
  run: { tenant_id: number; id: number; generation: number },
  rows: readonly PayslipColumns[],
): Promise<void> {
  if (rows.length === 0) return;
  const names = sql.join(columns.map((name) => sql.ref(name)));
  const values = sql.join(columns.map((name) => columnValues(name, rows)));
  const typed = sql.join(
    columns.map((name) => sql`${sql.ref(name)}::${sql.raw(columnTypes[name])}`),
  );
  const updates = sql.join(
    columns
      .filter((name) => name !== "employee_id")
      .map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`),
  );
  await sql`
    insert into payslips as s (tenant_id, run_id, generation, ${names})
    select ${run.tenant_id}, ${run.id}, ${run.generation}, ${typed} from unnest(${values}) as r(${names})
    on conflict (tenant_id, run_id, employee_id) do update set generation = excluded.generation, ${updates}`.execute(
    tx,
  );
}

/**
 * Separates the values of a column that is sent as one text: a character that JSON escapes and
 * codes do not contain.
 */
const separator = "\u001e";

/**
 * The values of a column as sent. JSON and lists go as one text that the database splits: inside an
 * array every quote would have to be escaped, and a list of lists would be a two-dimensional array.
 */
function columnValues(name: Column, rows: readonly PayslipColumns[]): RawBuilder<unknown> {
  const type = columnTypes[name];
  const values = rows.map((row) => row[name]);
  if (type === "json" || type === "jsonb" || type.endsWith("[]")) {
    return sql`string_to_array(${values.join(separator)}, ${sql.lit(separator)})`;
  }
  return sql`${values}::${sql.raw(type)}[]`;
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
  year_benefits: "bigint",
  year_pension: "bigint",
  year_nhf: "bigint",
  year_paye: "bigint",
  year_net: "bigint",
  lines: "json",
  traces: "json",
  pay: "jsonb",
  arrears: "jsonb",
  base_credits: "jsonb",
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

type Column = keyof typeof columnTypes;
const columns = Object.keys(columnTypes) as Column[];

/** A payslip as the database takes it; JSON columns as text. */
export type PayslipColumns = Readonly<Record<Column, unknown>>;

/** Converts a payslip to a row before the next one is computed, so that only one is in memory. */
export function payslipColumns(stored: PayslipToSave): PayslipColumns {
  const { input, payslip, arrears, variance, excluded, excluded_reason } = stored;
  const { totals, yearToDate } = payslip;
  const difference = varianceColumns(variance);
  return {
    employee_id: input.employee_id,
    staff_no: input.staff_no,
    name: input.name,
    employment_start: input.start,
    employment_exit: input.exit,
    ...payslipAmountsOf(stored),
    taxable: totals.taxable,
    benefits: totals.benefits,
    tax_overpaid: payslip.taxOverpaid,
    year: yearToDate.year,
    year_gross: yearToDate.gross,
    year_taxable: yearToDate.taxable,
    year_benefits: yearToDate.benefits,
    year_pension: yearToDate.pension,
    year_nhf: yearToDate.nhf,
    year_paye: yearToDate.paye,
    year_net: yearToDate.net,
    lines: JSON.stringify(payslip.lines.map(storedLine)),
    traces: JSON.stringify(payslip.lines.map(storedTrace)),
    pay: jsonOfAmounts(payslip.pay),
    arrears: jsonOfAmounts(arrears),
    base_credits: jsonOfAmounts(creditChanges(input.baseCredit, payslip.baseCredit)),
    once_items: arrayLiteral(oneOffItemIds(payslip.lines)),
    warnings: jsonOfAmounts(payslip.warnings),
    warning_codes: arrayLiteral(payslip.warnings.map(({ code }) => code)),
    blocked: payslip.warnings.some(({ blocks }) => blocks),
    variance: jsonOfAmounts(difference.variance),
    reasons: arrayLiteral(difference.reasons),
    difference: difference.difference,
    excluded,
    excluded_reason,
    bank_code: input.bank_code,
    account_number_sealed: input.account_number_sealed,
    account_number_hash: input.account_number_hash,
    account_name: input.account_name,
    marks: JSON.stringify(input.marks),
  };
}

/** By how much a payslip changes the credits of contributions. */
function creditChanges(before: BaseCredit, after: BaseCredit): Record<string, bigint> {
  const changed = CONTRIBUTION_SCHEMES.flatMap((scheme) => {
    const change = after[scheme] - before[scheme];
    return change === 0n ? [] : [[scheme, change] as const];
  });
  return Object.fromEntries(changed);
}

/** A PostgreSQL array literal of codes or numbers. */
function arrayLiteral(values: readonly (string | number)[]): string {
  return `{${values.join(",")}}`;
}

/** The stored columns of a variance; nulls without one. */
export function varianceColumns(variance: Variance | null) {
  return {
    variance: variance === null ? [] : storedVariance(variance),
    reasons: variance === null ? [] : variance.parts.map(({ reason }) => reason),
    difference: variance === null ? null : variance.total.net,
  };
}

/** Ids of the one-off items that these lines pay. A deduction of which nothing could be taken is still due. */
function oneOffItemIds(lines: readonly PayslipLine[]): number[] {
  const paid = lines.flatMap(({ origin, code, amount }) =>
    origin === "one_off" && amount > 0n && code.startsWith("item:")
      ? [itemIdOf(code.slice("item:".length))]
      : [],
  );
  return [...new Set(paid)];
}
