import { MAX_AMOUNT, printMoney } from "@kontor/books/money";
import { addLedger, getLedger } from "@kontor/contract/accounting/accounts";
import { getEntry } from "@kontor/contract/accounting/entries";
import { exportStatement } from "@kontor/contract/accounting/exports";
import * as contract from "@kontor/contract/accounting/periods";
import { getStatement, searchStatement } from "@kontor/contract/accounting/statements";
import { dayBookReport } from "@kontor/contract/reports/day-book";
import {
  balanceSheetReport,
  profitAndLossReport,
} from "@kontor/contract/reports/financial-statements";
import { trialBalanceReport } from "@kontor/contract/reports/trial-balance";
import { listPlatformAudit } from "@kontor/contract/users/audit";
import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, test } from "vitest";

import { setTenant } from "../../platform/scope.ts";
import { openBooks, type TestBooks } from "../../testing/books.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { untilLocked } from "../../testing/eventually.ts";
import { download, parseCsv } from "../../testing/files.ts";
import { openFileWorld, type Caller } from "../../testing/harness.ts";

/** The clock is set to 10 March 2026. */
const world = await openFileWorld();
let books: TestBooks;
/** May keep the books of the organization and close them. */
let owner: Caller;
let bank: number;
let interest: number;

afterAll(() => expectCoherentBooks(world));

beforeEach(async () => {
  books = await openBooks(world);
  owner = await world.signInAs(["OWNER"], books.tenant.tenant_id);
  bank = books.ledger("bank_clearing");
  interest = books.ledger("salary_advance_interest");
});

const lock = (locked_until: string | null, reason = "February is reported") =>
  owner.call(contract.setPeriodLock, { body: { locked_until, reason } });
describe("a year-end", () => {
  const year = { year_end: "2025-12-31" };
  const retained = async () => {
    const { equity_ledger } = await owner.call(contract.previewYearEnd, { query: year });
    return equity_ledger?.id ?? 0;
  };
  const close = async (body: object = {}) =>
    owner.attempt(contract.closeYear, {
      body: { ...year, equity_ledger_id: await retained(), reason: "2025 is audited", ...body },
    });

  beforeEach(async () => {
    await books.post(bank, interest, "900.00", "2025-06-30");
    await books.post(books.ledger("basic_salaries"), bank, "250.00", "2025-12-31");
    await books.post(bank, interest, "40.00", "2026-01-05");
  });

  test("closes incomes and expenses to equity, locks the year, and leaves its statements as they were", async () => {
    const preview = await owner.call(contract.previewYearEnd, { query: year });
    expect(preview).toMatchObject({
      income: 90_000n,
      income_dc: "CR",
      expenses: 25_000n,
      expenses_dc: "DR",
      result: 65_000n,
      result_dc: "CR",
      ledgers: 2,
      equity_ledger: { name: "Retained earnings" },
    });
    const profit = () =>
      owner.call(profitAndLossReport.read, {
        query: { start_date: "2025-01-01", end_date: "2025-12-31", compare: "none" },
      });
    const before = await profit();
    expect((await close()).status).toBe(201);
    const behind = async (query: object) => {
      const filters = { start_date: "2025-01-01", end_date: "2025-12-31", ...query };
      const { totals } = await owner.call(trialBalanceReport.read, { query: filters });
      return [totals.debit, totals.credit];
    };
    // The statement behind a line of the report adds up to its figure: the closing is left out of
    // both.
    const without = { closing: "without" };
    expect(await behind({ section: "result", ...without })).toEqual([25_000n, 90_000n]);
    expect(await behind({ section: "income", ...without })).toEqual([0n, 90_000n]);
    expect(await behind({ section: "equity", ...without })).toEqual([0n, 0n]);
    const { rows: all } = await books.staff.call(trialBalanceReport.read, {
      query: { start_date: "2025-01-01", end_date: "2025-12-31", section: "result", ...without },
    });
    const own = all.find(({ tenant_id }) => tenant_id === books.tenant.tenant_id);
    expect([own?.debit, own?.credit]).toEqual([25_000n, 90_000n]);
    expect(await behind(without)).toEqual([115_000n, 115_000n]);
    expect(await behind({ section: "result" })).toEqual([115_000n, 115_000n]);
    await expectStatementWithoutClosing();
    const { lock: set, closings } = await owner.call(contract.getPeriods);
    expect([set.locked_until, set.reason]).toEqual(["2025-12-31", "2025 is audited"]);
    expect(closings).toMatchObject([
      { ...year, result: 65_000n, result_dc: "CR", taken_back_at: null, may_take_back: true },
    ]);
    const admin = await world.signInAs(["ADMINISTRATOR"]);
    const { data: log } = await admin.list(listPlatformAudit, {
      query: { subject: `year-closing:${closings[0]?.id}` },
    });
    expect(log.map(({ record }) => record)).toEqual([closings[0]?.ent_number]);
    expect(await profit()).toEqual(before);
    const { rows } = await owner.call(balanceSheetReport.read, {
      query: { as_of: "2025-12-31", compare_with: "2026-01-31" },
    });
    const line = (name: string) => rows.find((row) => row.name === name);
    expect(line("Retained earnings")).toMatchObject({ amount: 65_000n, amount_dc: "CR" });
    expect(line("Result not closed yet")).toMatchObject({ amount: 0n, compared: 4000n });
    const of = await profitOfAll();
    expect(of).toEqual([90_000n, 25_000n]);
  });

  /**
   * Checks the statement and the day book behind that trial balance, with and without the closing.
   */
  async function expectStatementWithoutClosing() {
    const days = { start_date: "2025-01-01", end_date: "2025-12-31" };
    const params = { id: interest };
    const seen = async (query: object) => {
      const request = { params, query: { ...days, ...query } };
      const { rows, ...of } = await owner.call(getStatement, request);
      return [rows.length, of.total_debit, of.total_credit, of.current_closing_balance];
    };
    const without = { closing: "without" };
    const open = [1, 0n, 90_000n, 90_000n];
    expect(await seen({})).toEqual([2, 90_000n, 90_000n, 0n]);
    expect(await seen(without)).toEqual(open);
    expect(await seen({ ...without, newest: true })).toEqual(open);
    expect(await seen({ ...without, with_sub_ledgers: true })).toEqual(open);
    // The range cuts two months, and the closing is in the second.
    expect(await seen({ ...without, start_date: "2025-06-15", end_date: "2026-01-03" })).toEqual(
      open,
    );
    // The opening balance includes everything before the range, including closings.
    const later = { start_date: "2026-01-01", end_date: "2026-01-31" };
    expect(await seen({ ...without, ...later })).toEqual([1, 0n, 4000n, 4000n]);
    const now = new Date(world.clock.now().getTime() + 1).toISOString();
    expect(await seen({ recorded_up_to: now })).toEqual([2, 90_000n, 90_000n, 0n]);
    expect(await seen({ ...without, recorded_up_to: now })).toEqual(open);
    const found = await owner.call(searchStatement, {
      params,
      query: { ...days, ...without, search: "900" },
    });
    expect(found).toHaveLength(1);
    const { bytes } = await download(world, owner, exportStatement, {
      params,
      query: { ...days, ...without, format: "csv" },
    });
    const [, opening, line, total, closing] = parseCsv(bytes);
    expect(opening).toContain("0.00");
    expect(line).toContain("2025-06-30");
    expect(total).toEqual(expect.arrayContaining(["Total", "0.00", "900.00"]));
    expect(closing).toEqual(expect.arrayContaining(["Closing Balance", "900.00", "CR"]));
    const book = async (query: object) => {
      const { totals } = await owner.call(dayBookReport.read, { query: { ...days, ...query } });
      return [totals.debit, totals.credit, totals.items];
    };
    expect(await book({})).toEqual([205_000n, 205_000n, 7]);
    expect(await book(without)).toEqual([115_000n, 115_000n, 4]);
    expect(await book({ ...without, recorded_up_to: now })).toEqual([115_000n, 115_000n, 4]);
  }

  /** Income and expenses of the year in the report of all organizations. */
  async function profitOfAll() {
    const { rows } = await books.staff.call(profitAndLossReport.read, {
      query: { start_date: "2025-01-01", end_date: "2025-12-31", compare: "none" },
    });
    return rows
      .filter(({ tenant_id }) => tenant_id === books.tenant.tenant_id)
      .map(({ amount }) => amount);
  }

  test("says what was posted to the year since, until it is closed again", async () => {
    await close();
    const since = async () => {
      const { closings } = await owner.call(contract.getPeriods);
      return closings.map(({ posted_since }) => posted_since);
    };
    expect(await since()).toEqual([null]);
    const reason = "A late invoice";
    await lock("2025-12-30", reason);
    await books.post(books.ledger("basic_salaries"), bank, "15.00", "2025-12-31");
    await lock("2025-12-31", reason);
    await books.post(books.ledger("basic_salaries"), bank, "1.00", "2026-01-01");
    expect(await since()).toEqual([{ result: 1500n, result_dc: "DR", ledgers: 1 }]);
    const { closings } = await owner.call(contract.getPeriods);
    const params = { id: closings[0]?.id ?? 0 };
    await owner.call(contract.undoYearEnd, { params, body: { reason } });
    expect(await since()).toEqual([null]);
    expect((await close()).status).toBe(201);
    const again = await owner.call(contract.getPeriods);
    expect(again.closings.map(({ result }) => result)).toEqual([63_500n, 65_000n]);
    expect(await since()).toEqual([null, null]);
    // Only the last closed year can be closed again.
    expect((await close({ year_end: "2026-01-31" })).status).toBe(201);
    expect(await since()).toEqual([null, null, null]);
  });

  test("is reversed while the next year is open, and can be posted again", async () => {
    await close();
    expect((await close()).problem.code).toBe("year_closed");
    const [closing] = (await owner.call(contract.getPeriods)).closings;
    const takeBack = () =>
      owner.attempt(contract.undoYearEnd, {
        params: { id: closing?.id },
        body: { reason: "A late invoice" },
      });
    await lock("2026-01-31");
    expect((await takeBack()).problem.code).toBe("locked_past_year");
    await lock("2025-12-31");
    expect((await takeBack()).status).toBe(200);
    expect((await takeBack()).problem.code).toBe("closing_taken_back");
    const { rows } = await owner.call(balanceSheetReport.read, { query: { as_of: "2025-12-31" } });
    expect(rows.find(({ kind }) => kind === "unclosed")).toMatchObject({ amount: 65_000n });
    expect((await close()).status).toBe(201);
    expect((await owner.call(contract.getPeriods)).closings).toHaveLength(2);
  });

  test("says to move the lock back when that moved past the year meanwhile", async () => {
    await close();
    const [closing] = (await owner.call(contract.getPeriods)).closings;
    const { tenant_id } = books.tenant;
    const takeBack = () =>
      owner.attempt(contract.undoYearEnd, {
        params: { id: closing?.id },
        body: { reason: "A late invoice" },
      });
    const reply = await world.database.transaction(async (tx) => {
      await setTenant(tx, tenant_id);
      await sql`select set_period_lock(${tenant_id}, '2026-01-31'::date, 'Reported', ${owner.user_id},
        ${world.clock.now()})`.execute(tx);
      // It has read the lock before this one, and waits for the ledgers.
      const waiting = takeBack();
      await untilLocked(world.database);
      return { waiting };
    });
    const { status, problem } = await reply.waiting;
    expect([status, problem.code, problem.message]).toEqual([
      422,
      "locked_past_year",
      "The books are locked until 31 Jan 2026, after the end of the year. Move the lock back to 31 Dec 2025 first.",
    ]);
  });

  test("before a later one is not reversed, whatever the lock", async () => {
    expect((await close({ year_end: "2025-11-30" })).status).toBe(201);
    await books.post(bank, interest, "10.00", "2025-12-01");
    expect((await close()).status).toBe(201);
    const { closings } = await owner.call(contract.getPeriods);
    const early = await owner.attempt(contract.undoYearEnd, {
      params: { id: closings.at(-1)?.id },
      body: { reason: "A late invoice" },
    });
    expect([early.status, early.problem.message]).toEqual([
      409,
      "The books are closed until 31 Dec 2025. Reverse that closing first.",
    ]);
  });

  test("closes ledgers that have got sub-ledgers too, and a loss", async () => {
    const { data: group } = (await books.owner.send("GET", `/ledgers/${interest}`)).body as {
      data: { group_id: number };
    };
    const parent = await owner.call(addLedger, {
      body: { group_id: group.group_id, name: "Fees" },
    });
    await books.post(parent.id, bank, "2000.00", "2025-03-01");
    await owner.call(addLedger, {
      body: { group_id: group.group_id, name: "Fees abroad", parent_ledger_id: parent.id },
    });
    expect((await close()).status).toBe(201);
    const [closing] = (await owner.call(contract.getPeriods)).closings;
    expect([closing?.result, closing?.result_dc]).toEqual([135_000n, "DR"]);
  });

  test("closes ledgers whose balance exceeds the largest posting, and reverses that", async () => {
    const most = printMoney(MAX_AMOUNT);
    for (const day of ["2025-02-01", "2025-03-01"]) await books.post(bank, interest, most, day);
    expect((await close()).status).toBe(201);
    const [closing] = (await owner.call(contract.getPeriods)).closings;
    expect([closing?.result, closing?.result_dc]).toEqual([2n * MAX_AMOUNT + 65_000n, "CR"]);
    const entry = await owner.call(getEntry, { params: { id: closing?.entry_id } });
    expect(entry.items.map(({ dc, amount }) => [dc, amount])).toEqual([
      ["DR", 2n * MAX_AMOUNT + 90_000n],
      ["CR", 25_000n],
      ["CR", 2n * MAX_AMOUNT + 65_000n],
    ]);
    const taken = await owner.attempt(contract.undoYearEnd, {
      params: { id: closing?.id },
      body: { reason: "A late invoice" },
    });
    expect(taken.status).toBe(200);
    const { rows } = await owner.call(balanceSheetReport.read, { query: { as_of: "2025-12-31" } });
    expect(rows.find(({ kind }) => kind === "unclosed")).toMatchObject({
      amount: 2n * MAX_AMOUNT + 65_000n,
    });
  });

  test("is refused for a year that is not over, without a result, or to another ledger", async () => {
    expect((await close({ year_end: "2026-03-10" })).problem.code).toBe("year_not_over");
    expect((await close({ year_end: "2024-12-31" })).problem.code).toBe("year_without_result");
    expect((await close({ equity_ledger_id: bank })).problem.errors?.[0]?.path).toBe(
      "equity_ledger_id",
    );
    // Nothing is posted to a ledger that has sub-ledgers.
    const equity_ledger_id = await retained();
    const { group_id } = await owner.call(getLedger, { params: { id: equity_ledger_id } });
    await owner.call(addLedger, {
      body: { group_id, name: "Retained abroad", parent_ledger_id: equity_ledger_id },
    });
    expect((await close({ equity_ledger_id })).problem.code).toBe("equity_ledger_wrong");
  });

  test("that the periods do not allow is refused, and its preview says so before", async () => {
    const obstacleOn = async (year_end: string) => {
      const { obstacle } = await owner.call(contract.previewYearEnd, { query: { year_end } });
      const { code, message } = (await close({ year_end })).problem;
      expect(obstacle).toBe(message);
      return code;
    };
    const { obstacle } = await owner.call(contract.previewYearEnd, { query: year });
    expect(obstacle).toBeNull();
    await close();
    await lock(null, "Open");
    expect(await obstacleOn("2025-06-30")).toBe("year_closed_later");
    await lock("2026-01-31");
    expect(await obstacleOn("2025-12-31")).toBe("year_closed");
    expect(await obstacleOn("2026-01-15")).toBe("locked_past_year");
  });

  test("and the lock require the permission to close the books", async () => {
    const body = { locked_until: "2026-02-28", reason: "No" };
    expect((await books.owner.attempt(contract.setPeriodLock, { body })).status).toBe(403);
    expect((await world.nobody.attempt(contract.setPeriodLock, { body })).status).toBe(401);
    const foreign = { ...body, tenant_id: books.strangerTenant.tenant_id };
    expect((await owner.attempt(contract.setPeriodLock, { body: foreign })).status).toBe(404);
    const empty = await owner.attempt(contract.setPeriodLock, { body: { ...body, reason: " " } });
    expect([empty.status, empty.problem.errors?.[0]?.path]).toEqual([422, "reason"]);
    const accountant = await books.staff.attempt(contract.setPeriodLock, { body });
    expect(accountant.problem.code).toBe("organization_required");
  });
});
