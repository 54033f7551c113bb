import { getSettlement } from "@kontor/contract/employees/leaving";
import { addPayItem, listPayItems, savePayItem } from "@kontor/contract/employees/pay";
import { getPayCorrections } from "@kontor/contract/payroll/corrections";
import { markPayslipPaid } from "@kontor/contract/payroll/payslips";
import { afterAll, beforeEach, describe, expect, test } from "vitest";

import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { gratuity, laptop, leaveOn, returnOn } from "../../testing/leaving.ts";
import {
  addPaid,
  approvedRun,
  balancesByName,
  calculatedRun,
  openPayroll,
  pathOfRun,
  payrollOf,
  payByLine,
  payslipIn,
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

/** An employee's pay, by the lines of the payslip. */
const linesOf = (run: TestRun, one: PaidEmployee) => payByLine(payroll.owner, run, one);

/** A run off cycle of a month, of everybody or one. */
const offCycle = (month: string, one?: PaidEmployee) =>
  calculatedRun(world, payroll, month, {
    cycle: "OFF_CYCLE",
    title: "Leavers",
    ...(one === undefined ? {} : { employee_ids: [one.id] }),
  });

const correctionsOf = (params: PaidEmployee) =>
  payroll.preparer.call(getPayCorrections, { params });

describe("what is owed at the end", () => {
  test("shows the approved payroll that has it, and whether the employee was paid", async () => {
    const one = await addPaid(payroll, "A-1", { basic: "280000.00" });
    await leaveOn(payroll, one, "2026-02-28", gratuity("500000.00"), laptop("20000.00"));
    const payrolls = async () => {
      const { owed } = await payroll.hr.call(getSettlement, { params: one });
      return owed.map(({ name, payroll: settles }) => [name, settles]);
    };
    const all = (settles: unknown) => [
      ["Laptop not returned", settles],
      ["Gratuity", settles],
    ];
    const draft = await calculatedRun(world, payroll, "2026-02");
    expect(await payrolls()).toEqual(all(null));
    const run = await approvedRun(world, payroll, "2026-02", draft);
    expect(await payrolls()).toEqual(all({ month: "2026-02", paid: false }));
    expect(await correctionsOf(one)).toMatchObject({
      left: true,
      to_pay: [{ run_id: run.id, month: "2026-02", under_way: false, reversible: true }],
    });
    const { id } = await payslipIn(payroll.owner, run, one);
    await payroll.disburser.call(markPayslipPaid, {
      params: { ...pathOfRun(run), payslip_id: id },
      body: { date: "2026-03-10", note: "Cash" },
    });
    expect(await payrolls()).toEqual(all({ month: "2026-02", paid: true }));
    expect(await correctionsOf(one)).toMatchObject({ to_pay: [] });
  });

  test("that is too high is to be paid in the run that has it, not in another of its month", async () => {
    const one = await addPaid(payroll, "A-1", { basic: "280000.00" });
    const other = await addPaid(payroll, "A-2", { basic: "100000.00" });
    const regular = await approvedRun(world, payroll, "2026-02");
    const paid = await payslipIn(payroll.owner, regular, one);
    await payroll.disburser.call(markPayslipPaid, {
      params: { ...pathOfRun(regular), payslip_id: paid.id },
      body: { date: "2026-03-10", note: "Cash" },
    });
    await leaveOn(payroll, one, "2026-02-14", gratuity("500000.00"));
    const last = await approvedRun(world, payroll, "2026-02", await offCycle("2026-02", one));
    await leaveOn(payroll, one, "2026-02-10", gratuity("400000.00"));
    expect(await correctionsOf(one)).toMatchObject({
      corrections: [{ month: "2026-02", amount: { negative: true }, to_pay_in: null }],
      items: [{ name: "Gratuity", amount: { negative: true }, to_pay_in: last.id }],
      to_pay: [{ run_id: last.id, under_way: false, reversible: true }],
    });
    await leaveOn(payroll, other, "2026-02-14");
    expect(await correctionsOf(other)).toMatchObject({
      corrections: [{ month: "2026-02", to_pay_in: regular.id }],
      // Somebody was paid by it already.
      to_pay: [{ run_id: regular.id, reversible: false }],
    });
  });
});

describe("what was owed at the end and is changed after it was paid", () => {
  test("is paid up to what it was raised to, once, with the tax of the difference", async () => {
    const one = await addPaid(payroll, "A-1", { basic: "280000.00" });
    await leaveOn(payroll, one, "2026-02-28", gratuity("500000.00"));
    await approvedRun(world, payroll, "2026-02");
    await leaveOn(payroll, one, "2026-02-28", gratuity("800000.00"));
    expect(await correctionsOf(one)).toMatchObject({
      left: true,
      items: [
        { name: "Gratuity", month: "2026-02", amount: { amount: 30_000_000n, negative: false } },
      ],
    });
    const run = await offCycle("2026-02");
    // All of the year in one payslip would be ₦280,000 less 8%, and ₦800,000: the tax of ₦1,057,600 is 15% of
    // what is above ₦800,000, which the first payslip was not above.
    expect(await linesOf(run, one)).toEqual({
      "Gratuity (February 2026): still owed": 30_000_000n,
      PAYE: -3_864_000n,
    });
    await approvedRun(world, payroll, "2026-02", run);
    expect(await correctionsOf(one)).toMatchObject({ items: [] });
    for (const month of ["2026-02", "2026-03"]) {
      const again = await offCycle(month, one);
      expect((await payslipIn(payroll.owner, again, one)).gross.amount).toBe(0n);
    }
    expect(await offCycle("2026-02")).toMatchObject({ people: 0 });
  });

  test("is said to be paid too much where it was lowered, and taken from what is still owed", async () => {
    const one = await addPaid(payroll, "A-1", { basic: "280000.00" });
    await addPaid(payroll, "A-2", { basic: "100000.00" });
    await leaveOn(payroll, one, "2026-02-28", gratuity("500000.00"));
    await approvedRun(world, payroll, "2026-02");
    await leaveOn(payroll, one, "2026-02-28", gratuity("400000.00"));
    expect(await correctionsOf(one)).toMatchObject({
      items: [
        { name: "Gratuity", month: "2026-02", amount: { amount: 10_000_000n, negative: true } },
      ],
    });
    // It blocks nobody else, but it blocks a run that names the employee.
    expect(await offCycle("2026-02")).toMatchObject({ people: 0 });
    expect(await payslipIn(payroll.owner, await offCycle("2026-02", one), one)).toMatchObject({
      blocked: true,
      net: { amount: 10_000_000n, negative: true },
    });
    await leaveOn(payroll, one, "2026-02-28", gratuity("400000.00"), {
      ...gratuity("150000.00"),
      name: "Leave not taken",
    });
    const run = await offCycle("2026-02");
    // ₦280,000 less 8%, ₦400,000 and ₦150,000: 15% of what is above ₦800,000.
    expect(await linesOf(run, one)).toEqual({
      "Gratuity (February 2026): paid too much": -10_000_000n,
      "Leave not taken": 15_000_000n,
      PAYE: -114_000n,
    });
    await approvedRun(world, payroll, "2026-02", run);
    expect(await correctionsOf(one)).toMatchObject({ items: [] });
  });

  test("is the same item under another name, and taken back where it is removed", async () => {
    const one = await addPaid(payroll, "A-1", { basic: "280000.00" });
    await leaveOn(payroll, one, "2026-02-28", gratuity("500000.00"));
    await approvedRun(world, payroll, "2026-02");
    await leaveOn(payroll, one, "2026-02-28", {
      ...gratuity("500000.00"),
      name: "Terminal benefit",
    });
    expect(await offCycle("2026-02")).toMatchObject({ people: 0 });
    await leaveOn(payroll, one, "2026-02-28");
    expect(await correctionsOf(one)).toMatchObject({
      items: [
        {
          name: "Terminal benefit",
          month: "2026-02",
          amount: { amount: 50_000_000n, negative: true },
        },
      ],
    });
    await returnOn(payroll, one, "2026-03-01");
    const march = await calculatedRun(world, payroll, "2026-03");
    expect(await linesOf(march, one)).toMatchObject({
      Basic: 28_000_000n,
      "Terminal benefit (February 2026): paid too much": -50_000_000n,
    });
  });

  test("is given back where it was deducted, out of the ledger that it went to", async () => {
    const one = await addPaid(payroll, "A-1", { basic: "280000.00" });
    await leaveOn(payroll, one, "2026-02-28", laptop("120000.00"));
    await approvedRun(world, payroll, "2026-02");
    const owed = "Other payroll deductions payable";
    expect((await balancesByName(world, payroll))[owed]).toBe(-12_000_000n);
    await leaveOn(payroll, one, "2026-02-28", laptop("20000.00"));
    const run = await offCycle("2026-02");
    expect(await linesOf(run, one)).toEqual({
      "Laptop not returned (February 2026): deducted too much": 10_000_000n,
    });
    const payslip = await payslipIn(payroll.owner, run, one);
    expect(payslip).toMatchObject({
      gross: { amount: 0n },
      deductions: { amount: 10_000_000n, negative: true },
      net: { amount: 10_000_000n, negative: false },
    });
    await approvedRun(world, payroll, "2026-02", run);
    expect((await balancesByName(world, payroll))[owed]).toBe(-2_000_000n);
    expect(await offCycle("2026-02")).toMatchObject({ people: 0 });
  });

  test("is taxed anew where it turns out to be taxed", async () => {
    const one = await addPaid(payroll, "A-1", { basic: "280000.00" });
    await leaveOn(payroll, one, "2026-02-28", gratuity("900000.00", false));
    await approvedRun(world, payroll, "2026-02");
    await leaveOn(payroll, one, "2026-02-28", gratuity("900000.00", true), {
      ...gratuity("100000.00"),
      name: "Notice",
    });
    const run = await offCycle("2026-02");
    // ₦280,000 less 8%, ₦900,000 and ₦100,000: 15% of what is above ₦800,000.
    expect(await linesOf(run, one)).toEqual({
      Gratuity: 90_000_000n,
      "Gratuity (February 2026): paid too much": -90_000_000n,
      Notice: 10_000_000n,
      PAYE: -6_864_000n,
    });
  });

  test("and the last day moved is paid with the payroll of the last month", async () => {
    const one = await addPaid(payroll, "A-1", { basic: "280000.00" });
    await leaveOn(payroll, one, "2026-02-28", gratuity("500000.00"));
    await approvedRun(world, payroll, "2026-02");
    await leaveOn(payroll, one, "2026-03-31", gratuity("600000.00"));
    const march = await approvedRun(world, payroll, "2026-03");
    expect(await linesOf(march, one)).toMatchObject({
      Basic: 28_000_000n,
      "Gratuity (March 2026): still owed": 10_000_000n,
    });
    await leaveOn(payroll, one, "2026-02-14", gratuity("750000.00"));
    const { owed } = await payroll.hr.call(getSettlement, { params: one });
    expect(owed).toMatchObject([{ amount: 75_000_000n, from_month: "2026-02" }]);
    const off = await offCycle("2026-02", one);
    expect(await linesOf(off, one)).toMatchObject({
      "Gratuity (February 2026): still owed": 15_000_000n,
      "Paid too much in February 2026": -14_000_000n,
      "Paid too much in March 2026": -28_000_000n,
    });
  });
});

describe("an item that comes once", () => {
  const bonus = { name: "Bonus", kind: "EARNING", taxable: true, pensionable: false };
  const add = (params: PaidEmployee, amount: string, from_month: string, to_month: string | null) =>
    payroll.hr.call(addPayItem, {
      params,
      body: { ...bonus, amount, from_month, to_month },
    });
  async function save(
    one: PaidEmployee,
    amount: string,
    from_month: string,
    to_month: string | null,
  ): Promise<void> {
    const [item] = await payroll.hr.call(listPayItems, { params: one });
    if (item === undefined) throw new Error("there is no item");
    const body = { ...bonus, amount, from_month, to_month, version: item.version };
    await payroll.hr.call(savePayItem, { params: { ...one, item_id: item.id }, body });
  }

  test("is not paid again although it is moved by more than a year", async () => {
    const one = await addPaid(payroll, "A-1", { basic: "280000.00" });
    await add(one, "50000.00", "2026-02", "2026-02");
    await approvedRun(world, payroll, "2026-02");
    await save(one, "50000.00", "2027-04", "2027-04");
    const today = world.clock.now();
    world.clock.set(new Date("2027-04-10T09:00:00Z"));
    const { home, other } = payroll;
    const hr = await world.signInAs(["HR"], home.tenant_id);
    const owner = await world.signInAs(["OWNER"], home.tenant_id);
    payroll = await payrollOf(world, { home, other, hr, owner });
    const april = await calculatedRun(world, payroll, "2027-04");
    expect(Object.keys(await linesOf(april, one))).toEqual(["Basic", "Pension", "PAYE"]);
    world.clock.set(today);
  });

  test("is named until a payroll has it where it was added after its month was approved", async () => {
    const one = await addPaid(payroll, "A-1", { basic: "280000.00" });
    await add(one, "10000.00", "2026-02", "2026-02");
    await approvedRun(world, payroll, "2026-02");
    expect(await correctionsOf(one)).toMatchObject({ left_out_items: [] });
    await add(one, "25000.00", "2026-02", "2026-02");
    await add(one, "5000.00", "2026-02", null);
    await add(one, "7000.00", "2026-03", "2026-03");
    const leftOut = [{ name: "Bonus", month: "2026-02", deduction: false, amount: 2_500_000n }];
    expect(await correctionsOf(one)).toMatchObject({ left_out_items: leftOut });
    // The next regular run does not pay it.
    const march = await approvedRun(world, payroll, "2026-03");
    expect(march.gross).toBe(28_000_000n + 500_000n + 700_000n);
    expect(await correctionsOf(one)).toMatchObject({ left_out_items: leftOut });
    const off = await offCycle("2026-02", one);
    expect((await payslipIn(payroll.owner, off, one)).gross.amount).toBe(2_500_000n);
    await approvedRun(world, payroll, "2026-02", off);
    expect(await correctionsOf(one)).toMatchObject({ left_out_items: [] });
  });

  test("is named of somebody who returned, to whom it was owed at the end", async () => {
    const one = await addPaid(payroll, "A-1", { basic: "280000.00" });
    await approvedRun(world, payroll, "2026-02");
    await leaveOn(payroll, one, "2026-02-14", gratuity("500000.00"));
    expect(await correctionsOf(one)).toMatchObject({ left_out_items: [] });
    await returnOn(payroll, one, "2026-02-23");
    expect(await correctionsOf(one)).toMatchObject({
      items: [],
      left_out_items: [{ name: "Gratuity", month: "2026-02", amount: 50_000_000n }],
    });
  });

  test("is corrected by the next regular run where it was changed after it was paid", async () => {
    const one = await addPaid(payroll, "A-1", { basic: "280000.00" });
    await add(one, "50000.00", "2026-01", "2026-01");
    await approvedRun(world, payroll, "2026-01");
    await save(one, "80000.00", "2026-01", "2026-01");
    expect(await correctionsOf(one)).toMatchObject({
      left: false,
      items: [{ name: "Bonus", amount: { amount: 3_000_000n, negative: false } }],
    });
    const february = await approvedRun(world, payroll, "2026-02");
    // The approver sees for whom the run makes a correction, and of which item.
    expect(february.warnings).toMatchObject([{ code: "item_corrected", blocks: false, people: 1 }]);
    expect(await linesOf(february, one)).toMatchObject({
      "Bonus (January 2026): still owed": 3_000_000n,
    });
    await save(one, "45000.00", "2026-01", "2026-01");
    const march = await approvedRun(world, payroll, "2026-03");
    expect(await linesOf(march, one)).toMatchObject({
      "Bonus (January 2026): paid too much": -3_500_000n,
    });
    const april = await calculatedRun(world, payroll, "2026-04");
    expect(Object.keys(await linesOf(april, one))).toEqual(["Basic", "Pension", "PAYE"]);
  });

  test("is not paid again where it came every month and was ended with its first", async () => {
    const one = await addPaid(payroll, "A-1", { basic: "280000.00" });
    await add(one, "50000.00", "2026-02", null);
    await approvedRun(world, payroll, "2026-02");
    await save(one, "50000.00", "2026-02", "2026-02");
    expect(await offCycle("2026-02")).toMatchObject({ people: 0 });
  });
});
