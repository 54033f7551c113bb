import {
  addEntryBatch,
  findEntriesByNumber,
  getEntryTotals,
  listEntries,
  updateEntry,
} from "@kontor/contract/accounting/entries";
import { afterAll, describe, expect, test } from "vitest";

import { openBooks, receiptBody } from "../../testing/books.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld, type Caller } from "../../testing/harness.ts";
import { openTenant } from "../../testing/tenants.ts";

const world = await openFileWorld();
const books = await openBooks(world);

afterAll(() => expectCoherentBooks(world));

const list = (caller: Caller, query: object = {}) => caller.list(listEntries, { query });

/** A new organization with an entry of 1.00 for each given day, in that order. */
async function filled(days: readonly string[], name = "Listed") {
  const tenant = await openTenant(world, name);
  const caller = await world.signIn("organization", tenant.tenant_id);
  const [debit, credit] = [tenant.ledgers.paye_payable, tenant.ledgers.bank_clearing];
  const post = async (on: readonly string[], [from, to] = [debit, credit]) => {
    const entries = on.map((entry_date) => receiptBody(from ?? 0, to ?? 0, "1.00", { entry_date }));
    return (await caller.call(addEntryBatch, { body: { entries } })).map(({ id }) => id);
  };
  return { tenant, caller, debit, credit, post, ids: days.length === 0 ? [] : await post(days) };
}

/** Every page of a list, as ids, with the snapshot of the first page. */
async function allPages(caller: Caller, query: object, pages: number) {
  const first = await list(caller, query);
  const rest = [];
  for (let page = 2; page <= pages; page++) {
    rest.push(await list(caller, { ...query, page, up_to: first.meta.up_to }));
  }
  return [first, ...rest].map(({ data }) => data.map(({ id }) => id));
}

describe("the entries list", () => {
  test("lists the newest day first, and within a day the last posted entry first", async () => {
    const { caller, ids } = await filled(["2026-03-02", "2026-03-05", "2026-03-02", "2026-03-04"]);
    const { data, meta } = await list(caller);
    const [a, b, c, d] = ids;
    expect(data.map(({ id }) => id)).toEqual([b, d, c, a]);
    expect(meta).toEqual({
      page: 1,
      per_page: 10,
      total: 4,
      up_to: expect.stringMatching(/^\d+(-\d+)+$/),
    });
    expect(data[0]).toEqual({
      id: b,
      tenant_id: expect.any(Number),
      organization_name: "Listed",
      entry_type_id: 1,
      entry_type_label: "Receipt",
      ent_number: "RCT-000002",
      date: "2026-03-05",
      debit_name: "PAYE payable",
      debit_code: "02-01-0001",
      credit_name: "Bank clearing",
      credit_code: "01-01-0002",
      amount: 100n,
      narration: "Received",
      in_reversal: false,
      locked: false,
    });
  });

  test("of an organization without entries is empty", async () => {
    const { caller } = await filled(["2026-03-02"]);
    const none = await list(caller, { start_date: "2026-04-01", end_date: "2026-04-30" });
    expect([none.data, none.meta.total]).toEqual([[], 0]);
    const tenant = await openTenant(world, "Nothing yet");
    const empty = await list(await world.signIn("organization", tenant.tenant_id));
    expect(empty).toEqual({ data: [], meta: { ...empty.meta, total: 0 } });
  });

  test("shows the first ledger of each side and the sum of a side", async () => {
    const { caller, tenant, debit, credit } = await filled(["2026-01-01"]);
    const third = tenant.ledgers.itf_payable;
    const item = (dc: string, amount: string, ledger_id: number) => ({
      dc,
      amount,
      ledger_id,
      narration: "Part",
    });
    await caller.call(addEntryBatch, {
      body: {
        entries: [
          receiptBody(debit, credit, "1.00", {
            entry_type_id: 4,
            items: [
              item("CR", "7.00", third),
              item("DR", "5.00", credit),
              item("DR", "2.00", debit),
            ],
          }),
        ],
      },
    });
    const { data } = await list(caller);
    expect(data[0]).toMatchObject({
      entry_type_label: "Journal",
      debit_name: "Bank clearing",
      credit_name: "ITF payable",
      amount: 700n,
    });
  });

  test("filters by day, both ends included, and by ledger", async () => {
    const { caller, tenant, debit, ids, post } = await filled([
      "2026-03-01",
      "2026-03-02",
      "2026-03-03",
    ]);
    const third = tenant.ledgers.itf_payable;
    const [other] = await post(["2026-03-02"], [third, debit]);
    const found = async (query: object) => {
      const { data, meta } = await list(caller, query);
      expect(meta.total).toBe(data.length);
      return data.map(({ id }) => id);
    };
    expect(await found({ start_date: "2026-03-02", end_date: "2026-03-02" })).toEqual([
      other,
      ids[1],
    ]);
    expect(await found({ start_date: "2026-03-02" })).toEqual([ids[2], other, ids[1]]);
    expect(await found({ end_date: "2026-03-01" })).toEqual([ids[0]]);
    expect(await found({ ledger_id: third })).toEqual([other]);
    expect(await found({ ledger_id: debit, start_date: "2026-03-03" })).toEqual([ids[2]]);
    expect(await found({ ledger_id: third, end_date: "2026-03-01" })).toEqual([]);
  });

  test("staff read all organizations in one list, or one of them", async () => {
    const days = ["2031-01-01", "2031-01-03"];
    const [one, two] = [
      await filled(days, "Merged A"),
      await filled(["2031-01-02", ...days], "Merged B"),
    ];
    const range = { start_date: "2031-01-01", end_date: "2031-12-31" };
    const all = await list(books.staff, range);
    expect(all.meta.total).toBe(5);
    expect(all.data.map(({ date }) => date)).toEqual([
      "2031-01-03",
      "2031-01-03",
      "2031-01-02",
      "2031-01-01",
      "2031-01-01",
    ]);
    expect(all.data.map(({ id }) => id)).toEqual([
      two.ids[2],
      one.ids[1],
      two.ids[0],
      two.ids[1],
      one.ids[0],
    ]);
    expect(await allPages(books.staff, { ...range, per_page: 2 }, 3)).toEqual([
      [two.ids[2], one.ids[1]],
      [two.ids[0], two.ids[1]],
      [one.ids[0]],
    ]);
    const mine = await list(books.staff, { ...range, tenant_id: one.tenant.tenant_id });
    expect(mine.data.map(({ id }) => id)).toEqual([one.ids[1], one.ids[0]]);
    expect((await list(one.caller, range)).data).toEqual(mine.data);
    const query = { tenant_id: one.tenant.tenant_id, ledger_id: two.debit };
    expect((await books.staff.attempt(listEntries, { query })).status).toBe(404);
  });

  test("callers without a session or of another organization, and bad input, are refused", async () => {
    const { tenant, debit } = await filled(["2026-03-02"]);
    expect((await world.nobody.attempt(listEntries)).status).toBe(401);
    const attempt = (caller: Caller, query: object) => caller.attempt(listEntries, { query });
    expect((await attempt(books.stranger, { tenant_id: tenant.tenant_id })).status).toBe(404);
    expect((await attempt(books.stranger, { ledger_id: debit })).status).toBe(404);
    for (const [query, path] of [
      [{ ledger_id: "null" }, "ledger_id"],
      [{ start_date: "2026-02-30" }, "start_date"],
      [{ start_date: "2026-03-02", end_date: "2026-03-01" }, "end_date"],
      [{ per_page: 1000 }, "per_page"],
      [{ up_to: "now" }, "up_to"],
      [{ up_to: "900" }, "up_to"],
    ] as const) {
      const reply = await attempt(books.owner, query);
      expect([reply.status, reply.problem.errors?.[0]?.path]).toEqual([422, path]);
    }
  });
});

test("a search finds entries by narration, number and amount, within the filters and the snapshot", async () => {
  const { tenant, caller, debit, credit, ids, post } = await filled(["2026-03-02", "2026-03-05"]);
  const third = tenant.ledgers.itf_payable;
  const item = (dc: string, amount: string, ledger_id: number) => ({
    dc,
    amount,
    ledger_id,
    narration: "Part",
  });
  const items = [
    item("DR", "400.50", debit),
    item("DR", "99.50", third),
    item("CR", "500.00", credit),
  ];
  const rent = receiptBody(debit, credit, "1.00", { narration: "Rent of 100% of March", items });
  const [rented] = await caller.call(addEntryBatch, { body: { entries: [rent] } });
  const found = async (search: string, query: object = {}) => {
    const { data, meta } = await list(caller, { ...query, search });
    expect(meta.total).toBe(data.length);
    return data.map(({ id }) => id);
  };
  for (const search of ["rent OF", "100%", "RCT-3", "500", "₦400.50", "99.50"]) {
    expect(await found(search)).toEqual([rented?.id]);
  }
  // The 1 in 100%, the number 1 and the amount 1.00.
  expect(await found("1")).toEqual([rented?.id, ids[1], ids[0]]);
  expect(await found("RCT-000002")).toEqual([ids[1]]);
  expect(await found("received", { end_date: "2026-03-03" })).toEqual([ids[0]]);
  expect(await found("received", { ledger_id: third })).toEqual([]);
  expect(await found("_ent")).toEqual([]);
  expect((await list(books.stranger, { search: "Rent" })).data).toEqual([]);
  const staff = await list(books.staff, { search: "rent of 100", tenant_id: 0 });
  expect(staff.data.map(({ id }) => id)).toEqual([rented?.id]);

  const walk = { search: "received", per_page: 1 };
  const first = await list(caller, walk);
  await post(["2026-03-06"]);
  const second = await list(caller, { ...walk, page: 2, up_to: first.meta.up_to });
  expect([second.meta.total, second.data[0]?.id]).toEqual([2, ids[0]]);
});

test("the list can be sorted by every column, page by page, and its total covers the whole filter", async () => {
  const { tenant, caller, debit, credit, post } = await filled([], "Sorted");
  const third = tenant.ledgers.itf_payable ?? 0;
  const entry = (day: string, amount: string, [from, to]: readonly number[], narration: string) =>
    receiptBody(from ?? 0, to ?? 0, amount, { entry_date: `2026-04-0${day}`, narration });
  const made = await caller.call(addEntryBatch, {
    body: {
      entries: [
        entry("3", "20.00", [debit ?? 0, credit ?? 0], "beta"),
        entry("1", "100.00", [third, credit ?? 0], "Alpha"),
        entry("2", "3.50", [credit ?? 0, debit ?? 0], "gamma"),
        entry("2", "20.00", [third, debit ?? 0], "Delta"),
      ],
    },
  });
  const named = ["a", "b", "c", "d"];
  const letters = (rows: readonly { id: number }[]) =>
    rows.map(({ id }) => named[made.findIndex((one) => one.id === id)]).join("");
  const sorted = async (sort: string, query: object = {}) =>
    letters((await list(caller, { sort, ...query })).data);
  // ITF payable, PAYE payable and Bank clearing sort differently by name; ties are sorted by day.
  const names = new Map(
    (await list(caller)).data.map((row) => [letters([row]), row.debit_name.toLowerCase()]),
  );
  const byDebit = ["b", "d", "c", "a"].toSorted((one, other) =>
    (names.get(one) ?? "") < (names.get(other) ?? "")
      ? -1
      : names.get(one) === names.get(other)
        ? 0
        : 1,
  );
  expect([await sorted("date"), await sorted("-date")]).toEqual(["bcda", "adcb"]);
  expect([await sorted("number"), await sorted("-number")]).toEqual(["abcd", "dcba"]);
  expect([await sorted("amount"), await sorted("-amount")]).toEqual(["cdab", "badc"]);
  expect([await sorted("narration"), await sorted("-narration")]).toEqual(["badc", "cdab"]);
  expect(await sorted("debit")).toBe(byDebit.join(""));
  expect((await sorted("credit")).length).toBe(4);
  expect(await sorted("organization")).toBe("bcda");
  expect(await sorted("amount", { search: "A", end_date: "2026-04-02" })).toBe("cdb");
  expect(await sorted("-amount", { ledger_id: third })).toBe("bd");

  const total = async (query: object = {}, who = caller) =>
    (await who.call(getEntryTotals, { query })).amount;
  expect([await total(), await total({ end_date: "2026-04-02" })]).toEqual([14_350n, 12_350n]);
  expect(await total({ start_date: "2026-04-02", end_date: "2026-04-02" })).toBe(2_350n);
  expect([await total({ ledger_id: third }), await total({ search: "eta" })]).toEqual([
    12_000n,
    2_000n,
  ]);
  expect(await total({ tenant_id: tenant.tenant_id }, books.staff)).toBe(14_350n);

  // Paging by amount keeps its pages and its total while another user posts.
  const first = await list(caller, { sort: "-amount", per_page: 3 });
  await post(["2026-04-02"]);
  const { up_to } = first.meta;
  const second = await list(caller, { sort: "-amount", per_page: 3, page: 2, up_to });
  expect(letters(first.data) + letters(second.data)).toBe("badc");
  expect(await sorted("date", { up_to })).toBe("bcda");
  expect([await total({ up_to }), await total({ up_to, ledger_id: debit })]).toEqual([
    14_350n,
    4_350n,
  ]);
  expect([await total(), await total({ ledger_id: debit })]).toEqual([14_450n, 4_450n]);

  const bad = await caller.attempt(listEntries, { query: { sort: "code" } });
  expect([bad.status, bad.problem.errors?.[0]?.path]).toEqual([422, "sort"]);
});

describe("its pages", () => {
  const days = Array.from({ length: 25 }, (_unused, index) => `2026-03-0${(index % 4) + 1}`);
  const inOrder = (ids: readonly number[]) =>
    ids
      .map((id, index) => ({ id, day: days[index] ?? "" }))
      .toSorted((a, b) => (a.day === b.day ? b.id - a.id : a.day < b.day ? 1 : -1))
      .map(({ id }) => id);

  test("split the list in the middle of a day, at any page size", async () => {
    const { caller, ids } = await filled(days);
    for (const perPage of [1, 4, 7, 10, 25, 100]) {
      const pages = await allPages(caller, { per_page: perPage }, Math.ceil(25 / perPage));
      expect(pages.flat()).toEqual(inOrder(ids));
    }
    const beyond = await list(caller, { page: 4 });
    expect([beyond.data, beyond.meta.total]).toEqual([[], 25]);
  });

  test("do not shift while others post, even into days that were already shown", async () => {
    const { caller, ids, post } = await filled(days);
    const first = await list(caller);
    await post(["2026-03-09", "2026-03-04", "2026-03-02", "2026-01-01"]);
    const second = await list(caller, { page: 2, up_to: first.meta.up_to });
    const third = await list(caller, { page: 3, up_to: first.meta.up_to });
    expect([...first.data, ...second.data, ...third.data].map(({ id }) => id)).toEqual(
      inOrder(ids),
    );
    expect([second.meta.total, second.meta.up_to]).toEqual([25, first.meta.up_to]);
    const anew = await list(caller);
    expect([anew.meta.total, anew.data[0]?.date]).toEqual([29, "2026-03-09"]);
  });

  test("of one ledger do not shift either", async () => {
    const { caller, debit, ids, post } = await filled(days);
    const query = { ledger_id: debit };
    const first = await list(caller, query);
    await post(["2026-03-09", "2026-03-04"]);
    const second = await list(caller, { ...query, page: 2, up_to: first.meta.up_to });
    expect(second.meta.total).toBe(25);
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(inOrder(ids).slice(0, 20));
  });

  test("count an edited entry on its new day", async () => {
    const { caller, ids, debit, credit } = await filled(days);
    await caller.call(updateEntry, {
      params: { id: ids[0] },
      body: receiptBody(debit, credit, "1.00", { entry_date: "2026-03-08" }),
    });
    const { data, meta } = await list(caller, { start_date: "2026-03-08" });
    expect([meta.total, data.map(({ id }) => id)]).toEqual([1, [ids[0]]]);
    const rest = await list(caller, { end_date: "2026-03-07", per_page: 100 });
    expect([rest.meta.total, rest.data.length]).toEqual([24, 24]);
  });
});

test("entries are found by their number, only by callers who may read them", async () => {
  const { tenant, caller, ids } = await filled(["2026-03-02", "2026-03-05"], "Numbered");
  const { tenant_id } = tenant;
  const find = async (who: Caller, query: { number: string; tenant_id?: number }) =>
    (await who.call(findEntriesByNumber, { query })).map(({ id, ent_number }) => [id, ent_number]);
  for (const number of ["RCT-000002", "rct 2", "2"]) {
    expect(await find(caller, { number })).toEqual([[ids[1], "RCT-000002"]]);
  }
  expect(await find(caller, { number: "PMT-000002" })).toEqual([]);
  expect(await find(caller, { number: "Sales" })).toEqual([]);
  expect(await find(books.staff, { number: "RCT-2", tenant_id })).toEqual([[ids[1], "RCT-000002"]]);
  const everywhere = (await find(books.staff, { number: "RCT-1" })).map(([id]) => id);
  expect(everywhere).toContain(ids[0]);
  expect((await find(books.stranger, { number: "2" })).map(([id]) => id)).not.toContain(ids[1]);

  const attempt = (who: Caller, query: { number: string; tenant_id?: number }) =>
    who.attempt(findEntriesByNumber, { query });
  expect((await attempt(world.nobody, { number: "2" })).status).toBe(401);
  expect((await attempt(books.stranger, { number: "2", tenant_id })).status).toBe(404);
  const bad = await attempt(caller, { number: " " });
  expect([bad.status, bad.problem.errors?.[0]?.path]).toEqual([422, "number"]);
});
