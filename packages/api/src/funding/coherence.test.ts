import { checkBooks } from "@kontor/contract/accounting-books";
import { submitFunds } from "@kontor/contract/funding";
import { afterAll, beforeAll, expect, test } from "vitest";

import { withOwner } from "../platform/database.ts";
import { openWorld, type Caller, type World } from "../platform/testing/harness.ts";
import { openOrganization, type TestOrganization } from "../platform/testing/organizations.ts";

let world: World;
let platform: Caller;
let acme: TestOrganization;
let other: TestOrganization;

beforeAll(async () => {
  world = await openWorld();
  platform = await world.signIn("platform");
  acme = await openOrganization(world, "Acme Limited");
  other = await openOrganization(world, "Other Limited");
});
afterAll(async () => {
  await world.close();
});

const tamper = (statement: string) =>
  withOwner(world.ownerUrl, async (client) => {
    await client.query(`select set_config('app.tenant_id', '${acme.tenant_id}', false)`);
    await client.query(statement);
  });

test("funds that say something else than the books are found, in their organization", async () => {
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
