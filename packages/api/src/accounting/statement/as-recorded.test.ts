import { updateLedger } from "@kontor/contract/accounting/accounts";
import { updateEntry } from "@kontor/contract/accounting/entries";
import { exportStatement } from "@kontor/contract/accounting/exports";
import { getStatement } from "@kontor/contract/accounting/statements";
import { afterAll, beforeAll, expect, test } from "vitest";

import { openBooks, receiptBody } from "../../testing/books.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { download, parseCsv } from "../../testing/files.ts";
import { openFileWorld } from "../../testing/harness.ts";

/*
 * A ledger with two sub-ledgers. Their combined statement is stored at a moment, and must be the
 * same as of that moment after entries are added, moved from one sub-ledger to the other and
 * edited, and an opening balance is corrected.
 */

const world = await openFileWorld();
const books = await openBooks(world);
let parent: number;
let moment: string;
let kept: Awaited<ReturnType<typeof readAll>>;

const days = { start_date: "2026-02-02", end_date: "2026-02-28" };

beforeAll(async () => {
  const bank = books.ledger("bank_clearing");
  parent = (await books.addCashLedger("Cash", { op_balance: "10.00" })).id;
  const below = { parent_ledger_id: parent };
  await books.post(parent, bank, "1.00", "2026-02-01");
  const north = (await books.addCashLedger("North", { ...below, op_balance: "0.50" })).id;
  const south = (await books.addCashLedger("South", below)).id;
  await books.post(north, bank, "2.00", "2026-02-02");
  const between = await books.post(north, south, "4.00", "2026-02-02");
  const moved = await books.post(north, bank, "8.00", "2026-02-03");
  await books.post(bank, south, "16.00", "2026-03-01");
  moment = world.clock.now().toISOString();
  kept = await readAll({});
  world.clock.advance(60_000);
  const revise = (id: number, body: Record<string, unknown>) => {
    const { entry_type_id: _type, ...revision } = body;
    return books.owner.call(updateEntry, { params: { id }, body: revision });
  };
  await books.post(south, bank, "32.00", "2026-02-02");
  await revise(moved.id, receiptBody(south, bank, "9.00", { entry_date: "2026-02-20" }));
  await revise(between.id, receiptBody(bank, south, "5.00", { entry_date: "2026-02-02" }));
  await books.owner.call(updateLedger, {
    params: { id: north },
    body: { name: "North", op_balance: "0.75" },
  });
});
afterAll(() => expectCoherentBooks(world));

const together = (query: object) =>
  books.owner.list(getStatement, {
    params: { id: parent },
    query: { with_sub_ledgers: true, ...query },
  });

/**
 * The complete statement, that of a range, and page by page, without the marks of changes since.
 */
async function readAll(query: object) {
  const read = async (more: object) => {
    const { data, meta } = await together({ ...query, ...more });
    const { ledger: _ledger, rows, ...sums } = data;
    return { ...sums, total: meta.total, rows: rows.map(({ since: _since, ...row }) => row) };
  };
  const pages = [];
  for (const per_page of [1, 2, 4]) {
    for (const page of [1, 2, 3]) pages.push(await read({ per_page, page }));
  }
  return { whole: await read({}), ranged: await read(days), pages };
}

test("with sub-ledgers it is as it was at the moment, as a whole, for a range and by pages", async () => {
  expect(kept.whole.rows).toHaveLength(6);
  expect(await readAll({ recorded_up_to: moment })).toEqual(kept);
  expect(await readAll({})).not.toEqual(kept);
});

test("with sub-ledgers it marks entries edited since, and is exported", async () => {
  const { data } = await together({ recorded_up_to: moment });
  expect(data.rows.map(({ since }) => since)).toEqual([
    null,
    null,
    "EDITED",
    "EDITED",
    "EDITED",
    null,
  ]);
  const { bytes } = await download(world, books.owner, exportStatement, {
    params: { id: parent },
    query: { ...days, recorded_up_to: moment, with_sub_ledgers: true, format: "csv" },
  });
  expect(parseCsv(bytes).map((row) => row.at(-3))).toEqual([
    "Balance",
    "11.50",
    "13.50",
    "17.50",
    "13.50",
    "21.50",
    "",
    "21.50",
  ]);
});

test("far beyond the last page it is empty, and a moment before the calendar or to come is refused", async () => {
  const far = { page: 100_000_000, per_page: 100 };
  for (const query of [far, { ...far, recorded_up_to: moment }]) {
    const { data, meta } = await together(query);
    expect([data.rows, meta.page]).toEqual([[], far.page]);
  }
  const refused = async (query: object) => {
    const { status, problem } = await books.owner.attempt(getStatement, {
      params: { id: parent },
      query,
    });
    return [status, problem.errors?.[0]];
  };
  expect(await refused({ recorded_up_to: "0000-01-01T00:00:00Z" })).toEqual([
    422,
    { path: "recorded_up_to", message: "Give a moment as 2026-03-31T16:00:00Z." },
  ]);
  const toCome = { recorded_up_to: new Date(+world.clock.now() + 60_000).toISOString() };
  const message = "This moment is in the future. Choose the present minute or an earlier one.";
  for (const query of [toCome, { ...toCome, as_it_is: true }]) {
    expect(await refused(query)).toEqual([422, { path: "recorded_up_to", message }]);
  }
  const file = await books.owner.attempt(exportStatement, {
    params: { id: parent },
    query: { ...toCome, format: "csv" },
  });
  expect(file.problem.errors?.[0]?.message).toBe(message);
});
