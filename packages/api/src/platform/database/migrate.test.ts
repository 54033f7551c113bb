import { randomBytes } from "node:crypto";
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";

import { withOwnerClient } from "./database.ts";
import { migrate, SchemaMismatch } from "./migrate.ts";

const migrationsFolder = fileURLToPath(new URL("../../../migrations/", import.meta.url));

async function asAdmin(...statements: string[]): Promise<void> {
  await withOwnerClient(inject("adminUrl"), async (admin) => {
    for (const statement of statements) await admin.query(statement);
  });
}

async function asUser<Row extends pg.QueryResultRow>(url: string, query: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(query)).rows;
  } finally {
    await client.end();
  }
}

/** An empty database of that user. */
async function freshDatabase(user: { name: string; password: string }): Promise<string> {
  const database = `migrate_${randomBytes(6).toString("hex")}`;
  await asAdmin(`create database ${database} owner ${user.name}`);
  onTestFinished(() => asAdmin(`drop database ${database} with (force)`));
  const url = new URL(inject("ownerUrl"));
  Object.assign(url, { pathname: `/${database}`, username: user.name, password: user.password });
  return url.href;
}

function owner(): { name: string; password: string } {
  const { username, password } = new URL(inject("ownerUrl"));
  return { name: username, password };
}

test("several processes may start at once on an empty database: one migrates, the others wait", async () => {
  const url = await freshDatabase(owner());
  const names = await readdir(migrationsFolder);
  const runs = await Promise.all([migrate(url), migrate(url), migrate(url)]);
  expect(runs.toSorted((one, other) => other.length - one.length)).toEqual([
    names.toSorted(),
    [],
    [],
  ]);
  expect(await migrate(url)).toEqual([]);
});

test("an owner that cannot act as the role of requests gets instructions, and nothing is stored", async () => {
  const user = { name: `plain_${randomBytes(4).toString("hex")}`, password: "plain" };
  await asAdmin(`create role ${user.name} login password '${user.password}'`);
  onTestFinished(() => asAdmin(`drop role ${user.name}`));
  const url = await freshDatabase(user);
  await expect(migrate(url)).rejects.toThrow(SchemaMismatch);
  await expect(migrate(url)).rejects.toThrow(
    `create role kontor_app nologin;  -- where it is missing\n  grant kontor_app to "${user.name}";`,
  );
  await asAdmin(`grant kontor_app to ${user.name}`);
  expect((await migrate(url)).length).toBeGreaterThan(5);
});

test("a migration takes as long as it needs, whatever limit the database has for statements", async () => {
  const url = await freshDatabase(owner());
  await asAdmin(`alter database ${new URL(url).pathname.slice(1)} set statement_timeout = '50ms'`);
  const folder = await mkdtemp(join(tmpdir(), "kontor-migrations-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const migrations = pathToFileURL(`${folder}/`);
  await addMigration(migrations, "0001-slow", "select pg_sleep(0.2)");
  expect(await migrate(url, migrations)).toEqual(["0001-slow"]);
});

/** A copy of the product's migrations that a test may edit. */
async function copiedMigrations(): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), "kontor-migrations-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(migrationsFolder, folder, { recursive: true });
  return pathToFileURL(`${folder}/`);
}

async function addMigration(folder: URL, name: string, text: string): Promise<void> {
  await mkdir(new URL(name, folder));
  await writeFile(new URL(`${name}/up.sql`, folder), text);
}

test("a migration that was edited after it ran prevents the start, and is named", async () => {
  const url = await freshDatabase(owner());
  const folder = await copiedMigrations();
  await addMigration(folder, "9001-first", "create table first (id bigint);");
  await migrate(url, folder);
  await writeFile(new URL("9001-first/up.sql", folder), "create table first (id text);");
  await addMigration(folder, "9002-second", "create table second (id bigint);");
  await expect(migrate(url, folder)).rejects.toThrow(
    "The migration 9001-first has been edited since this database ran it",
  );
  await writeFile(new URL("9001-first/up.sql", folder), "create table first (id bigint);");
  expect(await migrate(url, folder)).toEqual(["9002-second"]);
});

test("an older version does not start on a database that a newer one has changed", async () => {
  const url = await freshDatabase(owner());
  const folder = await copiedMigrations();
  await addMigration(folder, "9001-newer", "create table newer (id bigint);");
  await migrate(url, folder);
  await expect(migrate(url)).rejects.toThrow(
    "changed by the migration 9001-newer, which this version of Kontor does not have",
  );
});

test("a database without checksums gets those of the migrations that it ran", async () => {
  const url = await freshDatabase(owner());
  await migrate(url);
  await asUser(url, "delete from migration_checksums where name < '0040'");
  expect(await migrate(url)).toEqual([]);
  const [row] = await asUser<{ missing: number }>(
    url,
    `select count(*)::integer as missing from kysely_migration m
     left join migration_checksums c on c.name = m.name where c.name is null`,
  );
  expect(row?.missing).toBe(0);
});

test("a database of another program is refused and left as it is", async () => {
  const url = await freshDatabase(owner());
  await asUser(url, "create table customers (id bigint)");
  await expect(migrate(url)).rejects.toThrow(SchemaMismatch);
  await expect(migrate(url)).rejects.toThrow(/^The database migrate_\w+ .* the table customers /);
  const tables = "select tablename from pg_tables where schemaname = 'public'";
  expect(await asUser(url, tables)).toEqual([{ tablename: "customers" }]);
});

test("a table of an extension, such as PostGIS has one, does not make a database foreign", async () => {
  const url = await freshDatabase(owner());
  const admin = new URL(inject("adminUrl"));
  admin.pathname = new URL(url).pathname;
  await asUser(
    admin.href,
    "create extension hstore; create table places (id bigint); alter extension hstore add table places",
  );
  expect((await migrate(url)).length).toBeGreaterThan(5);
});
