import { readdir, readFile } from "node:fs/promises";

/** The peak memory of a process, in megabytes; null on systems other than Linux. */
export async function peakMemoryOf(processId: number): Promise<number | null> {
  return memoryInMegabytes(processId, "VmHWM");
}

/**
 * The private memory of a process's children, without shared memory, in megabytes; null as above.
 */
export async function ownMemoryOfChildren(processId: number): Promise<number | null> {
  const names = await readdir("/proc").catch(() => []);
  const ids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = new Map(
    await Promise.all(ids.map(async (id) => [id, await parentOf(id)] as const)),
  );
  const isBelow = (id: number): boolean => {
    const parent = parents.get(id);
    return parent !== undefined && parent !== null && (parent === processId || isBelow(parent));
  };
  const sizes = await Promise.all(ids.filter(isBelow).map(ownMemoryOf));
  const known = sizes.filter((each) => each !== null);
  return known.length === 0 ? null : known.reduce((sum, each) => sum + each, 0);
}

/** The private memory of a process, without shared memory, in megabytes; null as above. */
export async function ownMemoryOf(processId: number): Promise<number | null> {
  return memoryInMegabytes(processId, "RssAnon");
}

async function parentOf(processId: number): Promise<number | null> {
  return statusValueOf(processId, "PPid");
}

async function memoryInMegabytes(
  processId: number,
  name: "VmHWM" | "RssAnon",
): Promise<number | null> {
  const kilobytes = await statusValueOf(processId, name);
  return kilobytes === null ? null : Math.round(kilobytes / 1024);
}

/** A value that Linux reports for a process. */
async function statusValueOf(processId: number, name: string): Promise<number | null> {
  const text = await readFile(`/proc/${processId}/status`, "utf8").catch(() => "");
  const found = new RegExp(String.raw`^${name}:\s+(\d+)`, "m").exec(text)?.[1];
  return found === undefined ? null : Number(found);
}
