import { addLedger } from "@kontor/contract/accounting/accounts";
import { updateEntry } from "@kontor/contract/accounting/entries";
import { dayBookReport } from "@kontor/contract/reports/day-book";
import { ledgerSummaryReport } from "@kontor/contract/reports/ledger-summary";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { openBooks, receiptBody } from "../../testing/books.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { download, parseCsv, pdfText, readSheet } from "../../testing/files.ts";
import { openFileWorld } from "../../testing/harness.ts";

const world = await openFileWorld();
const books = await openBooks(world);
let till: number;
let north: number;

/**
 * Five receipts in March, the last of which was first posted in April, one in February, and a till
 * with a sub-ledger.
 */
beforeAll(async () => {
  const bank = books.ledger("bank_clearing");
  const interest = books.ledger("salary_advance_interest");
  till = (await books.addCashLedger("Till", { op_balance: "10.00", op_balance_dc: "DR" })).id;
  north = (
    await books.owner.call(addLedger, {
      body: { group_id: books.cashGroup, parent_ledger_id: till, name: "Till North" },
    })
  ).id;
  await books.post(bank, interest, "7.00", "2026-02-28");
  await books.post(bank, interest, "1.00", "2026-03-31");
  await books.post(north, interest, "2.00", "2026-03-01");
  await books.post(bank, interest, "4.00", "2026-03-10");
  await books.post(bank, interest, "8.00", "2026-03-10");
  const moved = await books.post(north, bank, "99.00", "2026-04-05");
  const { entry_type_id: _type, ...body } = receiptBody(north, bank, "16.00");
  await books.owner.call(updateEntry, {
    params: { id: moved.id },
    body: { ...body, entry_date: "2026-03-10" },
  });
});
afterAll(() => expectCoherentBooks(world));

const march = { start_date: "2026-03-01", end_date: "2026-03-31" };

describe("the day book", () => {
  const read = (query: object = {}) =>
    books.owner.list(dayBookReport.read, { query: { ...march, ...query } });

  test("has all entries with their items, by day, then in the order of posting", async () => {
    const { data, meta } = await read();
    expect(meta.total).toBe(5);
    expect(
      data.rows.map((row) => [row.date, row.ent_number, row.line, row.name, row.debit, row.credit]),
    ).toEqual([
      ["2026-03-01", "RCT-000003", 1, "Till North", 200n, 0n],
      ["2026-03-01", "RCT-000003", 2, "Salary advance interest", 0n, 200n],
      ["2026-03-10", "RCT-000004", 1, "Bank clearing", 400n, 0n],
      ["2026-03-10", "RCT-000004", 2, "Salary advance interest", 0n, 400n],
      ["2026-03-10", "RCT-000005", 1, "Bank clearing", 800n, 0n],
      ["2026-03-10", "RCT-000005", 2, "Salary advance interest", 0n, 800n],
      ["2026-03-10", "RCT-000006", 1, "Till North", 1600n, 0n],
      ["2026-03-10", "RCT-000006", 2, "Bank clearing", 0n, 1600n],
      ["2026-03-31", "RCT-000002", 1, "Bank clearing", 100n, 0n],
      ["2026-03-31", "RCT-000002", 2, "Salary advance interest", 0n, 100n],
    ]);
    expect(data.totals).toEqual({ debit: 3100n, credit: 3100n, items: 10 });
  });

  test("comes in pages of whole entries, and is empty after the last page", async () => {
    const whole = await read();
    const pages = [];
    for (const page of [1, 2, 3, 4]) pages.push(await read({ page, per_page: 2 }));
    expect(pages.flatMap(({ data }) => data.rows)).toEqual(whole.data.rows);
    expect(pages.map(({ data }) => data.rows.length)).toEqual([4, 4, 2, 0]);
    expect(pages.every(({ data }) => data.totals.debit === 3100n)).toBe(true);
    const days = await read({
      start_date: "2026-03-02",
      end_date: "2026-03-30",
      per_page: 2,
      page: 2,
    });
    expect(days.data.rows.map(({ ent_number }) => ent_number)).toEqual([
      "RCT-000006",
      "RCT-000006",
    ]);
    expect([days.meta.total, days.data.totals.items]).toEqual([3, 6]);
  });

  test("of all organizations names the organization of each entry", async () => {
    const all = await books.staff.list(dayBookReport.read, { query: { ...march, per_page: 100 } });
    const own = all.data.rows.filter(({ tenant_id }) => tenant_id === books.tenant.tenant_id);
    expect(own).toEqual((await read()).data.rows);
    expect(own[0]?.organization_name).toBe("Own books");
    const foreign = await books.owner.attempt(dayBookReport.read, {
      query: { ...march, tenant_id: books.strangerTenant.tenant_id },
    });
    expect(foreign.status).toBe(404);
  });

  test("exports all rows as CSV, Excel and PDF", async () => {
    const file = (format: string) =>
      download(world, books.owner, dayBookReport.file, { query: { ...march, format } });
    const [head, ...lines] = parseCsv((await file("csv")).bytes);
    expect(head).toEqual([
      "Date",
      "Entry No.",
      "Account Code",
      "Account",
      "Narration",
      "Debit",
      "Credit",
    ]);
    expect(lines).toHaveLength(11);
    expect(lines[1]?.filter((_cell, place) => place !== 2)).toEqual([
      "2026-03-01",
      "RCT-000003",
      "Salary advance interest",
      "Out",
      "",
      "2.00",
    ]);
    expect(lines.at(-1)?.join()).toContain("Total,31.00,31.00");
    expect([...(await readSheet((await file("xlsx")).bytes)).values()]).toContain("RCT-000006");
    expect(pdfText((await file("pdf")).bytes)).toContain("Till North");
  });
});

describe("the ledger summary", () => {
  test("has the opening, movements, number of items and last day of each ledger", async () => {
    const { rows, totals } = await books.owner.call(ledgerSummaryReport.read, { query: march });
    expect(
      rows.map((row) => [
        row.kind,
        row.name,
        `${row.opening} ${row.opening_dc}`,
        row.debit,
        row.credit,
        `${row.closing} ${row.closing_dc}`,
        row.items,
        row.last_day,
      ]),
    ).toEqual([
      ["ledger", "Bank clearing", "700 DR", 1300n, 1600n, "400 DR", 4, "2026-03-31"],
      ["sub_ledger", "Till North", "0 DR", 1800n, 0n, "1800 DR", 2, "2026-03-10"],
      ["ledger", "Salary advance interest", "700 CR", 0n, 1500n, "2200 CR", 4, "2026-03-31"],
    ]);
    expect(totals).toEqual({ debit: 3100n, credit: 3100n, items: 10 });
  });

  test("lists ledgers without movements on request, and ignores later days", async () => {
    const { rows } = await books.owner.call(ledgerSummaryReport.read, {
      query: { start_date: "2026-03-11", end_date: "2026-03-30", with_unmoved: true },
    });
    expect(rows.find(({ id }) => id === till)).toMatchObject({
      closing: 1000n,
      items: 0,
      last_day: null,
    });
    expect(rows.find(({ id }) => id === north)).toMatchObject({ items: 0, last_day: "2026-03-10" });
  });

  test("of all organizations has a line for each, and can be exported", async () => {
    const { rows } = await books.staff.call(ledgerSummaryReport.read, { query: march });
    expect(rows.find(({ id }) => id === books.tenant.tenant_id)).toMatchObject({
      kind: "organization",
      name: "Own books",
      debit: 3100n,
      items: 10,
      last_day: "2026-03-31",
    });
    const csv = await download(world, books.owner, ledgerSummaryReport.file, {
      query: { ...march, format: "csv" },
    });
    const [, ...lines] = parseCsv(csv.bytes);
    expect(lines.map((line) => line[1])).toEqual([
      "Bank clearing",
      "Till North",
      "Salary advance interest",
      "Total",
    ]);
  });
});
