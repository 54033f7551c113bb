import { randomBytes } from "node:crypto";
import * as fs from "node:fs/promises";
import path from "node:path";

import { folderName, runTool } from "./account.ts";
import type { Account, UserIds } from "./account.ts";
import type { PostgresBinaries } from "./binaries.ts";
import { EmbeddedPostgresError, errorCode, explainFileError, explainOutput } from "./error.ts";

/** The name of the role that owns the cluster. */
export const superuser = "postgres";

/** Prefix of clusters that are being created; a complete cluster is renamed. */
const unfinished = "cluster.unfinished-";

/** The contents of a data folder, besides the owner lock and its note. */
export type Layout = {
  folder: string;
  /** PostgreSQL's own folder (PGDATA). */
  cluster: string;
  /** The file with the superuser's password, readable only by its owner. */
  password: string;
  log: string;
};

function layoutOf(folder: string): Layout {
  return {
    folder,
    cluster: path.join(folder, "cluster"),
    password: path.join(folder, "password"),
    log: path.join(folder, "postgres.log"),
  };
}

/**
 * Creates the data folder if necessary, checks that this process can work in it, and returns its
 * layout by its real path, because a folder reached through a link is the same folder.
 * @throws EmbeddedPostgresError `not-writable`, `disk-full`; `other-version` when the folder itself
 * is a cluster, created by another program.
 */
export async function prepareFolder(dataFolder: string): Promise<Layout> {
  let layout: Layout;
  try {
    await makeFolder(path.resolve(dataFolder));
    await fs.access(dataFolder, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
    layout = layoutOf(await fs.realpath(dataFolder));
  } catch (error) {
    throw explainFileError(path.resolve(dataFolder), error);
  }
  if ((await readIfThere(path.join(layout.folder, "PG_VERSION"))) !== undefined) {
    throw new EmbeddedPostgresError(
      "other-version",
      `The data folder ${layout.folder} contains a PostgreSQL cluster that this program did not create. ` +
        "Choose another folder, or start that cluster yourself and set DATABASE_URL.",
    );
  }
  return layout;
}

/**
 * Creates a folder and the missing ones above it, which another process may do at the same time.
 * Node's own recursive `mkdir` never returns below /proc, where a new folder is refused with ENOENT.
 */
async function makeFolder(folder: string): Promise<void> {
  const missing: string[] = [];
  for (let at = folder; !(await fileExists(at)); at = path.dirname(at)) missing.unshift(at);
  for (const each of missing) {
    await fs.mkdir(each, { mode: 0o700 }).catch((error: unknown) => {
      if (errorCode(error) !== "EEXIST") throw error;
    });
  }
  // Refuses a file of this name.
  await (await fs.opendir(folder)).close();
}

async function fileExists(file: string): Promise<boolean> {
  try {
    await fs.stat(file);
    return true;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false;
    throw error;
  }
}

/**
 * The owner of the cluster, or undefined.
 * @throws EmbeddedPostgresError `other-version` when another major version created it, and
 * `not-writable` when this process may not read it.
 */
export async function inspectCluster(
  layout: Layout,
  binaries: PostgresBinaries,
): Promise<UserIds | undefined> {
  try {
    const version = await readIfThere(path.join(layout.cluster, "PG_VERSION"));
    if (version === undefined) return await requireEmptyFolder(layout);
    if (version.trim() !== binaries.major) throw otherVersion(layout, version.trim(), binaries);
    return await fs.stat(layout.cluster);
  } catch (error) {
    throw explainFileError(layout.cluster, error);
  }
}

/**
 * A folder in the cluster's place that is not a cluster must be empty, because its content would be
 * destroyed.
 */
async function requireEmptyFolder(layout: Layout): Promise<undefined> {
  const files = await fs.readdir(layout.cluster).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  });
  if (files.length === 0) return undefined;
  throw new EmbeddedPostgresError(
    "start-failed",
    `The folder ${layout.cluster} contains files but is not a PostgreSQL cluster (it lacks PG_VERSION). ` +
      "Restore it from a backup, or move it away to begin with an empty database.",
  );
}

function otherVersion(layout: Layout, found: string, binaries: PostgresBinaries) {
  return new EmbeddedPostgresError(
    "other-version",
    `The database in ${layout.cluster} was created by PostgreSQL ${found}, but this program includes ` +
      `PostgreSQL ${binaries.major}, which cannot open it. Start it with the version of this program ` +
      `that created it, save it with pg_dumpall, move ${layout.folder} away, start this version and ` +
      "restore with psql. Nothing was changed.",
  );
}

/**
 * The superuser's password of an existing cluster.
 * @throws EmbeddedPostgresError `start-failed` when its file is missing.
 */
export async function readPassword(layout: Layout): Promise<string> {
  const text = await readIfThere(layout.password);
  if (text !== undefined && text.trim() !== "") return text.trim();
  throw new EmbeddedPostgresError(
    "start-failed",
    `The file ${layout.password}, with the password of the database in ${layout.cluster}, is gone. ` +
      "Restore it from the backup of the data folder.",
  );
}

/**
 * Creates a new cluster: UTF-8, the builtin C.UTF-8 locale (the same sort order on every system,
 * forever), data checksums, SCRAM for every connection, and a random superuser password.
 * @throws EmbeddedPostgresError `disk-full`, `not-writable`, `start-failed`.
 */
export async function createCluster(layout: Layout, account: Account): Promise<void> {
  let fresh: string | undefined;
  try {
    // The name is always new, because the initdb of a killed first run may still be writing.
    fresh = await fs.mkdtemp(path.join(layout.folder, unfinished));
    if (account.kind === "user") await fs.chown(fresh, account.uid, account.gid);
    await writeDurably(layout.password, `${randomBytes(24).toString("base64url")}\n`);
    const result = await runInitdb(layout, account, fresh);
    if (!result.ok) {
      throw explainOutput(`A new database could not be made in ${layout.folder}`, result.output);
    }
    await fs.rename(fresh, layout.cluster);
    await syncFolder(layout.folder);
  } catch (error) {
    if (fresh !== undefined) await removeTree(fresh);
    throw explainFileError(layout.folder, error);
  }
}

/** Removes what interrupted first runs left behind. */
export async function removeUnfinished(layout: Layout): Promise<void> {
  for (const name of await fs.readdir(layout.folder)) {
    if (name.startsWith(unfinished)) await removeTree(path.join(layout.folder, name));
  }
}

/** Removes a folder as far as possible, because a process may still be writing into it. */
async function removeTree(folder: string): Promise<void> {
  await fs.rm(folder, { recursive: true, force: true }).catch(() => undefined);
}

async function runInitdb(layout: Layout, account: Account, fresh: string) {
  const args = [
    ["-D", folderName(account, fresh), "-U", superuser, "-E", "UTF8", "--auth=scram-sha-256"],
    ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"],
    ["--data-checksums", "--no-instructions"],
    // Another user cannot read this process's file, so initdb prompts for the password, twice.
    account.kind === "user" ? ["--pwprompt"] : [`--pwfile=${layout.password}`],
  ];
  const password = await readPassword(layout);
  const input = `${password}\n${password}\n`;
  return runTool(account, account.binaries.initdb, args.flat(), fresh, input);
}

/**
 * Changes the owner of the cluster to the account's user, if necessary. The top folder is changed
 * last, because its owner records that this is complete: an interrupted change is then repeated.
 */
export async function changeClusterOwner(layout: Layout, account: Account): Promise<void> {
  if (account.kind !== "user") return;
  const { uid, gid } = account;
  const top = await fs.stat(layout.cluster);
  if (top.uid === uid) return;
  const options = { recursive: true, withFileTypes: true } as const;
  for (const entry of await fs.readdir(layout.cluster, options)) {
    await fs.lchown(path.join(entry.parentPath, entry.name), uid, gid);
  }
  await fs.chown(layout.cluster, uid, gid);
}

async function readIfThere(file: string): Promise<string | undefined> {
  return fs.readFile(file, "utf8").catch(ignoreMissing);
}

function ignoreMissing(error: unknown): undefined {
  const code = errorCode(error);
  if (code !== "ENOENT") throw error;
}

async function writeDurably(file: string, text: string): Promise<void> {
  await fs.rm(file, { force: true });
  const handle = await fs.open(file, "wx", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Flushes a rename in the folder, so that it survives a power cut. Windows has no such call and
 * does not need it.
 */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await fs.open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
