import { execFile } from "node:child_process";
import * as fs from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

/**
 * A process that was seen alive. `startTicks` distinguishes it from a later process with the same
 * id.
 */
export type ProcessIdentity = { pid: number; startTicks: string | undefined };

/**
 * The process with this id, if it is alive; a dead process that is not yet reaped does not count.
 */
export async function findProcess(pid: number): Promise<ProcessIdentity | undefined> {
  if (process.platform === "linux") {
    const stat = await fs.readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
    // The program's name is in parentheses and may contain anything, so fields are counted from its
    // end.
    const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
    const state = fields?.[0];
    if (state === undefined || state === "Z" || state === "X") return undefined;
    return { pid, startTicks: fields?.[19] };
  }
  try {
    process.kill(pid, 0);
    return { pid, startTicks: undefined };
  } catch (error) {
    const isForeign = error instanceof Error && "code" in error && error.code === "EPERM";
    return isForeign ? { pid, startTicks: undefined } : undefined;
  }
}

/** Whether a process still runs and is not another one with the same id. */
export async function isAlive(seen: ProcessIdentity): Promise<boolean> {
  const now = await findProcess(seen.pid);
  return now !== undefined && now.startTicks === seen.startTicks;
}

/** Waits until the process has exited; false when it still runs after `milliseconds`. */
export async function waitForExit(seen: ProcessIdentity, milliseconds: number): Promise<boolean> {
  const deadline = performance.now() + milliseconds;
  while (await isAlive(seen)) {
    if (performance.now() > deadline) return false;
    await sleep(10);
  }
  return true;
}

/** The arguments of a process joined by spaces; undefined when the system does not report them. */
export async function commandLineOf(pid: number): Promise<string | undefined> {
  if (process.platform === "linux") {
    const text = await fs.readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => undefined);
    return text?.replaceAll("\0", " ").trim();
  }
  if (process.platform === "win32") return undefined;
  const run = promisify(execFile);
  const result = await run("ps", ["-ww", "-o", "command=", "-p", String(pid)]).catch(
    () => undefined,
  );
  return result?.stdout.trim();
}
