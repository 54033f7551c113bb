import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { addDays } from "@kontor/books/calendar-date";
import { signed } from "@kontor/books/side";
import { addLedger, listAccounts } from "@kontor/contract/accounting/accounts";
import { addEntryBatch, updateEntry } from "@kontor/contract/accounting/entries";
import { addGroup } from "@kontor/contract/accounting/groups";
import {
  balanceSheetReport,
  financialAmount,
  financialComparison,
  profitAndLossReport,
  type FinancialLine,
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
import { balancesBefore, isInstalled, netBy } from "../../testing/journal-programs.ts";
import { readJournal } from "../../testing/journal.ts";

/* Compares the three statements of random books with each other, with the chart, and with the sums
   of an independent reader of the exported journal. The reader shares no code with what maintains
   the totals. If the programs `hledger` and `ledger` are installed, they read the same journal. */

/** The number of random ranges. */
const ranges = Number(process.env["KONTOR_TEST_RANGES"] ?? 25);
const firstDay = "2024-11-15";
/** The number of days over which entries are spread; the books end in the middle of a month. */
const span = 560;

const world = await openFileWorld();
const books = await openBooks(world);
let plain: ParsedJournal;
let folder: string;
/** The path of the exported journal. */
let file: string;

beforeAll(async () => {
  await postRandomBooks();
  folder = await mkdtemp(join(tmpdir(), "kontor-journal-"));
  file = join(folder, "books.journal");
  const text = await exportBooks();
  await writeFile(file, text);
  plain = parseJournal(text);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await expectCoherentBooks(world);
});

/** The books as in their journal: by ledger code, in kobo, debit positive. */
type ParsedJournal = {
  ledgers: { code: string; parent: string | null; opening: bigint }[];
  items: { code: string; day: string; net: bigint }[];
};

/**
 * Posts 240 entries of two to six items through the API, to ledgers of all classes and depths, and
 * revises one in eight.
 */
async function postRandomBooks(): Promise<void> {
  const { owner } = books;
  const random =
    fc.sample(fc.noShrink(fc.array(fc.nat(), { minLength: 4000, maxLength: 4000 })), {
      numRuns: 1,
      seed: Number(process.env["KONTOR_TEST_SEED"] ?? 12),
    })[0] ?? [];
  let at = 0;
  const below = (most: number) => (random[at++ % random.length] ?? 0) % most;
  const ids: number[] = [];
  for (const of of ["01", "02", "03", "04", "05"]) {
    const group = await owner.call(addGroup, { body: { class: of, name: `Random ${of}` } });
    const add = (name: string, extra: object = {}) =>
      owner.call(addLedger, { body: { group_id: group.id, name, ...extra } });
    // Openings agree: assets equal equity plus income brought forward.
    const opening = { "01": "900.07", "03": "250.05", "05": "650.02" }[of];
    const side = of === "01" ? "DR" : "CR";
    const parent = await add(
      `Parent ${of}`,
      opening === undefined ? {} : { op_balance: opening, op_balance_dc: side },
    );
    const alone = await add(`Alone ${of}`);
    const subs = [];
    for (const name of ["North: Ikeja", "South; (1)  [2]"]) {
      subs.push(await add(`${name} ${of}`, { parent_ledger_id: parent.id }));
    }
    ids.push(alone.id, ...subs.map(({ id }) => id));
  }
  const draft = () => {
    const first = below(ids.length);
    const pairs = 1 + below(3);
    const items = Array.from({ length: pairs }, (_unused, pair) => {
      const amount = `${below(10 ** (1 + below(9)))}.${String(below(100)).padStart(2, "0")}`;
      const side = (dc: string, place: number) => ({
        dc,
        amount: amount === "0.00" ? "0.01" : amount,
        ledger_id: ids[(first + place) % ids.length],
        narration: "Random",
      });
      return [side("DR", 2 * pair), side("CR", 2 * pair + 1)];
    }).flat();
    return { entry_type_id: 4, entry_date: addDays(firstDay, below(span)), narration: "", items };
  };
  for (let batch = 0; batch < 3; batch++) {
    const posted = await owner.call(addEntryBatch, {
      body: { entries: Array.from({ length: 80 }, draft) },
    });
    for (const { id } of posted.filter((_entry, place) => place % 8 === 0)) {
      const { entry_type_id: _type, ...revision } = draft();
      await owner.call(updateEntry, { params: { id }, body: revision });
    }
  }
}

async function exportBooks(): Promise<string> {
  return world.database.transaction(
    async (tx) => {
      await setAllTenantsReadable(tx);
      return (await collect(journalText(tx, books.tenant.tenant_id))).join("");
    },
    { snapshot: true },
  );
}

function parseJournal(text: string): ParsedJournal {
  const { accounts, postings, openings } = readJournal(text);
  const codeOf = (account: string) => accounts.get(account)?.code ?? "";
  const ledgers = [...accounts.values()].filter(({ code }) => /^\d\d-\d+-\d+$/.test(code));
  return {
    ledgers: ledgers.map(({ name, parts, code }) => ({
      code,
      // A sub-ledger's account has four parts: class, group, parent, ledger.
      parent: parts.length === 4 ? (parts[2]?.split(" ")[0] ?? null) : null,
      opening: openings.get(name) ?? 0n,
    })),
    items: postings.map(({ account, day, amount }) => ({
      code: codeOf(account),
      day,
      net: amount,
    })),
  };
}

type Movement = { opening: bigint; debit: bigint; credit: bigint };

/** A ledger's balance before the range and its movements, added up item by item. */
function movementOf(code: string, start: string, end: string): Movement {
  const movement = {
    opening: plain.ledgers.find((ledger) => ledger.code === code)?.opening ?? 0n,
    debit: 0n,
    credit: 0n,
  };
  for (const { code: of, day, net } of plain.items) {
    if (of !== code || day > end) continue;
    if (day < start) movement.opening += net;
    else if (net > 0n) movement.debit += net;
    else movement.credit -= net;
  }
  return movement;
}

/**
 * The net of all ledgers of some classes: the movement in the days or, without a start, the closing
 * balance.
 */
function netOf(classes: readonly string[], start: string | null, end: string): bigint {
  let net = 0n;
  for (const { code } of plain.ledgers) {
    if (!classes.includes(code.slice(0, 2))) continue;
    const { opening, debit, credit } = movementOf(code, start ?? end, end);
    net += (start === null ? opening : 0n) + debit - credit;
  }
  return net;
}

const positive = (net: bigint) => (net > 0n ? net : 0n);

const anyDay = fc.integer({ min: -40, max: span + 60 }).map((days) => addDays(firstDay, days));
const anyRange = fc
  .tuple(anyDay, fc.oneof(fc.nat(45), fc.nat(500)))
  .map(([start, days]) => ({ start_date: start, end_date: addDays(start, days) }));

const check = (property: fc.IAsyncProperty<[{ start_date: string; end_date: string }]>) =>
  fc.assert(property, { numRuns: ranges });

test("the trial balance of any range equals the journal by ledger", async () => {
  await check(
    fc.asyncProperty(anyRange, async ({ start_date, end_date }) => {
      const balance = await books.owner.call(trialBalanceReport.read, {
        query: { start_date, end_date, detail: "sub_ledgers", with_empty: true },
      });
      expect(balance.rows).toHaveLength(plain.ledgers.length);
      for (const row of balance.rows) {
        const { opening, debit, credit } = movementOf(row.code, start_date, end_date);
        const closing = opening + debit - credit;
        expect({ ...row, kind: "" }).toMatchObject({
          opening_debit: positive(opening),
          opening_credit: positive(-opening),
          debit,
          credit,
          closing_debit: positive(closing),
          closing_credit: positive(-closing),
        });
      }
      expect(balance).toMatchObject({ difference: 0n, short_side: null });
      expect(balance.totals.debit).toBe(balance.totals.credit);
      expect(balance.totals.closing_debit).toBe(balance.totals.closing_credit);
    }),
  );
});

test("rolled up by parent and by group it still equals the journal", async () => {
  const query = { start_date: "2025-02-10", end_date: "2025-11-20" };
  for (const detail of ["ledgers", "groups"]) {
    const { rows, totals } = await books.owner.call(trialBalanceReport.read, {
      query: { ...query, detail },
    });
    expect(totals.debit).toBe(totals.credit);
    expect(totals.closing_debit).toBe(totals.closing_credit);
    for (const row of rows) {
      const of = plain.ledgers.filter(({ code, parent }) =>
        detail === "groups"
          ? code.startsWith(`${row.code}-`)
          : code === row.code || parent === row.code,
      );
      const nets = of.map(({ code }) => movementOf(code, query.start_date, query.end_date));
      const sum = (pick: (movement: Movement) => bigint) =>
        nets.reduce((total, movement) => total + pick(movement), 0n);
      expect([row.debit, row.credit, row.closing_debit - row.closing_credit]).toEqual([
        sum(({ debit }) => debit),
        sum(({ credit }) => credit),
        sum(({ opening, debit, credit }) => opening + debit - credit),
      ]);
    }
  }
});

const lineOf = (rows: readonly FinancialLine[], kind: FinancialLine["kind"], of?: string) => {
  const line = rows.find((row) => row.kind === kind && (of === undefined || row.class === of));
  if (line === undefined) throw new Error(`there is no line ${kind} ${of ?? ""}`);
  return line;
};

test("profit and loss of any range equals the incomes and expenses in the journal", async () => {
  await check(
    fc.asyncProperty(anyRange, async ({ start_date, end_date }) => {
      const { rows, compared_with } = await books.owner.call(profitAndLossReport.read, {
        query: { start_date, end_date, compare: "year_before" },
      });
      expect(financialAmount(lineOf(rows, "section", "03"))).toBe(
        -netOf(["03"], start_date, end_date),
      );
      expect(financialAmount(lineOf(rows, "section", "04"))).toBe(
        netOf(["04"], start_date, end_date),
      );
      expect(financialAmount(lineOf(rows, "result"))).toBe(
        -netOf(["03", "04"], start_date, end_date),
      );
      const before = compared_with ?? { start_date: "", end_date: "" };
      expect(financialComparison(lineOf(rows, "result"))).toBe(
        -netOf(["03", "04"], before.start_date ?? "", before.end_date),
      );
    }),
  );
});

test("the balance sheet of any day balances, and its unclosed result grows by the profit and loss", async () => {
  await check(
    fc.asyncProperty(anyRange, async ({ start_date, end_date }) => {
      const before = addDays(start_date, -1);
      const { rows, difference } = await books.owner.call(balanceSheetReport.read, {
        query: { as_of: end_date, compare_with: before },
      });
      const [assets, total] = [lineOf(rows, "section", "01"), lineOf(rows, "total")];
      expect(difference).toBe(0n);
      expect(financialAmount(assets)).toBe(financialAmount(total));
      expect(financialComparison(assets)).toBe(financialComparison(total));
      expect(financialAmount(assets)).toBe(netOf(["01"], null, end_date));
      const unclosed = lineOf(rows, "unclosed");
      const profit = await books.owner.call(profitAndLossReport.read, {
        query: { start_date, end_date, compare: "none" },
      });
      expect(financialAmount(unclosed) - (financialComparison(unclosed) ?? 0n)).toBe(
        financialAmount(lineOf(profit.rows, "result")),
      );
    }),
  );
});

test("the trial balance as of today equals the chart of accounts", async () => {
  const end_date = world.clock.today();
  const { rows } = await books.owner.call(trialBalanceReport.read, {
    query: { start_date: firstDay, end_date, detail: "sub_ledgers", with_empty: true },
  });
  const chart = await books.owner.list(listAccounts, { query: { per_page: 100 } });
  const balances = chart.data.flatMap(({ type, code, own_balance, own_balance_dc }) =>
    type === "Group" ? [] : [[code, signed(own_balance_dc, own_balance)]],
  );
  expect(rows.map((row) => [row.code, row.closing_debit - row.closing_credit])).toEqual(balances);
});

/** Ranges at both ends of the books, inside them and across a year. */
const programRanges = [
  { start_date: "2025-01-01", end_date: "2025-01-31" },
  { start_date: "2025-02-11", end_date: "2026-03-20" },
  { start_date: "2025-12-31", end_date: "2026-01-01" },
  { start_date: firstDay, end_date: addDays(firstDay, span + 100) },
];

/** The journal has opening balances on its first day; Kontor has them before every day. */
const notFromTheFirstDay = ({ start_date }: { start_date: string }) => start_date !== firstDay;

const found = { hledger: await isInstalled("hledger"), ledger: await isInstalled("ledger") };

for (const program of ["hledger", "ledger"] as const) {
  test.skipIf(!found[program])(`${program} reads the same trial balances`, async () => {
    const rowsOf = async (range: { start_date: string; end_date: string }) =>
      (
        await books.owner.call(trialBalanceReport.read, {
          query: { ...range, detail: "sub_ledgers" },
        })
      ).rows;
    const standing = (nets: (readonly [code: string, net: bigint])[]) =>
      Object.fromEntries(nets.filter(([, net]) => net !== 0n));
    for (const range of programRanges) {
      const closing = (await rowsOf(range)).map(
        (row) => [row.code, row.closing_debit - row.closing_credit] as const,
      );
      expect(await balancesBefore(program, file, addDays(range.end_date, 1))).toEqual(
        standing(closing),
      );
    }
    for (const range of programRanges.filter(notFromTheFirstDay)) {
      const opening = (await rowsOf(range)).map(
        (row) => [row.code, row.opening_debit - row.opening_credit] as const,
      );
      expect(await balancesBefore(program, file, range.start_date)).toEqual(standing(opening));
    }
  });
}

test.skipIf(!found.hledger)("hledger states the same result and the same net assets", async () => {
  // Income brought forward belongs to the result of no range, but the journal has it on its first
  // day.
  for (const { start_date, end_date } of programRanges.filter(notFromTheFirstDay)) {
    const { rows } = await books.owner.call(profitAndLossReport.read, {
      query: { start_date, end_date, compare: "none" },
    });
    expect(financialAmount(lineOf(rows, "result"))).toBe(
      await netBy(file, "incomestatement", { from: start_date, before: addDays(end_date, 1) }),
    );
  }
  for (const { end_date } of programRanges) {
    const { rows } = await books.owner.call(balanceSheetReport.read, {
      query: { as_of: end_date },
    });
    const [assets = 0n, owed = 0n] = ["01", "02"].map((of) =>
      financialAmount(lineOf(rows, "section", of)),
    );
    expect(assets - owed).toBe(await netBy(file, "balancesheet", { before: addDays(end_date, 1) }));
  }
});
