import {
  getBankCredentials,
  getUrlSettings,
  resetMailSettings,
  saveBankCredentials,
  saveMailSettings,
  saveUrlSettings,
  testBankCredentials,
  testMailSettings,
} from "@kontor/contract/settings/settings";
import { previewEmailTemplate } from "@kontor/contract/templates/templates";
import { describe, expect, onTestFinished, test } from "vitest";

import { buildApp } from "../app.ts";
import { openFileWorld, openWorld } from "../testing/harness.ts";
import { addPerson, mailsTo, testPassword } from "../testing/people.ts";
import { wholeDatabase } from "../testing/whole-database.ts";

const world = await openFileWorld({ KONTOR_PUBLIC_URL: "https://kontor.example" });
const platform = (await addPerson(world, ["ADMINISTRATOR"])).caller;

const keys = {
  provider: "sandbox",
  public_key: "pk_test_0123456789",
  secret_key: "sk_test_tuvwxyz_ABCD",
  webhook_secret: "wh_test_tuvwxyz_EFGH",
  present_password: testPassword,
};

describe("the bank credentials", () => {
  test("are initially the sandbox, without keys", async () => {
    expect(await platform.call(getBankCredentials)).toMatchObject({
      provider: "sandbox",
      providers: [{ name: "sandbox", title: "Sandbox" }],
      public_key: "",
      secret_key: null,
      webhook_secret: null,
      can_keep_secrets: true,
      version: 0,
    });
  });

  test("show the last four characters of each secret, and keep a secret that is not typed again", async () => {
    const saved = await platform.call(saveBankCredentials, { body: keys });
    const now = world.clock.now();
    expect(saved).toMatchObject({
      public_key: keys.public_key,
      secret_key: { last_four: "ABCD", updated_at: now },
      webhook_secret: { last_four: "EFGH", updated_at: now },
    });
    const again = await platform.call(saveBankCredentials, {
      body: {
        provider: "sandbox",
        public_key: "pk_2",
        webhook_secret: "",
        version: saved.version,
        present_password: testPassword,
      },
    });
    expect(again).toMatchObject({
      public_key: "pk_2",
      secret_key: { last_four: "ABCD" },
      webhook_secret: null,
    });
    const late = await platform.attempt(saveBankCredentials, {
      body: { ...keys, secret_key: "sk_test_stale_000000", version: saved.version },
    });
    expect([late.status, late.problem.code]).toEqual([409, "changed_meanwhile"]);
    expect((await platform.call(getBankCredentials)).secret_key?.last_four).toBe("ABCD");
  });

  test("are changed only with the user's own password, and every administrator is notified", async () => {
    const other = await addPerson(world, ["ADMINISTRATOR"]);
    const refused = await platform.attempt(saveBankCredentials, {
      body: { ...keys, present_password: "not my password" },
    });
    expect([refused.status, refused.problem.code]).toEqual([422, "password_wrong"]);
    expect(await mailsTo(world, other.email)).toEqual([]);
    await platform.call(saveBankCredentials, { body: keys });
    expect((await mailsTo(world, other.email)).map(({ subject }) => subject)).toEqual([
      "The bank credentials were changed",
    ]);
  });

  test("explain what a test of the sandbox means", async () => {
    await platform.call(saveBankCredentials, { body: keys });
    expect(await platform.call(testBankCredentials)).toEqual({
      connected: true,
      sandbox: true,
      message:
        "This is the sandbox: no bank was asked, no key was checked, and no real money moves.",
    });
  });

  test("encrypted with another key are reported by the test", async () => {
    await platform.call(saveBankCredentials, { body: keys });
    const other = await buildApp({
      environment: { ...world.environment, secretKey: "6".repeat(64) },
      database: world.database,
      clock: world.clock,
    });
    onTestFinished(() => other.close());
    const reply = await other.inject({
      method: "POST",
      url: "/api/settings/bank-credentials/test",
      headers: { authorization: `Bearer ${platform.token}` },
    });
    expect(reply.statusCode).toBe(409);
    expect(reply.json()).toMatchObject({
      code: "secret_unreadable",
      message:
        "The bank secret key was encrypted with another KONTOR_SECRET_KEY and cannot be read. Enter and save it again.",
    });
  });

  test("cannot be saved in production without a key, and then nothing else is saved", async () => {
    const production = await openWorld({
      NODE_ENV: "production",
      DATABASE_URL: "postgres://unused/unused",
      KONTOR_SECRET_KEY: "",
    });
    onTestFinished(() => production.close());
    const caller = (await addPerson(production, ["ADMINISTRATOR"])).caller;
    expect((await caller.call(getBankCredentials)).can_keep_secrets).toBe(false);
    const reply = await caller.attempt(saveBankCredentials, { body: keys });
    expect([reply.status, reply.problem.code]).toEqual([409, "secret_key_missing"]);
    expect(reply.problem.message).toContain("Set KONTOR_SECRET_KEY to 64 hex digits");
    expect(await caller.call(getBankCredentials)).toMatchObject({ public_key: "", version: 0 });
    const { secret_key: _, webhook_secret: __, ...open } = keys;
    expect((await caller.attempt(saveBankCredentials, { body: open })).status).toBe(200);
  });

  test.for([
    [{ provider: "moneybank" }, "provider", "Choose a provider."],
    [{ secret_key: "two\nlines" }, "secret_key", "Use one line of plain text."],
    [{ secret_key: "x".repeat(501) }, "secret_key", "Use at most 500 characters."],
    [{ key: "x" }, "key", "There is no field called key here."],
  ] as const)("refuse %j", async ([body, path, message]) => {
    const reply = await platform.attempt(saveBankCredentials, { body: { ...keys, ...body } });
    expect(reply.status).toBe(422);
    expect(reply.problem.errors?.[0]).toEqual({ path, message });
  });
});

test("secrets are in plain text neither in a response nor in the database nor in the log", async () => {
  const lines: string[] = [];
  const talkative = await openWorld(
    { LOG_LEVEL: "trace" },
    { logStream: { write: (line) => lines.push(line) } },
  );
  onTestFinished(() => talkative.close());
  const caller = (await addPerson(talkative, ["ADMINISTRATOR"])).caller;
  const password = "mail_password_uvwxyz";
  const mail = {
    host: "127.0.0.1",
    port: 9,
    security: "none",
    username: "user",
    password,
    sender_name: "Office",
    sender_email: "office@example.com",
    present_password: testPassword,
  };
  const replies = [
    await caller.attempt(saveBankCredentials, { body: keys }),
    await caller.attempt(saveBankCredentials, { body: { ...keys, nonsense: 1 } }),
    await caller.attempt(getBankCredentials),
    await caller.attempt(testBankCredentials),
    await caller.attempt(saveMailSettings, { body: mail }),
    await caller.attempt(saveMailSettings, { body: { ...mail, port: "x" } }),
    await caller.attempt(testMailSettings),
    await caller.attempt(resetMailSettings, { body: { password: testPassword } }),
    await caller.attempt(saveMailSettings, { body: mail }),
  ];
  expect(replies.map(({ status }) => status)).toEqual([
    200, 422, 200, 200, 200, 422, 200, 200, 200,
  ]);
  const answers = JSON.stringify(replies.map(({ body }) => body));
  const stored = await wholeDatabase(talkative);
  expect(stored).toContain("platform_secrets");
  expect(stored).toContain("secret.saved");
  expect(lines.length).toBeGreaterThan(0);
  for (const secret of [keys.secret_key, keys.webhook_secret, password]) {
    for (const spelling of [secret, Buffer.from(secret).toString("hex"), btoa(secret)]) {
      for (const [place, text] of Object.entries({ answers, stored, log: lines.join("\n") })) {
        expect(text.includes(spelling), `${place} holds ${spelling}`).toBe(false);
      }
    }
  }
});

describe("the addresses", () => {
  const urls = {
    public_url: "https://pay.example.com",
    support_url: "https://help.example.com/kontor",
    employee_portal_url: "https://staff.example.com:8443",
    offer_link_url: "http://offers.example.com/o",
  };

  test("are derived from the environment until they are saved", async () => {
    expect(await platform.call(getUrlSettings)).toEqual({
      public_url: "",
      support_url: "",
      employee_portal_url: "",
      offer_link_url: "",
      effective: {
        public_url: "https://kontor.example",
        support_url: "",
        employee_portal_url: "https://kontor.example/portal",
        offer_link_url: "https://kontor.example",
      },
      version: 0,
      updated_at: null,
    });
    const bare = await openWorld({ HOST: "0.0.0.0", PORT: "4000" });
    onTestFinished(() => bare.close());
    const caller = await bare.signIn("platform");
    expect((await caller.call(getUrlSettings)).effective.public_url).toBe("http://localhost:4000");
  });

  test("are saved without a trailing slash, and used by mails", async () => {
    const saved = await platform.call(saveUrlSettings, {
      body: { ...urls, public_url: `${urls.public_url}//`, version: 0, password: testPassword },
    });
    expect(saved).toMatchObject({ ...urls, effective: urls, updated_at: world.clock.now() });
    expect(await platform.call(getUrlSettings)).toEqual(saved);
    const { html, text } = await platform.call(previewEmailTemplate.platform, {
      params: { id: 1 },
      body: { body: `<p><a href="{{portal_link}}">Portal</a> <a href="{{app_link}}">App</a></p>` },
    });
    expect(html).toContain(`href="${urls.employee_portal_url}"`);
    expect(html).toContain(`href="${urls.public_url}"`);
    expect(text).toContain(`Questions? See ${urls.support_url}`);
    const late = await platform.attempt(saveUrlSettings, {
      body: { ...urls, version: 0, password: testPassword },
    });
    expect([late.status, late.problem.code]).toEqual([409, "changed_meanwhile"]);
    const emptied = await platform.call(saveUrlSettings, { body: { password: testPassword } });
    expect(emptied.effective.public_url).toBe("https://kontor.example");
  });

  test("are changed only with the user's password, since links to sign in begin with them", async () => {
    const { effective } = await platform.call(getUrlSettings);
    for (const [given, code] of [
      [undefined, "validation_failed"],
      ["not my password 2026", "password_wrong"],
    ] as const) {
      const body = { public_url: "https://elsewhere.example", password: given };
      const refused = await platform.attempt(saveUrlSettings, { body });
      expect([refused.status, refused.problem.errors?.[0]?.path]).toEqual([422, "password"]);
      expect(JSON.stringify(refused.problem)).toContain(code);
    }
    expect((await platform.call(getUrlSettings)).effective).toEqual(effective);
  });

  test("notify every administrator of a changed address in mails", async () => {
    const other = await addPerson(world, ["ADMINISTRATOR"]);
    const subjects = async () => (await mailsTo(world, other.email)).map(({ subject }) => subject);
    await platform.call(saveUrlSettings, {
      body: { support_url: urls.support_url, password: testPassword },
    });
    expect(await subjects()).toEqual([]);
    await platform.call(saveUrlSettings, {
      body: { public_url: urls.public_url, password: testPassword },
    });
    await platform.call(saveUrlSettings, {
      body: {
        public_url: urls.public_url,
        employee_portal_url: urls.employee_portal_url,
        password: testPassword,
      },
    });
    expect(await subjects()).toEqual([
      `Links in mails begin with ${urls.public_url} now`,
      `Links of the employees' portal begin with ${urls.employee_portal_url} now`,
    ]);
    await platform.call(saveUrlSettings, { body: { password: testPassword } });
  });

  test("notify of both addresses when both are changed at once", async () => {
    const other = await addPerson(world, ["ADMINISTRATOR"]);
    const { public_url, employee_portal_url } = urls;
    await platform.call(saveUrlSettings, {
      body: { public_url, employee_portal_url, password: testPassword },
    });
    await platform.call(saveUrlSettings, { body: { password: testPassword } });
    expect((await mailsTo(world, other.email)).map(({ subject }) => subject)).toEqual([
      `Links in mails begin with ${public_url} now`,
      `Links of the employees' portal begin with ${employee_portal_url} now`,
      "Links in mails begin with https://kontor.example now",
      "Links of the employees' portal begin with https://kontor.example/portal now",
    ]);
  });

  test.for([
    "pay.example.com",
    "ftp://pay.example.com",
    "javascript:alert(1)",
    "https://",
    "https://user:pass@pay.example.com",
    "https://pay example.com",
    `https://pay.example.com/"onload="x`,
    "https://pay.example.com/{{code}}",
    "//pay.example.com",
    "https://-pay.example.com",
    "/settings",
  ])("refuse %s", async (address) => {
    for (const field of Object.keys(urls)) {
      const reply = await platform.attempt(saveUrlSettings, {
        body: { [field]: address, password: testPassword },
      });
      expect(reply.status).toBe(422);
      expect(reply.problem.errors?.[0]?.path).toBe(field);
      expect(reply.problem.errors?.[0]?.message).toContain("begins with https:// or http://");
    }
  });
});

describe("permissions", () => {
  test.for([
    [getUrlSettings, undefined],
    [saveUrlSettings, { password: testPassword }],
    [getBankCredentials, undefined],
    [saveBankCredentials, keys],
    [testBankCredentials, undefined],
  ] as const)("$0.method $0.path", async ([endpoint, body]) => {
    const wire = body === undefined ? {} : { body };
    const staff = await world.signIn("staff");
    expect((await world.nobody.attempt(endpoint, wire)).status).toBe(401);
    expect((await staff.attempt(endpoint, wire)).status).toBe(403);
    expect((await platform.attempt(endpoint, wire)).status).toBe(200);
  });
});
