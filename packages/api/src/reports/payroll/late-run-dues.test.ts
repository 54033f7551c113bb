import { statutoryDuesReport } from "@kontor/contract/pay-reports/statutory-dues";
import { recordRemittance } from "@kontor/contract/payroll/remittances";
import { afterAll, expect, test } from "vitest";

import { nairaOf } from "../../testing/advances.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { addPaid, approvedRun, openPayroll, bonusRun } from "../../testing/payroll.ts";

const world = await openFileWorld();
const payroll = await openPayroll(world);
afterAll(() => expectCoherentBooks(world));

test("tax of a run that is paid after its month was remitted is due by its own payday", async () => {
  const ada = await addPaid(payroll, "A-1", { basic: "400000.00" }, { state_id: 24 });
  await approvedRun(world, payroll, "2026-02");
  const tax = async () => {
    const { rows } = await payroll.owner.call(statutoryDuesReport.read, {
      query: { period: "2026-02", scheme: "PAYE" },
    });
    expect(rows).toHaveLength(1);
    return rows[0];
  };
  const before = await tax();
  expect(before).toMatchObject({ due_on: "2026-03-10", remitted_on: null, status: "OPEN" });
  const which = { scheme: "PAYE", authority: "24", period: "2026-02" };
  const remit = (amount: bigint, paid_on: string) =>
    payroll.disburser.call(recordRemittance, {
      body: { ...which, amount: nairaOf(amount), paid_on },
    });
  await remit(1_00n, "2026-03-02");
  expect(await tax()).toMatchObject({
    due_on: "2026-03-10",
    remitted_on: "2026-03-02",
    status: "PARTLY",
  });
  await remit((before?.due ?? 0n) - 1_00n, "2026-03-09");
  expect(await tax()).toMatchObject({ status: "REMITTED", remitted_on: "2026-03-09" });
  const draft = await bonusRun(world, payroll, ada, { period: "2026-02", amount: "100000.00" });
  const bonus = await approvedRun(world, payroll, "2026-02", draft);
  expect(await tax()).toMatchObject({
    people: 1,
    due: (before?.due ?? 0n) + bonus.totals.paye,
    left: { amount: bonus.totals.paye, negative: false },
    due_on: "2026-04-10",
    remitted_on: "2026-03-09",
    status: "PARTLY",
  });
});
