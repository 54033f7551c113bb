import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

import { Kysely, PostgresDialect, sql } from "kysely";
import { DEFAULT_MIGRATION_TABLE, Migrator, type Migration } from "kysely/migration";
import pg from "pg";

// Located through the package, because the API also runs as a bundle of a few files.
const migrationsFolder = new URL(
  "migrations/",
  pathToFileURL(createRequire(import.meta.url).resolve("@kontor/api/package.json")),
);

/**
 * The table with the names of the migrations that ran. Kysely's migrator creates it first, so every
 * database of Kontor has it, with rows.
 */
export const migrationsTable = DEFAULT_MIGRATION_TABLE;

/** Lifts the limits that the server, the database or the owner may set for a session. */
const withoutTimeouts =
  "set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0";

type MigrationFile = { name: string; text: string; checksum: string };

/** The database cannot be migrated by these migrations; the message says what to do. */
export class SchemaMismatch extends Error {}

/**
 * Migrates the schema to the newest version, as the owner. Kysely's migrator holds a lock for the
 * whole run, so several processes may start at once: one migrates, the others wait and find nothing
 * to do.
 *
 * @param folder the migrations, each a folder with an `up.sql`; the product's by default.
 * @returns the names of the migrations that ran now.
 * @throws SchemaMismatch when the database belongs to another program, has run a migration that this
 * version does not have or whose file has changed since, or when the owner may not set up the role
 * of requests; nothing is changed in that case.
 * @throws the database's error when a migration fails; the whole run is then rolled back.
 */
export async function migrate(url: string, folder: URL = migrationsFolder): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  // A connection that dies while idle must not end the process; the next statement reports it.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
    // A provider may limit all statements of a database; a migration of many rows may take longer.
    // An error is also thrown by the next statement.
    client.query(withoutTimeouts).catch(() => undefined);
  });
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const files = await readMigrations(folder);
    await refuseForeignTables(kysely);
    await refuseMismatch(kysely, files);
    const migrator = new Migrator({
      db: kysely,
      provider: { getMigrations: steps(files) },
      migrationTableName: migrationsTable,
      // Parallel branches use separate number ranges, so a lower number may be released later. Each
      // migration depends only on objects that it names.
      allowUnorderedMigrations: true,
    });
    const { error, results } = await migrator.migrateToLatest();
    if (mayNotSetUpRoles(error)) throw new SchemaMismatch(roleInstructions(url, error.message));
    if (error instanceof Error) throw error;
    if (error !== undefined) throw new Error("migration failed", { cause: error });
    await recordChecksums(kysely, files);
    const ran = (results ?? []).map((result) => result.migrationName);
    if (ran.length > 0) await saveRights(kysely);
    return ran;
  } finally {
    await kysely.destroy();
  }
}

/** PostgreSQL's error when the owner may neither create the role of requests nor act as it. */
function mayNotSetUpRoles(error: unknown): error is pg.DatabaseError {
  if (!(error instanceof pg.DatabaseError)) return false;
  return error.code === "42501" && error.message.includes("role");
}

function roleInstructions(url: string, why: string): string {
  const owner = pg.escapeIdentifier(decodeURIComponent(new URL(url).username));
  return (
    `The owner of the database may not set up the role of requests (${why}). ` +
    "Have an administrator of the server run:\n" +
    "  create role kontor_app nologin;  -- where it is missing\n" +
    `  grant kontor_app to ${owner};`
  );
}

async function readMigrations(folder: URL): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(`${name}/up.sql`, folder), "utf8");
      return { name, text, checksum: createHash("sha256").update(text).digest("hex") };
    }),
  );
}

function steps(files: readonly MigrationFile[]): () => Promise<Record<string, Migration>> {
  const migrations = files.map(({ name, text }): [string, Migration] => [
    name,
    {
      up: async (db) => {
        await sql.raw(text).execute(db);
      },
    },
  ]);
  return () => Promise.resolve(Object.fromEntries(migrations));
}

/**
 * Refuses a database of another program: an address that is wrong must not fill it with our tables.
 * Tables of extensions do not count.
 *
 * @throws SchemaMismatch naming one of its tables.
 */
async function refuseForeignTables(db: Kysely<unknown>): Promise<void> {
  // One statement, because another process may be creating the tables at the same time.
  const { rows } = await sql<{ database: string; name: string }>`
    select current_database() as database, c.relname as name
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and c.relname not like 'kysely\\_%'
      and to_regclass(${`public.${migrationsTable}`}) is null
      and not exists (select from pg_depend d
        where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by c.relname limit 1`.execute(db);
  const [found] = rows;
  if (found === undefined) return;
  throw new SchemaMismatch(
    `The database ${found.database} belongs to another program: it has the table ${found.name} and none of Kontor's. ` +
      "Create an empty database for Kontor, and name it in DATABASE_URL.",
  );
}

/** Compares the migrations that ran in the database with the files. @throws SchemaMismatch */
async function refuseMismatch(db: Kysely<unknown>, files: readonly MigrationFile[]): Promise<void> {
  if (!(await hasTable(db, migrationsTable))) return;
  const ran = await sql<{ name: string }>`
    select name from ${sql.table(migrationsTable)} order by name`.execute(db);
  const known = new Map(files.map((file) => [file.name, file]));
  const missing = ran.rows.find(({ name }) => !known.has(name));
  if (missing !== undefined) {
    throw new SchemaMismatch(
      `The database was changed by the migration ${missing.name}, which this version of Kontor does not have. ` +
        "Start the version that made the change, or a newer one.",
    );
  }
  if (!(await hasTable(db, "migration_checksums"))) return;
  const recorded = await sql<{ name: string; checksum: string }>`
    select name, checksum from migration_checksums order by name`.execute(db);
  const changed = recorded.rows.find(
    ({ name, checksum }) => known.get(name)?.checksum !== checksum,
  );
  if (changed !== undefined) {
    throw new SchemaMismatch(
      `The migration ${changed.name} has been edited since this database ran it, so the database lacks the edit. ` +
        "Restore the file as it was, and make the change in a new migration.",
    );
  }
}

/**
 * Stores the privileges that the migrations granted, so that `ensureRights` can grant them again if
 * they were lost.
 */
async function saveRights(db: Kysely<unknown>): Promise<void> {
  if (!(await hasTable(db, "kept_rights"))) return;
  await sql`
    with now as (select kind, object, part, privilege from rights_of_requests), gone as (
      delete from kept_rights k where not exists (select from now n
        where (n.kind, n.object, n.part, n.privilege) = (k.kind, k.object, k.part, k.privilege))
        and exists (select from now)
    )
    insert into kept_rights (kind, object, part, privilege)
    select kind, object, part, privilege from now on conflict do nothing`.execute(db);
}

async function hasTable(db: Kysely<unknown>, name: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass(${`public.${name}`}) is not null as found`.execute(db);
  return rows[0]?.found === true;
}

/**
 * Stores the checksum of each migration that ran; an older database gets them at its first start
 * with this version.
 */
async function recordChecksums(
  db: Kysely<unknown>,
  files: readonly MigrationFile[],
): Promise<void> {
  if (!(await hasTable(db, "migration_checksums"))) return;
  const rows = JSON.stringify(files.map(({ name, checksum }) => ({ name, checksum })));
  await sql`
    insert into migration_checksums (name, checksum)
    select r.name, r.checksum
    from jsonb_to_recordset(${rows}::jsonb) as r(name text, checksum text)
    where exists (select from ${sql.table(migrationsTable)} m where m.name = r.name)
    on conflict (name) do nothing`.execute(db);
}
