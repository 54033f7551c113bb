import type { AddressInfo } from "node:net";

import { Gauge, Registry } from "prom-client";

import type { Clock } from "../clock.ts";
import type { Database } from "../database/database.ts";
import type { Environment } from "../environment.ts";
import { metrics } from "../metrics.ts";
import { withPortErrors } from "../port-errors.ts";
import { readDatabaseFigures, type WatchedQueue } from "./database-figures.ts";

export type MetricsOptions = {
  environment: Pick<Environment, "metricsPort" | "metricsHost">;
  database: Database;
  clock: Clock;
  queues: readonly WatchedQueue[];
};

export type MetricsServer = { url: string; close(): Promise<void> };

/** How long a scrape waits for the database, in milliseconds; then its figures are left out. */
const timeout = 3000;

/**
 * Serves `/metrics` on a separate port, so that it is never reachable where the application is.
 * Metrics of the process are always included; those from the database (backlogs, the last backup
 * and check of the books) only while it responds, which `kontor_database_up` shows.
 *
 * @returns undefined when no port is set.
 * @throws EnvironmentError when the port cannot be opened.
 */
export async function serveMetrics(options: MetricsOptions): Promise<MetricsServer | undefined> {
  const { metricsPort: port, metricsHost: host } = options.environment;
  if (port === undefined) return undefined;
  const collectors = gauges(options);
  // Loaded on demand: the module also loads an HTTP client, which would take a tenth of the start
  // time.
  const { createServer } = process.getBuiltinModule("node:http");
  const server = createServer((request, response) => {
    if (request.url?.split("?", 1)[0] !== "/metrics" || request.method !== "GET") {
      response.writeHead(404).end();
      return;
    }
    void collectors
      .refresh()
      .then(() => Registry.merge([metrics, collectors.registry]).metrics())
      .then(
        (text) => response.writeHead(200, { "content-type": metrics.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
  });
  const listen = () =>
    new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, host, resolve);
    });
  await withPortErrors("KONTOR_METRICS_", { port, host }, listen);
  const address = server.address() as AddressInfo;
  const name = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return {
    url: `http://${name}:${address.port}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The gauges updated at each scrape, and how to read them. */
function gauges({ database, clock, queues }: MetricsOptions): {
  registry: Registry;
  refresh(): Promise<void>;
} {
  const registry = new Registry();
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const connections = gauge("kontor_database_connections", "Connections of the pool, by state", [
    "state",
  ]);
  const waiting = gauge(
    "kontor_database_connections_waited_for",
    "Pieces of work that wait for a connection",
  );
  const most = gauge("kontor_database_connections_limit", "The most connections of the pool");
  const up = gauge("kontor_database_up", "1 while the database answers, 0 otherwise");
  const depth = gauge("kontor_queue_depth", "Rows that wait for background work", ["queue"]);
  const age = gauge("kontor_queue_oldest_seconds", "Age of the oldest row that waits", ["queue"]);
  const finished = gauge(
    "kontor_maintenance_finished_timestamp_seconds",
    "When a kind of maintenance was last done; a backup that failed was not",
    ["kind"],
  );
  const took = gauge("kontor_maintenance_duration_seconds", "Time that the last run took", [
    "kind",
  ]);
  const faults = gauge(
    "kontor_maintenance_faults",
    "Faults that the last run found; 1 of a backup that failed",
    ["kind"],
  );
  const held = gauge(
    "kontor_outgoing_held",
    "1 while emails and transfers are on hold, 0 otherwise",
  );
  const fromDatabase = [depth, age, finished, took, faults, held];
  return {
    registry,
    async refresh() {
      const pool = database.pool();
      connections.set({ state: "busy" }, pool.total - pool.idle);
      connections.set({ state: "idle" }, pool.idle);
      waiting.set(pool.waiting);
      most.set(pool.limit);
      const observed = await withTimeout(readDatabaseFigures(database, clock, queues));
      up.set(observed === undefined ? 0 : 1);
      for (const each of fromDatabase) each.reset();
      // A gauge without labels is 0 after a reset, which would say that nothing is on hold.
      held.remove();
      if (observed !== undefined) held.set(observed.held ? 1 : 0);
      for (const { queue, count, seconds } of observed?.backlogs ?? []) {
        depth.set({ queue }, count);
        age.set({ queue }, seconds);
      }
      for (const { kind, done_at, milliseconds, faults: found } of observed?.runs ?? []) {
        if (done_at !== null) finished.set({ kind }, done_at.getTime() / 1000);
        took.set({ kind }, Number(milliseconds) / 1000);
        faults.set({ kind }, Number(found));
      }
    },
  };
}

/** The result of the work; undefined when it fails or takes too long. */
async function withTimeout<Result>(work: Promise<Result>): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), timeout);
  });
  try {
    return await Promise.race([work.catch(() => undefined), late]);
  } finally {
    clearTimeout(timer);
  }
}
