import { addPayItem } from "@kontor/contract/employees/pay";
import { statutoryScheduleReport } from "@kontor/contract/pay-reports/statutory-schedules";
import { afterAll, expect, test } from "vitest";

import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { addPaid, approvedRun, openPayroll } from "../../testing/payroll.ts";

const world = await openFileWorld();
const payroll = await openPayroll(world);
afterAll(() => expectCoherentBooks(world));

/** The rows of the return of 2026 by staff number. */
async function rowsByStaffNo() {
  const { rows } = await payroll.owner.call(statutoryScheduleReport.read, {
    query: { kind: "H1", period: "2026" },
  });
  return new Map(rows.map((row) => [row.staff_no, row]));
}

test("pay that is free of tax is deducted, so that the net income is what the tax was computed on", async () => {
  const free = await addPaid(payroll, "A-1", { basic: "500000.00" });
  await addPaid(payroll, "A-2", { basic: "500000.00" });
  const item = { name: "Expenses", kind: "EARNING", amount: "300000.00" };
  const treatment = { taxable: false, pensionable: false };
  await payroll.hr.call(addPayItem, {
    params: free,
    body: { ...item, ...treatment, from_month: "2026-01", to_month: "2026-01" },
  });
  await approvedRun(world, payroll, "2026-01");
  const [one, other] = await rowsByStaffNo().then((rows) => [rows.get("A-1"), rows.get("A-2")]);
  // 8% of pension, and what is free of tax.
  expect([one?.gross.amount, one?.reliefs]).toEqual([80_000_000n, 4_000_000n + 30_000_000n]);
  expect([other?.gross.amount, other?.reliefs]).toEqual([50_000_000n, 4_000_000n]);
  expect([one?.chargeable, one?.amount]).toEqual([other?.chargeable, other?.amount]);
  expect(one?.chargeable.amount).toBe(46_000_000n);
});
