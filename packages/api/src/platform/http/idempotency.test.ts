import { addGroup, listGroups } from "@kontor/contract/accounting/groups";
import { addEmployee } from "@kontor/contract/employees/employees";
import type { Endpoint } from "@kontor/contract/endpoint";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { z } from "zod";

import { allRoutes } from "../../app.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { openOrganization } from "../../testing/organizations.ts";
import { openTenant } from "../../testing/tenants.ts";
import { requestHash } from "./idempotency.ts";

const world = await openFileWorld();
const tenant = await openTenant(world);
const caller = await world.signIn("organization", tenant.tenant_id);

type RequestParts = readonly [route: string, parts: readonly (string | Buffer)[]];

const different: readonly { one: RequestParts; other: RequestParts }[] = [
  { one: ["POST /a", ["b"]], other: ["POST /ab", [""]] },
  { one: ["POST /a", ["b", "c"]], other: ["POST /a", ["bc"]] },
  { one: ["POST /a", ["b\0c"]], other: ["POST /a", ["b", "c"]] },
  { one: ["POST /a", ["logo", Buffer.from("x")]], other: ["POST /a", ["photo", Buffer.from("x")]] },
];

test.for(different)("%j are two requests", ({ one, other }) => {
  expect(requestHash(...one).equals(requestHash(...other))).toBe(false);
  expect(requestHash(...one).equals(requestHash(...one))).toBe(true);
});

test("a key belongs to its user, and outlives the session that sent it", async () => {
  const body = { class: "01", name: "Once" };
  const key = `key-${crypto.randomUUID()}`;
  const first = await caller.call(addGroup, { body, key });
  const again = await caller.call(addGroup, { body, key });
  expect(again.id).toBe(first.id);
  const colleague = await world.signIn("organization", tenant.tenant_id);
  const theirs = await colleague.call(addGroup, { body, key });
  expect(theirs.id).not.toBe(first.id);
  const elsewhere = await caller.send("POST", "/groups?", body, { "idempotency-key": key });
  expect([elsewhere.status, elsewhere.problem.code]).toEqual([422, "idempotency_key_reused"]);
  const { data } = await caller.list(listGroups, { query: { search: "Once" } });
  expect(data.map(({ id }) => id)).toEqual([first.id, theirs.id]);
});

test("a key of one organization has no effect in another", async () => {
  const other = await openTenant(world);
  const staff = await world.signIn("staff");
  const key = `key-${crypto.randomUUID()}`;
  const add = (tenant_id: number) =>
    staff.call(addGroup, { body: { tenant_id, class: "01", name: "Apart" }, key });
  const here = await add(tenant.tenant_id);
  const there = await add(other.tenant_id);
  expect([here.tenant_id, there.tenant_id]).toEqual([tenant.tenant_id, other.tenant_id]);
  expect((await add(tenant.tenant_id)).id).toBe(here.id);
  expect((await add(other.tenant_id)).id).toBe(there.id);
});

const employee = {
  staff_no: "K-1",
  first_name: "Ada",
  last_name: "Okafor",
  start_date: "2026-01-05",
  nin: "12345678901",
};

test("a request with personal numbers is recognized by a keyed hash, which does not reveal them", async () => {
  const home = await openOrganization(world, "Home");
  const hr = await world.signInAs(["HR"], home.tenant_id);
  const key = `key-${crypto.randomUUID()}`;
  const add = (body: object) => hr.attempt(addEmployee, { params: home.path, body, key });
  const first = await add(employee);
  expect(first.status).toBe(201);
  expect((await add(employee)).body).toEqual(first.body);
  const { status, problem } = await add({ ...employee, nin: "12345678902" });
  expect([status, problem.code]).toEqual([422, "idempotency_key_reused"]);
  const { rows } = await world.database.transaction((tx) =>
    sql<{ hash: Buffer }>`select request_hash as hash from idempotency_keys
      where key = ${key}`.execute(tx),
  );
  const path = `/api/organizations/${home.tenant_id}/${home.company_id}/employees`;
  const plain = requestHash(`POST ${path}`, [JSON.stringify(employee)]);
  expect(rows.map(({ hash }) => hash.equals(plain))).toEqual([false]);
});

test("the calls whose hash is keyed are those with a password or personal numbers", () => {
  const calls = allRoutes.map(({ endpoint }) => endpoint).filter(({ idempotent }) => idempotent);
  const hasSecret = ({ body }: Endpoint) =>
    body instanceof z.ZodObject &&
    Object.keys(body.shape).some((name) =>
      /password|^(?:nin|tax_id|rsa_pin|nhf_number|account_number)$/.test(name),
    );
  const keyed = calls.filter(({ confidential }) => confidential);
  expect(keyed.map(({ path }) => path)).toEqual(calls.filter(hasSecret).map(({ path }) => path));
  expect(keyed).not.toEqual([]);
});

test.for(["short", "with space in it", "x".repeat(201), "ünïcode-key"])(
  "the key %j is refused before anything is done",
  async (key) => {
    const headers = { "idempotency-key": Buffer.from(key).toString("latin1") };
    const body = { class: "01", name: "Never" };
    const reply = await caller.send("POST", "/groups", body, headers);
    expect([reply.status, reply.problem.code]).toEqual([422, "idempotency_key_invalid"]);
  },
);
