import { listEntries } from "@kontor/contract/accounting/entries";
import { getEmployee, savePersonal } from "@kontor/contract/employees/employees";
import { addBranch } from "@kontor/contract/organizations/branches";
import { markPayslipPaid, reverseOutsidePayment } from "@kontor/contract/payroll/payslips";
import { getRun } from "@kontor/contract/payroll/runs";
import { calculateRun, disburseRun, submitRun } from "@kontor/contract/payroll/steps";
import { inviteToPortal } from "@kontor/contract/portal/invitation";
import { repayAdvance } from "@kontor/contract/salary-advances/repayments";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";

import { payslipOutcomeHandler } from "../payroll/steps/outcomes.ts";
import { withOwnerClient, type Database } from "../platform/database/database.ts";
import { setTenant } from "../platform/scope.ts";
import { addressHash } from "../portal/accounts.ts";
import {
  approvedAdvance,
  nairaOf,
  openAdvances,
  paidAdvance,
  pathOfAdvance,
} from "../testing/advances.ts";
import { expectCoherentBooks } from "../testing/coherence.ts";
import { openFileWorld } from "../testing/harness.ts";
import { leaveOn } from "../testing/leaving.ts";
import {
  addPaid,
  approvedRun,
  calculatedRun,
  currentRun,
  openPayroll,
  pathOfRun,
  payrollOf,
  payslipIn,
  runCalculations,
  setPay,
  runWithout,
  type PaidEmployee,
} from "../testing/payroll.ts";
import { openDelivery } from "../testing/transfers.ts";
import { isRowOfEmployee } from "./collect.ts";
import { eraseExpiredRecords } from "./retention.ts";
import { personalTables } from "./tables.ts";

const start = new Date("2026-03-10T09:00:00Z");
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

const world = await openFileWorld();
afterAll(() => expectCoherentBooks(world));

/** Moves the clock past the retention period, erases everybody who left, and moves it back. */
async function retain(): Promise<void> {
  world.clock.set(new Date("2033-01-01T09:00:00Z"));
  await eraseExpiredRecords({ ...world, log });
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
  await leaveOn(staff, { ...staff.home.path, id: gone.employee_id }, "2026-03-01");
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
  await leaveOn({ hr }, gone, "2026-03-01");
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
  await leaveOn({ hr }, gone, "2026-03-01");
  await retain();
  expect(await reasons()).toEqual(["The pay rates of Erased Employee have changed.", before[1]]);
});

type Row = Readonly<Record<string, unknown>>;

/** All rows on an employee in the tables whose rows stay, by table. */
function rowsThatStay({ tenant_id, id }: PaidEmployee): Promise<Map<string, Row[]>> {
  return world.database.transaction(async (tx) => {
    await setTenant(tx, tenant_id);
    const found = new Map<string, Row[]>();
    for (const table of personalTables.filter(({ disposal }) => disposal === "anonymized")) {
      const { rows } = await sql<{ row: Row }>`
        select to_jsonb(t) as row from ${sql.table(table.table)} t
        where t.tenant_id = ${tenant_id} and ${isRowOfEmployee(table, id)}`.execute(tx);
      found.set(
        table.table,
        rows.map(({ row }) => row),
      );
    }
    return found;
  });
}

/** The empty columns of an employee's record. */
async function emptyColumns(employee: PaidEmployee): Promise<string[]> {
  const [record = {}] = (await rowsThatStay(employee)).get("employees") ?? [];
  const isEmpty = (value: unknown) => value === null || value === "" || value === false;
  return Object.keys(record).filter((name) => isEmpty(record[name]));
}

test("after the period, nothing in the rows that stay says who it was", async () => {
  const staff = await openAdvances(world);
  const payroll = await payrollOf(world, staff);
  const { hr, disburser, home } = payroll;
  await staff.fund("2000000.00");
  const added = [await staff.employ(), await staff.employ()] as const;
  const [gone, kept] = added.map(({ id }) => ({ ...home.path, id })) as [
    PaidEmployee,
    PaidEmployee,
  ];
  const advances = [
    await staff.request(added[1], "100.00"),
    await staff.request(added[0], "100.00"),
  ];
  for (const advance of advances) await staff.decide(advance, "APPROVED");
  await staff.send();
  // The first payslip of one has the number of the other’s advance: a transfer is found by its purpose too.
  await withOwnerClient(world.ownerUrl, (client) =>
    client.query("select setval(pg_get_serial_sequence('payslips', 'id'), $1, false)", [
      advances[0]?.id,
    ]),
  );
  const run = await approvedRun(world, payroll, "2026-02");
  const note = "Zainab’s wedding";
  for (const employee of [gone, kept]) {
    const params = {
      ...pathOfRun(run),
      payslip_id: (await payslipIn(disburser, run, employee)).id,
    };
    await disburser.call(markPayslipPaid, { params, body: { date: "2026-03-10", note } });
    await disburser.call(reverseOutsidePayment, { params, body: { reason: note } });
  }
  const { version } = await currentRun(disburser, run);
  await disburser.call(disburseRun, { params: pathOfRun(run), body: { version } });
  const delivery = openDelivery(world, { payslip: payslipOutcomeHandler(world) });
  await delivery.run();
  world.clock.advance(5_000);
  await delivery.run();
  const draft = await calculatedRun(world, payroll, "2026-03");
  for (const employee of [gone, kept]) await runWithout(payroll, draft, employee, note);
  for (const advance of advances) {
    const { owed } = await staff.card(advance);
    const body = { amount: nairaOf(owed.total), date: "2026-03-10", note };
    await hr.call(repayAdvance, { params: pathOfAdvance(staff, advance), body });
  }
  const branch = await staff.platform.call(addBranch, { body: { ...home.path, name: "Ikeja" } });
  await world.database.transaction(async (tx) => {
    await setTenant(tx, home.tenant_id);
    const hash = sql`sha256(convert_to('number ' || id, 'UTF8'))`;
    await sql`
      update employees set middle_name = ${note}, phone = ${note}, birth_date = '1990-05-14', gender = 'FEMALE',
        state_id = 24, local_government_id = 1, branch_id = ${branch.id}, department = ${note}, designation = ${note},
        grade = ${note}, exit_note = ${note}, nin_sealed = 'v1.x', nin_hash = ${hash}, tax_id_sealed = 'v1.x',
        tax_id_hash = ${hash}, rsa_pin_sealed = 'v1.x', rsa_pin_hash = ${hash}, pfa = 'x',
        pension_exemption = 'OTHER_REASON', pension_exemption_note = ${note}, nhf_number = ${note}, nhf_consent = true,
        account_verified_at = now(), account_provider_name = ${note}, bank_change_waiting = true, import_id = 1,
        exit_date = '2026-03-10', exit_reason = 'RESIGNED', worker = true, portal_open_since = now()
      where tenant_id = ${home.tenant_id}`.execute(tx);
    await sql`
      update salary_advances set acceptance_note = ${note}, decision_reason = ${note}, revocation_reason = ${note},
        request_key = ${note} || id
      where tenant_id = ${home.tenant_id}`.execute(tx);
    await sql`update employees set exit_date = null, exit_reason = null
      where tenant_id = ${home.tenant_id} and id = ${kept.id}`.execute(tx);
  });
  const stays = await rowsThatStay(kept);
  const empty = ["demo", "suspended", "erased_at", "erasure_asked_at"];
  expect((await emptyColumns(gone)).toSorted()).toEqual(empty.toSorted());
  await retain();
  const emptied = [
    [
      "email",
      "phone",
      "birth_date",
      "gender",
      "middle_name",
      "state_id",
      "local_government_id",
      "branch_id",
    ],
    [
      "department",
      "designation",
      "grade",
      "exit_note",
      "nin_sealed",
      "nin_hash",
      "tax_id_sealed",
      "tax_id_hash",
    ],
    [
      "rsa_pin_sealed",
      "rsa_pin_hash",
      "pfa",
      "pension_exemption",
      "pension_exemption_note",
      "nhf_number",
    ],
    ["nhf_consent", "bank_code", "account_number_sealed", "account_number_hash", "account_name"],
    ["account_verified_at", "account_provider_name", "bank_change_waiting", "has_pay", "import_id"],
    ["demo", "suspended"],
  ];
  expect((await emptyColumns(gone)).toSorted()).toEqual(emptied.flat().toSorted());
  const left = await rowsThatStay(gone);
  const { last_name } = added[0].personal;
  for (const [table, rows] of left) {
    expect([table, rows.length > 0]).toEqual([table, true]);
    const text = JSON.stringify(rows);
    expect([table, text.includes("Zainab"), text.includes(last_name)]).toEqual([
      table,
      false,
      false,
    ]);
  }
  const [stripped] = left.get("salary_advances") ?? [];
  expect(stripped).toMatchObject({ amount: 10_000, request_key: null });
  expect(await rowsThatStay(kept)).toEqual(stays);
});

test("whoever owes or is owed something, or was last paid later, is not erased yet", async () => {
  const staff = await openAdvances(world);
  await staff.fund("100.00");
  const repaid = await paidAdvance(staff, "100.00");
  const waiting = await approvedAdvance(staff, "500.00");
  for (const { employee_id } of [repaid, waiting]) {
    await leaveOn(staff, { ...staff.home.path, id: employee_id }, "2026-03-10");
  }
  await staff.travel(new Date("2027-01-04T09:00:00Z"));
  const { owed } = await staff.card(repaid);
  const body = { amount: nairaOf(owed.total), date: "2027-01-04" };
  await staff.hr.call(repayAdvance, { params: pathOfAdvance(staff, repaid), body });
  const isErased = async ({ employee_id }: { employee_id: number }) => {
    const params = { ...staff.home.path, id: employee_id };
    return (await staff.hr.call(getEmployee, { params })).personal.last_name === "Employee";
  };
  const erasedIn = async (year: number, database: Database = world.database) => {
    world.clock.set(new Date(`${year}-01-01T09:00:00Z`));
    await eraseExpiredRecords({ ...world, database, log });
    await staff.travel(start);
    return [await isErased(repaid), await isErased(waiting)];
  };
  expect(await erasedIn(2033)).toEqual([false, false]);
  const leaveLater = async (exit_date: string) =>
    world.database.transaction(async (tx) => {
      await setTenant(tx, staff.home.tenant_id);
      await sql`update employees set exit_date = ${exit_date}
        where tenant_id = ${staff.home.tenant_id} and id = ${repaid.employee_id}`.execute(tx);
    });
  // Somebody changes the record after the search has found it. The first list is of organizations.
  let lists = 0;
  const meanwhile: Pick<Database, "transaction"> = {
    transaction: async (work) => {
      const found = await world.database.transaction(work);
      if (Array.isArray(found) && lists++ > 0 && found.includes(repaid.employee_id))
        await leaveLater("2028-02-01");
      return found;
    },
  };
  expect(await erasedIn(2034, meanwhile as Database)).toEqual([false, false]);
  await leaveLater("2026-03-10");
  expect(await erasedIn(2034)).toEqual([true, false]);
});
