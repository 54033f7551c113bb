import { MAX_AMOUNT, printMoney } from "@kontor/books/money";
import { getAccountTotals, getLedger, listAccounts } from "@kontor/contract/accounting/accounts";
import { addEntry, addEntryBatch, listEntries } from "@kontor/contract/accounting/entries";
import { getStatement } from "@kontor/contract/accounting/statements";
import { sql } from "kysely";
import { expect, test } from "vitest";

import { withOwnerClient } from "../../platform/database/database.ts";
import { setTenant } from "../../platform/scope.ts";
import { openBooks, receiptBody } from "../../testing/books.ts";
import { openFileWorld } from "../../testing/harness.ts";

const most = printMoney(MAX_AMOUNT);
/** The largest number of kobo that fits into a column. */
const columnEnd = 2n ** 63n - 1n;

const world = await openFileWorld();
const books = await openBooks(world);

const pair = (): [number, number] => [
  books.ledger("pension_payable"),
  books.ledger("paye_payable"),
];

test("an amount above the largest is refused as such, and so is zero", async () => {
  for (const [amount, message] of [
    [printMoney((MAX_AMOUNT + 1n) as typeof MAX_AMOUNT), /larger than the maximum for one posting/],
    ["9".repeat(16), /larger than the maximum for one posting/],
    ["9".repeat(60), /larger than the books can hold/],
    ["0.00", /above 0\.00/],
  ] as const) {
    const reply = await books.owner.attempt(addEntry, { body: receiptBody(...pair(), amount) });
    expect(reply.status).toBe(422);
    expect(reply.problem.errors?.[0]).toEqual({
      path: "items.0.amount",
      message: expect.stringMatching(message),
    });
  }
});

test("a hundred postings of the largest amount are shown to the kobo by every list", async () => {
  const entries = Array.from({ length: 100 }, () => receiptBody(...pair(), most));
  await books.owner.call(addEntryBatch, { body: { entries } });
  const sum = 100n * MAX_AMOUNT;
  const accounts = await books.staff.list(listAccounts, { query: { per_page: 100 } });
  const funding = accounts.data.find((row) => row.type === "Ledger" && row.id === pair()[0]);
  expect(funding).toMatchObject({ cl_balance: sum, cl_balance_dc: "DR" });
  const statement = await books.owner.list(getStatement, {
    params: { id: pair()[0] },
    query: { page: 10 },
  });
  expect(statement.data.current_closing_balance).toBe(sum);
});

test("an entry whose sides add up to more than the largest amount is shown in the list", async () => {
  const ids = await cashLedgers(200);
  const items = ids.map((ledger_id, index) => ({
    dc: index < 100 ? "DR" : "CR",
    ledger_id,
    amount: most,
    narration: "Large",
  }));
  const entry = await books.owner.call(addEntry, { body: { entry_type_id: 1, items } });
  const { data } = await books.owner.list(listEntries);
  expect(data.find(({ id }) => id === entry.id)?.amount).toBe(100n * MAX_AMOUNT);
});

/** Adds this many ledgers besides the standard ones. */
async function cashLedgers(count: number): Promise<number[]> {
  const { id } = await books.addCashLedger("One of many");
  return world.database.transaction(async (tx) => {
    await setTenant(tx, books.tenant.tenant_id);
    const { rows } = await sql<{ id: number }>`
      insert into ledgers (tenant_id, group_id, code, sequence, name, created_at)
      select l.tenant_id, l.group_id, l.code || '-' || n, l.sequence + 1000 + n, l.name || n, l.created_at
      from ledgers l, generate_series(1, ${count}::int) n
      where l.tenant_id = ${books.tenant.tenant_id} and l.id = ${id}
      returning id`.execute(tx);
    return rows.map((row) => row.id);
  });
}

test("a posting that does not fit into a column is refused, and sums of maximal columns are shown", async () => {
  const [funding, clearing] = pair();
  await withOwnerClient(world.ownerUrl, async (client) => {
    await client.query("begin");
    await client.query("select set_config('app.tenant_id', $1, true)", [books.tenant.tenant_id]);
    await client.query(
      `update ledgers set balance = $1, op_balance = $1, op_balance_dc = 'DR' where id in ($2, $3)`,
      [columnEnd, funding, clearing],
    );
    await client.query("commit");
  });
  const refused = await books.owner.attempt(addEntry, {
    body: receiptBody(funding, clearing, "0.01"),
  });
  expect([refused.status, refused.problem.code]).toEqual([422, "amount_out_of_range"]);
  const { group_id } = await books.owner.call(getLedger, { params: { id: funding } });
  const { data } = await books.owner.list(listAccounts, { query: { group_id } });
  const [group] = data;
  expect(group).toMatchObject({ op_balance: 2n * columnEnd });
  const totals = await books.staff.call(getAccountTotals);
  expect(totals).toMatchObject({ debit: 2n * columnEnd, difference: 2n * columnEnd });
  const ledger = await books.owner.call(getLedger, { params: { id: funding } });
  expect(ledger.cl_balance).toBe(columnEnd);
});
