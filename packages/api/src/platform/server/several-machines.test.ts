import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { beforeAll, describe, expect, onTestFinished, test } from "vitest";

import {
  bookkeeperAt,
  bookkeeperWith,
  counterOf,
  type Bookkeeper,
} from "../../testing/bookkeeper.ts";
import { runCommandFile } from "../../testing/command.ts";
import { openWorld } from "../../testing/harness.ts";
import {
  findServerPrograms,
  freePort,
  noServerPrograms,
  startReplica,
  startServer,
} from "../../testing/local-server.ts";
import { startKontor, type RunningKontor } from "../../testing/process.ts";
import { withOwner } from "../database/database.ts";

const programs = await findServerPrograms();
/** Servers of their own take some ten seconds each, so `npm run test:machines` alone starts them. */
const isEnabled = process.env["KONTOR_TEST_MACHINES"] !== undefined;
const why = programs === undefined ? noServerPrograms : isEnabled ? "" : "(npm run test:machines)";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kontor-several-"));
  return () => rm(folder, { recursive: true, force: true });
});

async function start(
  databaseUrl: string,
  variables: Record<string, string> = {},
): Promise<RunningKontor> {
  const kontor = await startKontor(folder, 0, {
    DATABASE_URL: databaseUrl,
    KONTOR_SECRET_KEY: "ab".repeat(32),
    KONTOR_REQUESTS_PER_MINUTE: "1000000",
    ...variables,
  });
  onTestFinished(async () => {
    await kontor.stop();
  });
  return kontor;
}

/** Posts until it is acknowledged, as the web does: a call that got no good answer is sent again by its key. */
async function insist(next: () => Bookkeeper, key: string): Promise<number> {
  for (;;) {
    try {
      return counterOf(await next().post(key));
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

async function receiptsOf(url: string): Promise<number[]> {
  return withOwner(url, async (owner) => {
    await owner.query("select set_config('app.reads_all', 'on', false)");
    const { rows } = await owner.query<{ number: bigint }>(
      "select number from entries where tenant_id = 1 and entry_type_id = 1 order by number",
    );
    return rows.map(({ number }) => Number(number));
  });
}

const countUp = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test("three processes share the load; one is replaced, nothing is lost and nothing happens twice", async () => {
  const world = await openWorld();
  onTestFinished(() => world.close());
  const first = await start(world.ownerUrl);
  const others = await Promise.all([start(world.ownerUrl), start(world.ownerUrl)]);
  const token = await signInAt(first);
  const before = await receiptsOf(world.ownerUrl);
  // A session that one process opened is valid at all of them.
  const serving = await Promise.all(
    [first, ...others].map(({ url }) => bookkeeperWith(url, token)),
  );
  let turn = 0;
  const next = () => serving[turn++ % serving.length] as Bookkeeper;
  const acknowledged: number[] = [];
  const done = new AbortController();
  const loading = countUp(6).map(async (client) => {
    for (let at = 0; !done.signal.aborted; at++) {
      acknowledged.push(await insist(next, `several-${client}-${at}`));
      // Leaves a machine with few processors some time for the process that starts.
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
  await until(() => acknowledged.length > 30);
  const replaced = others[0];
  const stopped = replaced?.stop();
  const another = await start(world.ownerUrl);
  serving[1] = await bookkeeperWith(another.url, token);
  expect(await stopped).toBe(0);
  const sofar = acknowledged.length;
  await until(() => acknowledged.length > sofar + 30);
  done.abort();
  await Promise.all(loading);

  const all = await receiptsOf(world.ownerUrl);
  expect(all).toEqual(countUp(all.length));
  expect(acknowledged.toSorted((one, other) => one - other)).toEqual(all.slice(before.length));
  const check = await runCommandFile("books-check", [], { DATABASE_URL: world.ownerUrl });
  expect(check).toEqual({ code: 0, output: "The books agree.\n", errors: "" });
}, 240_000);

async function signInAt({ url, email, password }: RunningKontor): Promise<string> {
  const response = await fetch(`${url}/api/wire/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  return ((await response.json()) as { data: { access_token: string } }).data.access_token;
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe.skipIf(programs === undefined || !isEnabled)(`a replica ${why}`, () => {
  test("is promoted when the server is lost under load: nothing acknowledged is missing, and numbers go on", async () => {
    const bin = programs ?? "";
    const primary = await startServer(bin);
    onTestFinished(() => primary.remove());
    const ownerUrl = await primary.createOwned("kontor");
    const replica = await startReplica(bin, primary, "standby");
    onTestFinished(() => replica.remove());
    // From here on a commit is acknowledged when the replica has it too.
    await withOwner(primary.url("postgres"), async (superuser) => {
      await superuser.query("alter system set synchronous_standby_names = 'standby'");
      await superuser.query("select pg_reload_conf()");
    });
    const kontor = await start(ownerUrl);
    const bookkeeper = await bookkeeperAt(kontor);
    const { rows } = await withOwner(primary.url("postgres"), (superuser) =>
      superuser.query("select sync_state from pg_stat_replication"),
    );
    expect(rows).toEqual([{ sync_state: "sync" }]);
    const acknowledged: number[] = [];
    const loading = countUp(4).map(async () => {
      for (;;) {
        try {
          acknowledged.push(counterOf(await bookkeeper.post()));
        } catch {
          return;
        }
      }
    });
    await until(() => acknowledged.length > 40);
    await primary.stop("immediate");
    await Promise.all(loading);
    await replica.promote();

    const newUrl = new URL(ownerUrl);
    newUrl.port = String(replica.port);
    const stored = await receiptsOf(newUrl.href);
    expect(stored).toEqual(countUp(stored.length));
    expect(acknowledged.filter((number) => !stored.includes(number))).toEqual([]);
    const again = await start(newUrl.href);
    const next = counterOf(await (await bookkeeperAt(again)).post());
    expect(next).toBe(stored.length + 1);
    const check = await runCommandFile("books-check", [], { DATABASE_URL: newUrl.href });
    expect(check).toEqual({ code: 0, output: "The books agree.\n", errors: "" });
  }, 240_000);

  test("gives exports that are never older than what was acknowledged, and is not missed when it is gone", async () => {
    const bin = programs ?? "";
    const primary = await startServer(bin);
    onTestFinished(() => primary.remove());
    const ownerUrl = await primary.createOwned("kontor");
    const replica = await startReplica(bin, primary, "standby");
    onTestFinished(() => replica.remove());
    const replicaUrl = new URL(ownerUrl);
    replicaUrl.port = String(replica.port);
    const metricsPort = await freePort();
    const kontor = await start(ownerUrl, {
      KONTOR_REPLICA_URL: replicaUrl.href,
      KONTOR_METRICS_PORT: String(metricsPort),
    });
    const bookkeeper = await bookkeeperAt(kontor);
    const onReplica = (statement: string) =>
      withOwner(replica.url("postgres"), (superuser) => superuser.query(statement));
    /** Posts and exports at once. @returns whether the entry is in the file, and where the file was read */
    const postAndExport = async () => {
      const before = await exportsOf(metricsPort);
      const number = await bookkeeper.post();
      const file = await bookkeeper.file("/entries/export?tenant_id=1&format=csv");
      const after = await exportsOf(metricsPort);
      const source = after.replica > before.replica ? "replica" : "primary";
      return { shown: file.includes(number), source };
    };
    expect(await postAndExport()).toEqual({ shown: true, source: "replica" });
    await onReplica("select pg_wal_replay_pause()");
    expect(await postAndExport()).toEqual({ shown: true, source: "primary" });
    await onReplica("select pg_wal_replay_resume()");
    expect(await postAndExport()).toEqual({ shown: true, source: "replica" });
    await replica.stop("immediate");
    expect(await postAndExport()).toEqual({ shown: true, source: "primary" });
  }, 240_000);
});

async function exportsOf(metricsPort: number): Promise<{ replica: number; primary: number }> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const of = (source: string) =>
    Number(new RegExp(`kontor_exports_total\\{source="${source}"\\} (\\d+)`).exec(text)?.[1]);
  return { replica: of("replica"), primary: of("primary") };
}
