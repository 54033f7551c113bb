import { updateEntry } from "@kontor/contract/accounting/entries";
import { trialBalanceReport } from "@kontor/contract/reports/trial-balance";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";

import { withOwnerClient } from "../../platform/database/database.ts";
import { exactlyOne } from "../../platform/database/rows.ts";
import { setAllTenantsReadable } from "../../platform/scope.ts";
import { openBooks, receiptBody } from "../../testing/books.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { updateQuarterTotals } from "./quarter-totals.ts";

const world = await openFileWorld();
const books = await openBooks(world);
const till = (await books.addCashLedger("Till", { op_balance: "100.00" })).id;
const safe = (await books.addCashLedger("Safe")).id;

const days = [
  "2024-11-20",
  "2024-12-31",
  "2025-01-01",
  "2025-02-01",
  "2025-02-07",
  "2025-02-10",
  "2025-02-11",
  "2025-02-14",
  "2025-02-19",
  "2025-02-21",
  "2025-02-28",
  "2025-05-05",
  "2025-06-30",
  "2025-07-01",
  "2025-12-31",
  "2026-01-01",
  "2026-03-09",
];

beforeAll(async () => {
  for (const [place, day] of days.entries()) await books.post(till, safe, `${2 ** place}.00`, day);
});
afterAll(() => expectCoherentBooks(world));

const update = () => updateQuarterTotals(world);

/** The end of the quarter up to which the totals are valid. */
async function totalsValidUntil(): Promise<string> {
  const { rows } = await world.database.transaction(async (tx) => {
    await setAllTenantsReadable(tx);
    return sql<{ day: string }>`
      select quarters_hold_up_to(${books.tenant.tenant_id})::text as day`.execute(tx);
  });
  return exactlyOne(rows).day;
}

/** Compares the trial balance of many ranges with sums of the items themselves. */
async function expectRightTotals(): Promise<void> {
  const ends = [
    "2024-10-01",
    "2025-02-04",
    "2025-02-08",
    "2025-02-14",
    "2025-02-24",
    "2025-05-31",
    "2025-09-30",
    "2026-02-10",
  ];
  const ranges = ends.flatMap((start, place) => [
    { start_date: start, end_date: start },
    ...ends.slice(place + 1).map((end) => ({ start_date: start, end_date: end })),
    { start_date: start, end_date: "2027-12-31" },
  ]);
  for (const query of ranges) {
    const { rows } = await books.owner.call(trialBalanceReport.read, { query });
    const shown = rows.find(({ id }) => id === till);
    const { rows: items } = await world.database.transaction(async (tx) => {
      await setAllTenantsReadable(tx);
      const net = sql`case dc when 'DR' then amount else -amount end`;
      return sql<{ opening: bigint; debit: bigint; credit: bigint }>`
        select 10000 + coalesce(sum(${net}) filter (where day < ${query.start_date}), 0) as opening,
          coalesce(sum(amount) filter (where dc = 'DR' and day between ${query.start_date} and ${query.end_date}), 0) as debit,
          coalesce(sum(amount) filter (where dc = 'CR' and day between ${query.start_date} and ${query.end_date}), 0) as credit
        from entry_items where ledger_id = ${till} and not superseded`.execute(tx);
    });
    expect([
      query,
      shown && shown.opening_debit - shown.opening_credit,
      shown?.debit,
      shown?.credit,
    ]).toEqual([query, ...Object.values(exactlyOne(items))]);
  }
}

test("totals of any range are correct without stored ones, with stored ones, and after back-dated postings", async () => {
  expect(await totalsValidUntil()).toBe("-infinity");
  await expectRightTotals();
  await update();
  expect(await totalsValidUntil()).toBe("2026-01-01");
  await expectRightTotals();
  await expectCoherentBooks(world);

  await books.post(till, safe, "2048.00", "2025-05-06");
  expect(await totalsValidUntil()).toBe("2025-04-01");
  await expectRightTotals();
  await update();
  expect(await totalsValidUntil()).toBe("2026-01-01");
  await expectRightTotals();
  await expectCoherentBooks(world);
});

test("an edit invalidates totals from its old day and from its new one", async () => {
  const { id } = await books.post(till, safe, "4096.00", "2025-08-08");
  await update();
  const edit = (day: string, amount: string) =>
    books.owner.call(updateEntry, {
      params: { id },
      body: receiptBody(till, safe, amount, { entry_date: day }),
    });
  await edit("2026-01-15", "4096.00");
  expect(await totalsValidUntil()).toBe("2025-07-01");
  await expectRightTotals();
  await update();
  await edit("2024-11-21", "4096.00");
  expect(await totalsValidUntil()).toBe("2024-10-01");
  await expectRightTotals();
  await update();
  await edit("2024-11-21", "8192.00");
  expect(await totalsValidUntil()).toBe("2024-10-01");
  await expectRightTotals();
  await update();
  await expectRightTotals();
});

test("totals stored by another server, or before a restore, are ignored", async () => {
  const tenantId = books.tenant.tenant_id;
  for (const statement of [
    `select set_config('app.tenant_id', '${tenantId}', false);
      update kept_quarters set server = server + 1 where tenant_id = ${tenantId}`,
    "select forget_posting_transactions()",
  ]) {
    await update();
    expect(await totalsValidUntil()).not.toBe("-infinity");
    await withOwnerClient(world.ownerUrl, (owner) => owner.query(statement));
    expect(await totalsValidUntil()).toBe("-infinity");
    await expectRightTotals();
  }
  await update();
  await expectRightTotals();
});
