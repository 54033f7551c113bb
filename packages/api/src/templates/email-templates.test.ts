import { templateKinds } from "@kontor/contract/reference/template-labels";
import {
  listEmailTemplates,
  previewEmailTemplate,
  resetEmailTemplate,
  resetEmailTemplates,
  saveEmailTemplate,
  sendTestEmailTemplate,
} from "@kontor/contract/templates/templates";
import { sql } from "kysely";
import { afterEach, beforeAll, describe, expect, test } from "vitest";

import { setTenant } from "../platform/scope.ts";
import { openFileWorld, type Caller } from "../testing/harness.ts";
import { attacks, expectInert } from "../testing/markup.ts";
import { addTestOrganization } from "../testing/organization-forms.ts";
import { mailComposer } from "./compose.ts";
import { sampleValues } from "./samples.ts";

const world = await openFileWorld({ KONTOR_PUBLIC_URL: "https://kontor.example" });
const platform = await world.signIn("platform");
const staff = await world.signIn("staff");
let insider: Caller;
let acme: { tenant_id: number; company_id: number };
let other: { tenant_id: number; company_id: number };

beforeAll(async () => {
  const fields = { brand_color: "#E63946", support_email: "help@acme.example" };
  const first = await addTestOrganization(platform, { name: "Acme & Sons", ...fields });
  const second = await addTestOrganization(platform, { name: "Other Limited" });
  acme = { tenant_id: first.tenant_id, company_id: first.company_id };
  other = { tenant_id: second.tenant_id, company_id: second.company_id };
  insider = await world.signIn("organization", acme.tenant_id);
});
afterEach(async () => {
  await platform.call(resetEmailTemplates.platform);
  for (const params of [acme, other])
    await platform.call(resetEmailTemplates.organization, { params });
});

const idOf = (label: string) => templateKinds.find((kind) => kind.label === label)?.id ?? 0;
const deposit = idOf("wallet_deposit");
const ownText = {
  subject: "{{amount}} has arrived",
  body: "<p>Dear {{company_name}}, <strong>{{amount}}</strong> is there.</p>",
};
const at = (path: typeof acme, id = deposit) => ({ ...path, id });
const save = (path: typeof acme, body: object = {}, id = deposit) =>
  platform.attempt(saveEmailTemplate.organization, {
    params: at(path, id),
    body: { ...ownText, ...body },
  });
const found = async (path: typeof acme, id = deposit) =>
  (await staff.call(listEmailTemplates.organization, { params: path })).find(
    (row) => row.id === id,
  );

describe("an organization's templates", () => {
  test("are all mails of the product with titles, placeholders and the built-in text", async () => {
    const rows = await staff.call(listEmailTemplates.organization, { params: acme });
    expect(rows.map(({ id, label, title, module }) => ({ id, label, title, module }))).toEqual(
      templateKinds,
    );
    expect(rows.every((row) => row.level === "built_in" && row.version === 0)).toBe(true);
    const row = rows.find(({ id }) => id === deposit);
    expect(row).toMatchObject({ label: "wallet_deposit", title: "Wallet Deposit", module: null });
    expect(row?.preview).toMatch(/^Hello, A deposit has been added to the funding account of /);
    expect(row?.placeholders).toContainEqual({
      name: "amount",
      title: "amount",
      sample: "₦100,000.00",
    });
    // It ends before the word that would be cut.
    expect(row?.preview.endsWith(` Reference: ${sampleValues.reference}…`)).toBe(true);
    for (const { preview } of rows) expect(preview.length).toBeLessThanOrEqual(160);
    for (const { placeholders } of rows) {
      for (const { title } of placeholders) expect(title).toMatch(/^[A-Za-z ]{1,31}$/);
    }
  });

  test("are its own once saved, and nobody else's", async () => {
    const saved = await platform.call(saveEmailTemplate.organization, {
      params: at(acme),
      body: ownText,
    });
    expect(saved).toMatchObject({
      id: deposit,
      ...ownText,
      level: "organization",
      updated_at: world.clock.now(),
      preview: "Dear Demo Company Limited, ₦100,000.00 is there.",
    });
    expect(await found(acme)).toEqual(saved);
    expect((await found(other))?.level).toBe("built_in");
    expect((await found(acme, idOf("wallet_withdrawal")))?.level).toBe("built_in");
  });

  test("return to the platform's default one by one or all at once", async () => {
    await platform.call(saveEmailTemplate.platform, {
      params: { id: deposit },
      body: { ...ownText, subject: "From the platform" },
    });
    const notice = idOf("new_notice");
    await save(acme);
    await save(acme, { body: "<p>{{notice_title}}</p>", subject: "News" }, notice);
    const one = await platform.call(resetEmailTemplate.organization, { params: at(acme) });
    expect(one).toMatchObject({ subject: "From the platform", level: "platform", version: 0 });
    expect((await found(acme, notice))?.level).toBe("organization");
    const all = await platform.call(resetEmailTemplates.organization, { params: acme, body: acme });
    expect(all.filter((row) => row.level === "organization")).toEqual([]);
    expect(all).toHaveLength(templateKinds.length);
  });

  test("are not overwritten by an edit of an older version", async () => {
    const first = await platform.call(saveEmailTemplate.organization, {
      params: at(acme),
      body: { ...ownText, version: 0 },
    });
    const late = await save(acme, { version: 0 });
    expect([late.status, late.problem.code]).toEqual([409, "changed_meanwhile"]);
    expect((await save(acme, { version: first.version })).status).toBe(200);
  });

  test.for([
    ["job_offer", "subject", { subject: "For {{employee_name}}" }, "{{employee_name}}"],
    ["wallet_deposit", "body", { body: "<p>{{code}}</p>" }, "{{code}}"],
    ["wallet_deposit", "body", { body: "<p>{{<b>amo</b>unt}}</p>" }, "{{amount}}"],
    ["wallet_deposit", "body", { body: "<p>{{ amount</p>" }, "{{amount}}"],
    ["wallet_deposit", "subject", { subject: "{{Amount}}" }, "{{Amount}}"],
  ] as const)(
    "of %s refuse an unknown placeholder in the %s by name",
    async ([label, field, body, name]) => {
      const reply = await save(acme, body, idOf(label));
      expect([reply.status, reply.problem.code]).toEqual([422, "placeholder_unknown"]);
      expect(reply.problem.errors?.[0]?.path).toBe(field);
      expect(reply.problem.errors?.[0]?.message).toContain(`no placeholder ${name} here`);
    },
  );

  test.for([
    [{ subject: "" }, "subject", "Enter a subject."],
    [{ subject: "one\ntwo" }, "subject", "Use one line of plain text."],
    [{ subject: "x".repeat(201) }, "subject", "Use at most 200 characters."],
    [{ subject: undefined }, "subject", "Enter a subject."],
    [{ body: "  " }, "body", "Enter a body."],
    [{ body: "<p></p><script>x</script>" }, "body", "Enter a body."],
    [{ body: undefined }, "body", "Enter a body."],
    [{ body: `<p>${"x".repeat(100_000)}</p>` }, "body", "Use at most 100000 characters."],
    [{ label: "wallet_deposit" }, "label", "There is no field called label here."],
    [{ tenant_id: 999 }, "tenant_id", "tenant_id is not what the address of the request says."],
  ] as const)("refuse %j", async ([body, path, message]) => {
    const reply = await save(acme, body);
    expect(reply.status).toBe(422);
    expect(reply.problem.errors?.[0]).toEqual({ path, message });
    expect((await found(acme))?.level).toBe("built_in");
  });

  test("for a new password must contain the code", async () => {
    const reply = await save(
      acme,
      { subject: "New password", body: "<p>Hello {{name}}</p>" },
      idOf("password_reset"),
    );
    expect([reply.status, reply.problem.code]).toEqual([422, "placeholder_missing"]);
    expect(reply.problem.errors).toEqual([
      {
        path: "body",
        message: "This mail is useless without {{code}}. Add it to the body.",
      },
    ]);
  });

  test.for(attacks)("keep nothing executable of %s", async (attack) => {
    const saved = await platform.call(saveEmailTemplate.organization, {
      params: at(acme),
      body: { subject: attack.replaceAll(/\s+/g, " "), body: `<p>safe</p>${attack}` },
    });
    expectInert(saved.body);
    expect(saved.body).toContain("<p>safe</p>");
    const mail = await staff.call(previewEmailTemplate.organization, {
      params: at(acme),
      body: {},
    });
    expectInert(mail.html);
    expect(mail.html).toContain("safe");
  });
});

describe("a preview", () => {
  test("shows sample values in the organization's layout and saves nothing", async () => {
    const mail = await staff.call(previewEmailTemplate.organization, {
      params: at(acme),
      body: ownText,
    });
    expect(mail.subject).toBe("₦100,000.00 has arrived");
    expect(mail.html).toContain("Dear Acme &amp; Sons, <strong>₦100,000.00</strong> is there.");
    expect(mail.html).toContain("border-top:4px solid #E63946");
    expect(mail.html).toMatch(/<img src="\/api\/files\/[0-9a-f]{32}\.png" alt="Acme &amp; Sons"/);
    expect(mail.text).toBe(
      "Dear Acme & Sons, ₦100,000.00 is there.\n\n--\nSent by Acme & Sons with Kontor.\nQuestions? Write to help@acme.example\n",
    );
    expect((await found(acme))?.level).toBe("built_in");
  });

  test("uses the saved text for missing fields", async () => {
    await save(acme);
    const mail = await staff.call(previewEmailTemplate.organization, {
      params: at(acme),
      body: { subject: "Another subject" },
    });
    expect(mail.subject).toBe("Another subject");
    expect(mail.html).toContain("is there.");
  });

  test.for(templateKinds.map(({ id, label }) => [label, id] as const))(
    "of %s is complete, for an organization and for the platform",
    async ([, id]) => {
      const mails = [
        await staff.call(previewEmailTemplate.organization, { params: at(acme, id), body: {} }),
        await platform.call(previewEmailTemplate.platform, { params: { id }, body: {} }),
      ];
      for (const { subject, html, text } of mails) {
        expect(`${subject}${html}${text}`).not.toMatch(/\{\{|\}\}|undefined|null/);
        expect(text.length).toBeGreaterThan(100);
        expectInert(html);
      }
      expect(mails[0]?.html).toContain("Acme &amp; Sons");
      expect(mails[1]?.html).not.toContain("Acme");
    },
  );

  test("refuses text that could not be saved", async () => {
    const reply = await staff.attempt(previewEmailTemplate.organization, {
      params: at(acme),
      body: { subject: "{{nobody}}" },
    });
    expect([reply.status, reply.problem.errors?.[0]?.path]).toEqual([422, "subject"]);
  });
});

describe("a test mail", () => {
  const mails = async () =>
    (
      await world.database.transaction((tx) =>
        sql<{ to_email: string; subject: string; html: string; tenant_id: number | null }>`
          select to_email, subject, html, tenant_id from mails order by id desc`.execute(tx),
      )
    ).rows;

  test("is sent only to the signed-in user, with a logo that mail programs can fetch", async () => {
    const before = (await mails()).length;
    const sent = await platform.call(sendTestEmailTemplate.organization, {
      params: at(acme),
      body: ownText,
    });
    const [mail, ...rest] = await mails();
    expect(rest).toHaveLength(before);
    expect(mail).toMatchObject({
      ...sent,
      subject: "₦100,000.00 has arrived",
      tenant_id: acme.tenant_id,
    });
    const logo = /<img src="https:\/\/kontor\.example(\/api\/files\/[0-9a-f]{32}\.png)"/.exec(
      mail?.html ?? "",
    )?.[1];
    const reply = await fetch(`${world.url}${logo}`);
    expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "image/png"]);
  });

  test("of the platform has the platform's layout", async () => {
    await platform.call(sendTestEmailTemplate.platform, { params: { id: deposit }, body: {} });
    const [mail] = await mails();
    expect(mail?.tenant_id).toBeNull();
    expect(mail?.html).toContain("Sent by Kontor.");
  });
});

describe("the platform's defaults", () => {
  test("apply to organizations without a text of their own, and count the others", async () => {
    await save(other);
    const saved = await platform.call(saveEmailTemplate.platform, {
      params: { id: deposit },
      body: { subject: "Money in", body: "<p>{{amount}}</p>", version: 0 },
    });
    expect(saved).toMatchObject({ level: "platform", organizations_differing: 1 });
    expect(await found(acme)).toMatchObject({ subject: "Money in", level: "platform", version: 0 });
    expect(await found(other)).toMatchObject({ ...ownText, level: "organization" });
    const reset = await platform.call(resetEmailTemplate.platform, { params: { id: deposit } });
    expect(reset).toMatchObject({ level: "built_in", organizations_differing: 1, version: 0 });
    expect(await platform.call(listEmailTemplates.platform)).toHaveLength(templateKinds.length);
  });
});

describe("a mail that is sent", () => {
  const values = {
    amount: "₦5.00",
    transaction_date: "1 March 2026",
    reference: "DEP-000001",
    description: `<img src=x onerror=alert(1)> {{amount}}`,
    balance: "₦5.00",
  };
  const compose = (tenantId: number | null) =>
    world.database.transaction(async (tx) => {
      if (tenantId !== null) await setTenant(tx, tenantId);
      const about = { tenantId, label: "wallet_deposit" } as const;
      return (await mailComposer({ tx, environment: world.environment }, about))(values);
    });

  test("uses the nearest text, the organization's layout and escaped values", async () => {
    await save(acme, { body: "<p>{{company_name}}: {{description}}</p>" });
    const own = await compose(acme.tenant_id);
    expect(own.subject).toBe("₦5.00 has arrived");
    expect(own.html).toContain(
      "Acme &amp; Sons: &lt;img src=x onerror=alert(1)&gt; {{amount}}</p>",
    );
    expectInert(own.html);
    expect((await compose(other.tenant_id)).subject).toBe(
      "₦5.00 was paid into your funding account",
    );
    const platforms = await compose(null);
    expect(platforms.html).toContain("Sent by Kontor.");
    expect(platforms.html).toContain('href="https://kontor.example"');
  });

  test("of another tenant cannot be read in this one's scope", async () => {
    await save(acme);
    const mail = world.database.transaction(async (tx) => {
      await setTenant(tx, other.tenant_id);
      const about = { tenantId: acme.tenant_id, label: "wallet_deposit" } as const;
      return mailComposer({ tx, environment: world.environment }, about);
    });
    // Not even the organization itself, whose name and logo the mail would show.
    await expect(mail).rejects.toThrow("The organization was not found.");
  });
});

describe("permissions", () => {
  const calls = [
    [listEmailTemplates.organization, {}, "staff"],
    [saveEmailTemplate.organization, ownText, "platform"],
    [resetEmailTemplates.organization, {}, "platform"],
    [resetEmailTemplate.organization, undefined, "platform"],
    [previewEmailTemplate.organization, {}, "staff"],
    [sendTestEmailTemplate.organization, {}, "platform"],
    [listEmailTemplates.platform, {}, "platform"],
    [saveEmailTemplate.platform, ownText, "platform"],
    [resetEmailTemplates.platform, {}, "platform"],
    [resetEmailTemplate.platform, {}, "platform"],
    [previewEmailTemplate.platform, {}, "platform"],
    [sendTestEmailTemplate.platform, {}, "platform"],
  ] as const;

  test.for(calls)("$0.method $0.path", async ([endpoint, body, who]) => {
    const wire = { params: at(acme), ...(endpoint.method === "GET" ? {} : { body }) };
    expect((await world.nobody.attempt(endpoint, wire)).status).toBe(401);
    expect((await insider.attempt(endpoint, wire)).status).toBe(403);
    expect((await staff.attempt(endpoint, wire)).status).toBe(who === "staff" ? 200 : 403);
    expect((await platform.attempt(endpoint, wire)).status).toBe(200);
    if (!endpoint.path.includes("{id}") && !endpoint.path.includes("{tenant_id}")) return;
    const strangers = endpoint.path.includes("{tenant_id}")
      ? [
          { ...at(acme), tenant_id: 999_999 },
          { ...at(acme), company_id: other.company_id },
        ]
      : [];
    const unknown = endpoint.path.includes("{id}") ? [at(acme, 999)] : [];
    for (const params of [...strangers, ...unknown]) {
      const reply = await platform.attempt(endpoint, { ...wire, params });
      expect([reply.status, reply.problem.code]).toEqual([404, "not_found"]);
    }
    const malformed = await platform.attempt(endpoint, {
      ...wire,
      params: { tenant_id: "x", company_id: "x", id: "x" },
    });
    expect(malformed.status).toBe(422);
  });
});
