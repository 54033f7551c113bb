import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import * as fs from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { Client } from "pg";
import { afterAll, afterEach, beforeEach, expect } from "vitest";

import { commandLineOf, findProcess, waitForExit } from "../process.ts";
import { startEmbeddedPostgres } from "../server.ts";
import type { EmbeddedPostgres, EmbeddedPostgresOptions } from "../server.ts";
import type { OwnerReport } from "./owner.ts";

/** Temporary data need not be flushed to disk. */
export const quick = { fsync: "off" };

export const isRoot = process.geteuid?.() === 0;

/** A separate process that owns an embedded database, which a test can kill. */
export type OwnerProcess = { child: ChildProcess; report: Promise<OwnerReport> };

const ownerProgram = fileURLToPath(new URL("owner.ts", import.meta.url));

/**
 * Gives the tests of a file a data folder, which for root is one that only root can enter, and
 * after each test stops everything that it started.
 * @param scope how long a folder is used: creating its database takes most of the time.
 */
export function embeddedHarness(scope: "folder for each test" | "folder for the file") {
  const place = { folder: "", messages: [] as string[] };
  const servers = new Set<EmbeddedPostgres>();
  const owners = new Set<OwnerProcess>();
  const isShared = scope === "folder for the file";
  const removeFolder = () => fs.rm(place.folder, { recursive: true, force: true });

  beforeEach(async () => {
    place.messages = [];
    if (isShared && place.folder !== "") return;
    place.folder = await fs.mkdtemp("/tmp/embedded-postgres-");
  });

  afterEach(async () => {
    for (const { child } of owners) await endOwner(child);
    for (const server of servers) await server.stop();
    owners.clear();
    servers.clear();
    const leftover = await stopLeftover(place.folder);
    if (!isShared) await removeFolder();
    expect(leftover, "a server that the test left running").toBeUndefined();
  });

  if (isShared) afterAll(removeFolder);

  return {
    place,

    start: async (options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> => {
      const server = await startEmbeddedPostgres({
        dataFolder: place.folder,
        log: (message) => void place.messages.push(message),
        settings: quick,
        ...options,
      });
      servers.add(server);
      return server;
    },

    startOwner: (
      options: Partial<EmbeddedPostgresOptions> = {},
      user: { uid?: number; gid?: number } = {},
    ): OwnerProcess => {
      const argument = JSON.stringify({ dataFolder: place.folder, settings: quick, ...options });
      const child = spawn(process.execPath, [ownerProgram, argument], {
        ...user,
        detached: true,
        stdio: ["pipe", "pipe", "inherit"],
      });
      const report = new Promise<OwnerReport>((resolve, reject) => {
        child.stdout.once("data", (line: Buffer) => {
          resolve(JSON.parse(line.toString()) as OwnerReport);
        });
        child.once("error", reject);
        child.once("exit", (code) => reject(new Error(`The owner ended with code ${code}.`)));
      });
      const owner = { child, report };
      owners.add(owner);
      return owner;
    },
  };
}

/** The owner's report once its server runs; a refusal fails the test. */
export async function startedOwner(owner: OwnerProcess) {
  const report = await owner.report;
  if ("problem" in report) throw new Error(report.message);
  return report;
}

/** Kills the owner and its whole process group, like a supervisor or a terminal. */
export async function killGroup({ child }: OwnerProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  process.kill(-Number(child.pid), "SIGKILL");
  await ended;
}

export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client(url);
  client.on("error", () => undefined);
  try {
    await client.connect();
    const result = await client.query<Record<string, unknown>>(sql);
    return result.rows;
  } finally {
    await client.end();
  }
}

/** Writes a row that must still exist after the server was killed. */
export async function insertNumber(url: string, number: number): Promise<void> {
  await query(url, "create table if not exists kept (number int)");
  await query(url, `insert into kept values (${number})`);
}

/** The stored rows, latest first. */
export async function storedNumbers(url: string): Promise<unknown[]> {
  const rows = await query(url, "select number from kept order by number desc");
  return rows.map(({ number }) => number);
}

/** The server's main process and its children. */
export async function processesOf(processId: number): Promise<number[]> {
  const ids = (await fs.readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const found: number[] = [];
  for (const id of ids) {
    const status = await fs.readFile(`/proc/${id}/status`, "utf8").catch(() => "");
    if (id === processId || status.includes(`\nPPid:\t${processId}\n`)) found.push(id);
  }
  return found;
}

/** An owner that was not killed stops its server when its input ends. */
async function endOwner(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.stdin?.end();
  await ended;
}

/** Stops a server that a failed test left, so that no process outlives the run. */
async function stopLeftover(folder: string): Promise<number | undefined> {
  const file = path.join(folder, "cluster", "postmaster.pid");
  const pid = Number.parseInt(await fs.readFile(file, "utf8").catch(() => ""), 10);
  const seen = Number.isNaN(pid) ? undefined : await findProcess(pid);
  if (seen === undefined || !(await commandLineOf(pid))?.includes("postgres")) return undefined;
  process.kill(pid, "SIGQUIT");
  await waitForExit(seen, 10_000);
  return pid;
}
