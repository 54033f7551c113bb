import { addPayItem } from "@kontor/contract/employees/pay";
import * as payslips from "@kontor/contract/payroll/payslips";
import * as runs from "@kontor/contract/payroll/runs";
import { payrollSettings } from "@kontor/contract/payroll/settings";
import * as steps from "@kontor/contract/payroll/steps";
import { afterAll, describe, expect, test } from "vitest";

import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { leaveOn } from "../../testing/leaving.ts";
import {
  addPaid,
  calculatedRun,
  openPayroll,
  payslipIn,
  runCalculations,
  setPay,
  testSettings,
  recalculatedRun,
} from "../../testing/payroll.ts";

const world = await openFileWorld();
afterAll(() => expectCoherentBooks(world));

describe("a draft", () => {
  test("names what has changed since, and is right when recalculated", async () => {
    const payroll = await openPayroll(world);
    const { home, hr, owner, preparer } = payroll;
    const one = await addPaid(payroll, "A-1", { basic: "100000.00" });
    const gone = await addPaid(
      payroll,
      "A-2",
      { basic: "100000.00" },
      { start_date: "2026-02-10" },
    );
    const { id } = await calculatedRun(world, payroll, "2026-02");
    const changes = async () => {
      const run = await preparer.call(runs.getRun, { params: { ...home.path, id } });
      const [listed] = await preparer.call(runs.listRuns);
      expect([run.stale, listed?.stale]).toEqual(Array(2).fill(run.changes.length > 0));
      return run.changes;
    };
    expect(await changes()).toEqual([]);
    await setPay(payroll, one, "2026-02-15", { basic: "150000.00" });
    // A rate of later months does not affect this run.
    await setPay(payroll, one, "2026-03-01", { basic: "180000.00" });
    expect(await changes()).toEqual(["The pay rates of Okafor A-1, Ada have changed."]);
    await hr.call(addPayItem, {
      params: one,
      body: {
        name: "Bonus",
        kind: "EARNING",
        amount: "5000.00",
        taxable: true,
        pensionable: false,
        from_month: "2026-02",
        to_month: "2026-02",
      },
    });
    await leaveOn(payroll, gone, "2026-02-20");
    await addPaid(payroll, "A-9", { basic: "70000.00" });
    await owner.call(payrollSettings.save.organization, {
      params: home.path,
      body: { ...testSettings, nsitf_active: false },
    });
    expect(await changes()).toEqual([
      "The payroll settings have changed.",
      "The pay rates of Okafor A-1, Ada have changed.",
      "The pay items of Okafor A-1, Ada have changed.",
      "The employment of Okafor A-2, Ada has changed.",
      "Okafor A-9, Ada is now on the payroll.",
    ]);
    const again = await recalculatedRun(world, payroll, { ...payroll.home.path, id });
    expect(await changes()).toEqual([]);
    expect(again.totals.nsitf).toBe(0n);
    const payslip = await payslipIn(preparer, again, one);
    // 14 of 28 days at 100,000, 14 at 150,000, and the bonus.
    expect(payslip.gross.amount).toBe(12_500_000n + 500_000n);
  });

  test("is recalculated and discarded only in its latest version", async () => {
    const payroll = await openPayroll(world);
    const { home, preparer } = payroll;
    await addPaid(payroll, "A-1", { basic: "100000.00" });
    const { id, version } = await calculatedRun(world, payroll, "2026-02");
    const params = { ...home.path, id };
    const replies = await Promise.all(
      [1, 2, 3].map(() => preparer.attempt(steps.calculateRun, { params, body: { version } })),
    );
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    const waiting = await preparer.call(runs.getRun, { params });
    expect(waiting.calculation.state).toBe("WAITING");
    const all = await preparer.call(payslips.listPayslips, { params });
    const early = await preparer.attempt(payslips.excludePayslip, {
      params: { ...params, payslip_id: all[0]?.id },
      body: { excluded: true, reason: "Early" },
    });
    expect([early.status, early.problem.code]).toEqual([409, "run_calculating"]);
    await runCalculations(world);
    const stale = await preparer.attempt(steps.discardRun, { params, query: { version } });
    expect([stale.status, stale.problem.code]).toEqual([409, "changed_meanwhile"]);
    const now = await preparer.call(runs.getRun, { params });
    expect(
      await preparer.call(steps.discardRun, { params, query: { version: now.version } }),
    ).toEqual({
      done: true,
    });
    expect((await preparer.attempt(runs.getRun, { params })).status).toBe(404);
    // The month is free again, and its number is not given twice.
    expect((await calculatedRun(world, payroll, "2026-02")).number).toBe("PR-000002");
  });

  test("a calculation that is superseded stores nothing", async () => {
    const payroll = await openPayroll(world);
    const { home, preparer } = payroll;
    for (const number of [1, 2, 3]) await addPaid(payroll, `A-${number}`, { basic: "100000.00" });
    const { id } = await preparer.call(runs.startRun, {
      params: home.path,
      body: { period: "2026-02", cycle: "REGULAR" },
    });
    const params = { ...home.path, id };
    const again = async () => {
      const { version } = await preparer.call(runs.getRun, { params });
      await preparer.attempt(steps.calculateRun, { params, body: { version } });
    };
    await Promise.all([runCalculations(world), again(), runCalculations(world), again()]);
    await runCalculations(world);
    const run = await preparer.call(runs.getRun, { params });
    expect(run).toMatchObject({ people: 3, stale: false, calculation: { state: "DONE", done: 3 } });
  });
});
