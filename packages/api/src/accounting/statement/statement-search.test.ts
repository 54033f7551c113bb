import { addEntryBatch } from "@kontor/contract/accounting/entries";
import { getStatement, searchStatement } from "@kontor/contract/accounting/statements";
import { afterAll, expect, test } from "vitest";

import { openBooks, receiptBody } from "../../testing/books.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld } from "../../testing/harness.ts";

const world = await openFileWorld();
const books = await openBooks(world);

afterAll(() => expectCoherentBooks(world));

test("a search of a statement finds lines by narration, number and amount, with their true balances", async () => {
  const bank = books.ledger("bank_clearing");
  const till = await books.addCashLedger("Searched", { op_balance: "10.00", op_balance_dc: "CR" });
  const entry = (day: string, amount: string, narration: string, [from, to] = [till.id, bank]) =>
    receiptBody(from ?? 0, to ?? 0, amount, { entry_date: `2026-03-${day}`, narration });
  const posted = await books.owner.call(addEntryBatch, {
    body: {
      entries: [
        entry("01", "4.00", "Rent of March"),
        entry("02", "9.00", "Fuel"),
        entry("03", "3.00", "Rent paid back", [bank, till.id]),
        entry("04", "7.77", "RENT of April"),
      ],
    },
  });
  const params = { id: till.id };
  const whole = await books.owner.list(getStatement, { params });
  const find = async (query: object) => {
    const { data, meta } = await books.owner.list(searchStatement, { params, query });
    // Each found line equals the same line in the complete statement.
    for (const row of data) expect(whole.data.rows).toContainEqual(row);
    return [meta.total, data.map(({ narration }) => narration)];
  };
  const [rent, fuel, back, april] = ["Rent of March", "Fuel", "Rent paid back", "RENT of April"];
  expect(await find({ search: "rent" })).toEqual([3, [rent, back, april]]);
  expect(await find({ search: "rent", per_page: 2, page: 2 })).toEqual([3, [april]]);
  expect(await find({ search: "rent", per_page: 2, page: 9 })).toEqual([3, []]);
  expect(await find({ search: "9" })).toEqual([1, [fuel]]);
  expect(await find({ search: posted[3]?.ent_number })).toEqual([1, [april]]);
  const days = { start_date: "2026-03-02", end_date: "2026-03-03" };
  expect(await find({ search: "rent", ...days })).toEqual([1, [back]]);
  expect(await find({ search: "rent", with_sub_ledgers: true })).toEqual([3, [rent, back, april]]);
  expect(await find({ search: "nothing like it" })).toEqual([0, []]);

  const attempt = (caller = books.owner, query: object = { search: "rent" }) =>
    caller.attempt(searchStatement, { params, query });
  expect((await attempt(world.nobody)).status).toBe(401);
  expect((await attempt(books.stranger)).status).toBe(404);
  const bad = await attempt(books.owner, { search: "rent", start_date: "2026-03-02" });
  expect([bad.status, bad.problem.errors?.[0]?.path]).toEqual([422, "end_date"]);
});
