import { removeOpeningFigures, saveOpeningFigures } from "@kontor/contract/employees/pay";
import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";

import { setTenant } from "../../platform/scope.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { refusedFields } from "../../testing/employees.ts";
import { openFileWorld } from "../../testing/harness.ts";
import {
  addPaid,
  approvedRun,
  calculatedRun,
  openPayroll,
  payslipIn,
  type TestPayroll,
  type TestRun,
  type PaidEmployee,
  reversedRun,
  runWithout,
  trySubmit,
  tryDecide,
  recalculatedRun,
  bonusRun,
  currentRun,
} from "../../testing/payroll.ts";

/* Opening figures include months that were paid before Kontor; what payroll pays must not be among them. */

const world = await openFileWorld();
let payroll: TestPayroll;
let ada: PaidEmployee;
/** The clock is set to 10 March 2026. */
beforeEach(async () => {
  payroll = await openPayroll(world);
  ada = await addPaid(payroll, "A-1", { basic: "280000.00" });
  await addPaid(payroll, "A-2", { basic: "280000.00" });
});
afterAll(() => expectCoherentBooks(world));

const figures = {
  gross: "280000.00",
  benefits: null,
  pension: "22400.00",
  nhf: "0.00",
  tax: "28868.00",
};
const attempt = (through_month: string, version?: number) =>
  payroll.hr.attempt(saveOpeningFigures, {
    params: { ...ada, year: 2026 },
    body: { ...figures, through_month, ...(version === undefined ? {} : { version }) },
  });
const save = async (through_month: string, version?: number) => {
  const { status } = await attempt(through_month, version);
  expect(status).toBe(200);
};

const warningsOf = async (run: TestRun) =>
  (await payslipIn(payroll.owner, run, ada)).warning_details.map(({ code, blocks, month }) => [
    code,
    blocks,
    month,
  ]);

test("that would include a month that payroll has paid are refused at their month", async () => {
  const january = await approvedRun(world, payroll, "2026-01");
  for (const month of ["2026-01", "2026-02"]) {
    const reply = await attempt(month);
    expect(refusedFields(reply)).toEqual([422, "through_month"]);
    expect(reply.problem.errors?.[0]?.message).toContain("paid this employee for January 2026");
  }
  await reversedRun(payroll, january);
  await save("2026-01");
});

test("are not refused for a month from which the employee was excluded", async () => {
  const draft = await calculatedRun(world, payroll, "2026-01");
  await approvedRun(world, payroll, "2026-01", await runWithout(payroll, draft, ada));
  expect((await attempt("2026-01")).status).toBe(200);
});

test("that include the month of a run block the payslip until they end before it", async () => {
  await save("2026-02");
  const draft = await calculatedRun(world, payroll, "2026-02");
  expect(await warningsOf(draft)).toEqual([["month_in_opening_figures", true, null]]);
  expect(draft.next_step_refused).toContain("1 payslip");
  await save("2026-01", 1);
  const { changes } = await currentRun(payroll.preparer, draft);
  expect(changes).toEqual([expect.stringContaining("opening figures of Okafor A-1")]);
  const again = await recalculatedRun(world, payroll, draft);
  expect(await warningsOf(again)).toEqual([]);
  await approvedRun(world, payroll, "2026-02", again);
});

test("that a run did not know of void its approval", async () => {
  const draft = await calculatedRun(world, payroll, "2026-02");
  expect((await trySubmit(payroll.preparer, draft)).status).toBe(200);
  const submitted = await currentRun(payroll.owner, draft);
  await save("2026-02");
  const reply = await tryDecide(payroll.owner, submitted);
  expect([reply.status, reply.problem.code]).toEqual([409, "run_changed"]);
});

test("leave what comes once beside the month to an off-cycle run", async () => {
  await save("2026-02");
  const run = await bonusRun(world, payroll, ada, { period: "2026-02", amount: "50000.00" });
  expect(await warningsOf(run)).toEqual([]);
  await approvedRun(world, payroll, "2026-02", run);
  // The bonus was paid beside the month, so the figures may still include it.
  await save("2026-02", 1);
});

test("of before that include a paid month are a warning of the runs after it", async () => {
  await approvedRun(world, payroll, "2026-01");
  await world.database.transaction(async (tx) => {
    await setTenant(tx, ada.tenant_id);
    await sql`
      insert into opening_figures (tenant_id, employee_id, year, through_month, gross, pension, nhf, tax, recorded_at)
      values (${ada.tenant_id}, ${ada.id}, 2026, '2026-01-01', 28000000, 2240000, 0, 2886800, ${world.clock.now()})`.execute(
      tx,
    );
  });
  const draft = await calculatedRun(world, payroll, "2026-02");
  expect(await warningsOf(draft)).toEqual([["month_counted_twice", false, "2026-01"]]);
  await payroll.hr.call(removeOpeningFigures, { params: { ...ada, year: 2026 } });
  expect(await warningsOf(await recalculatedRun(world, payroll, draft))).toEqual([]);
});
