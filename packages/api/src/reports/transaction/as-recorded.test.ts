import { addLedger, updateLedger } from "@kontor/contract/accounting/accounts";
import { updateEntry } from "@kontor/contract/accounting/entries";
import { exportStatement } from "@kontor/contract/accounting/exports";
import { reverseEntry } from "@kontor/contract/accounting/periods";
import { getStatement } from "@kontor/contract/accounting/statements";
import { changesReport } from "@kontor/contract/reports/changes";
import { dayBookReport } from "@kontor/contract/reports/day-book";
import {
  balanceSheetReport,
  profitAndLossReport,
  type FinancialLine,
} from "@kontor/contract/reports/financial-statements";
import { ledgerSummaryReport } from "@kontor/contract/reports/ledger-summary";
import { trialBalanceReport } from "@kontor/contract/reports/trial-balance";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { openBooks, receiptBody } from "../../testing/books.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { download, parseCsv, pdfText } from "../../testing/files.ts";
import { openFileWorld } from "../../testing/harness.ts";

/* Stores the reports as of a moment, then makes every kind of change to the books. The reports as
   of that moment must stay equal to the stored ones, to the kobo. */

const world = await openFileWorld();
const books = await openBooks(world);
let till: number;
let bank: number;
let late: number;
/** The moment after the first entries. */
let moment: string;
let recorded: Awaited<ReturnType<typeof readAll>>;

const days = { start_date: "2026-02-11", end_date: "2026-03-20" };

beforeAll(async () => {
  const { owner } = books;
  bank = books.ledger("bank_clearing");
  const interest = books.ledger("salary_advance_interest");
  const salaries = books.ledger("basic_salaries");
  till = (await books.addCashLedger("Till", { op_balance: "10.00", op_balance_dc: "DR" })).id;
  await books.post(bank, interest, "1.00", "2026-01-15");
  const inFebruary = await books.post(bank, interest, "2.00", "2026-02-10");
  const moved = await books.post(till, interest, "4.00", "2026-02-20");
  const smaller = await books.post(salaries, bank, "8.00", "2026-03-02");
  const twice = await books.post(bank, interest, "16.00", "2026-03-05");
  const untouched = await books.post(salaries, till, "32.00", "2026-03-18");
  const before = receiptBody(bank, interest, "64.00", { entry_date: "2026-03-06" });
  const revise = (id: number, body: Record<string, unknown>) => {
    const { entry_type_id: _type, ...revision } = body;
    return owner.call(updateEntry, { params: { id }, body: revision });
  };
  await revise(twice.id, before);
  moment = world.clock.now().toISOString();
  recorded = await readAll();
  world.clock.advance(60_000);
  await books.post(bank, interest, "128.00", "2026-12-01");
  await books.post(bank, interest, "256.00", "2026-02-12");
  await revise(inFebruary.id, receiptBody(till, interest, "2.00", { entry_date: "2026-03-01" }));
  await revise(moved.id, receiptBody(till, interest, "4.00", { entry_date: "2027-01-20" }));
  await revise(smaller.id, receiptBody(salaries, bank, "7.00", { entry_date: "2026-03-02" }));
  await revise(twice.id, receiptBody(bank, interest, "65.00", { entry_date: "2026-03-06" }));
  await revise(twice.id, receiptBody(salaries, till, "66.00", { entry_date: "2026-02-01" }));
  await owner.call(reverseEntry, {
    params: { id: untouched.id },
    body: { entry_date: "2026-03-19", reason: "Paid twice" },
  });
  for (const op_balance of ["11.00", "12.50"]) {
    await owner.call(updateLedger, { params: { id: till }, body: { name: "Till", op_balance } });
  }
  late = (await books.addCashLedger("Late", { op_balance: "99.00", op_balance_dc: "CR" })).id;
  await owner.call(addLedger, {
    body: { group_id: books.cashGroup, parent_ledger_id: late, name: "Late North" },
  });
});
afterAll(() => expectCoherentBooks(world));

/** Reads the statements by account with their comparisons, ledger statements and the summary. */
async function readAll(recorded_up_to?: string) {
  const filter = recorded_up_to === undefined ? {} : { recorded_up_to };
  const balances = [];
  for (const detail of ["groups", "ledgers", "sub_ledgers"]) {
    balances.push(
      await books.owner.call(trialBalanceReport.read, { query: { ...days, detail, ...filter } }),
    );
  }
  const profit = await books.owner.call(profitAndLossReport.read, {
    query: { ...days, ...filter },
  });
  const sheet = await books.owner.call(balanceSheetReport.read, {
    query: { as_of: days.end_date, compare_with: "2026-02-15", ...filter },
  });
  const ledgers = [];
  for (const ledger of [till, bank]) {
    for (const page of pagesOfStatements) {
      const query = { ...page, ...filter };
      const read = await books.owner.list(getStatement, { params: { id: ledger }, query });
      // Whether an entry may be edited is of the present, so it is left out.
      const rows = read.data.rows.map(({ in_reversal: _now, ...row }) => row);
      ledgers.push({ ...read, data: { ...read.data, rows } });
    }
  }
  const summary = await books.owner.call(ledgerSummaryReport.read, {
    query: { ...days, ...filter },
  });
  const book = [];
  for (const page of [{ per_page: 50 }, { per_page: 2 }, { per_page: 2, page: 2 }]) {
    const query = { start_date: "2026-01-01", end_date: "2027-12-31", ...page, ...filter };
    book.push(await books.owner.list(dayBookReport.read, { query }));
  }
  return { balances, profit, sheet, ledgers, summary, book };
}

/**
 * Whole statements, page by page, past the last page, and for ranges that have days without
 * entries.
 */
const pagesOfStatements = [
  { per_page: 50 },
  { per_page: 2 },
  { per_page: 2, page: 2 },
  { per_page: 2, page: 9 },
  { ...days, per_page: 1, page: 2 },
  { start_date: "2026-02-01", end_date: "2026-02-12" },
  { start_date: "2026-03-06", end_date: "2027-12-31" },
];

/** Removes what marks changes, and accounts without amounts. */
function figures({
  balances,
  profit,
  sheet,
  ledgers,
  summary,
  book,
}: Awaited<ReturnType<typeof readAll>>) {
  const plain = ({ changed: _changed, ...row }: { changed: boolean }) => row;
  const isThere = (row: (typeof balances)[number]["rows"][number]) =>
    row.opening_debit + row.opening_credit + row.debit + row.credit > 0n;
  const hasAmount = ({ id, amount, compared }: FinancialLine) =>
    id === null || amount + (compared ?? 0n) > 0n;
  return {
    balances: balances.map(({ rows, ...rest }) => ({
      ...rest,
      rows: rows.filter(isThere).map(plain),
    })),
    profit: { ...profit, rows: profit.rows.filter(hasAmount).map(plain) },
    sheet: { ...sheet, rows: sheet.rows.filter(hasAmount).map(plain) },
    summary: { ...summary, rows: summary.rows.filter(({ items }) => items > 0).map(plain) },
    book: book.map(({ data: { rows, totals }, meta }) => ({
      meta,
      totals,
      rows: rows.map(({ since: _since, ...row }) => row),
    })),
    ledgers: ledgers.map(({ data: { ledger: _now, rows, ...totals }, meta }) => ({
      meta,
      ...totals,
      rows: rows.map(({ since: _since, ...row }) => row),
    })),
  };
}

describe("the statements as of a moment", () => {
  test("stay the same, whatever was added, back-dated, edited, moved, reversed or opened since", async () => {
    expect(figures(await readAll())).not.toEqual(figures(recorded));
    expect(figures(await readAll(moment))).toEqual(figures(recorded));
  });

  test("equal the current ones to the end of the present minute, and a later moment is refused", async () => {
    const minute = world.clock.now().toISOString().slice(0, 16);
    const [then, now] = [figures(await readAll(`${minute}:59.999Z`)), figures(await readAll())];
    // Not all: the test does not set the clock by which corrections of opening balances are recorded.
    const ofTill = pagesOfStatements.length;
    expect([then.book, then.ledgers.slice(ofTill)]).toEqual([now.book, now.ledgers.slice(ofTill)]);
    const query = { ...days, recorded_up_to: "2100-01-01T00:00:00Z" };
    const sheet = { as_of: days.end_date, recorded_up_to: query.recorded_up_to };
    const refused = await Promise.all([
      ...[trialBalanceReport, profitAndLossReport, ledgerSummaryReport, dayBookReport].map(
        ({ read }) => books.owner.attempt(read, { query }),
      ),
      books.owner.attempt(balanceSheetReport.read, { query: sheet }),
      books.owner.attempt(changesReport.file, { query: { ...query, format: "csv" } }),
      books.owner.attempt(trialBalanceReport.read, { query: { ...query, group_id: 1 } }),
    ]);
    const paths = refused.map(({ problem }) => problem.errors?.[0]?.path);
    expect(new Set(paths)).toEqual(new Set(["recorded_up_to"]));
  });

  test("mark the accounts that changed up to their end, in the file as well", async () => {
    const query = { ...days, detail: "sub_ledgers", recorded_up_to: moment };
    const { rows } = await books.owner.call(trialBalanceReport.read, { query });
    expect(rows.map(({ name, changed }) => [name, changed])).toEqual([
      ["Bank clearing", true],
      ["Till", true],
      ["Late", true],
      ["Salary advance interest", true],
      ["Basic salaries", true],
    ]);
    const early = await books.owner.call(trialBalanceReport.read, {
      query: { ...query, start_date: "2026-01-01", end_date: "2026-01-31" },
    });
    expect(early.rows.map(({ name, changed }) => [name, changed])).toEqual([
      ["Bank clearing", false],
      ["Till", true],
      ["Late", true],
      ["Salary advance interest", false],
    ]);
    const file = await download(world, books.owner, trialBalanceReport.file, {
      query: { ...query, format: "csv" },
    });
    const [head, first] = parseCsv(file.bytes);
    expect([head?.at(-1), first?.at(-1)]).toEqual(["Since", "Changed"]);
  });

  test("are available for one organization only", async () => {
    const query = { ...days, recorded_up_to: moment };
    for (const tenant of [{}, { tenant_id: 0 }]) {
      const all = await books.staff.attempt(trialBalanceReport.read, {
        query: { ...query, ...tenant },
      });
      expect(all.problem.code).toBe("organization_required");
      const summary = await books.staff.attempt(ledgerSummaryReport.read, {
        query: { ...query, ...tenant },
      });
      expect(summary.problem.code).toBe("organization_required");
    }
    const own = await books.staff.call(trialBalanceReport.read, {
      query: { ...query, tenant_id: books.tenant.tenant_id },
    });
    expect(own.totals).toEqual(recorded.balances[1]?.totals);
  });
});

describe("the day book", () => {
  const all = { start_date: "2026-01-01", end_date: "2027-12-31" };
  const marks = async (query: object) => {
    const { rows } = await books.owner.call(dayBookReport.read, {
      query: { ...all, per_page: 50, recorded_up_to: moment, ...query },
    });
    return rows.filter(({ line }) => line === 1).map(({ date, since }) => [date, since]);
  };

  test("marks edited entries as it was, and added and back-dated ones too as it is", async () => {
    expect(await marks({})).toEqual([
      ["2026-01-15", null],
      ["2026-02-10", "EDITED"],
      ["2026-02-20", "EDITED"],
      ["2026-03-02", "EDITED"],
      ["2026-03-06", "EDITED"],
      ["2026-03-18", null],
    ]);
    expect(await marks({ as_it_is: true })).toEqual([
      ["2026-01-15", null],
      ["2026-02-01", "EDITED"],
      ["2026-02-12", "BACK_DATED"],
      ["2026-03-01", "EDITED"],
      ["2026-03-02", "EDITED"],
      ["2026-03-18", null],
      ["2026-03-19", "ADDED"],
      ["2026-12-01", "ADDED"],
      ["2027-01-20", "EDITED"],
    ]);
  });

  test("exports the lines and totals of that moment", async () => {
    const file = (query: object) =>
      download(world, books.owner, dayBookReport.file, {
        query: { ...all, recorded_up_to: moment, format: "csv", ...query },
      });
    const [head, ...lines] = parseCsv((await file({})).bytes);
    expect(head?.at(-1)).toBe("Since");
    expect(lines).toHaveLength(13);
    expect(lines.at(-1)?.slice(-3)).toEqual(["111.00", "111.00", ""]);
    expect(pdfText((await file({ format: "pdf" })).bytes)).toContain("As Recorded At");
    const refused = await books.staff.attempt(dayBookReport.read, {
      query: { ...all, recorded_up_to: moment },
    });
    expect(refused.problem.code).toBe("organization_required");
  });
});

describe("the statement of a ledger", () => {
  const read = async (id: number, query: object) =>
    (await books.owner.call(getStatement, { params: { id }, query: { per_page: 50, ...query } }))
      .rows;
  const marks = (rows: Awaited<ReturnType<typeof read>>) =>
    rows.map(({ date, item_debit_amount: debit, item_credit_amount: credit, since }) => [
      date,
      debit - credit,
      since,
    ]);

  test("marks edited entries as it was, and added and back-dated ones too as it is", async () => {
    expect(marks(await read(bank, { recorded_up_to: moment }))).toEqual([
      ["2026-01-15", 100n, null],
      ["2026-02-10", 200n, "EDITED"],
      ["2026-03-02", -800n, "EDITED"],
      ["2026-03-06", 6400n, "EDITED"],
    ]);
    expect(marks(await read(bank, { recorded_up_to: moment, as_it_is: true }))).toEqual([
      ["2026-01-15", 100n, null],
      ["2026-02-12", 25_600n, "BACK_DATED"],
      ["2026-03-02", -700n, "EDITED"],
      ["2026-12-01", 12_800n, "ADDED"],
    ]);
    expect(new Set(marks(await read(bank, {})).map(([, , since]) => since))).toEqual(
      new Set([null]),
    );
    expect(await read(late, { recorded_up_to: moment })).toEqual([]);
  });

  test("exports the moment, its marks and the balances of that moment", async () => {
    const file = (query: object) =>
      download(world, books.owner, exportStatement, {
        params: { id: till },
        query: { recorded_up_to: moment, format: "csv", ...query },
      });
    const then = parseCsv((await file(days)).bytes);
    expect(then[0]?.at(-1)).toBe("Since");
    expect(then.map((row) => [row[0], row.at(-3), row.at(-1)])).toEqual([
      ["Date", "Balance", "Since"],
      ["", "10.00", ""],
      ["2026-02-20", "14.00", "Edited"],
      ["2026-03-18", "18.00", ""],
      ["", "", ""],
      ["", "18.00", ""],
    ]);
    const marked = parseCsv((await file({ as_it_is: true })).bytes);
    expect(marked.map((row) => row.at(-1))).toContain("Added");
    const paper = pdfText((await file({ format: "pdf" })).bytes);
    expect(paper).toContain("As Recorded At");
  });

  test("refuses another organization's ledger and an invalid moment", async () => {
    const attempt = (id: number, recorded_up_to: string) =>
      books.owner.attempt(getStatement, { params: { id }, query: { recorded_up_to } });
    expect((await attempt(till, "yesterday")).status).toBe(422);
    expect((await attempt(books.strangerTenant.ledgers.bank_clearing, moment)).status).toBe(404);
  });
});

describe("the changes since a moment", () => {
  const read = (query: object = {}) =>
    books.owner.list(changesReport.read, { query: { recorded_up_to: moment, ...query } });

  test("list added, back-dated and edited entries with their state at that moment", async () => {
    const { data, meta } = await read();
    expect(meta.total).toBe(7);
    expect(data.totals).toEqual({ added: 2, back_dated: 1, edited: 4, openings: 2 });
    expect(
      data.rows.map((row) => [
        row.change,
        row.date,
        row.date_before,
        row.amount,
        row.amount_before,
      ]),
    ).toEqual([
      ["ADDED", "2026-03-19", null, 3200n, null],
      ["BACK_DATED", "2026-02-12", null, 25_600n, null],
      ["ADDED", "2026-12-01", null, 12_800n, null],
      ["EDITED", "2026-02-01", "2026-03-06", 6600n, 6400n],
      ["EDITED", "2026-03-02", "2026-03-02", 700n, 800n],
      ["EDITED", "2027-01-20", "2026-02-20", 400n, 400n],
      ["EDITED", "2026-03-01", "2026-02-10", 200n, 200n],
    ]);
    expect(data.rows[0]?.recorded_by).toEqual(expect.any(String));
  });

  test("are filtered by days and by a ledger, of now or then, and come in pages", async () => {
    const february = await read({ start_date: "2026-02-20", end_date: "2026-02-20" });
    expect(february.data.rows.map(({ date }) => date)).toEqual(["2027-01-20"]);
    const ofTill = await read({ ledger_id: till });
    expect(ofTill.data.rows.map(({ amount, amount_before }) => [amount, amount_before])).toEqual([
      [3200n, null],
      [6600n, 0n],
      [400n, 400n],
      [200n, 0n],
    ]);
    const second = await read({ page: 2, per_page: 5 });
    expect([second.data.rows.length, second.meta.total]).toEqual([2, 7]);
    const none = await read({ recorded_up_to: world.clock.now().toISOString() });
    expect([none.meta.total, none.data.rows]).toEqual([0, []]);
  });

  test("need a moment and the caller's own books and ledgers; are exported", async () => {
    const refused = await books.owner.attempt(changesReport.read, {
      query: { recorded_up_to: "yesterday" },
    });
    expect(refused.status).toBe(422);
    const foreign = await books.owner.attempt(changesReport.read, {
      query: { recorded_up_to: moment, ledger_id: books.strangerTenant.ledgers.bank_clearing },
    });
    expect(foreign.status).toBe(404);
    const file = await download(world, books.owner, changesReport.file, {
      query: { recorded_up_to: moment, format: "csv" },
    });
    expect(parseCsv(file.bytes)).toHaveLength(8);
  });
});
