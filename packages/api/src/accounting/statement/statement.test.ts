import { getLedger, listAccounts } from "@kontor/contract/accounting/accounts";
import { addEntryBatch, updateEntry } from "@kontor/contract/accounting/entries";
import { getStatement } from "@kontor/contract/accounting/statements";
import { afterAll, describe, expect, test } from "vitest";

import { openBooks, receiptBody } from "../../testing/books.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld } from "../../testing/harness.ts";

const world = await openFileWorld();
const books = await openBooks(world);
const bank = books.ledger("bank_clearing");

afterAll(() => expectCoherentBooks(world));

const page = (id: number, query: object = {}, caller = books.owner) =>
  caller.list(getStatement, { params: { id }, query });
const attemptPage = (id: number, query: object = {}, caller = books.owner) =>
  caller.attempt(getStatement, { params: { id }, query });

describe("a statement", () => {
  test("of an empty ledger shows its opening balance everywhere", async () => {
    const ledger = await books.addCashLedger("Empty", { op_balance: "5.00", op_balance_dc: "CR" });
    const { data, meta } = await page(ledger.id);
    expect(meta).toEqual({ page: 1, per_page: 10, total: 0 });
    expect(data).toEqual({
      ledger,
      rows: [],
      total_debit: 0n,
      total_credit: 0n,
      opening_balance: 500n,
      opening_balance_dc: "CR",
      opened_on: "2026-03-10",
      closing_balance: 500n,
      closing_balance_dc: "CR",
      after_today: 0n,
      after_today_dc: "DR",
      current_opening_balance: 500n,
      current_opening_balance_dc: "CR",
      current_closing_balance: 500n,
      current_closing_balance_dc: "CR",
    });
  });

  test("carries the balance from the opening across zero in both directions", async () => {
    const ledger = await books.addCashLedger("Runs", { op_balance: "10.00", op_balance_dc: "CR" });
    await books.post(ledger.id, bank, "4.00", "2026-03-01");
    await books.post(ledger.id, bank, "9.00", "2026-03-01");
    await books.post(bank, ledger.id, "3.00", "2026-03-02");
    const { data } = await page(ledger.id);
    expect(
      data.rows.map((row) => [
        row.item_debit_amount,
        row.item_credit_amount,
        row.balance,
        row.dc,
        row.item_first.dc,
        row.item_second.name,
      ]),
    ).toEqual([
      [400n, 0n, 600n, "CR", "DR", "Bank clearing"],
      [900n, 0n, 300n, "DR", "DR", "Bank clearing"],
      [0n, 300n, 0n, "DR", "DR", "Runs"],
    ]);
    expect([data.closing_balance, data.closing_balance_dc]).toEqual([0n, "DR"]);
  });

  test("shows its own line and the first on the other side, and the number of further ones", async () => {
    const [one, two] = [await books.addCashLedger("Split A"), await books.addCashLedger("Split B")];
    const item = (dc: string, amount: string, ledger_id: number) => ({
      dc,
      amount,
      ledger_id,
      narration: "Split",
    });
    await books.owner.call(addEntryBatch, {
      body: {
        entries: [
          receiptBody(one.id, bank, "1.00", {
            items: [
              item("DR", "1.00", one.id),
              item("DR", "2.00", two.id),
              item("CR", "3.00", bank),
            ],
          }),
        ],
      },
    });
    const { data } = await page(two.id);
    expect(data.rows).toMatchObject([
      {
        item_first: { dc: "DR", name: "Split B" },
        item_second: { dc: "CR", name: "Bank clearing" },
        more_items: 1,
      },
    ]);
  });

  test("the closing balance is as of today; a later posting is listed but not included in it", async () => {
    const ledger = await books.addCashLedger("Post-dated");
    await books.post(ledger.id, bank, "10.00", "2026-03-10");
    await books.post(ledger.id, bank, "5.00", "2026-03-11");
    const { data, meta } = await page(ledger.id);
    expect(meta.total).toBe(2);
    expect(data.rows.map((row) => row.balance)).toEqual([1000n, 1500n]);
    expect([data.closing_balance, data.current_closing_balance]).toEqual([1000n, 1500n]);
    expect([data.after_today, data.after_today_dc]).toEqual([500n, "DR"]);
    // The chart, the ledger and the list below its parent follow the same rule.
    const chart = await books.owner.list(listAccounts, { query: { search: "Post-dated" } });
    const one = await books.owner.call(getLedger, { params: { id: ledger.id } });
    for (const account of [chart.data[0], one]) {
      expect(account).toMatchObject({ cl_balance: 1000n, own_balance: 1000n, after_today: 500n });
    }
    const [group] = (await books.owner.list(listAccounts, { query: { search: "Cash and bank" } }))
      .data;
    expect(group).toMatchObject({ type: "Group", after_today: 0n });
    const before = world.clock.now();
    world.clock.set(new Date("2026-03-10T23:00:01Z"));
    const tomorrow = await page(
      ledger.id,
      { tenant_id: books.tenant.tenant_id },
      await world.signIn("staff"),
    );
    world.clock.set(before);
    expect(tomorrow.data.closing_balance).toBe(1500n);
  });

  test("a back-dated posting is shown on its day, with every later balance correct", async () => {
    const ledger = await books.addCashLedger("Back-dated");
    await books.post(ledger.id, bank, "1.00", "2026-03-01");
    await books.post(ledger.id, bank, "2.00", "2026-03-05");
    await books.post(ledger.id, bank, "4.00", "2026-03-03");
    await books.post(ledger.id, bank, "8.00", "2026-02-01");
    const { data } = await page(ledger.id);
    expect(data.rows.map((row) => [row.date, row.balance])).toEqual([
      ["2026-02-01", 800n],
      ["2026-03-01", 900n],
      ["2026-03-03", 1300n],
      ["2026-03-05", 1500n],
    ]);
  });

  test("of a parent has only its own lines, or also those of its sub-ledgers, and both balances", async () => {
    const parent = await books.addCashLedger("Own lines", { op_balance: "10.00" });
    await books.post(parent.id, bank, "1.00", "2025-11-03");
    const below = { parent_ledger_id: parent.id };
    const child = await books.addCashLedger("Other lines", { ...below, op_balance: "0.50" });
    const other = await books.addCashLedger("More lines", below);
    await books.post(child.id, bank, "2.00", "2025-11-04");
    // Both lines of this entry are on sub-ledgers.
    await books.post(child.id, other.id, "4.00", "2025-11-04");
    await books.post(bank, other.id, "1.00", "2026-03-12");
    await expectTogether(parent.id);
    const { data, meta } = await page(parent.id);
    expect(meta.total).toBe(1);
    expect([data.closing_balance, data.ledger.own_balance, data.ledger.cl_balance]).toEqual([
      1100n,
      1100n,
      1350n,
    ]);
    expect([data.after_today, data.ledger.after_today]).toEqual([0n, 100n]);
    expect(data.opened_on).toBe("2025-11-03");
  });

  /** The lines of a ledger and its two sub-ledgers, complete and page by page. */
  async function expectTogether(id: number) {
    const whole = await page(id, { with_sub_ledgers: true });
    expect(whole.data.rows.map((row) => [row.date, row.line, row.balance, row.dc])).toEqual([
      ["2025-11-03", 1, 1150n, "DR"],
      ["2025-11-04", 1, 1350n, "DR"],
      ["2025-11-04", 1, 1750n, "DR"],
      ["2025-11-04", 2, 1350n, "DR"],
      ["2026-03-12", 2, 1250n, "DR"],
    ]);
    expect(whole.data).toMatchObject({
      opening_balance: 1050n,
      closing_balance: 1350n,
      after_today: 100n,
      after_today_dc: "CR",
      total_debit: 700n,
      total_credit: 500n,
    });
    for (const perPage of [1, 2, 3]) {
      const rows = [];
      for (let number = 1; number <= Math.ceil(5 / perPage); number++) {
        const query = { with_sub_ledgers: true, per_page: perPage, page: number };
        const { data, meta } = await page(id, query);
        expect(meta.total).toBe(5);
        expect(data.current_opening_balance).toBe(rows.at(-1)?.balance ?? 1050n);
        rows.push(...data.rows);
      }
      expect(rows).toEqual(whole.data.rows);
    }
    const ranged = { start_date: "2025-11-04", end_date: "2025-11-30", with_sub_ledgers: true };
    const { data } = await page(id, { ...ranged, per_page: 2, newest: true });
    expect([data.current_opening_balance, data.rows.map(({ line }) => line)]).toEqual([1750n, [2]]);
  }
});

describe("its pages", () => {
  /** Twenty-three lines of 1.00 on five days, some of which continue on the next page. */
  async function filled(name: string) {
    const ledger = await books.addCashLedger(name, { op_balance: "100.00" });
    const days = ["01", "01", "02", "04", "05"];
    const entries = Array.from({ length: 23 }, (_unused, index) =>
      receiptBody(ledger.id, bank, "1.00", {
        entry_date: `2026-03-${days[Math.floor(index / 5)]}`,
      }),
    );
    await books.owner.call(addEntryBatch, { body: { entries } });
    return ledger;
  }

  test("are of ten rows, each page with the balance before and after it", async () => {
    const { id } = await filled("Paged");
    const pages = [await page(id), await page(id, { page: 2 }), await page(id, { page: 3 })];
    expect(pages.map(({ meta }) => meta.total)).toEqual([23, 23, 23]);
    expect(pages.map(({ data }) => data.rows.length)).toEqual([10, 10, 3]);
    expect(
      pages.map(({ data }) => [data.current_opening_balance, data.current_closing_balance]),
    ).toEqual([
      [10_000n, 11_000n],
      [11_000n, 12_000n],
      [12_000n, 12_300n],
    ]);
    expect(pages.map(({ data }) => data.rows[0]?.balance)).toEqual([10_100n, 11_100n, 12_100n]);
    const ids = pages.flatMap(({ data }) => data.rows.map((row) => row.entry_id));
    expect(new Set(ids).size).toBe(23);
    const newest = await page(id, { newest: true });
    expect(newest).toEqual(pages[2]);
    expect(newest.meta.page).toBe(3);
    const full = await page(id, { newest: true, per_page: 23 });
    expect([full.meta.page, full.data.rows.length]).toEqual([1, 23]);
  });

  test("a page past the end has no rows and the balance after the last one", async () => {
    const { id } = await filled("Past the end");
    const { data, meta } = await page(id, { page: 4 });
    expect(meta).toEqual({ page: 4, per_page: 10, total: 23 });
    expect(data.rows).toEqual([]);
    expect([data.current_opening_balance, data.current_closing_balance]).toEqual([
      12_300n,
      12_300n,
    ]);
    expect((await page(id, { page: 100_000_000 })).data.rows).toEqual([]);
  });

  test("a range includes both its days and starts with the balance before it", async () => {
    const { id } = await filled("Ranged");
    const range = { start_date: "2026-03-02", end_date: "2026-03-04" };
    const { data, meta } = await page(id, range);
    expect(meta.total).toBe(10);
    expect(new Set(data.rows.map((row) => row.date))).toEqual(
      new Set(["2026-03-02", "2026-03-04"]),
    );
    expect([data.current_opening_balance, data.current_closing_balance]).toEqual([
      11_000n,
      12_000n,
    ]);
    expect([data.opening_balance, data.closing_balance]).toEqual([10_000n, 12_300n]);
    const second = await page(id, { ...range, per_page: 6, page: 2 });
    expect(second.data.rows.map((row) => row.balance)).toEqual([
      11_700n,
      11_800n,
      11_900n,
      12_000n,
    ]);
    const none = await page(id, { start_date: "2026-03-03", end_date: "2026-03-03" });
    expect([none.meta.total, none.data.rows]).toEqual([0, []]);
    expect([none.data.current_opening_balance, none.data.current_closing_balance]).toEqual([
      11_500n,
      11_500n,
    ]);
  });

  test("half a range is refused with the sentence of the screen, and so is one in the wrong order", async () => {
    const { id } = await books.addCashLedger("Half a range");
    for (const query of [{ start_date: "2026-03-01" }, { end_date: "2026-03-01" }]) {
      const reply = await attemptPage(id, query);
      expect([reply.status, reply.problem.message]).toEqual([
        422,
        "Please select both start and end dates",
      ]);
    }
    const turned = await attemptPage(id, { start_date: "2026-03-02", end_date: "2026-03-01" });
    expect([turned.status, turned.problem.errors?.[0]?.path]).toEqual([422, "end_date"]);
  });

  test("callers without a session or of another organization, and bad input, are refused", async () => {
    const { id } = await books.addCashLedger("Refused");
    expect((await attemptPage(id, {}, world.nobody)).status).toBe(401);
    expect((await attemptPage(id, {}, books.stranger)).status).toBe(404);
    expect((await attemptPage(999_999)).status).toBe(404);
    const elsewhere = { tenant_id: books.strangerTenant.tenant_id };
    expect((await attemptPage(id, elsewhere, books.staff)).status).toBe(404);
    const bad = await attemptPage(id, { page: "-1" });
    expect([bad.status, bad.problem.errors?.[0]?.path]).toEqual([422, "page"]);
  });
});

describe("a day with very many lines", () => {
  /**
   * A ledger with this many lines of 1.00 on 2026-03-05, and one on the day before and after it.
   */
  async function busy(name: string, lines: number) {
    const ledger = await books.addCashLedger(name);
    const posted = [await books.post(ledger.id, bank, "1.00", "2026-03-04")];
    for (let done = 0; done < lines; done += 100) {
      const entries = Array.from({ length: Math.min(100, lines - done) }, () =>
        receiptBody(ledger.id, bank, "1.00", { entry_date: "2026-03-05" }),
      );
      await books.owner.call(addEntryBatch, { body: { entries } });
    }
    posted.push(await books.post(ledger.id, bank, "1.00", "2026-03-06"));
    return { ...ledger, posted };
  }

  /**
   * All lines of a ledger, page by page; each page's balances must continue those of the previous
   * one.
   */
  async function walk(id: number, perPage = 100) {
    const first = await page(id, { per_page: perPage });
    const numbers = Array.from(
      { length: Math.ceil(first.meta.total / perPage) },
      (_unused, i) => i,
    );
    const pages = await Promise.all(
      numbers.map((number) => page(id, { page: number + 1, per_page: perPage })),
    );
    const closings = [0n, ...pages.map(({ data }) => data.current_closing_balance)];
    expect(pages.map(({ data }) => data.current_opening_balance)).toEqual(closings.slice(0, -1));
    const rows = pages.flatMap(({ data }) => data.rows);
    expect(rows).toHaveLength(first.meta.total);
    return rows;
  }

  const runsUp = (rows: { balance: bigint }[]) =>
    rows.every((row, index) => row.balance === BigInt(index + 1) * 100n);

  test("every page of it is correct, whichever is requested", async () => {
    const { id } = await busy("Busy day", 1500);
    const rows = await walk(id);
    expect(rows).toHaveLength(1502);
    expect(runsUp(rows)).toBe(true);
    for (const number of [1, 26, 27, 52, 77, 103, 128, 150, 151]) {
      const { data } = await page(id, { page: number });
      expect(data.rows[0]?.balance).toBe(BigInt((number - 1) * 10 + 1) * 100n);
    }
  });

  test("edits that remove lines from its middle and insert others keep it correct", async () => {
    const { id, posted } = await busy("Edited day", 700);
    const rows = await walk(id);
    const moved = [3, 255, 256, 257, 400, 520].map((place) => rows[place]?.entry_id ?? 0);
    for (const entry of moved) {
      await books.owner.call(updateEntry, {
        params: { id: entry },
        body: receiptBody(id, bank, "1.00", { entry_date: "2026-03-06" }),
      });
    }
    await books.owner.call(updateEntry, {
      params: { id: posted[0]?.id },
      body: receiptBody(id, bank, "1.00", { entry_date: "2026-03-05" }),
    });
    await books.owner.call(updateEntry, {
      params: { id: rows[300]?.entry_id },
      body: receiptBody(id, bank, "1.00", { keep_active_date: true }),
    });
    const after = await walk(id);
    expect(after).toHaveLength(702);
    expect(runsUp(after)).toBe(true);
    expect(after[0]?.entry_id).toBe(posted[0]?.id);
    expect(after.slice(-7).map((row) => row.entry_id)).toEqual(
      [...moved, posted[1]?.id ?? 0].toSorted((a, b) => a - b),
    );
  });
});
