import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

import { chooseAccount } from "./account.ts";
import type { Account, EmbeddedPostgresLog } from "./account.ts";
import { findBinaries } from "./binaries.ts";
import {
  createCluster,
  changeClusterOwner,
  inspectCluster,
  prepareFolder,
  readPassword,
  removeUnfinished,
  superuser,
} from "./cluster.ts";
import type { Layout } from "./cluster.ts";
import { EmbeddedPostgresError } from "./error.ts";
import { takeOwnerLock } from "./lock.ts";
import type { OwnerLock } from "./lock.ts";
import { adoptOrphan } from "./orphan.ts";
import type { ServerSpec } from "./orphan.ts";
import { readLog, socketFolder, startPostmaster, stopPostmaster, trimLog } from "./postmaster.ts";
import type { Postmaster } from "./postmaster.ts";
import { isAlive } from "./process.ts";

export type EmbeddedPostgresOptions = {
  /** The folder for all data of the database; created if it is missing. */
  dataFolder: string;
  /** The port on 127.0.0.1; 0, the default, uses a free one. */
  port?: number;
  log: EmbeddedPostgresLog;
  /**
   * Server settings in addition to the defaults, such as `{ fsync: "off" }` for a test's temporary
   * data.
   */
  settings?: Record<string, string>;
  /** Called when the server has been launched; it is ready some tenths of a second later. */
  whileStarting?: (() => void) | undefined;
  /** False does not use user namespaces when started by root, as on systems that forbid them. */
  userNamespaces?: boolean;
};

/** A running embedded database. */
export type EmbeddedPostgres = {
  /** `host` is the folder of a Unix socket if there is one, which `pg` understands. */
  connection: { host: string; port: number; user: string; password: string; database: string };
  /** A connection URL for the named database, for `pg` and for PostgreSQL's own tools. */
  url(database: string): string;
  /** Whether the server was already running, left by a killed process. */
  adopted: boolean;
  /** The id of the server's main process. */
  processId: number;
  /**
   * Calls back once when the server exits without `stop`; the reason includes its last log lines.
   */
  onExit(callback: (reason: string) => void): void;
  /**
   * Closes all connections, flushes everything and releases the data folder. May be called again.
   * @throws EmbeddedPostgresError when the server does not exit; the folder then stays locked.
   */
  stop(): Promise<void>;
};

/** How long the remaining processes of a killed server may take to exit, in milliseconds. */
const leftoverTimeout = 5000;

/** Intervals of checking the server and its log, in milliseconds. */
const watchInterval = 500;
const trimInterval = 3_600_000;

/**
 * Starts PostgreSQL on its data folder, creating the database on the first run, and takes over a
 * server that a killed process left there. The server outlives a crash of this process, so that the
 * next start finds every acknowledged row; `stop` ends it.
 * @throws EmbeddedPostgresError whose message says what to do.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { log, port = 0, settings = {} } = options;
  const binaries = await findBinaries();
  const layout = await prepareFolder(options.dataFolder);
  const lock = takeOwnerLock(layout.folder);
  try {
    await removeUnfinished(layout);
    const owner = await inspectCluster(layout, binaries);
    const account = await chooseAccount({
      binaries,
      folder: layout.folder,
      owner,
      namespaces: options.userNamespaces ?? true,
      log,
    });
    if (owner === undefined) {
      log(`Making a new database in ${layout.folder}.`);
      await createCluster(layout, account);
    }
    const password = await readPassword(layout);
    const spec: ServerSpec = { layout, account, password, port, settings, log };
    const orphan = await adoptOrphan(spec);
    const server = orphan ?? (await startServer(spec, options.whileStarting));
    return handleOf(spec, server, orphan !== undefined, lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function startServer(spec: ServerSpec, whileStarting?: () => void): Promise<Postmaster> {
  const { layout, account, port, settings, log } = spec;
  await changeClusterOwner(layout, account);
  await trimLog(layout);
  const deadline = performance.now() + leftoverTimeout;
  for (;;) {
    const chosen = port === 0 ? await freePort() : port;
    try {
      const server = await startPostmaster(layout, account, chosen, settings, whileStarting);
      log(`PostgreSQL runs as process ${server.process.pid} in ${layout.folder}.`);
      return server;
    } catch (error) {
      if (!(error instanceof EmbeddedPostgresError)) throw error;
      // Another program may take the free port before the server binds it. And the workers of a
      // killed server exit by themselves, but not all at once.
      const mayPass =
        (error.problem === "port-in-use" && port === 0) || error.problem === "folder-in-use";
      if (!mayPass || performance.now() > deadline) throw error;
      await sleep(100);
    }
  }
}

/** A port that is free at the moment. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

function handleOf(
  spec: ServerSpec,
  server: Postmaster,
  adopted: boolean,
  lock: OwnerLock,
): EmbeddedPostgres {
  const { layout, account, password, log } = spec;
  const watch = watchServer(layout, server, log);
  let stopping: Promise<void> | undefined;
  return {
    connection: {
      host: socketFolder(layout) ?? "127.0.0.1",
      port: server.port,
      user: superuser,
      password,
      database: "postgres",
    },
    url: (database) => urlOf(layout, server, password, database),
    adopted,
    processId: server.process.pid,
    onExit: (callback) => watch.onExit(callback),
    stop() {
      watch.end();
      stopping ??= stopAndRelease(layout, account, server, lock);
      return stopping;
    },
  };
}

async function stopAndRelease(
  layout: Layout,
  account: Account,
  server: Postmaster,
  lock: OwnerLock,
): Promise<void> {
  await stopPostmaster(layout, account, server.process);
  lock.release();
}

/** A connection URL of the superuser for a database of a running server. */
export function urlOf(
  layout: Layout,
  server: Postmaster,
  password: string,
  database: string,
): string {
  const name = encodeURIComponent(database);
  const url = `postgresql://${superuser}:${password}@127.0.0.1:${server.port}/${name}`;
  const socket = socketFolder(layout);
  // The parameter takes precedence over the host before it.
  return socket === undefined ? url : `${url}?host=${encodeURIComponent(socket)}`;
}

/**
 * Watches for the end of the server. It polls instead of listening to a child process, because a
 * server that was taken over is not a child of this process.
 */
function watchServer(layout: Layout, server: Postmaster, log: EmbeddedPostgresLog) {
  const callbacks: ((reason: string) => void)[] = [];
  let reason: string | undefined;
  let hasEnded = false;
  const checkServer = async () => {
    // If it ended during the check, `stop` was the cause.
    if ((await isAlive(server.process)) || hasEnded) return;
    end();
    const lines = await readLog(layout);
    reason = `PostgreSQL process ${server.process.pid} ended on its own. ${layout.log} ends with:\n${lines}`;
    log(reason);
    for (const callback of callbacks) callback(reason);
  };
  const logFailure = (error: unknown) => log(`The database cannot be watched: ${String(error)}`);
  const checkTimer = setInterval(() => void checkServer().catch(logFailure), watchInterval);
  const trimTimer = setInterval(() => void trimLog(layout).catch(logFailure), trimInterval);
  const end = () => {
    hasEnded = true;
    clearInterval(checkTimer);
    clearInterval(trimTimer);
  };
  // The watch alone must not keep the program running.
  checkTimer.unref();
  trimTimer.unref();
  return {
    end,
    onExit(callback: (reason: string) => void) {
      if (reason === undefined) callbacks.push(callback);
      else callback(reason);
    },
  };
}
