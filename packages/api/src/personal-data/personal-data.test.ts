import { printMoney } from "@kontor/books/money";
import { changeBankAccount } from "@kontor/contract/employees/bank";
import {
  getEmployee,
  listEmployeeHistory,
  savePersonal,
} from "@kontor/contract/employees/employees";
import { cancelExit, returnToWork } from "@kontor/contract/employees/leaving";
import { addPayRate } from "@kontor/contract/employees/pay";
import { erasePersonalData, exportPersonalData } from "@kontor/contract/employees/personal-data";
import { markPayslipPaid } from "@kontor/contract/payroll/payslips";
import { inviteToPortal } from "@kontor/contract/portal/invitation";
import { sql } from "kysely";
import { expect, test } from "vitest";

import { setAllTenantsReadable, setTenant, type Tx } from "../platform/scope.ts";
import { openFileWorld } from "../testing/harness.ts";
import { importsOf } from "../testing/imports.ts";
import { leaveOn } from "../testing/leaving.ts";
import {
  addPaid,
  approvedRun,
  bonusRun,
  calculatedRun,
  openPayroll,
  pathOfRun,
  payslipIn,
  reversedRun,
  runWithout,
} from "../testing/payroll.ts";
import { addPerson, testPassword } from "../testing/people.ts";
import { eraseExpiredRecords } from "./retention.ts";
import { personalTables } from "./tables.ts";

const world = await openFileWorld();
const payroll = await openPayroll(world);
const imports = importsOf(world, payroll);
const owner = (await addPerson(world, ["OWNER"], { tenantId: payroll.home.tenant_id })).caller;

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
let people = 0;

/** Adds an employee with contact, numbers, pay and an account. */
async function employed(staffNo: string) {
  const params = await addPaid(
    payroll,
    staffNo,
    { basic: "300000.00" },
    {
      account: "0123456789",
      nin: `1234567${String(++people).padStart(4, "0")}`,
      email: `${staffNo.toLowerCase()}@example.com`,
      phone: "0803 123 4567",
      birth_date: "1990-05-14",
      gender: "FEMALE",
    },
  );
  return { ...params };
}
const open = (params: object) => payroll.hr.call(getEmployee, { params });

const leave = (params: object, exit_date = "2026-03-01") => leaveOn(payroll, params, exit_date);
const erase = (params: object, staff_no: string, caller = owner) =>
  caller.attempt(erasePersonalData, { params, body: { staff_no, password: testPassword } });
const count = async (statement: string) => {
  const { rows } = await world.database.transaction(async (tx) => {
    await setAllTenantsReadable(tx);
    return sql<{ count: number }>`${sql.raw(statement)}`.execute(tx);
  });
  return rows[0]?.count;
};

/** Does something in the database, within the organization. */
const within = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> =>
  world.database.transaction(async (tx) => {
    await setTenant(tx, payroll.home.tenant_id);
    return work(tx);
  });

/** Marks a run as paid, on a payday in January of the next year. */
const settle = (id: number) =>
  within((tx) =>
    sql`update payroll_runs set status = 'PAID', payday = '2027-01-05'
      where tenant_id = ${payroll.home.tenant_id} and id = ${id}`.execute(tx),
  );

/** The columns of an employee's record that have a value. */
async function filledColumns(id: number): Promise<string[]> {
  const { rows } = await within((tx) =>
    sql<{ name: string }>`
      select c.key as name from employees e cross join jsonb_each_text(to_jsonb(e)) c
      where e.tenant_id = ${payroll.home.tenant_id} and e.id = ${id}
        and coalesce(c.value, '') not in ('', 'false')`.execute(tx),
  );
  return rows.map(({ name }) => name);
}

test("lists every table that has data on employees", async () => {
  const { rows } = await world.database.statement((db) =>
    sql<{ name: string }>`
      select distinct table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'employee_id' order by 1`.execute(db),
  );
  const known = new Set(personalTables.map(({ table }) => table));
  expect(rows.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
  // These have no column with that name.
  for (const table of ["employees", "transfers", "mails", "audit_log"]) {
    expect(known).toContain(table);
  }
});

test("exports all data on one person with full numbers, and records the export", async () => {
  const params = await employed("X-1");
  const json = await owner.attempt(exportPersonalData, { params });
  expect([json.status, json.headers.get("content-type")]).toEqual([
    200,
    "application/json; charset=utf-8",
  ]);
  expect(json.headers.get("content-disposition")).toContain("personal-data-X-1-2026-03-10.json");
  expect(json.body).toMatchObject({
    subject: { name: "Ada Okafor X-1", staff_no: "X-1" },
    kept_by: "Home",
    sections: {
      Record: [{ nin: "12345670001", account_number: "0123456789", email: "x-1@example.com" }],
      "Rates of pay": [{ basic: "300000.00" }],
      "Bank accounts entered": [{ account_number: "0123456789" }],
    },
  });
  const text = JSON.stringify(json.body);
  for (const hidden of ["_sealed", "_hash", "tenant_id", "v1.", "search_text"]) {
    expect(text).not.toContain(hidden);
  }
  const page = await owner.attempt(exportPersonalData, { params, query: { format: "html" } });
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(page.headers.get("content-disposition")).toContain("attachment");
  const { data } = await payroll.hr.list(listEmployeeHistory, { params });
  expect(data.filter(({ action }) => action === "employee.data-exported")).toHaveLength(2);
});

test("the readable page shows text as text", async () => {
  const params = await employed("X-2");
  const { version, personal } = await open(params);
  const { state: _s, local_government: _l, ...rest } = personal;
  await payroll.hr.call(savePersonal, {
    params,
    body: { ...rest, first_name: '<script>alert("x")</script>', version },
  });
  const { body } = await owner.attempt(exportPersonalData, { params, query: { format: "html" } });
  expect(String(body)).toContain("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;");
  expect(String(body)).not.toContain("<script");
  expect(String(body)).toContain("₦300,000.00");
});

test("amounts within payslips are in naira too, and the page has names, days and moments", async () => {
  const params = await employed("X-3");
  const run = await approvedRun(world, payroll, "2026-01");
  const { lines } = await payslipIn(owner, run, params);
  const json = await owner.attempt(exportPersonalData, { params });
  expect(json.body).toMatchObject({
    sections: {
      Payslips: [
        {
          gross: "300000.00",
          pay: { basic: "300000.00", housing: "0.00" },
          lines: lines.map(({ amount }) => ({ amount: printMoney(amount) })),
        },
      ],
    },
  });
  const { body } = await owner.attempt(exportPersonalData, { params, query: { format: "html" } });
  const page = String(body);
  const fact = (title: string, value: string) => `<th scope="row">${title}</th><td>${value}</td>`;
  // In the order of the record, with the words of the screens.
  const facts = [
    fact("Staff no", "X-3"),
    fact("Birth date", "14 May 1990"),
    fact("Gender", "Female"),
    fact("Bank", "First Bank of Nigeria"),
  ];
  const places = facts.map((each) => page.indexOf(each));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(page).not.toMatch(/30000000|\d{4}-\d{2}-\d{2}T/u);
});

test("erasing needs the staff number, the user's own password, and settled accounts", async () => {
  const params = await employed("E-1");
  expect((await erase(params, "E-1")).problem.code).toBe("erasure_before_exit");
  await leave(params);
  const other = await erase(params, "E-2");
  expect([other.status, other.problem.errors?.[0]?.path]).toEqual([422, "staff_no"]);
  const wrong = await owner.attempt(erasePersonalData, {
    params,
    body: { staff_no: "E-1", password: "another password" },
  });
  expect([wrong.status, wrong.problem.code]).toEqual([422, "password_wrong"]);
  expect((await open(params)).personal.email).toBe("e-1@example.com");
});

test("erasing deletes data that no law requires, and keeps what tax and labour law require", async () => {
  const params = await employed("E-3");
  await payroll.hr.call(inviteToPortal, { params });
  const { personal, version: invited } = await open(params);
  const { state: _s, local_government: _l, ...now } = personal;
  const moved = { ...now, email: "e-3@example.org", version: invited };
  await payroll.hr.call(savePersonal, { params, body: moved });
  // Leave before February, whose payroll would otherwise still pay the employee and need the
  // account.
  await leave(params, "2026-01-31");
  await within((tx) =>
    sql`update employees set state_id = 24, local_government_id = 1, account_verified_at = now(),
        account_provider_name = 'ADA OKAFOR', bank_change_waiting = true, import_id = 1
      where tenant_id = ${params.tenant_id} and id = ${params.id}`.execute(tx),
  );
  const before = await filledColumns(params.id);
  const erased = await erase(params, "e-3");
  expect(erased.status).toBe(200);
  const after = new Set(await filledColumns(params.id));
  expect(before.filter((name) => !after.has(name)).toSorted()).toEqual([
    "account_name",
    "account_number_hash",
    "account_number_sealed",
    "account_provider_name",
    "account_verified_at",
    "bank_change_waiting",
    "bank_code",
    "email",
    "gender",
    "import_id",
    "local_government_id",
    "phone",
  ]);
  const addresses = `select count(*)::int from portal_addresses where tenant_id = ${params.tenant_id}`;
  expect(await count(addresses)).toBe(0);
  const left = await open(params);
  expect(left).toMatchObject({
    personal: { first_name: "Ada", email: null, phone: "", gender: null, birth_date: "1990-05-14" },
    statutory: { nin: expect.stringMatching(/^•••••••/) as string },
    bank: null,
    pay: { basic: 30_000_000n },
    erasure: { erased_at: null },
  });
  const of = `tenant_id = ${params.tenant_id} and employee_id = ${params.id}`;
  for (const { table } of personalTables.filter(({ disposal }) => disposal === "on request")) {
    if (table === "mails") continue;
    expect([table, await count(`select count(*)::int from ${table} where ${of}`)]).toEqual([
      table,
      0,
    ]);
  }
  expect(await count("select count(*)::int from mails where to_email = 'e-3@example.com'")).toBe(0);
  expect((await erase(params, "E-3")).problem.code).toBe("erased_already");
  const back = await payroll.hr.call(returnToWork, {
    params,
    body: { start_date: "2026-03-10", version: left.version },
  });
  expect(back.erasure).toBeNull();
});

test("a record erased by request can be erased again after the exit was cancelled", async () => {
  const params = await employed("E-4");
  await leave(params, "2026-01-31");
  expect((await erase(params, "E-4")).status).toBe(200);
  const { version } = await open(params);
  const back = await payroll.hr.call(cancelExit, { params, query: { version } });
  expect([back.status, back.erasure]).toEqual(["ACTIVE", null]);
  const { state: _s, local_government: _l, ...rest } = back.personal;
  await payroll.hr.call(savePersonal, {
    params,
    body: { ...rest, email: "e-4@example.org", version: back.version },
  });
  await leave(params, "2026-01-31");
  expect((await erase(params, "E-4")).status).toBe(200);
  expect((await open(params)).personal.email).toBeNull();
});

test("erases nothing while a payslip is unpaid; six years later the rest is erased, except amounts", async () => {
  const { preparer, disburser } = payroll;
  const params = await employed("P-1");
  const [paid, leftOut] = [await employed("P-2"), await employed("P-3")];
  const draft = await calculatedRun(world, payroll, "2026-02");
  const without = await runWithout(payroll, draft, leftOut, "Paid abroad");
  const run = await approvedRun(world, payroll, "2026-02", without);
  const bonus = await bonusRun(world, payroll, leftOut, { period: "2026-02", amount: "500.00" });
  await reversedRun(payroll, await approvedRun(world, payroll, "2026-02", bonus), "Not earned");
  await disburser.call(markPayslipPaid, {
    params: { ...pathOfRun(run), payslip_id: (await payslipIn(disburser, run, paid)).id },
    body: { date: "2026-03-10", note: "Cash" },
  });
  const before = await payslipIn(preparer, run, params);
  for (const each of [params, paid, leftOut]) await leave(each);
  expect((await erase(params, "P-1")).problem.code).toBe("erasure_open_matters");
  // Others’ pay, reversed pay and a run that excluded the person are no open matters.
  expect((await erase(paid, "P-2")).status).toBe(200);
  expect((await erase(leftOut, "P-3")).status).toBe(200);
  await settle(run.id);
  expect((await erase(params, "P-1")).status).toBe(200);
  const today = world.clock.now();
  const retain = () => eraseExpiredRecords({ ...world, log });
  world.clock.set(new Date("2032-12-31T09:00:00Z"));
  expect(await retain()).toBe(0);
  world.clock.set(new Date("2033-12-31T09:00:00Z"));
  // Others left in 2026; these were last paid in 2027.
  expect(await retain()).toBeGreaterThan(0);
  const isErased = async (path: object) => (await open(path)).erasure?.erased_at !== null;
  world.clock.set(today);
  expect([await isErased(params), await isErased(paid)]).toEqual([false, false]);
  world.clock.set(new Date("2034-01-01T09:00:00Z"));
  expect(await retain()).toBeGreaterThan(0);
  expect(await retain()).toBe(0);
  world.clock.set(today);
  const left = await open(params);
  expect(left).toMatchObject({
    personal: { first_name: "Erased", last_name: "Employee", birth_date: null, state_id: null },
    job: { staff_no: `erased-${params.id}` },
    statutory: { nin: null, tax_id: null, rsa_pin: null },
    bank: null,
    pay: null,
  });
  expect(left.erasure).toEqual({ asked_at: today, erased_at: new Date("2034-01-01T09:00:00Z") });
  const after = await payslipIn(payroll.preparer, run, params);
  expect(after).toMatchObject({ name: "Erased Employee", net: before.net, gross: before.gross });
  expect([after.staff_no, after.name].join(" ")).not.toContain("P-1");
  const of = `tenant_id = ${params.tenant_id} and employee_id = ${params.id}`;
  for (const { table } of personalTables.filter(
    ({ disposal }) => disposal === "after the period",
  )) {
    expect([table, await count(`select count(*)::int from ${table} where ${of}`)]).toEqual([
      table,
      0,
    ]);
  }
  const body = {
    from_date: "2026-01-01",
    basic: "1.00",
    housing: "0.00",
    transport: "0.00",
    other: "0.00",
  };
  const late = await payroll.hr.attempt(addPayRate, { params, body });
  expect([late.status, late.problem.code]).toEqual([409, "employee_erased"]);
  const account = { bank_code: "011", account_number: "0000014579", account_name: "Ada" };
  expect((await payroll.hr.attempt(changeBankAccount, { params, body: account })).status).toBe(409);
  const head = "Staff No,Surname,First Name,Department";
  const same = await imports.checked(head, `erased-${params.id},Employee,Erased,`);
  expect(same.counts).toMatchObject({ UNCHANGED: 1, REJECTED: 0 });
  const other = await imports.checked(head, `erased-${params.id},Okafor,Ada,Finance`);
  expect(other.counts).toMatchObject({ CHANGED: 0, REJECTED: 1 });
  const [row] = await imports.rowsOf(other);
  expect(row?.reasons).toEqual([
    { field: "staff_no", message: expect.stringContaining("erased after its retention period") },
  ]);
});

test("refuses anonymous callers, HR and other organizations everywhere", async () => {
  const params = await employed("G-1");
  const calls = [
    [exportPersonalData, { params }],
    [erasePersonalData, { params, body: { staff_no: "G-1", password: testPassword } }],
  ] as const;
  for (const [endpoint, wire] of calls) {
    expect((await world.nobody.attempt(endpoint, wire)).status).toBe(401);
    expect((await payroll.hr.attempt(endpoint, wire)).status).toBe(403);
  }
  const stranger = await addPerson(world, ["OWNER"], { tenantId: payroll.other.tenant_id });
  for (const path of [payroll.home.path, payroll.other.path]) {
    const there = { ...params, ...path };
    expect((await stranger.caller.attempt(exportPersonalData, { params: there })).status).toBe(404);
    expect((await erase(there, "G-1", stranger.caller)).status).toBe(404);
  }
});
