import { saveOpeningFigures } from "@kontor/contract/employees/pay";
import { getPayCorrections } from "@kontor/contract/payroll/corrections";
import { afterAll, beforeEach, expect, test } from "vitest";

import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { gratuity, leaveOn, returnOn } from "../../testing/leaving.ts";
import {
  addPaid,
  approvedRun,
  calculatedRun,
  openPayroll,
  payrollOf,
  payslipIn,
  setPay,
  reversedRun,
  type TestPayroll,
  type TestRun,
  type PaidEmployee,
} from "../../testing/payroll.ts";

/*
 * Ada earns ₦280,000 a month. Her year of 2026 is ₦3,360,000 less 8% of pension, ₦3,091,200: its tax is
 * 15% of ₦2,200,000 and 18% of ₦91,200, ₦346,416, a twelfth of which is ₦28,868. She was paid until November before
 * Kontor, and in Kontor for December 2026 and January 2027. In February it is recorded that she left on 15 December:
 * 16 of 31 days of December were paid too much, ₦144,516.13, and all of January.
 */

const world = await openFileWorld();
const start = world.clock.now();
let payroll: TestPayroll;
let ada: PaidEmployee;
/** December's run and January's. */
let paid: TestRun[];
beforeEach(async () => {
  world.clock.set(start);
  payroll = await signInOn("2027-02-10", await openPayroll(world));
  ada = await addPaid(payroll, "A-1", { basic: "280000.00" });
  await payroll.hr.call(saveOpeningFigures, {
    params: { ...ada, year: 2026 },
    body: {
      through_month: "2026-11",
      gross: "3080000.00",
      benefits: null,
      pension: "246400.00",
      nhf: "0.00",
      tax: "317548.00",
    },
  });
  paid = [];
  for (const month of ["2026-12", "2027-01"]) {
    paid.push(await approvedRun(world, payroll, month));
  }
});
afterAll(() => expectCoherentBooks(world));

/** The same organizations on a later day, on which everybody signs in again. */
async function signInOn(day: string, { home, other }: TestPayroll): Promise<TestPayroll> {
  world.clock.set(new Date(`${day}T09:00:00Z`));
  const hr = await world.signInAs(["HR"], home.tenant_id);
  const owner = await world.signInAs(["OWNER"], home.tenant_id);
  return payrollOf(world, { home, other, hr, owner });
}

/** The non-zero lines of Ada's payslip in kobo; reductions are negative. */
async function linesOf(run: TestRun): Promise<Record<string, bigint>> {
  const { lines } = await payslipIn(payroll.owner, run, ada);
  return Object.fromEntries(
    lines
      .filter(({ amount, kind }) => amount > 0n && kind !== "employer")
      .map(({ label, kind, amount }) => [
        label,
        kind === "reduction" || kind === "deduction" ? -amount : amount,
      ]),
  );
}

async function employersPension(run: TestRun): Promise<bigint> {
  const { lines } = await payslipIn(payroll.owner, run, ada);
  return lines.find(({ code }) => code === "pension_employer")?.amount ?? 0n;
}

const leavers = { cycle: "OFF_CYCLE", title: "Leavers" };
const named = (month: string) =>
  calculatedRun(world, payroll, month, { ...leavers, employee_ids: [ada.id] });
const approvedLeavers = async (month: string) =>
  approvedRun(world, payroll, month, await calculatedRun(world, payroll, month, leavers));

test("a run of the old year leaves what the new year paid too much to a run of that year", async () => {
  for (const run of paid) {
    const each = { Basic: 28_000_000n, Pension: -2_240_000n, PAYE: -2_886_800n };
    expect(await linesOf(run)).toEqual(each);
  }
  await leaveOn(payroll, ada, "2026-12-15", gratuity("500000.00"));
  const december = await calculatedRun(world, payroll, "2026-12", leavers);
  // ₦3,360,000, the gratuity and what is taken back, less ₦268,800 of pension: 15% of ₦2,200,000 and 18% of
  // ₦446,683.87 are ₦410,403.10, of which ₦346,416 were deducted.
  expect(await linesOf(december)).toEqual({
    Gratuity: 50_000_000n,
    "Paid too much in December 2026": -14_451_613n,
    PAYE: -6_398_710n,
  });
  const payslip = await payslipIn(payroll.owner, december, ada);
  expect(payslip.year_to_date.taxable).toBe(336_000_000n + 50_000_000n - 14_451_613n);
  // The payslip warns that pay of the new year is still to be recovered.
  expect(payslip.warning_details).toMatchObject([
    { code: "later_year_overpaid", month: "2027-01", blocks: false },
    // 18% of what is taken back.
    { code: "contribution_overpaid", line: "pension", amount: { amount: 2_601_290n } },
  ]);
  await approvedRun(world, payroll, "2026-12", december);
  expect(await payroll.preparer.call(getPayCorrections, { params: ada })).toMatchObject({
    corrections: [{ month: "2027-01", amount: { amount: 28_000_000n, negative: true } }],
  });
  // Nothing was earned in 2027, so the authority refunds all the tax that was deducted.
  const january = await named("2027-01");
  expect(await linesOf(january)).toEqual({ "Paid too much in January 2027": -28_000_000n });
  expect(await payslipIn(payroll.owner, january, ada)).toMatchObject({
    blocked: true,
    year_to_date: { gross: 0n, taxable: 0n, paye: 2_886_800n },
    // Of pension and NSITF.
    warnings: ["net_below_zero", "tax_overpaid", "contribution_overpaid", "contribution_overpaid"],
  });
});

test("a run of the new year that names her settles both years, in the tax of the year in which it pays", async () => {
  await leaveOn(payroll, ada, "2026-12-15", gratuity("500000.00"));
  expect(await payroll.preparer.call(getPayCorrections, { params: ada })).toMatchObject({
    left: true,
    items: [{ name: "Gratuity", month: "2026-12", amount: { amount: 50_000_000n } }],
  });
  const run = await named("2027-01");
  // ₦280,000 and ₦75,483.87 are below ₦800,000, from which tax begins.
  expect(await linesOf(run)).toEqual({
    Gratuity: 50_000_000n,
    "Paid too much in December 2026": -14_451_613n,
    "Paid too much in January 2027": -28_000_000n,
  });
  await approvedRun(world, payroll, "2027-01", run);
  expect(await payroll.preparer.call(getPayCorrections, { params: ada })).toMatchObject({
    corrections: [],
    items: [],
  });
  expect(await calculatedRun(world, payroll, "2026-12", leavers)).toMatchObject({ people: 0 });
});

test("what the new year paid at the end is lowered in the new year, although the end was in the old", async () => {
  await leaveOn(payroll, ada, "2027-01-31", gratuity("500000.00"));
  // The exit was not known when January was taxed: the year is ₦780,000 less ₦22,400, below ₦800,000.
  await approvedLeavers("2027-01");
  await leaveOn(payroll, ada, "2026-12-31", gratuity("450000.00"));
  // Only the pay of January, and the amount by which the gratuity was lowered, are recovered in 2027.
  expect(await linesOf(await named("2027-01"))).toEqual({
    "Gratuity (December 2026): paid too much": -5_000_000n,
    "Paid too much in January 2027": -28_000_000n,
  });
  const december = await named("2026-12");
  expect((await payslipIn(payroll.owner, december, ada)).gross.amount).toBe(0n);
});

test("an end that is moved into the new year is paid there", async () => {
  await leaveOn(payroll, ada, "2026-12-15", gratuity("500000.00"));
  await approvedLeavers("2026-12");
  await leaveOn(payroll, ada, "2027-01-31", gratuity("500000.00"));
  // What December's run recovered is owed again, and counts in the year that pays it: of ₦280,000 and
  // ₦144,516.13 in 2027 no tax is due. December's pension of ₦22,400 was of all of it, so that none is due of
  // it again.
  const arrears = { "Arrears for December 2026": 14_451_613n };
  const run = await named("2027-01");
  expect(await linesOf(run)).toEqual(arrears);
  expect(await employersPension(run)).toBe(0n);
  // Once it is paid, more of December is pay of which nothing was contributed: 8% of ₦10,000.
  await approvedRun(world, payroll, "2027-01", run);
  await setPay(payroll, ada, "2026-12-01", { basic: "290000.00" });
  const raised = await named("2027-01");
  expect(await linesOf(raised)).toEqual({
    "Arrears for December 2026": 1_000_000n,
    "Arrears for January 2027": 1_000_000n,
    Pension: -160_000n,
  });
  expect(await employersPension(raised)).toBe(200_000n);
});

test("what was taken back is contributed on once, also after the run that paid it again was reversed", async () => {
  await leaveOn(payroll, ada, "2026-12-15", gratuity("500000.00"));
  await approvedLeavers("2026-12");
  await leaveOn(payroll, ada, "2027-01-31", gratuity("500000.00"));
  const run = await approvedRun(world, payroll, "2027-01", await named("2027-01"));
  await reversedRun(payroll, run);
  expect(await linesOf(await named("2027-01"))).toEqual({
    "Arrears for December 2026": 14_451_613n,
  });
});

test("a month that a run of an earlier month took back is not taken back again a year later", async () => {
  await approvedRun(world, payroll, "2027-02");
  await leaveOn(payroll, ada, "2027-01-31", gratuity("900000.00"));
  await approvedLeavers("2027-01");
  payroll = await signInOn("2028-01-15", payroll);
  await returnOn(payroll, ada, "2028-01-03");
  // Corrections reach back to February 2027, the run that took its pay back is of January.
  const february = await calculatedRun(world, payroll, "2028-02");
  expect(await linesOf(february)).toMatchObject({ Basic: 28_000_000n });
  expect(await linesOf(february)).not.toHaveProperty("Paid too much in February 2027");
  const corrections = await payroll.preparer.call(getPayCorrections, { params: ada });
  expect(corrections).toMatchObject({ corrections: [] });
});
