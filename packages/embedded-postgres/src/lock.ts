import * as fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";

import { EmbeddedPostgresError, explainFileError } from "./error.ts";

/**
 * The exclusive use of a data folder by one process. It ends with the process, however that dies.
 */
export type OwnerLock = { release(): void };

/** SQLite's result codes for a lock that another connection holds, and for a full disk. */
const busy = 5;
const full = 13;

/** The file that records the owner, for the message to a process that is refused. */
const ownerFileName = "owner.json";

/** Keeps the lock connections reachable: a garbage-collected one would release its lock. */
const locks = new Set<DatabaseSync>();

/**
 * Locks the data folder for this process.
 *
 * Only a lock of the operating system ends with its process, is immune to reused process ids, and
 * lets exactly one of two simultaneous starts win. Node has no call for it, so this uses the lock
 * that SQLite takes on an empty file; nothing is ever stored there. No other code in this process
 * may open that file: closing it would release the lock.
 *
 * @throws EmbeddedPostgresError `folder-in-use`, naming the process that holds the folder.
 */
export function takeOwnerLock(folder: string): OwnerLock {
  const noteFile = path.join(folder, ownerFileName);
  let lock: DatabaseSync;
  try {
    lock = new DatabaseSync(path.join(folder, "owner.lock"), { timeout: 0 });
  } catch (error) {
    throw explainLockError(folder, error);
  }
  try {
    // With the journal in memory, no file is left behind when the process is killed.
    lock.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    throw explainLockError(folder, error);
  }
  locks.add(lock);
  try {
    // A note of another user whose process was killed can be replaced but not written to.
    fs.rmSync(noteFile, { force: true });
    fs.writeFileSync(noteFile, JSON.stringify({ pid: process.pid }), { mode: 0o600 });
  } catch (error) {
    locks.delete(lock);
    lock.close();
    throw explainFileError(folder, error);
  }
  return {
    release() {
      if (!locks.delete(lock)) return;
      fs.rmSync(noteFile, { force: true });
      lock.close();
    },
  };
}

function explainLockError(folder: string, error: unknown): EmbeddedPostgresError {
  const code = error instanceof Error && "errcode" in error ? error.errcode : undefined;
  if (code === busy) return inUse(folder, readOwnerFile(path.join(folder, ownerFileName)));
  return code === full
    ? new EmbeddedPostgresError(
        "disk-full",
        `The disk of the data folder ${folder} is full.`,
        error,
      )
    : new EmbeddedPostgresError(
        "not-writable",
        `The data folder ${folder} cannot be locked; ` +
          "it must be writable by the user that runs this program.",
        error,
      );
}

function inUse(folder: string, pid: number | undefined): EmbeddedPostgresError {
  const holder = pid === undefined ? "another process" : `process ${pid}`;
  const who = pid === process.pid ? "this process itself" : holder;
  return new EmbeddedPostgresError(
    "folder-in-use",
    `The data folder ${folder} is in use by ${who}. Stop that one first ` +
      (pid === undefined || pid === process.pid ? "" : `(kill ${pid}) `) +
      "or give this one another data folder.",
  );
}

/** The process id in the note beside the lock; undefined until it is written. */
function readOwnerFile(noteFile: string): number | undefined {
  try {
    const note: unknown = JSON.parse(fs.readFileSync(noteFile, "utf8"));
    const hasPid = typeof note === "object" && note !== null && "pid" in note;
    return hasPid && typeof note.pid === "number" ? note.pid : undefined;
  } catch {
    return undefined;
  }
}
