import { spawn } from "node:child_process";
import type { SpawnOptions, StdioOptions } from "node:child_process";
import * as fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import { copyBinaries } from "./binaries.ts";
import type { PostgresBinaries } from "./binaries.ts";
import { EmbeddedPostgresError } from "./error.ts";

/** A numeric user and group of the operating system. */
export type UserIds = { uid: number; gid: number };

/**
 * How PostgreSQL's programs are run. PostgreSQL refuses to run as root, so root has two other ways:
 * - `self`: as the user that runs this program.
 * - `namespace`: in a user namespace in which root has the ids of an ordinary user. On disk
 * everything still belongs to root, so the folder may be one that only root can enter.
 * - `user`: as an ordinary user, with binaries that it can read. It is started inside the data
 * folder and refers to it as `/proc/self/cwd`, so it needs no permission on the folders above.
 */
export type Account = { binaries: PostgresBinaries } & (
  | { kind: "self" }
  | ({ kind: "namespace" } & UserIds)
  | ({ kind: "user" } & UserIds)
);

/** Receives messages about the embedded database, one sentence each. */
export type EmbeddedPostgresLog = (message: string) => void;

/** A program with its arguments and options, ready for `spawn`. */
export type Command = { file: string; args: string[]; options: SpawnOptions };

/**
 * The environment of PostgreSQL's programs. It is not that of this process, because variables such
 * as PGDATESTYLE would change the server, and because other processes of an ordinary user could
 * read secrets in it. Windows programs do not start without some of their variables.
 */
const environment =
  process.platform === "win32"
    ? undefined
    : { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", LC_ALL: "C" };

/** How to run `program` in `folder` under the account. */
export function commandFor(
  account: Account,
  program: string,
  args: readonly string[],
  folder: string,
): Command {
  const options: SpawnOptions = { cwd: folder, windowsHide: true };
  if (environment !== undefined) options.env = environment;
  if (account.kind === "user") Object.assign(options, userIds(account));
  if (account.kind !== "namespace") return { file: program, args: [...args], options };
  const map = [`--map-user=${account.uid}`, `--map-group=${account.gid}`];
  return { file: "unshare", args: ["--user", ...map, program, ...args], options };
}

/** The path by which programs under the account reach `folder`, in which they are started. */
export function folderName(account: Account, folder: string): string {
  return account.kind === "user" ? "/proc/self/cwd" : folder;
}

/**
 * Runs a program under the account to its end; `output` is everything that it printed. It has no
 * terminal, so it reads answers to its prompts from `input`.
 */
export function runTool(
  account: Account,
  program: string,
  args: readonly string[],
  folder: string,
  input = "",
): Promise<{ ok: boolean; output: string }> {
  const { file, args: all, options } = commandFor(account, program, args, folder);
  return new Promise((resolve) => {
    let output = "";
    const fail = (error: unknown) => resolve({ ok: false, output: output + String(error) });
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    try {
      const stdio: StdioOptions = ["pipe", "pipe", "pipe"];
      const child = spawn(file, all, { ...options, detached: environment !== undefined, stdio });
      // A program that exits without reading its input has not failed.
      child.stdin?.on("error", () => undefined).end(input);
      child.stdout?.on("data", collect);
      child.stderr?.on("data", collect);
      child.on("error", fail);
      child.on("close", (code) => resolve({ ok: code === 0, output }));
    } catch (error) {
      // Node throws some failures to start, such as a missing permission to change the user.
      fail(error);
    }
  });
}

/**
 * Chooses how PostgreSQL is run on this machine.
 * @param input.folder an existing folder below which the programs must be able to write.
 * @param input.owner the owner of the cluster, if there is one.
 * @param input.namespaces false does not use user namespaces, as on systems that forbid them.
 * @throws EmbeddedPostgresError `no-ordinary-user` when root finds no way.
 */
export async function chooseAccount(input: {
  binaries: PostgresBinaries;
  folder: string;
  owner: UserIds | undefined;
  namespaces: boolean;
  log: EmbeddedPostgresLog;
}): Promise<Account> {
  const { binaries, folder, owner, log } = input;
  const uid = process.geteuid?.();
  // PostgreSQL requires its user to have a name, which may be missing in a container.
  if (uid === undefined || (uid !== 0 && hasPasswdEntry())) return { kind: "self", binaries };
  if (process.platform !== "linux") {
    throw noOrdinaryUser("PostgreSQL refuses to be run by root on this system.");
  }
  // A cluster that an ordinary user created must stay theirs, or they could not open it any more.
  if (uid === 0 && owner !== undefined && owner.uid !== 0) {
    return { kind: "user", ...owner, binaries: await reachableBinaries(binaries, owner, log) };
  }
  const ordinary = ordinaryUser(await fs.readFile("/etc/passwd", "utf8").catch(() => ""));
  const namespace: Account = { kind: "namespace", ...ordinary, binaries };
  if (input.namespaces && (await canWork(namespace, folder))) return namespace;
  if (uid !== 0) {
    throw noOrdinaryUser(`The user ${uid} that runs this program has no name in /etc/passwd.`);
  }
  const reachable = await reachableBinaries(binaries, ordinary, log);
  log(
    `PostgreSQL cannot work in a user namespace here, so it runs as the ordinary user ${ordinary.uid}, ` +
      "which will own the database files in the data folder.",
  );
  return { kind: "user", ...ordinary, binaries: reachable };
}

/**
 * Chooses the user to run as from the text of /etc/passwd: the user of PostgreSQL, else nobody,
 * else the first that is not root. PostgreSQL looks up its user there.
 */
export function ordinaryUser(passwd: string): UserIds {
  const users = passwd.split("\n").flatMap((line) => {
    const [name, , uid, gid] = line.split(":");
    return Number(uid) > 0 && Number(gid) > 0 ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
  const chosen =
    users.find(({ name }) => name === "postgres") ??
    users.find(({ name }) => name === "nobody") ??
    users[0];
  return chosen === undefined ? { uid: 65534, gid: 65534 } : userIds(chosen);
}

function userIds({ uid, gid }: UserIds): UserIds {
  return { uid, gid };
}

function hasPasswdEntry(): boolean {
  try {
    return os.userInfo().username !== "";
  } catch {
    return false;
  }
}

/** Whether the account can write in `folder` and read everything that the programs need. */
async function canWork(account: Account, folder: string): Promise<boolean> {
  const { binaries } = account;
  const data = path.join(binaries.root, "share", "postgresql", "postgres.bki");
  const script = 'test -w "$1" && test -x "$1" && test -r "$2" && exec "$3" --version';
  const args = ["-c", script, "sh", folderName(account, folder), data, binaries.postgres];
  return (await runTool(account, "/bin/sh", args, folder)).ok;
}

/** The original binaries if `user` can run them, else a copy that it can read. */
async function reachableBinaries(
  binaries: PostgresBinaries,
  user: UserIds,
  log: EmbeddedPostgresLog,
): Promise<PostgresBinaries> {
  const accountWith = (candidate: PostgresBinaries): Account => {
    return { kind: "user", ...userIds(user), binaries: candidate };
  };
  // Everyone can write in /tmp, so this checks only the binaries.
  const canRun = (candidate: PostgresBinaries) => canWork(accountWith(candidate), "/tmp");
  const change = await runTool(accountWith(binaries), "/bin/sh", ["-c", "exit 0"], "/tmp");
  if (!change.ok) {
    throw noOrdinaryUser(`This root may not run programs as user ${user.uid} (${change.output}).`);
  }
  if (await canRun(binaries)) return binaries;
  // Only root can write to /var/cache, and nothing cleans it up; the others are for systems without
  // it.
  for (const parent of ["/var/cache", "/var/tmp", "/tmp"]) {
    try {
      const copy = await copyBinaries(binaries, parent);
      if (!(await canRun(copy))) {
        await fs.rm(copy.root, { recursive: true, force: true });
        continue;
      }
      log(`User ${user.uid} cannot read ${binaries.root}, so the copy in ${copy.root} is used.`);
      return copy;
    } catch (error) {
      log(`No copy of PostgreSQL below ${parent}: ${String(error)}`);
    }
  }
  throw noOrdinaryUser(`User ${user.uid} can run PostgreSQL neither in place nor from a copy.`);
}

function noOrdinaryUser(reason: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    "no-ordinary-user",
    `${reason} Run this program as an ordinary user, or set DATABASE_URL to a PostgreSQL server.`,
  );
}
