import * as fs from "node:fs/promises";
import path from "node:path";

import { prepareFolder, readPassword } from "./cluster.ts";
import { errorCode } from "./error.ts";
import { folderMark, readPostmasterFile } from "./postmaster.ts";
import { commandLineOf, findProcess } from "./process.ts";
import { urlOf } from "./server.ts";

/** Whether the data folder contains a database. */
export async function hasEmbeddedDatabase(dataFolder: string): Promise<boolean> {
  try {
    await fs.access(path.join(dataFolder, "cluster", "PG_VERSION"));
    return true;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false;
    throw error;
  }
}

/**
 * Connects to the embedded server that another process of this program runs on a data folder, so
 * that a command can read at the same time. Nothing is started, stopped or taken over.
 *
 * @returns a function that returns the connection URL of a database; undefined when no such server
 * is ready.
 */
export async function runningEmbeddedPostgres(
  dataFolder: string,
): Promise<((database: string) => string) | undefined> {
  const layout = await prepareFolder(dataFolder);
  const file = await readPostmasterFile(layout);
  const seen = file?.isReady === true ? await findProcess(file.pid) : undefined;
  if (file === undefined || seen === undefined) return undefined;
  const command = await commandLineOf(seen.pid);
  // A note left by a dead server may name a process id that another program has now.
  if (command !== undefined && !`${command} `.includes(` ${folderMark(layout)} `)) return undefined;
  const password = await readPassword(layout);
  return (database) => urlOf(layout, { process: seen, port: file.port }, password, database);
}
