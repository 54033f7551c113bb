import { addBranch, listBranches } from "@kontor/contract/organizations/branches";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";

import { setAllTenantsReadable } from "../platform/scope.ts";
import { openFileWorld } from "../testing/harness.ts";
import { addTestOrganization } from "../testing/organization-forms.ts";

const world = await openFileWorld();
const admin = await world.signIn("platform");
/** The path ids of two organizations. */
let one: { tenant_id: number; company_id: number };
let other: { tenant_id: number; company_id: number };

beforeAll(async () => {
  const made = [await addTestOrganization(admin), await addTestOrganization(admin)];
  [one, other] = made.map(({ tenant_id, company_id }) => ({ tenant_id, company_id })) as [
    typeof one,
    typeof one,
  ];
});

const ikeja = { state_id: 24, local_government_id: 2411 };
const branchCodes = async (query: Record<string, string | number> = {}) =>
  (await admin.list(listBranches, { params: one, query })).data.map(({ code }) => code);

describe("adding a branch", () => {
  it("stores name, code, address and place, and audits it", async () => {
    const branch = await admin.call(addBranch, {
      body: { ...one, name: " Ikeja ", code: "LAG-01", address: "5 Allen Avenue", ...ikeja },
    });
    expect(branch).toMatchObject({
      ...one,
      ...ikeja,
      name: "Ikeja",
      code: "LAG-01",
      address: "5 Allen Avenue",
      state: "Lagos",
      local_government: "Ikeja",
      created_at: world.clock.now(),
    });
    expect((await admin.list(listBranches, { params: one })).data).toEqual([branch]);
    const audit = await world.database.transaction(async (tx) => {
      await setAllTenantsReadable(tx);
      return (
        await sql<Record<string, unknown>>`
        select tenant_id, actor_id, subject, detail from audit_log where action = 'branch.added'`.execute(
          tx,
        )
      ).rows;
    });
    expect(audit).toEqual([
      {
        tenant_id: one.tenant_id,
        actor_id: admin.user_id,
        subject: `branch:${branch.id}`,
        detail: { name: "Ikeja", code: "LAG-01" },
      },
    ]);
  });

  it("requires only a name", async () => {
    const wire = { ...one, name: "Head office", state_id: null, local_government_id: null };
    expect(await admin.call(addBranch, { body: { ...wire, token: "legacy" } })).toMatchObject({
      name: "Head office",
      code: "",
      address: "",
      state_id: null,
      state: null,
      local_government_id: null,
      local_government: null,
    });
    const kano = await admin.call(addBranch, { body: { ...one, name: "Kano", state_id: 19 } });
    expect(kano).toMatchObject({ state: "Kano", local_government: null });
  });

  it("lets codes repeat in another organization but not in the same, ignoring case", async () => {
    expect(
      (await admin.call(addBranch, { body: { ...other, name: "A", code: "LAG-01" } })).code,
    ).toBe("LAG-01");
    const { status, problem } = await admin.attempt(addBranch, {
      body: { ...one, name: "B", code: "lag-01" },
    });
    expect(status).toBe(409);
    expect(problem.errors).toEqual([
      {
        path: "code",
        message: "The code lag-01 is taken by another branch of this organization. Choose another.",
      },
    ]);
  });

  it("accepts one of two concurrent requests with the same code", async () => {
    const replies = await Promise.all(
      ["X", "Y", "Z"].map((name) =>
        admin.attempt(addBranch, { body: { ...other, name, code: "RACE" } }),
      ),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.filter(({ problem }) => problem.code === "branch_code_taken")).toHaveLength(2);
  });

  it("adds one branch when the same request is sent twice", async () => {
    const send = () =>
      admin.attempt(addBranch, { body: { ...other, name: "Once" }, key: "branch-once" });
    const [first, again] = [await send(), await send()];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    const { meta } = await admin.list(listBranches, { params: other, query: { search: "once" } });
    expect(meta.total).toBe(1);
  });

  it.each([
    ["name", { name: "" }],
    ["name", { name: undefined }],
    ["name", { name: "x".repeat(121) }],
    ["code", { code: "L AG" }],
    ["code", { code: "x".repeat(21) }],
    ["code", { code: "<b>" }],
    ["address", { address: "x".repeat(301) }],
    ["state_id", { state_id: 99 }],
    ["state_id", { state_id: 0 }],
    ["state_id", { state_id: "Lagos" }],
    ["local_government_id", { state_id: 24, local_government_id: 1901 }],
    ["local_government_id", { state_id: 24, local_government_id: 2499 }],
    ["local_government_id", { local_government_id: 2411 }],
    ["tenant_id", { tenant_id: "" }],
    ["company_id", { company_id: undefined }],
    ["manager", { manager: "Somebody" }],
  ])("refuses %s in %j", async (field, fields) => {
    const { status, problem } = await admin.attempt(addBranch, {
      body: { ...one, name: "Refused", ...fields },
    });
    expect(status).toBe(422);
    expect(problem.errors?.map(({ path }) => path)).toEqual([field]);
    expect(await branchCodes({ search: "Refused" })).toEqual([]);
  });

  it("keeps scripts, right-to-left text and emoji as they were typed", async () => {
    const names = [`<script>alert(1)</script>`, "فرع لاغوس", "🏢 Branch"];
    for (const name of names) {
      const body = { ...other, name, address: name };
      expect(await admin.call(addBranch, { body })).toMatchObject({ name, address: name });
    }
  });

  it("responds 404 for an unknown organization or a company of another", async () => {
    const mixed = { tenant_id: one.tenant_id, company_id: other.company_id };
    const missing = { tenant_id: 999_999, company_id: 1 };
    for (const path of [mixed, missing]) {
      const { status, problem } = await admin.attempt(addBranch, { body: { ...path, name: "N" } });
      expect(status).toBe(404);
      expect(problem.message).toBe("The organization was not found.");
    }
  });

  it("responds 401 without a session and 403 to staff and organization users", async () => {
    const body = { ...one, name: "N" };
    const user = await world.signIn("organization", one.tenant_id);
    const staff = await world.signIn("staff");
    expect((await world.nobody.attempt(addBranch, { body })).status).toBe(401);
    expect((await user.attempt(addBranch, { body })).status).toBe(403);
    expect((await staff.attempt(addBranch, { body })).status).toBe(403);
  });
});

describe("the branches of an organization", () => {
  it("are its own, searched, sorted and paged", async () => {
    const { tenant_id, company_id } = await addTestOrganization(admin);
    one = { tenant_id, company_id };
    expect((await admin.list(listBranches, { params: one })).meta.total).toBe(0);
    const branches = [
      { name: "beta", code: "B-2", address: "Airport Road", ...ikeja },
      { name: "Alpha", code: "C-3", address: "Marina", state_id: 1 },
      { name: "Gamma", code: "A-1", address: "100% Street" },
    ];
    for (const branch of branches) {
      await admin.call(addBranch, { body: { ...one, ...branch } });
      world.clock.advance(1000);
    }
    expect(await branchCodes()).toEqual(["C-3", "B-2", "A-1"]);
    expect(await branchCodes({ sort: "-name" })).toEqual(["A-1", "B-2", "C-3"]);
    expect(await branchCodes({ sort: "code" })).toEqual(["A-1", "B-2", "C-3"]);
    expect(await branchCodes({ sort: "address" })).toEqual(["A-1", "B-2", "C-3"]);
    expect(await branchCodes({ sort: "-created_at" })).toEqual(["A-1", "C-3", "B-2"]);
    expect(await branchCodes({ sort: "state" })).toEqual(["C-3", "B-2", "A-1"]);
    expect(await branchCodes({ sort: "-local_government" })).toEqual(["A-1", "C-3", "B-2"]);
    expect(await branchCodes({ search: "airport" })).toEqual(["B-2"]);
    expect(await branchCodes({ search: "%" })).toEqual(["A-1"]);
    expect(await branchCodes({ page: 2, per_page: 2 })).toEqual(["A-1"]);
  });

  it("can be read by users of the organization; refused without a session, for other organizations, and for bad input", async () => {
    const staff = await world.signIn("staff");
    const user = await world.signIn("organization", one.tenant_id);
    expect((await staff.list(listBranches, { params: one })).meta.total).toBe(3);
    expect((await world.nobody.attempt(listBranches, { params: one })).status).toBe(401);
    expect((await user.list(listBranches, { params: one })).meta.total).toBe(3);
    expect((await user.attempt(listBranches, { params: other })).status).toBe(404);
    const mixed = { ...one, company_id: other.company_id };
    expect((await admin.attempt(listBranches, { params: mixed })).status).toBe(404);
    const wrong = await admin.attempt(listBranches, { params: one, query: { sort: "phone" } });
    expect([wrong.status, wrong.problem.errors?.[0]?.path]).toEqual([422, "sort"]);
  });
});
