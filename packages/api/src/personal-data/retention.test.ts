import { listEntries } from "@kontor/contract/accounting/entries";
import { getEmployee, savePersonal } from "@kontor/contract/employees/employees";
import { leaveEmployment } from "@kontor/contract/employees/leaving";
import { markPayslipPaid, reverseOutsidePayment } from "@kontor/contract/payroll/payslips";
import { getRun } from "@kontor/contract/payroll/runs";
import { calculateRun, submitRun } from "@kontor/contract/payroll/steps";
import { inviteToPortal } from "@kontor/contract/portal/invitation";
import { repayAdvance } from "@kontor/contract/salary-advances/repayments";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";

import { setTenant } from "../platform/scope.ts";
import { addressHash } from "../portal/accounts.ts";
import { nairaOf, openAdvances, paidAdvance, pathOfAdvance } from "../testing/advances.ts";
import { expectCoherentBooks } from "../testing/coherence.ts";
import { openFileWorld } from "../testing/harness.ts";
import {
  addPaid,
  approvedRun,
  calculatedRun,
  openPayroll,
  pathOfRun,
  payslipIn,
  runCalculations,
  setPay,
} from "../testing/payroll.ts";
import { eraseAfterThePeriod } from "./retention.ts";

const start = new Date("2026-03-10T09:00:00Z");
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

const world = await openFileWorld();
afterAll(() => expectCoherentBooks(world));

/** Moves the clock past the retention period, erases everybody who left, and moves it back. */
async function retain(): Promise<void> {
  world.clock.set(new Date("2033-01-01T09:00:00Z"));
  await eraseAfterThePeriod({ ...world, log });
  world.clock.set(start);
}

/** Whether an address has an invitation to the portal. */
const opensPortal = async (email: string) => {
  const { rows } = await world.database.statement((db) =>
    sql`select from portal_addresses where address_hash = ${addressHash(email)}`.execute(db),
  );
  return rows.length > 0;
};

test("clears the notes on repayments of an advance after the period", async () => {
  const staff = await openAdvances(world);
  await staff.fund("1000.00");
  const [gone, kept] = [await paidAdvance(staff, "300.00"), await paidAdvance(staff, "300.00")];
  for (const advance of [gone, kept]) {
    const { owed } = await staff.card(advance);
    const body = {
      amount: nairaOf(owed.total),
      date: "2026-03-10",
      note: "From the sister in Kano",
    };
    await staff.hr.call(repayAdvance, { params: pathOfAdvance(staff, advance), body });
  }
  const params = { ...staff.home.path, id: gone.employee_id };
  const { version } = await staff.hr.call(getEmployee, { params });
  await staff.hr.call(leaveEmployment, {
    params,
    body: { exit_date: "2026-03-01", reason: "RESIGNED", note: "", owed: [], version },
  });
  await retain();
  const notesOf = async (advance: { id: number }) =>
    (await staff.card(advance)).allocations.map(({ note }) => note);
  expect(await notesOf(gone)).toEqual([""]);
  expect(await notesOf(kept)).toEqual(["From the sister in Kano"]);
  // The function itself clears no notes about somebody who is not erased, whoever calls it.
  const cleared = world.database.transaction(async (tx) => {
    await setTenant(tx, staff.home.tenant_id);
    await sql`select forget_notes(${staff.home.tenant_id}, ${kept.employee_id})`.execute(tx);
  });
  await expect(cleared).rejects.toMatchObject({ code: "42501" });
});

test("payments by other means name nobody in the books, and after the period nobody in the run's history", async () => {
  const payroll = await openPayroll(world);
  const { disburser, hr, owner } = payroll;
  const email = "a@example.com";
  const gone = await addPaid(payroll, "A-1", { basic: "100000.00" }, { email });
  const kept = await addPaid(payroll, "A-2", { basic: "100000.00" });
  await hr.call(inviteToPortal, { params: gone });
  const run = await approvedRun(world, payroll, "2026-02");
  for (const employee of [gone, kept]) {
    const payslip = await payslipIn(disburser, run, employee);
    const params = { ...pathOfRun(run), payslip_id: payslip.id };
    const body = { date: "2026-03-10", note: "Cash at the gate" };
    await disburser.call(markPayslipPaid, { params, body });
    await disburser.call(reverseOutsidePayment, { params, body: { reason: "Handed to a cousin" } });
    await disburser.call(markPayslipPaid, { params, body });
  }
  const { data: entries } = await owner.list(listEntries, {});
  const narrations = entries
    .map(({ narration }) => narration)
    .filter((text) => text.includes("gate"));
  expect(narrations).toHaveLength(4);
  expect(narrations.filter((text) => !/^Pay February 2026 of A-[12], /.test(text))).toEqual([]);
  const reasons = async () =>
    (await disburser.call(getRun, { params: pathOfRun(run) })).events
      .filter(({ event }) => event === "PAYMENT_REVERSED")
      .map(({ reason }) => reason);
  expect(await reasons()).toEqual(["A-1: Handed to a cousin", "A-2: Handed to a cousin"]);
  expect(await opensPortal(email)).toBe(true);
  const { personal, version: invited } = await hr.call(getEmployee, { params: gone });
  const { state: _state, local_government: _government, ...now } = personal;
  const moved = { ...now, email: "b@example.com", version: invited };
  await hr.call(savePersonal, { params: gone, body: moved });
  await hr.call(inviteToPortal, { params: gone });
  // A new address replaces the former one at once.
  expect([await opensPortal(email), await opensPortal("b@example.com")]).toEqual([false, true]);
  const { version } = await hr.call(getEmployee, { params: gone });
  await hr.call(leaveEmployment, {
    params: gone,
    body: { exit_date: "2026-03-01", reason: "RESIGNED", note: "", owed: [], version },
  });
  await retain();
  expect(await reasons()).toEqual(["", "A-2: Handed to a cousin"]);
  expect(await opensPortal("b@example.com")).toBe(false);
});

test("after the period, the reasons of voided submissions no longer name the employee", async () => {
  const payroll = await openPayroll(world);
  const { hr, preparer, disburser } = payroll;
  const gone = await addPaid(payroll, "E", { basic: "100000.00" });
  const kept = await addPaid(payroll, "E-2", { basic: "100000.00" });
  const draft = await calculatedRun(world, payroll, "2026-02");
  const params = pathOfRun(draft);
  for (const employee of [gone, kept]) {
    const { version } = await preparer.call(getRun, { params });
    const submitted = await preparer.call(submitRun, { params, body: { version } });
    await setPay(payroll, employee, "2026-02-01", { basic: `${employee.id}000.00` });
    await preparer.call(calculateRun, { params, body: { version: submitted.version } });
    await runCalculations(world);
  }
  const run = await approvedRun(world, payroll, "2026-02", await preparer.call(getRun, { params }));
  const { id: payslip_id } = await payslipIn(disburser, run, gone);
  const paid = { date: "2026-03-10", note: "Cash at the gate" };
  await disburser.call(markPayslipPaid, { params: { ...params, payslip_id }, body: paid });
  const reasons = async () => {
    const { events } = await preparer.call(getRun, { params });
    return events.flatMap(({ event, reason }) => (event === "VOIDED" ? [reason] : []));
  };
  const before = await reasons();
  expect(before).toEqual([
    "The pay rates of Okafor E, Ada have changed.",
    "The pay rates of Okafor E-2, Ada have changed.",
  ]);
  const { version } = await hr.call(getEmployee, { params: gone });
  await hr.call(leaveEmployment, {
    params: gone,
    body: { exit_date: "2026-03-01", reason: "RESIGNED", note: "", owed: [], version },
  });
  await retain();
  expect(await reasons()).toEqual(["The pay rates of Erased Employee have changed.", before[1]]);
});
