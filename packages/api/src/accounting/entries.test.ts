import { addLedger, getLedger } from "@kontor/contract/accounting";
import { addEntry, getEntry, getStatement, listEntries } from "@kontor/contract/accounting-entries";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { expectCoherentBooks } from "../platform/testing/coherence.ts";
import { openWorld, type Caller, type World } from "../platform/testing/harness.ts";
import { openTenant, type TestTenant } from "../platform/testing/tenants.ts";

let world: World;
let staff: Caller;
let tenant: TestTenant;

const ledger = (purpose: "funding_account" | "bank_clearing" | "salary_advances_receivable") =>
  tenant.ledgers.get(purpose) ?? 0;

const receipt = (amount: unknown, extra: object = {}) => ({
  entry_type_id: 1,
  entry_date: "2026-03-09",
  narration: "Received",
  items: [
    { dc: "DR", amount, ledger_id: ledger("funding_account"), narration: "In" },
    { dc: "CR", amount, ledger_id: ledger("bank_clearing"), narration: "Out" },
  ],
  ...extra,
});

beforeAll(async () => {
  world = await openWorld();
  staff = await world.signIn("staff");
  tenant = await openTenant(world);
});
afterAll(async () => {
  await expectCoherentBooks(world);
  await world.close();
});

describe("posting an entry", () => {
  test("numbers it, moves both balances and shows it in the statement and the list", async () => {
    const posted = await staff.call(addEntry, { body: receipt("1250.00") });
    expect(posted.ent_number).toBe("RCT-000001");
    expect(posted.items.map((item) => [item.dc, item.amount, item.cl_balance_dc])).toEqual([
      ["DR", 125_000n, "DR"],
      ["CR", 125_000n, "CR"],
    ]);
    expect(await staff.call(getEntry, { params: { id: posted.id } })).toEqual(posted);

    const account = await staff.call(getLedger, { params: { id: ledger("funding_account") } });
    expect([account.cl_balance, account.cl_balance_dc]).toEqual([125_000n, "DR"]);

    const statement = await staff.list(getStatement, { params: { id: account.id } });
    expect(statement.meta).toEqual({ page: 1, per_page: 10, total: 1 });
    expect(statement.data.rows).toMatchObject([
      {
        ent_number: "RCT-000001",
        date: "2026-03-09",
        item_first: { dc: "DR", name: "Funding account" },
        item_second: { dc: "CR", name: "Bank clearing" },
        item_debit_amount: 125_000n,
        item_credit_amount: 0n,
        balance: 125_000n,
        dc: "DR",
      },
    ]);
    const listed = await staff.list(listEntries, { query: { tenant_id: tenant.tenant_id } });
    expect(listed.data).toMatchObject([
      { id: posted.id, amount: 125_000n, debit_name: "Funding account" },
    ]);
  });

  test("a retried submit has one effect", async () => {
    const first = await staff.attempt(addEntry, { body: receipt("10.00"), key: "retry-one-0001" });
    const again = await staff.attempt(addEntry, { body: receipt("10.00"), key: "retry-one-0001" });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    const other = await staff.attempt(addEntry, { body: receipt("11.00"), key: "retry-one-0001" });
    expect([other.status, other.problem.code]).toEqual([422, "idempotency_key_reused"]);
  });

  test.for([
    ["three decimals", () => receipt("1.005"), 422, "items.0.amount"],
    ["zero", () => receipt("0.00"), 422, "items.0.amount"],
    ["a negative amount", () => receipt("-5.00"), 422, "items.0.amount"],
    ["a number instead of text", () => receipt(5), 422, "items.0.amount"],
    [
      "a date that does not exist",
      () => receipt("5.00", { entry_date: "2026-02-30" }),
      422,
      "entry_date",
    ],
    ["an unknown field", () => receipt("5.00", { colour: "red" }), 422, "colour"],
    ["no items", () => receipt("5.00", { items: [] }), 422, "items"],
  ] as const)("%s is refused at its field", async ([, body, status, path]) => {
    const reply = await staff.attempt(addEntry, { body: body() });
    expect(reply.status).toBe(status);
    expect(reply.problem.errors?.map((error) => error.path)).toContain(path);
  });
});

test("two hundred concurrent posts in opposite directions all stand", async () => {
  const a = await staff.call(addLedger, {
    body: {
      group_id: (await staff.call(getLedger, { params: { id: ledger("bank_clearing") } })).group_id,
      name: "Till A",
    },
  });
  const b = await staff.call(addLedger, { body: { group_id: a.group_id, name: "Till B" } });
  const replies = await Promise.all(
    Array.from({ length: 200 }, (_unused, index) => {
      const [debit, credit] = index % 2 === 0 ? [a.id, b.id] : [b.id, a.id];
      return staff.attempt(addEntry, {
        body: receipt("1.00", {
          items: [
            { dc: "DR", amount: "1.00", ledger_id: debit, narration: "Move" },
            { dc: "CR", amount: "1.00", ledger_id: credit, narration: "Move" },
          ],
        }),
      });
    }),
  );
  expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([201]));
  const after = await staff.call(getLedger, { params: { id: a.id } });
  expect(after.cl_balance).toBe(0n);
});
