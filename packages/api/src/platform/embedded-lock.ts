import * as fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";

import { EmbeddedPostgresError, explainFileError } from "./embedded-error.ts";

/** The right of one process to use a data folder. It ends with the process, however that dies. */
export type OwnerLock = { release(): void };

/** SQLITE_BUSY: another connection, here or in another process, holds the lock. */
const busy = 5;

/** Keeps the lock connections reachable: one that is garbage-collected would drop its lock. */
const held = new Set<DatabaseSync>();

/**
 * Takes the data folder for this process.
 *
 * A lock of the operating system is the only kind that dies with its process, is immune to
 * reused process ids, and lets exactly one of two simultaneous starts win. Node has no call for
 * it, so the lock is the one that SQLite takes on an empty file; nothing is ever stored there.
 * Nobody in this process may open that file in another way: closing it would drop the lock.
 *
 * @throws EmbeddedPostgresError `folder-in-use`, naming the process that holds the folder.
 */
export function takeOwnerLock(folder: string): OwnerLock {
  const noteFile = path.join(folder, "owner.json");
  let lock: DatabaseSync;
  try {
    lock = new DatabaseSync(path.join(folder, "owner.lock"), { timeout: 0 });
  } catch (error) {
    throw unwritable(folder, error);
  }
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    const isBusy = error instanceof Error && "errcode" in error && error.errcode === busy;
    throw isBusy ? inUse(folder, readNote(noteFile)) : unwritable(folder, error);
  }
  held.add(lock);
  try {
    // A note of another user, whose process was killed, can be replaced but not written to.
    fs.rmSync(noteFile, { force: true });
    fs.writeFileSync(noteFile, JSON.stringify({ pid: process.pid }), { mode: 0o600 });
  } catch (error) {
    held.delete(lock);
    lock.close();
    throw explainFileError(folder, error);
  }
  return {
    release() {
      if (!held.delete(lock)) return;
      fs.rmSync(noteFile, { force: true });
      lock.close();
    },
  };
}

function unwritable(folder: string, cause: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    "not-writable",
    `The data folder ${folder} cannot be locked; it must be writable by the user that runs this program.`,
    cause,
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

/** The process id in the note beside the lock; undefined in the instant before it is written. */
function readNote(noteFile: string): number | undefined {
  try {
    const note: unknown = JSON.parse(fs.readFileSync(noteFile, "utf8"));
    const hasPid = typeof note === "object" && note !== null && "pid" in note;
    return hasPid && typeof note.pid === "number" ? note.pid : undefined;
  } catch {
    return undefined;
  }
}
