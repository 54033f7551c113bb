import { access } from "node:fs/promises";

import type { Client } from "pg";

import { withOwnerClient } from "../database/database.ts";
import { migrationsTable } from "../database/migrate.ts";
import { serverVersion } from "./backup.ts";
import { addressForTools, BackupError, findTools, runTool, type ToolSearch } from "./tools.ts";

/**
 * Restores a backup into an empty database, either completely or not at all. The server may be a
 * different one, without the roles of the original.
 *
 * @param ownerUrl connects as the owner of the empty database.
 * @throws BackupError when the database is not empty, the file is not a backup of Kontor, or the
 * programs are missing or fail.
 */
export async function restore(ownerUrl: string, file: string, search: ToolSearch): Promise<void> {
  await access(file).catch((error: unknown) => {
    throw new BackupError(`${file} cannot be read.`, { cause: error });
  });
  const tools = await findTools(await serverVersion(ownerUrl), search);
  await refuseOtherFile(tools, file);
  await prepare(ownerUrl);
  const { address, environment } = addressForTools(ownerUrl, "-c statement_timeout=0");
  await runTool(
    tools,
    "pg_restore",
    [
      "--single-transaction",
      "--exit-on-error",
      "--no-owner",
      // Only a superuser may restore the comment of an extension.
      "--no-comments",
      `--dbname=${address}`,
      file,
    ],
    environment,
  );
  await withOwnerClient(ownerUrl, async (owner) => {
    await clearTransactionIds(owner);
    await owner.query("analyze");
  });
}

/**
 * Refuses a file that no backup wrote. A dump of another database could be restored too, and the
 * migrations would then add empty books, which agree.
 *
 * @throws BackupError
 */
async function refuseOtherFile(tools: string, file: string): Promise<void> {
  const contents = await runTool(tools, "pg_restore", ["--list", file], {}).catch(
    (error: unknown) => {
      const reason = error instanceof BackupError ? `\n${error.message}` : "";
      throw new BackupError(`${file} is not a complete backup.${reason}`, { cause: error });
    },
  );
  if (contents.includes(` TABLE DATA public ${migrationsTable} `)) return;
  throw new BackupError(`${file} is a dump of another database and not a backup of Kontor.`);
}

/** Transaction ids of the original server would be mistaken for ids of this server. */
async function clearTransactionIds(owner: Client): Promise<void> {
  // A backup of an earlier release lacks these columns; its migrations add them.
  const { rowCount } = await owner.query(
    "select from pg_proc where proname = 'forget_posting_transactions'",
  );
  if (rowCount === 1) await owner.query("select forget_posting_transactions()");
}

/**
 * Refuses a database that is not empty, and creates the role that the backup grants privileges to.
 */
async function prepare(ownerUrl: string): Promise<void> {
  await withOwnerClient(ownerUrl, async (owner) => {
    const { rows } = await owner.query<{ name: string }>(`
      select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p', 'v', 'S') limit 1`);
    if (rows[0] !== undefined) {
      throw new BackupError(
        `The database is not empty: it has ${rows[0].name}. A backup is read into an empty database only, ` +
          "so that it never overwrites anything. Make a new database and name it in DATABASE_URL.",
      );
    }
    const role = await owner.query("select from pg_roles where rolname = 'kontor_app'");
    if (role.rowCount === 0) {
      await owner.query("create role kontor_app nologin nosuperuser nobypassrls");
      await owner.query("grant kontor_app to current_user");
    }
  });
}
