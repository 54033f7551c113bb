import { kobo } from "@kontor/books/money";
import { addEntryBatch, listEntries, updateEntry } from "@kontor/contract/accounting/entries";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { setTenant } from "../../platform/scope.ts";
import { openBooks, receiptBody } from "../../testing/books.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld, type Caller } from "../../testing/harness.ts";
import { openTenant, type TestTenant } from "../../testing/tenants.ts";
import { postEntries } from "./postings.ts";

const world = await openFileWorld();
const books = await openBooks(world);
let tenants: { tenant: TestTenant; caller: Caller }[];

beforeAll(async () => {
  tenants = await Promise.all(
    ["Walked A", "Walked B"].map(async (name) => {
      const tenant = await openTenant(world, name);
      return { tenant, caller: await world.signIn("organization", tenant.tenant_id) };
    }),
  );
  for (const { tenant, caller } of tenants) await post(caller, tenant, 15);
});
afterAll(() => expectCoherentBooks(world));

const days = ["2026-03-02", "2026-03-03", "2026-03-04"];

async function post(caller: Caller, { ledgers }: TestTenant, many: number, on = days) {
  const entries = Array.from({ length: many }, (_unused, index) =>
    receiptBody(ledgers.paye_payable, ledgers.bank_clearing, "1.00", {
      entry_date: on[index % on.length],
    }),
  );
  return caller.call(addEntryBatch, { body: { entries } });
}

/** Posts a journal, which gets its number and id, and commits it later on demand. */
async function postSlowly({ tenant_id, ledgers }: TestTenant) {
  let commit = () => {};
  const mayCommit = new Promise<void>((resolve) => (commit = resolve));
  let id = 0;
  let done = Promise.resolve();
  await new Promise<void>((resolve, reject) => {
    const item = { amount: kobo(100n), narration: "Slow" };
    done = world.database.transaction(async (tx) => {
      await setTenant(tx, tenant_id);
      const poster = { tx, actorId: null, requestId: "slow", recordedAt: world.clock.now() };
      const [posted] = await postEntries(poster, tenant_id, [
        {
          entry_type_id: 4,
          // A separate day, so that no other test waits for this transaction.
          entry_date: "2026-03-09",
          narration: "Slow",
          items: [
            { ...item, dc: "DR", ledger_id: ledgers.nhf_payable },
            { ...item, dc: "CR", ledger_id: ledgers.itf_payable },
          ],
        },
      ]);
      id = posted?.entry_id ?? 0;
      resolve();
      await mayCommit;
    });
    done.catch(reject);
  });
  return { id, commit: () => (commit(), done) };
}

type ReadPages = { ids: number[]; totals: Set<number> };

/** Reads all pages from first to last, and runs `between` after each. */
async function readAllPages(caller: Caller, query: object, between?: () => Promise<unknown>) {
  const first = await caller.list(listEntries, { query });
  const walked: ReadPages = {
    ids: first.data.map(({ id }) => id),
    totals: new Set([first.meta.total]),
  };
  for (let page = 2; page <= Math.ceil(first.meta.total / first.meta.per_page); page++) {
    await between?.();
    const { data, meta } = await caller.list(listEntries, {
      query: { ...query, page, up_to: first.meta.up_to },
    });
    walked.ids.push(...data.map(({ id }) => id));
    walked.totals.add(meta.total);
  }
  return walked;
}

/** Expects no row twice and none missed: as many rows as each page's total. */
function expectStable({ ids, totals }: ReadPages) {
  expect([...totals]).toEqual([ids.length]);
  expect(new Set(ids).size).toBe(ids.length);
}

const own = () => {
  const [one, other] = tenants;
  if (one === undefined || other === undefined) throw new Error("There are two tenants.");
  return { one, other };
};

describe("paging through the list of entries", () => {
  test("leaves out an entry that was uncommitted when it began, though its id is lower than a listed one", async () => {
    const { one, other } = own();
    for (const [caller, later, query] of [
      [one.caller, one, {}],
      [one.caller, one, { ledger_id: one.tenant.ledgers.nhf_payable, per_page: 1 }],
      [books.staff, other, { per_page: 7 }],
    ] as const) {
      // Paging through a ledger requires lines on it.
      await postSlowly(one.tenant).then((seen) => seen.commit());
      await postSlowly(one.tenant).then((seen) => seen.commit());
      const slow = await postSlowly(one.tenant);
      const [newest] = (await post(later.caller, later.tenant, 1)).map(({ id }) => id);
      expect(slow.id).toBeLessThan(newest ?? 0);
      let committed = false;
      const walked = await readAllPages(caller, query, async () => {
        if (!committed) await slow.commit();
        committed = true;
      });
      expect(committed).toBe(true);
      expectStable(walked);
      expect(walked.ids).not.toContain(slow.id);
      expect(walked.ids.includes(newest ?? 0)).toBe(!("ledger_id" in query));
      expect((await readAllPages(caller, query)).ids).toContain(slow.id);
    }
  });

  test("of all organizations returns the same rows by their newest days as by all days", async () => {
    const everyDay = { start_date: "2000-01-01", end_date: "2099-12-31", per_page: 10 };
    for (const page of [1, 2, 3]) {
      const near = await books.staff.list(listEntries, { query: { page, per_page: 10 } });
      const all = await books.staff.list(listEntries, { query: { ...everyDay, page } });
      expect(near.data.map(({ id }) => id)).toEqual(all.data.map(({ id }) => id));
      expect([near.data.length, near.meta.total]).toEqual([10, all.meta.total]);
    }
  });

  test("of more organizations than a page has rows begins with those of the newest entries, also after edits", async () => {
    const everyDay = { start_date: "2000-01-01", end_date: "2099-12-31", per_page: 3 };
    const expectNewestFirst = async (mark: object = {}) => {
      for (const page of [1, 2, 4]) {
        const near = await books.staff.list(listEntries, { query: { page, per_page: 3, ...mark } });
        const all = await books.staff.list(listEntries, { query: { ...everyDay, page, ...mark } });
        expect(near.data.map(({ id }) => id)).toEqual(all.data.map(({ id }) => id));
        expect([near.data.length, near.meta.total]).toEqual([3, all.meta.total]);
      }
    };
    const many = [];
    for (const [index, last] of [12, 14, 13, 14, 11, 14, 13].entries()) {
      const tenant = await openTenant(world, `Walked ${index}`);
      const caller = await world.signIn("organization", tenant.tenant_id);
      const posted = await post(caller, tenant, 3, [`2026-03-${last}`, `2026-02-${last + index}`]);
      many.push({ tenant, caller, posted });
    }
    await expectNewestFirst();
    // The newest entry becomes an older one, an older one the newest, and one stays on its day.
    for (const [place, entry_date] of [
      [3, "2026-03-01"],
      [5, "2026-02-10"],
      [4, "2026-03-20"],
      [1, "2026-03-14"],
    ] as const) {
      const { caller, tenant, posted } = many[place] ?? {};
      const { paye_payable, bank_clearing } = tenant?.ledgers ?? {};
      for (const { id } of posted?.slice(0, 2) ?? []) {
        const body = receiptBody(paye_payable ?? 0, bank_clearing ?? 0, "2.00", { entry_date });
        await caller?.call(updateEntry, { params: { id }, body });
        await expectNewestFirst();
      }
    }
    const { meta } = await books.staff.list(listEntries, { query: { per_page: 3 } });
    for (const { tenant, caller } of many)
      await post(caller, tenant, 2, ["2026-03-14", "2026-03-15"]);
    await expectNewestFirst({ up_to: meta.up_to });
    await expectNewestFirst();
  });

  test("of one ledger returns the same rows by months as by days, also while it grows", async () => {
    const tenant = await openTenant(world, "Walked by months");
    const caller = await world.signIn("organization", tenant.tenant_id);
    const months = ["2024-12-31", "2025-01-01", "2025-01-15", "2025-06-30", "2025-11-02"];
    // Pages after the first 500 entries are not found through the newest days.
    for (let batch = 0; batch < 6; batch++) await post(caller, tenant, 100, months);
    const ledger_id = tenant.ledgers.paye_payable;
    const { meta } = await caller.list(listEntries, { query: { ledger_id } });
    await post(caller, tenant, 40, [...months, "2025-03-05", "2026-01-07"]);
    const everyDay = { start_date: "2000-01-01", end_date: "2099-12-31" };
    for (const mark of [{}, { up_to: meta.up_to }]) {
      for (const sort of ["date", "-date"] as const) {
        for (const page of [1, 3, 6, 7, 8]) {
          const query = { ledger_id, sort, page, per_page: 100, ...mark };
          const kept = await caller.list(listEntries, { query });
          const added = await caller.list(listEntries, { query: { ...query, ...everyDay } });
          expect([page, kept.data]).toEqual([page, added.data]);
          expect(kept.meta.total).toBe("up_to" in mark ? 600 : 640);
        }
      }
    }
  });

  test("shows no row twice, and a constant total, while eight writers post, in one organization and in all", async () => {
    const { one, other } = own();
    const ended = new AbortController();
    const write = async ({ caller, tenant }: typeof one) => {
      while (!ended.signal.aborted) await post(caller, tenant, 2);
    };
    const writers = Array.from({ length: 8 }, (_unused, index) => write(index % 2 ? one : other));
    try {
      for (const [caller, query] of [
        [one.caller, { per_page: 40 }],
        [books.staff, { per_page: 40 }],
        [one.caller, { per_page: 40, ledger_id: one.tenant.ledgers.paye_payable }],
      ] as const) {
        expectStable(await readAllPages(caller, query));
      }
    } finally {
      ended.abort();
      await Promise.all(writers);
    }
  });
});
