import { confirmEmail } from "@kontor/contract/session/password-reset";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, inject, onTestFinished, test, vi } from "vitest";

import { createUser } from "../../session/users.ts";
import { openBrokenNetwork } from "../../testing/broken-network.ts";
import { eventually } from "../../testing/eventually.ts";
import { openWorld, type World } from "../../testing/harness.ts";
import { openMailServer, type MailServer } from "../../testing/mail-server.ts";
import { holdOutgoing } from "../configuration/outgoing.ts";
import { keyIds, seal } from "../configuration/secrets.ts";
import { withOwnerClient } from "../database/database.ts";
import { parseEnvironment } from "../environment.ts";
import type { JobLog } from "../mail/mailer.ts";
import { enqueueMail } from "../mail/outbox.ts";
import { startJobs, type Jobs, type BackgroundWork } from "./jobs.ts";

let world: World;
let server: MailServer;
let warnings: string[];
let failures: [unknown, string][];
let running: Jobs[];

beforeEach(async () => {
  world = await openWorld();
  server = await openMailServer();
  warnings = [];
  failures = [];
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((jobs) => jobs.stop()));
  await server.close();
  await world.close();
});

async function start(
  variables: Record<string, string> = {},
  work: BackgroundWork[] = [],
): Promise<Jobs> {
  const note = (details: object, message: string) => {
    if ("err" in details) failures.push([details.err, message]);
    else warnings.push(`${message} ${JSON.stringify(details)}`);
  };
  const log: JobLog = { info: () => undefined, warn: note, error: note };
  const environment = parseEnvironment({ NODE_ENV: "test", SMTP_URL: server.url, ...variables });
  const { database, clock } = world;
  const jobs = await startJobs({ addresses: world, database, environment, log, clock, work });
  running.push(jobs);
  return jobs;
}

const enqueue = (to_email: string) =>
  world.database.transaction((tx) =>
    enqueueMail(
      tx,
      {
        tenant_id: null,
        label: "notice",
        to_name: "",
        to_email,
        subject: "Notice",
        html: "<p>Notice</p>",
        text: "Notice",
      },
      world.clock.now(),
    ),
  );

test("the code of a password reset arrives by mail", async () => {
  await start({ MAIL_FROM: "Kontor <office@kontor.example>" });
  await world.database.transaction((tx) =>
    createUser(
      tx,
      {
        email: "ada@example.com",
        name: "Ada Obi",
        roles: ["ADMINISTRATOR"],
        tenant_id: null,
        password: "four words in a row",
      },
      world.clock.now(),
    ),
  );
  await world.nobody.call(confirmEmail, { body: { email: "ada@example.com" } });
  await eventually(() => expect(server.received).toHaveLength(1));
  const [mail] = server.received;
  expect(mail).toMatchObject({
    from: { name: "Kontor", address: "office@kontor.example" },
    to: [{ name: "Ada Obi", address: "ada@example.com" }],
    subject: "Your code for a new password",
  });
  const code = /^\d{6}$/m.exec(mail?.text ?? "")?.[0];
  expect(code).toBeDefined();
  expect(mail?.html).toContain(`>${code}<`);
  expect(warnings).toEqual([]);
});

test("mails written before the start or one after the other all arrive exactly once", async () => {
  await enqueue("before@example.com");
  await start();
  for (const name of ["one", "two", "three"]) await enqueue(`${name}@example.com`);
  await eventually(() => expect(server.received.length).toBeGreaterThanOrEqual(4));
  expect(server.receivers()).toEqual([
    "before@example.com",
    "one@example.com",
    "three@example.com",
    "two@example.com",
  ]);
});

test("two processes start on one new database and share the work", async () => {
  await Promise.all([start(), start()]);
  const addresses = Array.from({ length: 20 }, (_, at) => `user${at + 10}@example.com`);
  await Promise.all(addresses.map(enqueue));
  await eventually(async () => {
    const { rows } = await world.database.transaction((tx) =>
      sql`select from mails where status <> 'SENT'`.execute(tx),
    );
    expect(rows).toEqual([]);
  });
  expect(server.receivers()).toEqual(addresses);
  expect(warnings).toEqual([]);
});

test("a mail whose transaction fails is neither stored nor sent", async () => {
  const woken = vi.fn<() => void>();
  onTestFinished(world.database.onCommit("mail", woken));
  await expect(
    world.database.transaction(async (tx) => {
      const mail = { label: "notice", to_name: "", to_email: "ada@example.com" };
      const content = { subject: "Notice", html: "", text: "" };
      await enqueueMail(tx, { tenant_id: null, ...mail, ...content }, world.clock.now());
      throw new Error("changed my mind");
    }),
  ).rejects.toThrow("changed my mind");
  expect(woken).not.toHaveBeenCalled();
  await enqueue("ada@example.com");
  expect(woken).toHaveBeenCalledOnce();
});

test("a sweep every minute and housekeeping every hour are scheduled, in a schema that requests may use but not change", async () => {
  await start();
  const { rows } = await withOwnerClient(world.ownerUrl, (client) =>
    client.query<object>("select name, cron from pgboss.schedule order by name"),
  );
  expect(rows).toEqual([
    { name: "housekeeping", cron: "17 * * * *" },
    { name: "mail", cron: "* * * * *" },
  ]);
  await expect(
    world.database.transaction((tx) => sql`create table pgboss.mine (id bigint)`.execute(tx)),
  ).rejects.toThrow("permission denied");
  const { rows: owners } = await withOwnerClient(world.ownerUrl, (client) =>
    client.query<object>(
      "select distinct tableowner::text as owner from pg_tables where schemaname = 'pgboss'",
    ),
  );
  expect(owners).toEqual([{ owner: "kontor" }]);
});

test("stopping leaves no connection, and later mails wait for the next start", async () => {
  const jobs = await start();
  await jobs.stop();
  await enqueue("ada@example.com");
  // A connection is listed for a moment after it was closed.
  await eventually(async () => {
    const { rows } = await withOwnerClient(inject("adminUrl"), (client) =>
      client.query<object>(
        "select from pg_stat_activity where datname = $1 and application_name like 'kontor jobs%'",
        [new URL(world.ownerUrl).pathname.slice(1)],
      ),
    );
    expect(rows).toEqual([]);
  });
  expect(server.received).toEqual([]);
  await start();
  await eventually(() => expect(server.received).toHaveLength(1));
});

test("the jobs continue after the database dropped their connections", async () => {
  await start();
  for (let round = 0; round < 5; round++) {
    await withOwnerClient(inject("adminUrl"), (client) =>
      client.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name = 'kontor jobs'",
        [new URL(world.ownerUrl).pathname.slice(1)],
      ),
    );
    await enqueue(`round${round}@example.com`);
  }
  // A send on a dead connection is logged; the next one succeeds.
  await eventually(async () => {
    await enqueue("last@example.com");
    expect(server.received.length).toBeGreaterThan(5);
  });
});

test("a database that is away is one line without a stack, and another says that it is back", async () => {
  const network = await openBrokenNetwork(world.requestsUrl);
  const lines: [object, string][] = [];
  const note = (details: object, message: string) => void lines.push([details, message]);
  const jobs = await startJobs({
    addresses: { ownerUrl: world.ownerUrl, requestsUrl: network.url },
    database: world.database,
    environment: parseEnvironment({ NODE_ENV: "test", SMTP_URL: server.url }),
    log: { info: note, warn: note, error: note },
    clock: world.clock,
  });
  running.push(jobs);
  onTestFinished(() => network.close());
  await network.goAway();
  // The commits wake the worker, which has no connection.
  for (const name of ["one", "two", "three"]) await enqueue(`${name}@example.com`);
  await eventually(() => expect(lines).toHaveLength(1));
  const [[details, message] = [{}, ""]] = lines;
  expect(message).toBe("the job queue lost the database, and tries to reach it");
  expect(details).toHaveProperty("reason");
  expect(details).not.toHaveProperty("err");
  await network.comeBack();
  await eventually(() => expect(lines).toHaveLength(2));
  expect(lines[1]?.[1]).toBe("the job queue can use the database again");
  await enqueue("four@example.com");
  await eventually(() => expect(server.received).toHaveLength(4));
  expect(lines).toHaveLength(2);
});

const inProduction = { NODE_ENV: "production", DATABASE_URL: "postgres://owner:x@db/kontor" };

test("a production system that lacks something says what", async () => {
  await start({ ...inProduction, SMTP_URL: "" });
  expect(warnings).toEqual([
    expect.stringContaining("there is no mail server: mails wait in the outbox"),
    expect.stringContaining("neither KONTOR_PUBLIC_URL nor in Settings"),
    expect.stringContaining("there is no KONTOR_SECRET_KEY: "),
  ]);
});

test("a complete production system says nothing, and one with another key says so", async () => {
  const complete = {
    ...inProduction,
    MAIL_FROM: "Kontor <no-reply@example.com>",
    KONTOR_PUBLIC_URL: "https://kontor.example",
    KONTOR_SECRET_KEY: "ab".repeat(32),
  };
  const environment = parseEnvironment(complete);
  await world.database.transaction((tx) =>
    sql`insert into platform_secrets (name, sealed, last_four, updated_at)
      values ('mail.password', ${seal(environment, "mail.password", "secret")}, '', now())`.execute(
      tx,
    ),
  );
  await start(complete);
  expect(warnings).toEqual([]);
  const other = { ...complete, KONTOR_SECRET_KEY: "cd".repeat(32) };
  await start({ ...other, KONTOR_SECRET_KEY_OLD: complete.KONTOR_SECRET_KEY });
  expect(warnings).toEqual([]);
  await start(other);
  const key = keyIds(environment).current;
  expect(warnings).toEqual([
    expect.stringContaining(`not the key that encrypted what is stored here (${key})`),
  ]);
});

test("a restored copy says that it is on hold", async () => {
  await world.database.transaction((tx) => holdOutgoing(tx, "RESTORED", world.clock.now()));
  await start({ SMTP_URL: "" });
  expect(warnings).toEqual([expect.stringContaining("emails and transfers are on hold")]);
});

test("a run that fails is logged with the reason", async () => {
  const failing: BackgroundWork = {
    queue: "failing",
    topic: "failing",
    run: () => Promise.reject(new Error("the disk is full")),
  };
  await start({}, [failing]);
  await eventually(() => {
    expect(failures).toEqual([[new Error("the disk is full"), "a run of background work failed"]]);
  });
});
