import { saveMailSettings } from "@kontor/contract/settings/settings";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";

import { eventually } from "../../testing/eventually.ts";
import { openWorld, type World } from "../../testing/harness.ts";
import { openMailServer, type MailServer } from "../../testing/mail-server.ts";
import { addPerson, testPassword } from "../../testing/people.ts";
import { openTenant } from "../../testing/tenants.ts";
import { openDatabase } from "../database/database.ts";
import { parseEnvironment } from "../environment.ts";
import { createMailer, nextTry, type JobLog, type Mailer, type MailerOptions } from "./mailer.ts";
import { claimMails, enqueueMail, markUnsent, type Mail } from "./outbox.ts";

const minute = 60_000;
let world: World;

beforeEach(async () => {
  world = await openWorld();
});
afterEach(async () => {
  await world.close();
});

const mail: Mail = {
  tenant_id: null,
  label: "notice",
  to_name: "Ada Obi",
  to_email: "ada@example.com",
  subject: "Your pay of ₦1,250.00",
  html: "<p>Hello <b>Ada</b></p>",
  text: "Hello Ada\n",
};

const enqueue = (changes: Partial<Mail> = {}) =>
  world.database.transaction((tx) => enqueueMail(tx, { ...mail, ...changes }, world.clock.now()));

type Row = {
  to_email: string;
  status: string;
  tries: number;
  last_error: string | null;
  next_try_at: Date;
  sent_at: Date | null;
  html: string;
  text: string;
};

async function rows(): Promise<Row[]> {
  const found = await world.database.transaction((tx) =>
    sql<Row>`select to_email, status, tries, last_error, next_try_at, sent_at, html, text
      from mails order by id`.execute(tx),
  );
  return found.rows;
}

/** A log that stores its lines. */
function testLog(): JobLog & { lines: string[] } {
  const lines: string[] = [];
  const write = (details: object, message: string) => {
    lines.push(
      `${message} ${JSON.stringify(details)} ${"err" in details ? String(details.err) : ""}`,
    );
  };
  return { lines, info: write, warn: write, error: write };
}

function mailerFor(
  variables: Record<string, string>,
  { database = world.database, log = testLog(), attachments }: Partial<MailerOptions> = {},
): Mailer {
  const environment = parseEnvironment({ NODE_ENV: "test", ...variables });
  const mailer = createMailer({ database, environment, log, clock: world.clock, attachments });
  onTestFinished(() => mailer.close());
  return mailer;
}

const deliver = (mailer: Mailer) => mailer.deliverDue(new AbortController().signal);

async function serve(options?: Parameters<typeof openMailServer>[0]): Promise<MailServer> {
  const server = await openMailServer(options);
  onTestFinished(() => server.close());
  return server;
}

/** An unused port of the loopback interface. */
async function deadPort(): Promise<number> {
  const server = await openMailServer();
  await server.close();
  return server.port;
}

describe("with a mail server", () => {
  test("sends both parts from the configured sender, once", async () => {
    const server = await serve();
    const mailer = mailerFor({ SMTP_URL: server.url, MAIL_FROM: "Kontor <office@kontor.example>" });
    await enqueue();
    await deliver(mailer);
    await deliver(mailer);
    expect(server.received).toHaveLength(1);
    expect(server.received[0]).toMatchObject({
      from: { name: "Kontor", address: "office@kontor.example" },
      to: [{ name: "Ada Obi", address: "ada@example.com" }],
      subject: "Your pay of ₦1,250.00",
      html: "<p>Hello <b>Ada</b></p>\n",
      text: expect.stringMatching(/^Hello Ada\n+$/),
      messageId: expect.stringMatching(/^<\d+\.\d+@kontor\.example>$/),
    });
    expect(await rows()).toMatchObject([
      { status: "SENT", tries: 1, last_error: null, sent_at: world.clock.now() },
    ]);
  });

  test("does not let a name or a subject add headers or receivers", async () => {
    const server = await serve();
    await enqueue({
      to_name: 'Ada\r\nBcc: eve@example.com, "x',
      subject: "Hello\r\nBcc: eve@example.com",
    });
    await deliver(mailerFor({ SMTP_URL: server.url }));
    expect(server.received[0]?.bcc).toBeUndefined();
    expect(server.received[0]?.to).toMatchObject([{ address: "ada@example.com" }]);
    expect(server.received[0]?.subject).toBe("Hello Bcc: eve@example.com");
  });

  test("sends more than one batch", async () => {
    const server = await serve();
    const addresses = Array.from({ length: 23 }, (_, at) => `user${at + 10}@example.com`);
    for (const to_email of addresses) await enqueue({ to_email });
    await deliver(mailerFor({ SMTP_URL: server.url }));
    expect(server.receivers()).toEqual(addresses);
    expect((await rows()).every(({ status }) => status === "SENT")).toBe(true);
  });

  test("sends a code before all others, and mails with an attachment last", async () => {
    const { tenant_id } = await openTenant(world);
    const expires_at = new Date(world.clock.now().getTime() + 10 * minute);
    await enqueue({
      tenant_id,
      attachment: { kind: "payslip", id: 1 },
      to_email: "payslip@example.com",
    });
    await enqueue({ to_email: "invitation@example.com" });
    await enqueue({ expires_at, to_email: "code@example.com" });
    const next = async () => {
      const claim = { now: world.clock.now(), lease: minute, most: 1 };
      const [claimed] = await world.database.transaction((tx) => claimMails(tx, claim));
      return claimed?.to_email;
    };
    expect([await next(), await next(), await next()]).toEqual([
      "code@example.com",
      "invitation@example.com",
      "payslip@example.com",
    ]);
  });

  test("sends each mail once when two processes send concurrently", async () => {
    const server = await serve();
    const other = openDatabase({
      url: world.requestsUrl,
      connections: 4,
      onError: () => undefined,
    });
    onTestFinished(() => other.close());
    const addresses = Array.from({ length: 60 }, (_, at) => `user${at + 10}@example.com`);
    for (const to_email of addresses) await enqueue({ to_email });
    const mailers = [
      mailerFor({ SMTP_URL: server.url }),
      mailerFor({ SMTP_URL: server.url }, { database: other }),
    ];
    await Promise.all(mailers.map(deliver));
    expect(server.receivers()).toEqual(addresses);
    expect((await rows()).every(({ status, tries }) => status === "SENT" && tries === 1)).toBe(
      true,
    );
  });

  test("uses settings that were changed since the round began", async () => {
    const old = await serve();
    const repaired = await serve();
    const smtp = (server: MailServer) => ({
      host: "127.0.0.1",
      port: server.port,
      security: "none",
      username: "",
      sender_name: "Kontor",
      sender_email: "office@kontor.example",
      reply_to: "",
      present_password: testPassword,
    });
    const platform = (await addPerson(world, ["ADMINISTRATOR"])).caller;
    await platform.call(saveMailSettings, { body: smtp(old) });
    const many = 200;
    await world.database.transaction(async (tx) => {
      for (let count = 0; count < many; count++) await enqueueMail(tx, mail, world.clock.now());
    });
    const round = deliver(mailerFor({}));
    await eventually(() => expect(old.received.length).toBeGreaterThan(0));
    await Promise.all([round, platform.call(saveMailSettings, { body: smtp(repaired) })]);
    // Each change of the server sends a mail as well.
    const [before, after] = [old, repaired].map(
      ({ received }) => received.filter(({ subject }) => subject === mail.subject).length,
    );
    expect(after).toBeGreaterThan(0);
    expect((before ?? 0) + (after ?? 0)).toBe(many);
  });

  test("stops between two batches when asked to", async () => {
    const server = await serve();
    await enqueue();
    await mailerFor({ SMTP_URL: server.url }).deliverDue(AbortSignal.abort());
    expect(server.received).toEqual([]);
    expect(await rows()).toMatchObject([{ status: "WAITING", tries: 0 }]);
  });
});

describe("when the mail server is down", () => {
  test("keeps the mail with the reason and retries after the pause", async () => {
    const port = await deadPort();
    const log = testLog();
    const mailer = mailerFor({ SMTP_URL: `smtp://127.0.0.1:${port}` }, { log });
    const began = world.clock.now().getTime();
    await enqueue();
    await deliver(mailer);
    expect(await rows()).toMatchObject([
      {
        status: "WAITING",
        tries: 1,
        last_error: expect.stringContaining("ECONNREFUSED"),
        next_try_at: new Date(began + minute),
        html: mail.html,
      },
    ]);
    expect(log.lines.join("\n")).toContain("a mail could not be sent");
    expect(log.lines.join("\n")).not.toMatch(/ada|hello/i);

    const server = await serve({ port });
    world.clock.advance(minute - 1);
    await deliver(mailer);
    expect(server.received).toEqual([]);
    world.clock.advance(1);
    await deliver(mailer);
    expect(server.received).toHaveLength(1);
    expect(await rows()).toMatchObject([{ status: "SENT", tries: 2, last_error: null }]);
  });

  test("charges the attempt to one batch of mails only", async () => {
    for (let count = 0; count < 25; count++) await enqueue();
    await deliver(mailerFor({ SMTP_URL: `smtp://127.0.0.1:${await deadPort()}` }));
    const tries = (await rows()).map((row) => row.tries);
    expect(tries.filter((count) => count === 1)).toHaveLength(10);
    expect(tries.filter((count) => count === 0)).toHaveLength(15);
  });

  test("gives up a mail after eight attempts and about 35 hours", async () => {
    const mailer = mailerFor({ SMTP_URL: `smtp://127.0.0.1:${await deadPort()}` });
    const began = world.clock.now().getTime();
    await enqueue();
    const tried: number[] = [];
    for (let attempt = 0; attempt < 8; attempt++) {
      tried.push((world.clock.now().getTime() - began) / minute);
      await deliver(mailer);
      const [row] = await rows();
      if (row?.status === "WAITING") world.clock.set(row.next_try_at);
    }
    expect(tried).toEqual([0, 1, 6, 21, 81, 321, 1041, 2121]);
    expect(await rows()).toMatchObject([
      { status: "FAILED", tries: 8, last_error: expect.stringContaining("ECONNREFUSED") },
    ]);
    expect(nextTry(8, world.clock.now())).toBeUndefined();
  });
});

describe("when the mail server refuses", () => {
  const refuse = (address: string) => {
    if (address.startsWith("nobody")) return { code: 550, text: "No such user" };
    return address.startsWith("later") ? { code: 450, text: "Try later" } : undefined;
  };

  test("permanently refused, a mail is not retried; temporarily refused, it is; other receivers get theirs", async () => {
    const server = await serve({ refuse });
    await enqueue({ to_email: "nobody@example.com" });
    await enqueue({ to_email: "later@example.com" });
    await enqueue();
    await deliver(mailerFor({ SMTP_URL: server.url }));
    expect(await rows()).toMatchObject([
      { status: "FAILED", tries: 1, last_error: expect.stringContaining("No such user") },
      { status: "WAITING", tries: 1, last_error: expect.stringContaining("Try later") },
      { status: "SENT" },
    ]);
    expect(server.receivers()).toEqual(["ada@example.com"]);
  });
});

test("an attachment that cannot be made delays its own mail only; the fault is in the log", async () => {
  const [server, log, { tenant_id }] = [await serve(), testLog(), await openTenant(world)];
  const payslip = ({ id }: { id: number }) =>
    id === 1 ? Promise.reject(new Error("no rate in March")) : Promise.resolve(undefined);
  for (let id = 1; id <= 12; id++)
    await enqueue({ tenant_id, attachment: { kind: "payslip", id } });
  await deliver(mailerFor({ SMTP_URL: server.url }, { log, attachments: { payslip } }));
  const [first, ...others] = await rows();
  expect(first).toMatchObject({ status: "WAITING", last_error: expect.stringMatching(/^The att/) });
  expect(others.every(({ status }) => status === "SENT")).toBe(true);
  expect(log.lines.join()).toContain("Error: no rate in March");
});

test("a mail whose former server cannot be decrypted is retried, and the log says why", async () => {
  const log = testLog();
  await enqueue({ via_sealed: "v1.of.another.key" });
  await deliver(mailerFor({}, { log }));
  expect(await rows()).toMatchObject([{ status: "WAITING", tries: 1 }]);
  expect(log.lines.join()).toMatch(/a mail could not be sent .*KONTOR_SECRET_KEY/);
});

describe("a process that dies while sending", () => {
  const claim = () =>
    world.database.transaction((tx) =>
      claimMails(tx, { now: world.clock.now(), lease: 10 * minute, most: 10 }),
    );

  test("loses nothing: the mail is due again after the lease", async () => {
    const server = await serve();
    const mailer = mailerFor({ SMTP_URL: server.url });
    await enqueue();
    expect(await claim()).toHaveLength(1);
    world.clock.advance(10 * minute - 1);
    await deliver(mailer);
    expect(server.received).toEqual([]);
    world.clock.advance(1);
    await deliver(mailer);
    expect(server.received).toHaveLength(1);
  });

  test("cannot record an outcome after its lease", async () => {
    await enqueue();
    const [late] = await claim();
    world.clock.advance(10 * minute);
    const [current] = await claim();
    expect(current).toMatchObject({ id: late?.id, tries: 2 });
    if (late !== undefined) {
      await world.database.transaction((tx) => markUnsent(tx, late, "too late", undefined));
    }
    expect(await rows()).toMatchObject([{ status: "WAITING", tries: 2, last_error: null }]);
  });
});

describe("a mail with a code", () => {
  test("is cleared once it is sent", async () => {
    const server = await serve();
    await enqueue({ expires_at: new Date(world.clock.now().getTime() + minute) });
    await deliver(mailerFor({ SMTP_URL: server.url }));
    expect(server.received).toHaveLength(1);
    expect(await rows()).toMatchObject([{ status: "SENT", html: "", text: "" }]);
  });

  test.each([
    ["with a server", true],
    ["without a server", false],
  ])("is not sent when it is too late, and is cleared, %s", async (_name, served) => {
    const server = await serve();
    await enqueue({ expires_at: new Date(world.clock.now().getTime() + minute) });
    world.clock.advance(minute);
    await deliver(mailerFor(served ? { SMTP_URL: server.url } : {}));
    expect(server.received).toEqual([]);
    expect(await rows()).toMatchObject([
      { status: "FAILED", html: "", text: "", last_error: "Too late to send." },
    ]);
  });
});

describe("without a mail server", () => {
  test("a mail waits, and in development the log shows it once", async () => {
    const log = testLog();
    await enqueue();
    await deliver(mailerFor({ NODE_ENV: "development" }, { log }));
    await deliver(mailerFor({ NODE_ENV: "development" }, { log }));
    expect(log.lines).toHaveLength(1);
    expect(log.lines[0]).toContain("Hello Ada");
    expect(await rows()).toMatchObject([
      { status: "WAITING", tries: 0, last_error: "There is no mail server yet." },
    ]);

    const server = await serve();
    await deliver(mailerFor({ SMTP_URL: server.url }));
    expect(server.received).toHaveLength(1);
  });

  test("elsewhere a mail waits without a log line", async () => {
    const log = testLog();
    await enqueue();
    const production = { NODE_ENV: "production", DATABASE_URL: "postgres://unused/unused" };
    await deliver(mailerFor(production, { log }));
    expect(log.lines).toEqual([]);
    expect(await rows()).toMatchObject([{ status: "WAITING", last_error: null, html: mail.html }]);
  });
});
