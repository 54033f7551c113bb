import { addPayItem, listPayItems, savePayItem } from "@kontor/contract/employees/pay";
import { payrollRegisterReport } from "@kontor/contract/pay-reports/payroll-register";
import { signedKobo } from "@kontor/contract/payroll/runs";
import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";

import { setTenant } from "../../platform/scope.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld } from "../../testing/harness.ts";
import {
  addPaid,
  approvedRun,
  balancesByName,
  calculatedRun,
  openPayroll,
  reversedRun,
  type PaidEmployee,
  type TestPayroll,
  type TestRun,
} from "../../testing/payroll.ts";

/* Ada earns ₦300,000 a month: ₦200,000 basic, ₦60,000 housing, ₦30,000 transport, ₦10,000 other. */

const world = await openFileWorld();
let payroll: TestPayroll;
let ada: PaidEmployee;
/** The clock is set to 10 March 2026. */
beforeEach(async () => {
  payroll = await openPayroll(world);
  ada = await addPaid(payroll, "A-1", pay);
});
afterAll(() => expectCoherentBooks(world));

const pay = {
  basic: "200000.00",
  housing: "60000.00",
  transport: "30000.00",
  other: "10000.00",
};
const leave = { name: "Unpaid leave", kind: "DEDUCTION", taxable: true, pensionable: true };
const bonus = { name: "Bonus", kind: "EARNING", taxable: true, pensionable: false };

function add(item: object, amount: string, month = "2026-01", employee = ada) {
  const body = { ...item, amount, from_month: month, to_month: month };
  return payroll.hr.call(addPayItem, { params: employee, body });
}

async function change(item: { name: string }, amount: string): Promise<void> {
  const items = await payroll.hr.call(listPayItems, { params: ada });
  const saved = items.find(({ name }) => name === item.name);
  if (saved === undefined) throw new Error(`there is no ${item.name}`);
  const { id: item_id, version, from_month, to_month } = saved;
  const body = { ...item, amount, from_month, to_month, version };
  await payroll.hr.call(savePayItem, { params: { ...ada, item_id }, body });
}

/** The staff costs that a run posts besides the employer's contributions, in naira, by ledger. */
function costs({ posting }: TestRun): Record<string, number> {
  return Object.fromEntries(
    posting.flatMap(({ ledger, dc, amount }) => {
      const name = ledger.slice(ledger.indexOf(" ") + 1);
      const isCost = /salaries$|allowances$|^Bonuses/.test(name);
      return isCost ? [[name, Number(dc === "DR" ? amount : -amount) / 100]] : [];
    }),
  );
}

test("unpaid leave lowers each salary ledger in proportion, beside a bonus that is whole", async () => {
  await add(leave, "100000.00");
  await add(bonus, "50000.00");
  const run = await approvedRun(world, payroll, "2026-01");
  const posted = {
    "Basic salaries": 133_333.33,
    "Housing allowances": 40_000,
    "Transport allowances": 20_000,
    "Other allowances": 6_666.67,
    "Bonuses and other pay": 50_000,
  };
  expect(costs(run)).toEqual(posted);
  const balances = await balancesByName(world, payroll);
  for (const [name, amount] of Object.entries(posted)) {
    expect(balances[name]).toBe(BigInt(Math.round(amount * 100)));
  }
  const { totals } = await payroll.owner.call(payrollRegisterReport.read, {
    query: { tenant_id: payroll.home.tenant_id, period: "2026-01" },
  });
  const { basic, housing, transport, other, items, gross } = totals;
  expect(
    [basic, housing, transport, other, items].map((each) => Number(signedKobo(each)) / 100),
  ).toEqual(Object.values(posted));
  expect(signedKobo(gross)).toBe(25_000_000n);
});

test("leave alone posts nothing to bonuses, and a reversal takes back what was posted", async () => {
  const bea = await addPaid(payroll, "A-2", pay, { start_date: "2026-01-17" });
  await add(leave, "300000.00");
  // She earns 15 of 31 days, 145,161.29, and half of it is leave.
  await add(leave, "72580.65", "2026-01", bea);
  const run = await approvedRun(world, payroll, "2026-01");
  expect(costs(run)).toEqual({
    "Basic salaries": 48_387.09,
    "Housing allowances": 14_516.13,
    "Transport allowances": 7_258.07,
    "Other allowances": 2_419.35,
  });
  await reversedRun(payroll, run);
  expect(await balancesByName(world, payroll)).toEqual({});
});

test("leave that was recorded late lowers salaries by the rate then", async () => {
  await approvedRun(world, payroll, "2026-01");
  await add(leave, "30000.00");
  await add(bonus, "50000.00");
  const run = await calculatedRun(world, payroll, "2026-01", {
    cycle: "OFF_CYCLE",
    title: "Bonus",
    employee_ids: [ada.id],
  });
  expect(costs(await approvedRun(world, payroll, "2026-01", run))).toEqual({
    "Basic salaries": -20_000,
    "Housing allowances": -6_000,
    "Transport allowances": -3_000,
    "Other allowances": -1_000,
    "Bonuses and other pay": 50_000,
  });
});

test("leave that was too long raises salaries again, and only a bonus taken back lowers bonuses", async () => {
  await add(leave, "100000.00");
  await add(bonus, "50000.00");
  await approvedRun(world, payroll, "2026-01");
  await change(leave, "40000.00");
  await change(bonus, "20000.00");
  expect(costs(await approvedRun(world, payroll, "2026-02"))).toEqual({
    "Basic salaries": 240_000,
    "Housing allowances": 72_000,
    "Transport allowances": 36_000,
    "Other allowances": 12_000,
    "Bonuses and other pay": -30_000,
  });
});

test("a run that was calculated when leave lowered other pay posts and reverses what it says", async () => {
  await add(leave, "100000.00");
  await add(bonus, "50000.00");
  const draft = await calculatedRun(world, payroll, "2026-01");
  await world.database.transaction(async (tx) => {
    await setTenant(tx, draft.tenant_id);
    await sql`
      update payslips set basic = 20000000, housing = 6000000, transport = 3000000, other = 1000000, items = -5000000
      where tenant_id = ${draft.tenant_id} and run_id = ${draft.id}`.execute(tx);
  });
  const run = await approvedRun(world, payroll, "2026-01", draft);
  expect(costs(run)).toEqual({
    "Basic salaries": 200_000,
    "Housing allowances": 60_000,
    "Transport allowances": 30_000,
    "Other allowances": 10_000,
    "Bonuses and other pay": -50_000,
  });
  await expectCoherentBooks(world);
  await reversedRun(payroll, run);
  expect(await balancesByName(world, payroll)).toEqual({});
});
