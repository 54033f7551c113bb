import { join, resolve } from "node:path";

import type { EmbeddedPostgresLog } from "@kontor/embedded-postgres/account";
import { EmbeddedPostgresError } from "@kontor/embedded-postgres/error";
import { hasEmbeddedDatabase, runningEmbeddedPostgres } from "@kontor/embedded-postgres/running";
import { startEmbeddedPostgres } from "@kontor/embedded-postgres/server";
import pg from "pg";

import { expectConnection } from "../connection-problem.ts";
import type { Environment } from "../environment.ts";
import { derivedPassword, requestsUrlOf, type DatabaseUrls } from "./rights.ts";

export type DatabaseServer = DatabaseUrls & { stop(): Promise<void> };

const owner = "kontor";
/** The name of the database on the embedded server. */
const embeddedDatabase = "kontor";

/**
 * The PostgreSQL server that this process uses: the configured one, or the embedded one with its
 * data in the data folder.
 *
 * @param options.onExit called when the embedded server exits without having been stopped.
 * @param options.whileStarting called when an embedded server has been launched and is not ready
 * yet.
 * @throws EnvironmentError when the owner cannot connect to the configured server.
 */
export async function openDatabaseServer(
  environment: Environment,
  options: {
    log: EmbeddedPostgresLog;
    onExit: (reason: string) => void;
    whileStarting?: () => void;
  },
): Promise<DatabaseServer> {
  if (environment.databaseUrl !== undefined) {
    const ownerUrl = environment.databaseUrl;
    const requestsUrl = environment.databaseRequestsUrl ?? requestsUrlOf(ownerUrl);
    await expectConnection("DATABASE_URL", ownerUrl);
    return { ownerUrl, requestsUrl, stop: () => Promise.resolve() };
  }
  const server = await startEmbeddedPostgres({
    dataFolder: embeddedFolder(environment),
    log: options.log,
    whileStarting: options.whileStarting,
  });
  server.onExit((reason) => options.onExit(reason));
  const ownerUrl = await createOwnedDatabase(server.url("postgres"), embeddedDatabase);
  return { ownerUrl, requestsUrl: requestsUrlOf(ownerUrl), stop: () => server.stop() };
}

/**
 * The same for a command that only reads. When a running Kontor uses the embedded data, the command
 * uses its server and leaves it running. It never creates a database.
 *
 * @throws EmbeddedPostgresError `no-database`; `folder-in-use` when another process uses the data
 * but its server is not ready; and as {@link startEmbeddedPostgres}.
 */
export async function openDatabaseServerToRead(
  environment: Environment,
  options: { log: EmbeddedPostgresLog; onExit: (reason: string) => void },
): Promise<DatabaseServer> {
  const folder = embeddedFolder(environment);
  if (environment.databaseUrl === undefined && !(await hasEmbeddedDatabase(folder))) {
    throw new EmbeddedPostgresError(
      "no-database",
      `There is no database in ${folder} yet. Start Kontor once (npm start), or name the data folder ` +
        "in KONTOR_DATA, or a PostgreSQL server in DATABASE_URL.",
    );
  }
  try {
    return await openDatabaseServer(environment, options);
  } catch (error) {
    const isHeld = error instanceof EmbeddedPostgresError && error.problem === "folder-in-use";
    const running = isHeld ? await runningEmbeddedPostgres(folder) : undefined;
    if (running === undefined) throw error;
    const ownerUrl = ownerUrlOf(running(embeddedDatabase));
    return { ownerUrl, requestsUrl: requestsUrlOf(ownerUrl), stop: () => Promise.resolve() };
  }
}

function embeddedFolder(environment: Environment): string {
  return join(resolve(environment.dataFolder), "postgres");
}

/** The owner's address on an embedded server, derived from the superuser's address. */
function ownerUrlOf(adminUrl: string): string {
  const url = new URL(adminUrl);
  url.password = derivedPassword(decodeURIComponent(url.password), owner);
  url.username = owner;
  return url.href;
}

/**
 * Creates the owner role and its database if they do not exist. The owner is not a superuser, and
 * its password is derived from the superuser's.
 *
 * @param adminUrl connects as the superuser of an embedded server, with a password.
 * @returns the owner's address.
 */
export async function createOwnedDatabase(adminUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const url = new URL(ownerUrlOf(adminUrl));
    const password = decodeURIComponent(url.password);
    const role = await client.query("select from pg_roles where rolname = $1", [owner]);
    const verb = role.rowCount === 0 ? "create" : "alter";
    await client.query(
      `${verb} role ${owner} login createrole nosuperuser nobypassrls password '${password}'`,
    );
    const database = await client.query("select from pg_database where datname = $1", [name]);
    if (database.rowCount === 0) await client.query(`create database "${name}" owner ${owner}`);
    url.pathname = `/${name}`;
    return url.href;
  } finally {
    await client.end();
  }
}
