import { getLedger } from "@kontor/contract/accounting/accounts";
import { compareBankStatement } from "@kontor/contract/accounting/bank-statements";
import { addEntry } from "@kontor/contract/accounting/entries";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { openBooks, receiptBody } from "../../testing/books.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld, type Caller } from "../../testing/harness.ts";
import { importForm } from "../../testing/imports.ts";

/** The clock is set to 10 March 2026. */
const world = await openFileWorld();
const books = await openBooks(world);
const bank = (await books.addCashLedger("Zenith current account", { op_balance: "1000.00" })).id;
const income = books.ledger("salary_advance_interest");
const cost = books.ledger("basic_salaries");

const post = (debit: number, credit: number, amount: string, entry_date: string, narration = "") =>
  books.owner.call(addEntry, {
    body: receiptBody(debit, credit, amount, { entry_date, narration }),
  });

/** Before February the bank received ₦40.00, which is not on its statement of January. */
beforeAll(async () => {
  await post(bank, income, "40.00", "2026-01-30", "Sale to Bello");
  await post(bank, income, "250.00", "2026-02-03", "Sale to Ada");
  await post(cost, bank, "75.50", "2026-02-05", "Rent");
  await post(bank, income, "10.00", "2026-02-09", "Sale");
  await post(bank, income, "10.00", "2026-02-12", "Sale");
  await post(cost, bank, "99.00", "2026-02-20", "Cheque not presented");
});
afterAll(() => expectCoherentBooks(world));

type Upload = { id?: number; columns?: string; caller?: Caller; filename?: string };

function attempt(content: string | Uint8Array, more: Upload = {}) {
  const { id = bank, columns, caller = books.owner, filename = "february.csv" } = more;
  const body = importForm(content, filename);
  if (columns !== undefined) body.append("columns", columns);
  return caller.attempt(compareBankStatement, { params: { id }, body });
}

async function compare(content: string, more: Upload = {}) {
  const { id = bank, columns } = more;
  const body = importForm(content, "february.csv");
  if (columns !== undefined) body.append("columns", columns);
  return books.owner.call(compareBankStatement, { params: { id }, body });
}

const statement = [
  "Zenith Bank Plc,,,,,,",
  "Account Number:,1012345678,,,,,",
  'Opening Balance,,,,,,"1,000.00"',
  "Trans Date,Value Date,Reference,Debits,Credits,Balance,Remarks",
  ',,,,,"1,000.00",Balance B/F',
  '02-FEB-26,02-FEB-26,,,40.00,"1,040.00",NIP FROM BELLO',
  '04-FEB-26,04-FEB-26,S10001,,250.00,"1,290.00",NIP FROM ADA',
  '05-FEB-26,05-FEB-26,,75.50,,"1,214.50",RENT',
  '09-FEB-26,09-FEB-26,,,10.00,"1,224.50",POS',
  '10-FEB-26,10-FEB-26,,50.00,,"1,174.50",STAMP DUTY',
  '11-FEB-26,11-FEB-26,,,10.00,"1,184.50",POS',
  ",,,125.50,310.00,,TOTAL",
].join("\r\n");

describe("a bank statement is compared with its ledger", () => {
  test("with narrations as an entry accepts them, whatever the bank's file has in them", async () => {
    const file =
      "Date,Narration,Reference,Amount\n03/02/2026,NIP\u0007FROM ADA\u0002,\u0001S1,5.00";
    const { comparison } = await compare(file);
    expect(comparison?.lines).toMatchObject([{ narration: "NIP FROM ADA", reference: "S1" }]);
  });

  test("by amount, side and day, with what only one of both has", async () => {
    const { comparison, ...file } = await compare(statement);
    expect(file).toMatchObject({ filename: "february.csv", title_line: 4, missing: null });
    expect(file.columns.map(({ field }) => field)).toEqual([
      "date",
      null,
      "reference",
      "debit",
      "credit",
      "balance",
      "narration",
    ]);
    expect(file.columns[2]).toEqual({ title: "Reference", field: "reference", example: "S10001" });
    expect(file.left_out.map(({ line, unreadable }) => [line, unreadable])).toEqual([
      [5, false],
      [12, false],
    ]);
    expect(comparison).toMatchObject({
      first_day: "2026-02-02",
      last_day: "2026-02-11",
      bank_opening: { amount: 100_000n, side: "DR" },
      bank_closing: { amount: 118_450n, side: "DR" },
      balance_breaks: [],
      ledger_opening: { amount: 104_000n, side: "DR" },
      ledger_closing: { amount: 122_450n, side: "DR" },
    });
    expect(comparison?.lines[1]).toEqual({
      line: 7,
      date: "2026-02-04",
      narration: "NIP FROM ADA",
      reference: "S10001",
      amount: 25_000n,
      dc: "DR",
    });
    const itemOf = (entry_id: number) =>
      comparison?.items.find((item) => item.entry_id === entry_id)?.narration;
    expect(
      comparison?.matches.map(({ line, entry_id, sure }) => [line, itemOf(entry_id), sure]),
    ).toEqual([
      [6, "Sale to Bello", false],
      [7, "Sale to Ada", true],
      [8, "Rent", true],
      [9, "Sale", true],
      [11, "Sale", false],
    ]);
    expect(
      comparison?.items.map(({ date, narration, dc }) => [date, narration, dc]),
    ).toContainEqual(["2026-02-20", "Cheque not presented", "CR"]);
  });

  test("in the order of time, when the bank writes the newest line first", async () => {
    const [head = "", ...rows] = statement.split("\r\n").slice(3, 11);
    const { comparison } = await compare([head, ...rows.toReversed()].join("\n"));
    expect(comparison?.lines.map(({ line }) => line)).toEqual([7, 6, 5, 4, 3, 2]);
    expect(comparison).toMatchObject({
      bank_opening: { amount: 100_000n },
      bank_closing: { amount: 118_450n },
      balance_breaks: [],
    });
  });

  test("with every row that could not be read, and where the balances do not follow", async () => {
    const lines = [
      "Date,Narration,Debit,Credit,Balance",
      "01/02/2026,First,,100.00,100.00",
      "02/25/2026,American,,5.00,105.00",
      "03/02/2026,Letters,,five,110.00",
      "04/02/2026,Both,5.00,5.00,110.00",
      ",No date,,5.00,115.00",
      "05/02/2027,Later,,5.00,120.00",
      "06/02/2026,Note only,,,120.00",
      "07/02/2026,Last,20.00,,100.00",
    ];
    const { left_out, comparison } = await compare(lines.join("\n"));
    expect(left_out.map(({ line, reason, unreadable }) => [line, reason, unreadable])).toEqual([
      [3, expect.stringMatching(/^“02\/25\/2026” is not a date/), true],
      [4, "“five” is not an amount.", true],
      [5, "There is both a debit and a credit.", true],
      [6, "There is no date.", true],
      [7, "The date 2027-02-05 is in the future.", true],
      [8, "There is no amount.", false],
    ]);
    expect(left_out[1]?.text).toBe("03/02/2026 · Letters · five · 110.00");
    expect(comparison?.lines).toHaveLength(2);
    expect(comparison?.balance_breaks).toEqual([9]);
  });

  test("by columns that the user chose, in a file without titles", async () => {
    const file = "03/02/2026,Ada,250.00\n05/02/2026,Rent,-75.50\n";
    const guessed = await compare(file);
    expect(guessed).toMatchObject({ missing: "date", comparison: null, left_out: [] });
    const chosen = await compare(file, { columns: "date,narration,amount" });
    expect(chosen.comparison?.lines.map(({ line, dc, amount }) => [line, dc, amount])).toEqual([
      [1, "DR", 25_000n],
      [2, "CR", 7550n],
    ]);
    expect((await compare(file, { columns: "date,narration," })).missing).toBe("amount");
    const both = "Date,Amount,Debit\n03/02/2026,5.00,\n";
    expect((await compare(both, { columns: "date,amount,debit" })).missing).toBe("both");
  });

  test("with amounts whose side has a column of its own, or debits with a minus", async () => {
    const sided =
      "Date,Amount,DR/CR\n03/02/2026,250.00,C\n05/02/2026,75.50,Debit\n06/02/2026,1,x\n";
    const { comparison, left_out } = await compare(sided);
    expect(comparison?.lines.map(({ dc }) => dc)).toEqual(["DR", "CR"]);
    expect(left_out[0]?.reason).toBe("“x” is neither debit nor credit.");
    const negative = "Date,Debit,Credit\n03/02/2026,,250.00\n05/02/2026,-75.50,\n";
    const { comparison: other } = await compare(negative);
    expect(other?.lines.map(({ dc }) => dc)).toEqual(["DR", "CR"]);
  });

  test("and nothing is stored", async () => {
    const count = () =>
      world.database.transaction(async (tx) => {
        const { rows } = await sql<{ audits: number; marks: number }>`
          select (select count(*)::int from audit_log) as audits,
            (select count(*)::int from bank_reconciliations) as marks`.execute(tx);
        return rows[0];
      });
    const before = await count();
    await compare(statement);
    expect(await count()).toEqual(before);
  });
});

describe("a bank statement is refused", () => {
  test("without a file, with one that is no list, and with wrong columns", async () => {
    const none = await books.owner.attempt(compareBankStatement, {
      params: { id: bank },
      body: new FormData(),
    });
    expect(none.problem.errors?.[0]?.path).toBe("file");
    expect((await attempt(Buffer.from("%PDF-1.7"))).problem.code).toBe("sheet_is_pdf");
    for (const [columns, code] of [
      ["date", "import_columns_differ"],
      ["date,date,,debit,credit,balance,narration", "import_field_twice"],
      ["date,when,,,,,", "validation_failed"],
    ] as const) {
      const { status, problem } = await attempt(statement, { columns });
      expect([columns, status, problem.code]).toEqual([columns, 422, code]);
      expect(problem.errors?.[0]?.path).toBe("columns");
    }
  });

  test("that is too long", async () => {
    const line = "03/02/2026,1.00\n";
    const { problem } = await attempt(`Date,Credit\n${line.repeat(5001)}`);
    expect([problem.code, problem.errors?.[0]?.path]).toEqual(["statement_too_long", "file"]);
  });

  test("for a ledger that has none", async () => {
    const hasBank = async (id: number) =>
      (await books.owner.call(getLedger, { params: { id } })).bank;
    expect(await hasBank(bank)).toBe(true);
    for (const id of [income, books.ledger("funding_account")]) {
      expect(await hasBank(id)).toBe(false);
      expect((await attempt(statement, { id })).problem.code).toBe("no_bank_ledger");
    }
  });

  test("from users who may not reconcile it, of another organization, and signed out", async () => {
    const viewer = await world.signInAs(["VIEWER"], books.tenant.tenant_id);
    for (const [caller, status] of [
      [world.nobody, 401],
      [viewer, 403],
      [books.stranger, 404],
    ] as const) {
      expect((await attempt(statement, { caller })).status).toBe(status);
    }
  });
});
