import { addLedger, listAccounts } from "@kontor/contract/accounting/accounts";
import { addEntry, listEntries, updateEntry } from "@kontor/contract/accounting/entries";
import {
  exportAccounts,
  exportEntries,
  exportStatement,
} from "@kontor/contract/accounting/exports";
import { addGroup } from "@kontor/contract/accounting/groups";
import type { Endpoint } from "@kontor/contract/endpoint";
import { exportFormats } from "@kontor/contract/exports";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { openBooks, receiptBody } from "../testing/books.ts";
import { expectCoherentBooks } from "../testing/coherence.ts";
import { download, factsIn, parseCsv, pdfText, readSheet } from "../testing/files.ts";
import { openFileWorld, type Caller } from "../testing/harness.ts";

const world = await openFileWorld();
const books = await openBooks(world);
const bank = books.ledger("bank_clearing");
/** A ledger with an opening balance of ₦10.00 CR and four lines on three days. */
let till: { id: number; code: string };

beforeAll(async () => {
  till = await books.addCashLedger(`Till "A", left`, { op_balance: "10.00", op_balance_dc: "CR" });
  await books.post(till.id, bank, "1234.05", "2026-03-01");
  await books.owner.call(addEntry, {
    body: receiptBody(till.id, bank, "0.95", {
      entry_date: "2026-03-02",
      narration: "=1+1",
    }),
  });
  await books.post(bank, till.id, "300.00", "2026-03-02");
  await books.post(till.id, bank, "65.00", "2026-03-05");
});
afterAll(() => expectCoherentBooks(world));

const get = (endpoint: Endpoint, wire: { params?: object; query?: object }, caller = books.owner) =>
  download(world, caller, endpoint, wire);
const statement = (query: object, caller?: Caller) =>
  get(exportStatement, { params: { id: till.id }, query }, caller);

async function csvOf(endpoint: Endpoint, query: object, caller?: Caller, params?: object) {
  const { status, bytes } = await get(endpoint, { query, ...(params ? { params } : {}) }, caller);
  expect([status, bytes.toString().slice(0, 200)]).toEqual([200, expect.any(String)]);
  const [heads = [], ...rows] = parseCsv(bytes);
  return rows.map((row) => Object.fromEntries(heads.map((head, at) => [head, row[at] ?? ""])));
}

const march = { start_date: "2026-03-02", end_date: "2026-03-04" };

describe("a statement as CSV", () => {
  test("has all lines between the opening and the closing balance", async () => {
    const rows = await csvOf(exportStatement, { format: "csv" }, books.owner, { id: till.id });
    expect(
      rows.map((row) => [
        row["Date"],
        row["Narration"],
        row["Debit Amount"],
        row["Credit Amount"],
        row["Balance"],
        row["DR/CR"],
      ]),
    ).toEqual([
      ["", "Opening Balance", "", "", "10.00", "CR"],
      ["2026-03-01", "Received", "1234.05", "", "1224.05", "DR"],
      // A narration that looks like a formula is text for every program that opens the file.
      ["2026-03-02", "'=1+1", "0.95", "", "1225.00", "DR"],
      ["2026-03-02", "Received", "", "300.00", "925.00", "DR"],
      ["2026-03-05", "Received", "65.00", "", "990.00", "DR"],
      ["", "Total", "1300.00", "300.00", "", ""],
      ["", "Closing Balance", "", "", "990.00", "DR"],
    ]);
    expect(rows[1]).toMatchObject({
      "Entry No.": "RCT-000001",
      "Debit Ledger Code": till.code,
      "Debit Ledger": `Till "A", left`,
      "Credit Ledger": "Bank clearing",
      "More Items": "",
    });
    expect(rows[3]).toMatchObject({
      "Debit Ledger": "Bank clearing",
      "Credit Ledger Code": till.code,
    });
  });

  test("of a range of days opens with the balance before it", async () => {
    const rows = await csvOf(exportStatement, march, books.owner, { id: till.id });
    expect(rows.map((row) => [row["Narration"], row["Balance"], row["DR/CR"]])).toEqual([
      ["Opening Balance", "1224.05", "DR"],
      ["'=1+1", "1225.00", "DR"],
      ["Received", "925.00", "DR"],
      ["Total", "", ""],
      ["Closing Balance", "925.00", "DR"],
    ]);
    const later = { start_date: "2027-01-01", end_date: "2027-12-31" };
    const none = await csvOf(exportStatement, later, books.owner, { id: till.id });
    expect(none.map((row) => [row["Narration"], row["Balance"]])).toEqual([
      ["Opening Balance", "990.00"],
      ["Total", ""],
      ["Closing Balance", "990.00"],
    ]);
  });

  test("of an entry with more items states how many, and shows an edited one as it is now", async () => {
    const [one, two] = [await books.addCashLedger("Split 1"), await books.addCashLedger("Split 2")];
    const item = (dc: string, amount: string, ledger_id: number) => ({
      dc,
      amount,
      ledger_id,
      narration: "Part",
    });
    const items = [
      item("DR", "5.00", one.id),
      item("CR", "2.00", two.id),
      item("CR", "3.00", bank),
    ];
    const entry = await books.owner.call(addEntry, {
      body: receiptBody(one.id, two.id, "1.00", { items }),
    });
    const params = { id: one.id };
    const before = await csvOf(exportStatement, {}, books.owner, params);
    expect(before[1]).toMatchObject({ "Credit Ledger": "Split 2", "More Items": "1" });
    await books.owner.call(updateEntry, {
      params: { id: entry.id },
      body: { ...receiptBody(one.id, bank, "7.00"), narration: "Corrected" },
    });
    const after = await csvOf(exportStatement, {}, books.owner, params);
    expect(after).toHaveLength(4);
    expect(after[1]).toMatchObject({ Narration: "Corrected", Balance: "7.00", "More Items": "" });
  });
});

describe("a statement in other formats", () => {
  test("is a workbook of real numbers and dates", async () => {
    const { headers, filename, bytes } = await statement({ format: "xlsx", ...march });
    expect(headers.get("content-type")).toBe(
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    );
    expect(filename).toMatch(/^statement_t-[0-9a-f]+_01-01-000\d_2026-03-02_2026-03-04\.xlsx$/);
    const cells = await readSheet(bytes);
    expect(cells.get("A1")).toBe("Ledger Statement");
    expect(cells.get("A2")).toMatch(
      /^Organization: Own books · Ledger: Till "A", left \(01-01-000\d\) · .*Period: 02 Mar 2026 to 04 Mar 2026 · Opening Balance: ₦1,224.05\u00a0DR/,
    );
    expect(["A5", "H5", "I5", "K5", "L5"].map((place) => cells.get(place))).toEqual([
      new Date("2026-03-02"),
      "=1+1",
      0.95,
      1225,
      "DR",
    ]);
    expect(cells.get("K8")).toBe(925);
  });

  test("is a PDF on the letterhead, with the naira sign, balances, totals and page numbers", async () => {
    const { headers, filename, bytes } = await statement({ format: "pdf" });
    expect(headers.get("content-type")).toBe("application/pdf");
    expect(headers.get("content-length")).toBe(String(bytes.length));
    expect(filename).toMatch(/^statement_t-[0-9a-f]+_01-01-000\d\.pdf$/);
    const lines = pdfText(bytes).split("\n");
    for (const line of [
      "Own books",
      "Ledger Statement",
      "ASSETS, Cash and bank",
      "Everything posted, 01 Mar 2026 to 05 Mar 2026",
      "₦10.00 CR",
      "01 Mar 2026",
      "₦1,234.05",
      "₦1,300.00",
      "₦990.00 DR",
      "Closing Balance",
      "Page 1 of 1",
    ]) {
      expect(lines).toContain(line);
    }
  });
});

describe("the chart of accounts", () => {
  test("is exported completely, with the balances of the screen", async () => {
    const query = { tenant_id: books.tenant.tenant_id };
    const { data } = await books.staff.list(listAccounts, { query: { ...query, per_page: 100 } });
    const rows = await csvOf(exportAccounts, query, books.staff);
    expect(rows.map((row) => [row["Account Code"], row["Account Name"], row["Type"]])).toEqual(
      data.map(({ code, name, type }) => [code, name, type]),
    );
    const row = rows.find((each) => each["Account Code"] === till.code);
    expect(row).toMatchObject({
      "O/P Balance": "10.00",
      "O/P DR/CR": "CR",
      "C/L Balance": "990.00",
      "C/L DR/CR": "DR",
    });
  });

  test("can be filtered like the screen", async () => {
    const group = await books.owner.call(addGroup, { body: { class: "05", name: "Narrow" } });
    const parent = await books.owner.call(addLedger, {
      body: { group_id: group.id, name: "Wide parent" },
    });
    await books.owner.call(addLedger, {
      body: { group_id: group.id, name: "Narrow child", parent_ledger_id: parent.id },
    });
    const ofGroup = await csvOf(exportAccounts, { group_id: group.id });
    expect(ofGroup.map((row) => [row["Account Name"], row["Sub-ledgers"]])).toEqual([
      ["Narrow", ""],
      ["Wide parent", "1"],
      ["Narrow child", ""],
    ]);
    const found = await csvOf(exportAccounts, { search: "narrow" });
    expect(found.map((row) => row["Account Name"])).toEqual(["Narrow", "Narrow child"]);
    const query = { format: "pdf", group_id: group.id, search: "wide" };
    const { bytes } = await get(exportAccounts, { query });
    const lines = pdfText(bytes).split("\n");
    const narrowed = [`Narrow (${group.code})`, "Search", "wide"];
    expect(lines).toEqual(expect.arrayContaining([...narrowed, "Wide parent"]));
    // The head sums the rows of the file; only the whole chart has to balance.
    expect(lines).toEqual(
      expect.arrayContaining(["Opening Balances of These Ledgers", "₦0.00 DR, ₦0.00 CR"]),
    );
    expect(lines.join("\n")).not.toContain("is short");
    const one = await get(exportAccounts, { query: { format: "pdf", search: "till" } });
    expect(pdfText(one.bytes)).toContain("₦0.00 DR, ₦10.00 CR");
    const whole = await get(exportAccounts, { query: { format: "pdf" } });
    const heads = pdfText(whole.bytes).split("\n");
    expect(heads).toContain("₦10.00, DR is short");
    expect(heads).toContain("Opening Balances");
  });

  test("of all organizations names the organization of each row", async () => {
    const { filename, bytes } = await get(
      exportAccounts,
      { query: { format: "xlsx" } },
      books.staff,
    );
    expect(filename).toBe("chart-of-accounts_all_2026-03-10.xlsx");
    const cells = [...(await readSheet(bytes))].filter(([place]) => /^A\d+$/.test(place));
    const organizations = new Set(cells.slice(3).map(([, value]) => value));
    expect(organizations).toEqual(new Set(["Own books", "Strange books"]));
  });
});

describe("the list of entries", () => {
  test("is exported newest first, with its sum", async () => {
    const range = { start_date: "2026-03-01", end_date: "2026-03-08", ledger_id: till.id };
    const { data } = await books.owner.list(listEntries, { query: range });
    const rows = await csvOf(exportEntries, range);
    expect(rows.map((row) => row["Entry No."])).toEqual([
      ...data.map(({ ent_number }) => ent_number),
      "",
    ]);
    expect(rows.at(-1)).toMatchObject({ Narration: "Total", Amount: "1600.00" });
    expect(rows[0]).toMatchObject({
      Date: "2026-03-05",
      "Entry Type": "Receipt",
      "Debit Ledger Code": till.code,
      "Credit Ledger": "Bank clearing",
      Amount: "65.00",
    });
    const { filename, bytes } = await get(exportEntries, { query: { ...range, format: "pdf" } });
    expect(filename).toBe(
      `entries_${filename.split("_")[1]}_${till.code}_2026-03-01_2026-03-08.pdf`,
    );
    expect(pdfText(bytes).split("\n")).toEqual(
      expect.arrayContaining(["01 Mar 2026 to 08 Mar 2026", "₦1,600.00", "₦1,234.05"]),
    );
    const found = await get(exportEntries, { query: { ...range, search: "6", format: "pdf" } });
    const facts = { Ledger: `Till "A", left (${till.code})`, Search: "6" };
    expect(factsIn(found.bytes, Object.keys(facts))).toEqual(facts);
  });

  test("of all organizations names the organization of each entry", async () => {
    const rows = await csvOf(exportEntries, {}, books.staff);
    expect(rows[0]?.["Organization"]).toBe("Own books");
    const { filename } = await get(exportEntries, { query: {} }, books.staff);
    expect(filename).toBe("entries_all_2026-03-10.csv");
    const none = await csvOf(
      exportEntries,
      { tenant_id: books.strangerTenant.tenant_id },
      books.staff,
    );
    expect(none.map((row) => [row["Narration"], row["Amount"]])).toEqual([["Total", "0.00"]]);
  });
});

const calls = [
  ["the statement", exportStatement],
  ["the chart", exportAccounts],
  ["the entries", exportEntries],
] as const;

describe.for(calls)("%s", ([, endpoint]) => {
  const params = () => ({ id: till.id });

  test("needs a session", async () => {
    const { status } = await get(endpoint, { params: params() }, world.nobody);
    expect(status).toBe(401);
  });

  test("of another tenant is not found", async () => {
    const own = { tenant_id: books.tenant.tenant_id };
    const { status } = await get(endpoint, { params: params(), query: own }, books.stranger);
    expect(status).toBe(404);
  });

  test.each([
    [{ format: "docx" }, "format"],
    [{ format: "" }, "format"],
    [{ tenant_id: "x" }, "tenant_id"],
    [{ page: "1" }, "page"],
  ])("refuses %j", async (query, path) => {
    const reply = await books.owner.attempt(endpoint, { params: params(), query });
    expect([reply.status, reply.problem.errors?.map((error) => error.path)]).toEqual([422, [path]]);
  });

  test.each(exportFormats)("is served as %s with its number of lines", async (format) => {
    const { status, headers, filename, bytes } = await get(endpoint, {
      params: params(),
      query: { format },
    });
    expect([status, filename.split(".").at(-1)]).toEqual([200, format]);
    expect(Number(headers.get("x-total-rows"))).toBeGreaterThan(3);
    expect(bytes.length).toBeGreaterThan(100);
  });
});

test("a statement with only one date, or with its days in the wrong order, is refused", async () => {
  const bad = [{ start_date: "2026-03-01" }, { start_date: "2026-03-02", end_date: "2026-03-01" }];
  const replies = await Promise.all(
    bad.map((query) => books.owner.attempt(exportStatement, { params: { id: till.id }, query })),
  );
  expect(replies.map(({ status, problem }) => [status, problem.errors])).toEqual([
    [422, [{ path: "end_date", message: "Please select both start and end dates" }]],
    [422, [{ path: "end_date", message: "The end date is before the start date." }]],
  ]);
});
