import { createServer, type AddressInfo } from "node:net";

import {
  getMailSettings,
  listMails,
  resetMailSettings,
  saveMailSettings,
  testMailSettings,
} from "@kontor/contract/settings/settings";
import { sendTestEmailTemplate } from "@kontor/contract/templates/templates";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { createMailer } from "../platform/mail/mailer.ts";
import { openWorld, type Caller, type World } from "../testing/harness.ts";
import { openMailServer, type MailServer } from "../testing/mail-server.ts";
import { addPerson, mailsTo, testPassword } from "../testing/people.ts";

const account = { user: "kontor@mail.example", password: "a password of 26 letters" };
let world: World;
let platform: Caller;
let server: MailServer;

beforeAll(async () => {
  world = await openWorld({ KONTOR_SECRET_KEY: "5".repeat(64) });
  platform = (await addPerson(world, ["ADMINISTRATOR"], { name: "Test user" })).caller;
  server = await openMailServer({
    account,
    refuse: (address) =>
      address === "nobody@example.com" ? { code: 550, text: "5.1.1 No such user" } : undefined,
  });
});
afterAll(async () => {
  await server.close();
  await world.close();
});
afterEach(async () => {
  await platform.call(resetMailSettings, { body: { password: testPassword } });
  server.received.length = 0;
});

const settings = () => ({
  host: "127.0.0.1",
  port: server.port,
  security: "none",
  username: account.user,
  password: account.password,
  sender_name: "Kontor Office",
  sender_email: "office@kontor.example",
  reply_to: "help@kontor.example",
  present_password: testPassword,
});
const save = (body: object = {}) =>
  platform.attempt(saveMailSettings, { body: { ...settings(), ...body } });

/** What arrived, besides the notices of each change of the server. */
const subjectsOf = ({ received }: MailServer) =>
  received.flatMap(({ subject = "" }) =>
    /^(Mails go by|The mail server of)/.test(subject) ? [] : [subject],
  );

describe("the mail server", () => {
  test("is changed only by who knows the own password, and every administrator is told", async () => {
    const other = await addPerson(world, ["ADMINISTRATOR"]);
    const refused = await save({ present_password: "not my password" });
    expect([refused.status, refused.problem.code]).toEqual([422, "password_wrong"]);
    expect(refused.problem.errors?.[0]?.path).toBe("present_password");
    const missing = await platform.attempt(resetMailSettings, { body: {} });
    expect([missing.status, missing.problem.errors?.[0]?.path]).toEqual([422, "password"]);
    expect((await platform.call(getMailSettings)).host).toBe("");
    expect(await mailsTo(world, other.email)).toEqual([]);
    expect((await save()).status).toBe(200);
    await platform.call(resetMailSettings, { body: { password: testPassword } });
    expect(
      (await mailsTo(world, other.email)).map(({ label, subject }) => [label, subject]),
    ).toEqual([
      ["security_notice", `Mails go by the server 127.0.0.1:${server.port} now`],
      ["security_notice", "The mail server of Settings was forgotten"],
    ]);
  });

  test("is none at first, or the one of the environment", async () => {
    expect(await platform.call(getMailSettings)).toMatchObject({
      source: "none",
      host: "",
      password: null,
      version: 0,
      updated_at: null,
    });
    const configured = await openWorld({ SMTP_URL: "smtp://user:pass@mail.example:25" });
    onTestFinished(() => configured.close());
    const caller = await configured.signIn("platform");
    const found = await caller.call(getMailSettings);
    expect(found).toMatchObject({ source: "environment", host: "" });
    expect(JSON.stringify(found)).not.toContain("pass@");
  });

  test("is saved, with no more of its password than four characters", async () => {
    const reply = await save();
    expect(reply.status).toBe(200);
    const found = await platform.call(getMailSettings);
    const { password: _, present_password: __, ...rest } = settings();
    expect(found).toMatchObject({
      source: "settings",
      ...rest,
      password: { last_four: "ters", updated_at: world.clock.now() },
      updated_at: world.clock.now(),
    });
    expect(JSON.stringify([reply.body, found])).not.toContain(account.password);
  });

  test("shows nothing of a short password", async () => {
    await save({ password: "short" });
    expect((await platform.call(getMailSettings)).password).toEqual({
      last_four: "",
      updated_at: world.clock.now(),
    });
  });

  test.for([
    { host: "evil.example" },
    { port: 2525 },
    { username: "somebody@mail.example" },
    { security: "starttls" },
  ])("keeps its password for itself: %j wants it again", async (change) => {
    await save();
    const { password: _, ...same } = settings();
    expect(
      (await platform.attempt(saveMailSettings, { body: { ...same, sender_name: "New" } })).status,
    ).toBe(200);
    const reply = await platform.attempt(saveMailSettings, { body: { ...same, ...change } });
    expect([reply.status, reply.problem.code]).toEqual([422, "mail_password_again"]);
    expect(reply.problem.errors?.[0]?.path).toBe("password");
    expect((await platform.call(getMailSettings)).host).toBe("127.0.0.1");
    expect((await save(change)).status).toBe(200);
  });

  test("drops the password with its user, and when it is reset", async () => {
    await save();
    await save({ username: "", password: undefined });
    expect((await platform.call(getMailSettings)).password).toBeNull();
    await save();
    expect(
      await platform.call(resetMailSettings, { body: { password: testPassword } }),
    ).toMatchObject({
      source: "none",
      password: null,
    });
  });

  test("wants a password for a user", async () => {
    for (const password of [undefined, ""]) {
      const reply = await save({ password });
      expect([reply.status, reply.problem.code]).toEqual([422, "mail_password_needed"]);
    }
  });

  test("is not overwritten by somebody who has not seen it", async () => {
    expect((await save({ version: 0 })).status).toBe(200);
    const late = await save({ version: 0, password: "the wrong password" });
    expect([late.status, late.problem.code]).toEqual([409, "changed_meanwhile"]);
    expect((await platform.call(getMailSettings)).password?.last_four).toBe("ters");
  });

  test.for([
    [{ host: "" }, "host", "Enter the mail server, such as smtp.example.com."],
    [
      { host: "https://smtp.example.com" },
      "host",
      "Give the name or address of the server alone, such as smtp.example.com.",
    ],
    [
      { host: "smtp.example.com\r\nx" },
      "host",
      "Give the name or address of the server alone, such as smtp.example.com.",
    ],
    [
      { port: 0 },
      "port",
      "Give the port of the server, such as 587: a whole number from 1 to 65535.",
    ],
    [
      { port: "abc" },
      "port",
      "Give the port of the server, such as 587: a whole number from 1 to 65535.",
    ],
    [{ security: "ssl" }, "security", "Choose how the connection is protected."],
    [{ sender_name: "" }, "sender_name", "Enter the name that mails come from."],
    [
      { sender_email: "office" },
      "sender_email",
      "Enter a valid email address, such as name@example.com.",
    ],
    [{ reply_to: "office" }, "reply_to", "Enter a valid email address, such as name@example.com."],
    [{ password: "two\nlines" }, "password", "Use one line of plain text."],
    [{ url: "smtp://x" }, "url", "There is no field called url here."],
  ] as const)("refuses %j", async ([body, path, message]) => {
    const reply = await save(body);
    expect(reply.status).toBe(422);
    expect(reply.problem.errors?.[0]).toEqual({ path, message });
  });
});

describe("a test mail", () => {
  test("reaches the signed-in user by the saved server", async () => {
    await save();
    const result = await platform.call(testMailSettings);
    expect(result).toMatchObject({
      sent: true,
      server: `127.0.0.1:${server.port}`,
      server_said: null,
    });
    expect(result.message).toContain(`took a test mail for ${result.to_email}`);
    const [mail, ...more] = server.received;
    expect(more).toEqual([]);
    expect(mail?.from).toMatchObject({ name: "Kontor Office", address: "office@kontor.example" });
    expect(mail?.replyTo).toMatchObject([{ address: "help@kontor.example" }]);
    expect(mail?.to).toMatchObject([{ address: result.to_email, name: "Test user" }]);
    expect(mail?.subject).toBe("Test mail from Kontor");
    expect(mail?.html).toContain(`127.0.0.1:${server.port}`);
    expect(mail?.text).toContain("so the mail settings work.");
  });

  test("says that there is no server yet", async () => {
    const reply = await platform.attempt(testMailSettings);
    expect([reply.status, reply.problem.code]).toEqual([409, "mail_server_missing"]);
  });

  test("reports a password that the server refuses, in our words and in its own", async () => {
    await save({ password: "a wrong password" });
    const result = await platform.call(testMailSettings);
    expect(result.sent).toBe(false);
    expect(result.message).toBe(
      `127.0.0.1:${server.port} did not accept the user name and the password. Check both.`,
    );
    expect(result.server_said).toContain("535 5.7.8 Authentication failed");
    expect(JSON.stringify(result)).not.toContain("a wrong password");
  });

  test("reports a server that takes no connections", async () => {
    const port = await freePort();
    await save({ port });
    const result = await platform.call(testMailSettings);
    expect(result.message).toBe(
      `127.0.0.1:${port} takes no connections. Check the port: mostly 587 with STARTTLS, 465 with TLS.`,
    );
  });

  test("reports a name that nobody has", async () => {
    await save({ host: "nobody.invalid" });
    const result = await platform.call(testMailSettings);
    expect(result.sent).toBe(false);
    expect(result.message).toContain("There is no server nobody.invalid");
  });

  test.for([
    ["tls", "could not be protected as chosen"],
    ["starttls", "The certificate of 127.0.0.1"],
  ] as const)("goes nowhere in clear when %s was chosen", async ([security, part]) => {
    await save({ security });
    const result = await platform.call(testMailSettings);
    expect(result.sent).toBe(false);
    expect(result.message).toContain(part);
    expect(server.received).toEqual([]);
  });

  test("reports a receiver that the server refuses", async () => {
    await save();
    const refused = await world.signIn("platform");
    await world.database.transaction((tx) =>
      sql`update users set email = 'nobody@example.com' where id = ${refused.user_id}`.execute(tx),
    );
    const result = await refused.call(testMailSettings);
    expect(result).toMatchObject({ sent: false, to_email: "nobody@example.com" });
    expect(result.message).toContain("does not take mails for nobody@example.com");
    expect(result.server_said).toContain("No such user");
  });
});

describe("the outbox", () => {
  const mailer = (environment = world.environment) => {
    const lines: string[] = [];
    const write = (details: object, message: string) => {
      lines.push(`${message} ${JSON.stringify(details)}`);
    };
    const { database, clock } = world;
    const log = { info: write, warn: write, error: write };
    const made = createMailer({ database, environment, clock, log });
    onTestFinished(() => made.close());
    return { lines, deliver: () => made.deliverDue(new AbortController().signal) };
  };

  test("waits without a server, then goes by the saved one, and by the next one after a change", async () => {
    const { deliver } = mailer();
    await platform.call(sendTestEmailTemplate.platform, { params: { id: 14 }, body: {} });
    await deliver();
    expect((await platform.list(listMails)).data.counts.WAITING).toBeGreaterThan(0);
    await save({ username: "", password: undefined });
    const open = await openMailServer();
    onTestFinished(() => open.close());
    await save({ port: open.port, username: "", password: undefined });
    await deliver();
    expect(subjectsOf(open)).toEqual(["₦100,000.00 was paid into your funding account"]);
    expect(open.received[0]?.from?.address).toBe("office@kontor.example");
    await save();
    await platform.call(sendTestEmailTemplate.platform, { params: { id: 15 }, body: {} });
    await deliver();
    expect(subjectsOf(open)).toHaveLength(1);
    expect(subjectsOf(server)).toEqual(["₦100,000.00 was withdrawn from your funding account"]);
  });

  test("is tried at once when the settings that kept it waiting are corrected", async () => {
    const { deliver } = mailer();
    await save({ password: "not the password" });
    await platform.call(sendTestEmailTemplate.platform, { params: { id: 14 }, body: {} });
    await deliver();
    await deliver();
    expect(server.received).toEqual([]);
    await save();
    await deliver();
    expect(subjectsOf(server)).toHaveLength(1);
  });

  test("waits and says so when the password cannot be read any more", async () => {
    await save();
    const { lines, deliver } = mailer({ ...world.environment, secretKey: "6".repeat(64) });
    await deliver();
    expect(lines).toEqual([
      expect.stringContaining("mails wait, since the mail server cannot be used"),
    ]);
    expect(lines[0]).toContain("The mail password was sealed with another KONTOR_SECRET_KEY");
  });
});

describe("who may", () => {
  test.for([
    [getMailSettings, undefined],
    [saveMailSettings, settings],
    [resetMailSettings, () => ({ password: testPassword })],
    [testMailSettings, undefined],
  ] as const)("$0.method $0.path", async ([endpoint, body]) => {
    const wire = body === undefined ? {} : { body: body() };
    const insider = await world.signIn("staff");
    expect((await world.nobody.attempt(endpoint, wire)).status).toBe(401);
    expect((await insider.attempt(endpoint, wire)).status).toBe(403);
    expect([200, 409]).toContain((await platform.attempt(endpoint, wire)).status);
  });
});

/** A port of the loopback interface where nobody listens. */
async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => {
    probe.listen(0, "127.0.0.1", resolve);
  });
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => {
    probe.close(resolve);
  });
  return port;
}
