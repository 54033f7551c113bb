import { addDays } from "@kontor/books/calendar-date";
import { addEntryBatch } from "@kontor/contract/accounting/entries";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";

import { exactlyOne } from "../../platform/database/rows.ts";
import { setTenant, type Tx } from "../../platform/scope.ts";
import { openBooks, receiptBody } from "../../testing/books.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { bookSideOf } from "./book-items.ts";

const world = await openFileWorld({}, { newDatabase: true });
afterAll(() => expectCoherentBooks(world));

/** How often this connection has looked for days of ledgers, by statistics that others do not change. */
const daysLookedUp = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ scans: number }>`
    select (seq_scan + idx_scan)::int as scans from pg_stat_xact_user_tables
    where relname = 'ledger_days'`.execute(tx);
  return exactlyOne(rows).scans;
};

test("the balances of a ledger are added up once, however many items it has", async () => {
  const books = await openBooks(world);
  const [bank, income] = [books.ledger("bank_clearing"), books.ledger("salary_advance_interest")];
  const entries = Array.from({ length: 40 }, (_unused, index) =>
    receiptBody(bank, income, "1.00", { entry_date: addDays("2026-01-01", index) }),
  );
  await books.owner.call(addEntryBatch, { body: { entries } });
  const tenantId = books.tenant.tenant_id;
  await world.database.transaction(async (tx) => {
    await setTenant(tx, tenantId);
    const before = await daysLookedUp(tx);
    const found = await bookSideOf(tx, {
      tenantId,
      ledgerId: bank,
      first_day: "2026-01-01",
      last_day: "2026-01-31",
      previous: undefined,
      openEntries: [],
    });
    expect([found.items.length, found.opening, found.closing]).toEqual([40, 0n, 3100n]);
    expect((await daysLookedUp(tx)) - before).toBe(2);
  });
});
