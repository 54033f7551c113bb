import { checkBooks } from "@kontor/contract/accounting/books";
import { submitFunds } from "@kontor/contract/funding/funding";
import { describe, expect, test } from "vitest";

import { withOwnerClient } from "../platform/database/database.ts";
import { openFileWorld } from "../testing/harness.ts";
import { openOrganization } from "../testing/organizations.ts";

const world = await openFileWorld();
const platform = await world.signIn("platform");
const acme = await openOrganization(world, "Acme Limited");
const other = await openOrganization(world, "Other Limited");

const tamper = (statement: string) =>
  withOwnerClient(world.ownerUrl, async (client) => {
    await client.query(`select set_config('app.tenant_id', '${acme.tenant_id}', false)`);
    await client.query(statement);
  });

test("reports funds that differ from the books, with their organization", async () => {
  const { transaction } = await platform.call(submitFunds, {
    params: acme.path,
    body: { action: "DEPOSIT", amount: "10.00" },
  });
  const check = (tenant_id: number) => platform.call(checkBooks, { query: { tenant_id } });
  expect(await check(0)).toEqual({ agree: true, faults: [] });

  await tamper(`update funding_transactions set amount = 900 where id = ${transaction.id}`);
  const moved = await check(acme.tenant_id);
  expect(moved).toEqual({
    agree: false,
    faults: [
      {
        kind: "funds_moved_otherwise",
        tenant_id: acme.tenant_id,
        subject: `funding-transaction:${transaction.id}`,
        message: `funding transaction ${transaction.id} is a DEPOSIT of 900 kobo, its entry moves the funding ledger by 1000`,
      },
    ],
  });
  expect(await check(0)).toEqual(moved);
  expect(await check(other.tenant_id)).toEqual({ agree: true, faults: [] });

  await tamper(`delete from funding_transactions where id = ${transaction.id}`);
  expect((await check(acme.tenant_id)).faults).toMatchObject([
    { kind: "funds_entry_unexplained", subject: `entry:${transaction.entry_id}` },
  ]);
});

test("reports a funding transaction whose organization has no pay account", async () => {
  const { transaction } = await platform.call(submitFunds, {
    params: other.path,
    body: { action: "DEPOSIT", amount: "4.00" },
  });
  await withOwnerClient(world.ownerUrl, async (client) => {
    await client.query(`select set_config('app.tenant_id', '${other.tenant_id}', false)`);
    await client.query("delete from pay_accounts");
  });
  const query = { tenant_id: other.tenant_id };
  expect((await platform.call(checkBooks, { query })).faults).toMatchObject([
    { kind: "funds_moved_otherwise", subject: `funding-transaction:${transaction.id}` },
  ]);
});

describe("the call that checks the books", () => {
  test("lets staff check one organization or all", async () => {
    const staff = await world.signIn("staff");
    const sound = await openOrganization(world, "Sound Limited");
    const query = { tenant_id: sound.tenant_id };
    expect(await staff.call(checkBooks, { query })).toEqual({ agree: true, faults: [] });
    const all = await staff.call(checkBooks);
    expect(new Set(all.faults.map(({ tenant_id }) => tenant_id))).toEqual(
      new Set([acme.tenant_id, other.tenant_id]),
    );
  });

  test("needs a session", async () => {
    expect((await world.nobody.attempt(checkBooks)).status).toBe(401);
  });

  test("lets bookkeepers of an organization check only its own books", async () => {
    const owner = await world.signInAs(["OWNER"], acme.tenant_id);
    for (const tenant_id of [acme.tenant_id, 0]) {
      const { faults } = await owner.call(checkBooks, { query: { tenant_id } });
      expect(faults.filter((fault) => fault.tenant_id !== acme.tenant_id)).toEqual([]);
    }
    const reply = await owner.attempt(checkBooks, { query: { tenant_id: other.tenant_id } });
    expect([reply.status, reply.problem.code]).toEqual([404, "not_found"]);
    const preparer = await world.signInAs(["PAYROLL_PREPARER"], acme.tenant_id);
    const refused = await preparer.attempt(checkBooks, { query: { tenant_id: acme.tenant_id } });
    expect([refused.status, refused.problem.code]).toEqual([403, "forbidden"]);
  });

  test("answers 404 for an unknown organization", async () => {
    const reply = await platform.attempt(checkBooks, { query: { tenant_id: 999_999 } });
    expect([reply.status, reply.problem.code]).toEqual([404, "not_found"]);
  });

  test.for([
    ["tenant_id", { tenant_id: "x" }],
    ["tenant_id", { tenant_id: -1 }],
    ["tenant", { tenant: 1 }],
  ] as const)("refuses an invalid %s: %o", async ([path, query]) => {
    const reply = await platform.attempt(checkBooks, { query });
    expect(reply.status).toBe(422);
    expect(reply.problem.errors?.map((error) => error.path)).toEqual([path]);
  });
});
