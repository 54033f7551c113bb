import {
  addPayItem,
  listPayItems,
  removePayItem,
  savePayItem,
} from "@kontor/contract/employees/pay";
import { getPayCorrections } from "@kontor/contract/payroll/corrections";
import * as steps from "@kontor/contract/payroll/steps";
import { afterAll, beforeEach, expect, test } from "vitest";

import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { gratuity, leaveOn } from "../../testing/leaving.ts";
import {
  addPaid,
  approvedRun,
  balancesByName,
  calculatedRun,
  openPayroll,
  outcomesOf,
  pathOfRun,
  payByLine,
  payslipIn,
  trySubmit,
  type TestPayroll,
  type TestRun,
  type PaidEmployee,
} from "../../testing/payroll.ts";

/*
 * Ada earns ₦280,000 a month from January 2026. Her year is ₦3,360,000 less 8% of pension, ₦3,091,200: its tax is 15%
 * of ₦2,200,000 and 18% of ₦91,200, ₦346,416, a twelfth of which is ₦28,868. What comes once beside it is taxed at 18%
 * and is paid in January.
 */

type Item = { kind?: string; amount?: string; taxable?: boolean; pensionable?: boolean };

const world = await openFileWorld();
let payroll: TestPayroll;
let ada: PaidEmployee;
/** The clock is set to 10 March 2026. */
beforeEach(async () => {
  payroll = await openPayroll(world);
  ada = await addPaid(payroll, "A-1", { basic: "280000.00" });
});
afterAll(() => expectCoherentBooks(world));

const bonus = {
  name: "Bonus",
  kind: "EARNING",
  amount: "100000.00",
  taxable: false,
  pensionable: false,
  from_month: "2026-01",
  to_month: "2026-01",
};

async function paidInJanuary(item: Item = {}): Promise<void> {
  await payroll.hr.call(addPayItem, { params: ada, body: { ...bonus, ...item } });
  await approvedRun(world, payroll, "2026-01");
}

async function change(item: Item): Promise<void> {
  const [{ id, version } = { id: 0, version: 0 }] = await payroll.hr.call(listPayItems, {
    params: ada,
  });
  const body = { ...bonus, ...item, version };
  await payroll.hr.call(savePayItem, { params: { ...ada, item_id: id }, body });
}

/** Ada's pay, by the lines of her payslip. */
const linesOf = (run: TestRun) => payByLine(payroll.owner, run, ada);

const corrections = async () =>
  (await payroll.preparer.call(getPayCorrections, { params: ada })).items;

const regular = { Basic: 28_000_000n, Pension: -2_240_000n };

test("an item that was paid as not taxable is taxed by the next run once it is taxable", async () => {
  await paidInJanuary();
  expect(await corrections()).toEqual([]);
  await change({ taxable: true });
  expect(await corrections()).toEqual([
    {
      name: "Bonus",
      month: "2026-01",
      deduction: false,
      amount: { amount: 0n, negative: false },
      paid_as: { deduction: false, taxable: false, pensionable: false },
      // It was approved, but not paid yet.
      to_pay_in: expect.any(Number),
    },
  ]);
  const february = await calculatedRun(world, payroll, "2026-02");
  // 28,868 and 18% of 100,000.
  expect(await linesOf(february)).toEqual({
    ...regular,
    "Bonus (January 2026): paid as not taxable, taken back": -10_000_000n,
    "Bonus (January 2026): paid again as taxable": 10_000_000n,
    PAYE: -4_686_800n,
  });
  const { gross, year_to_date } = await payslipIn(payroll.owner, february, ada);
  expect(gross.amount).toBe(28_000_000n);
  expect(year_to_date).toMatchObject({ gross: 66_000_000n, taxable: 66_000_000n });
  await approvedRun(world, payroll, "2026-02", february);
  expect(await corrections()).toEqual([]);
  expect(await linesOf(await calculatedRun(world, payroll, "2026-03"))).toEqual({
    ...regular,
    PAYE: -2_886_800n,
  });
});

test("one that is taxable no more after that gets its tax back", async () => {
  await paidInJanuary();
  await change({ taxable: true });
  await approvedRun(world, payroll, "2026-02");
  await change({ taxable: false });
  const march = await calculatedRun(world, payroll, "2026-03");
  expect(await linesOf(march)).toEqual({
    ...regular,
    "Bonus (January 2026): paid as taxable, taken back": -10_000_000n,
    "Bonus (January 2026): paid again as not taxable": 10_000_000n,
    PAYE: -(2_886_800n - 1_800_000n),
  });
  await approvedRun(world, payroll, "2026-03", march);
  expect(await corrections()).toEqual([]);
});

test("one that was raised too is taxed and paid as it is now", async () => {
  await paidInJanuary();
  await change({ taxable: true, amount: "150000.00" });
  expect(await corrections()).toMatchObject([{ amount: { amount: 5_000_000n, negative: false } }]);
  // 28,868 and 18% of 150,000.
  expect(await linesOf(await calculatedRun(world, payroll, "2026-02"))).toEqual({
    ...regular,
    "Bonus (January 2026): paid as not taxable, taken back": -10_000_000n,
    "Bonus (January 2026): paid again as taxable": 15_000_000n,
    PAYE: -5_586_800n,
  });
});

test("one that becomes pensionable bears its pension, which is not taxed", async () => {
  await paidInJanuary({ taxable: true });
  await change({ taxable: true, pensionable: true });
  // 8% of 380,000; 28,868 less 18% of 8,000.
  expect(await linesOf(await calculatedRun(world, payroll, "2026-02"))).toEqual({
    Basic: 28_000_000n,
    Pension: -3_040_000n,
    "Bonus (January 2026): paid as taxable, taken back": -10_000_000n,
    "Bonus (January 2026): paid again as taxable, pensionable": 10_000_000n,
    PAYE: -2_742_800n,
  });
});

test("a deduction from net pay that should have lowered taxable pay does so, and its tax comes back", async () => {
  const leave = { kind: "DEDUCTION", amount: "30000.00" };
  await paidInJanuary(leave);
  await change({ ...leave, taxable: true });
  const february = await calculatedRun(world, payroll, "2026-02");
  // 28,868 less 18% of 30,000.
  expect(await linesOf(february)).toEqual({
    ...regular,
    "Bonus (January 2026): deducted from net pay, given back": 3_000_000n,
    "Bonus (January 2026): deducted from taxable pay instead": -3_000_000n,
    PAYE: -2_346_800n,
  });
  await approvedRun(world, payroll, "2026-02", february);
  expect(await corrections()).toEqual([]);
});

test("only what minimum net pay allowed to deduct is given back", async () => {
  const leave = { kind: "DEDUCTION", amount: "240000.00" };
  await paidInJanuary(leave);
  await change({ ...leave, amount: "100000.00", taxable: true });
  // January's net pay was 280,000 less 22,400 and 28,868. The tax is less by 18% of 91,200 and 15% of 8,800.
  expect(await linesOf(await calculatedRun(world, payroll, "2026-02"))).toEqual({
    ...regular,
    "Bonus (January 2026): deducted from net pay, given back": 22_873_200n,
    "Bonus (January 2026): deducted from taxable pay instead": -10_000_000n,
    PAYE: -1_113_200n,
  });
});

const deductionsPayable = async () =>
  -((await balancesByName(world, payroll))["Other payroll deductions payable"] ?? 0n);

test("a deduction from net pay that should have been an earning is given back and paid", async () => {
  await paidInJanuary({ kind: "DEDUCTION", amount: "40000.00" });
  expect(await deductionsPayable()).toBe(4_000_000n);
  await change({ amount: "40000.00" });
  expect(await corrections()).toMatchObject([
    {
      deduction: false,
      amount: { amount: 8_000_000n, negative: false },
      paid_as: { deduction: true, taxable: false, pensionable: false },
    },
  ]);
  const february = await calculatedRun(world, payroll, "2026-02");
  expect(await linesOf(february)).toEqual({
    ...regular,
    "Bonus (January 2026): deducted from net pay, given back": 4_000_000n,
    "Bonus (January 2026): paid again as not taxable": 4_000_000n,
    PAYE: -2_886_800n,
  });
  // What was deducted by mistake is neither pay nor owed to somebody else.
  expect(await payslipIn(payroll.owner, february, ada)).toMatchObject({
    year_to_date: { gross: 60_000_000n },
  });
  await approvedRun(world, payroll, "2026-02", february);
  expect(await deductionsPayable()).toBe(0n);
  expect(await corrections()).toEqual([]);
});

test("an earning that should have been a deduction from net pay is taken back and deducted", async () => {
  await paidInJanuary({ amount: "40000.00" });
  await change({ kind: "DEDUCTION", amount: "30000.00" });
  const february = await calculatedRun(world, payroll, "2026-02");
  expect(await linesOf(february)).toEqual({
    ...regular,
    "Bonus (January 2026): paid as not taxable, taken back": -4_000_000n,
    "Bonus (January 2026): deducted from net pay instead": -3_000_000n,
    PAYE: -2_886_800n,
  });
  await approvedRun(world, payroll, "2026-02", february);
  expect(await deductionsPayable()).toBe(3_000_000n);
  expect(await corrections()).toEqual([]);
});

const salariesAndBonuses = async () => {
  const balances = await balancesByName(world, payroll);
  return [balances["Basic salaries"] ?? 0n, balances["Bonuses and other pay"] ?? 0n];
};

test("a taxable earning that should have been a deduction from net pay is taken back as pay", async () => {
  await paidInJanuary({ taxable: true, amount: "40000.00" });
  await change({ kind: "DEDUCTION", amount: "30000.00" });
  expect(await corrections()).toMatchObject([
    {
      deduction: true,
      amount: { amount: 7_000_000n, negative: true },
      paid_as: { deduction: false, taxable: true, pensionable: false },
    },
  ]);
  const february = await calculatedRun(world, payroll, "2026-02");
  // 28,868 less 18% of 40,000.
  expect(await linesOf(february)).toEqual({
    ...regular,
    "Bonus (January 2026): paid as taxable, taken back": -4_000_000n,
    "Bonus (January 2026): deducted from net pay instead": -3_000_000n,
    PAYE: -2_166_800n,
  });
  await approvedRun(world, payroll, "2026-02", february);
  expect(await salariesAndBonuses()).toEqual([56_000_000n, 0n]);
  expect(await deductionsPayable()).toBe(3_000_000n);
  expect(await corrections()).toEqual([]);
});

test("a taxable earning that should have lowered taxable pay leaves bonuses and lowers salaries", async () => {
  await paidInJanuary({ taxable: true, amount: "40000.00" });
  const leave = { kind: "DEDUCTION", taxable: true };
  await change({ ...leave, amount: "30000.00" });
  const february = await calculatedRun(world, payroll, "2026-02");
  // 28,868 less 18% of 70,000.
  expect(await linesOf(february)).toEqual({
    ...regular,
    "Bonus (January 2026): paid as taxable, taken back": -4_000_000n,
    "Bonus (January 2026): deducted from taxable pay instead": -3_000_000n,
    PAYE: -1_626_800n,
  });
  await approvedRun(world, payroll, "2026-02", february);
  expect(await salariesAndBonuses()).toEqual([53_000_000n, 0n]);
  expect(await corrections()).toEqual([]);
  // What is lowered afterwards is a correction of the deduction alone.
  await change({ ...leave, amount: "10000.00" });
  expect(await linesOf(await calculatedRun(world, payroll, "2026-03"))).toEqual({
    ...regular,
    "Bonus (January 2026): deducted too much": 2_000_000n,
    PAYE: -3_246_800n,
  });
});

test("a deduction from taxable pay that should have been an earning is given back as salary", async () => {
  await paidInJanuary({ kind: "DEDUCTION", taxable: true, amount: "30000.00" });
  await change({ taxable: true, amount: "40000.00" });
  expect(await corrections()).toMatchObject([
    {
      deduction: false,
      amount: { amount: 7_000_000n, negative: false },
      paid_as: { deduction: true, taxable: true, pensionable: false },
    },
  ]);
  const february = await calculatedRun(world, payroll, "2026-02");
  // 28,868 and 18% of 70,000.
  expect(await linesOf(february)).toEqual({
    ...regular,
    "Bonus (January 2026): deducted from taxable pay, given back": 3_000_000n,
    "Bonus (January 2026): paid again as taxable": 4_000_000n,
    PAYE: -4_146_800n,
  });
  await approvedRun(world, payroll, "2026-02", february);
  expect(await salariesAndBonuses()).toEqual([56_000_000n, 4_000_000n]);
  expect(await corrections()).toEqual([]);
});

test("one that is removed after that stays as it was paid", async () => {
  await paidInJanuary();
  await change({ taxable: true });
  const [{ id } = { id: 0 }] = await payroll.hr.call(listPayItems, { params: ada });
  await payroll.hr.call(removePayItem, { params: { ...ada, item_id: id } });
  expect(await corrections()).toEqual([]);
  expect(await linesOf(await calculatedRun(world, payroll, "2026-02"))).toEqual({
    ...regular,
    PAYE: -2_886_800n,
  });
});

test("a leaver's run that corrects the tax treatment only is approved with nothing to post", async () => {
  await leaveOn(payroll, ada, "2026-01-31", gratuity("900000.00"));
  await approvedRun(world, payroll, "2026-01");
  const settle = (period: string) =>
    calculatedRun(world, payroll, period, {
      cycle: "OFF_CYCLE",
      title: "Leavers",
      employee_ids: [ada.id],
    });
  const nothing = await settle("2026-01");
  const { preparer } = payroll;
  const { version } = nothing;
  expect(outcomesOf([await trySubmit(preparer, nothing)])).toEqual(["409 run_empty"]);
  await preparer.call(steps.discardRun, { params: pathOfRun(nothing), query: { version } });

  await leaveOn(payroll, ada, "2026-01-31", gratuity("900000.00", false));
  const run = await settle("2026-01");
  expect(run).toMatchObject({ next_step_refused: null, posting: [] });
  expect(await linesOf(run)).toEqual({
    "Gratuity (January 2026): paid too much": -90_000_000n,
    Gratuity: 90_000_000n,
  });
  const approved = await approvedRun(world, payroll, "2026-01", run);
  expect(approved).toMatchObject({ status: "PAID", entry: null, payment: { unpaid: 0n } });
  const corrected = await payslipIn(payroll.owner, approved, ada);
  // Her pay of one month is below what is taxed: all that the gratuity was taxed is hers.
  expect(corrected.year_to_date).toMatchObject({ taxable: 28_000_000n, paye: 5_364_000n });
  expect(corrected.warning_details).toContainEqual(
    expect.objectContaining({
      code: "tax_overpaid",
      amount: { amount: 5_364_000n, negative: false },
    }),
  );
  // The next run continues the year where this one, which has no entry, left it.
  await leaveOn(payroll, ada, "2026-01-31", gratuity("950000.00", false));
  const raised = await approvedRun(world, payroll, "2026-01", await settle("2026-01"));
  expect(await payslipIn(payroll.owner, raised, ada)).toMatchObject({
    net: { amount: 5_000_000n },
    year_to_date: { taxable: 28_000_000n },
  });
  // The same overpaid tax is no reason for yet another run.
  expect(await settle("2026-01")).toMatchObject({
    next_step_refused: expect.stringContaining("has nothing to pay"),
  });
});
