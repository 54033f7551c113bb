import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { bookkeeperAt, counterOf, receiptsOf } from "../../testing/bookkeeper.ts";
import { runCommandFile } from "../../testing/command.ts";
import { secretKey } from "../../testing/harness.ts";
import {
  findServerPrograms,
  freePort,
  noServerPrograms,
  startReplica,
  startServer,
} from "../../testing/local-server.ts";
import { startKontor, type RunningKontor } from "../../testing/process.ts";
import { withOwnerClient } from "../database/database.ts";

const programs = await findServerPrograms();
/**
 * Starting these database servers takes about ten seconds each, so only `npm run test:machines`
 * does.
 */
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
    KONTOR_SECRET_KEY: secretKey,
    KONTOR_REQUESTS_PER_MINUTE: "1000000",
    ...variables,
  });
  onTestFinished(async () => {
    await kontor.stop();
  });
  return kontor;
}

const countUp = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe.skipIf(programs === undefined || !isEnabled)(`a replica ${why}`, () => {
  test("is promoted when the server is lost under load: nothing acknowledged is missing, and numbers continue", async () => {
    const bin = programs ?? "";
    const primary = await startServer(bin);
    onTestFinished(() => primary.remove());
    const ownerUrl = await primary.createOwned("kontor");
    const replica = await startReplica(bin, primary, "standby");
    onTestFinished(() => replica.remove());
    // From here on a commit is acknowledged only when the replica has it too.
    await withOwnerClient(primary.url("postgres"), async (superuser) => {
      await superuser.query("alter system set synchronous_standby_names = 'standby'");
      await superuser.query("select pg_reload_conf()");
    });
    const kontor = await start(ownerUrl);
    const bookkeeper = await bookkeeperAt(kontor);
    const { rows } = await withOwnerClient(primary.url("postgres"), (superuser) =>
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

  test("serves exports that are never older than what was acknowledged, and is not needed for them", async () => {
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
      withOwnerClient(replica.url("postgres"), (superuser) => superuser.query(statement));
    /**
     * Posts and exports at once. @returns whether the entry is in the file, and where the file was
     * read
     */
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
