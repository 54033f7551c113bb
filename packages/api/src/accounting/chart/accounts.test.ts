import {
  addLedger,
  getAccountTotals,
  listAccounts,
  updateLedger,
} from "@kontor/contract/accounting/accounts";
import { addGroup } from "@kontor/contract/accounting/groups";
import { afterAll, describe, expect, test } from "vitest";

import { openBooks } from "../../testing/books.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld, type Caller } from "../../testing/harness.ts";
import { openTenant } from "../../testing/tenants.ts";

const world = await openFileWorld();
const books = await openBooks(world);

afterAll(() => expectCoherentBooks(world));

const chart = (caller: Caller, query: object = {}) =>
  caller.list(listAccounts, { query: { per_page: 100, ...query } });
const signed = (amount: bigint, side: string) => `${amount} ${side}`;

describe("the chart of accounts", () => {
  test("collapses groups, whose balances stay the sums of their ledgers", async () => {
    const { data: whole } = await chart(books.stranger);
    const groups = whole.filter(({ type }) => type === "Group");
    const [first, second] = groups.map(({ id }) => id);
    const kinds = async (query: object) => {
      const { data, meta } = await chart(books.stranger, query);
      expect(meta.total).toBe(data.length);
      return data.flatMap(({ type, group_id }) => (type === "Group" ? [] : [group_id]));
    };
    expect((await chart(books.stranger, { folded: "all" })).data).toEqual(groups);
    expect(new Set(await kinds({ folded: `all-${second}` }))).toEqual(new Set([second]));
    const others = await kinds({ folded: `${first}-${second}` });
    expect(others).not.toContain(first);
    expect(others.length).toBeGreaterThan(0);
    // A search also finds ledgers in collapsed groups; only the organization's own groups are in
    // it.
    const found = await chart(books.stranger, { folded: "all", search: "01-01-0001" });
    expect(found.data.map(({ code }) => code)).toEqual(["01-01-0001"]);
    const reply = await books.stranger.attempt(listAccounts, { query: { folded: "some" } });
    expect([reply.status, reply.problem.errors?.[0]?.path]).toEqual([422, "folded"]);
  });

  test("lists each group before its ledgers, ten a page", async () => {
    const { data, meta } = await books.stranger.list(listAccounts);
    expect(meta).toEqual({ page: 1, per_page: 10, total: 37 });
    expect(data.map(({ type, code }) => `${type} ${code}`)).toEqual([
      "Group 01-01",
      "Ledger 01-01-0001",
      "Ledger 01-01-0002",
      "Ledger 01-01-0003",
      "Group 01-02",
      "Ledger 01-02-0001",
      "Group 02-01",
      "Ledger 02-01-0001",
      "Ledger 02-01-0002",
      "Ledger 02-01-0003",
    ]);
    expect(data[0]).toMatchObject({
      organization_name: "Strange books",
      group_id: data[0]?.id,
      parent_ledger_id: null,
      control_group_delete: false,
    });
    const last = await books.stranger.list(listAccounts, { query: { page: 4 } });
    expect(last.data.map(({ code }) => code)).toEqual([
      "04-01-0010",
      "04-02",
      "04-02-0001",
      "05-01",
      "05-01-0001",
      "05-02",
      "05-02-0001",
    ]);
    const beyond = await books.stranger.list(listAccounts, { query: { page: 5 } });
    expect(beyond).toEqual({ data: [], meta: { page: 5, per_page: 10, total: 37 } });
  });

  test("a parent comes before its sub-ledgers, and its balance includes theirs, as does its group's", async () => {
    const group = await books.owner.call(addGroup, { body: { class: "01", name: "Regions" } });
    const add = (name: string, extra: object = {}) =>
      books.owner.call(addLedger, { body: { group_id: group.id, name, ...extra } });
    const north = await add("North", { op_balance: "10.00" });
    const south = await add("South", { op_balance: "1.00", op_balance_dc: "CR" });
    await books.post(north.id, books.ledger("bank_clearing"), "5.00");
    const kano = await add("Kano", { parent_ledger_id: north.id, op_balance: "2.00" });
    await books.post(kano.id, books.ledger("bank_clearing"), "0.50");
    const { data } = await chart(books.owner, { group_id: group.id });
    expect(
      data.map((row) => [
        row.name,
        signed(row.op_balance, row.op_balance_dc),
        signed(row.own_balance, row.own_balance_dc),
        signed(row.cl_balance, row.cl_balance_dc),
        row.count_sub_ledgers,
        row.control_group_delete,
      ]),
    ).toEqual([
      ["Regions", "1100 DR", "1650 DR", "1650 DR", 0, false],
      ["North", "1200 DR", "1500 DR", "1750 DR", 1, false],
      ["Kano", "200 DR", "250 DR", "250 DR", 0, false],
      ["South", "100 CR", "100 CR", "100 CR", 0, false],
    ]);
    expect(data[2]?.parent_ledger_id).toBe(north.id);
    expect(data[3]?.id).toBe(south.id);
  });

  test("an empty group that is not standard may be deleted, and is last in its class", async () => {
    const group = await books.owner.call(addGroup, { body: { class: "02", name: "Empty" } });
    const { data } = await chart(books.owner, { search: "Empty" });
    expect(data).toMatchObject([
      { type: "Group", id: group.id, code: "02-03", control_group_delete: true, cl_balance: 0n },
    ]);
  });

  test("a search finds groups and ledgers by name or code, ignoring case", async () => {
    const names = async (search: string) =>
      (await chart(books.stranger, { search })).data.map(({ type, name }) => `${type} ${name}`);
    expect(await names("rEtained")).toEqual([
      "Group Retained earnings",
      "Ledger Retained earnings",
    ]);
    expect(await names("01-02")).toEqual([
      "Group Staff advances",
      "Ledger Salary advances receivable",
    ]);
    expect(await names("nothing like it")).toEqual([]);
    expect(await names("%")).toEqual([]);
    expect((await chart(books.stranger, { search: "" })).meta.total).toBe(37);
  });

  test("of one group, of one organization, or of all that the caller may read", async () => {
    const group = await chart(books.owner, { group_id: books.cashGroup });
    expect(new Set(group.data.map(({ group_id }) => group_id))).toEqual(new Set([books.cashGroup]));
    const all = await chart(books.staff);
    const tenants = all.data.map(({ tenant_id }) => tenant_id);
    expect(new Set(tenants).size).toBe(2);
    expect(tenants).toEqual(tenants.toSorted((a, b) => a - b));
    const one = await chart(books.staff, { tenant_id: books.strangerTenant.tenant_id });
    expect(one.data).toEqual((await chart(books.stranger)).data);
    expect((await chart(books.owner, { tenant_id: 0 })).data).toEqual(
      (await chart(books.staff, { tenant_id: books.tenant.tenant_id })).data,
    );
    const foreignGroup = await chart(books.stranger, { group_id: books.cashGroup });
    expect(foreignGroup.data).toEqual([]);
  });

  test("of all organizations lists one chart after the other, page by page", async () => {
    const { data, meta } = await books.staff.list(listAccounts, { query: { per_page: 100 } });
    const ids: number[] = [];
    for (let page = 1; ids.length < Math.min(100, meta.total); page++) {
      const part = await books.staff.list(listAccounts, { query: { page, per_page: 7 } });
      expect(part.meta.total).toBe(meta.total);
      ids.push(...part.data.map(({ id }) => id));
    }
    expect(ids.slice(0, data.length)).toEqual(data.map(({ id }) => id));
    expect(new Set(data.map(({ tenant_id }) => tenant_id)).size).toBeGreaterThan(1);
    // A search reads all rows; one that matches every code finds the same rows.
    const searched = await books.staff.list(listAccounts, {
      query: { per_page: 100, search: "-" },
    });
    expect(searched.data).toEqual(data);
    expect(searched.meta.total).toBe(meta.total);
  });

  test("callers without a session or of another organization, and bad input, are refused", async () => {
    expect((await world.nobody.attempt(listAccounts)).status).toBe(401);
    const foreign = { query: { tenant_id: books.tenant.tenant_id } };
    expect((await books.stranger.attempt(listAccounts, foreign)).status).toBe(404);
    const bad = await books.owner.attempt(listAccounts, { query: { group_id: "null" } });
    expect([bad.status, bad.problem.errors?.[0]?.path]).toEqual([422, "group_id"]);
  });
});

describe("the totals of opening balances", () => {
  const totals = (caller: Caller, query: object = {}) => caller.call(getAccountTotals, { query });

  async function opened(name: string, debit: string, credit: string) {
    const tenant = await openTenant(world, name);
    const caller = await world.signIn("organization", tenant.tenant_id);
    await caller.call(updateLedger, {
      params: { id: tenant.ledgers.bank_clearing },
      body: { name: "Bank clearing", op_balance: debit },
    });
    const group = await caller.call(addGroup, { body: { class: "05", name: "Opening" } });
    await caller.call(addLedger, {
      body: { group_id: group.id, name: "Opening", op_balance: credit, op_balance_dc: "CR" },
    });
    return { tenant, caller };
  }

  test("show both sides and warn with the difference until they agree", async () => {
    const { caller } = await opened("Opened", "100.00", "70.00");
    const before = await totals(caller);
    expect(before).toMatchObject({
      debit: 10_000n,
      credit: 7000n,
      difference: 3000n,
      short_side: "CR",
      unbalanced_count: 1,
      unbalanced: [{ organization_name: "Opened", difference: 3000n, short_side: "CR" }],
    });
    const group = await caller.call(addGroup, { body: { class: "05", name: "More" } });
    await caller.call(addLedger, {
      body: { group_id: group.id, name: "More", op_balance: "30.00", op_balance_dc: "CR" },
    });
    expect(await totals(caller)).toEqual({
      debit: 10_000n,
      credit: 10_000n,
      difference: 0n,
      short_side: null,
      unbalanced_count: 0,
      unbalanced: [],
    });
  });

  test("of several organizations name each that differs, even when the differences cancel out", async () => {
    const [a, b] = [
      await opened("Cancels A", "5.00", "8.00"),
      await opened("Cancels B", "8.00", "5.00"),
    ];
    const all = await totals(books.staff);
    const listed = all.unbalanced.filter(({ organization_name }) =>
      organization_name.startsWith("Cancels"),
    );
    expect(listed).toMatchObject([
      { tenant_id: a.tenant.tenant_id, difference: 300n, short_side: "DR" },
      { tenant_id: b.tenant.tenant_id, difference: 300n, short_side: "CR" },
    ]);
    expect(all.unbalanced_count).toBe(all.unbalanced.length);
    expect(await totals(books.staff, { tenant_id: b.tenant.tenant_id })).toEqual(
      await totals(b.caller),
    );
  });

  test("callers without a session or of another organization, and bad input, are refused", async () => {
    expect((await world.nobody.attempt(getAccountTotals)).status).toBe(401);
    const foreign = { query: { tenant_id: books.tenant.tenant_id } };
    expect((await books.stranger.attempt(getAccountTotals, foreign)).status).toBe(404);
    const bad = await books.owner.attempt(getAccountTotals, { query: { tenant_id: "all" } });
    expect([bad.status, bad.problem.errors?.[0]?.path]).toEqual([422, "tenant_id"]);
  });
});
