import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { EmbeddedPostgresError } from "@kontor/embedded-postgres/error";

import { buildApp } from "./app.ts";
import { seedDemo, type DemoSignIn } from "./commands/demo-data.ts";
import { systemClock } from "./platform/clock.ts";
import { openDatabaseServer, type DatabaseServer } from "./platform/database/database-server.ts";
import { openDatabase } from "./platform/database/database.ts";
import { migrate, SchemaMismatch } from "./platform/database/migrate.ts";
import { EnvironmentError, readEnvironment, type Environment } from "./platform/environment.ts";
import { startJobs } from "./platform/jobs/jobs.ts";
import { mailBacklog } from "./platform/mail/outbox.ts";
import { serveMetrics } from "./platform/monitoring/metrics-server.ts";
import { featureWorks } from "./works.ts";

/** Connections of one API process; PostgreSQL has room for the jobs and for commands beside them. */
const connections = 20;
/** How long a stop waits for requests that are under way; what is left then is cut off. In milliseconds. */
const requestLimit = 10_000;
/** What a stop may take before the process ends all the same, in milliseconds. */
const drainLimit = 25_000;

const webFolder = fileURLToPath(new URL("../../web/dist/", import.meta.url));

async function run(environment: Environment): Promise<void> {
  const server = await openDatabaseServer(environment, {
    log: (message) => process.stderr.write(`${message}\n`),
    onExit: (reason) => {
      process.stderr.write(`The embedded database ended: ${reason}\n`);
      process.exit(1);
    },
  });
  try {
    await serve(environment, server);
  } catch (error) {
    // What failed to start must not leave a database behind that nobody looks after.
    await server.stop();
    throw error;
  }
}

async function serve(environment: Environment, server: DatabaseServer): Promise<void> {
  await migrate(server.url);
  const database = openDatabase({
    url: server.url,
    connections,
    onError: (error) => process.stderr.write(`A database connection failed: ${error.message}\n`),
  });
  await database.ping();
  const demo =
    environment.mode === "development"
      ? await seedDemo(database, systemClock, environment)
      : undefined;
  const app = await buildApp({
    environment,
    database,
    clock: systemClock,
    webFolder: existsSync(webFolder) ? webFolder : undefined,
  });
  const address = await app.listen({ port: environment.port, host: environment.host });
  const tools = { database, environment, log: app.log, clock: systemClock };
  const works = featureWorks(tools);
  const queues = [{ queue: "mail", backlog: mailBacklog }, ...works];
  const metricsServer = await serveMetrics({ ...tools, queues });
  const jobs = await startJobs({ ...tools, ownerUrl: server.url, works });
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), drainLimit).unref();
    // Who sends or reads without an end must not keep jobs and database from being put away.
    setTimeout(() => app.server.closeAllConnections(), requestLimit).unref();
    await app.close();
    await jobs.stop();
    await metricsServer?.close();
    await database.close();
    await server.stop();
    process.exit(0);
  };
  process.on("SIGTERM", () => void stop());
  process.on("SIGINT", () => void stop());
  announce(address, demo);
}

function announce(address: string, demo: DemoSignIn | undefined): void {
  const lines = [`Kontor listens on ${address}`];
  if (demo) lines.push(`Sign in with ${demo.email} and the password ${demo.password}`);
  process.stdout.write(`${lines.join("\n")}\n`);
}

try {
  await run(readEnvironment());
} catch (error) {
  const expected =
    error instanceof EnvironmentError ||
    error instanceof EmbeddedPostgresError ||
    error instanceof SchemaMismatch;
  process.stderr.write(`${expected ? error.message : String((error as Error).stack)}\n`);
  process.exit(1);
}
