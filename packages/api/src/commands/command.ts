import { parseArgs, type ParseArgsConfig } from "node:util";

import { EmbeddedPostgresError } from "@kontor/embedded-postgres/error";

import { BackupError } from "../platform/backup/tools.ts";
import { connectionProblem } from "../platform/connection-problem.ts";
import {
  openDatabaseServerToRead,
  type DatabaseServer,
} from "../platform/database/database-server.ts";
import {
  liftTimeouts,
  openDatabase,
  sqlState,
  type Database,
} from "../platform/database/database.ts";
import { SchemaMismatch } from "../platform/database/migrate.ts";
import { LoginMissing } from "../platform/database/rights.ts";
import { EnvironmentError, readEnvironment, type Environment } from "../platform/environment.ts";
import { Refusal } from "../platform/refusal.ts";
import { setAllTenantsReadable, type Tx } from "../platform/scope.ts";

/** Why a command cannot run; the message is for the user who typed it. */
export class CommandError extends Error {}

/** `--help` was given; the message is the usage. */
class HelpRequested extends Error {}

/**
 * Parses the arguments of a command. `--help` prints the usage.
 *
 * @throws CommandError naming the wrong argument and explaining the usage.
 */
export function commandArguments<Config extends ParseArgsConfig>(
  usage: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  const args = config.args ?? process.argv.slice(2);
  if (args.includes("--help") || args.includes("-h")) throw new HelpRequested(usage);
  return withUsage(usage, () => parseArgs(config));
}

/** Adds the usage to the reason for which arguments are refused. @throws CommandError */
export function withUsage<Result>(usage: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\n${usage}`, { cause: error });
  }
}

/** PostgreSQL's errors for a missing table, column or login. */
const missing = new Set(["42P01", "42703", "28P01", "28000"]);

/**
 * Runs a command and sets the exit status: the command's result, or 2 when it could not run, with
 * the reason on standard error. A fault is shown with its stack.
 */
export async function runCommand(command: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await command();
  } catch (error) {
    if (error instanceof HelpRequested) {
      process.stdout.write(`${error.message.trimEnd()}\n`);
      return;
    }
    process.stderr.write(`${reasonOf(error)}\n`);
    process.exitCode = 2;
  }
}

function reasonOf(error: unknown): string {
  const expected =
    error instanceof CommandError ||
    error instanceof BackupError ||
    error instanceof SchemaMismatch ||
    error instanceof EnvironmentError ||
    error instanceof EmbeddedPostgresError ||
    error instanceof LoginMissing ||
    error instanceof Refusal;
  if (expected) return error.message;
  if (missing.has(sqlState(error) ?? "")) {
    return "The tables and logins of this database are not those of this version. Start Kontor once (npm start), which brings them up to date.";
  }
  return String(error instanceof Error ? error.stack : error);
}

/** The exit status of a command that a signal ended, as shells report it. */
const statusOf = { SIGINT: 130, SIGTERM: 143 } as const;

type ServerOpener = (
  environment: Environment,
  options: { log: (message: string) => void; onExit: (reason: string) => void },
) => Promise<DatabaseServer>;

/**
 * Opens the database server of a command.
 *
 * @param open `openDatabaseServer` or `openDatabaseServerToRead`.
 * @param options.endsOnSignal false when the command ends by itself after a signal. Otherwise a
 * signal such as Ctrl+C ends it, and first stops an embedded server that it started, which would
 * outlive it.
 */
export async function openServer(
  open: ServerOpener,
  environment: Environment,
  { endsOnSignal = true } = {},
): Promise<DatabaseServer> {
  const opening = open(environment, {
    log: (message) => process.stderr.write(`${message}\n`),
    onExit: (reason) => process.stderr.write(`The embedded database ended: ${reason}\n`),
  });
  if (!endsOnSignal) return opening;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    const stopAndEnd = async () => {
      await opening.then((server) => server.stop()).catch(() => undefined);
      process.exit(statusOf[signal]);
    };
    process.once(signal, () => void stopAndEnd());
  }
  return opening;
}

/** Opens the database at an address with one connection for some work, and closes it after that. */
export async function withDatabase<Result>(
  url: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase({ url, connections: 1, onError: () => undefined });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/**
 * Reads in one transaction that may read all tenants and write none; all its statements see the
 * same snapshot. The database is the configured one, or the embedded one, also next to a running
 * Kontor.
 */
export async function readDatabase<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const server = await openServer(openDatabaseServerToRead, readEnvironment());
  try {
    const { requestsUrl: url } = server;
    const read = async (tx: Tx): Promise<Result> => {
      await setAllTenantsReadable(tx);
      // Reading takes as long as the books are large, and a pager may block the output for an hour.
      await liftTimeouts(tx);
      return work(tx);
    };
    try {
      return await withDatabase(url, (database) => database.transaction(read, { snapshot: true }));
    } catch (error) {
      if (missing.has(sqlState(error) ?? "")) throw error;
      throw connectionProblem("DATABASE_REQUESTS_URL", url, error) ?? error;
    }
  } finally {
    await server.stop();
  }
}

/** A positive integer from the command line. @throws CommandError naming the option */
export function idOption(name: string, text: string): number {
  const id = Number(text);
  if (/^\d{1,15}$/.test(text) && id > 0) return id;
  throw new CommandError(`--${name} takes the tenant_id of an organization, a whole number.`);
}
