import { getEmployee, savePersonal } from "@kontor/contract/employees/employees";
import { markPayslipPaid, reverseOutsidePayment } from "@kontor/contract/payroll/payslips";
import { recordRemittance, reverseRemittance } from "@kontor/contract/payroll/remittances";
import { markRunPaid } from "@kontor/contract/payroll/steps";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";

import { setTenant } from "../../platform/scope.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { untilLocked } from "../../testing/eventually.ts";
import { openFileWorld } from "../../testing/harness.ts";
import {
  addPaid,
  approvedRun,
  openPayroll,
  pathOfRun,
  payslipIn,
  type TestPayroll,
} from "../../testing/payroll.ts";

const world = await openFileWorld();
afterAll(() => expectCoherentBooks(world));

/** Rows of an organization that others have locked. */
const lockedAmong = (table: "ledgers" | "payslips", tenantId: number) => sql<{ id: number }>`
  select id from ${sql.table(table)}
  where tenant_id = ${tenantId} and id not in (
    select id from (
      select id from ${sql.table(table)} where tenant_id = ${tenantId} for share skip locked) free)`;

/**
 * Runs a call while another transaction holds a lock on the first payslip of the organization. @returns its
 * reply, and how many ledgers and payslips it had locked by then.
 */
async function behindPayslips<Reply>(
  { home: { tenant_id } }: TestPayroll,
  act: () => Promise<Reply>,
): Promise<{ reply: Reply; locked: [ledgers: number, payslips: number] }> {
  const { reply, locked } = await world.database.transaction(async (tx) => {
    await setTenant(tx, tenant_id);
    await sql`select from payslips where tenant_id = ${tenant_id} order by id limit 1 for update`.execute(
      tx,
    );
    const acting = act();
    await untilLocked(world.database);
    const ledgers = await lockedAmong("ledgers", tenant_id).execute(tx);
    const payslips = await lockedAmong("payslips", tenant_id).execute(tx);
    return { reply: acting, locked: [ledgers.rows.length, payslips.rows.length] as const };
  });
  return { reply: await reply, locked: [...locked] };
}

// Disbursements and remittances lock payslips and then ledgers; a transaction that locks them in the other
// order could deadlock with them.

test("a payment by other means is taken back by the order in which all lock payslips and ledgers", async () => {
  const payroll = await openPayroll(world);
  const { disburser } = payroll;
  const one = await addPaid(payroll, "A-1", { basic: "100000.00" });
  const run = await approvedRun(world, payroll, "2026-02");
  const { id: payslip_id } = await payslipIn(disburser, run, one);
  const params = { ...pathOfRun(run), payslip_id };
  const body = { date: world.clock.today(), note: "Cash" };
  await disburser.call(markPayslipPaid, { params, body });
  const { reply, locked } = await behindPayslips(payroll, () =>
    disburser.attempt(reverseOutsidePayment, { params, body: { reason: "Wrong person" } }),
  );
  expect([locked, reply.status]).toEqual([[0, 0], 201]);
});

test("so is a remittance reversed", async () => {
  const payroll = await openPayroll(world);
  const { disburser, hr } = payroll;
  const params = await addPaid(payroll, "A-1", { basic: "400000.00" });
  await approvedRun(world, payroll, "2026-01");
  // The state of residence is recorded after the approval, so the payslip stores to whom its tax was
  // remitted.
  const { version } = await hr.call(getEmployee, { params });
  const personal = { first_name: "Ada", last_name: "Okafor", state_id: 24, version };
  await hr.call(savePersonal, { params, body: personal });
  const { id } = await disburser.call(recordRemittance, {
    body: {
      scheme: "PAYE",
      authority: "24",
      period: "2026-01",
      paid_on: "2026-02-09",
      amount: "100.00",
    },
  });
  const { reply, locked } = await behindPayslips(payroll, () =>
    disburser.attempt(reverseRemittance, { params: { id }, body: { reason: "Wrong state" } }),
  );
  expect([locked, reply.status]).toEqual([[0, 0], 201]);
});

test("the payslips of a run are locked in the order of their ids", async () => {
  const payroll = await openPayroll(world);
  const { disburser } = payroll;
  // By name the second comes first.
  await addPaid(payroll, "Z-1", { basic: "100000.00" });
  await addPaid(payroll, "A-2", { basic: "100000.00" });
  const run = await approvedRun(world, payroll, "2026-02");
  const body = { date: world.clock.today(), note: "Bank file", mail_payslips: false };
  const { reply, locked } = await behindPayslips(payroll, () =>
    disburser.attempt(markRunPaid, {
      params: pathOfRun(run),
      body: { ...body, version: run.version },
    }),
  );
  expect([locked, reply.status]).toEqual([[0, 0], 200]);
});
