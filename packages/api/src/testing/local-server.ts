import { execFile } from "node:child_process";
import { access, mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";

import pg from "pg";

import { dataRoot } from "./data-root.ts";

const run = promisify(execFile);

/** Programs of a complete PostgreSQL installation; npm's package lacks most of them. */
const programs = ["initdb", "pg_ctl", "postgres", "pg_dump", "pg_restore", "pg_basebackup"];

/** The programs of the newest complete PostgreSQL on this machine, or undefined. */
export async function findServerPrograms(): Promise<string | undefined> {
  const versions = await readdir("/usr/lib/postgresql").catch(() => []);
  for (const version of versions.toSorted((one, other) => Number(other) - Number(one))) {
    const folder = `/usr/lib/postgresql/${version}/bin`;
    const all = programs.map((program) => access(join(folder, program)));
    if ((await Promise.allSettled(all)).every(({ status }) => status === "fulfilled")) {
      return folder;
    }
  }
  return undefined;
}

/** Why tests of real servers are skipped when there is none. */
export const noServerPrograms =
  "(not run: it needs a whole PostgreSQL with its programs below /usr/lib/postgresql)";

/** A separate server on loopback, with its data in a temporary folder. */
export type LocalServer = {
  port: number;
  folder: string;
  /** The address of one of its databases, as the superuser or another user. */
  url(database: string, user?: string, password?: string): string;
  /**
   * Creates a role that may create roles, and an empty database that it owns. @returns its address
   */
  createOwned(owner: string): Promise<string>;
  promote(): Promise<void>;
  /** Stops it immediately, like a power cut, or in order. */
  stop(how?: "immediate" | "fast"): Promise<void>;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
};

/** PostgreSQL refuses to run as root, so root uses an ordinary user's ids in a user namespace. */
async function runServerProgram(
  bin: string,
  program: string,
  args: readonly string[],
): Promise<void> {
  const file = join(bin, program);
  const asSomebody = ["--user", "--map-user=1000", "--map-group=1000", file];
  const options = { env: { PATH: "/usr/bin:/bin", LC_ALL: "C" }, cwd: "/" };
  if (process.getuid?.() === 0) await run("unshare", [...asSomebody, ...args], options);
  else await run(file, [...args], options);
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => probe.once("listening", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

type Settings = Readonly<Record<string, string>>;

/** Creates and starts a new server. */
export async function startServer(bin: string, settings: Settings = {}): Promise<LocalServer> {
  const folder = await mkdtemp(join(await dataRoot(), "kontor-server-"));
  const data = join(folder, "data");
  await runServerProgram(bin, "initdb", [
    "-D",
    data,
    "-U",
    "postgres",
    "-A",
    "trust",
    "-E",
    "UTF8",
    "-N",
  ]);
  return startOn(bin, folder, settings);
}

/** Creates and starts a standby of a running server, which replicates from it under a name. */
export async function startReplica(
  bin: string,
  primary: LocalServer,
  name: string,
  settings: Settings = {},
): Promise<LocalServer> {
  const folder = await mkdtemp(join(await dataRoot(), "kontor-replica-"));
  const source = `host=127.0.0.1 port=${primary.port} user=postgres application_name=${name}`;
  const target = ["-D", join(folder, "data"), "-R", "-X", "stream", "-c", "fast", "-N"];
  await runServerProgram(bin, "pg_basebackup", ["-d", source, ...target]);
  return startOn(bin, folder, settings);
}

async function startOn(bin: string, folder: string, settings: Settings): Promise<LocalServer> {
  const data = join(folder, "data");
  const port = await freePort();
  const all = { listen_addresses: "127.0.0.1", port: String(port), fsync: "off", ...settings };
  const given = Object.entries(all).map(([name, value]) => `-c ${name}='${value}'`);
  const options = [...given, "-c unix_socket_directories=''"].join(" ");
  const log = join(folder, "log");
  await runServerProgram(bin, "pg_ctl", [
    "-D",
    data,
    "-l",
    log,
    "-w",
    "-t",
    "60",
    "-o",
    options,
    "start",
  ]);
  let running = true;
  const url: LocalServer["url"] = (database, user = "postgres", password = "") => {
    const who = password === "" ? user : `${user}:${password}`;
    return `postgres://${who}@127.0.0.1:${port}/${database}`;
  };
  const stop: LocalServer["stop"] = async (how = "fast") => {
    if (!running) return;
    running = false;
    await runServerProgram(bin, "pg_ctl", ["-D", data, "-w", "-m", how, "stop"]);
  };
  return {
    port,
    folder,
    url,
    async createOwned(owner) {
      const client = new pg.Client({ connectionString: url("postgres") });
      await client.connect();
      try {
        await client.query(`create role ${owner} login createrole password 'of ${owner}'`);
        await client.query(`create database ${owner} owner ${owner}`);
      } finally {
        await client.end();
      }
      return url(owner, owner, encodeURIComponent(`of ${owner}`));
    },
    promote: () => runServerProgram(bin, "pg_ctl", ["-D", data, "-w", "promote"]),
    stop,
    remove: async () => {
      await stop("immediate");
      await rm(folder, { recursive: true, force: true });
    },
  };
}
