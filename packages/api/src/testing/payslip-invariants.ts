import { sql } from "kysely";
import { expect } from "vitest";

import { setTenant } from "../platform/scope.ts";
import { givenBy, itemOfLine, type PostedLine, type PostedPayslip } from "./expected-pay.ts";
import type { World } from "./harness.ts";
import type { NetPayFloor } from "./payroll-item-steps.ts";
import type { RecordedItem } from "./recorded-items.ts";

/* What holds for all payslips, whatever was recorded and paid. Amounts are in kobo. */

const sumOf = <Each>(all: readonly Each[], of: (each: Each) => bigint): bigint =>
  all.reduce((sum, each) => sum + of(each), 0n);
const sumOfKind = (lines: readonly PostedLine[], kind: string) =>
  sumOf(
    lines.filter((line) => line.kind === kind),
    ({ amount }) => amount,
  );
const sumOfCode = (lines: readonly PostedLine[], ...codes: string[]) =>
  sumOf(
    lines.filter(({ code }) => codes.includes(code)),
    ({ amount }) => amount,
  );

/** Whether a line changes net pay and not gross pay. */
const isFromNet = ({ kind }: PostedLine) => kind === "deduction" || kind === "refund";
const isDeducted = ({ kind, amount }: PostedLine) => kind === "deduction" && amount > 0n;
/** Deductions from net pay that leave the floor; tax and contributions need not. */
const isOwnDeduction = (line: PostedLine) => isDeducted(line) && line.origin !== "statutory";

/** The floor of net pay: the larger of an amount and a part of gross, to the kobo, half up. */
export function floorOf(gross: bigint, { amount, percent }: NetPayFloor): bigint {
  const of = gross > 0n ? (gross * BigInt(Math.round(percent * 100)) + 5_000n) / 10_000n : 0n;
  return of > amount ? of : amount;
}

/** Expects a payslip to add up, and to leave the floor of net pay. */
export function expectAddsUp(payslip: PostedPayslip, floor: NetPayFloor): void {
  const { lines, gross, deductions, net } = payslip;
  const [added, taken] = [sumOfKind(lines, "earning"), sumOfKind(lines, "reduction")];
  expect([payslip.run_id, gross]).toEqual([payslip.run_id, added - taken]);
  const deducted = sumOfKind(lines, "deduction") - sumOfKind(lines, "refund");
  expect([payslip.run_id, deductions, net]).toEqual([payslip.run_id, deducted, gross - deducted]);
  const own = sumOf(lines.filter(isOwnDeduction), ({ amount }) => amount);
  const least = floorOf(gross, floor);
  if (own > 0n && net < least) expect([payslip.run_id, net]).toEqual([payslip.run_id, least]);
}

/** Expects the year to date on a person's latest payslip to be the sums of their payslips. */
export function expectYearOf(own: readonly PostedPayslip[]): void {
  const latest = own.at(-1);
  if (latest === undefined) return;
  const names = ["gross", "taxable", "pension", "nhf", "paye", "net"] as const;
  const sums = names.map((name) => [name, String(sumOf(own, (each) => each[name]))]);
  expect(latest.year).toEqual(Object.fromEntries(sums));
}

/**
 * Expects what is deducted of each of a person's items from net pay to be at most the highest amount that was
 * recorded, and not more to be given back there than was deducted.
 */
export function expectDeductionsWithin(
  own: readonly PostedPayslip[],
  items: readonly RecordedItem[],
  highest: ReadonlyMap<number, bigint>,
): void {
  for (const { id } of items) {
    const ofItem = own.map(({ period, lines }) => ({
      period,
      given: lines.filter((line) => itemOfLine(line) === id && isFromNet(line)),
    }));
    const taken = -sumOf(ofItem, ({ given }) => sumOf(given, givenBy));
    const months = new Set(
      ofItem.filter(({ given }) => given.some(isDeducted)).map(({ period }) => period),
    );
    // An item that recurs is deducted in each of its months.
    const most = (highest.get(id) ?? 0n) * BigInt(months.size);
    const within = taken < 0n ? 0n : taken > most ? most : taken;
    expect([id, taken]).toEqual([id, within]);
  }
}

/** What the lines of a payslip pay that counts for pension; all pay of scenarios is basic. */
const pensionable = (lines: readonly PostedLine[]): bigint =>
  sumOf(
    lines.filter((line) => line.code === "basic" || line.origin === "arrears" || line.pensionable),
    givenBy,
  );

/**
 * Expects a person's contributions to pension to be those on all pensionable pay, to half a kobo a payslip.
 * Pay that was recovered and has not lowered a base yet is still in it. A month of which more was not earned
 * than was paid has a base of zero.
 */
export function expectPensionOf(own: readonly PostedPayslip[]): void {
  const inScheme = own.filter(({ lines }) => lines.some(({ code }) => code === "pension_employer"));
  const base =
    sumOf(inScheme, ({ lines }) => pensionable(lines)) + sumOf(own, (each) => each.credit);
  const belowZero = sumOf(inScheme, ({ lines }) => {
    const ofMonth = pensionable(lines.filter(({ corrects }) => !corrects));
    return ofMonth < 0n ? -ofMonth : 0n;
  });
  const half = BigInt(inScheme.length);
  for (const [made, percent] of [
    [sumOf(own, ({ pension }) => pension), 8n],
    [sumOf(own, ({ pension_employer }) => pension_employer), 10n],
  ] as const) {
    const least = base * percent - half * 50n;
    const most = (base + belowZero) * percent + half * 50n;
    const within = made * 100n < least ? least : made * 100n > most ? most : made * 100n;
    expect([percent, made * 100n]).toEqual([percent, within]);
  }
}

/** Expects the ledgers of payroll to hold what the lines of all posted payslips come to. */
export async function expectPostedLines(
  { database }: World,
  tenantId: number,
  payslips: readonly PostedPayslip[],
): Promise<void> {
  const lines = payslips.flatMap((each) => (each.excluded ? [] : each.lines));
  const own = lines.filter((line) => itemOfLine(line) !== undefined);
  const { rows } = await database.transaction(async (tx) => {
    await setTenant(tx, tenantId);
    return sql<{ purpose: string; owed: bigint }>`
      select purpose, -balance as owed from ledgers
      where tenant_id = ${tenantId} and purpose is not null`.execute(tx);
  });
  const owed = new Map(rows.map(({ purpose, owed: each }) => [purpose, each]));
  const costs = ["basic_salaries", "housing_allowances", "transport_allowances"];
  const pay = [...costs, "other_allowances", "other_pay"];
  expect({
    paye: owed.get("paye_payable"),
    pension: owed.get("pension_payable"),
    nhf: owed.get("nhf_payable"),
    nsitf: owed.get("nsitf_payable"),
    deductions: owed.get("payroll_deductions_payable"),
    gross: -sumOf(pay, (purpose) => owed.get(purpose) ?? 0n),
    pensionCost: -(owed.get("pension_cost") ?? 0n),
  }).toEqual({
    paye: sumOfCode(lines, "paye"),
    pension: sumOfCode(lines, "pension", "pension_employer"),
    nhf: sumOfCode(lines, "nhf"),
    nsitf: sumOfCode(lines, "nsitf"),
    deductions: sumOfKind(own, "deduction") - sumOfKind(own, "refund"),
    gross: sumOfKind(lines, "earning") - sumOfKind(lines, "reduction"),
    pensionCost: sumOfCode(lines, "pension_employer"),
  });
}
