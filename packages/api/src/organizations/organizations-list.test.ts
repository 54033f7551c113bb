import { saveModule } from "@kontor/contract/modules/modules";
import {
  createOrganization,
  listOrganizations,
} from "@kontor/contract/organizations/organizations";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";

import { withOwnerClient } from "../platform/database/database.ts";
import { setAllTenantsReadable, setTenant } from "../platform/scope.ts";
import { openFileWorld, openWorld } from "../testing/harness.ts";
import { picture } from "../testing/images.ts";
import { organizationForm, organizationText } from "../testing/organization-forms.ts";

const world = await openFileWorld();
const admin = await world.signIn("platform");

/** In the order of their creation, a minute apart. */
const made = [
  { name: "Zuma Rock Hotels", code: "zuma", email: "desk@zuma.example" },
  { name: "aba textiles", code: "aba-tex", email: "office@looms.example" },
  { name: "Ọ̀ṣun Foods", code: "osun", email: "hello@osun.example" },
  { name: "100% Cotton_Mills", code: "cotton-100", email: "sales@mills.example" },
  { name: "Aba Bakery", code: "bakery", email: "bread@bakery.example" },
];

beforeAll(async () => {
  const logo = await picture();
  for (const organization of made) {
    const body = organizationForm(organizationText(organization), logo);
    // Created one after another, because the order of creation is checked below.
    await admin.call(createOrganization, { body });
    world.clock.advance(60_000);
  }
});

async function codes(query: Record<string, string | number>): Promise<string[]> {
  const { data } = await admin.list(listOrganizations, { query });
  return data.map(({ code }) => code);
}

describe("the list of organizations", () => {
  it("has everything that the table shows, newest first, 25 a page", async () => {
    const { data, meta } = await admin.list(listOrganizations);
    expect(meta).toEqual({ page: 1, per_page: 25, total: 5 });
    expect(data.map(({ code }) => code)).toEqual(made.map(({ code }) => code).toReversed());
    expect(data[2]).toMatchObject({
      name: "Ọ̀ṣun Foods",
      email: "hello@osun.example",
      initials: "ỌF",
      status: "ACTIVE",
      brand_color: "#004AAD",
    });
    const photo = await fetch(world.url + (data[2]?.logo ?? ""));
    expect([photo.status, photo.headers.get("content-type")]).toEqual([200, "image/png"]);
  });

  it.each([
    ["part of a name", "textil", ["aba-tex"]],
    ["other letter case", "ABA", ["bakery", "aba-tex"]],
    ["letters beyond ASCII in other case", "ọ̀ṢUN", ["osun"]],
    ["a code", "cotton-1", ["cotton-100"]],
    ["an email", "@looms.example", ["aba-tex"]],
    ["one letter", "z", ["zuma"]],
    ["a sign that means anything in a pattern", "%", ["cotton-100"]],
    ["another such sign", "n_m", ["cotton-100"]],
    ["a backslash", "\\", []],
    ["the end of one part and the begin of the next", "hotels zuma", []],
    ["spaces around", "  bakery  ", ["bakery"]],
    ["nothing that is there", "no such organization", []],
    ["SQL", "' or 1=1 --", []],
  ])("finds by %s", async (_what, search, found) => {
    const { data, meta } = await admin.list(listOrganizations, { query: { search } });
    expect(data.map(({ code }) => code)).toEqual(found);
    expect(meta.total).toBe(found.length);
  });

  it("can be sorted by each column in both directions", async () => {
    const byName = ["cotton-100", "bakery", "aba-tex", "zuma", "osun"];
    const byCode = ["aba-tex", "bakery", "cotton-100", "osun", "zuma"];
    const byTime = made.map(({ code }) => code);
    expect(await codes({ sort: "name" })).toEqual(byName);
    expect(await codes({ sort: "-name" })).toEqual(byName.toReversed());
    expect(await codes({ sort: "code" })).toEqual(byCode);
    expect(await codes({ sort: "-code" })).toEqual(byCode.toReversed());
    expect(await codes({ sort: "created_at" })).toEqual(byTime);
    expect(await codes({ sort: "-created_at" })).toEqual(byTime.toReversed());
    await withOwnerClient(world.ownerUrl, (owner) =>
      owner.query("update tenants set status = 'SUSPENDED' where code = 'bakery'"),
    );
    expect(await codes({ sort: "status" })).toEqual([
      ...byName.filter((code) => code !== "bakery"),
      "bakery",
    ]);
    expect((await codes({ sort: "-status" }))[0]).toBe("bakery");
  });

  it("lists every row on one page only", async () => {
    const query = { sort: "name", per_page: 2 };
    const pages = await Promise.all([1, 2, 3].map((page) => codes({ ...query, page })));
    expect(pages).toEqual([["cotton-100", "bakery"], ["aba-tex", "zuma"], ["osun"]]);
    const beyond = await admin.list(listOrganizations, { query: { ...query, page: 4 } });
    expect(beyond).toEqual({ data: [], meta: { page: 4, per_page: 2, total: 5 } });
    const last = await admin.list(listOrganizations, { query: { ...query, page: 100_000_000 } });
    expect(last.data).toEqual([]);
  });

  it.each([
    ["sort", "email"],
    ["sort", "name; drop table tenants"],
    ["page", "0"],
    ["page", "-1"],
    ["page", "one"],
    ["per_page", "101"],
    ["per_page", "0"],
    ["search", "x".repeat(101)],
    ["search", "nul\u0000"],
    ["status", "ACTIVE"],
  ])("refuses %s=%s", async (field, value) => {
    const { status, problem } = await admin.attempt(listOrganizations, {
      query: { [field]: value },
    });
    expect(status).toBe(422);
    expect(problem.errors?.map(({ path }) => path)).toEqual([field]);
  });

  it("shows whose books are switched off, by the organization or by the platform", async () => {
    const { data: all } = await admin.list(listOrganizations);
    const off = async () => {
      const { data } = await admin.list(listOrganizations);
      return data.filter((each) => each.accounting_off).map(({ code }) => code);
    };
    const [first] = all;
    expect(await off()).toEqual([]);
    const params = { tenant_id: first?.tenant_id ?? 0, company_id: first?.company_id ?? 0 };
    const turn = (id: "accounting" | "payroll", enabled: boolean) =>
      admin.call(saveModule.organization, { params: { ...params, id }, body: { enabled } });
    await turn("payroll", false);
    await turn("accounting", false);
    expect(await off()).toEqual([first?.code]);
    await turn("accounting", true);
    const forAll = { params: { id: "accounting" } } as const;
    await admin.call(saveModule.platform, { ...forAll, body: { enabled: false } });
    expect(await off()).toEqual(all.slice(1).map(({ code }) => code));
    await admin.call(saveModule.platform, { ...forAll, body: { enabled: true } });
    expect(await off()).toEqual([]);
  });

  it("is open to staff too, but requires a session; an organization's users find their own in it", async () => {
    const staff = await world.signIn("staff");
    expect((await staff.list(listOrganizations)).data).toHaveLength(5);
    expect((await world.nobody.attempt(listOrganizations)).status).toBe(401);
    const { data } = await admin.list(listOrganizations);
    const active = data.find(({ status }) => status === "ACTIVE");
    const user = await world.signIn("organization", active?.tenant_id);
    const own = await user.list(listOrganizations);
    expect([own.meta.total, own.data.map(({ code }) => code)]).toEqual([1, [active?.code]]);
  });

  it("can be filtered by organization; by its own users only for their own", async () => {
    const { data } = await admin.list(listOrganizations);
    const [first, second] = data.filter(({ status }) => status === "ACTIVE");
    const own = first?.tenant_id ?? 0;
    const one = await admin.list(listOrganizations, { query: { tenant_id: own } });
    expect(one.data.map(({ name }) => name)).toEqual([first?.name]);
    const member = await world.signIn("organization", own);
    expect((await member.list(listOrganizations, { query: { tenant_id: own } })).meta.total).toBe(
      1,
    );
    const other = { query: { tenant_id: second?.tenant_id ?? 0 } };
    expect((await member.attempt(listOrganizations, other)).status).toBe(404);
  });

  it("is empty when there are none", async () => {
    const empty = await openWorld();
    try {
      const { data, meta } = await (await empty.signIn("platform")).list(listOrganizations);
      expect([data, meta.total]).toEqual([[], 0]);
    } finally {
      await empty.close();
    }
  });
});

describe("the indexes of the list", () => {
  /** The query plan when sequential scans are discouraged. */
  async function planOf(clause: string): Promise<string> {
    // As the owner, with whose privileges the search runs: with row-level security no LIKE could
    // use an index.
    return withOwnerClient(world.ownerUrl, async (client) => {
      await client.query("set enable_seqscan = off; set enable_sort = off");
      const { rows } = await client.query<Record<string, string>>(
        `explain select id from tenants t ${clause}`,
      );
      return rows.map((row) => row["QUERY PLAN"]).join("\n");
    });
  }

  it.each([
    ["where search_text like lower('%Foods%')", "tenants_by_search"],
    ["order by lower(t.name), t.id limit 25", "tenants_by_name"],
    ["order by lower(t.name) desc, t.id desc limit 25", "tenants_by_name"],
    ["order by t.code limit 25", "tenants_code_key"],
    ["order by t.created_at desc, t.id desc limit 25", "tenants_by_created_at"],
    ["order by t.status, lower(t.name), t.id limit 25", "tenants_by_status"],
  ])("%s uses %s", async (clause, index) => {
    const plan = await planOf(clause);
    expect(plan).toContain(index);
    expect(plan).not.toContain("Seq Scan");
  });
});

it("the search, which passes over row-level security, finds others in no organization's scope", async () => {
  const found = (tenantId: number | null) =>
    world.database.transaction(async (tx) => {
      if (tenantId === null) await setAllTenantsReadable(tx);
      else await setTenant(tx, tenantId);
      const { rows } = await sql<{ id: number }>`
        select id from tenants_matching('%aba%') as t(id) order by 1`.execute(tx);
      return rows.map(({ id }) => id);
    });
  const [one, other, ...more] = await found(null);
  expect([other !== undefined, more]).toEqual([true, []]);
  expect(await found(one ?? 0)).toEqual([one]);
});
