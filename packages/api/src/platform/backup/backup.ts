import { open, rename, rm, stat } from "node:fs/promises";

import { withOwnerClient } from "../database/database.ts";
import { migrationsTable } from "../database/migrate.ts";
import { addressForTools, BackupError, findTools, runTool, type ToolSearch } from "./tools.ts";

/**
 * Excluded from backups: the job queue, which only wakes the jobs. It is created again at the next
 * start.
 */
const excludedSchemas = ["--exclude-schema=pgboss"];

/**
 * Settings of the connection. Tenant tables show their rows only to sessions that may read all
 * tenants.
 */
const connectionOptions = "-c app.reads_all=on -c statement_timeout=0 -c timezone=UTC";

/**
 * Dumps all of Kontor's data in a database to one file, as a consistent snapshot, while requests
 * continue. The file is in PostgreSQL's custom format, compressed, and only its owner may read it.
 * It is given its final name only when it is complete.
 *
 * @param ownerUrl connects as the owner of the schema.
 * @param stopping interrupts the backup, which then leaves no file.
 * @returns its size in bytes.
 * @throws BackupError when the database is not Kontor's, the programs are missing or fail, the file
 * already exists, or the backup was interrupted.
 */
export async function backUp(
  ownerUrl: string,
  file: string,
  search: ToolSearch,
  stopping?: AbortSignal,
): Promise<number> {
  await refuseOtherDatabase(ownerUrl);
  const tools = await findTools(await serverVersion(ownerUrl), search);
  const partial = `${file}.partial`;
  await refuseExisting(file);
  await (await openNew(partial)).close();
  try {
    const { address, environment } = addressForTools(ownerUrl, connectionOptions);
    await runTool(
      tools,
      "pg_dump",
      [
        "--format=custom",
        // The owner is not a superuser: without this option the dump would fail because of
        // row-level security instead of applying it.
        "--enable-row-security",
        ...excludedSchemas,
        `--file=${partial}`,
        `--dbname=${address}`,
      ],
      environment,
      stopping,
    );
    await runTool(tools, "pg_restore", ["--list", partial], {}, stopping);
    // Another backup may have taken the name in the meantime.
    await refuseExisting(file);
    await rename(partial, file);
    return (await stat(file)).size;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/**
 * A dump of another database, or of one that Kontor never used, would look like a backup. Every
 * database of Kontor has the table of migrations.
 *
 * @throws BackupError
 */
async function refuseOtherDatabase(ownerUrl: string): Promise<void> {
  await withOwnerClient(ownerUrl, async (owner) => {
    const { rows } = await owner.query<{ is_ours: boolean; name: string }>(
      "select to_regclass($1) is not null as is_ours, current_database() as name",
      [`public.${migrationsTable}`],
    );
    if (rows[0]?.is_ours === true) return;
    throw new BackupError(
      `The database ${rows[0]?.name} has no tables of Kontor, so there is nothing to back up. ` +
        "Name Kontor's database in DATABASE_URL.",
    );
  });
}

/** @throws BackupError when the file exists */
async function refuseExisting(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found !== undefined) throw new BackupError(alreadyThere(file));
}

function alreadyThere(file: string): string {
  return `${file} already exists; choose another name.`;
}

/**
 * Reserves the name of a new file. @throws BackupError when the file exists or cannot be created
 */
async function openNew(file: string) {
  try {
    return await open(file, "wx", 0o600);
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === "EEXIST";
    throw new BackupError(
      isThere ? alreadyThere(file) : `${file} cannot be written: ${(error as Error).message}`,
      { cause: error },
    );
  }
}

/** The major version of the server. */
export async function serverVersion(url: string): Promise<number> {
  return withOwnerClient(url, async (client) => {
    const { rows } = await client.query<{ version: string }>(
      "select current_setting('server_version_num') as version",
    );
    return Math.floor(Number(rows[0]?.version) / 10_000);
  });
}
