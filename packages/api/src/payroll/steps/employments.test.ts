import { getEmployee } from "@kontor/contract/employees/employees";
import { cancelExit, getSettlement } from "@kontor/contract/employees/leaving";
import { addPayItem, saveOpeningFigures } from "@kontor/contract/employees/pay";
import { getPayCorrections } from "@kontor/contract/payroll/corrections";
import { getRun } from "@kontor/contract/payroll/runs";
import { calculateRun } from "@kontor/contract/payroll/steps";
import { afterAll, beforeEach, describe, expect, test } from "vitest";

import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { gratuity, leaveOn, returnOn } from "../../testing/leaving.ts";
import {
  addPaid,
  approvedRun,
  calculatedRun,
  openPayroll,
  pathOfRun,
  payslipIn,
  runCalculations,
  setPay,
  type TestPayroll,
  type TestRun,
  type PaidEmployee,
} from "../../testing/payroll.ts";

const world = await openFileWorld();
let payroll: TestPayroll;
/** The clock is set to 10 March 2026. */
beforeEach(async () => {
  payroll = await openPayroll(world);
});
afterAll(() => expectCoherentBooks(world));

const version = async (one: PaidEmployee) =>
  (await payroll.hr.call(getEmployee, { params: one })).version;

/** The amount of a line of a payslip in kobo, negative for a reduction; undefined without the line. */
async function lineOf(run: TestRun, one: PaidEmployee, code: string): Promise<bigint | undefined> {
  const { lines } = await payslipIn(payroll.owner, run, one);
  const line = lines.find((each) => each.code === code);
  return line?.kind === "reduction" ? -line.amount : line?.amount;
}

const correctionsOf = (params: PaidEmployee) =>
  payroll.preparer.call(getPayCorrections, { params });

describe("a month with two employments", () => {
  test("pays the days of both", async () => {
    const one = await addPaid(payroll, "A-1", { basic: "310000.00" });
    await leaveOn(payroll, one, "2026-02-09");
    await returnOn(payroll, one, "2026-02-23");
    const february = await approvedRun(world, payroll, "2026-02");
    // 9 and 6 of 28 days.
    expect(await lineOf(february, one, "basic")).toBe(16_607_143n);
    const march = await calculatedRun(world, payroll, "2026-03");
    expect(await lineOf(march, one, "arrears:2026-02")).toBeUndefined();
  });

  test("pays what is owed at the end of both, also where it is called the same", async () => {
    const one = await addPaid(payroll, "A-1", { basic: "280000.00" });
    await leaveOn(payroll, one, "2026-02-09", gratuity("500000.00"));
    await returnOn(payroll, one, "2026-02-12");
    await leaveOn(payroll, one, "2026-02-23", gratuity("500000.00"));
    const owed = () => payroll.hr.call(getSettlement, { params: one });
    expect(await owed()).toMatchObject({ to_employee: 50_000_000n, owed: [{ name: "Gratuity" }] });
    await leaveOn(payroll, one, "2026-02-24", gratuity("300000.00"));
    const february = await approvedRun(world, payroll, "2026-02");
    // 9 and 13 of 28 days.
    expect(february.totals.gross).toBe(22_000_000n + 50_000_000n + 30_000_000n);
  });

  test("pays what was owed at the end of the first once, whatever is recorded of the second", async () => {
    const one = await addPaid(payroll, "A-1", { basic: "280000.00" });
    await leaveOn(payroll, one, "2026-01-31", gratuity("500000.00"));
    await approvedRun(world, payroll, "2026-01");
    await returnOn(payroll, one, "2026-02-01");
    await leaveOn(payroll, one, "2026-02-14");
    const { owed } = await payroll.hr.call(getSettlement, { params: one });
    expect(owed).toEqual([]);
    await payroll.hr.call(cancelExit, { params: one, query: { version: await version(one) } });
    const february = await calculatedRun(world, payroll, "2026-02");
    expect(february.gross).toBe(28_000_000n);
  });

  test("is not taken back once what was owed was paid, which the next end would pay again", async () => {
    const one = await addPaid(payroll, "A-1", { basic: "280000.00" });
    await leaveOn(payroll, one, "2026-02-09", gratuity("500000.00"));
    const cancelled = async () =>
      payroll.hr.attempt(cancelExit, { params: one, query: { version: await version(one) } });
    expect((await cancelled()).status).toBe(200);
    await leaveOn(payroll, one, "2026-02-09", gratuity("500000.00"));
    await approvedRun(world, payroll, "2026-02");
    const refused = await cancelled();
    expect([refused.status, refused.problem.code]).toEqual([409, "settlement_paid"]);
    expect(refused.problem.message).toContain("in the approved payroll for February 2026");
    await returnOn(payroll, one, "2026-03-01");
    await leaveOn(payroll, one, "2026-03-20");
    const march = await calculatedRun(world, payroll, "2026-03");
    expect(await lineOf(march, one, "arrears:2026-02")).toBeUndefined();
    expect(march.gross).toBeLessThan(28_000_000n);
  });

  test("pays the second with the next regular run where the first was paid before it was recorded", async () => {
    const one = await addPaid(payroll, "A-1", { basic: "280000.00" });
    await leaveOn(payroll, one, "2026-02-09");
    const february = await approvedRun(world, payroll, "2026-02");
    expect(await lineOf(february, one, "basic")).toBe(9_000_000n);
    await returnOn(payroll, one, "2026-02-23");
    expect(await correctionsOf(one)).toEqual({
      left: false,
      corrections: [
        {
          month: "2026-02",
          amount: { amount: 6_000_000n, negative: false },
          to_pay_in: february.id,
        },
      ],
      items: [],
      left_out_items: [],
      unpaid_months: [],
      overpaid_contributions: [],
      to_pay: [expect.objectContaining({ run_number: february.number, month: "2026-02" })],
    });
    const march = await approvedRun(world, payroll, "2026-03");
    expect(await lineOf(march, one, "arrears:2026-02")).toBe(6_000_000n);
    expect(await correctionsOf(one)).toMatchObject({ corrections: [] });
  });
});

describe("somebody whose leaving is recorded after the month was paid", () => {
  test("has what was paid too much taken from what is owed, once, by a run off cycle", async () => {
    const one = await addPaid(payroll, "A-1", { basic: "280000.00" });
    await addPaid(payroll, "A-2", { basic: "100000.00" });
    const paid = await approvedRun(world, payroll, "2026-02");
    await leaveOn(payroll, one, "2026-02-14", gratuity("500000.00"));
    expect(await correctionsOf(one)).toEqual({
      left: true,
      corrections: [
        { month: "2026-02", amount: { amount: 14_000_000n, negative: true }, to_pay_in: paid.id },
      ],
      items: [
        {
          name: "Gratuity",
          month: "2026-02",
          deduction: false,
          amount: { amount: 50_000_000n, negative: false },
          paid_as: null,
          to_pay_in: null,
        },
      ],
      left_out_items: [],
      unpaid_months: [],
      // 8% and 10% of the ₦140,000.
      overpaid_contributions: [{ scheme: "pension", amount: 2_520_000n }],
      to_pay: [
        {
          run_id: paid.id,
          run_number: paid.number,
          month: "2026-02",
          net: (await payslipIn(payroll.owner, paid, one)).net.amount,
          under_way: false,
          reversible: true,
        },
      ],
    });
    const off = { cycle: "OFF_CYCLE", title: "Leavers" };
    const last = await calculatedRun(world, payroll, "2026-02", off);
    expect(last).toMatchObject({ people: 1, gross: 36_000_000n });
    expect(await lineOf(last, one, "arrears:2026-02")).toBe(-14_000_000n);
    await approvedRun(world, payroll, "2026-02", last);
    expect(await correctionsOf(one)).toMatchObject({ corrections: [] });
    const named = { ...off, title: "Again", employee_ids: [one.id] };
    const again = await calculatedRun(world, payroll, "2026-02", named);
    expect((await payslipIn(payroll.owner, again, one)).gross.amount).toBe(0n);
    const { preparer, stranger } = payroll;
    expect((await world.nobody.attempt(getPayCorrections, { params: one })).status).toBe(401);
    expect((await stranger.attempt(getPayCorrections, { params: one })).status).toBe(404);
    const nobody = { ...one, id: 999_999_999 };
    expect((await preparer.attempt(getPayCorrections, { params: nobody })).status).toBe(404);
    const clerk = await world.signInAs(["BOOKKEEPER"], payroll.home.tenant_id);
    expect((await clerk.attempt(getPayCorrections, { params: one })).status).toBe(403);
  });

  test("has what later months paid too much taken from it too, by the run that pays what is owed", async () => {
    const one = await addPaid(payroll, "A-1", { basic: "280000.00" });
    await addPaid(payroll, "A-2", { basic: "100000.00" });
    await approvedRun(world, payroll, "2026-02");
    await approvedRun(world, payroll, "2026-03");
    await leaveOn(payroll, one, "2026-02-14", gratuity("500000.00"));
    const off = { cycle: "OFF_CYCLE", title: "Leavers" };
    const last = await calculatedRun(world, payroll, "2026-02", off);
    expect(await lineOf(last, one, "arrears:2026-02")).toBe(-14_000_000n);
    expect(await lineOf(last, one, "arrears:2026-03")).toBe(-28_000_000n);
    expect(last).toMatchObject({ people: 1, gross: 8_000_000n, stale: false });
    await approvedRun(world, payroll, "2026-02", last);
    expect(await correctionsOf(one)).toMatchObject({ corrections: [] });
    const again = { ...off, employee_ids: [one.id] };
    for (const month of ["2026-02", "2026-03", "2026-04"]) {
      const run = await calculatedRun(world, payroll, month, again);
      expect((await payslipIn(payroll.owner, run, one)).gross.amount).toBe(0n);
    }
  });

  test("and who is owed nothing is left alone, unless a run names them, which is blocked", async () => {
    const one = await addPaid(payroll, "A-1", { basic: "280000.00" });
    const other = await addPaid(payroll, "A-2", { basic: "100000.00" });
    await approvedRun(world, payroll, "2026-02");
    await leaveOn(payroll, one, "2026-02-14");
    await leaveOn(payroll, other, "2026-03-31", gratuity("1000.00"));
    await approvedRun(world, payroll, "2026-03");
    const off = { cycle: "OFF_CYCLE", title: "Leavers" };
    expect(await calculatedRun(world, payroll, "2026-03", off)).toMatchObject({ people: 0 });
    const named = { ...off, employee_ids: [one.id] };
    const run = await calculatedRun(world, payroll, "2026-03", named);
    expect(await payslipIn(payroll.owner, run, one)).toMatchObject({
      blocked: true,
      net: { amount: 14_000_000n, negative: true },
      warnings: expect.arrayContaining(["net_below_zero"]),
    });
  });
});

test("corrections are of a regular run until that of the last month is approved, whatever day it is", async () => {
  const one = await addPaid(payroll, "A-1", { basic: "280000.00" });
  const leaver = await addPaid(payroll, "A-2", { basic: "280000.00" });
  await approvedRun(world, payroll, "2026-02");
  await setPay(payroll, one, "2026-02-01", { basic: "300000.00" });
  await setPay(payroll, leaver, "2026-02-01", { basic: "300000.00" });
  await leaveOn(payroll, one, "2026-03-05");
  expect(await correctionsOf(one)).toMatchObject({
    left: false,
    corrections: [{ month: "2026-02" }],
  });
  const march = await calculatedRun(world, payroll, "2026-03");
  expect(await lineOf(march, one, "arrears:2026-02")).toBe(2_000_000n);
  await approvedRun(world, payroll, "2026-03", march);
  await setPay(payroll, leaver, "2026-02-01", { basic: "310000.00" });
  expect(await correctionsOf(leaver)).toMatchObject({ left: false });
  await leaveOn(payroll, leaver, "2026-03-31");
  expect(await correctionsOf(leaver)).toMatchObject({ left: true });
  const off = { cycle: "OFF_CYCLE", title: "Leavers" };
  const last = await calculatedRun(world, payroll, "2026-03", off);
  expect(await lineOf(last, leaver, "arrears:2026-02")).toBe(1_000_000n);
});

describe("a run off cycle of everybody", () => {
  const bonuses = { cycle: "OFF_CYCLE", title: "Bonuses" };
  const bonusFor = (params: PaidEmployee, amount: string) =>
    payroll.hr.call(addPayItem, {
      params,
      body: {
        name: "Bonus",
        kind: "EARNING",
        amount,
        taxable: true,
        pensionable: false,
        from_month: "2026-02",
        to_month: "2026-02",
      },
    });

  test("leaves out who has left and owes more than is owed to them, and stays current", async () => {
    const one = await addPaid(payroll, "A-1", { basic: "280000.00" });
    const other = await addPaid(payroll, "A-2", { basic: "100000.00" });
    await approvedRun(world, payroll, "2026-02");
    await leaveOn(payroll, one, "2026-02-14");
    await bonusFor(one, "50000.00");
    await bonusFor(other, "50000.00");
    const run = await calculatedRun(world, payroll, "2026-02", bonuses);
    expect(run).toMatchObject({ people: 1, gross: 5_000_000n, warnings: [], stale: false });
    await approvedRun(world, payroll, "2026-02", run);
    expect(await correctionsOf(one)).toMatchObject({
      corrections: [{ month: "2026-02", amount: { amount: 14_000_000n, negative: true } }],
    });
  });

  test("is outdated once somebody who has left is owed pay of an earlier month", async () => {
    const one = await addPaid(payroll, "A-1", { basic: "280000.00" });
    const other = await addPaid(payroll, "A-2", { basic: "100000.00" });
    await leaveOn(payroll, one, "2026-02-14");
    await approvedRun(world, payroll, "2026-02");
    await bonusFor(other, "50000.00");
    const run = await calculatedRun(world, payroll, "2026-02", bonuses);
    expect(run).toMatchObject({ people: 1, stale: false });
    await setPay(payroll, one, "2026-02-01", { basic: "300000.00" });
    const { changes } = await payroll.owner.call(getRun, { params: pathOfRun(run) });
    expect(changes).toEqual([expect.stringContaining("Okafor A-1")]);
    const { preparer } = payroll;
    await preparer.call(calculateRun, {
      params: pathOfRun(run),
      body: { version: run.version },
    });
    await runCalculations(world);
    const again = await preparer.call(getRun, { params: pathOfRun(run) });
    expect(again).toMatchObject({ people: 2, stale: false });
    expect(await lineOf(again, one, "arrears:2026-02")).toBe(1_000_000n);
  });
});

describe("somebody whose start is recorded after the month was paid", () => {
  test("is named by a warning until the month is paid off cycle", async () => {
    await addPaid(payroll, "A-1", { basic: "100000.00" });
    await approvedRun(world, payroll, "2026-02");
    const late = await addPaid(
      payroll,
      "A-2",
      { basic: "280000.00" },
      { start_date: "2026-02-15" },
    );
    expect(await correctionsOf(late)).toEqual({
      left: false,
      corrections: [],
      items: [],
      left_out_items: [],
      unpaid_months: ["2026-02"],
      overpaid_contributions: [],
      to_pay: [],
    });
    const march = await calculatedRun(world, payroll, "2026-03");
    const warned = await payslipIn(payroll.owner, march, late);
    expect(warned).toMatchObject({
      blocked: false,
      warnings: ["month_not_paid"],
      warning_details: [{ code: "month_not_paid", month: "2026-02", blocks: false }],
    });
    expect(march.warnings).toMatchObject([{ code: "month_not_paid", blocks: false, people: 1 }]);
    const named = { cycle: "OFF_CYCLE", title: "Late", employee_ids: [late.id] };
    const off = await calculatedRun(world, payroll, "2026-02", named);
    expect(await lineOf(off, late, "basic")).toBe(14_000_000n);
    await approvedRun(world, payroll, "2026-02", off);
    expect(await correctionsOf(late)).toMatchObject({ unpaid_months: [] });
  });

  test("is not, for months that the opening figures cover", async () => {
    await addPaid(payroll, "A-1", { basic: "100000.00" });
    await approvedRun(world, payroll, "2026-01");
    await approvedRun(world, payroll, "2026-02");
    const moved = await addPaid(payroll, "A-2", { basic: "280000.00" });
    expect(await correctionsOf(moved)).toMatchObject({ unpaid_months: ["2026-01", "2026-02"] });
    await payroll.hr.call(saveOpeningFigures, {
      params: { ...moved, year: 2026 },
      body: {
        through_month: "2026-01",
        gross: "280000.00",
        benefits: null,
        pension: "22400.00",
        nhf: "0.00",
        tax: "20000.00",
      },
    });
    expect(await correctionsOf(moved)).toMatchObject({ unpaid_months: ["2026-02"] });
  });
});

test("pay before the start of work bears the tax of a year with the pay that follows", async () => {
  const one = await addPaid(payroll, "A-1", { basic: "500000.00" }, { start_date: "2026-04-01" });
  const bonus = { name: "Signing bonus", kind: "EARNING", amount: "300000.00" };
  const item = { ...bonus, taxable: true, pensionable: false };
  const body = { ...item, from_month: "2026-03", to_month: "2026-03" };
  await payroll.hr.call(addPayItem, { params: one, body });
  const off = { cycle: "OFF_CYCLE", title: "Joiners" };
  const run = await calculatedRun(world, payroll, "2026-03", off);
  // Nine months are ₦4,500,000 less 8%, above ₦3,000,000, where tax is 18%.
  expect(await lineOf(run, one, "paye")).toBe(5_400_000n);
  await setPay(payroll, one, "2026-04-01", { basic: "550000.00" });
  const { changes } = await payroll.owner.call(getRun, { params: pathOfRun(run) });
  expect(changes).toEqual([expect.stringContaining("Okafor A-1")]);
});
