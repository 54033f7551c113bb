import * as accounting from "@kontor/contract/accounting/accounts";
import * as entries from "@kontor/contract/accounting/entries";
import { getFinancials, submitFunds } from "@kontor/contract/funding/funding";
import { saveModule } from "@kontor/contract/modules/modules";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";

import { setTenant } from "../platform/scope.ts";
import { callsOnBooks, itemsOf } from "../testing/accounting-calls.ts";
import { expectCoherentBooks } from "../testing/coherence.ts";
import { openFileWorld } from "../testing/harness.ts";
import { openTwoOrganizations, type TestOrganization } from "../testing/organizations.ts";
import { accountingRoutes } from "./routes.ts";

const world = await openFileWorld();
const { acme, other, platform, staff, insider } = await openTwoOrganizations(world);

afterAll(() => expectCoherentBooks(world));

const switchModule = (enabled: boolean) =>
  platform.call(saveModule.organization, {
    params: { ...acme.path, id: "accounting" },
    body: { enabled },
  });

/** The number of rows in the organization's books, to show that refused calls added none. */
const rowCountOfAcme = () =>
  world.database.transaction(async (tx) => {
    await setTenant(tx, acme.tenant_id);
    const { rows } = await sql<Record<string, number>>`
      select (select count(*)::int from groups) as groups, (select count(*)::int from ledgers) as ledgers,
        (select count(*)::int from entries) as entries, (select count(*)::int from entry_items) as items,
        (select max(version) from ledgers) as version`.execute(tx);
    return rows[0];
  });

test("every call of the books is refused for an organization that has switched accounting off", async () => {
  const calls = await callsOnBooks(staff, acme);
  const walked = new Set(calls.map(([endpoint]) => endpoint));
  const all = accountingRoutes.map((route) => route.endpoint);
  expect(all.filter((endpoint) => !walked.has(endpoint)).map(({ path }) => path)).toEqual([]);

  const before = await rowCountOfAcme();
  await switchModule(false);
  for (const [endpoint, wire] of calls) {
    // A bookkeeper of the organization may not close its books, whatever is switched on.
    const callers = endpoint.access === "books.close" ? [staff] : [staff, insider];
    for (const caller of callers) {
      const reply = await caller.attempt(endpoint, wire);
      expect([endpoint.method, endpoint.path, reply.status, reply.problem.code]).toEqual([
        endpoint.method,
        endpoint.path,
        409,
        "module_off",
      ]);
      expect(reply.problem.message).toBe(
        "The module Accounting is switched off for Acme Limited. Switch it on under Modules to use it.",
      );
    }
  }
  expect(await rowCountOfAcme()).toEqual(before);
  await switchModule(true);
  const again = await staff.call(entries.addEntry, {
    body: { tenant_id: acme.tenant_id, items: itemsOf(acme) },
  });
  expect(again.ent_number).toBe("RCT-000002");
});

test("other organizations keep their books meanwhile", async () => {
  await switchModule(false);
  for (const [endpoint, wire] of await callsOnBooks(staff, other)) {
    const reply = await staff.attempt(endpoint, wire);
    expect([endpoint.path, reply.status]).toEqual([endpoint.path, endpoint.status ?? 200]);
  }
  await switchModule(true);
});

test("the platform's default counts for organizations that have not decided themselves", async () => {
  await switchModule(true);
  const turnDefault = (enabled: boolean) =>
    platform.call(saveModule.platform, { params: { id: "accounting" }, body: { enabled } });
  const statusAt = async (organization: TestOrganization) => {
    const body = { tenant_id: organization.tenant_id, items: itemsOf(organization) };
    return (await staff.attempt(entries.addEntry, { body })).status;
  };
  await turnDefault(false);
  expect([await statusAt(acme), await statusAt(other)]).toEqual([201, 409]);
  await turnDefault(true);
  expect(await statusAt(other)).toBe(201);
});

test("the organization's funds can still be moved, and are still posted", async () => {
  await switchModule(false);
  const { balance } = await platform.call(submitFunds, {
    params: acme.path,
    body: { action: "DEPOSIT", amount: "80.00" },
  });
  const { data } = await staff.list(getFinancials, { params: acme.path });
  expect(data.balance).toBe(balance);
  await switchModule(true);
  const ledger = await staff.call(accounting.getLedger, {
    params: { id: data.ledger_id },
    query: { tenant_id: acme.tenant_id },
  });
  expect(ledger.cl_balance).toBe(balance);
});
