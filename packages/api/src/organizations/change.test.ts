import { updateOrganization, getOrganization } from "@kontor/contract/organizations/organizations";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";

import { setAllTenantsReadable } from "../platform/scope.ts";
import { openFileWorld, type Caller, type Reply } from "../testing/harness.ts";
import { picture } from "../testing/images.ts";
import {
  addTestOrganization,
  organizationForm,
  type OrganizationText,
} from "../testing/organization-forms.ts";
import type { Organization } from "./organizations.ts";

const world = await openFileWorld();
const admin = await world.signIn("platform");

const paramsOf = ({ tenant_id, company_id }: Organization) => ({ tenant_id, company_id });

/** Submits the edit dialog of an organization with these fields changed. */
function edit(
  organization: Organization,
  text: OrganizationText,
  rest: { logo?: Buffer; key?: string; caller?: Caller } = {},
): Promise<Reply> {
  const { name, code, address, email, support_email, emp_prefix, admin_name } = organization;
  const { admin_email, state, brand_color, about, employee_benefits, version } = organization;
  const shown = { name, code, address, email, support_email, emp_prefix, admin_name, admin_email };
  const more = { state: state ?? undefined, brand_color, about, employee_benefits, version };
  return (rest.caller ?? admin).attempt(updateOrganization, {
    params: paramsOf(organization),
    body: organizationForm({ ...shown, ...more, ...text }, rest.logo),
    ...(rest.key === undefined ? {} : { key: rest.key }),
  });
}

const load = (organization: Organization) =>
  admin.call(getOrganization, { params: paramsOf(organization) });

async function auditOf(tenantId: number): Promise<unknown[]> {
  return world.database.transaction(async (tx) => {
    await setAllTenantsReadable(tx);
    const { rows } = await sql<{ detail: unknown }>`
      select detail from audit_log
      where tenant_id = ${tenantId} and action = 'organization.changed' order by id`.execute(tx);
    return rows.map(({ detail }) => detail);
  });
}

describe("changing an organization", () => {
  it("changes every field, increments the version and audits the differences", async () => {
    const before = await addTestOrganization(admin);
    const code = `${before.code}-x`;
    const text = {
      name: "New Name Limited",
      code,
      address: "2 New Street",
      email: "new@foods.example",
      support_email: "help@foods.example",
      emp_prefix: "NEW",
      admin_name: "New Manager",
      admin_email: "new.manager@foods.example",
      state: "Kano",
      brand_color: "#E63946",
      about: "<p>New <script>x</script><em>text</em></p>",
      employee_benefits: "",
    };
    const reply = await edit(before, text, { logo: await picture({ color: "#1f7a2e" }) });
    expect(reply.status).toBe(200);
    const after = await load(before);
    expect(after).toMatchObject({
      ...text,
      about: "<p>New <em>text</em></p>",
      initials: "NN",
      version: 2,
      created_at: before.created_at,
    });
    expect(after.logo_url).not.toBe(before.logo_url);
    expect((await fetch(world.url + (before.logo_url ?? ""))).status).toBe(200);
    const [detail] = await auditOf(before.tenant_id);
    expect(detail).toMatchObject({
      changes: {
        name: { from: before.name, to: "New Name Limited" },
        code: { from: before.code, to: code },
        state: { from: "Lagos", to: "Kano" },
        logo_url: { from: before.logo_url, to: after.logo_url },
        about: { from: before.about, to: after.about },
      },
    });
    expect(Object.keys((detail as { changes: object }).changes).toSorted()).toEqual(
      [...Object.keys(text), "logo_url"].toSorted(),
    );
  });

  it("keeps the logo when none or an empty one is sent", async () => {
    const before = await addTestOrganization(admin);
    expect((await edit(before, { name: "Same Logo" })).status).toBe(200);
    const between = await load(before);
    expect(between).toMatchObject({ name: "Same Logo", logo_url: before.logo_url, version: 2 });
    expect((await edit(between, {}, { logo: Buffer.alloc(0) })).status).toBe(200);
    expect(await load(before)).toMatchObject({ logo_url: before.logo_url, version: 3 });
    expect((await edit(between, { logo: "", version: 3 })).status).toBe(200);
    expect(await load(before)).toMatchObject({ logo_url: before.logo_url, version: 4 });
  });

  it("clears optional fields that are sent empty or left out", async () => {
    const before = await addTestOrganization(admin);
    const text = { emp_prefix: "", state: "", about: undefined, employee_benefits: "<p></p>" };
    expect((await edit(before, text)).status).toBe(200);
    expect(await load(before)).toMatchObject({
      emp_prefix: "",
      state: null,
      about: "",
      employee_benefits: "",
    });
  });

  it("for long texts the audit log records only that they changed", async () => {
    const before = await addTestOrganization(admin);
    const about = `<p>${"word ".repeat(100)}</p>`;
    expect((await edit(before, { about })).status).toBe(200);
    expect(await auditOf(before.tenant_id)).toEqual([{ changes: { about: "changed" } }]);
  });

  it("accepts the path's ids in the form too, and refuses others", async () => {
    const one = await addTestOrganization(admin);
    const other = await addTestOrganization(admin);
    expect((await edit(one, paramsOf(one))).status).toBe(200);
    const { status, problem } = await edit(one, { ...paramsOf(other), version: 2 });
    expect(status).toBe(422);
    expect(problem.errors?.map(({ path }) => path)).toEqual(["tenant_id", "company_id"]);
    expect(await load(other)).toEqual(other);
  });
});

describe("two people editing concurrently", () => {
  it("refuses the second and overwrites nothing", async () => {
    const loaded = await addTestOrganization(admin);
    expect((await edit(loaded, { name: "First" })).status).toBe(200);
    const second = await edit(loaded, { name: "Second" }, { logo: await picture() });
    expect(second.status).toBe(409);
    expect(second.problem.code).toBe("changed_meanwhile");
    expect(await load(loaded)).toMatchObject({ name: "First", version: 2 });
  });

  it("accepts one of many concurrent edits", async () => {
    const loaded = await addTestOrganization(admin);
    const names = ["One", "Two", "Three", "Four", "Five"];
    const replies = await Promise.all(names.map((name) => edit(loaded, { name })));
    const through = names.filter((_name, place) => replies[place]?.status === 200);
    expect(through).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(4);
    expect(await load(loaded)).toMatchObject({ name: through[0], version: 2 });
    expect(await auditOf(loaded.tenant_id)).toHaveLength(1);
  });

  it("returns the first response to a submit that is sent again", async () => {
    const loaded = await addTestOrganization(admin);
    const key = `edit-once-${loaded.tenant_id}`;
    const first = await edit(loaded, { name: "Once" }, { key });
    const again = await edit(loaded, { name: "Once" }, { key });
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
    expect(await load(loaded)).toMatchObject({ name: "Once", version: 2 });
  });
});

describe("edits that are refused", () => {
  it.each([
    ["name", ""],
    ["name", "x".repeat(121)],
    ["code", "Upper-Case"],
    ["brand_color", "blue"],
    ["state", "Atlantis"],
    ["version", undefined],
    ["version", ""],
    ["version", "0"],
    ["version", "one"],
    ["status", "SUSPENDED"],
    ["logo_url", "/api/files/0"],
    ["logo", "/api/files/0"],
  ])("refuses %s: %j at that field", async (field, value) => {
    const loaded = await addTestOrganization(admin);
    const { status, problem } = await edit(loaded, { [field]: value });
    expect(status).toBe(422);
    expect(problem.errors?.map(({ path }) => path)).toEqual([field]);
    expect(await load(loaded)).toEqual(loaded);
  });

  it("refuses a damaged logo and keeps everything as it was", async () => {
    const loaded = await addTestOrganization(admin);
    const { status, problem } = await edit(loaded, { name: "X" }, { logo: Buffer.from("text") });
    expect(status).toBe(422);
    expect(problem.errors?.[0]?.path).toBe("logo");
    expect(await load(loaded)).toEqual(loaded);
  });

  it("refuses the code of another at the field", async () => {
    const [one, other] = [await addTestOrganization(admin), await addTestOrganization(admin)];
    const { status, problem } = await edit(one, { code: other.code });
    expect(status).toBe(409);
    expect(problem.code).toBe("code_taken");
    expect(problem.errors?.[0]?.path).toBe("code");
    expect(await load(one)).toEqual(one);
  });

  it("responds 404 for an unknown one and for one of another tenant", async () => {
    const [one, other] = [await addTestOrganization(admin), await addTestOrganization(admin)];
    expect((await edit({ ...one, company_id: other.company_id }, {})).status).toBe(404);
    expect((await edit({ ...one, tenant_id: 999_999 }, {})).status).toBe(404);
  });

  it("responds 401 without a session and 403 to staff and to the organization's own users", async () => {
    const loaded = await addTestOrganization(admin);
    const user = await world.signIn("organization", loaded.tenant_id);
    const staff = await world.signIn("staff");
    expect((await edit(loaded, {}, { caller: world.nobody })).status).toBe(401);
    expect((await edit(loaded, {}, { caller: staff })).status).toBe(403);
    expect((await edit(loaded, {}, { caller: user })).status).toBe(403);
    expect(await load(loaded)).toEqual(loaded);
  });
});
