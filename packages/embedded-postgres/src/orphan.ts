import * as fs from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { Client } from "pg";

import type { Account, EmbeddedPostgresLog } from "./account.ts";
import { superuser } from "./cluster.ts";
import type { Layout } from "./cluster.ts";
import { EmbeddedPostgresError } from "./error.ts";
import {
  folderMark,
  readPostmasterFile,
  serverArguments,
  socketFolder,
  stopPostmaster,
} from "./postmaster.ts";
import type { Postmaster } from "./postmaster.ts";
import { commandLineOf, isAlive, findProcess } from "./process.ts";
import type { ProcessIdentity } from "./process.ts";

/** How long an orphan may take to become ready, or to finish shutting down, in milliseconds. */
const settleTimeout = 30_000;

/** The server that the caller would start without an orphan. `port` 0 means any. */
export type ServerSpec = {
  layout: Layout;
  account: Account;
  password: string;
  port: number;
  settings: Record<string, string>;
  log: EmbeddedPostgresLog;
};

/**
 * Looks for a server that a killed process left running on the data folder. The caller holds the
 * owner lock, so the process that started the server is dead. A server with the requested settings
 * is taken over; any other is stopped.
 * @returns the server taken over; undefined when the caller must start one.
 * @throws EmbeddedPostgresError `folder-in-use` when PostgreSQL was started there manually.
 */
export async function adoptOrphan(spec: ServerSpec): Promise<Postmaster | undefined> {
  const { layout, account, log } = spec;
  const seen = await recordedServer(layout);
  if (seen === undefined) return undefined;
  switch (await classifyProcess(seen, layout)) {
    case "foreign":
      throw new EmbeddedPostgresError(
        "folder-in-use",
        `The PostgreSQL process ${seen.pid}, which this program did not start, uses ` +
          `${layout.cluster}. Stop it first (kill -INT ${seen.pid}).`,
      );
    case "unrelated":
      // The machine was restarted, and the id now belongs to another program, which PostgreSQL
      // itself would take for a server.
      log(`Process ${seen.pid} is not PostgreSQL, so its note in ${layout.cluster} is removed.`);
      await removePidFile(layout);
      return undefined;
    case "ours":
      break;
  }
  const port = await settledPort(seen, layout);
  if (port !== undefined && (await matchesSpec(spec, port))) {
    log(`Took over PostgreSQL process ${seen.pid}, which a killed process left running.`);
    return { process: seen, port };
  }
  if (await isAlive(seen)) {
    log(
      `Stopping PostgreSQL process ${seen.pid}: a killed process left it running, with other settings.`,
    );
    await stopPostmaster(layout, account, seen);
  }
  return undefined;
}

/** The process that the cluster records as its server, if it is alive. */
async function recordedServer(layout: Layout): Promise<ProcessIdentity | undefined> {
  const file = await readPostmasterFile(layout);
  if (file === undefined) return undefined;
  const seen = await findProcess(file.pid);
  // A dead process that is never reaped, as in a container without an init, still has its id, and
  // PostgreSQL would take it for a running server. Its lock on shared memory still guards the
  // folder.
  if (seen === undefined && processExists(file.pid)) await removePidFile(layout);
  return seen;
}

function processExists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function removePidFile(layout: Layout): Promise<void> {
  await fs.rm(path.join(layout.cluster, "postmaster.pid"), { force: true });
}

async function classifyProcess(
  seen: ProcessIdentity,
  layout: Layout,
): Promise<"ours" | "foreign" | "unrelated"> {
  // On Windows signals go through a pipe that only PostgreSQL opens, so no other process can
  // receive them.
  if (process.platform === "win32") return "ours";
  const command = (await commandLineOf(seen.pid)) ?? "";
  if (`${command} `.includes(` ${folderMark(layout)} `)) return "ours";
  if (!/(^|\/)postgres( |$)/.test(command)) return "unrelated";
  const folder = await fs.readlink(`/proc/${seen.pid}/cwd`).catch(() => undefined);
  return folder === layout.cluster || command.includes(layout.cluster) ? "foreign" : "unrelated";
}

/** The port of the orphan once it is ready; undefined when it exits or does not become ready. */
async function settledPort(seen: ProcessIdentity, layout: Layout): Promise<number | undefined> {
  const deadline = performance.now() + settleTimeout;
  while ((await isAlive(seen)) && performance.now() < deadline) {
    const file = await readPostmasterFile(layout);
    if (file?.pid === seen.pid && file.isReady) return file.port;
    await sleep(10);
  }
  return undefined;
}

async function matchesSpec(spec: ServerSpec, port: number): Promise<boolean> {
  const { layout, account, settings } = spec;
  if (spec.port !== 0 && spec.port !== port) return false;
  const program = await fs.realpath(account.binaries.postgres);
  const args = serverArguments(layout, account, port, settings).map((arg) => ` "${arg}"`);
  // PostgreSQL records here how it was started.
  const options = path.join(layout.cluster, "postmaster.opts");
  const found = await fs.readFile(options, "utf8").catch(() => "");
  return found.trimEnd() === program + args.join("") && (await acceptsConnection(spec, port));
}

/** Whether the server accepts the stored password and has the installed version. */
async function acceptsConnection(spec: ServerSpec, port: number): Promise<boolean> {
  const { layout, account, password } = spec;
  const client = new Client({
    host: socketFolder(layout) ?? "127.0.0.1",
    port,
    user: superuser,
    password,
    database: "postgres",
    connectionTimeoutMillis: 5000,
    query_timeout: 5000,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version: string }>("show server_version");
    return rows[0]?.server_version === account.binaries.version;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
