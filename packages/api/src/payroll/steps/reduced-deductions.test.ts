import { getPayCorrections } from "@kontor/contract/payroll/corrections";
import { afterAll, beforeEach, expect, test } from "vitest";

import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { gratuity, laptop, leaveOn } from "../../testing/leaving.ts";
import {
  addPaid,
  approvedRun,
  balancesByName,
  calculatedRun,
  openPayroll,
  payByLine,
  payslipIn,
  type TestPayroll,
  type TestRun,
  type PaidEmployee,
} from "../../testing/payroll.ts";

/*
 * Ada leaves at the end of January. Of ₦280,000, 8% goes to pension and no tax is due, so ₦257,600 are left for a
 * laptop of ₦400,000 that she did not return. The other ₦142,400 are not claimed again.
 */

const lastDay = "2026-01-31";

const world = await openFileWorld();
let payroll: TestPayroll;
let ada: PaidEmployee;
let january: TestRun;
/** The clock is set to 10 March 2026. */
beforeEach(async () => {
  payroll = await openPayroll(world);
  ada = await addPaid(payroll, "A-1", { basic: "280000.00" });
  await leaveOn(payroll, ada, lastDay, laptop("400000.00"));
  january = await approvedRun(world, payroll, "2026-01");
});
afterAll(() => expectCoherentBooks(world));

/** Ada's pay, by the lines of her payslip. */
const linesOf = (run: TestRun) => payByLine(payroll.owner, run, ada);

const offCycle = () =>
  calculatedRun(world, payroll, "2026-01", { cycle: "OFF_CYCLE", title: "Leavers" });

const corrections = async () =>
  (await payroll.preparer.call(getPayCorrections, { params: ada })).items;

const deducted = async () =>
  -((await balancesByName(world, payroll))["Other payroll deductions payable"] ?? 0n);

test("only what was deducted is given back where the deduction is removed", async () => {
  expect(await linesOf(january)).toMatchObject({ "Laptop not returned": -25_760_000n });
  await leaveOn(payroll, ada, lastDay);
  expect(await corrections()).toMatchObject([
    { deduction: true, amount: { amount: 25_760_000n, negative: false } },
  ]);
  const run = await offCycle();
  expect(await linesOf(run)).toEqual({
    "Laptop not returned (January 2026): deducted too much": 25_760_000n,
  });
  await approvedRun(world, payroll, "2026-01", run);
  expect(await deducted()).toBe(0n);
  expect(await corrections()).toEqual([]);
});

test("nothing is given back or deducted where it is lowered to more than was deducted", async () => {
  await leaveOn(payroll, ada, lastDay, laptop("300000.00"));
  expect(await corrections()).toEqual([]);
  expect(await offCycle()).toMatchObject({ people: 0 });
});

test("only what it was raised by is deducted", async () => {
  await leaveOn(payroll, ada, lastDay, laptop("450000.00"), gratuity("100000.00", false));
  const run = await offCycle();
  expect(await linesOf(run)).toEqual({
    Gratuity: 10_000_000n,
    "Laptop not returned (January 2026): still owed": -5_000_000n,
  });
  const { lines } = await payslipIn(payroll.owner, run, ada);
  expect(lines.find(({ label }) => label.startsWith("Laptop"))).toMatchObject({
    inputs: [
      { name: "Amount", value: "450,000.00" },
      { name: "Deducted before", value: "257,600.00" },
      { name: "Not deducted before, to keep the minimum net pay", value: "142,400.00" },
      { name: "Floor of net pay", value: "0.00" },
    ],
    arithmetic: "450,000.00 − 257,600.00 − 142,400.00 = 50,000.00",
  });
});

test("it is deducted up to its amount where it is raised again after a refund", async () => {
  await leaveOn(payroll, ada, lastDay, laptop("200000.00"));
  const refund = await offCycle();
  expect(await linesOf(refund)).toEqual({
    "Laptop not returned (January 2026): deducted too much": 5_760_000n,
  });
  await approvedRun(world, payroll, "2026-01", refund);
  expect(await deducted()).toBe(20_000_000n);
  await leaveOn(payroll, ada, lastDay, laptop("270000.00"), gratuity("100000.00", false));
  const run = await offCycle();
  expect(await linesOf(run)).toEqual({
    Gratuity: 10_000_000n,
    "Laptop not returned (January 2026): still owed": -7_000_000n,
  });
  await approvedRun(world, payroll, "2026-01", run);
  expect(await deducted()).toBe(27_000_000n);
  expect(await corrections()).toEqual([]);
});

test("only what was deducted is given back where one that lowers taxable pay replaces it", async () => {
  await leaveOn(payroll, ada, lastDay, laptop("400000.00", true), gratuity("200000.00", false));
  expect(await linesOf(await offCycle())).toEqual({
    Gratuity: 20_000_000n,
    "Laptop not returned (January 2026): deducted too much": 25_760_000n,
    "Laptop not returned": -40_000_000n,
  });
});
