import {
  addLedger,
  getLedger,
  listLedgers,
  listSubLedgers,
} from "@kontor/contract/accounting/accounts";
import { addGroup, getGroup } from "@kontor/contract/accounting/groups";
import { subLedgersList } from "@kontor/contract/accounting/lists";
import { afterAll, describe, expect, test } from "vitest";

import { openBooks } from "../../testing/books.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { expectSorted } from "../../testing/sorted.ts";

const world = await openFileWorld();
const books = await openBooks(world);

afterAll(() => expectCoherentBooks(world));

const newGroup = (name: string) => books.owner.call(addGroup, { body: { class: "01", name } });

describe("adding a ledger", () => {
  test("allots the next code, debit by default, and opens with its opening balance", async () => {
    const group = await newGroup("Savings");
    const first = await books.owner.call(addLedger, {
      body: { group_id: group.id, name: "First" },
    });
    expect(first).toMatchObject({
      code: `${group.code}-0001`,
      group_code: group.code,
      group_name: "Savings",
      org_name: "Own books",
      op_balance: 0n,
      op_balance_dc: "DR",
      cl_balance: 0n,
      parent_ledger_id: null,
      parent_ledger_name: null,
      notes: "",
      count_sub_ledgers: 0,
      version: 1,
    });
    const second = await books.owner.call(addLedger, {
      body: {
        group_id: group.id,
        name: "Second",
        code: "made-up",
        op_balance: "12.34",
        op_balance_dc: "CR",
        notes: "Opened in March",
        ledger_id: null,
        token: "legacy",
      },
    });
    expect(second).toMatchObject({
      code: `${group.code}-0002`,
      op_balance: 1234n,
      op_balance_dc: "CR",
      cl_balance: 1234n,
      cl_balance_dc: "CR",
      own_balance: 1234n,
      own_balance_dc: "CR",
      notes: "Opened in March",
    });
    const named = { params: { id: second.id }, query: { tenant_id: books.tenant.tenant_id } };
    expect(await books.staff.call(getLedger, named)).toEqual(second);
    expect((await books.owner.call(getGroup, { params: { id: group.id } })).ledgers_count).toBe(2);
  });

  test("fifty parallel adds get distinct codes without gaps", async () => {
    const group = await newGroup("Parallel");
    const added = await Promise.all(
      Array.from({ length: 50 }, (_unused, index) =>
        books.owner.call(addLedger, { body: { group_id: group.id, name: `Till ${index}` } }),
      ),
    );
    const expected = Array.from(
      { length: 50 },
      (_unused, index) => `${group.code}-${String(index + 1).padStart(4, "0")}`,
    );
    expect(added.map(({ code }) => code).toSorted()).toEqual(expected);
  });

  test("a refused add leaves no gap", async () => {
    const group = await newGroup("No gaps");
    const bad = await books.owner.attempt(addLedger, {
      body: { group_id: group.id, name: "Bad", parent_ledger_id: 999_999 },
    });
    expect(bad.status).toBe(404);
    const good = await books.owner.call(addLedger, { body: { group_id: group.id, name: "Good" } });
    expect(good.code).toBe(`${group.code}-0001`);
  });

  test("a retried submit adds one ledger", async () => {
    const group = await newGroup("Retried");
    const wire = { body: { group_id: group.id, name: "Once" }, key: "ledger-key-0001" };
    const replies = [
      await books.owner.attempt(addLedger, wire),
      await books.owner.attempt(addLedger, wire),
    ];
    expect(replies.map(({ status }) => status)).toEqual([201, 201]);
    expect(replies[1]?.body).toEqual(replies[0]?.body);
    expect((await books.owner.call(getGroup, { params: { id: group.id } })).ledgers_count).toBe(1);
  });

  test.for([
    ["no group", { name: "Till" }, "group_id"],
    ["an empty group id, which is not 0", { name: "Till", group_id: "" }, "group_id"],
    ["no name", { group_id: 1 }, "name"],
    ["a side that is none", { group_id: 1, name: "Till", op_balance_dc: "dr" }, "op_balance_dc"],
    [
      "a negative opening balance",
      { group_id: 1, name: "Till", op_balance: "-1.00" },
      "op_balance",
    ],
    ["a third decimal", { group_id: 1, name: "Till", op_balance: "1.001" }, "op_balance"],
    [
      "more than a ledger may open with",
      { group_id: 1, name: "Till", op_balance: "10000000000000.01" },
      "op_balance",
    ],
    ["an unknown field", { group_id: 1, name: "Till", colour: "red" }, "colour"],
  ] as const)("%s is refused at its field", async ([, body, path]) => {
    const reply = await books.owner.attempt(addLedger, { body });
    expect([reply.status, reply.problem.errors?.[0]?.path]).toEqual([422, path]);
  });

  test("callers without a session or of another organization are refused", async () => {
    const body = { group_id: books.cashGroup, name: "Till" };
    expect((await world.nobody.attempt(addLedger, { body })).status).toBe(401);
    expect((await books.stranger.attempt(addLedger, { body })).status).toBe(404);
  });
});

describe("a parent ledger", () => {
  test("must be in the same group, have no parent and not be posted to by a feature", async () => {
    const [group, other] = [await newGroup("Regions"), await newGroup("Cities")];
    const add = (name: string, parent_ledger_id?: number, group_id = group.id) =>
      books.owner.attempt(addLedger, { body: { group_id, name, parent_ledger_id } });
    const parent = await books.owner.call(addLedger, {
      body: { group_id: group.id, name: "North" },
    });
    const child = await books.owner.call(addLedger, {
      body: { group_id: group.id, name: "Kano", parent_ledger_id: parent.id },
    });
    expect(child).toMatchObject({ parent_ledger_id: parent.id, parent_ledger_name: "North" });
    const refusals = [
      await add("Too deep", child.id),
      await add("Elsewhere", parent.id, other.id),
      await add("Nowhere", 999_999),
      await add("The system's", books.ledger("funding_account"), books.cashGroup),
    ];
    expect(
      refusals.map(({ status, problem }) => [status, problem.code, problem.errors?.[0]?.path]),
    ).toEqual([
      [422, "parent_is_sub_ledger", "parent_ledger_id"],
      [422, "parent_in_other_group", "parent_ledger_id"],
      [404, "not_found", "parent_ledger_id"],
      [422, "parent_is_system_ledger", "parent_ledger_id"],
    ]);
  });

  test("another organization's ledger is not found as a parent", async () => {
    const foreign = await books.stranger.list(listLedgers, { query: { search: "Sales" } });
    const reply = await books.owner.attempt(addLedger, {
      body: { group_id: books.cashGroup, name: "Till", parent_ledger_id: foreign.data[0]?.id },
    });
    expect([reply.status, reply.problem.code]).toEqual([404, "not_found"]);
  });

  test("shows a balance that includes its sub-ledgers", async () => {
    const parent = await books.addCashLedger("Petty cash", { op_balance: "100.00" });
    const bank = books.ledger("bank_clearing");
    await books.post(parent.id, bank, "20.00");
    const child = await books.addCashLedger("Petty cash Aba", {
      parent_ledger_id: parent.id,
      op_balance: "5.00",
      op_balance_dc: "CR",
    });
    await books.post(child.id, bank, "7.50");
    expect(await books.owner.call(getLedger, { params: { id: parent.id } })).toMatchObject({
      own_balance: 12_000n,
      own_balance_dc: "DR",
      cl_balance: 12_250n,
      cl_balance_dc: "DR",
      count_sub_ledgers: 1,
    });
  });
});

describe("sub-ledgers", () => {
  test("are listed ten a page in the order of their codes, with both balances", async () => {
    const parent = await books.addCashLedger("Agents");
    for (let count = 1; count <= 12; count++) {
      await books.addCashLedger(`Agent ${count}`, {
        parent_ledger_id: parent.id,
        op_balance: `${count}.00`,
        op_balance_dc: "CR",
      });
    }
    const page = (number: number) =>
      books.owner.list(listSubLedgers, { params: { id: parent.id }, query: { page: number } });
    await expectSorted(subLedgersList, async (sort) => {
      const { data } = await books.owner.list(listSubLedgers, {
        params: { id: parent.id },
        query: { sort, per_page: 100 },
      });
      return data;
    });
    const first = await page(1);
    expect(first.meta).toEqual({ page: 1, per_page: 10, total: 12 });
    expect(first.data.map(({ name }) => name)).toEqual(
      Array.from({ length: 10 }, (_unused, index) => `Agent ${index + 1}`),
    );
    expect(first.data[9]).toMatchObject({
      op_balance: 1000n,
      op_balance_dc: "CR",
      cl_balance: 1000n,
      cl_balance_dc: "CR",
      parent_ledger_id: parent.id,
    });
    expect((await page(2)).data.map(({ name }) => name)).toEqual(["Agent 11", "Agent 12"]);
    for (const search of ["aGENT 12", (await page(2)).data[1]?.code ?? ""]) {
      const found = await books.owner.list(listSubLedgers, {
        params: { id: parent.id },
        query: { search },
      });
      expect([found.meta.total, found.data.map(({ name }) => name)]).toEqual([1, ["Agent 12"]]);
    }
    expect(await page(3)).toEqual({ data: [], meta: { page: 3, per_page: 10, total: 12 } });
  });

  test("callers without a session or of another organization, and bad input, are refused", async () => {
    const params = { id: books.ledger("bank_clearing") };
    expect((await world.nobody.attempt(listSubLedgers, { params })).status).toBe(401);
    expect((await books.stranger.attempt(listSubLedgers, { params })).status).toBe(404);
    expect((await books.owner.attempt(listSubLedgers, { params: { id: 999_999 } })).status).toBe(
      404,
    );
    const bad = await books.owner.attempt(listSubLedgers, { params, query: { per_page: 101 } });
    expect([bad.status, bad.problem.errors?.[0]?.path]).toEqual([422, "per_page"]);
  });
});

describe("one ledger", () => {
  test("callers without a session or of another organization, and another tenant's filter, are refused", async () => {
    const params = { id: books.ledger("bank_clearing") };
    expect((await world.nobody.attempt(getLedger, { params })).status).toBe(401);
    expect((await books.stranger.attempt(getLedger, { params })).status).toBe(404);
    const elsewhere = { params, query: { tenant_id: books.strangerTenant.tenant_id } };
    expect((await books.staff.attempt(getLedger, elsewhere)).status).toBe(404);
    expect((await books.owner.attempt(getLedger, elsewhere)).status).toBe(404);
    const bad = await books.owner.send("GET", "/ledgers/0");
    expect([bad.status, bad.problem.errors?.[0]?.path]).toEqual([422, "id"]);
  });
});

describe("the ledgers of a picker", () => {
  test("are found by name or code, ignoring case, without those that have sub-ledgers", async () => {
    const parent = await books.addCashLedger("Zebra bank");
    const child = await books.addCashLedger("Zebra bank Jos", { parent_ledger_id: parent.id });
    const find = async (search: string) =>
      (await books.owner.list(listLedgers, { query: { search } })).data.map(({ name }) => name);
    expect(await find("zEBRA")).toEqual(["Zebra bank Jos"]);
    expect(await find(child.code)).toEqual(["Zebra bank Jos"]);
    expect(await find("100%")).toEqual([]);
    await books.addCashLedger("Commission 100%");
    await books.addCashLedger("Lease 77-88");
    expect(await find("77-88")).toEqual(["Lease 77-88"]);
    expect(await find("100%")).toEqual(["Commission 100%"]);
    // Words in any order, a code without its dashes, and one typo when nothing matches exactly.
    expect(await find(" jos  ZEBRA ")).toEqual(["Zebra bank Jos"]);
    expect(await find(child.code.replaceAll("-", ""))).toEqual(["Zebra bank Jos"]);
    expect(await find("zebra - jos")).toEqual(["Zebra bank Jos"]);
    expect(await find("zebar jos")).toEqual(["Zebra bank Jos"]);
    expect(await find("xzebar jos")).toEqual([]);
    // Names that begin with the search come first, then names with a word that does.
    for (const name of ["Concurrency", "Petty currency", "Currency"]) {
      await books.addCashLedger(name);
    }
    expect(await find("Curren")).toEqual(["Currency", "Petty currency", "Concurrency"]);
  });

  test("are in the order of the chart, after those that are requested first", async () => {
    const { data } = await books.stranger.list(listLedgers);
    const [one, two, three] = data;
    const { data: sorted, meta } = await books.stranger.list(listLedgers, {
      query: { first: `${three?.id},${two?.id}`, per_page: 3 },
    });
    expect(sorted.map(({ id }) => id)).toEqual([three?.id, two?.id, one?.id]);
    expect(meta.total).toBe(23);
    const bad = await books.stranger.attempt(listLedgers, { query: { first: "1;2" } });
    expect([bad.status, bad.problem.errors?.[0]?.path]).toEqual([422, "first"]);
  });

  test("can be restricted to one class", async () => {
    const ofClass = async (query: object) => {
      const { data, meta } = await books.stranger.list(listLedgers, { query });
      return { classes: new Set(data.map(({ code }) => code.slice(0, 2))), total: meta.total };
    };
    const [assets, liabilities, all] = [
      await ofClass({ class: "01" }),
      await ofClass({ class: "02" }),
      await ofClass({}),
    ];
    expect([[...assets.classes], [...liabilities.classes]]).toEqual([["01"], ["02"]]);
    expect([...all.classes]).toContain("03");
    expect(assets.total + liabilities.total).toBeLessThan(all.total);
    const bad = await books.stranger.attempt(listLedgers, { query: { class: "06" as "01" } });
    expect([bad.status, bad.problem.errors?.[0]?.path]).toEqual([422, "class"]);
  });

  test("are paged in the order of the chart, with their current balances", async () => {
    const { data, meta } = await books.stranger.list(listLedgers, {
      query: { per_page: 2, page: 2 },
    });
    expect(data.map(({ code }) => code)).toEqual(["02-01-0002", "02-01-0003"]);
    expect(meta).toEqual({ page: 2, per_page: 2, total: 23 });
    expect(data[0]).toMatchObject({
      organization_name: "Strange books",
      cl_balance: 0n,
      cl_balance_dc: "DR",
    });
    const beyond = await books.stranger.list(listLedgers, { query: { page: 9 } });
    expect([beyond.data, beyond.meta.total]).toEqual([[], 23]);
  });

  test("staff finds those of all organizations, or of one", async () => {
    const find = async (query: object) =>
      (
        await books.staff.list(listLedgers, { query: { search: "Trade payables", ...query } })
      ).data.map(({ organization_name }) => organization_name);
    expect((await find({})).toSorted()).toEqual(["Own books", "Strange books"]);
    expect(await find({ tenant_id: books.strangerTenant.tenant_id })).toEqual(["Strange books"]);
  });

  test("callers without a session or of another organization, and bad input, are refused", async () => {
    expect((await world.nobody.attempt(listLedgers)).status).toBe(401);
    const foreign = await books.stranger.attempt(listLedgers, {
      query: { tenant_id: books.tenant.tenant_id },
    });
    expect(foreign.status).toBe(404);
    const bad = await books.owner.attempt(listLedgers, { query: { page: 0 } });
    expect([bad.status, bad.problem.errors?.[0]?.path]).toEqual([422, "page"]);
  });
});
