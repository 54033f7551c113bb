import { readdir, readFile } from "node:fs/promises";

/** Milliseconds of processor time: of the API, and of all processes of the database. */
export type ProcessorTime = { api: number; database: number };

/** One tick of Linux's processor accounting, in milliseconds. */
const tick = 10;

/**
 * The processor time so far of the API and of the database's processes, which are all others below
 * this one. On a busy machine it is more meaningful than elapsed time. Null on systems other than
 * Linux.
 */
export async function processorTime(apiId: number): Promise<ProcessorTime | null> {
  const names = await readdir("/proc").catch(() => []);
  const found = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(readStat));
  const all = new Map(found.flatMap((each) => (each === null ? [] : [[each.id, each] as const])));
  const own = all.get(process.pid);
  if (own === undefined) return null;
  const isBelow = (id: number): boolean => {
    const parent = all.get(id)?.parent;
    return parent !== undefined && (parent === process.pid || isBelow(parent));
  };
  const total: ProcessorTime = { api: 0, database: 0 };
  for (const { id, time } of all.values()) {
    if (id === apiId) total.api += time;
    else if (isBelow(id)) total.database += time;
  }
  return total;
}

/** A process on Linux, including the time of its finished children; null when it has exited. */
async function readStat(
  name: string,
): Promise<{ id: number; parent: number; time: number } | null> {
  const text = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
  // The name of the program is in parentheses and may contain spaces; the state and the parent
  // follow.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  if (fields.length < 15) return null;
  const ticks = fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0);
  return { id: Number(name), parent: Number(fields[1]), time: ticks * tick };
}
