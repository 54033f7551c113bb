import {
  addEntry,
  findEntriesByNumber,
  getEntry,
  listEntries,
  updateEntry,
} from "@kontor/contract/accounting/entries";
import {
  endLockException,
  grantLockException,
  setPeriodLock,
} from "@kontor/contract/accounting/periods";
import { getStatement, searchStatement } from "@kontor/contract/accounting/statements";
import { beforeAll, describe, expect, test } from "vitest";

import { openBooks, receiptBody } from "../../testing/books.ts";
import { openFileWorld, type Caller } from "../../testing/harness.ts";

/** The clock is set to 10 March 2026. */
const world = await openFileWorld();
const books = await openBooks(world);
/** May close the books. */
const owner = await world.signInAs(["OWNER"], books.tenant.tenant_id);
const bank = books.ledger("bank_clearing");

/** Entries of the last locked day and of the first open one, and one moved out of the locked days. */
let inside: number;
let outside: number;
let moved: number;
let recorded: string;

beforeAll(async () => {
  const interest = books.ledger("salary_advance_interest");
  inside = (await books.post(bank, interest, "1.00", "2026-02-28")).id;
  outside = (await books.post(bank, interest, "2.00", "2026-03-01")).id;
  moved = (await books.post(bank, interest, "3.00", "2026-02-03")).id;
  await books.post(books.ledger("paye_payable"), interest, "4.00", "2026-02-03");
  recorded = world.clock.now().toISOString();
  world.clock.advance(60_000);
  await books.owner.call(updateEntry, {
    params: { id: moved },
    body: receiptBody(bank, interest, "3.00", { entry_date: "2026-03-02" }),
  });
  await owner.call(setPeriodLock, {
    body: { locked_until: "2026-02-28", reason: "February is reported" },
  });
});

/** The entries of the bank that a reader sees as locked, by the call that shows them. */
async function lockedFor(caller: Caller): Promise<Record<string, number[]>> {
  const { tenant_id } = books.tenant;
  const ofLedger = { tenant_id, ledger_id: bank };
  const listed = async (query: object) =>
    (await caller.list(listEntries, { query })).data.flatMap(({ id, locked }) =>
      locked ? [id] : [],
    );
  const params = { id: bank };
  const idOf = ({ entry_id, locked }: { entry_id: number; locked: boolean }) =>
    locked ? [entry_id] : [];
  const stated = async (query: object) =>
    (await caller.list(getStatement, { params, query: { tenant_id, ...query } })).data.rows.flatMap(
      idOf,
    );
  const found = await caller.list(searchStatement, {
    params,
    query: { tenant_id, search: "received" },
  });
  const numbered = await caller.call(findEntriesByNumber, { query: { tenant_id, number: "1" } });
  const opened = await Promise.all(
    [inside, outside, moved].map((id) =>
      caller.call(getEntry, { params: { id }, query: { tenant_id } }),
    ),
  );
  return {
    list: await listed(ofLedger),
    sorted: await listed({ ...ofLedger, sort: "amount" }),
    searched: await listed({ ...ofLedger, search: "received" }),
    numbered: numbered.flatMap(({ id, locked }) => (locked ? [id] : [])),
    statement: await stated({}),
    with_sub_ledgers: await stated({ with_sub_ledgers: true }),
    // An entry is locked or not as it is now, also on the day on which it was earlier.
    as_it_was: await stated({ recorded_up_to: recorded }),
    marked: await stated({ recorded_up_to: recorded, as_it_is: true }),
    found: found.data.flatMap(idOf),
    opened: opened.flatMap(({ id, locked }) => (locked ? [id] : [])),
  };
}

/** Where {@link lockedFor} looks. */
const screens = [
  "list",
  "sorted",
  "searched",
  "numbered",
  "statement",
  "with_sub_ledgers",
  "as_it_was",
  "marked",
  "found",
  "opened",
];

describe("an entry in the locked period", () => {
  test("is marked wherever it is shown, and not for a user with an exception", async () => {
    const all = (ids: number[]) => Object.fromEntries(screens.map((shown) => [shown, ids]));
    expect(await lockedFor(books.owner)).toEqual(all([inside]));
    expect(await lockedFor(books.staff)).toEqual(all([inside]));
    const { exceptions } = await owner.call(grantLockException, {
      body: { user_id: books.owner.user_id, hours: 1, reason: "A late invoice" },
    });
    expect(await lockedFor(books.owner)).toEqual(all([]));
    expect(await lockedFor(owner)).toEqual(all([inside]));
    await owner.call(endLockException, { params: { id: exceptions[0]?.id }, body: {} });
    expect(await lockedFor(books.owner)).toEqual(all([inside]));
  });

  test("is marked among the entries of several organizations, by the lock of its own books", async () => {
    const { bank_clearing, salary_advance_interest } = books.strangerTenant.ledgers;
    const { id } = await books.stranger.call(addEntry, {
      body: receiptBody(bank_clearing, salary_advance_interest, "1.00", {
        entry_date: "2026-02-28",
      }),
    });
    const { data } = await books.staff.list(listEntries, { query: { per_page: 50 } });
    expect(data.find((row) => row.id === inside)?.locked).toBe(true);
    expect(data.find((row) => row.id === id)?.locked).toBe(false);
  });
});
