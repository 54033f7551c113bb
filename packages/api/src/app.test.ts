import { readdir } from "node:fs/promises";

import type { Endpoint } from "@kontor/contract/endpoint";
import {
  organizationRoleNames,
  platformRoleNames,
  type Role,
} from "@kontor/contract/reference/roles";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { allRoutes } from "./app.ts";
import { exactlyOne } from "./platform/database/rows.ts";
import { permissionsOf } from "./platform/permissions.ts";
import { setTenant } from "./platform/scope.ts";
import { openWorld, type Caller, type World } from "./testing/harness.ts";
import { openTenant, type TestTenant } from "./testing/tenants.ts";

const contractFolder = new URL("../../contract/src/", import.meta.url);
const endpoints = allRoutes.map((route) => route.endpoint);
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

let world: World;
/** Somebody of each role, of the platform and of the tenant. */
let callers: { role: Role; tenantId: number | null; caller: Caller }[];
let stranger: Caller;
let tenant: TestTenant;
let ids: Map<string, number>;

beforeAll(async () => {
  world = await openWorld();
  tenant = await openTenant(world);
  const foreign = await openTenant(world);
  stranger = await world.signInAs(organizationRoleNames, foreign.tenant_id);
  callers = [];
  for (const role of platformRoleNames) {
    callers.push({ role, tenantId: null, caller: await world.signInAs([role]) });
  }
  for (const role of organizationRoleNames) {
    const tenantId = tenant.tenant_id;
    callers.push({ role, tenantId, caller: await world.signInAs([role], tenantId) });
  }
  ids = await world.database.transaction(async (tx) => {
    await setTenant(tx, tenant.tenant_id);
    const { rows } = await sql<{ id: number }>`select min(id) as id from groups`.execute(tx);
    return new Map([
      ["groups", exactlyOne(rows).id],
      ["ledgers", tenant.ledgers.funding_account],
    ]);
  });
});
afterAll(async () => {
  await world.close();
});

/** Path parameters that lead to rows of the tenant, as far as it has any of that kind. */
function paramsOf(path: string): Record<string, unknown> {
  const id = ids.get(path.split("/")[1] ?? "") ?? 1;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, 1] as const);
  const known = { tenant_id: tenant.tenant_id, id, key: "x", label: "x", year: 2026 };
  return { ...Object.fromEntries(names), ...known };
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "method" in value && "access" in value;
}

/** The endpoints that a module exports, alone or in descriptions of several. */
function endpointsIn(value: unknown): Endpoint[] {
  if (isEndpoint(value)) return [value];
  const isPlain =
    typeof value === "object" &&
    value !== null &&
    Object.getPrototypeOf(value) === Object.prototype;
  return isPlain ? Object.values(value).flatMap(endpointsIn) : [];
}

test("every call of the contract is served once, and no other", async () => {
  const files = (await readdir(contractFolder, { recursive: true })).filter((file) =>
    /^(?!reference)[a-z/-]+\.ts$/.test(file),
  );
  const modules = await Promise.all(
    files
      .filter((file) => !file.endsWith(".test.ts"))
      .map(async (file) => (await import(new URL(file, contractFolder).href)) as object),
  );
  const described = modules.flatMap((each) => Object.values(each).flatMap(endpointsIn));
  expect(endpoints.map(nameOf).toSorted()).toEqual(described.map(nameOf).toSorted());
});

describe("who may call", () => {
  test.for(
    endpoints
      .filter(({ access }) => access !== "public")
      .map((each) => [nameOf(each), each] as const),
  )("%s is closed to who is signed out or lacks the permission", async ([, endpoint]) => {
    const wire = { params: paramsOf(endpoint.path) };
    const signedOut = await world.nobody.attempt(endpoint, wire);
    expect([signedOut.status, signedOut.problem.code]).toEqual([401, "session_missing"]);
    expect(signedOut.headers.get("content-type")).toContain("application/problem+json");
    const { access } = endpoint;
    if (access === "session" || access === "public") return;
    for (const { role, tenantId, caller } of callers) {
      if (permissionsOf([role], tenantId).includes(access)) continue;
      const reply = await caller.attempt(endpoint, wire);
      expect([role, tenantId, reply.status]).toEqual([role, tenantId, 403]);
    }
  });

  test.for(
    endpoints
      .filter(({ access, path }) => {
        if (access === "session" || access === "public" || !path.includes("{")) return false;
        return permissionsOf(organizationRoleNames, 1).includes(access);
      })
      .map((each) => [nameOf(each), each] as const),
  )("%s shows a stranger nothing of another tenant", async ([, endpoint]) => {
    const reply = await stranger.attempt(endpoint, {
      params: paramsOf(endpoint.path),
      ...(endpoint.method === "GET" ? {} : { body: endpoint.files ? new FormData() : {} }),
    });
    // What is sent is judged before the row is looked for, so a body that lacks fields is the other answer.
    const sends = [endpoint.body, endpoint.files, endpoint.query].some(
      (part) => part !== undefined,
    );
    expect(sends && endpoint.method !== "GET" ? [404, 422] : [404]).toContain(reply.status);
  });
});

test("OpenAPI 3.1 describes every call", async () => {
  const reply = await world.nobody.send("GET", "/openapi.json");
  const document = reply.body as { openapi: string; paths: Record<string, object> };
  expect(document.openapi).toMatch(/^3\.1/);
  const described = Object.entries(document.paths).flatMap(([path, calls]) =>
    Object.keys(calls).map((method) => `${method.toUpperCase()} ${path.replace(/^\/api/, "")}`),
  );
  expect(described.toSorted()).toEqual(endpoints.map(nameOf).toSorted());
});

test.for([
  ["malformed JSON", "{", 400, "malformed"],
  ["a list where an object belongs", "[]", 422, "validation_failed"],
  ["a body over 1 MB", JSON.stringify({ email: "a".repeat(1_100_000) }), 413, "body_too_large"],
  ["a forbidden field name", '{"__proto__": {"x": 1}}', 400, "malformed"],
] as const)("%s is a problem and never a fault", async ([, body, status, code]) => {
  const reply = await world.nobody.send("POST", "/wire/login", body);
  expect([reply.status, reply.problem.code]).toEqual([status, code]);
});

test("an address that the API does not have is a problem", async () => {
  const reply = await world.nobody.send("GET", "/nothing/here");
  expect([reply.status, reply.problem.code]).toEqual([404, "route_not_found"]);
});
