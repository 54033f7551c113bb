import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { getPlatformProof } from "@kontor/contract/proof/proof";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { withOwnerClient } from "../platform/database/database.ts";
import { bookkeeperAt, counterOf, receiptsOf } from "../testing/bookkeeper.ts";
import { runCommandFile } from "../testing/command.ts";
import { openWorld } from "../testing/harness.ts";
import { findServerPrograms, noServerPrograms, startServer } from "../testing/local-server.ts";
import { startKontor } from "../testing/process.ts";

const programs = await findServerPrograms();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kontor-backup-"));
  return () => rm(folder, { recursive: true, force: true });
});

async function server() {
  const opened = await startServer(programs ?? "");
  onTestFinished(() => opened.remove());
  return opened;
}

/** Tables without rows, read as the superuser, to whom row-level security does not apply. */
async function emptyTables(url: string): Promise<string[]> {
  return withOwnerClient(url, async (superuser) => {
    const { rows } = await superuser.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public' order by 1",
    );
    const empty: string[] = [];
    for (const { name } of rows) {
      const { rowCount } = await superuser.query(`select from "${name}" limit 1`);
      if (rowCount === 0) empty.push(name);
    }
    return empty;
  });
}

/** Expects the copy to be on hold by the command, and without it by the database that it is of. */
async function expectHeld(url: string): Promise<void> {
  const outgoing = () => runCommandFile("outgoing", [], { DATABASE_URL: url });
  const held = await outgoing();
  expect(held.code).toBe(1);
  expect(held.output).toContain("this database was restored from a backup");
  await withOwnerClient(url, (owner) =>
    owner.query("update outgoing set held_at = null, held_because = null"),
  );
  const copied = await outgoing();
  expect(copied.code).toBe(1);
  expect(copied.output).toContain("a copy of it");
}

const why = programs === undefined ? ` ${noServerPrograms}` : "";

describe.skipIf(programs === undefined)(`a restore drill${why}`, () => {
  test("a dump made under load is restored on an empty server: the books agree, the app starts, numbers continue", async () => {
    const first = await server();
    const firstUrl = await first.createOwned("kontor");
    const file = join(folder, "drill.dump");
    const kontor = await startKontor(folder, 0, { DATABASE_URL: firstUrl });
    onTestFinished(async () => void (await kontor.stop()));
    const bookkeeper = await bookkeeperAt(kontor);
    const before = counterOf(await bookkeeper.post());
    const dumped = new AbortController();
    const acknowledged: string[] = [];
    const loading = [1, 2, 3, 4].map(async () => {
      while (!dumped.signal.aborted) {
        acknowledged.push(await bookkeeper.post());
        // Leaves the dump some time on a machine with few processors.
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    });
    const backup = await runCommandFile("backup", [file], { DATABASE_URL: firstUrl });
    dumped.abort();
    await Promise.all(loading);
    const all = await receiptsOf(firstUrl);
    expect(await kontor.stop()).toBe(0);
    expect(backup).toMatchObject({ code: 0, errors: "" });
    expect(backup.output).toContain(`${file} contains the whole database`);
    expect((await stat(file)).mode & 0o077).toBe(0);
    expect(acknowledged.length).toBeGreaterThan(0);

    // Another server, without the roles of the first.
    const second = await server();
    const secondUrl = await second.createOwned("kontor");
    const restored = await runCommandFile("restore", [file], { DATABASE_URL: secondUrl });
    expect(restored).toEqual({
      code: 0,
      output: `${file} was restored.\nThe books agree.\nEmails and transfers are on hold: npm run outgoing says what waits and releases them.\n`,
      errors: "",
    });
    await expectHeld(secondUrl);
    const lost = await emptyTables(second.url("kontor"));
    const emptyBefore = await emptyTables(first.url("kontor"));
    // The backup itself is recorded after the dump. The posts after the dump may be enough for the
    // first mark of a day; the check of the books covers missing marks.
    const lostBesides = lost.filter((table) => table !== "ledger_day_marks");
    expect(lostBesides.filter((table) => !emptyBefore.includes(table))).toEqual([
      "maintenance_runs",
    ]);
    const restoredReceipts = await receiptsOf(secondUrl);
    // A consistent moment during the load: numbers have no gaps, and everything acknowledged before
    // is included.
    expect(restoredReceipts).toEqual(all.slice(0, restoredReceipts.length));
    expect(restoredReceipts.at(-1)).toBeGreaterThanOrEqual(before);

    const again = await startKontor(folder, 0, { DATABASE_URL: secondUrl });
    onTestFinished(async () => void (await again.stop()));
    const next = counterOf(await (await bookkeeperAt(again)).post());
    expect(next).toBe((restoredReceipts.at(-1) ?? 0) + 1);
    expect(await again.stop()).toBe(0);
    const check = await runCommandFile("books-check", [], { DATABASE_URL: secondUrl });
    expect(check.output).toBe("The books agree.\n");

    const refused = await runCommandFile("restore", [file], { DATABASE_URL: secondUrl });
    expect(refused).toMatchObject({ code: 2, output: "" });
    expect(refused.errors).toContain("The database is not empty");
  }, 240_000);

  test("a file that is not a backup, or is truncated, leaves the database empty", async () => {
    const opened = await server();
    const url = await opened.createOwned("kontor");
    const nonsense = join(folder, "nonsense.dump");
    await writeFile(nonsense, "PGDMP and no more");
    const { code, errors } = await runCommandFile("restore", [nonsense], { DATABASE_URL: url });
    expect(code).toBe(2);
    expect(errors).toContain("pg_restore failed");
    const missing = await runCommandFile("restore", [join(folder, "no.dump")], {
      DATABASE_URL: url,
    });
    expect(missing.errors).toContain("cannot be read");
    const tables = await withOwnerClient(url, (owner) =>
      owner.query("select from pg_tables where schemaname = 'public'"),
    );
    expect(tables.rowCount).toBe(0);
  });
});

test("explains what to install for a server that is newer than this machine's programs, and records the failure", async () => {
  const world = await openWorld();
  onTestFinished(() => world.close());
  const file = join(folder, "none.dump");
  const { code, errors } = await runCommandFile("backup", [file], {
    DATABASE_URL: world.ownerUrl,
    KONTOR_POSTGRES_TOOLS: folder,
  });
  expect(code).toBe(2);
  expect(errors).toMatch(/no pg_dump and pg_restore of version 18 or newer in /);
  expect(errors).toContain("postgresql-client-18");
  expect(await readdir(folder)).not.toContain("none.dump");
  const { faults, backup_at } = await (await world.signIn("platform")).call(getPlatformProof);
  expect([faults.map(({ kind }) => kind), backup_at]).toEqual([["backup"], null]);
});

test("print their usage", async () => {
  const two = await runCommandFile("backup", ["one.dump", "two.dump"], {});
  expect(two).toMatchObject({ code: 2, output: "" });
  expect(two.errors).toContain("Usage: npm run backup");
  expect((await runCommandFile("restore", [], {})).errors).toContain("Usage: npm run restore");
});
