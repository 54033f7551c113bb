import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import * as fs from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { commandFor, folderName, runTool } from "./account.ts";
import type { Account } from "./account.ts";
import type { Layout } from "./cluster.ts";
import { EmbeddedPostgresError, errorCode, explainOutput } from "./error.ts";
import { isAlive, findProcess, waitForExit } from "./process.ts";
import type { ProcessIdentity } from "./process.ts";

/** The main process of a running server. */
export type Postmaster = { process: ProcessIdentity; port: number };

/**
 * How long a server may replay its log after a crash before it counts as stuck, in milliseconds.
 */
const startTimeout = 120_000;

/** How long a stop may take before a harsher one follows, in milliseconds. */
const stopTimeout = 20_000;

/**
 * Sized for one machine, but never at the cost of durability: the first three are PostgreSQL's
 * defaults, repeated so that no file in the cluster switches them off.
 */
const defaultSettings: Record<string, string> = {
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  // Memory: the page cache does most of the caching, so 64 MB of shared buffers are enough.
  shared_buffers: "64MB",
  max_connections: "60",
  jit: "off",
  // Processes: nothing is replicated from here, and reads need no parallel workers.
  wal_level: "minimal",
  max_wal_senders: "0",
  max_logical_replication_workers: "0",
  io_method: "sync",
  max_wal_size: "512MB",
  random_page_cost: "1.1",
  timezone: "UTC",
  log_timezone: "UTC",
  // Values of rows and statements are business data and must not be logged.
  log_error_verbosity: "terse",
  log_min_error_statement: "panic",
  log_parameter_max_length_on_error: "0",
  log_checkpoints: "off",
};

/** The command line argument that identifies a server as that of this folder. */
export function folderMark(layout: Layout): string {
  return `embedded.data_folder=${layout.folder}`;
}

/** The folder of the server's Unix socket; undefined when TCP is used. */
export function socketFolder(layout: Layout): string | undefined {
  if (process.platform === "win32") return undefined;
  // The smallest system limit on the path of a socket is 104 bytes.
  const length = Buffer.byteLength(path.join(layout.cluster, ".s.PGSQL.65535"));
  return length < 100 ? layout.cluster : undefined;
}

/**
 * The server's arguments. They take precedence over the files in the cluster, and show the settings
 * of a running server.
 */
export function serverArguments(
  layout: Layout,
  account: Account,
  port: number,
  settings: Record<string, string>,
): string[] {
  const name = folderName(account, layout.cluster);
  const values = {
    ...defaultSettings,
    ...settings,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: socketFolder(layout) === undefined ? "" : name,
    cluster_name: "embedded",
  };
  const assignments = Object.entries(values).map(([key, value]) => `${key}=${value}`);
  const pairs = [...assignments, folderMark(layout)].flatMap((pair) => ["-c", pair]);
  return ["-D", name, "-p", String(port), ...pairs];
}

/** The status file of a running server; `isReady` is true once it accepts connections. */
export async function readPostmasterFile(
  layout: Layout,
): Promise<{ pid: number; port: number; isReady: boolean } | undefined> {
  try {
    const text = await fs.readFile(path.join(layout.cluster, "postmaster.pid"), "utf8");
    const lines = text.split("\n");
    const pid = Number(lines[0]);
    if (!Number.isInteger(pid) || pid <= 0) return undefined;
    return { pid, port: Number(lines[3]), isReady: lines[7]?.trim() === "ready" };
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * Starts the server and waits until it accepts connections; `whileStarting` may do slow work
 * meanwhile.
 * @throws EmbeddedPostgresError `port-in-use`, `disk-full`, `not-writable`, `start-failed`.
 */
export async function startPostmaster(
  layout: Layout,
  account: Account,
  port: number,
  settings: Record<string, string>,
  whileStarting: () => void = () => undefined,
): Promise<Postmaster> {
  const before = await fs.stat(layout.log).then(
    ({ size }) => size,
    () => 0,
  );
  const failed = async (reason: string) => {
    const output = await readLog(layout, before);
    return explainOutput(`PostgreSQL did not start on port ${port} (${reason})`, output);
  };
  const launched = await launch(layout, account, serverArguments(layout, account, port, settings));
  whileStarting();
  const deadline = performance.now() + startTimeout;
  for (;;) {
    const ended = launched.ended();
    if (ended !== undefined) throw await failed(ended);
    const file = await readPostmasterFile(layout);
    const isOurs = launched.pid === undefined || file?.pid === launched.pid;
    if (file !== undefined && isOurs && file.isReady) {
      const seen = await findProcess(file.pid);
      if (seen !== undefined) return { process: seen, port };
    }
    if (performance.now() > deadline) {
      const seen = file === undefined ? undefined : await findProcess(file.pid);
      if (isOurs && seen !== undefined) await stopPostmaster(layout, account, seen);
      throw await failed(`it was not ready after ${startTimeout / 1000} s`);
    }
    await sleep(10);
  }
}

type Launched = {
  /** The server's process id, unless a helper program started it. */
  pid: number | undefined;
  /** Why the launch failed, once it has. */
  ended(): string | undefined;
};

async function launch(layout: Layout, account: Account, args: string[]): Promise<Launched> {
  if (process.platform === "win32") return launchOnWindows(layout, account, args);
  const log = await fs.open(layout.log, "a", 0o600);
  try {
    const command = commandFor(account, account.binaries.postgres, args, layout.cluster);
    const child = spawn(command.file, command.args, {
      ...command.options,
      // A separate session: Ctrl+C in the terminal must reach only this process, so that it can
      // drain first.
      detached: true,
      // The server writes to the file itself, so it can outlive this process without losing a line.
      stdio: ["ignore", log.fd, log.fd],
    });
    child.unref();
    return { pid: child.pid, ended: endOf(child) };
  } finally {
    await log.close();
  }
}

function endOf(child: ChildProcess): () => string | undefined {
  let reason: string | undefined;
  child.on("error", (error) => {
    reason = error.message;
  });
  child.on("exit", (code, signal) => {
    reason ??= signal === null ? `it ended with code ${code}` : `it was ended by ${signal}`;
  });
  return () => reason;
}

/** On Windows pg_ctl drops administrator privileges, with which PostgreSQL refuses to run. */
function launchOnWindows(layout: Layout, account: Account, args: string[]): Launched {
  const quoted = args.map((arg) => `"${arg.replaceAll('"', '\\"')}"`).join(" ");
  const control = ["start", "-W", "-D", layout.cluster, "-l", layout.log, "-o", quoted];
  const command = commandFor(account, account.binaries.pgCtl, control, layout.cluster);
  // The server inherits these handles from pg_ctl, so a pipe would stay open while it runs.
  const child = spawn(command.file, command.args, { ...command.options, stdio: "ignore" });
  const ended = endOf(child);
  return { pid: undefined, ended: () => (child.exitCode === 0 ? undefined : ended()) };
}

/**
 * Stops a server and waits for its end. A fast shutdown closes connections and flushes everything;
 * if that takes too long, an immediate shutdown follows, and the next start replays the log.
 */
export async function stopPostmaster(
  layout: Layout,
  account: Account,
  server: ProcessIdentity,
): Promise<void> {
  for (const [mode, signal] of [
    ["fast", "SIGINT"],
    ["immediate", "SIGQUIT"],
  ] as const) {
    if (!(await isAlive(server))) return;
    if (process.platform === "win32") {
      const args = ["stop", "-W", "-D", layout.cluster, "-m", mode];
      await runTool(account, account.binaries.pgCtl, args, layout.cluster);
    } else {
      sendSignal(server.pid, signal);
    }
    if (await waitForExit(server, stopTimeout)) return;
  }
  throw new EmbeddedPostgresError(
    "start-failed",
    `The PostgreSQL process ${server.pid} of ${layout.folder} does not stop. ` +
      `See ${layout.log}; as a last resort, kill -9 ${server.pid}.`,
  );
}

function sendSignal(pid: number, signal: "SIGINT" | "SIGQUIT"): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // It may have exited in the meantime.
    if (errorCode(error) !== "ESRCH") throw error;
  }
}

/** The end of the server's log, from byte `start` on, at most 8 kB. */
export async function readLog(layout: Layout, start = 0): Promise<string> {
  const text = await fs.readFile(layout.log).catch(() => Buffer.alloc(0));
  return text.subarray(Math.max(start, text.length - 8192)).toString("utf8");
}

/**
 * Keeps the server's log from filling the disk: above 5 MB it is moved to `postgres.log.1`. It is
 * copied and truncated, because the server keeps it open and appends.
 */
export async function trimLog(layout: Layout): Promise<void> {
  const info = await fs.stat(layout.log).catch(() => undefined);
  if (info === undefined || info.size < 5_000_000) return;
  await fs.rm(`${layout.log}.1`, { force: true });
  await fs.copyFile(layout.log, `${layout.log}.1`);
  await fs.truncate(layout.log);
}
