import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";

import { setAllTenantsReadable } from "../platform/scope.ts";
import { callsOnRecords, type BooksCall } from "../testing/accounting-calls.ts";
import { expectCoherentBooks } from "../testing/coherence.ts";
import { openFileWorld } from "../testing/harness.ts";
import { openOrganization } from "../testing/organizations.ts";

const world = await openFileWorld();
const acme = await openOrganization(world, "Acme Limited");
const other = await openOrganization(world, "Other Limited");
const staff = await world.signIn("staff");
const insider = await world.signIn("organization", acme.tenant_id);
const calls = await callsOnRecords(staff, acme);

afterAll(() => expectCoherentBooks(world));

/** The call with another organization, or with none. */
function forTenant(tenant_id: number | undefined, [endpoint, wire]: BooksCall): BooksCall {
  const { params, query, body } = wire;
  const named = (part: object) => {
    const { tenant_id: _own, ...rest } = part as { tenant_id?: number };
    return tenant_id === undefined ? rest : { ...rest, tenant_id };
  };
  return [
    endpoint,
    {
      ...(params && { params }),
      ...(query && { query: named(query) }),
      ...(body && { body: named(body) }),
    },
  ];
}

/** The total number of rows, to show that refused calls added none. */
const totalRowCount = () =>
  world.database.transaction(async (tx) => {
    await setAllTenantsReadable(tx);
    const { rows } = await sql<Record<string, number>>`
      select (select count(*)::int from groups) as groups, (select count(*)::int from ledgers) as ledgers,
        (select count(*)::int from entries) as entries, (select count(*)::int from entry_items) as items`.execute(
      tx,
    );
    return rows;
  });

test("a bookkeeper of several organizations must name one in every call on a record", async () => {
  const before = await totalRowCount();
  for (const call of calls) {
    const [endpoint, wire] = forTenant(undefined, call);
    const { status, problem } = await staff.attempt(endpoint, wire);
    expect([endpoint.method, endpoint.path, status, problem.code, problem.errors]).toEqual([
      endpoint.method,
      endpoint.path,
      422,
      "organization_required",
      [{ path: "tenant_id", message: "Choose an organization." }],
    ]);
  }
  expect(await totalRowCount()).toEqual(before);
});

test("a record is not found in the books of another organization", async () => {
  const before = await totalRowCount();
  // A new group names no record, and a chart filtered by a deleted group has no rows.
  const records = calls.filter(([endpoint]) => !["/groups", "/accounts"].includes(endpoint.path));
  for (const call of records) {
    const [endpoint, wire] = forTenant(other.tenant_id, call);
    for (const caller of [staff, insider]) {
      const { status, problem } = await caller.attempt(endpoint, wire);
      expect([endpoint.method, endpoint.path, status, problem.code]).toEqual([
        endpoint.method,
        endpoint.path,
        404,
        "not_found",
      ]);
    }
  }
  expect(await totalRowCount()).toEqual(before);
});

test("an organization's own user need not name it", async () => {
  for (const call of calls) {
    const [endpoint, wire] = forTenant(undefined, call);
    const { status } = await insider.attempt(endpoint, wire);
    expect([endpoint.method, endpoint.path, status]).toEqual([
      endpoint.method,
      endpoint.path,
      endpoint.status ?? 200,
    ]);
  }
});
