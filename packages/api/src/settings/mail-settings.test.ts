import { createServer, type AddressInfo } from "node:net";

import { listMails } from "@kontor/contract/settings/mails";
import {
  getMailSettings,
  resetMailSettings,
  saveMailSettings,
  testMailSettings,
} from "@kontor/contract/settings/settings";
import { sendTestEmailTemplate } from "@kontor/contract/templates/templates";
import { sql } from "kysely";
import { afterAll, afterEach, describe, expect, onTestFinished, test } from "vitest";

import { createMailer } from "../platform/mail/mailer.ts";
import { openFileWorld, openWorld } from "../testing/harness.ts";
import { openMailServer, type MailServer } from "../testing/mail-server.ts";
import { addPerson, mailsTo, testPassword } from "../testing/people.ts";

const account = { user: "kontor@mail.example", password: "a password of 26 letters" };
const world = await openFileWorld();
const platform = (await addPerson(world, ["ADMINISTRATOR"], { name: "Test user" })).caller;
const server = await openMailServer({
  account,
  refuse: (address) =>
    address === "nobody@example.com" ? { code: 550, text: "5.1.1 No such user" } : undefined,
});

afterAll(() => server.close());
afterEach(async () => {
  await platform.call(resetMailSettings, { body: { password: testPassword } });
  // No test must receive the notices that the previous one left for its own server.
  await world.database.transaction((tx) =>
    sql`delete from mails where via_sealed is not null`.execute(tx),
  );
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

/** The received mails, without the notices about changes of the server. */
const subjectsOf = ({ received }: MailServer) =>
  received.flatMap(({ subject = "" }) =>
    /^(Mails go by|The mail server in)/.test(subject) ? [] : [subject],
  );

describe("the mail server", () => {
  test("is changed only with the user's own password, and every administrator is notified", async () => {
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
      ["security_notice", "The mail server in Settings was removed"],
      // Sent through the previous server, whose mails the user who changed it cannot read.
      ["security_notice", "The mail server in Settings was removed"],
    ]);
  });

  test("is initially not set, or that of the environment", async () => {
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

  test("is saved, and shows only four characters of its password", async () => {
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
  ])("keeps its password to itself: %j requires it again", async (change) => {
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

  test("deletes the password with its user, and when it is reset", async () => {
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

  test("requires a password for a user", async () => {
    for (const password of [undefined, ""]) {
      const reply = await save({ password });
      expect([reply.status, reply.problem.code]).toEqual([422, "mail_password_needed"]);
    }
  });

  test("is not overwritten by an edit of an older version", async () => {
    expect((await save({ version: 0 })).status).toBe(200);
    const late = await save({ version: 0, password: "the wrong password" });
    expect([late.status, late.problem.code]).toEqual([409, "changed_meanwhile"]);
    expect((await platform.call(getMailSettings)).password?.last_four).toBe("ters");
  });
});

describe("a test mail", () => {
  test("reaches the signed-in user through the saved server", async () => {
    await save();
    const result = await platform.call(testMailSettings);
    expect(result).toMatchObject({
      sent: true,
      server: `127.0.0.1:${server.port}`,
    });
    expect(result.message).toContain(`accepted a test mail for ${result.to_email}`);
    const [mail, ...more] = server.received;
    expect(more).toEqual([]);
    expect(mail?.from).toMatchObject({ name: "Kontor Office", address: "office@kontor.example" });
    expect(mail?.replyTo).toMatchObject([{ address: "help@kontor.example" }]);
    expect(mail?.to).toMatchObject([{ address: result.to_email, name: "Test user" }]);
    expect(mail?.subject).toBe("Test mail from Kontor");
    expect(mail?.html).toContain(`127.0.0.1:${server.port}`);
    expect(mail?.text).toContain("so the mail settings work.");
  });

  test("reports that there is no server yet", async () => {
    const reply = await platform.attempt(testMailSettings);
    expect([reply.status, reply.problem.code]).toEqual([409, "mail_server_missing"]);
  });

  test("reports a password that the server refuses", async () => {
    await save({ password: "a wrong password" });
    const result = await platform.call(testMailSettings);
    expect(result.sent).toBe(false);
    expect(result.message).toBe(
      `127.0.0.1:${server.port} did not accept the user name and the password. Check both.`,
    );
    // A port may contain these digits.
    expect(JSON.stringify(result)).not.toMatch(/\b535\b/);
    expect(JSON.stringify(result)).not.toContain("a wrong password");
  });

  test("reports a server that accepts no connections", async () => {
    const port = await freePort();
    await save({ port });
    const result = await platform.call(testMailSettings);
    expect(result.message).toBe(
      `Could not connect to 127.0.0.1:${port}. Check its name and the port, mostly 587 with STARTTLS and 465 with TLS, and whether a firewall is in between.`,
    );
  });

  test("reveals nothing of a response that is not from a mail server", async () => {
    const other = createServer((socket) => socket.end("SSH-2.0-OpenSSH_9.6 inside\r\n"));
    await new Promise<void>((resolve) => {
      other.listen(0, "127.0.0.1", resolve);
    });
    onTestFinished(() => {
      other.close();
    });
    const { port } = other.address() as AddressInfo;
    await save({ port });
    const result = await platform.call(testMailSettings);
    expect(result.message).toContain(`Could not connect to 127.0.0.1:${port}.`);
    expect(JSON.stringify(result)).not.toContain("OpenSSH");
    await mailer().deliver();
    const { rows } = await world.database.transaction((tx) =>
      sql<{ last_error: string }>`
        select distinct last_error from mails where last_error like '%server.'`.execute(tx),
    );
    expect(rows).toEqual([{ last_error: "What answered there is no mail server." }]);
  });

  test("reports an unknown host name", async () => {
    await save({ host: "nobody.invalid" });
    const result = await platform.call(testMailSettings);
    expect(result.sent).toBe(false);
    expect(result.message).toContain("There is no server nobody.invalid");
  });

  test.for([
    ["tls", "could not be protected as chosen"],
    ["starttls", "The certificate of 127.0.0.1"],
  ] as const)("sends nothing unencrypted when %s was chosen", async ([security, part]) => {
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
    expect(result.message).toContain("does not accept mail for nobody@example.com");
  });
});

function mailer(environment = world.environment) {
  const lines: string[] = [];
  const write = (details: object, message: string) => {
    lines.push(`${message} ${JSON.stringify(details)}`);
  };
  const { database, clock } = world;
  const log = { info: write, warn: write, error: write };
  const made = createMailer({ database, environment, clock, log });
  onTestFinished(() => made.close());
  return { lines, deliver: () => made.deliverDue(new AbortController().signal) };
}

describe("the outbox", () => {
  test("sends the notice of a changed server through the previous one, and then keeps nothing of it", async () => {
    const { deliver } = mailer();
    await save();
    await deliver();
    server.received.length = 0;
    const elsewhere = await openMailServer();
    onTestFinished(() => elsewhere.close());
    await save({ port: elsewhere.port, username: "", password: undefined });
    await deliver();
    const subject = `Mails go by the server 127.0.0.1:${elsewhere.port} now`;
    const notices = ({ received }: MailServer) =>
      received.filter((mail) => mail.subject === subject).map(({ to }) => to?.[0]?.address);
    expect(notices(server).length).toBeGreaterThan(0);
    expect(notices(elsewhere)).toEqual(expect.arrayContaining(notices(server)));
    await platform.call(resetMailSettings, { body: { password: testPassword } });
    // There is no server now, and the notice of that is sent through the last one.
    await deliver();
    const last = elsewhere.received.map(({ subject: text }) => text);
    expect(last).toContain("The mail server in Settings was removed");
    const { rows } = await world.database.transaction((tx) =>
      sql`select from mails where via_sealed is not null`.execute(tx),
    );
    expect(rows).toHaveLength(0);
  });

  test("waits without a server, then uses the saved one, and after a change the next one", async () => {
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

  test("is retried at once when the settings that delayed it are corrected", async () => {
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

  test("waits with a note when the password can no longer be decrypted", async () => {
    await save();
    const { lines, deliver } = mailer({ ...world.environment, secretKey: "6".repeat(64) });
    await deliver();
    expect(lines).toEqual([
      expect.stringContaining("mails wait, since the mail server cannot be used"),
    ]);
    expect(lines[0]).toContain("The mail password was encrypted with another KONTOR_SECRET_KEY");
  });
});

describe("permissions", () => {
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

/** An unused port of the loopback interface. */
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
