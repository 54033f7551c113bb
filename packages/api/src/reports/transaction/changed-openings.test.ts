import { updateLedger } from "@kontor/contract/accounting/accounts";
import { changesReport } from "@kontor/contract/reports/changes";
import { afterAll, expect, test } from "vitest";

import { openBooks } from "../../testing/books.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { download, pdfText } from "../../testing/files.ts";
import { openFileWorld } from "../../testing/harness.ts";

const world = await openFileWorld();
const books = await openBooks(world);
afterAll(() => expectCoherentBooks(world));

test("the changes since a moment count opening balances that were set or changed", async () => {
  const till = (await books.addCashLedger("Till", { op_balance: "10.00" })).id;
  const recorded_up_to = world.clock.now().toISOString();
  const openings = async (query: object = {}) => {
    const { totals } = await books.owner.call(changesReport.read, {
      query: { recorded_up_to, ...query },
    });
    return totals.openings;
  };
  const printed = async () => {
    const query = { recorded_up_to, format: "pdf" };
    return pdfText((await download(world, books.owner, changesReport.file, { query })).bytes);
  };
  world.clock.advance(60_000);
  await books.addCashLedger("Drawer");
  expect(await openings()).toBe(0);
  expect(await printed()).not.toContain("Opening Balances Changed");
  const save = (op_balance: string) =>
    books.owner.call(updateLedger, { params: { id: till }, body: { name: "Till", op_balance } });
  await save("11.00");
  await save("12.00");
  const safe = (await books.addCashLedger("Safe", { op_balance: "5.00" })).id;
  expect(await openings()).toBe(2);
  expect(await openings({ start_date: "2026-02-01", end_date: "2026-02-28" })).toBe(2);
  expect(await openings({ ledger_id: till })).toBe(1);
  expect(await openings({ ledger_id: safe })).toBe(1);
  expect(await openings({ ledger_id: books.ledger("bank_clearing") })).toBe(0);
  expect(await printed()).toContain("Opening Balances Changed");
  // A balance that is what it was at that moment has not changed.
  await save("10.00");
  expect(await openings()).toBe(1);
});
