import { randomBytes } from "node:crypto";
import { join, resolve } from "node:path";

import pg from "pg";

import type { Config } from "./config.ts";
import type { EmbeddedPostgresLog } from "./embedded-account.ts";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";

export type DatabaseServer = {
  /** Connects as the owner of the schema, who is no superuser, so that row-level security holds for him too. */
  url: string;
  stop(): Promise<void>;
};

const owner = "kontor";

/**
 * The PostgreSQL that this process works on: the configured server, or the embedded one with its data
 * in the data folder.
 *
 * @param onExit called when the embedded server ends although nobody stopped it.
 */
export async function openDatabaseServer(
  config: Config,
  options: { log: EmbeddedPostgresLog; onExit: (reason: string) => void },
): Promise<DatabaseServer> {
  if (config.databaseUrl !== undefined)
    return { url: config.databaseUrl, stop: () => Promise.resolve() };
  const server = await startEmbeddedPostgres({
    dataFolder: join(resolve(config.dataFolder), "postgres"),
    log: options.log,
  });
  server.onExit((reason) => options.onExit(reason));
  const url = await createOwnedDatabase(server.url("postgres"), "kontor", (user, password, name) =>
    withUser(server.url(name), user, password),
  );
  return { url, stop: () => server.stop() };
}

function withUser(url: string, user: string, password: string): string {
  const parsed = new URL(url);
  parsed.username = user;
  parsed.password = password;
  return parsed.href;
}

/** Makes the owner role and its database where they are missing, and gives the owner a new password. */
export async function createOwnedDatabase(
  adminUrl: string,
  name: string,
  urlFor: (user: string, password: string, name: string) => string,
): Promise<string> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const password = randomBytes(24).toString("hex");
    const role = await client.query("select from pg_roles where rolname = $1", [owner]);
    const verb = role.rowCount === 0 ? "create" : "alter";
    await client.query(
      `${verb} role ${owner} login createrole nosuperuser nobypassrls password '${password}'`,
    );
    const database = await client.query("select from pg_database where datname = $1", [name]);
    if (database.rowCount === 0) await client.query(`create database "${name}" owner ${owner}`);
    return urlFor(owner, password, name);
  } finally {
    await client.end();
  }
}
