import { changeBankAccount } from "@kontor/contract/employees/bank";
import { addEmployee } from "@kontor/contract/employees/employees";
import { addPayItem, addPayRate } from "@kontor/contract/employees/pay";
import type { DataOf } from "@kontor/contract/endpoint";
import { excludePayslip, getPayslip, listPayslips } from "@kontor/contract/payroll/payslips";
import { getRun, startRun } from "@kontor/contract/payroll/runs";
import { calculateRun, decideRun, reverseRun, submitRun } from "@kontor/contract/payroll/steps";
import { sql } from "kysely";
import { expect } from "vitest";

import { calculateRuns } from "../payroll/calculation/calculate.ts";
import { setTenant } from "../platform/scope.ts";
import type { Caller, Reply, World } from "./harness.ts";
import { openOrganization, type TestOrganization } from "./organizations.ts";

export type TestRun = DataOf<typeof getRun>;

/** An organization and the users who have roles in its payroll. */
export type TestPayroll = {
  home: TestOrganization;
  other: TestOrganization;
  hr: Caller;
  preparer: Caller;
  owner: Caller;
  disburser: Caller;
  /** Prepares payroll in the other organization. */
  stranger: Caller;
};

export async function openPayroll(world: World): Promise<TestPayroll> {
  const home = await openOrganization(world, "Home");
  const other = await openOrganization(world, "Other");
  const hr = await world.signInAs(["HR"], home.tenant_id);
  const owner = await world.signInAs(["OWNER"], home.tenant_id);
  return payrollOf(world, { home, other, hr, owner });
}

/** As `openPayroll`, with existing organizations, HR and owner. */
export async function payrollOf(
  world: World,
  { home, other, hr, owner }: Pick<TestPayroll, "home" | "other" | "hr" | "owner">,
): Promise<TestPayroll> {
  return {
    home,
    other,
    hr,
    owner,
    preparer: await world.signInAs(["PAYROLL_PREPARER"], home.tenant_id),
    disburser: await world.signInAs(["DISBURSER"], home.tenant_id),
    stranger: await world.signInAs(["OWNER"], other.tenant_id),
  };
}

/** The built-in settings in the form of a request. */
export const testSettings = {
  pay_day: 25,
  proration: "calendar_days",
  pension_base: "basic_housing_transport",
  pension_employee: 8,
  pension_employer: 10,
  nhf_active: false,
  nhf_base: "basic",
  nsitf_active: true,
  nsitf_base: "gross",
  itf_active: false,
  itf_base: "gross",
  floor_amount: "0.00",
  floor_percentage: 0,
  labour_act: "warning",
  separate_people: true,
};

/** An employee's monthly pay in naira; all of it is basic by default. */
export type TestPay = { basic: string; housing?: string; transport?: string; other?: string };

/** The path parameters of an employee who is paid. */
export type PaidEmployee = { tenant_id: number; company_id: number; id: number };

/** Adds an employee with a rate and an account. */
export async function addPaid(
  { home, hr }: Pick<TestPayroll, "home" | "hr">,
  staff_no: string,
  pay: TestPay | null,
  fields: { account?: string | null; start_date?: string; [field: string]: unknown } = {},
): Promise<PaidEmployee> {
  const { account = "0000014579", start_date = "2026-01-01", ...rest } = fields;
  const { id } = await hr.call(addEmployee, {
    params: home.path,
    body: { first_name: "Ada", last_name: `Okafor ${staff_no}`, staff_no, start_date, ...rest },
  });
  const params = { ...home.path, id };
  if (pay !== null) await setPay({ hr }, params, start_date, pay);
  if (account !== null) {
    const body = { bank_code: "011", account_number: account, account_name: "Ada Okafor" };
    await hr.call(changeBankAccount, { params, body });
  }
  return params;
}

/** Adds a rate of pay from a day on. */
export function setPay(
  { hr }: Pick<TestPayroll, "hr">,
  params: object,
  from_date: string,
  { basic, housing = "0.00", transport = "0.00", other = "0.00" }: TestPay,
) {
  return hr.call(addPayRate, { params, body: { from_date, basic, housing, transport, other } });
}

/** Runs the job that calculates waiting runs. */
export async function runCalculations({ database, clock }: World): Promise<void> {
  const faults: unknown[] = [];
  const log = { error: (detail: object) => void faults.push(detail) };
  await calculateRuns({ database, clock, log });
  expect(faults).toEqual([]);
}

/** Starts a run and calculates it. */
export async function calculatedRun(
  world: World,
  { home, preparer }: { home: Pick<TestOrganization, "path">; preparer: Caller },
  period: string,
  more: object = {},
): Promise<TestRun> {
  const body = { period, cycle: "REGULAR", ...more };
  const { id } = await preparer.call(startRun, { params: home.path, body });
  await runCalculations(world);
  return preparer.call(getRun, { params: { ...home.path, id } });
}

/** Calculates an off-cycle run with a bonus of one employee, which is taxed and has no pension. */
export async function bonusRun(
  world: World,
  payroll: Pick<TestPayroll, "home" | "hr" | "preparer">,
  employee: PaidEmployee,
  { period, amount }: { period: string; amount: string },
): Promise<TestRun> {
  const bonus = { name: "Bonus", kind: "EARNING", amount, taxable: true, pensionable: false };
  const body = { ...bonus, from_month: period, to_month: period };
  await payroll.hr.call(addPayItem, { params: employee, body });
  const off = { cycle: "OFF_CYCLE", title: "Bonus", employee_ids: [employee.id] };
  return calculatedRun(world, payroll, period, off);
}

/** The present state of a run, as a user reads it. */
export function currentRun(
  caller: Caller,
  run: Pick<TestRun, "tenant_id" | "company_id" | "id">,
): Promise<TestRun> {
  return caller.call(getRun, { params: pathOfRun(run) });
}

/** Calculates the draft of a run again. */
export async function recalculatedRun(
  world: World,
  { preparer }: Pick<TestPayroll, "preparer">,
  run: Pick<TestRun, "tenant_id" | "company_id" | "id">,
): Promise<TestRun> {
  const { version } = await currentRun(preparer, run);
  await preparer.call(calculateRun, { params: pathOfRun(run), body: { version } });
  await runCalculations(world);
  return currentRun(preparer, run);
}

/** Calculates, submits and approves a run, each step by a user who may. */
export async function approvedRun(
  world: World,
  payroll: TestPayroll,
  period: string,
  draft?: TestRun,
): Promise<TestRun> {
  const { preparer, owner } = payroll;
  const { tenant_id, company_id, id, version } =
    draft ?? (await calculatedRun(world, payroll, period));
  const params = { tenant_id, company_id, id };
  const submitted = await preparer.call(submitRun, { params, body: { version } });
  const body = { version: submitted.version, status: "APPROVED" };
  return owner.call(decideRun, { params, body });
}

/** Submits a run. The reply may be a refusal. */
export function trySubmit(user: Caller, run: TestRun): Promise<Reply> {
  return user.attempt(submitRun, { params: pathOfRun(run), body: { version: run.version } });
}

/** Approves or rejects a run. The reply may be a refusal. */
export function tryDecide(
  user: Caller,
  run: TestRun,
  status: "APPROVED" | "REJECTED" = "APPROVED",
  reason?: string,
): Promise<Reply> {
  const body = { version: run.version, status, reason };
  return user.attempt(decideRun, { params: pathOfRun(run), body });
}

/** Reverses a run. The reply may be a refusal. */
export function tryReverse(user: Caller, run: TestRun, reason = "Wrong month"): Promise<Reply> {
  const body = { version: run.version, reason };
  return user.attempt(reverseRun, { params: pathOfRun(run), body });
}

/** Reverses an approved run. */
export function reversedRun(
  { owner }: Pick<TestPayroll, "owner">,
  run: TestRun,
  reason = "Wrong month",
): Promise<TestRun> {
  const body = { version: run.version, reason };
  return owner.call(reverseRun, { params: pathOfRun(run), body });
}

/** Excludes an employee from a draft. @returns the draft without the employee */
export async function runWithout(
  { preparer }: Pick<TestPayroll, "preparer">,
  draft: TestRun,
  employee: { id: number },
  reason = "Account in dispute",
): Promise<TestRun> {
  const { id: payslip_id } = await payslipIn(preparer, draft, employee);
  await preparer.call(excludePayslip, {
    params: { ...pathOfRun(draft), payslip_id },
    body: { excluded: true, reason },
  });
  return currentRun(preparer, draft);
}

/** The payslip of an employee in a run, as its page shows it. */
export async function payslipIn(
  caller: Caller,
  { tenant_id, company_id, id }: Pick<TestRun, "tenant_id" | "company_id" | "id">,
  employee: { id: number },
): Promise<DataOf<typeof getPayslip>> {
  const params = { tenant_id, company_id, id };
  const all = await caller.call(listPayslips, { params, query: { per_page: 100 } });
  const found = all.find(({ employee_id }) => employee_id === employee.id);
  if (found === undefined) throw new Error(`employee ${employee.id} has no payslip`);
  return caller.call(getPayslip, { params: { ...params, payslip_id: found.id } });
}

/** The path parameters of a run. */
export function pathOfRun({
  tenant_id,
  company_id,
  id,
}: Pick<TestRun, "tenant_id" | "company_id" | "id">) {
  return { tenant_id, company_id, id };
}

/** Outcomes of concurrent requests in sorted order: "200", "409 changed_meanwhile". */
export function outcomesOf(replies: readonly Pick<Reply, "status" | "problem">[]): string[] {
  return replies.map(({ status, problem }) => `${status} ${problem.code ?? ""}`.trim()).toSorted();
}

/**
 * The lines of an employee's payslip that are not zero, by their labels, in kobo; what lowers the pay is
 * negative. The employer's contributions are left out.
 */
export async function payByLine(
  caller: Caller,
  run: TestRun,
  employee: PaidEmployee,
): Promise<Record<string, bigint>> {
  const { lines } = await payslipIn(caller, run, employee);
  return Object.fromEntries(
    lines
      .filter(({ amount, kind }) => amount > 0n && kind !== "employer")
      .map(({ label, kind, amount }) => [
        label,
        kind === "reduction" || kind === "deduction" ? -amount : amount,
      ]),
  );
}

/** Balances that are not zero, by ledger name, in kobo, debit positive. */
export async function balancesByName(
  { database }: World,
  { home }: Pick<TestPayroll, "home">,
): Promise<Record<string, bigint>> {
  const { rows } = await database.transaction(async (tx) => {
    await setTenant(tx, home.tenant_id);
    return sql<{ name: string; balance: bigint }>`
      select name, balance from ledgers where tenant_id = ${home.tenant_id} and balance <> 0 order by code`.execute(
      tx,
    );
  });
  return Object.fromEntries(rows.map(({ name, balance }) => [name, balance]));
}

/** The pay still owed according to the books, in kobo. */
export async function owedPay(
  { database }: World,
  { home }: Pick<TestPayroll, "home">,
): Promise<bigint> {
  const { rows } = await database.transaction(async (tx) => {
    await setTenant(tx, home.tenant_id);
    return sql<{ balance: bigint }>`
      select balance from ledgers
      where tenant_id = ${home.tenant_id} and purpose = 'net_salaries_payable'`.execute(tx);
  });
  return -(rows[0]?.balance ?? 0n);
}
