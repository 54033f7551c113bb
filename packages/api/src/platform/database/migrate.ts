import { readdir, readFile } from "node:fs/promises";

import { Kysely, PostgresDialect, sql } from "kysely";
import { Migrator, type Migration } from "kysely/migration";
import pg from "pg";

const folder = new URL("../../../migrations/", import.meta.url);

/**
 * Brings the schema to the newest version, as the owner. Kysely's migrator takes a lock for the whole
 * run, so several processes may start at once: one migrates, the others wait and find nothing to do.
 *
 * @returns names of the migrations that ran now.
 * @throws the database's error when a migration fails; then none of this run is kept.
 */
export async function migrate(url: string): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  // A connection that dies while nothing runs on it must not end the process; the next statement tells.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const migrator = new Migrator({ db: kysely, provider: { getMigrations } });
    const { error, results } = await migrator.migrateToLatest();
    if (error instanceof Error) throw error;
    if (error !== undefined) throw new Error("migration failed", { cause: error });
    return (results ?? []).map((result) => result.migrationName);
  } finally {
    await kysely.destroy();
  }
}

async function getMigrations(): Promise<Record<string, Migration>> {
  const names = (await readdir(folder)).toSorted();
  const migrations = names.map(async (name): Promise<[string, Migration]> => {
    const text = await readFile(new URL(`${name}/up.sql`, folder), "utf8");
    return [
      name,
      {
        up: (db) =>
          sql
            .raw(text)
            .execute(db)
            .then(() => undefined),
      },
    ];
  });
  return Object.fromEntries(await Promise.all(migrations));
}
