import { addDays } from "@kontor/books/calendar-date";
import { setPeriodLock } from "@kontor/contract/accounting/periods";
import {
  advancesAgeingReport,
  advancesOutstandingReport,
} from "@kontor/contract/pay-reports/advances-outstanding";
import { reconciliationReport } from "@kontor/contract/reports/reconciliation";
import { afterAll, beforeAll, expect, test } from "vitest";

import { openAdvances, paidAdvance, type AdvanceStaff } from "../../testing/advances.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { approvedRun, payrollOf, type TestPayroll } from "../../testing/payroll.ts";

const world = await openFileWorld();
let staff: AdvanceStaff;
let payroll: TestPayroll;

beforeAll(async () => {
  world.clock.set(new Date("2026-03-10T09:00:00Z"));
  staff = await openAdvances(world);
  payroll = await payrollOf(world, staff);
  await staff.fund("1000000.00");
});
afterAll(() => expectCoherentBooks(world));

test("a payroll recovery for a locked month counts from the day of its entry", async () => {
  const advance = await paidAdvance(staff, "90000.00", 3);
  await staff.travel(new Date("2026-04-05T09:00:00Z"));
  const locked_until = "2026-03-31";
  await payroll.owner.call(setPeriodLock, { body: { locked_until, reason: "March is closed" } });
  await approvedRun(world, payroll, "2026-03");
  const [recovered] = (await staff.card(advance)).allocations;
  expect(recovered?.principal).toBeGreaterThan(0n);
  expect(recovered?.date).toBe(addDays(locked_until, 1));
  for (const [as_of, owed] of [
    [locked_until, 9_000_000n],
    [addDays(locked_until, 1), 9_000_000n - (recovered?.principal ?? 0n)],
  ] as const) {
    const query = { as_of };
    const { receivable, totals } = await payroll.owner.call(advancesOutstandingReport.read, {
      query,
    });
    expect([receivable.principal.amount, receivable.difference.amount]).toEqual([owed, 0n]);
    const ageing = await payroll.owner.call(advancesAgeingReport.read, { query });
    expect(ageing.totals.outstanding).toBe(totals.outstanding.amount);
    const { rows } = await payroll.owner.call(reconciliationReport.read, {
      query: { ...query, part: "receivable" },
    });
    expect(rows.map(({ records, difference }) => [records.amount, difference.amount])).toEqual([
      [owed, 0n],
    ]);
  }
});
