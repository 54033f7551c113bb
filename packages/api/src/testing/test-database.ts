import { randomBytes } from "node:crypto";

import pg from "pg";
import { inject, onTestFinished } from "vitest";

import { openDatabase, withOwnerClient, type Database } from "../platform/database/database.ts";
import { migrationsTable } from "../platform/database/migrate.ts";
import { requestsUrlOf } from "../platform/database/rights.ts";
import { exactlyOne } from "../platform/database/rows.ts";
import { templateDatabase } from "./global-setup.ts";

/** A migrated database without data, which nobody else uses. */
export type TestDatabase = {
  /** Connects as its owner. */
  ownerUrl: string;
  /** Connects with the login of requests. */
  requestsUrl: string;
  /** The pool of the login of requests. */
  database: Database;
  /** Gives it back; nothing may use it afterwards. */
  release: () => Promise<void>;
};

type Clone = TestDatabase & {
  name: string;
  /** A connection of the superuser, to whom neither row-level security nor foreign keys apply. */
  superuser: pg.Client;
  /** The schema as migrated, as {@link schemaOf} describes it. */
  schema: string;
  /** The rows of the table `outgoing`, as JSON: the only ones that requests change in a new database. */
  outgoing: string;
};

/**
 * Databases of this process that test files gave back. Their connections stay open, with the plans
 * and the catalog rows that they have read. A clone takes ten times as long as emptying one.
 */
const free: Clone[] = [];

/** The most that are kept. A file has one database, and sometimes another for a while. */
const mostFree = 2;

/** Bytes. Deleted rows take space, and time of each scan, until they are vacuumed. */
const largest = 64 * 2 ** 20;

/** Tables with rows of the migrations, which no request changes. */
const ofMigrations = [
  "kept_rights",
  migrationsTable,
  `${migrationsTable}_lock`,
  "migration_checksums",
];

/** Deletes all rows and restarts all ids. Most tables were never used, which their files show. */
const emptyAll = `do $$
declare
  filled record;
begin
  perform set_config('session_replication_role', 'replica', true);
  for filled in
    select oid::regclass as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0
      and relname <> all (array[${ofMigrations.map((name) => `'${name}'`).join(", ")}])
  loop
    execute format('delete from %s', filled.name);
  end loop;
  for filled in
    select seqrelid::regclass as name, seqstart as first from pg_sequence
    where pg_sequence_last_value(seqrelid) is not null
  loop
    perform setval(filled.name, filled.first, false);
  end loop;
end $$`;

/** The catalogs of schema and privileges, without their prefix `pg_`. */
const catalogs = [
  "attrdef",
  "attribute",
  "class",
  "constraint",
  "default_acl",
  "event_trigger",
  "extension",
  "index",
  "namespace",
  "policy",
  "proc",
  "trigger",
  "type",
];

/** Changes with each change of the schema, the privileges or the settings of a database. */
const schemaOf = `select concat_ws(' ',
  (select datacl from pg_database where datname = current_database()),
  (select string_agg(s::text, ' ') from pg_db_role_setting s
    join pg_database d on d.oid = s.setdatabase where d.datname = current_database()),
  ${catalogs.map((name) => `(select concat(count(*), ':', max(xmin::text::bigint)) from pg_${name})`).join(", ")}
) as schema`;

/**
 * Takes a database that an earlier test file of this process gave back, emptied, or clones the
 * migrated one.
 *
 * @param newDatabase whether it must be a new clone: for tests of plans and of statistics, which deleted
 * rows and open connections change.
 */
export async function takeDatabase({ newDatabase = false } = {}): Promise<TestDatabase> {
  const kept = newDatabase ? undefined : free.pop();
  if (kept === undefined) return cloneDatabase();
  await kept.superuser.query(emptyAll);
  await kept.superuser.query(
    "insert into outgoing select * from json_populate_recordset(null::outgoing, $1)",
    [kept.outgoing],
  );
  return kept;
}

/**
 * Creates a database of the owner without any table, which is dropped after the test.
 *
 * @returns its addresses, as the owner and as the superuser. @internal for tests
 */
export async function createEmptyDatabase(): Promise<{ ownerUrl: string; superuserUrl: string }> {
  const name = newName();
  await asAdmin(`create database ${name} owner kontor`);
  onTestFinished(() => asAdmin(`drop database ${name} with (force)`));
  return addressesOf(name);
}

function newName(): string {
  return `test_${randomBytes(6).toString("hex")}`;
}

function addressesOf(name: string) {
  const [ownerUrl, superuserUrl] = [new URL(inject("ownerUrl")), new URL(inject("adminUrl"))];
  ownerUrl.pathname = `/${name}`;
  superuserUrl.pathname = `/${name}`;
  return { ownerUrl: ownerUrl.href, superuserUrl: superuserUrl.href };
}

async function cloneDatabase(): Promise<Clone> {
  const name = newName();
  // Copying files takes half the time of writing each page to the write-ahead log, because nothing
  // is flushed.
  await asAdmin(
    `create database ${name} template ${templateDatabase} owner kontor strategy file_copy`,
  );
  const { ownerUrl, superuserUrl } = addressesOf(name);
  const requestsUrl = requestsUrlOf(ownerUrl);
  const superuser = new pg.Client(superuserUrl);
  // A test may end all connections; the next statement then fails.
  superuser.on("error", () => undefined);
  await superuser.connect();
  const { rows } = await superuser.query<Pick<Clone, "schema" | "outgoing">>(
    `select (${schemaOf}), (select json_agg(o)::text from outgoing o) as outgoing`,
  );
  const clone: Clone = {
    ...exactlyOne(rows),
    name,
    superuser,
    ownerUrl,
    requestsUrl,
    database: openDatabase({ url: requestsUrl, connections: 12, onError: () => undefined }),
    release: async () => {
      if (free.length < mostFree && (await canBeUsedAgain(clone))) free.push(clone);
      else await drop(clone);
    },
  };
  return clone;
}

/** Whether only rows have changed, the pool still works, and nothing is still being done. */
async function canBeUsedAgain({ superuser, database, schema }: Clone): Promise<boolean> {
  try {
    await database.ping();
    const { rows } = await superuser.query<{ schema: string; size: bigint; busy: boolean }>(
      `select (${schemaOf}), pg_database_size(current_database()) as size,
        exists (select from pg_stat_activity where datname = current_database()
          and backend_type = 'client backend' and pid <> pg_backend_pid() and state <> 'idle') as busy`,
    );
    const now = exactlyOne(rows);
    return now.schema === schema && Number(now.size) < largest && !now.busy;
  } catch {
    return false;
  }
}

async function drop({ name, superuser, database }: Clone): Promise<void> {
  await database.close();
  await superuser.end();
  await asAdmin(`drop database ${name} with (force)`);
}

async function asAdmin(statement: string): Promise<void> {
  await withOwnerClient(inject("adminUrl"), (admin) => admin.query(statement));
}
