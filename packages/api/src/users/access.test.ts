import type { Access, Endpoint } from "@kontor/contract/endpoint";
import {
  organizationRoleNames,
  platformRoleNames,
  type Role,
} from "@kontor/contract/reference/roles";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";

import { allRoutes } from "../app.ts";
import { permissionsOf } from "../platform/permissions.ts";
import { accessFiles, addAccessRows } from "../testing/access-rows.ts";
import { openFileWorld, type Caller, type Reply } from "../testing/harness.ts";
import { openOrganization } from "../testing/organizations.ts";
import { addPerson } from "../testing/people.ts";
import { openPortalFor } from "../testing/portal.ts";
import { sentBody, validRequest, type FieldValues } from "../testing/valid-requests.ts";

/**
 * Calls every route with every role, for the own organization and another one, signed out, with an
 * ended session, and with an employee's portal session. The requests are otherwise valid, on
 * existing rows. A new endpoint is included automatically; if its fields have unknown names, the
 * test names them. Calls that change something are undone, so that each test finds the same rows in
 * any order.
 */
type RoleCaller = { role: Role; tenantId: number | null; caller: Caller };

const world = await openFileWorld();
const home = await openOrganization(world, "Home");
const other = await openOrganization(world, "Other");
const files = await accessFiles();
let values: FieldValues;
let roleCallers: RoleCaller[];
/** Users with several roles, by the roles. */
const multiRoleCallers = new Map<string, Caller>();
let stranger: Caller;
let expired: Caller;
let employee: Caller;
let formerEmployee: Caller;

beforeAll(async () => {
  const { evidence } = files;
  if (evidence === undefined) throw new Error("there is no evidence");
  values = await addAccessRows(world, home, evidence);
  roleCallers = [];
  for (const role of platformRoleNames) roleCallers.push(await roleCallerOf(role, null));
  for (const role of organizationRoleNames)
    roleCallers.push(await roleCallerOf(role, home.tenant_id));
  stranger = (await addPerson(world, organizationRoleNames, { tenantId: other.tenant_id })).caller;
  employee = await openPortalFor(world, home, "P-1");
  formerEmployee = await openPortalFor(world, home, "P-2");
  await world.database.transaction((tx) =>
    sql`update portal_sessions set expires_at = ${world.clock.now()}
      where employee_id = ${formerEmployee.user_id}`.execute(tx),
  );
  expired = await world.signInAs(["ADMINISTRATOR"]);
  await world.database.transaction((tx) =>
    sql`update sessions set expires_at = ${world.clock.now()}
      where user_id = ${expired.user_id}`.execute(tx),
  );
}, 60_000);

async function roleCallerOf(role: Role, tenantId: number | null): Promise<RoleCaller> {
  return { role, tenantId, caller: (await addPerson(world, [role], { tenantId })).caller };
}

/**
 * A user with all of these roles. Roles only add permissions, so anything that such a user is
 * refused is refused to each single role.
 */
async function userWith(roles: readonly Role[], tenantId: number | null): Promise<Caller> {
  const key = [tenantId, ...roles].join(" ");
  const caller = multiRoleCallers.get(key) ?? (await addPerson(world, roles, { tenantId })).caller;
  multiRoleCallers.set(key, caller);
  return caller;
}

function send(caller: Caller, endpoint: Endpoint, instead: FieldValues = {}): Promise<Reply> {
  const { params, query, body } = validRequest(endpoint, { ...values, ...instead });
  return caller.attempt(endpoint, { params, query, body: sentBody(endpoint, body, files) });
}

/**
 * The same, on a database that rolls each transaction back after the response is made. Entries are
 * posted by a statement of their own and stay; no other call depends on how many there are.
 */
async function sendUndone(caller: Caller, endpoint: Endpoint): Promise<Reply> {
  const { database } = world;
  const transaction = database.transaction.bind(database);
  database.transaction = async (work, options) => {
    let done: { result: Awaited<ReturnType<typeof work>> } | undefined;
    const rolledBack = new Error("rolled back");
    await transaction(async (tx) => {
      done = { result: await work(tx) };
      throw rolledBack;
    }, options).catch((error: unknown) => {
      if (error !== rolledBack) throw error;
    });
    if (done === undefined) throw new Error("the transaction had no result");
    return done.result;
  };
  try {
    return await send(caller, endpoint);
  } finally {
    database.transaction = transaction;
  }
}

const endpoints = allRoutes.map((route) => route.endpoint);
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const named = (chosen: readonly Endpoint[]) =>
  chosen.map((endpoint) => [nameOf(endpoint), endpoint] as const);

/** Whether the roles grant access; `session` is open to everyone. */
function opens(access: Access, roles: readonly Role[], tenantId: number | null): boolean {
  if (access === "session" || access === "public") return true;
  if (access === "portal") return false;
  return permissionsOf(roles, tenantId).includes(access);
}

const guarded = endpoints.filter(
  ({ access }) => access !== "public" && access !== "session" && access !== "portal",
);
const ofPortal = endpoints.filter(({ access }) => access === "portal");
const ofUsers = endpoints.filter(({ access }) => access !== "public" && access !== "portal");
/** Calls that an organization's roles may make, and that name the organization they are about. */
const ofTenants = guarded.filter(
  ({ access, path }) =>
    opens(access, organizationRoleNames, 1) && (path.includes("{") || path !== "/organizations"),
);
const reads = guarded.filter(({ method }) => method === "GET");
const writes = guarded.filter(({ method }) => method !== "GET");

describe("access by users", () => {
  test.for(named(guarded))(
    "%s: refused without a session and with an ended one",
    async ([, endpoint]) => {
      for (const caller of [world.nobody, expired]) {
        const { status, problem, headers } = await send(caller, endpoint);
        expect([status, problem.code]).toEqual([401, "session_missing"]);
        expect(headers.get("content-type")).toContain("application/problem+json");
      }
    },
  );

  test.for(named(guarded))(
    "%s: refused for every role without the permission",
    async ([, endpoint]) => {
      for (const tenantId of [null, home.tenant_id]) {
        const lacking = roleCallers
          .filter(
            (each) => each.tenantId === tenantId && !opens(endpoint.access, [each.role], tenantId),
          )
          .map(({ role }) => role);
        if (lacking.length === 0) continue;
        const { status, problem } = await send(await userWith(lacking, tenantId), endpoint);
        expect([lacking, status, problem.code]).toEqual([lacking, 403, "forbidden"]);
      }
    },
  );

  test.for(named(ofTenants))(
    "%s: refused for users of another organization",
    async ([name, endpoint]) => {
      const foreign = await send(stranger, endpoint);
      expect([foreign.status, foreign.problem.code]).toEqual([404, "not_found"]);
      // With the own organization's path, another one's row is not found either.
      if (!/\{(?!tenant_id|company_id)\w+\}/.test(endpoint.path) || isBuiltIn(name)) return;
      const mixed = await send(stranger, endpoint, other.path);
      expect([mixed.status, mixed.problem.code]).toEqual([404, "not_found"]);
    },
  );

  test.for(named(reads))(
    "%s: returns the row to every role with the permission",
    async ([, endpoint]) => {
      const allowed = roleCallers.filter(({ role, tenantId }) =>
        opens(endpoint.access, [role], tenantId),
      );
      // A file takes long to make, and is the same for all roles of an organization or the
      // platform.
      const asking = endpoint.file ? onePerTenant(allowed) : allowed;
      for (const { role, tenantId, caller } of asking) {
        const reply = await send(caller, endpoint);
        expect([role, tenantId, reply.status]).toEqual([role, tenantId, 200]);
      }
    },
  );

  test.for(named(writes))(
    "%s: passes the permission check with the permission",
    async ([, endpoint]) => {
      const allowed = roleCallers.filter(({ role, tenantId }) =>
        opens(endpoint.access, [role], tenantId),
      );
      expect(allowed.length).toBeGreaterThan(0);
      const [first] = allowed;
      const reply = first && (await sendUndone(first.caller, endpoint));
      const code = (reply?.status ?? 0) < 400 ? "done" : reply?.problem.code;
      expect([401, 403, 404, 500]).not.toContain(reply?.status);
      expect(code).not.toBe("validation_failed");
    },
  );
});

function onePerTenant(allowed: readonly RoleCaller[]): RoleCaller[] {
  return [...new Map(allowed.map((each) => [each.tenantId, each])).values()];
}

describe("access by employees", () => {
  test.for(named(ofUsers))("%s: refused for portal sessions", async ([, endpoint]) => {
    // The request is refused before it is read.
    const { status, problem } = await employee.attempt(endpoint, { params: values });
    expect([status, problem.code]).toEqual([401, "session_missing"]);
  });

  test.for(named(ofPortal))(
    "%s: refused without a session, with an ended one, and for users of any role",
    async ([, endpoint]) => {
      const users = [...roleCallers.map(({ caller }) => caller), stranger];
      for (const caller of [world.nobody, formerEmployee, expired, ...users]) {
        const { status, problem } = await send(caller, endpoint);
        expect([status, problem.code]).toEqual([401, "session_missing"]);
      }
    },
  );

  const ofOne = ofPortal.filter(({ path }) => path.includes("{"));
  test.for(named(ofOne))("%s: returns nothing of another employee", async ([, endpoint]) => {
    const { status, problem } = await send(employee, endpoint);
    expect([status, problem.code]).toEqual([404, "not_found"]);
  });

  const ofAll = ofPortal.filter((endpoint) => !ofOne.includes(endpoint));
  test.for(named(ofAll))(
    "%s: passes the session check with a portal session",
    async ([, endpoint]) => {
      const { status, problem } = await sendUndone(employee, endpoint);
      expect([401, 403, 404, 500]).not.toContain(status);
      expect(problem.code).not.toBe("validation_failed");
    },
  );
});

/**
 * Whether a call's last parameter names something that every organization has, such as a template.
 */
function isBuiltIn(name: string): boolean {
  return /\/(?:modules|email-templates|advance-rules|job-offer)/.test(name);
}
