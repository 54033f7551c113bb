import { getEmployee } from "@kontor/contract/employees/employees";
import { suspendEmployee } from "@kontor/contract/employees/leaving";
import * as payslips from "@kontor/contract/payroll/payslips";
import * as runs from "@kontor/contract/payroll/runs";
import * as steps from "@kontor/contract/payroll/steps";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { expectCoherentBooks } from "../../testing/coherence.ts";
import { download, pdfText } from "../../testing/files.ts";
import { openWorld, type World } from "../../testing/harness.ts";
import {
  addPaid,
  calculatedRun,
  openPayroll,
  payslipIn,
  runCalculations,
  type TestPayroll,
} from "../../testing/payroll.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  await expectCoherentBooks(world);
  await world.close();
});

async function recalculated({ home, preparer }: TestPayroll, id: number) {
  const params = { ...home.path, id };
  const { version } = await preparer.call(runs.getRun, { params });
  await preparer.call(steps.calculateRun, { params, body: { version } });
  await runCalculations(world);
  return preparer.call(runs.getRun, { params });
}

describe("a calculation", () => {
  test("leaves out suspended employees, unless they are included again", async () => {
    const payroll = await openPayroll(world);
    const { hr, preparer, home } = payroll;
    const one = await addPaid(payroll, "A-1", { basic: "100000.00" });
    await addPaid(payroll, "A-2", { basic: "200000.00" });
    const { version } = await hr.call(getEmployee, { params: one });
    await hr.call(suspendEmployee, {
      params: one,
      body: { suspended: true, reason: "Under investigation", version },
    });
    const run = await calculatedRun(world, payroll, "2026-02");
    expect(run).toMatchObject({ people: 1, excluded: 1, totals: { gross: 20_000_000n } });
    const payslip = await payslipIn(preparer, run, one);
    expect(payslip).toMatchObject({ excluded: true, excluded_reason: "Suspended" });
    const params = { ...home.path, id: run.id, payslip_id: payslip.id };
    const { bytes } = await download(world, preparer, payslips.getPayslipPdf, { params });
    const text = pdfText(bytes);
    expect(text).toContain("Excluded from this payroll run: nothing is paid");
    expect(text).toContain("Net pay as calculated, not paid");
    const taken = await preparer.call(payslips.excludePayslip, {
      params,
      body: { excluded: false },
    });
    expect(taken).toMatchObject({ excluded: false, excluded_reason: "" });
    const again = await recalculated(payroll, run.id);
    expect(again).toMatchObject({ people: 2, excluded: 0, totals: { gross: 30_000_000n } });
    const left = { excluded: true, reason: "Paid in cash" };
    const out = await preparer.call(payslips.excludePayslip, { params, body: left });
    expect(out).toMatchObject({ id: payslip.id, excluded: true, excluded_reason: "Paid in cash" });
    expect((await recalculated(payroll, run.id)).people).toBe(1);
    const reasonless = await preparer.attempt(payslips.excludePayslip, {
      params,
      body: { excluded: true },
    });
    expect([reasonless.status, reasonless.problem.errors]).toEqual([
      422,
      [{ path: "reason", message: "Enter why the employee is excluded." }],
    ]);
  });

  test("leaves out who is suspended after the first calculation, and pays who no longer is", async () => {
    const payroll = await openPayroll(world);
    const { hr, preparer, home } = payroll;
    const one = await addPaid(payroll, "A-1", { basic: "100000.00" });
    await addPaid(payroll, "A-2", { basic: "200000.00" });
    const suspend = async (suspended: boolean) => {
      const { version } = await hr.call(getEmployee, { params: one });
      await hr.call(suspendEmployee, {
        params: one,
        body: { suspended, reason: "Leave", version },
      });
    };
    const { id } = await calculatedRun(world, payroll, "2026-02");
    await suspend(true);
    expect(await recalculated(payroll, id)).toMatchObject({ people: 1, excluded: 1, stale: false });
    await suspend(false);
    const again = await recalculated(payroll, id);
    expect(again).toMatchObject({ people: 2, excluded: 0 });
    const { id: payslip_id } = await payslipIn(preparer, again, one);
    const params = { ...home.path, id, payslip_id };
    const exclude = (excluded: boolean, reason?: string) =>
      preparer.call(payslips.excludePayslip, { params, body: { excluded, reason } });
    await exclude(true, "Paid in cash");
    await exclude(false);
    await suspend(true);
    expect(await recalculated(payroll, id)).toMatchObject({ people: 1, excluded: 1 });
  });
});
