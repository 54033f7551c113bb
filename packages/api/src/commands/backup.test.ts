import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";

import { withOwnerClient } from "../platform/database/database.ts";
import { runCommandFile, startCommandFile } from "../testing/command.ts";
import { eventually } from "../testing/eventually.ts";
import { openFileWorld } from "../testing/harness.ts";

const world = await openFileWorld();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kontor-backup-command-"));
  return () => rm(folder, { recursive: true, force: true });
});

/** A database of the owner without any table. */
async function emptyDatabase(): Promise<string> {
  const name = `backup_${crypto.randomUUID().slice(0, 8)}`;
  const admin = async (statement: string) => {
    await withOwnerClient(inject("adminUrl"), (client) => client.query(statement));
  };
  const url = new URL(inject("ownerUrl"));
  await admin(`create database ${name} owner ${url.username}`);
  onTestFinished(() => admin(`drop database ${name} with (force)`));
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * Stand-ins for PostgreSQL's programs, which are not on every machine.
 *
 * @param dumping what pg_dump does once its file has a first line.
 * @param listed the table of which pg_restore lists rows.
 * @param restoring what pg_restore does otherwise.
 */
async function standIns({ dumping = "exit 0", listed = "kysely_migration", restoring = "exit 0" }) {
  const tools = await mkdtemp(join(folder, "programs-"));
  const dump = `case "$1" in --version) echo "pg_dump (PostgreSQL) 99.0"; exit;; esac
for each; do case "$each" in --file=*) echo begun > "\${each#--file=}";; esac; done
${dumping}`;
  const restore = `if test "$1" = --list
then echo "4711; 0 16385 TABLE DATA public ${listed} kontor"
else ${restoring}
fi`;
  for (const [name, lines] of Object.entries({ pg_dump: dump, pg_restore: restore })) {
    await writeFile(join(tools, name), `#!/bin/sh\n${lines}\n`);
    await chmod(join(tools, name), 0o755);
  }
  return { KONTOR_POSTGRES_TOOLS: tools };
}

/** The id that a stand-in writes into a file once it runs. */
async function processIdIn(file: string): Promise<number> {
  return eventually(async () => {
    const text = await readFile(file, "utf8");
    if (text === "") throw new Error("the program has not begun");
    return Number(text);
  });
}

/** An empty folder for the file. */
function target(): Promise<string> {
  return mkdtemp(join(folder, "files-"));
}

async function recorded(): Promise<{ faults: bigint }[]> {
  return withOwnerClient(world.ownerUrl, async (owner) => {
    const { rows } = await owner.query<{ faults: bigint }>(
      "select faults from maintenance_runs where kind = 'backup' order by id",
    );
    return rows;
  });
}

describe("npm run backup", () => {
  test("refuses a database without Kontor's tables, and leaves no file", async () => {
    const into = await target();
    const { code, output, errors } = await runCommandFile("backup", [join(into, "a.dump")], {
      DATABASE_URL: await emptyDatabase(),
      ...(await standIns({})),
    });
    expect({ code, output }).toEqual({ code: 2, output: "" });
    expect(errors).toMatch(/^The database backup_\w+ has no tables of Kontor/);
    expect(await readdir(into)).toEqual([]);
  });

  test("leaves no file and no program when it is interrupted, and records that there is no backup", async () => {
    const into = await target();
    const before = await recorded();
    const programs = await standIns({ dumping: `echo $$ > "${into}.pid"; exec sleep 60` });
    const running = startCommandFile("backup", [join(into, "a.dump")], {
      DATABASE_URL: world.ownerUrl,
      ...programs,
    });
    const pid = await processIdIn(`${into}.pid`);
    expect(await readdir(into)).toEqual(["a.dump.partial"]);
    running.signal("SIGINT");
    const { code, output, errors } = await running.ended;
    expect({ code, output, errors }).toEqual({
      code: 2,
      output: "",
      errors: "pg_dump was interrupted.\n",
    });
    expect(await readdir(into)).toEqual([]);
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
    expect((await recorded()).slice(before.length).map(({ faults }) => Number(faults))).toEqual([
      1,
    ]);
  });

  test("keeps a complete file that cannot be recorded, and says so", async () => {
    const into = await target();
    const requests = new URL(world.ownerUrl);
    Object.assign(requests, { username: "nobody_here", password: "s3cret" });
    const { code, output, errors } = await runCommandFile("backup", [join(into, "a.dump")], {
      DATABASE_URL: world.ownerUrl,
      DATABASE_REQUESTS_URL: requests.href,
      ...(await standIns({})),
    });
    expect(code).toBe(1);
    expect(output).toContain("a.dump contains the whole database");
    expect(errors).toMatch(/^The backup could not be recorded in the database \(.*nobody_here/);
    expect(errors).not.toContain("s3cret");
    expect(await readdir(into)).toEqual(["a.dump"]);
  });
});

test("npm run restore refuses a dump of another database, and leaves the database empty", async () => {
  const url = await emptyDatabase();
  const file = join(await target(), "other.dump");
  await writeFile(file, "the dump of a shop");
  const { code, output, errors } = await runCommandFile("restore", [file], {
    DATABASE_URL: url,
    ...(await standIns({ listed: "customers" })),
  });
  expect({ code, output }).toEqual({ code: 2, output: "" });
  expect(errors).toBe(`${file} is a dump of another database and not a backup of Kontor.\n`);
  const tables = await withOwnerClient(url, (owner) =>
    owner.query("select from pg_tables where schemaname = 'public'"),
  );
  expect(tables.rowCount).toBe(0);
});

test("npm run restore ends its program when it is stopped", async () => {
  const file = join(await target(), "a.dump");
  await writeFile(file, "a backup");
  const programs = await standIns({ restoring: `echo $$ > "${file}.pid"; exec sleep 60` });
  const url = await emptyDatabase();
  const restoring = startCommandFile("restore", [file], { DATABASE_URL: url, ...programs });
  const pid = await processIdIn(`${file}.pid`);
  restoring.signal("SIGTERM");
  expect((await restoring.ended).code).toBe(143);
  await eventually(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"));
});
