import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { addEntry, listEntries } from "@kontor/contract/accounting/entries";
import { login, getMe } from "@kontor/contract/session/session";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";

import { buildApp } from "../../app.ts";
import { openBooks, receiptBody } from "../../testing/books.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { eventually } from "../../testing/eventually.ts";
import { openWorld } from "../../testing/harness.ts";
import { startJobs } from "../jobs/jobs.ts";
import { setTenant } from "../scope.ts";
import { openDatabase } from "./database.ts";

const pgbouncer = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/usr/local/bin/pgbouncer"].find(
  (path) => existsSync(path),
);
if (pgbouncer === undefined) {
  process.stderr.write("No pgbouncer is installed here: the test with a real one is skipped.\n");
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** Starts pgbouncer in transaction mode in front of a server. @returns the address through it. */
async function openPooler(program: string, requestsUrl: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "kontor-pooler-"));
  // When root runs the tests, the pooler runs as nobody.
  await chmod(folder, 0o777);
  const url = new URL(requestsUrl);
  const name = url.pathname.slice(1);
  const port = await freePort();
  await writeFile(join(folder, "users.txt"), `"${url.username}" "${url.password}"\n`);
  await writeFile(
    join(folder, "pgbouncer.ini"),
    `[databases]
${name} = host=${url.hostname} port=${url.port} dbname=${name}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, "users.txt")}
pool_mode = transaction
default_pool_size = 3
pidfile = ${join(folder, "pid")}
`,
  );
  const child = spawn(program, [join(folder, "pgbouncer.ini"), ...asNobody()], { stdio: "ignore" });
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  });
  return `postgres://${url.username}:${url.password}@127.0.0.1:${port}/${name}`;
}

/** pgbouncer refuses to run as root. */
function asNobody(): string[] {
  return process.getuid?.() === 0 ? ["-u", "nobody"] : [];
}

test.skipIf(pgbouncer === undefined)(
  "everything works behind a pooler that gives each transaction another connection",
  async () => {
    const world = await openWorld();
    onTestFinished(() => world.close());
    const books = await openBooks(world);
    const url = await openPooler(pgbouncer ?? "", world.requestsUrl);
    const database = openDatabase({ url, connections: 10, onError: () => undefined });
    onTestFinished(() => database.close());
    await eventually(() => database.ping());
    const { environment, clock } = world;
    const app = await buildApp({ environment, database, clock });
    onTestFinished(() => app.close());

    // Many more concurrent requests than the pooler has connections, each in a scope of its own.
    const post = (key: string) =>
      app.inject({
        method: "POST",
        url: `/api${addEntry.path}`,
        headers: { authorization: `Bearer ${books.staff.token}`, "idempotency-key": key },
        payload: receiptBody(books.ledger("bank_clearing"), books.ledger("paye_payable"), "10.00", {
          tenant_id: books.tenant.tenant_id,
          narration: key,
        }),
      });
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_each, index) => post(`pooled-${index}`)),
    );
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 201));
    expect((await post("pooled-3")).statusCode).toBe(201);
    const { meta } = await books.staff.list(listEntries, {
      query: { tenant_id: books.tenant.tenant_id },
    });
    expect(meta.total).toBe(30);
    await expectCoherentBooks(world);

    // No scope remains on a connection that the next transaction gets.
    const scopes = await Promise.all(
      Array.from({ length: 40 }, (_each, index) =>
        database.transaction(async (tx) => {
          if (index % 2 === 0) await setTenant(tx, books.tenant.tenant_id);
          await sql`select pg_sleep(0.005)`.execute(tx);
          const { rows } = await sql<{ count: number; limit: string; zone: string }>`
            select count(*)::int as count, current_setting('statement_timeout') as limit,
              current_setting('TimeZone') as zone from entries`.execute(tx);
          return [rows[0]?.count, rows[0]?.limit, rows[0]?.zone];
        }),
      ),
    );
    expect(scopes).toEqual(scopes.map((_each, index) => [index % 2 === 0 ? 30 : 0, "15s", "UTC"]));
    const mine = await app.inject({
      url: `/api${getMe.path}`,
      headers: { authorization: `Bearer ${books.staff.token}` },
    });
    expect(mine.statusCode).toBe(200);
    // Nor does a prepared statement, whose name the next transaction's connection would not know.
    const planCounts = await Promise.all(
      Array.from({ length: 12 }, () =>
        database.transaction(async (tx) => {
          const { rows } = await sql<{ count: number }>`
            select count(*)::int as count from pg_prepared_statements`.execute(tx);
          return rows[0]?.count;
        }),
      ),
    );
    expect(new Set(planCounts)).toEqual(new Set([0]));
    const nobody = await app.inject({
      method: "POST",
      url: `/api${login.path}`,
      payload: { email: "nobody@example.com", password: "x" },
    });
    expect(nobody.statusCode).toBe(422);

    // The jobs work as well; the owner created their tables through another address.
    const warnings: string[] = [];
    const log = {
      error: (context: object, message?: string) =>
        warnings.push(`${message} ${JSON.stringify(context)}`),
      warn: () => undefined,
      info: () => undefined,
    };
    let worked = 0;
    const jobs = await startJobs({
      addresses: { ownerUrl: world.ownerUrl, requestsUrl: url },
      database,
      environment,
      clock,
      log,
      work: [{ queue: "pooled", topic: "pooled", run: async () => void (worked += 1) }],
    });
    onTestFinished(() => jobs.stop());
    await eventually(() => expect(worked).toBeGreaterThan(0));
    expect(warnings).toEqual([]);
  },
  60_000,
);
