import { listModules, resetModules, saveModule } from "@kontor/contract/modules/modules";
import { moduleIds, type ModuleId } from "@kontor/contract/reference/modules";
import { sql } from "kysely";
import { afterEach, describe, expect, test } from "vitest";

import { openFileWorld } from "../testing/harness.ts";
import { openTwoOrganizations, type TestOrganization } from "../testing/organizations.ts";
import { mailAllowed, requireModule } from "./module-gate.ts";

const world = await openFileWorld();
const { acme, other, platform, staff, insider } = await openTwoOrganizations(world);

afterEach(async () => {
  await platform.call(resetModules.platform);
  for (const { path } of [acme, other])
    await platform.call(resetModules.organization, { params: path, body: {} });
});

const turn = (organization: TestOrganization, id: ModuleId, enabled: boolean) =>
  platform.call(saveModule.organization, {
    params: { ...organization.path, id },
    body: { enabled },
  });

const auditOf = async (subject: string) => {
  const { rows } = await world.database.transaction(async (tx) => {
    await sql`select set_config('app.reads_all', 'on', true)`.execute(tx);
    return sql<{ action: string; tenant_id: number | null; detail: unknown }>`
      select action, tenant_id, detail from audit_log where subject = ${subject} order by id`.execute(
      tx,
    );
  });
  return rows;
};

describe("the modules of an organization", () => {
  test("are the product's own, all on until one is switched off", async () => {
    const modules = await staff.call(listModules.organization, { params: acme.path });
    expect(modules.map((module) => module.id)).toEqual(moduleIds);
    expect(modules.map((module) => module.title)).toEqual([
      "Employees",
      "Payroll",
      "Salary Advance",
      "Leave",
      "Recruitment",
      "Chat",
      "Notices",
      "Accounting",
      "Reports",
    ]);
    expect(new Set(modules.map(({ enabled, level }) => `${enabled} ${level}`))).toEqual(
      new Set(["true built_in"]),
    );
    expect(modules.filter((module) => module.core).map((module) => module.id)).toEqual([
      "employees",
    ]);
  });

  test("are switched only for that organization, and show the level", async () => {
    const saved = await turn(acme, "leave", false);
    expect(saved).toMatchObject({
      id: "leave",
      title: "Leave",
      enabled: false,
      level: "organization",
    });
    expect(saved.version).toBeGreaterThan(0);
    const mine = await platform.call(listModules.organization, { params: acme.path });
    expect(mine.find((module) => module.id === "leave")).toEqual(saved);
    const theirs = await platform.call(listModules.organization, { params: other.path });
    expect(theirs.find((module) => module.id === "leave")).toMatchObject({
      enabled: true,
      level: "built_in",
      version: 0,
      updated_at: null,
    });
    expect((await auditOf("module:leave")).at(-1)).toMatchObject({
      action: "configuration.saved",
      tenant_id: acme.tenant_id,
      detail: { changes: { enabled: { from: true, to: false } }, version: saved.version },
    });
  });

  test("return to the platform's values when reset, one or all", async () => {
    await turn(acme, "leave", false);
    await turn(acme, "chat", false);
    await turn(other, "chat", false);
    const one = await platform.call(resetModules.organization, {
      params: acme.path,
      body: { id: "leave" },
    });
    expect(one.filter((module) => module.level === "organization").map(({ id }) => id)).toEqual([
      "chat",
    ]);
    const all = await platform.call(resetModules.organization, { params: acme.path, body: {} });
    expect(all.some((module) => module.level === "organization")).toBe(false);
    const theirs = await platform.call(listModules.organization, { params: other.path });
    expect(theirs.find(({ id }) => id === "chat")?.enabled).toBe(false);
  });

  test("two concurrent changes leave one row with one of the two values", async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_unused, click) =>
        platform.attempt(saveModule.organization, {
          params: { ...acme.path, id: "leave" },
          body: { enabled: click % 2 === 0 },
        }),
      ),
    );
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]));
    const { rows } = await world.database.transaction(async (tx) => {
      await sql`select set_config('app.reads_all', 'on', true)`.execute(tx);
      return sql`select from organization_values where tenant_id = ${acme.tenant_id} and key = 'leave'`.execute(
        tx,
      );
    });
    expect(rows).toHaveLength(1);
  });

  test("a core module cannot be switched off, and switching it on again is accepted", async () => {
    const reply = await platform.attempt(saveModule.organization, {
      params: { ...acme.path, id: "employees" },
      body: { enabled: false },
    });
    expect([reply.status, reply.problem.code]).toEqual([409, "module_core"]);
    expect(reply.problem.message).toBe(
      "The module Employees is a core module and cannot be switched off.",
    );
    expect(await turn(acme, "employees", true)).toMatchObject({ enabled: true });
  });
});

describe("the platform's modules", () => {
  test("apply to every organization without its own choice, and count those that differ", async () => {
    await turn(acme, "chat", true);
    const saved = await platform.call(saveModule.platform, {
      params: { id: "chat" },
      body: { enabled: false },
    });
    expect(saved).toMatchObject({
      id: "chat",
      enabled: false,
      level: "platform",
      organizations_differing: 1,
    });
    const enabledOf = async (organization: TestOrganization) =>
      (await staff.call(listModules.organization, { params: organization.path })).find(
        ({ id }) => id === "chat",
      );
    expect(await enabledOf(acme)).toMatchObject({ enabled: true, level: "organization" });
    expect(await enabledOf(other)).toMatchObject({ enabled: false, level: "platform", version: 0 });
    // An organization whose choice equals the platform's does not differ from it.
    await turn(other, "chat", false);
    const listed = await platform.call(listModules.platform);
    expect(listed.map(({ id }) => id)).toEqual(moduleIds);
    expect(listed.find(({ id }) => id === "chat")?.organizations_differing).toBe(1);
    expect(listed.find(({ id }) => id === "leave")).toMatchObject({
      level: "built_in",
      version: 0,
      organizations_differing: 0,
    });
    const back = await platform.call(resetModules.platform);
    expect(back.find(({ id }) => id === "chat")).toMatchObject({
      enabled: true,
      level: "built_in",
      organizations_differing: 1,
    });
    expect((await auditOf("module:chat")).at(-1)).toMatchObject({
      action: "configuration.reset",
      tenant_id: null,
      detail: { changes: { enabled: { from: false, to: true } } },
    });
  });

  test("a core module cannot be switched off for all", async () => {
    const reply = await platform.attempt(saveModule.platform, {
      params: { id: "employees" },
      body: { enabled: false },
    });
    expect([reply.status, reply.problem.code]).toEqual([409, "module_core"]);
  });
});

describe("the gate", () => {
  const gate = (organization: TestOrganization, module: ModuleId) =>
    world.database.transaction(async (tx) => {
      await sql`select set_config('app.reads_all', 'on', true)`.execute(tx);
      await requireModule(tx, organization.tenant_id, module);
    });

  test("refuses a module that is off, with a sentence, and only for that organization", async () => {
    await gate(acme, "payroll");
    await turn(acme, "payroll", false);
    await expect(gate(acme, "payroll")).rejects.toMatchObject({
      code: "module_off",
      status: 409,
      message:
        "The module Payroll is switched off for Acme Limited. Switch it on under Modules to use it.",
    });
    await gate(acme, "leave");
    await gate(other, "payroll");
  });

  test("keeps a core module on whatever is stored", async () => {
    await world.database.transaction(async (tx) => {
      await sql`insert into platform_defaults (kind, key, value, updated_at)
        values ('module', 'employees', '{"enabled": false}', now())`.execute(tx);
    });
    await gate(acme, "employees");
    const listed = await staff.call(listModules.organization, { params: acme.path });
    expect(listed.find(({ id }) => id === "employees")?.enabled).toBe(true);
  });

  test("suppresses only the mails of a module that is off", async () => {
    const allowed = (label: Parameters<typeof mailAllowed>[2]) =>
      world.database.transaction(async (tx) => {
        await sql`select set_config('app.reads_all', 'on', true)`.execute(tx);
        return mailAllowed(tx, acme.tenant_id, label);
      });
    expect(await allowed("leave_request_approved")).toBe(true);
    await turn(acme, "leave", false);
    expect(await allowed("leave_request_approved")).toBe(false);
    expect(await allowed("payroll_pending_md_approval")).toBe(true);
    expect(await allowed("wallet_deposit")).toBe(true);
    expect(await allowed("employee_invite")).toBe(true);
  });
});

const organizationCalls = () =>
  [
    [listModules.organization, { params: acme.path }],
    [saveModule.organization, { params: { ...acme.path, id: "leave" }, body: { enabled: false } }],
    [resetModules.organization, { params: acme.path, body: {} }],
  ] as const;
const calls = () =>
  [
    ...organizationCalls(),
    [listModules.platform, {}],
    [saveModule.platform, { params: { id: "leave" }, body: { enabled: false } }],
    [resetModules.platform, {}],
  ] as const;

test("callers without a session are refused", async () => {
  for (const [endpoint, wire] of calls()) {
    expect((await world.nobody.attempt(endpoint, wire)).status).toBe(401);
  }
});

test("staff may read an organization's modules but not change them; its own users may do neither", async () => {
  for (const [endpoint, wire] of calls()) {
    const expected = endpoint === listModules.organization ? 200 : 403;
    expect((await staff.attempt(endpoint, wire)).status).toBe(expected);
    expect((await insider.attempt(endpoint, wire)).status).toBe(403);
  }
  const modules = await platform.call(listModules.organization, { params: acme.path });
  expect(modules.every((module) => module.enabled)).toBe(true);
});

test("an unknown organization is not found, nor is a company of another organization", async () => {
  for (const [endpoint, wire] of organizationCalls()) {
    const mixed = { tenant_id: acme.tenant_id, company_id: other.company_id };
    for (const path of [mixed, { tenant_id: 999_999, company_id: 1 }]) {
      const reply = await platform.attempt(endpoint, {
        ...wire,
        params: { ...wire.params, ...path },
      });
      expect([reply.status, reply.problem.message]).toEqual([
        404,
        "The organization was not found.",
      ]);
    }
  }
});

test.for([
  ["an unknown module", { id: "gardening" }, { enabled: false }, "id"],
  ["no value", { id: "leave" }, {}, "enabled"],
  ["a word for a value", { id: "leave" }, { enabled: "false" }, "enabled"],
  ["an unknown field", { id: "leave" }, { enabled: true, colour: "red" }, "colour"],
  ["another module in the body", { id: "leave" }, { enabled: true, id: "chat" }, "id"],
] as const)("%s is refused at its field", async ([, params, body, path]) => {
  const replies = [
    await platform.attempt(saveModule.organization, { params: { ...acme.path, ...params }, body }),
    await platform.attempt(saveModule.platform, { params, body }),
  ];
  for (const reply of replies) {
    expect(reply.status).toBe(422);
    expect(reply.problem.errors?.map((error) => error.path)).toEqual([path]);
  }
});

test("a body that names another organization is refused and changes neither", async () => {
  const body = { enabled: false, tenant_id: other.tenant_id, company_id: other.company_id };
  const reply = await platform.attempt(saveModule.organization, {
    params: { ...acme.path, id: "leave" },
    body,
  });
  expect(reply.status).toBe(422);
  expect(reply.problem.errors).toEqual([
    { path: "tenant_id", message: "tenant_id is not what the address of the request says." },
    { path: "company_id", message: "company_id is not what the address of the request says." },
  ]);
  for (const { path } of [acme, other]) {
    const modules = await platform.call(listModules.organization, { params: path });
    expect(modules.every((module) => module.enabled)).toBe(true);
  }
  const same = await platform.attempt(saveModule.organization, {
    params: { ...acme.path, id: "leave" },
    body: { enabled: false, ...acme.path },
  });
  expect(same.status).toBe(200);
});
