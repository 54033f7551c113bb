import { addBranch } from "@kontor/contract/organizations/branches";
import { createOrganization, getOrganization } from "@kontor/contract/organizations/organizations";
import { sql } from "kysely";
import sharp from "sharp";
import { describe, expect, it } from "vitest";

import { setAllTenantsReadable } from "../platform/scope.ts";
import { openFileWorld, type Caller, type Reply } from "../testing/harness.ts";
import { decompressionBomb, picture } from "../testing/images.ts";
import {
  organizationForm,
  organizationText,
  type OrganizationText,
} from "../testing/organization-forms.ts";

const world = await openFileWorld();
const admin = await world.signIn("platform");
const staff = await world.signIn("staff");
const logo = await picture({ width: 1000, height: 800 });

/** The stored rows, read as the owner across all tenants. */
async function stored<Row>(statement: ReturnType<typeof sql<Row>>): Promise<Row[]> {
  return world.database.transaction(async (tx) => {
    await setAllTenantsReadable(tx);
    return (await statement.execute(tx)).rows;
  });
}

/** Tries to create an organization with these fields instead of valid ones. */
async function tryWith(text: OrganizationText, file: Buffer | undefined = logo): Promise<Reply> {
  return admin.attempt(createOrganization, {
    body: organizationForm(organizationText(text), file),
  });
}

describe("creating an organization", () => {
  it("creates tenant, company, logo, books and pay account, audits it and mails the administrator", async () => {
    const text = organizationText({ name: "  Ọ̀ṣun Foods  ", code: "osun-foods", state: "osun" });
    const made = await admin.call(createOrganization, { body: organizationForm(text, logo) });
    expect(made).toMatchObject({
      name: "Ọ̀ṣun Foods",
      code: "osun-foods",
      status: "ACTIVE",
      state: "Osun",
      emp_prefix: "TFL",
      brand_color: "#004AAD",
      about: "<p>About <strong>us</strong></p>",
      employee_benefits: "<p>Lunch</p>",
      initials: "ỌF",
      version: 1,
      created_at: world.clock.now(),
    });
    const { tenant_id, company_id } = made;
    expect(await admin.call(getOrganization, { params: { tenant_id, company_id } })).toEqual(made);

    const [books] = await stored(sql<Record<string, number>>`
      select (select count(*)::int from groups where tenant_id = ${tenant_id}) as groups,
        (select count(*)::int from ledgers where tenant_id = ${tenant_id}) as ledgers`);
    expect(books).toEqual({ groups: 10, ledgers: 27 });
    const accounts = await stored(sql<Record<string, unknown>>`
      select a.company_id, a.account_name, l.purpose from pay_accounts a
      join ledgers l on l.tenant_id = a.tenant_id and l.id = a.ledger_id
      where a.tenant_id = ${tenant_id}`);
    expect(accounts).toEqual([
      { company_id, account_name: "Ọ̀ṣun Foods", purpose: "funding_account" },
    ]);
    const audit = await stored(sql<Record<string, unknown>>`
      select actor_id, action, subject, detail from audit_log where tenant_id = ${tenant_id} order by id`);
    const [owner] = await stored(sql<{ id: number; roles: string[] }>`
      select id, roles from users where tenant_id = ${tenant_id}`);
    expect(owner?.roles).toEqual(["OWNER"]);
    expect(audit).toEqual([
      {
        actor_id: admin.user_id,
        action: "organization.created",
        subject: `organization:${tenant_id}`,
        detail: { code: "osun-foods", name: "Ọ̀ṣun Foods" },
      },
      {
        actor_id: admin.user_id,
        action: "user.invited",
        subject: `user:${owner?.id}`,
        detail: {
          changes: {
            name: { from: null, to: "Test Manager" },
            email: { from: null, to: "manager@foods.example" },
            roles: { from: null, to: ["OWNER"] },
          },
        },
      },
    ]);
    const mails = await stored(sql<Record<string, unknown>>`
      select label, to_name, to_email, subject from mails where tenant_id = ${tenant_id}`);
    expect(mails).toEqual([
      {
        label: "admin_registration",
        to_name: "Test Manager",
        to_email: "manager@foods.example",
        subject: "Ọ̀ṣun Foods is set up on Kontor",
      },
    ]);
  });

  it("stores a sharp logo and a small avatar at immutable addresses", async () => {
    const made = await admin.call(createOrganization, {
      body: organizationForm(organizationText({ code: "with-logo" }), logo),
    });
    const [company] = await stored(sql<{ avatar_key: string }>`
      select avatar_key from companies where tenant_id = ${made.tenant_id}`);
    const addresses = [made.logo_url ?? "", `/api/files/${company?.avatar_key}`];
    const sizes = await Promise.all(
      addresses.map(async (address) => {
        const response = await fetch(world.url + address);
        expect(response.headers.get("cache-control")).toContain("immutable");
        expect(response.headers.get("content-type")).toBe("image/png");
        const { width, height } = await sharp(await response.arrayBuffer()).metadata();
        return [width, height];
      }),
    );
    expect(sizes).toEqual([
      [512, 410],
      [96, 77],
    ]);
  });

  it("requires no optional field", async () => {
    const text = organizationText({
      emp_prefix: undefined,
      state: undefined,
      about: undefined,
      employee_benefits: undefined,
    });
    const made = await admin.call(createOrganization, { body: organizationForm(text, logo) });
    expect(made).toMatchObject({ emp_prefix: "", state: null, about: "", employee_benefits: "" });
  });

  it.each([
    ["a script", `<script>alert("1")</script> & 'Sons' {{company_name}}`],
    ["right-to-left text", "شركة الاختبار المحدودة"],
    ["emoji", "👩🏽‍💻 Café №5 🎉"],
    ["SQL", `Robert'); drop table tenants; -- %_\\`],
  ])("keeps a name with %s as it was typed", async (_what, name) => {
    const made = await admin.call(createOrganization, {
      body: organizationForm(organizationText({ name, address: name, admin_name: name }), logo),
    });
    expect(made).toMatchObject({ name, address: name, admin_name: name });
    expect(made.initials).not.toBe("");
    const [mail] = await stored(sql<{ to_name: string; html: string }>`
      select to_name, html from mails where tenant_id = ${made.tenant_id}`);
    expect(mail?.to_name).toBe(name);
    expect(mail?.html).not.toContain("<script");
  });

  it("sanitises both rich texts", async () => {
    const dirty = `<h1>Hi</h1><p onclick="x()">a<script>alert(1)</script> <b>b</b> <a href="javascript:alert(1)">c</a></p>`;
    const made = await admin.call(createOrganization, {
      body: organizationForm(organizationText({ about: dirty, employee_benefits: dirty }), logo),
    });
    const clean = "Hi<p>a <strong>b</strong> c</p>";
    expect(made).toMatchObject({ about: clean, employee_benefits: clean });
  });
});

describe("fields that are refused", () => {
  const long = (length: number) => "x".repeat(length);
  it.each([
    ["name", ""],
    ["name", "   "],
    ["name", undefined],
    ["name", long(121)],
    ["name", "two\nlines"],
    ["name", "nul\u0000"],
    ["code", ""],
    ["code", undefined],
    ["code", "a"],
    ["code", long(41)],
    ["code", "Acme-Corp"],
    ["code", "acme corp"],
    ["code", "-acme"],
    ["code", "acme--corp"],
    ["code", "acmé"],
    ["address", ""],
    ["address", undefined],
    ["address", long(301)],
    ["email", ""],
    ["email", undefined],
    ["email", "office"],
    ["email", "office@foods"],
    ["email", `${long(250)}@foods.example`],
    ["email", "a@foods.example, b@foods.example"],
    ["support_email", "support@"],
    ["support_email", undefined],
    ["emp_prefix", long(13)],
    ["emp_prefix", "N B"],
    ["emp_prefix", "<b>"],
    ["admin_name", ""],
    ["admin_name", undefined],
    ["admin_name", long(121)],
    ["admin_email", "manager"],
    ["admin_email", undefined],
    ["state", "Atlantis"],
    ["state", long(61)],
    ["brand_color", ""],
    ["brand_color", undefined],
    ["brand_color", "red"],
    ["brand_color", "#12345"],
    ["brand_color", "#12345g"],
    ["brand_color", "#1234567"],
    ["brand_color", "#fff;background:url(//evil.example)"],
    ["about", long(20_001)],
    ["about", "🎉".repeat(30_000)],
    ["employee_benefits", long(20_001)],
    ["employee_benefits", "nul\u0000"],
    ["status", "SUSPENDED"],
    ["tenant_id", "1"],
  ])("refuses %s: %j at that field", async (field, value) => {
    const { status, problem } = await tryWith({ [field]: value });
    expect(status).toBe(422);
    expect(problem.errors?.map(({ path }) => path)).toEqual([field]);
    expect(problem.errors?.[0]?.message).toMatch(/^[A-Z].*\.$/);
    expect(problem.message).toBe(problem.errors?.[0]?.message);
  });

  it("reports every invalid field at once", async () => {
    const { problem } = await tryWith({ name: "", email: "x", brand_color: "x" });
    expect(problem.errors?.map(({ path }) => path).toSorted()).toEqual([
      "brand_color",
      "email",
      "name",
    ]);
  });

  it("accepts every field at its maximum length", async () => {
    const made = await admin.call(createOrganization, {
      body: organizationForm(
        organizationText({
          name: long(120),
          code: long(40),
          address: long(300),
          emp_prefix: long(12),
          admin_name: long(120),
          about: long(20_000),
        }),
        logo,
      ),
    });
    expect(made.about).toHaveLength(20_000);
  });

  it("refuses a body that is not a form", async () => {
    const reply = await admin.attempt(createOrganization, { body: organizationText() });
    expect(reply.status).toBe(415);
    expect(reply.problem.code).toBe("unsupported_media_type");
  });

  it("refuses a field name that would reach into the server's own objects", async () => {
    const form = organizationForm(organizationText(), logo);
    form.append("__proto__", "x");
    const { status, problem } = await admin.attempt(createOrganization, { body: form });
    expect(status).toBe(400);
    expect(problem.message).toBe("The request could not be read: a field has a forbidden name.");
  });

  it("refuses a repeated field", async () => {
    const form = organizationForm(organizationText(), logo);
    form.append("name", "Another");
    expect((await admin.attempt(createOrganization, { body: form })).status).toBe(400);
  });
});

describe("logos that are refused at the field", () => {
  const notAnImage = "This file is not a PNG, JPG, WebP or GIF image. Choose another file.";

  it.each([
    ["none", undefined, 422, "Choose a logo."],
    ["an empty file", Buffer.alloc(0), 422, "Choose a logo."],
    ["a text", Buffer.from("not an image"), 422, notAnImage],
    [
      "a file larger than 15 MB",
      Buffer.alloc(16 * 1024 * 1024),
      413,
      "This file is larger than 15 MB. Choose a smaller one.",
    ],
  ])("refuses %s", async (_name, file, status, message) => {
    const form = organizationForm(organizationText(), file, "logo.png");
    const reply = await admin.attempt(createOrganization, { body: form });
    expect(reply.status).toBe(status);
    expect(reply.problem.errors).toEqual([{ path: "logo", message }]);
  });

  it("refuses a decompression bomb, and text in place of the file", async () => {
    const enormous = await tryWith({}, await decompressionBomb(50_000, 50_000));
    expect(enormous.problem.errors?.[0]).toMatchObject({ path: "logo" });
    expect(enormous.problem.message).toContain("120 million pixels");
    const text = await tryWith({ logo: "https://example.com/logo.png" }, undefined);
    expect(text.problem.errors).toEqual([{ path: "logo", message: "Send this field as a file." }]);
  });

  it("refuses a file in a text field", async () => {
    const form = organizationForm(organizationText(), logo);
    form.append("photo", new Blob([new Uint8Array(logo)]), "photo.png");
    expect((await admin.attempt(createOrganization, { body: form })).status).toBe(400);
  });

  it("accepts a file of exactly the largest size", async () => {
    const bytes = Buffer.concat([logo, Buffer.alloc(15 * 1024 * 1024 - logo.length)]);
    expect((await tryWith({}, bytes)).status).toBe(201);
  });
});

describe("permissions", () => {
  it("responds 401 without a session, before the body is read", async () => {
    const body = organizationForm(organizationText(), logo);
    expect((await world.nobody.attempt(createOrganization, { body })).status).toBe(401);
    const forged: Caller = await world.signIn("platform");
    await forged.send("POST", "/wire/logout");
    expect((await forged.attempt(createOrganization, { body })).status).toBe(401);
  });

  it("responds 403 to staff and to an organization's users, whatever they send", async () => {
    const own = await admin.call(createOrganization, {
      body: organizationForm(organizationText(), logo),
    });
    const user = await world.signIn("organization", own.tenant_id);
    const body = organizationForm({}, await decompressionBomb(60_000, 60_000));
    expect((await staff.attempt(createOrganization, { body })).status).toBe(403);
    expect((await user.attempt(createOrganization, { body })).status).toBe(403);
    const params = { tenant_id: own.tenant_id, company_id: own.company_id };
    expect((await user.attempt(getOrganization, { params })).status).toBe(200);
    expect((await user.attempt(addBranch, { body: params })).status).toBe(403);
  });
});

describe("reading one organization", () => {
  it("shows staff all of it and responds 401 without a session", async () => {
    const { tenant_id, company_id } = await admin.call(createOrganization, {
      body: organizationForm(organizationText(), logo),
    });
    const params = { tenant_id, company_id };
    expect(await staff.call(getOrganization, { params })).toMatchObject(params);
    expect((await world.nobody.attempt(getOrganization, { params })).status).toBe(401);
  });

  it("responds 404 for an unknown one and for one of another tenant", async () => {
    const one = await admin.call(createOrganization, {
      body: organizationForm(organizationText(), logo),
    });
    const other = await admin.call(createOrganization, {
      body: organizationForm(organizationText(), logo),
    });
    const mixed = { tenant_id: one.tenant_id, company_id: other.company_id };
    const missing = { tenant_id: 999_999, company_id: 999_999 };
    for (const params of [mixed, missing]) {
      const { status, problem } = await admin.attempt(getOrganization, { params });
      expect(status).toBe(404);
      expect(problem.message).toBe("The organization was not found.");
    }
  });

  it.each(["0", "-1", "abc", "1.5", "99999999999999999"])(
    "refuses %s as an id",
    async (tenant_id) => {
      const params = { tenant_id, company_id: 1 };
      const { status, problem } = await admin.attempt(getOrganization, { params });
      expect(status).toBe(422);
      expect(problem.errors?.[0]?.path).toBe("tenant_id");
    },
  );
});
