import { addDays } from "@kontor/books/calendar-date";
import { addLedger } from "@kontor/contract/accounting/accounts";
import { addEntryBatch, updateEntry } from "@kontor/contract/accounting/entries";
import { addGroup, listGroups } from "@kontor/contract/accounting/groups";
import {
  closeYear,
  previewYearEnd,
  reverseEntry,
  setPeriodLock,
} from "@kontor/contract/accounting/periods";
import {
  cashFlowReport,
  cashFlowAmount,
  cashFlowComparison,
  type CashFlowLine,
} from "@kontor/contract/reports/cash-flow";
import {
  financialAmount,
  profitAndLossReport,
} from "@kontor/contract/reports/financial-statements";
import { trialBalanceReport } from "@kontor/contract/reports/trial-balance";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";

import { journalText } from "../../accounting/coherence/journal-text.ts";
import { setAllTenantsReadable } from "../../platform/scope.ts";
import { openBooks } from "../../testing/books.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { collect } from "../../testing/files.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { readJournal, type Journal } from "../../testing/journal.ts";

/* Compares the statement of cash flows of random books with what their exported journal says, item
   by item, and with the trial balance and the profit and loss. The reader of the journal shares no
   code with what maintains the totals. */

/** The number of random ranges. */
const ranges = Number(process.env["KONTOR_TEST_RANGES"] ?? 25);
const firstDay = "2024-11-15";
/** The number of days over which entries are spread. */
const span = 430;

const world = await openFileWorld();
const books = await openBooks(world);

/** The cash-flow category of each group, by its code. */
const cashFlowByGroup = new Map<string, string>();
const ids: number[] = [];
let journal: Journal;
/** The moment after the first half of the entries, and the statements of that time. */
let moment: string;
const then: { query: object; rows: CashFlowLine[] }[] = [];

const random =
  fc.sample(fc.noShrink(fc.array(fc.nat(), { minLength: 4000, maxLength: 4000 })), {
    numRuns: 1,
    seed: Number(process.env["KONTOR_TEST_SEED"] ?? 31),
  })[0] ?? [];
let at = 0;
const randomBelow = (most: number) => (random[at++ % random.length] ?? 0) % most;

const anyDay = fc.integer({ min: -40, max: span + 60 }).map((days) => addDays(firstDay, days));
const anyRange = fc
  .tuple(anyDay, fc.oneof(fc.nat(45), fc.nat(500)))
  .map(([start, days]) => ({ start_date: start, end_date: addDays(start, days) }));

beforeAll(async () => {
  await openChart();
  await postRandomBooks();
  world.clock.advance(60_000);
  moment = world.clock.now().toISOString();
  for (const range of fc.sample(anyRange, { numRuns: 6, seed: 4 })) {
    const query = { ...range, detail: "sub_ledgers", compare: "none" };
    const { rows } = await books.owner.call(cashFlowReport.read, { query });
    then.push({ query, rows });
  }
  world.clock.advance(60_000);
  await postRandomBooks();
  await closeFirstYear();
  const text = await world.database.transaction(
    async (tx) => {
      await setAllTenantsReadable(tx);
      return (await collect(journalText(tx, books.tenant.tenant_id))).join("");
    },
    { snapshot: true },
  );
  journal = readJournal(text);
  for (const { code, cash_flow } of (await books.owner.list(listGroups, {})).data) {
    cashFlowByGroup.set(code, cash_flow);
  }
});
afterAll(() => expectCoherentBooks(world));

/**
 * Groups of every class and category, each with a ledger, a parent and a sub-ledger; two of cash, of which
 * one is opened. The opening balances do not agree.
 */
async function openChart(): Promise<void> {
  const { owner } = books;
  for (const [of, cash_flow] of [
    ["01", "cash"],
    ["01", "cash"],
    ["01", "operating"],
    ["01", "investing"],
    ["02", "operating"],
    ["02", "financing"],
    ["02", "cash"],
    ["03", "operating"],
    ["03", "investing"],
    ["04", "operating"],
    ["04", "financing"],
    ["05", "financing"],
    ["05", "operating"],
  ]) {
    const group = await owner.call(addGroup, {
      body: { class: of, cash_flow, name: `${cash_flow} ${of}` },
    });
    const add = (name: string, extra: object = {}) =>
      owner.call(addLedger, { body: { group_id: group.id, name: `${name} ${of}`, ...extra } });
    const parent = await add("Parent", { op_balance: "900.07" });
    ids.push((await add("Alone")).id, (await add("Sub", { parent_ledger_id: parent.id })).id);
  }
  ids.push(books.ledger("bank_clearing"));
}

/**
 * Posts 160 entries of two to seven items on any ledgers, revises one in eight and reverses one in
 * nine.
 */
async function postRandomBooks(): Promise<void> {
  const { owner } = books;
  const posted: number[] = [];
  for (let batch = 0; batch < 2; batch++) {
    const entries = await owner.call(addEntryBatch, {
      body: { entries: Array.from({ length: 80 }, draft) },
    });
    posted.push(...entries.map(({ id }) => id));
  }
  for (const [place, id] of posted.entries()) {
    if (place % 8 === 0) {
      const { entry_type_id: _type, ...revision } = draft();
      await owner.call(updateEntry, { params: { id }, body: revision });
    } else if (place % 9 === 0) {
      const body = {
        entry_date: addDays(firstDay, span + randomBelow(30)),
        reason: "Posted twice",
      };
      await owner.call(reverseEntry, { params: { id }, body });
    }
  }
}

/** An entry with some items on each side, whose last one balances it. */
function draft() {
  const first = randomBelow(ids.length);
  const count = 2 + randomBelow(6);
  let net = 0;
  const items = Array.from({ length: count }, (_unused, place) => {
    const isLast = place === count - 1;
    const amount = isLast
      ? -net
      : (randomBelow(2) === 0 ? 1 : -1) * (1 + randomBelow(10 ** (1 + randomBelow(8))));
    // The last one must not be zero.
    const shown = !isLast && place === count - 2 && net + amount === 0 ? amount + 1 : amount;
    net += shown;
    return {
      dc: shown > 0 ? "DR" : "CR",
      amount: (Math.abs(shown) / 100).toFixed(2),
      // Steps of 5 reach each of the 27 ledgers once, in another order than that of the chart.
      ledger_id: ids[(first + 5 * place) % ids.length],
      narration: "Random",
    };
  });
  return {
    entry_type_id: 4,
    entry_date: addDays(firstDay, randomBelow(span)),
    narration: "",
    items,
  };
}

/** Closes the year 2024, so that the statements of it leave the closing entry out. */
async function closeFirstYear(): Promise<void> {
  const manager = await world.signInAs(["OWNER"], books.tenant.tenant_id);
  const year_end = "2024-12-31";
  const { equity_ledger } = await manager.call(previewYearEnd, { query: { year_end } });
  await manager.call(closeYear, {
    body: { year_end, equity_ledger_id: equity_ledger?.id, reason: "2024 is audited" },
  });
  await manager.call(setPeriodLock, { body: { locked_until: null, reason: "Opened again" } });
}

const cashFlowOf = (code: string) => cashFlowByGroup.get(code.slice(0, 5)) ?? "";

type Expected = { opening: bigint; net: bigint; inCash: Map<string, bigint> };

/** The cash before and in the days, and what was paid and received for each ledger, by its code. */
function expected(start: string, end: string): Expected {
  const codeOf = (account: string) => journal.accounts.get(account)?.code ?? "";
  let opening = 0n;
  for (const [account, amount] of journal.openings) {
    if (cashFlowOf(codeOf(account)) === "cash") opening += amount;
  }
  const transactions = new Map<number, { code: string; amount: bigint }[]>();
  for (const { transaction, day, account, amount } of journal.postings) {
    const code = codeOf(account);
    if (day < start && cashFlowOf(code) === "cash") opening += amount;
    if (day < start || day > end) continue;
    transactions.set(transaction, [...(transactions.get(transaction) ?? []), { code, amount }]);
  }
  let net = 0n;
  const inCash = new Map<string, bigint>();
  for (const items of transactions.values()) {
    const cash = sum(items.filter(({ code }) => cashFlowOf(code) === "cash"));
    net += cash;
    const opposite = items.filter(
      ({ code, amount }) => cashFlowOf(code) !== "cash" && (cash > 0n ? amount < 0n : amount > 0n),
    );
    if (cash === 0n) continue;
    const whole = sum(opposite);
    let before = 0n;
    for (const { code, amount } of opposite) {
      const part = (cash * (before + amount)) / whole - (cash * before) / whole;
      inCash.set(code, (inCash.get(code) ?? 0n) + part);
      before += amount;
    }
  }
  return { opening, net, inCash };
}

const sum = (items: readonly { amount: bigint }[]) =>
  items.reduce((total, { amount }) => total + amount, 0n);

const lineOf = (rows: readonly CashFlowLine[], kind: string, of?: string) => {
  const line = rows.find((row) => row.kind === kind && (of === undefined || row.cash_flow === of));
  if (line === undefined) throw new Error(`there is no line ${kind} ${of ?? ""}`);
  return line;
};
const amountOf = (rows: readonly CashFlowLine[], kind: string, of?: string) =>
  cashFlowAmount(lineOf(rows, kind, of));

const check = <Of>(property: fc.IAsyncProperty<[Of]>) => fc.assert(property, { numRuns: ranges });

test("the activities and both balances of any range equal the journal", async () => {
  await check(
    fc.asyncProperty(anyRange, async ({ start_date, end_date }) => {
      const query = { start_date, end_date, detail: "sub_ledgers", compare: "year_before" };
      const { rows, compared_with } = await books.owner.call(cashFlowReport.read, { query });
      const { opening, net, inCash } = expected(start_date, end_date);
      expect(amountOf(rows, "opening")).toBe(opening);
      expect(amountOf(rows, "net")).toBe(net);
      expect(amountOf(rows, "closing")).toBe(opening + net);
      let others = 0n;
      for (const activity of ["investing", "financing"]) {
        const own = new Map(
          [...inCash].filter(([code, paid]) => cashFlowOf(code) === activity && paid !== 0n),
        );
        const listed = rows.filter(
          ({ kind, cash_flow, amount }) =>
            kind !== "section" && cash_flow === activity && amount !== 0n,
        );
        expect(new Map(listed.map((row) => [row.code, cashFlowAmount(row)]))).toEqual(own);
        const total = [...own.values()].reduce((all, paid) => all + paid, 0n);
        expect(amountOf(rows, "section", activity)).toBe(total);
        others += total;
      }
      expect(amountOf(rows, "section", "operating")).toBe(net - others);
      const earlier = expected(compared_with?.start_date ?? "", compared_with?.end_date ?? "");
      expect(cashFlowComparison(lineOf(rows, "closing"))).toBe(earlier.opening + earlier.net);
    }),
  );
});

test("at any detail its lines add up, and equal the trial balance and the result", async () => {
  const anyDetail = fc.constantFrom("groups", "ledgers", "sub_ledgers");
  await check(
    fc.asyncProperty(
      fc.record({ range: anyRange, detail: anyDetail }),
      async ({ range, detail }) => {
        const { rows } = await books.owner.call(cashFlowReport.read, {
          query: { ...range, detail, compare: "none" },
        });
        const accounts = (of: string, after: string) => {
          const lines = rows.slice(
            rows.indexOf(lineOf(rows, after, of === "cash" ? undefined : of)) + 1,
          );
          const end = lines.findIndex(({ kind }) => !/^(?:group|ledger|sub_ledger)$/.test(kind));
          return (end === -1 ? lines : lines.slice(0, end)).reduce(
            (total, line) => total + cashFlowAmount(line),
            0n,
          );
        };
        const part = (kind: string) => rows.find((row) => row.kind === kind);
        let operating = amountOf(rows, "result", "operating");
        for (const kind of ["adjustments", "changes"]) {
          const line = part(kind);
          if (line === undefined) continue;
          expect(accounts("operating", kind)).toBe(cashFlowAmount(line));
          operating += cashFlowAmount(line);
        }
        expect(amountOf(rows, "section", "operating")).toBe(operating);
        for (const activity of ["investing", "financing"]) {
          expect(accounts(activity, "section")).toBe(amountOf(rows, "section", activity));
        }
        expect(accounts("cash", "closing")).toBe(amountOf(rows, "closing"));

        const balance = await books.owner.call(trialBalanceReport.read, {
          query: { ...range, detail, section: "cash" },
        });
        const { totals } = balance;
        expect(amountOf(rows, "opening")).toBe(totals.opening_debit - totals.opening_credit);
        expect(amountOf(rows, "net")).toBe(totals.debit - totals.credit);
        expect(amountOf(rows, "closing")).toBe(totals.closing_debit - totals.closing_credit);
        const closing = rows.filter(({ cash_flow }) => cash_flow === "cash");
        expect(closing.map((row) => [row.code, cashFlowAmount(row)])).toEqual(
          balance.rows
            .map((row) => [row.code, row.closing_debit - row.closing_credit])
            .filter(([, net]) => net !== 0n),
        );
        const profit = await books.owner.call(profitAndLossReport.read, {
          query: { ...range, compare: "none" },
        });
        const result = profit.rows.find(({ kind }) => kind === "result");
        expect(amountOf(rows, "result")).toBe(result && financialAmount(result));
      },
    ),
  );
});

test("of all organizations it has the same sums for each", async () => {
  await check(
    fc.asyncProperty(anyRange, async (range) => {
      const query = { ...range, compare: "none" };
      const own = await books.owner.call(cashFlowReport.read, { query });
      const all = await books.staff.call(cashFlowReport.read, { query });
      const { tenant_id } = books.tenant;
      for (const activity of ["operating", "investing", "financing"]) {
        const line = all.rows.find(
          (row) => row.tenant_id === tenant_id && row.cash_flow === activity,
        );
        expect(line === undefined ? 0n : cashFlowAmount(line)).toBe(
          amountOf(own.rows, "section", activity),
        );
      }
      const cash = all.rows.find((row) => row.tenant_id === tenant_id && row.cash_flow === "cash");
      expect(cash === undefined ? 0n : cashFlowAmount(cash)).toBe(amountOf(own.rows, "closing"));
      expect(amountOf(all.rows, "opening") + amountOf(all.rows, "net")).toBe(
        amountOf(all.rows, "closing"),
      );
    }),
  );
});

test("as recorded at an earlier moment it stays the same", async () => {
  const marked = [];
  for (const { query, rows } of then) {
    const read = await books.owner.call(cashFlowReport.read, {
      query: { ...query, recorded_up_to: moment },
    });
    const plain = read.rows.map((row) => ({ ...row, changed: false }));
    expect(plain).toEqual(rows);
    marked.push(...read.rows.filter(({ changed }) => changed));
  }
  expect(marked.length).toBeGreaterThan(0);
});
