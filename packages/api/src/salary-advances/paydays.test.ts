import { addPayItem } from "@kontor/contract/employees/pay";
import { payrollSettings } from "@kontor/contract/payroll/settings";
import { getSalaryAdvance } from "@kontor/contract/salary-advances/advances";
import { repayAdvance } from "@kontor/contract/salary-advances/repayments";
import { getAdvanceOffer } from "@kontor/contract/salary-advances/requests";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import {
  nairaOf,
  openAdvances,
  paidAdvance,
  pathOfAdvance,
  type AdvanceStaff,
  type TestAdvance,
} from "../testing/advances.ts";
import { expectCoherentBooks } from "../testing/coherence.ts";
import { openWorld, type World } from "../testing/harness.ts";
import { leaveOn } from "../testing/leaving.ts";
import {
  approvedRun,
  bonusRun,
  calculatedRun,
  payrollOf,
  payslipIn,
  testSettings,
} from "../testing/payroll.ts";

let world: World;
let staff: AdvanceStaff;

/** Today is 10 March; payday is the 25th. */
beforeEach(async () => {
  world = await openWorld();
  staff = await openAdvances(world);
  await staff.fund("500000.00");
});
afterEach(async () => {
  await expectCoherentBooks(world);
  await world.close();
});

/** An approved advance to an employee who earns enough for it. */
async function approvedOf(amount: string): Promise<TestAdvance> {
  const employee = await staff.employ({ monthly: "2000000.00" });
  const advance = await staff.request(employee, amount);
  expect((await staff.decide(advance, "APPROVED")).status).toBe(200);
  return advance;
}

const dueDays = async (advance: TestAdvance) =>
  (await staff.card(advance)).instalments.map(({ due }) => due);

describe("the plan of an advance", () => {
  test("begins with the first month without an approved payroll", async () => {
    const employee = await staff.employ();
    await staff.travel(new Date("2026-03-20T09:00:00Z"));
    const payroll = await payrollOf(world, staff);
    const params = { ...staff.home.path, id: employee.id };
    const next = async () => (await staff.hr.call(getAdvanceOffer, { params })).paydays[0];
    // Neither a draft nor an off-cycle run makes the month unavailable.
    const bonus = await bonusRun(world, payroll, params, { period: "2026-03", amount: "1000.00" });
    await approvedRun(world, payroll, "2026-03", bonus);
    const draft = await calculatedRun(world, payroll, "2026-03");
    expect(await next()).toBe("2026-03-25");
    await approvedRun(world, payroll, "2026-03", draft);
    const payOn = (pay_day: number) =>
      staff.platform.call(payrollSettings.save.organization, {
        params: staff.home.path,
        body: { ...testSettings, pay_day },
      });
    await payOn(1);
    expect(await next()).toBe("2026-04-01");
    await payOn(25);
    const advance = await staff.request(employee, "90000.00", { instalments: 2 });
    expect(await dueDays(advance)).toEqual(["2026-04-25", "2026-05-25"]);
    await staff.decide(advance, "APPROVED");
    await staff.send();
    await staff.travel(new Date("2026-04-20T09:00:00Z"));
    const later = await payrollOf(world, staff);
    const april = await calculatedRun(world, later, "2026-04");
    const { lines, net } = await payslipIn(later.preparer, april, employee);
    const { instalments, projected } = await staff.card(advance);
    const [first] = instalments;
    expect(lines.find(({ code }) => code.startsWith("advance:"))?.amount).toBe(first?.amount);
    // The tax is projected from the pay of the year so far, which began in March.
    expect(projected?.[0]?.left).toBe(net.amount);
  });

  test("is refused when it differs from the one shown", async () => {
    const employee = await staff.employ();
    const shown = (await staff.request(employee, "100000.00")).payback_amount;
    const other = await staff.employ();
    await staff.travel(new Date("2026-03-24T23:30:00Z"));
    const late = await staff.tryRequest(other, "100000.00", { payback_amount: nairaOf(shown) });
    expect([late.status, late.problem.code, late.problem.errors?.[0]?.path]).toEqual([
      409,
      "advance_plan_changed",
      "instalments",
    ]);
    expect(late.problem.message).toContain("25 Apr 2026");
  });

  test("is recovered in its months even if the payday moves", async () => {
    const employee = await staff.employ();
    const advance = await staff.request(employee, "90000.00", { instalments: 3 });
    await staff.decide(advance, "APPROVED");
    await staff.send();
    const payroll = await payrollOf(world, staff);
    await staff.platform.call(payrollSettings.save.organization, {
      params: staff.home.path,
      body: { ...testSettings, pay_day: 20 },
    });
    const run = await calculatedRun(world, payroll, "2026-03");
    expect(run.payday).toBe("2026-03-20");
    const { lines } = await payslipIn(payroll.preparer, run, employee);
    const [first] = (await staff.card(advance)).instalments;
    expect(lines.find(({ code }) => code.startsWith("advance:"))?.amount).toBe(first?.amount);
  });

  test("shows the amount of a month that is not repaid yet", async () => {
    const advance = await paidAdvance(staff, "90000.00", 3);
    const [first, second] = (await staff.card(advance)).instalments;
    await staff.hr.call(repayAdvance, {
      params: pathOfAdvance(staff, advance),
      body: { amount: nairaOf((first?.amount ?? 0n) + 100n), date: world.clock.today() },
    });
    const { projected } = await staff.card(advance);
    expect(projected?.map(({ due }) => due)).toEqual(["2026-04-25", "2026-05-25"]);
    expect(projected?.[0]?.instalment).toBe((second?.amount ?? 0n) - 100n);
  });

  test("is not covered by pay that deductions exceed", async () => {
    const advance = await paidAdvance(staff, "90000.00", 1);
    const leave = { name: "Unpaid leave", kind: "DEDUCTION", taxable: true, pensionable: false };
    await staff.hr.call(addPayItem, {
      params: { ...staff.home.path, id: advance.employee_id },
      body: { ...leave, amount: "400000.00", from_month: "2026-03", to_month: "2026-03" },
    });
    const { projected } = await staff.card(advance);
    expect(projected).toMatchObject([{ due: "2026-03-25", net: 0n, left: null }]);
  });
});

describe("a request decided late", () => {
  test("has a warning once a payday has passed, also under the Labour Act, and cannot be approved after the last", async () => {
    const employee = await staff.employ();
    const advance = await staff.request(employee, "90000.00", { instalments: 3 });
    expect((await staff.card(advance)).warns).toBe(false);
    await staff.travel(new Date("2026-03-26T09:00:00Z"));
    expect(await staff.card(advance)).toMatchObject({
      warns: true,
      ineligible: ["instalment_past"],
    });
    await staff.travel(new Date("2026-05-26T09:00:00Z"));
    const reply = await staff.decide(advance, "APPROVED");
    expect([reply.status, reply.problem.code]).toEqual([409, "advance_due_past"]);
    expect(reply.problem.message).toContain("25 May 2026");
    expect((await staff.decide(advance, "REJECTED")).status).toBe(200);
  });

  test("is not sent after its last payday, and says why", async () => {
    const advance = await approvedOf("600000.00");
    expect((await staff.card(advance)).obstacle?.code).toBe("funds_missing");
    await staff.travel(new Date("2026-03-26T09:00:00Z"));
    await staff.fund("500000.00");
    await staff.send();
    const card = await staff.card(advance);
    expect([card.status, card.transfers, card.obstacle?.code]).toEqual([
      "APPROVED",
      [],
      "instalments_past",
    ]);
  });
});

test("an advance is approved and sent until its last payday, to who works until that day", async () => {
  const approved = await approvedOf("600000.00");
  const pending = await staff.request(await staff.employ(), "10000.00");
  for (const { employee_id } of [approved, pending]) {
    await leaveOn(staff, { ...staff.home.path, id: employee_id }, "2026-03-25");
  }
  await staff.travel(new Date("2026-03-25T09:00:00Z"));
  const { projected } = await staff.card(pending);
  expect(projected?.map(({ due }) => due)).toEqual(["2026-03-25"]);
  expect((await staff.decide(pending, "APPROVED")).status).toBe(200);
  await staff.fund("500000.00");
  await staff.send();
  for (const advance of [approved, pending]) {
    expect(await staff.card(advance)).toMatchObject({ status: "PAID", due_date: "2026-03-25" });
  }
});

describe("the wallet on the card", () => {
  const walletOf = async (advance: TestAdvance) => {
    const { wallet } = await staff.platform.call(getSalaryAdvance, {
      params: pathOfAdvance(staff, advance),
    });
    return wallet && [wallet.balance, wallet.promised, wallet.missing];
  };

  test("has no shortfall while the money is on its way", async () => {
    const advance = await approvedOf("500000.00");
    expect((await staff.card(advance)).transfers.map(({ status }) => status)).toEqual(["PENDING"]);
    expect(await walletOf(advance)).toEqual([0n, 0n, 0n]);
    await staff.send();
  });

  test("promises money to advances sent before, not to those waiting behind or without an account", async () => {
    const blocked = await staff.request(await staff.employ({ ending: null }), "10000.00");
    expect((await staff.decide(blocked, "APPROVED")).status).toBe(200);
    const first = await approvedOf("600000.00");
    const behind = await approvedOf("400000.00");
    expect(await walletOf(first)).toEqual([50_000_000n, 0n, 10_000_000n]);
    expect(await walletOf(behind)).toEqual([50_000_000n, 60_000_000n, 50_000_000n]);
  });
});
