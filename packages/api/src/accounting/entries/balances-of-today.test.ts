import { getLedger, listLedgers } from "@kontor/contract/accounting/accounts";
import { addEntry, getEntry, updateEntry } from "@kontor/contract/accounting/entries";
import { listGroupLedgers } from "@kontor/contract/accounting/groups";
import { afterAll, expect, test } from "vitest";

import { openBooks, receiptBody } from "../../testing/books.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld } from "../../testing/harness.ts";

/** The clock is set to 10 March 2026. */
const world = await openFileWorld();
const books = await openBooks(world);
afterAll(() => expectCoherentBooks(world));

type Sided = { cl_balance: bigint; cl_balance_dc: "DR" | "CR" };
const signed = ({ cl_balance, cl_balance_dc }: Sided) =>
  cl_balance_dc === "DR" ? cl_balance : -cl_balance;

test("balances of choices and items are as of today, whatever is dated later", async () => {
  const { id: till } = await books.addCashLedger("Till");
  const { id: safe } = await books.addCashLedger("Safe");
  let { owner } = books;
  const shown = async (entryId: number) => {
    const { items } = await owner.call(getEntry, { params: { id: entryId } });
    const { data: choices } = await owner.list(listLedgers, { query: { search: "Till" } });
    const { data: parents } = await owner.list(listGroupLedgers, {
      params: { id: books.cashGroup },
      query: { search: "Till" },
    });
    const ledger = await owner.call(getLedger, { params: { id: till } });
    return [...items.slice(0, 1), ...choices, ...parents, ledger].map(signed);
  };
  const post = (amount: string, entry_date: string) =>
    owner.call(addEntry, { body: receiptBody(till, safe, amount, { entry_date }) });
  await post("10.00", "2026-03-09");
  const later = await post("5.00", "2026-03-11");
  expect(later.items.map(signed)).toEqual([1000n, -1000n]);
  expect(await shown(later.id)).toEqual([1000n, 1000n, 1000n, 1000n]);
  const today = await post("2.00", "2026-03-10");
  expect(today.items.map(signed)).toEqual([1200n, -1200n]);
  const revised = await owner.call(updateEntry, {
    params: { id: today.id },
    body: { ...receiptBody(till, safe, "3.00"), keep_active_date: true, revision: 1 },
  });
  expect(revised.items.map(signed)).toEqual([1300n, -1300n]);
  // Half past midnight in Lagos, when the other entry's day has come, is still the day before in
  // UTC.
  world.clock.set(new Date("2026-03-10T23:30:00Z"));
  owner = await world.signIn("organization", books.tenant.tenant_id);
  const next = await post("1.00", "2026-03-11");
  expect(next.items.map(signed)).toEqual([1900n, -1900n]);
  expect(await shown(later.id)).toEqual([1900n, 1900n, 1900n, 1900n]);
});
