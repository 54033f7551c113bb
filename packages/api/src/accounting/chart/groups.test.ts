import { addLedger } from "@kontor/contract/accounting/accounts";
import {
  addGroup,
  deleteGroup,
  getGroup,
  listGroupLedgers,
  listGroups,
  nextLedgerCode,
  updateGroup,
} from "@kontor/contract/accounting/groups";
import { afterAll, describe, expect, test } from "vitest";

import { withOwnerClient } from "../../platform/database/database.ts";
import { openBooks } from "../../testing/books.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { openTenant } from "../../testing/tenants.ts";

const world = await openFileWorld();
const books = await openBooks(world);

afterAll(() => expectCoherentBooks(world));

const addTo = (accountClass: string, name: string) =>
  books.owner.call(addGroup, { body: { class: accountClass, name } });

describe("listing groups", () => {
  test("returns those of one organization in the order of their codes, with whether they may be deleted", async () => {
    const { data, meta } = await books.staff.list(listGroups, {
      query: { tenant_id: books.strangerTenant.tenant_id },
    });
    expect(data.map((group) => [group.code, group.control_group_delete])).toEqual(
      [
        "01-01",
        "01-02",
        "02-01",
        "02-02",
        "03-01",
        "03-02",
        "04-01",
        "04-02",
        "05-01",
        "05-02",
      ].map((code) => [code, false]),
    );
    expect(data[0]).toMatchObject({ organization_name: "Strange books", ledgers_count: 3 });
    expect(meta.total).toBe(10);
  });

  test("sorts a class with more than 99 groups numerically", async () => {
    const tenant = await openTenant(world, "Many groups");
    const caller = await world.signIn("organization", tenant.tenant_id);
    for (let count = 2; count < 101; count++) {
      await caller.call(addGroup, { body: { class: "04", name: `Costs ${count}` } });
    }
    const { data } = await caller.list(listGroups, {
      query: { search: "Costs", page: 2, per_page: 50 },
    });
    expect(data.slice(-3).map((group) => group.code)).toEqual(["04-99", "04-100", "04-101"]);
  });

  test("staff see all organizations, others their own, and 0 means all", async () => {
    const everywhere = await books.staff.list(listGroups, { query: { tenant_id: 0 } });
    expect(new Set(everywhere.data.map((group) => group.tenant_id)).size).toBeGreaterThan(1);
    const own = await books.owner.list(listGroups, { query: { tenant_id: 0 } });
    expect(new Set(own.data.map((group) => group.tenant_id))).toEqual(
      new Set([books.tenant.tenant_id]),
    );
  });

  test("a search finds names, ignoring case, and codes; wildcards are matched literally", async () => {
    const search = async (text: string) =>
      (await books.owner.list(listGroups, { query: { search: text } })).data.map(
        ({ name }) => name,
      );
    expect(await search("cAsH AND")).toEqual(["Cash and bank"]);
    expect(await search("05-02")).toEqual(["Retained earnings"]);
    expect(await search("%")).toEqual([]);
    expect(await search("_")).toEqual([]);
  });

  test("callers without a session or of another organization, and bad input, are refused", async () => {
    expect((await world.nobody.attempt(listGroups)).status).toBe(401);
    const foreign = await books.stranger.attempt(listGroups, {
      query: { tenant_id: books.tenant.tenant_id },
    });
    expect(foreign.status).toBe(404);
    const bad = await books.owner.attempt(listGroups, { query: { tenant_id: "" } });
    expect([bad.status, bad.problem.errors?.[0]?.path]).toEqual([422, "tenant_id"]);
  });
});

describe("adding a group", () => {
  test("allots the code after the last of its class and may be deleted while empty", async () => {
    const added = await addTo("03", "Grants");
    expect(added).toMatchObject({
      code: "03-03",
      class: "03",
      name: "Grants",
      seeded: false,
      control_group_delete: true,
      ledgers_count: 0,
      version: 1,
    });
    expect(
      await books.staff.call(getGroup, {
        params: { id: added.id },
        query: { tenant_id: books.tenant.tenant_id },
      }),
    ).toEqual(added);
  });

  test("parallel adds get distinct codes without gaps", async () => {
    const added = await Promise.all(
      Array.from({ length: 30 }, (_unused, index) => addTo("05", `Reserve ${index}`)),
    );
    const expected = Array.from(
      { length: 30 },
      (_unused, index) => `05-${String(index + 3).padStart(2, "0")}`,
    );
    expect(added.map(({ code }) => code).toSorted()).toEqual(expected);
  });

  test("the code of a deleted group is never reused", async () => {
    const first = await addTo("02", "Loans");
    await books.owner.call(deleteGroup, { params: { id: first.id } });
    const second = await addTo("02", "Loans");
    expect([first.code, second.code]).toEqual(["02-03", "02-04"]);
  });

  test("a retried submit adds one group", async () => {
    const body = { class: "01", name: "Fixed assets" };
    const first = await books.owner.attempt(addGroup, { body, key: "group-key-0001" });
    const again = await books.owner.attempt(addGroup, { body, key: "group-key-0001" });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
  });

  test("a bookkeeper of several organizations must name one", async () => {
    const body = { class: "01", name: "Stock" };
    const unnamed = await books.staff.attempt(addGroup, { body });
    expect([unnamed.status, unnamed.problem.code, unnamed.problem.errors?.[0]?.path]).toEqual([
      422,
      "organization_required",
      "tenant_id",
    ]);
    const nowhere = await books.staff.attempt(addGroup, { body: { ...body, tenant_id: 999_999 } });
    expect([nowhere.status, nowhere.problem.code]).toEqual([404, "not_found"]);
    const named = await books.staff.call(addGroup, {
      body: { ...body, tenant_id: books.tenant.tenant_id },
    });
    expect(named.tenant_id).toBe(books.tenant.tenant_id);
  });

  test.for([
    ["no class", { name: "Stock" }, "class"],
    ["a class that does not exist", { class: "06", name: "Stock" }, "class"],
    ["no name", { class: "01" }, "name"],
    ["a name of spaces", { class: "01", name: "   " }, "name"],
    ["a code, which is allotted", { class: "01", name: "Stock", code: "01-09" }, "code"],
  ] as const)("%s is refused at its field", async ([, body, path]) => {
    const reply = await books.owner.attempt(addGroup, { body });
    expect([reply.status, reply.problem.errors?.[0]?.path]).toEqual([422, path]);
  });

  test("callers without a session or of another organization are refused", async () => {
    const body = { class: "01", name: "Stock", tenant_id: books.tenant.tenant_id };
    expect((await world.nobody.attempt(addGroup, { body })).status).toBe(401);
    expect((await books.stranger.attempt(addGroup, { body })).status).toBe(404);
  });
});

describe("renaming a group", () => {
  test("keeps its code, increments the version and accepts the legacy token", async () => {
    const added = await addTo("04", "Travel");
    const renamed = await books.owner.call(updateGroup, {
      params: { id: added.id },
      body: { name: "  Travel and transport ", version: 1, token: "legacy" },
    });
    expect(renamed).toEqual({ ...added, name: "Travel and transport", version: 2 });
  });

  test("of two concurrent changes the second is refused, but never for a client without versions", async () => {
    const { id } = await addTo("04", "Rent");
    const rename = (name: string, version?: number) =>
      books.owner.attempt(updateGroup, { params: { id }, body: { name, version } });
    const replies = await Promise.all([rename("Rent A", 1), rename("Rent B", 1)]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const refused = replies.find(({ status }) => status === 409);
    expect(refused?.problem.code).toBe("changed_meanwhile");
    expect((await rename("Rent C")).status).toBe(200);
  });

  test("callers without a session or of another organization, and bad input, are refused", async () => {
    const { id } = await addTo("04", "Repairs");
    const attempt = { params: { id }, body: { name: "Mine now" } };
    expect((await world.nobody.attempt(updateGroup, attempt)).status).toBe(401);
    expect((await books.stranger.attempt(updateGroup, attempt)).status).toBe(404);
    const bad = await books.owner.attempt(updateGroup, { params: { id }, body: { name: "" } });
    expect([bad.status, bad.problem.errors?.[0]?.path]).toEqual([422, "name"]);
    expect((await books.owner.call(getGroup, { params: { id } })).name).toBe("Repairs");
  });
});

describe("what a group is in the cash flow", () => {
  const ofClass = async (of: string, cash_flow?: string) =>
    books.owner.attempt(addGroup, {
      body: { class: of, name: "Of a use", ...(cash_flow === undefined ? {} : { cash_flow }) },
    });
  const useOf = ({ body }: { body: unknown }) =>
    (body as { data: { cash_flow: string } }).data.cash_flow;

  test("is cash for the group of the Funding account, financing for equity, and operating for others", async () => {
    const { data } = await books.stranger.list(listGroups, {});
    const standard = data.map(({ code, cash_flow, holds_funding }) => [
      code,
      cash_flow,
      holds_funding,
    ]);
    expect(
      standard.filter(([, cash_flow, funding]) => cash_flow !== "operating" || funding),
    ).toEqual([
      ["01-01", "cash", true],
      ["05-01", "financing", false],
      ["05-02", "financing", false],
    ]);
    expect(useOf(await ofClass("01"))).toBe("operating");
    expect(useOf(await ofClass("05"))).toBe("financing");
    expect(useOf(await ofClass("02", "cash"))).toBe("cash");
    expect(useOf(await ofClass("04", "investing"))).toBe("investing");
  });

  test("is changed with the name, or by itself, and recorded", async () => {
    const added = await addTo("01", "Vehicles of the company");
    const change = (body: object) =>
      books.owner.call(updateGroup, { params: { id: added.id }, body });
    const changed = await change({ name: added.name, cash_flow: "investing" });
    expect(changed).toEqual({ ...added, cash_flow: "investing", version: 2 });
    expect(await change({ name: "Cars" })).toMatchObject({ name: "Cars", cash_flow: "investing" });
    const { rows } = await withOwnerClient(world.ownerUrl, async (client) => {
      await client.query(`select set_config('app.tenant_id', '${books.tenant.tenant_id}', false)`);
      return client.query<{ action: string; detail: unknown }>(
        "select action, detail from audit_log where subject = $1 order by id",
        [`group:${added.id}`],
      );
    });
    expect(rows.map(({ action, detail }) => [action, detail])).toEqual([
      [
        "group.added",
        { code: added.code, name: "Vehicles of the company", cash_flow: "operating" },
      ],
      ["group.changed", { cash_flow: { from: "operating", to: "investing" } }],
      ["group.renamed", { name: { from: "Vehicles of the company", to: "Cars" } }],
    ]);
  });

  test("cannot be cash for incomes, expenses and equity, nor anything else for the Funding account", async () => {
    for (const of of ["03", "04", "05"]) {
      const { status, problem } = await ofClass(of, "cash");
      expect([status, problem.code, problem.errors?.[0]?.path]).toEqual([
        422,
        "cash_flow_of_class",
        "cash_flow",
      ]);
    }
    const { id } = await addTo("05", "Never cash");
    const attempt = (group: number, body: object) =>
      books.owner.attempt(updateGroup, { params: { id: group }, body: { name: "Kept", ...body } });
    expect((await attempt(id, { cash_flow: "cash" })).problem.code).toBe("cash_flow_of_class");
    const funding = await attempt(books.cashGroup, { cash_flow: "operating" });
    expect([funding.problem.code, funding.problem.errors?.[0]?.path]).toEqual([
      "cash_flow_of_funding",
      "cash_flow",
    ]);
    expect((await attempt(id, { cash_flow: "profit" })).problem.errors?.[0]?.path).toBe(
      "cash_flow",
    );
    expect((await books.owner.call(getGroup, { params: { id } })).name).toBe("Never cash");
  });
});

describe("deleting a group", () => {
  test("deletes an empty one, once", async () => {
    const { id } = await addTo("03", "Gone soon");
    expect(await books.owner.call(deleteGroup, { params: { id } })).toEqual({ done: true });
    expect((await books.owner.attempt(deleteGroup, { params: { id } })).status).toBe(404);
    expect((await books.owner.attempt(getGroup, { params: { id } })).status).toBe(404);
  });

  test("one in use is kept, and the refusal gives the reason", async () => {
    const { id } = await addTo("03", "In use");
    await books.owner.call(addLedger, { body: { group_id: id, name: "Holds it" } });
    const reply = await books.owner.attempt(deleteGroup, { params: { id } });
    expect([reply.status, reply.problem.code]).toEqual([409, "in_use"]);
    expect(reply.problem.message).toContain("foreign");
    expect(reply.problem.message).not.toContain("constraint");
    expect((await books.owner.call(getGroup, { params: { id } })).control_group_delete).toBe(false);
  });

  test("one of the standard chart is kept, empty or not", async () => {
    const refused = await books.owner.attempt(deleteGroup, { params: { id: books.cashGroup } });
    expect([refused.status, refused.problem.code]).toEqual([409, "in_use"]);
    const { id } = await addTo("05", "Standard");
    await asOwner(`update groups set seeded = true where id = ${id}`);
    const empty = await books.owner.attempt(deleteGroup, { params: { id } });
    expect([empty.status, empty.problem.code]).toEqual([409, "group_is_standard"]);
    expect((await books.owner.call(getGroup, { params: { id } })).control_group_delete).toBe(false);
  });

  test("when a ledger is added at the same moment, either the group is deleted or the ledger is added, never both", async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, async (_unused, index) => {
        const { id } = await addTo("04", `Raced ${index}`);
        const [deleted, added] = await Promise.all([
          books.owner.attempt(deleteGroup, { params: { id } }),
          books.owner.attempt(addLedger, { body: { group_id: id, name: "Raced" } }),
        ]);
        return `${deleted.status} ${added.status}`;
      }),
    );
    expect(outcomes.filter((outcome) => outcome !== "200 404" && outcome !== "409 201")).toEqual(
      [],
    );
  });

  test("callers without a session or of another organization, and another id in the body, are refused", async () => {
    const { id } = await addTo("03", "Stays");
    expect((await world.nobody.attempt(deleteGroup, { params: { id } })).status).toBe(401);
    expect((await books.stranger.attempt(deleteGroup, { params: { id } })).status).toBe(404);
    const other = await books.owner.attempt(deleteGroup, {
      params: { id },
      body: { group_id: id + 1, token: "legacy" },
    });
    expect([other.status, other.problem.errors?.[0]?.path]).toEqual([422, "group_id"]);
    const bad = await books.owner.send("DELETE", "/groups/none");
    expect([bad.status, bad.problem.errors?.[0]?.path]).toEqual([422, "id"]);
    expect((await books.owner.call(getGroup, { params: { id } })).name).toBe("Stays");
  });
});

describe("a group in the ledger form", () => {
  test("the next code is a preview that allots nothing", async () => {
    const { id, code } = await addTo("01", "Vehicles");
    const preview = () => books.owner.call(nextLedgerCode, { params: { id } });
    expect([await preview(), await preview()]).toEqual([
      { code: `${code}-0001` },
      { code: `${code}-0001` },
    ]);
    await books.owner.call(addLedger, { body: { group_id: id, name: "Van" } });
    expect(await preview()).toEqual({ code: `${code}-0002` });
    expect((await books.stranger.attempt(nextLedgerCode, { params: { id } })).status).toBe(404);
    expect((await world.nobody.attempt(nextLedgerCode, { params: { id } })).status).toBe(401);
  });

  test("possible parents are neither sub-ledgers nor ledgers that the system posts to", async () => {
    const { id } = await addTo("01", "Banks");
    const parent = await books.owner.call(addLedger, { body: { group_id: id, name: "Bank A" } });
    await books.owner.call(addLedger, {
      body: { group_id: id, name: "Bank A, Ikeja", parent_ledger_id: parent.id },
    });
    await books.owner.call(addLedger, { body: { group_id: id, name: "Bank B" } });
    const { data, meta } = await books.owner.list(listGroupLedgers, { params: { id } });
    expect(data.map(({ name }) => name)).toEqual(["Bank A", "Bank B"]);
    expect(meta.total).toBe(2);
    const found = await books.owner.list(listGroupLedgers, {
      params: { id },
      query: { search: "bank b" },
    });
    expect(found.data.map(({ name }) => name)).toEqual(["Bank B"]);
    const cash = await books.owner.list(listGroupLedgers, { params: { id: books.cashGroup } });
    expect(cash.data.map(({ name }) => name)).not.toContain("Funding account");
    expect((await books.stranger.attempt(listGroupLedgers, { params: { id } })).status).toBe(404);
  });
});

async function asOwner(statement: string): Promise<void> {
  await withOwnerClient(world.ownerUrl, async (client) => {
    await client.query("begin");
    await client.query(`select set_config('app.tenant_id', '${books.tenant.tenant_id}', true)`);
    await client.query(statement);
    await client.query("commit");
  });
}
