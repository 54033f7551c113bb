import type { Kobo } from "@kontor/books/money";
import { addPayItem } from "@kontor/contract/employees/pay";
import { excludePayslip, markPayslipPaid } from "@kontor/contract/payroll/payslips";
import { payrollSettings } from "@kontor/contract/payroll/settings";
import * as steps from "@kontor/contract/payroll/steps";
import {
  refundAdvance,
  repayAdvance,
  writeOffAdvance,
} from "@kontor/contract/salary-advances/repayments";
import { afterAll, beforeEach, describe, expect, test } from "vitest";

import {
  approvedAdvance,
  balancesOf,
  openAdvances,
  paidAdvance,
  pathOfAdvance,
  type AdvanceStaff,
  type TestAdvance,
} from "../../testing/advances.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { gratuity, leaveOn } from "../../testing/leaving.ts";
import {
  approvedRun,
  calculatedRun,
  pathOfRun,
  payrollOf,
  payslipIn,
  runCalculations,
  testSettings,
  type TestPayroll,
  reversedRun,
  tryDecide,
  type TestRun,
  currentRun,
} from "../../testing/payroll.ts";
import { addPerson, testPassword } from "../../testing/people.ts";

const world = await openFileWorld();
let staff: AdvanceStaff;
let payroll: TestPayroll;
beforeEach(async () => {
  world.clock.set(new Date("2026-03-10T09:00:00Z"));
  staff = await openAdvances(world);
  payroll = await payrollOf(world, staff);
  await staff.fund("1000000.00");
});
afterAll(() => expectCoherentBooks(world));

const submitted = (run: TestRun) =>
  payroll.preparer.call(steps.submitRun, {
    params: pathOfRun(run),
    body: { version: run.version },
  });
const repay = (advance: TestAdvance, amount: string) =>
  staff.hr.attempt(repayAdvance, {
    params: pathOfAdvance(staff, advance),
    body: { amount, date: world.clock.today() },
  });
const ledgers = () =>
  balancesOf(
    staff,
    "salary_advances_receivable",
    "salary_advance_interest",
    "net_salaries_payable",
  );

/** A bonus of ₦100,000.00 in one month for the employee of an advance. */
const addBonus = ({ employee_id }: TestAdvance, month: string) =>
  staff.hr.call(addPayItem, {
    params: { ...staff.home.path, id: employee_id },
    body: {
      name: "Bonus",
      kind: "EARNING",
      amount: "100000.00",
      taxable: true,
      pensionable: false,
      from_month: month,
      to_month: month,
    },
  });

/** The line that recovers something of an advance; undefined where the payslip takes nothing. */
async function recoveryIn(run: TestRun, advance: TestAdvance) {
  const payslip = await payslipIn(payroll.owner, run, { id: advance.employee_id });
  return payslip.lines.find(({ code }) => code === `advance:${advance.id}`);
}

describe("an advance is recovered from pay", () => {
  test("instalment by instalment, down to the floor; what is missed is recovered with the next", async () => {
    const advance = await paidAdvance(staff, "90000.00", 3);
    const { interest, instalments } = await staff.card(advance);
    const [first, second, third] = instalments;
    const march = await calculatedRun(world, payroll, "2026-03");
    const line = await recoveryIn(march, advance);
    const left = (advance.payback_amount - (first?.amount ?? 0n)) as Kobo;
    expect(line).toMatchObject({
      label: `Salary advance ${advance.number}`,
      amount: first?.amount,
      recovery: {
        advance_id: advance.id,
        principal: first?.principal,
        interest: first?.interest,
        left,
      },
    });
    expect(march.totals.advances).toBe(first?.amount);
    await approvedRun(world, payroll, "2026-03", march);
    const card = await staff.card(advance);
    expect(card.owed.total).toBe(left);
    expect(card.allocations).toMatchObject([
      { kind: "PAYSLIP", amount: first?.amount, date: "2026-03-10" },
    ]);
    expect(card.instalments.map(({ repaid }) => repaid)).toEqual([first?.amount, 0n, 0n]);
    expect(await ledgers()).toEqual([
      9_000_000n - (first?.principal ?? 0n),
      -(first?.interest ?? 0n),
      -march.net,
    ]);
    await expectCoherentBooks(world);

    await staff.travel(new Date("2026-04-10T09:00:00Z"));
    const without = await calculatedRun(world, payroll, "2026-04");
    expect((await recoveryIn(without, advance))?.amount).toBe(second?.amount);
    // The floor leaves ₦10,000.00 of it.
    const floor = without.net + (second?.amount ?? 0n) - 1_000_000n;
    const naira = `${floor / 100n}.${String(floor % 100n).padStart(2, "0")}`;
    await staff.platform.call(payrollSettings.save.organization, {
      params: staff.home.path,
      body: { ...testSettings, floor_amount: naira },
    });
    await payroll.preparer.call(steps.calculateRun, {
      params: pathOfRun(without),
      body: { version: without.version },
    });
    await runCalculations(world);
    const april = await currentRun(payroll.preparer, without);
    expect((await recoveryIn(april, advance))?.amount).toBe(1_000_000n);
    expect(april.net).toBe(floor);
    const reduced = (await payslipIn(payroll.owner, april, { id: advance.employee_id })).warnings;
    expect(reduced).toContain("advance_reduced");
    await approvedRun(world, payroll, "2026-04", april);

    await staff.platform.call(payrollSettings.reset.organization, { params: staff.home.path });
    // The rest is due, but the regular run has paid the month: a bonus neither recovers nor depends on it.
    await addBonus(advance, "2026-04");
    const off = { cycle: "OFF_CYCLE", title: "Bonus", employee_ids: [advance.employee_id] };
    const bonus = await calculatedRun(world, payroll, "2026-04", off);
    expect(bonus.totals).toMatchObject({ gross: 10_000_000n, advances: 0n });
    expect((await repay(advance, "100.00")).status).toBe(201);
    expect((await currentRun(payroll.owner, bonus)).stale).toBe(false);
    await staff.travel(new Date("2026-05-10T09:00:00Z"));
    const may = await approvedRun(world, payroll, "2026-05");
    expect((await recoveryIn(may, advance))?.amount).toBe(
      (second?.amount ?? 0n) - 1_000_000n - 10_000n + (third?.amount ?? 0n),
    );
    expect((await staff.card(advance)).owed.total).toBe(0n);
    expect((await ledgers()).slice(0, 2)).toEqual([0n, -interest]);
    await staff.travel(new Date("2026-06-10T09:00:00Z"));
    expect(
      await recoveryIn(await calculatedRun(world, payroll, "2026-06"), advance),
    ).toBeUndefined();
    await expectCoherentBooks(world);
  }, 60_000);

  test("in full from a settlement that an off-cycle run pays to a leaver", async () => {
    const advance = await paidAdvance(staff, "60000.00", 6);
    const [first] = (await staff.card(advance)).instalments;
    await approvedRun(world, payroll, "2026-03");
    const params = { ...staff.home.path, id: advance.employee_id };
    const off = { cycle: "OFF_CYCLE", title: "Settlement", employee_ids: [advance.employee_id] };
    const leave = (owed: string) => leaveOn(staff, params, "2026-03-31", gratuity(owed));
    await leave("500000.00");
    const draft = await calculatedRun(world, payroll, "2026-03", off);
    const left = advance.payback_amount - (first?.amount ?? 0n);
    expect((await recoveryIn(draft, advance))?.amount).toBe(left);
    // A later run of everybody pays no settlement, and so recovers nothing.
    await staff.travel(new Date("2026-04-10T09:00:00Z"));
    const later = { cycle: "OFF_CYCLE", title: "Settlements" };
    const april = await calculatedRun(world, payroll, "2026-04", later);
    expect(april.people).toBe(0);
    expect((await repay(advance, "100.00")).status).toBe(201);
    expect((await currentRun(payroll.owner, draft)).stale).toBe(true);
    await payroll.preparer.call(steps.calculateRun, {
      params: pathOfRun(draft),
      body: { version: (await currentRun(payroll.preparer, draft)).version },
    });
    await runCalculations(world);
    const run = await approvedRun(
      world,
      payroll,
      "2026-03",
      await currentRun(payroll.preparer, draft),
    );
    expect((await recoveryIn(run, advance))?.amount).toBe(left - 10_000n);
    expect((await staff.card(advance)).owed.total).toBe(0n);
    await expectCoherentBooks(world);
  });

  test("from a month that an off-cycle run pays to somebody left out, but not from a bonus", async () => {
    const advance = await paidAdvance(staff, "60000.00", 6);
    const [first, second] = (await staff.card(advance)).instalments;
    const off = { cycle: "OFF_CYCLE", title: "Left out", employee_ids: [advance.employee_id] };
    const march = await calculatedRun(world, payroll, "2026-03");
    const { id: payslip_id } = await payslipIn(payroll.owner, march, { id: advance.employee_id });
    await staff.employ();
    await payroll.preparer.call(steps.calculateRun, {
      params: pathOfRun(march),
      body: { version: march.version },
    });
    await runCalculations(world);
    await payroll.preparer.call(excludePayslip, {
      params: { ...pathOfRun(march), payslip_id },
      body: { excluded: true, reason: "Paid later" },
    });
    await approvedRun(world, payroll, "2026-03", await currentRun(payroll.preparer, march));
    expect((await staff.card(advance)).owed.total).toBe(advance.payback_amount);
    const left = await approvedRun(
      world,
      payroll,
      "2026-03",
      await calculatedRun(world, payroll, "2026-03", off),
    );
    expect((await recoveryIn(left, advance))?.amount).toBe(first?.amount);
    await staff.travel(new Date("2026-04-10T09:00:00Z"));
    await addBonus(advance, "2026-04");
    const bonus = await calculatedRun(world, payroll, "2026-04", { ...off, title: "Bonus" });
    expect(bonus.totals.gross).toBe(10_000_000n);
    expect(await recoveryIn(bonus, advance)).toBeUndefined();
    expect((await repay(advance, "100.00")).status).toBe(201);
    expect((await currentRun(payroll.owner, bonus)).stale).toBe(false);
    const april = await calculatedRun(world, payroll, "2026-04");
    expect((await recoveryIn(april, advance))?.amount).toBe((second?.amount ?? 0n) - 10_000n);
    await expectCoherentBooks(world);
  });

  test("in full from the last pay, and not by an off-cycle run before it", async () => {
    const advance = await paidAdvance(staff, "60000.00", 6);
    const params = { ...staff.home.path, id: advance.employee_id };
    const off = { cycle: "OFF_CYCLE", title: "Bonus", employee_ids: [advance.employee_id] };
    expect(
      await recoveryIn(await calculatedRun(world, payroll, "2026-03", off), advance),
    ).toBeUndefined();
    await leaveOn(staff, params, "2026-03-20");
    const march = await approvedRun(world, payroll, "2026-03");
    expect((await recoveryIn(march, advance))?.amount).toBe(advance.payback_amount);
    expect((await staff.card(advance)).owed.total).toBe(0n);
  });
});

describe("an advance that changes after the calculation", () => {
  test("by a repayment or a write-off prevents the approval", async () => {
    const advance = await paidAdvance(staff, "90000.00", 3);
    const run = await submitted(await calculatedRun(world, payroll, "2026-03"));
    expect((await repay(advance, "100.00")).status).toBe(201);
    const refused = await tryDecide(payroll.owner, run);
    expect([refused.status, refused.problem.code]).toEqual([409, "run_changed"]);
    expect(refused.problem.message).toMatch(/The salary advances that .+ owes have changed/);
    expect((await currentRun(payroll.owner, run)).stale).toBe(true);
    await payroll.preparer.call(steps.calculateRun, {
      params: pathOfRun(run),
      body: { version: run.version },
    });
    await runCalculations(world);
    const again = await submitted(await currentRun(payroll.preparer, run));
    const owner = (await addPerson(world, ["OWNER"], { tenantId: staff.home.tenant_id })).caller;
    await owner.call(writeOffAdvance, {
      params: pathOfAdvance(staff, advance),
      body: { reason: "Moved abroad", password: testPassword },
    });
    expect((await tryDecide(payroll.owner, again)).problem.code).toBe("run_changed");
    await expectCoherentBooks(world);
  });

  test("at the same moment is applied before or after it, and never recovered twice", async () => {
    const advance = await paidAdvance(staff, "30000.00");
    const run = await submitted(await calculatedRun(world, payroll, "2026-03"));
    const all = `${advance.payback_amount / 100n}.${String(advance.payback_amount % 100n).padStart(2, "0")}`;
    const [decided, ...repaid] = await Promise.all([
      tryDecide(payroll.owner, run),
      ...[1, 2, 3].map(() => repay(advance, all)),
    ]);
    const accepted = [decided, ...repaid].filter(({ status }) => status < 300);
    expect(accepted).toHaveLength(1);
    expect((await staff.card(advance)).owed.total).toBe(0n);
    await expectCoherentBooks(world);
  });
});

describe("a reversal of the run", () => {
  test("restores the advances owed, to the kobo, and the next run recovers the same", async () => {
    const advance = await paidAdvance(staff, "90000.00", 3);
    const [before, card] = [await ledgers(), await staff.card(advance)];
    const march = await approvedRun(world, payroll, "2026-03");
    await reversedRun(payroll, march);
    expect(await ledgers()).toEqual(before);
    const after = await staff.card(advance);
    expect([after.owed, after.instalments]).toEqual([card.owed, card.instalments]);
    const [taken, returned] = after.allocations;
    expect([taken?.kind, returned?.kind]).toEqual(["PAYSLIP", "REVERSAL"]);
    expect(returned).toMatchObject({ principal: taken?.principal, interest: taken?.interest });
    await expectCoherentBooks(world);
    const anew = await approvedRun(world, payroll, "2026-03");
    expect((await recoveryIn(anew, advance))?.amount).toBe(taken?.amount);
    await expectCoherentBooks(world);
  });

  test("restores them also where they took all of the pay, so that nobody was paid", async () => {
    const advance = await paidAdvance(staff, "90000.00", 3);
    const params = { ...staff.home.path, id: advance.employee_id };
    await leaveOn(staff, params, "2026-03-01");
    const [before, card] = [await ledgers(), await staff.card(advance)];
    const march = await approvedRun(world, payroll, "2026-03");
    expect(march).toMatchObject({ status: "PAID", net: 0n });
    expect((await recoveryIn(march, advance))?.amount).toBeGreaterThan(0n);
    await reversedRun(payroll, march);
    expect(await ledgers()).toEqual(before);
    expect((await staff.card(advance)).owed).toEqual(card.owed);
    await expectCoherentBooks(world);
  });

  test("keeps later repayments as if they alone had been made", async () => {
    const advance = await paidAdvance(staff, "90000.00", 3);
    const march = await approvedRun(world, payroll, "2026-03");
    await staff.hr.call(repayAdvance, {
      params: pathOfAdvance(staff, advance),
      body: { amount: "20000.00", date: world.clock.today() },
    });
    await reversedRun(payroll, march);
    const { owed, instalments, interest } = await staff.card(advance);
    expect(owed.total).toBe(advance.payback_amount - 2_000_000n);
    // Interest before principal within the first instalment, and nothing beyond it.
    expect(owed.interest).toBe(interest - (instalments[0]?.interest ?? 0n));
    expect((await ledgers()).slice(0, 2)).toEqual([owed.principal, owed.interest - interest]);
    await expectCoherentBooks(world);
  });
});

test("what was taken from pay is refunded once that pay cannot be reversed", async () => {
  const advance = await approvedAdvance(staff, "90000.00", { ending: "202" });
  await staff.send();
  const run = await approvedRun(world, payroll, "2026-03");
  // After a week the bank returns the money of the advance.
  for (let days = 0; days < 12; days++) {
    await staff.travel(new Date(world.clock.now().getTime() + 24 * 3_600_000));
    await staff.delivery.run();
  }
  const refund = () =>
    staff.hr.attempt(refundAdvance, {
      params: pathOfAdvance(staff, advance),
      body: { date: world.clock.today() },
    });
  const early = await refund();
  expect([early.status, early.problem.code]).toEqual([409, "advance_recovered_unpaid"]);
  expect(early.problem.message).toContain(run.number);
  const { id: payslip_id } = await payslipIn(payroll.owner, run, { id: advance.employee_id });
  await payroll.disburser.call(markPayslipPaid, {
    params: { ...pathOfRun(run), payslip_id },
    body: { date: world.clock.today(), note: "Cash" },
  });
  expect((await refund()).status).toBe(201);
  const { allocations } = await staff.card(advance);
  expect(allocations.map(({ kind }) => kind)).toEqual(["PAYSLIP", "REFUND"]);
  expect(await ledgers()).toEqual([0n, 0n, 0n]);
});
