import { once } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { EmbeddedPostgresError } from "@kontor/embedded-postgres/error";

import type { DemoSignIn } from "./commands/demo/data.ts";
import { systemClock } from "./platform/clock.ts";
import { initializeOutgoing } from "./platform/configuration/outgoing.ts";
import { connectionProblem } from "./platform/connection-problem.ts";
import { openDatabaseServer } from "./platform/database/database-server.ts";
import { openDatabase, UnfitLogin, type Database } from "./platform/database/database.ts";
import { knownVulnerabilities } from "./platform/database/known-vulnerabilities.ts";
import { migrate, SchemaMismatch } from "./platform/database/migrate.ts";
import {
  ensureRights,
  LoginMissing,
  requestsUrlOf,
  type DatabaseUrls,
} from "./platform/database/rights.ts";
import {
  EnvironmentError,
  misspeltVariables,
  readEnvironment,
  type Environment,
} from "./platform/environment.ts";
import { collectWhenIdle } from "./platform/jobs/collect-when-idle.ts";
import type { JobOptions, Jobs } from "./platform/jobs/jobs.ts";
import { withPortErrors } from "./platform/port-errors.ts";

/**
 * The maximum number of database connections of one API process; PostgreSQL has room for the jobs
 * and for commands as well.
 */
const connections = 20;
/** The maximum number of connections to the replica, from which exports are read. */
const replicaConnections = 6;
/** How long a stop waits for requests in progress before it cuts them off, in milliseconds. */
const drainTimeout = 10_000;
/** The time limit of a stop in milliseconds; then the process exits anyway. */
const stopTimeout = 25_000;

/**
 * How long after the start the jobs wait, so that requests that waited for the start come first, in
 * milliseconds.
 */
const jobsStartDelay = 300;

const webFolder = fileURLToPath(new URL("../../web/dist/", import.meta.url));

async function loadParts() {
  const loaded = await Promise.all([
    import("./app.ts"),
    import("./commands/demo/data.ts"),
    import("./platform/mail/outbox.ts"),
    import("./platform/monitoring/metrics-server.ts"),
    import("./background-work.ts"),
  ]);
  const [app, demo, outbox, monitoring, work] = loaded;
  return { ...app, ...demo, ...outbox, ...monitoring, ...work };
}

let loading: ReturnType<typeof loadParts> | undefined;

/**
 * The modules that serve requests and run jobs, loaded once; loading blocks the process for a
 * while.
 */
function parts(): ReturnType<typeof loadParts> {
  loading ??= loadParts();
  // Its errors are handled where it is awaited, which may be later.
  loading.catch(() => undefined);
  return loading;
}

function warn(message: string): void {
  process.stderr.write(`${message}\n`);
}

/**
 * Starts everything, runs until it is asked to stop, and stops everything in reverse order. A stop
 * requested during the start waits for the current step and then stops what was started.
 */
async function run(environment: Environment, stopping: AbortSignal): Promise<void> {
  if (environment.mode === "production") {
    for (const name of misspeltVariables()) {
      warn(`${name} is no variable of Kontor and has no effect; README.md lists them all.`);
    }
  }
  await using opened = new AsyncDisposableStack();
  const server = await openDatabaseServer(environment, {
    log: warn,
    onExit: (reason) => {
      warn(`The embedded database ended: ${reason}`);
      process.exit(1);
    },
    whileStarting: () => void parts(),
  });
  opened.defer(() => server.stop());
  stopping.throwIfAborted();
  announceMigrations(await migrate(server.ownerUrl));
  stopping.throwIfAborted();
  await ensureRights(server);
  const database = openDatabase({
    url: server.requestsUrl,
    connections,
    onError: (error) => warn(`A database connection failed: ${error.message}`),
  });
  opened.defer(() => database.close());
  await expectRequestLogin(database, environment, server);
  await database.transaction(initializeOutgoing);
  const vulnerabilities = await knownVulnerabilities(database);
  if (vulnerabilities !== undefined) warn(vulnerabilities);
  stopping.throwIfAborted();
  const { buildApp, seedDemo, backgroundWork, mailAttachments, mailBacklog, serveMetrics } =
    await parts();
  const demo = environment.demo ? await seedDemo(database, systemClock, environment) : undefined;
  stopping.throwIfAborted();
  const replica = openReplica(environment);
  opened.defer(() => replica?.close());
  const app = await buildApp({
    environment,
    database,
    replica,
    clock: systemClock,
    webFolder: existsSync(webFolder) ? webFolder : undefined,
    stopping,
  });
  const running: { jobs?: Jobs | undefined } = {};
  opened.defer(async () => running.jobs?.stop());
  // Stopped before the jobs, so that work created by a last request is still handled.
  opened.defer(() => app.close());
  const at = { port: environment.port, host: environment.host };
  const address = await withPortErrors("", at, () => app.listen(at));
  const tools = { database, environment, log: app.log, clock: systemClock };
  const work = backgroundWork(tools);
  const queues = [{ queue: "mail", backlog: mailBacklog }, ...work];
  const metricsServer = await serveMetrics({ ...tools, queues });
  opened.defer(() => metricsServer?.close());
  announce(address, demo);
  if (demo !== undefined && environment.demoHistory) {
    const { seedHistory } = await import("./commands/demo/history.ts");
    // Jobs would process the demo data's history with today's clock, so they start after it.
    await seedHistory(tools, demo.withoutHistory, demo.since, stopping);
  }
  const jobs = { ...tools, addresses: server, work, attachments: mailAttachments(tools) };
  running.jobs = await beginJobs(jobs, stopping);
  opened.defer(collectWhenIdle());
  await untilStopped(environment, stopping, (message) => app.log.info(message));
  // Requests that do not end must not prevent the jobs and the database from being stopped.
  setTimeout(() => app.server.closeAllConnections(), drainTimeout).unref();
}

/**
 * Starts the jobs after the first requests, which waited for the start; none when a stop comes
 * first.
 */
async function beginJobs(options: JobOptions, stopping: AbortSignal): Promise<Jobs | undefined> {
  await systemClock.sleep(jobsStartDelay);
  if (stopping.aborted) return undefined;
  const { startJobs } = await import("./platform/jobs/jobs.ts");
  return startJobs(options);
}

/** @throws EnvironmentError when the login of requests cannot be used. */
async function expectRequestLogin(
  database: Database,
  { databaseRequestsUrl }: Environment,
  { requestsUrl }: DatabaseUrls,
): Promise<void> {
  const variable = databaseRequestsUrl === undefined ? "DATABASE_URL" : "DATABASE_REQUESTS_URL";
  try {
    await database.ping();
  } catch (error) {
    if (error instanceof UnfitLogin) {
      throw new EnvironmentError([`${variable}: ${error.message}`], { cause: error });
    }
    throw connectionProblem(variable, requestsUrl, error) ?? error;
  }
}

/** The replica, if configured, with the login of requests; it is not contacted at the start. */
function openReplica({ replicaUrl, databaseRequestsUrl }: Environment): Database | undefined {
  if (replicaUrl === undefined) return undefined;
  return openDatabase({
    url: databaseRequestsUrl === undefined ? requestsUrlOf(replicaUrl) : replicaUrl,
    connections: replicaConnections,
    onError: (error) => warn(`A replica connection failed: ${error.message}`),
  });
}

/**
 * Waits for a stop. From then on /readyz returns 503; the port stays open for a while, so that load
 * balancers notice and send further requests elsewhere.
 */
async function untilStopped(
  environment: Environment,
  stopping: AbortSignal,
  log: (message: string) => void,
): Promise<void> {
  // Only the server keeps the process alive.
  if (!stopping.aborted) await once(stopping, "abort");
  setTimeout(() => process.exit(1), environment.stopPause + stopTimeout).unref();
  log(`stopping: /readyz is 503, and the port closes in ${environment.stopPause / 1000} s`);
  await systemClock.sleep(environment.stopPause);
}

/** Upgrades are seldom, and an operator wants to see in the log that they happened. */
function announceMigrations(ran: readonly string[]): void {
  const last = ran.at(-1);
  if (last === undefined) return;
  warn(`Migrated the database to this version (migrations: ${ran.length}, the last ${last}).`);
}

function announce(address: string, demo: DemoSignIn | undefined): void {
  const lines = [`Kontor listens on ${address}`];
  if (demo) lines.push(`Sign in with ${demo.email} and the password ${demo.password}`);
  process.stdout.write(`${lines.join("\n")}\n`);
}

// Created before anything is started, so that everything started is always stopped.
const stop = new AbortController();
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => stop.abort());
try {
  await run(readEnvironment(), stop.signal);
  process.exit(0);
} catch (error) {
  if (stop.signal.aborted && error === stop.signal.reason) process.exit(0);
  const expected =
    error instanceof EnvironmentError ||
    error instanceof EmbeddedPostgresError ||
    error instanceof SchemaMismatch ||
    error instanceof LoginMissing;
  process.stderr.write(`${expected ? error.message : String((error as Error).stack)}\n`);
  process.exit(1);
}
