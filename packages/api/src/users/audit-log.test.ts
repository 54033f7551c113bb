import { exportEntries } from "@kontor/contract/accounting/exports";
import { addGroup } from "@kontor/contract/accounting/groups";
import { addEmployee } from "@kontor/contract/employees/employees";
import { submitFunds } from "@kontor/contract/funding/funding";
import { login } from "@kontor/contract/session/session";
import * as audit from "@kontor/contract/users/audit";
import * as users from "@kontor/contract/users/users";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";

import { lagosDate } from "../platform/clock.ts";
import { setTenant } from "../platform/scope.ts";
import { download, factsIn } from "../testing/files.ts";
import { openFileWorld, openWorld } from "../testing/harness.ts";
import { openOrganization } from "../testing/organizations.ts";
import { addPerson, type TestPerson } from "../testing/people.ts";

const lines: string[] = [];
const world = await openFileWorld(
  { LOG_LEVEL: "info" },
  { logStream: { write: (line) => lines.push(line) } },
);
const acme = await openOrganization(world, "Acme Limited");
const other = await openOrganization(world, "Other Limited");
let admin: TestPerson;
let owner: TestPerson;
let clerk: TestPerson;

beforeAll(async () => {
  const tenantId = acme.tenant_id;
  admin = await addPerson(world, ["ADMINISTRATOR"], { name: "Ada Obi" });
  owner = await addPerson(world, ["OWNER"], { tenantId, name: "Olu Owner" });
  clerk = await addPerson(world, ["BOOKKEEPER"], { tenantId, name: "Chi Clerk" });
});

const ofAcme = async (query: object = {}) =>
  (await owner.caller.list(audit.listOrganizationAudit, { params: acme.path, query })).data;

/** The security lines of the log. */
function securityLines(): Record<string, unknown>[] {
  return lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => line["security"] !== undefined);
}

describe("the audit log", () => {
  test("records who did what to which record, from where, and the earlier values", async () => {
    const changed = await owner.caller.call(users.changeOrganizationRoles, {
      params: { ...acme.path, id: clerk.id },
      body: { roles: ["BOOKKEEPER", "HR"], version: 1, password: owner.password },
    });
    expect(changed.version).toBe(2);
    const [item] = await ofAcme({ subject: `user:${clerk.id}` });
    expect(item).toEqual({
      id: expect.any(Number),
      recorded_at: expect.any(Date),
      action: "user.roles_changed",
      subject: `user:${clerk.id}`,
      record: "Chi Clerk",
      actor_id: owner.id,
      actor_name: "Olu Owner",
      actor_email: owner.email,
      tenant_id: acme.tenant_id,
      organization: "Acme Limited",
      address: "127.0.0.1",
      changes: [{ field: "roles", from: "BOOKKEEPER", to: "BOOKKEEPER, HR" }],
      facts: [],
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    // The time is that of the database server, whatever the clock of the process.
    expect(Math.abs(Date.now() - Number(item?.recorded_at))).toBeLessThan(60_000);
    expect(audit.auditTitle(item?.action ?? "")).toBe("User roles changed");
  });

  test("is filtered by kind, actor, record, days and words, and paged", async () => {
    const group = await clerk.caller.call(addGroup, {
      body: { tenant_id: acme.tenant_id, class: "01", name: "Vehicles & co" },
    });
    const added = await ofAcme({ kind: "accounting", search: "group added" });
    expect(added.map(({ subject }) => subject)).toEqual([`group:${group.id}`]);
    expect(await ofAcme({ kind: "accounting", actor_id: owner.id })).toEqual([]);
    expect((await ofAcme({ actor_id: clerk.id })).length).toBeGreaterThan(0);
    expect(
      (await ofAcme({ search: "chi clerk" })).every(({ actor_id }) => actor_id === clerk.id),
    ).toBe(true);
    const today = lagosDate(new Date());
    const day = 24 * 60 * 60_000;
    const yesterday = lagosDate(new Date(Date.now() - day));
    const tomorrow = lagosDate(new Date(Date.now() + day));
    const all = await ofAcme({ start_date: today, end_date: today });
    expect(all.length).toBeGreaterThan(1);
    expect(await ofAcme({ end_date: yesterday })).toEqual([]);
    expect(await ofAcme({ start_date: tomorrow })).toEqual([]);
    const page = await owner.caller.list(audit.listOrganizationAudit, {
      params: acme.path,
      query: { per_page: 1, page: 2 },
    });
    expect(page.meta.total).toBe(all.length);
    expect(page.data[0]?.id).toBe(all[1]?.id);
    for (const sort of audit.auditSorts) {
      const ids = async (query: object) =>
        (await ofAcme({ per_page: 100, ...query })).map(({ id }) => id);
      const up = await ids({ sort });
      expect([sort, await ids({ sort: `-${sort}` })]).toEqual([sort, up.toReversed()]);
      expect([sort, await ids({ sort, per_page: 1, page: 2 })]).toEqual([sort, [up[1]]]);
    }
    for (const query of [
      { sort: "changes" },
      { kind: "nonsense" },
      { subject: "a b" },
      { start_date: "2026-03-11", end_date: "2026-03-10" },
    ]) {
      const reply = await owner.caller.attempt(audit.listOrganizationAudit, {
        params: acme.path,
        query,
      });
      expect(reply.status).toBe(422);
    }
  });

  test.for([
    ["accounting", "period.locked"],
    ["accounting", "period-exception.granted"],
    ["accounting", "year.closed"],
    ["accounting", "bank.reconciled"],
    ["configuration", "bank.tested"],
    ["payroll", "remittance.recorded"],
    ["employees", "employee-import.undone"],
  ] as const)("has among the kind %s the action %s, and in no other", async ([kind, action]) => {
    await world.database.transaction(async (tx) => {
      await setTenant(tx, acme.tenant_id);
      await sql`select record_audit(${acme.tenant_id}, null, ${action}, 'kind:1', '{}', 'kinds', null)`.execute(
        tx,
      );
    });
    const found: string[] = [];
    for (const { kind: each } of audit.auditKinds) {
      const rows = await ofAcme({ kind: each, subject: "kind:1" });
      if (rows.some((row) => row.action === action)) found.push(each);
    }
    expect(found).toEqual([kind]);
  });

  test("is shown to owners for their organization and to administrators for all", async () => {
    const attempt = async (person: TestPerson) => [
      (await person.caller.attempt(audit.listOrganizationAudit, { params: acme.path })).status,
      (await person.caller.attempt(audit.listPlatformAudit)).status,
    ];
    expect(await attempt(admin)).toEqual([200, 200]);
    expect(await attempt(owner)).toEqual([200, 403]);
    expect(await attempt(clerk)).toEqual([403, 403]);
    const stranger = await addPerson(world, ["OWNER"], { tenantId: other.tenant_id });
    expect(await attempt(stranger)).toEqual([404, 403]);
    const { data } = await stranger.caller.list(audit.listOrganizationAudit, {
      params: other.path,
    });
    expect(data.filter(({ tenant_id }) => tenant_id !== other.tenant_id)).toEqual([]);
    expect((await world.nobody.attempt(audit.listPlatformAudit)).status).toBe(401);
    const all = await admin.caller.list(audit.listPlatformAudit, {
      query: { tenant_id: acme.tenant_id },
    });
    expect(all.data.every(({ organization }) => organization === "Acme Limited")).toBe(true);
  });

  test("shows the names of the records among its facts, if they belong to the organization", async () => {
    const body = { first_name: "Ada", last_name: "Okafor", start_date: "2026-01-05" };
    const employed = await admin.caller.call(addEmployee, {
      params: acme.path,
      body: { ...body, staff_no: "A-1" },
    });
    const foreign = await admin.caller.call(addEmployee, {
      params: other.path,
      body: { ...body, staff_no: "O-1" },
    });
    await admin.caller.call(submitFunds, {
      params: acme.path,
      body: { action: "DEPOSIT", amount: "5000" },
    });
    const [deposit] = await ofAcme({ search: "funds moved" });
    expect(deposit?.facts).toContainEqual({ name: "entry", value: "DEP-000001" });
    expect(deposit?.record).toBe("DEP-000001");
    const factsOf = async (detail: object) => {
      await world.database.transaction(async (tx) => {
        await setTenant(tx, acme.tenant_id);
        await sql`select record_audit(${acme.tenant_id}, null, 'payslip.excluded', 'payroll-run:1',
          ${JSON.stringify(detail)}::jsonb, 'named', null)`.execute(tx);
      });
      return (await ofAcme({ search: "payslip excluded" }))[0]?.facts;
    };
    expect(await factsOf({ employee_id: employed.id, import_id: 99 })).toEqual([
      { name: "import id", value: "99" },
      { name: "employee", value: "Ada Okafor, A-1" },
    ]);
    expect(await factsOf({ employee_id: foreign.id })).toEqual([
      { name: "employee id", value: String(foreign.id) },
    ]);
    expect(await factsOf({ employee_id: "nobody" })).toEqual([
      { name: "employee id", value: "nobody" },
    ]);
    const entry_id = await world.database.transaction(async (tx) => {
      await setTenant(tx, acme.tenant_id);
      const { rows } = await sql<{ id: number }>`
        select id from entries where tenant_id = ${acme.tenant_id}`.execute(tx);
      return rows[0]?.id;
    });
    const parent_ledger_id = acme.ledgers.bank_clearing;
    expect(await factsOf({ reversal_id: entry_id, parent_ledger_id })).toEqual([
      { name: "reversal", value: "DEP-000001" },
      { name: "parent ledger", value: "01-01-0002 Bank clearing" },
    ]);
    expect(await factsOf({ counts: { NEW: 3, REJECTED: 0 } })).toEqual([
      { name: "counts", value: "new 3, rejected 0" },
    ]);

    const recordsOf = async (query: object) =>
      (await ofAcme(query)).map(({ action, record }) => [action, record]);
    expect(await recordsOf({ search: "ada OKAFOR" })).toEqual([
      ["employee.added", "Ada Okafor, A-1"],
    ]);
    expect(await recordsOf({ search: "a-1" })).toEqual([["employee.added", "Ada Okafor, A-1"]]);
    expect(await recordsOf({ search: "o-1" })).toEqual([]);
    expect(await recordsOf({ subject: "payroll-run:1" })).toEqual(
      Array.from({ length: 5 }, () => ["payslip.excluded", null]),
    );
    expect(await recordsOf({ search: "group added" })).toEqual([["group.added", "Vehicles & co"]]);
    const query = { subject: `employee:${foreign.id}`, format: "pdf" };
    const file = await download(world, admin.caller, audit.exportPlatformAudit, { query });
    expect(factsIn(file.bytes, ["Record"])).toEqual({ Record: "Employee Ada Okafor, O-1" });
  });

  test("can be exported, which is recorded", async () => {
    const file = await owner.caller.attempt(audit.exportOrganizationAudit, {
      params: acme.path,
      query: { kind: "users", search: "12345678901" },
    });
    expect([file.status, file.headers.get("x-total-rows")]).toEqual([200, "0"]);
    const whole = await owner.caller.attempt(audit.exportOrganizationAudit, { params: acme.path });
    expect(whole.body).toContain("User roles changed");
    expect(whole.body).toContain("Roles: Bookkeeper, HR (was Bookkeeper)");
    const exports = await ofAcme({ kind: "exports" });
    expect(exports).toHaveLength(2);
    expect(exports[1]).toMatchObject({
      actor_id: owner.id,
      subject: `export:/organizations/${acme.tenant_id}/${acme.company_id}/audit-log/export`,
      facts: expect.arrayContaining([{ name: "kind", value: "users" }]),
    });
    expect(JSON.stringify(exports)).not.toContain("12345678901");
    const sheet = await admin.caller.attempt(audit.exportPlatformAudit, {
      query: { format: "xlsx" },
    });
    expect(sheet.status).toBe(200);
    const filters = { kind: "users", actor_id: owner.id, search: "roles", end_date: "2026-12-31" };
    const query = { ...filters, format: "pdf" };
    const { bytes } = await download(world, admin.caller, audit.exportPlatformAudit, { query });
    const facts = {
      Period: "Until 31 Dec 2026",
      Kind: "Users and rights",
      User: owner.name,
      Search: "roles",
    };
    expect(factsIn(bytes, Object.keys(facts))).toEqual(facts);
  });

  test("shows owners what the platform's staff exported of their organization, and no other", async () => {
    const recorded = async () => (await ofAcme({ kind: "exports" })).length;
    const before = await recorded();
    const exported = (query: Record<string, unknown>) =>
      admin.caller.attempt(exportEntries, { query });
    expect((await exported({ tenant_id: acme.tenant_id })).status).toBe(200);
    const [latest] = await ofAcme({ kind: "exports" });
    expect(latest).toMatchObject({ actor_id: admin.id, subject: "export:/entries/export" });
    expect((await exported({ tenant_id: 999_999 })).status).toBe(404);
    expect((await exported({})).status).toBe(200);
    expect(await recorded()).toBe(before + 1);
  });

  test("counts up to ten thousand", async () => {
    await world.database.transaction((tx) =>
      sql`select count(record_audit(null, null, 'mail.retried', 'mail:' || n, '{}', 'many', null))
        from generate_series(1, 10050) n`.execute(tx),
    );
    const query = { kind: "configuration", per_page: 1 };
    const { data, meta } = await admin.caller.list(audit.listPlatformAudit, { query });
    expect([data[0]?.subject, meta.total]).toEqual(["mail:10050", audit.maxAuditRows]);
    const sorted = await admin.caller.attempt(audit.listPlatformAudit, {
      query: { ...query, sort: "subject" },
    });
    expect([sorted.status, sorted.problem.errors?.[0]]).toEqual([
      422,
      {
        path: "sort",
        message:
          "More than 10,000 rows cannot be sorted this way. Narrow the list, or sort it by date.",
      },
    ]);
  });
});

describe("security events", () => {
  test("a refused permission is in the audit log once a minute, and in the server log each time", async () => {
    const before = securityLines().length;
    for (let tried = 0; tried < 3; tried++) {
      await clerk.caller.attempt(users.listOrganizationUsers, { params: acme.path });
    }
    const refused = (await ofAcme({ kind: "sign_in" })).filter(
      ({ action }) => action === "access.refused",
    );
    const route = "GET /api/organizations/:tenant_id/:company_id/users";
    expect(refused.filter(({ facts }) => facts[0]?.value === route)).toHaveLength(1);
    const recorded = securityLines().slice(before);
    expect(recorded).toHaveLength(3);
    expect(recorded[0]).toMatchObject({
      security: "forbidden",
      user_id: clerk.id,
      ip: "127.0.0.1",
      route,
    });
    world.clock.advance(60_000);
    await clerk.caller.attempt(users.listOrganizationUsers, { params: acme.path });
    const again = (await ofAcme({ kind: "sign_in" })).filter(
      ({ action }) => action === "access.refused",
    );
    expect(again.length).toBe(refused.length + 1);
  });

  test("a wrong password is in both, without the password, and so is a successful sign-in", async () => {
    const { email } = clerk;
    await world.nobody.attempt(login, { body: { email, password: "my other password" } });
    await world.nobody.attempt(login, { body: { email: "nobody@example.com", password: "x" } });
    await world.login(email, clerk.password);
    const [opened, refused] = await ofAcme({ subject: `user:${clerk.id}` });
    expect(opened).toMatchObject({ action: "session.opened", actor_name: "Chi Clerk" });
    expect(refused).toMatchObject({
      action: "session.refused",
      actor_name: null,
      address: "127.0.0.1",
      facts: [{ name: "reason", value: "password" }],
    });
    expect(
      securityLines()
        .slice(-3)
        .map(({ security }) => security),
    ).toEqual(["sign_in_failed", "sign_in_failed", "POST /wire/login"]);
    expect(lines.join("")).not.toContain("my other password");
  });

  test("too many requests are recorded once for an address", async () => {
    const small = await openWorld({ KONTOR_REQUESTS_PER_MINUTE: "60" });
    const caller = await small.signInAs(["ADMINISTRATOR"]);
    const statuses: number[] = [];
    for (let sent = 0; sent < 63; sent++) {
      statuses.push((await caller.send("GET", "/settings/audit-log")).status);
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(3);
    const { rows } = await small.database.transaction(async (tx) => {
      await sql`select set_config('app.reads_all', 'on', true)`.execute(tx);
      return sql<{ subject: string; ip: string }>`
        select subject, ip from audit_log where action = 'access.slowed'`.execute(tx);
    });
    expect(rows).toEqual([{ subject: "address:127.0.0.1", ip: "127.0.0.1" }]);
    await small.close();
  });
});
