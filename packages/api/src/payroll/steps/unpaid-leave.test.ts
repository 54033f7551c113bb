import { addPayItem, listPayItems, savePayItem } from "@kontor/contract/employees/pay";
import { statutoryScheduleReport } from "@kontor/contract/pay-reports/statutory-schedules";
import { getPayCorrections } from "@kontor/contract/payroll/corrections";
import { afterAll, beforeEach, expect, test } from "vitest";

import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld } from "../../testing/harness.ts";
import {
  addPaid,
  approvedRun,
  calculatedRun,
  openPayroll,
  payslipIn,
  type TestPayroll,
  type TestRun,
  type PaidEmployee,
} from "../../testing/payroll.ts";

/* Ada earns ₦280,000 a month from January 2026, of which ₦22,400 of pension and ₦28,868 of tax are deducted. */

const world = await openFileWorld();
let payroll: TestPayroll;
let ada: PaidEmployee;
/** The clock is set to 10 March 2026. */
beforeEach(async () => {
  payroll = await openPayroll(world);
  ada = await addPaid(payroll, "A-1", { basic: "280000.00" });
  await addPaid(payroll, "A-2", { basic: "280000.00" });
});
afterAll(() => expectCoherentBooks(world));

const leave = {
  name: "Unpaid leave",
  kind: "DEDUCTION",
  amount: "280000.00",
  taxable: true,
  pensionable: true,
  from_month: "2026-02",
  to_month: "2026-02",
};

const addLeave = (fields: object = {}) =>
  payroll.hr.call(addPayItem, { params: ada, body: { ...leave, ...fields } });

/** What the lines of Ada's payslip come to by code, in kobo; items by kind. */
async function linesOf(run: TestRun): Promise<Record<string, bigint>> {
  const { lines } = await payslipIn(payroll.owner, run, ada);
  return Object.fromEntries(
    lines.map(({ code, kind, amount }) => [code.startsWith("item:") ? kind : code, amount]),
  );
}

const schedule = (kind: string, period: string) =>
  payroll.owner.call(statutoryScheduleReport.read, { query: { kind, period } });

test("a whole month of unpaid leave leaves no pay, pension or tax, and the run goes on", async () => {
  await approvedRun(world, payroll, "2026-01");
  expect(await addLeave()).toMatchObject({ taxable: true, pensionable: true });
  const draft = await calculatedRun(world, payroll, "2026-02");
  expect(await linesOf(draft)).toEqual({
    basic: 28_000_000n,
    reduction: 28_000_000n,
    pension: 0n,
    paye: 0n,
    pension_employer: 0n,
    nsitf: 0n,
  });
  const payslip = await payslipIn(payroll.owner, draft, ada);
  expect(payslip).toMatchObject({ gross: { amount: 0n }, net: { amount: 0n } });
  expect(payslip.warning_details.map(({ code }) => code)).toEqual(["nothing_to_pay"]);
  await approvedRun(world, payroll, "2026-02", draft);
  const pension = await schedule("PENSION", "2026-02");
  expect(
    pension.rows.map(({ staff_no, employee, employer }) => [staff_no, employee, employer]),
  ).toEqual([["A-2", 2_240_000n, 2_800_000n]]);
  const { rows } = await schedule("H1", "2026");
  expect(rows.map(({ staff_no, gross }) => [staff_no, gross.amount])).toEqual([
    ["A-1", 28_000_000n],
    ["A-2", 56_000_000n],
  ]);
});

test("half a month leaves half of the pension on either side", async () => {
  await addLeave({ amount: "140000.00" });
  expect(await linesOf(await calculatedRun(world, payroll, "2026-02"))).toMatchObject({
    pension: 1_120_000n,
    pension_employer: 1_400_000n,
    nsitf: 140_000n,
  });
});

test("a deduction that lowers pensionable pay only later gets its pension back", async () => {
  const paid = { amount: "100000.00", from_month: "2026-01", to_month: "2026-01" };
  await addLeave({ ...paid, pensionable: false });
  await approvedRun(world, payroll, "2026-01");
  const [{ id, version } = { id: 0, version: 0 }] = await payroll.hr.call(listPayItems, {
    params: ada,
  });
  const body = { ...leave, ...paid, version };
  await payroll.hr.call(savePayItem, { params: { ...ada, item_id: id }, body });
  const { items } = await payroll.preparer.call(getPayCorrections, { params: ada });
  expect(items).toMatchObject([
    {
      deduction: true,
      amount: { amount: 0n },
      paid_as: { deduction: true, taxable: true, pensionable: false },
    },
  ]);
  const february = await calculatedRun(world, payroll, "2026-02");
  // 8% of 280,000 less 100,000.
  expect(await linesOf(february)).toMatchObject({ pension: 1_440_000n });
  await approvedRun(world, payroll, "2026-02", february);
  expect(await linesOf(await calculatedRun(world, payroll, "2026-03"))).toMatchObject({
    pension: 2_240_000n,
  });
});
