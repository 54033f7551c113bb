import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { builtCommand, startKontor, type RunningKontor } from "@kontor/api/testing/process";

import { endOnInterrupt } from "./interrupt.ts";
import { median, print } from "./timing.ts";

const rounds = 3;
/** How long the processes are idle before their memory is read, in milliseconds. */
const idleTime = 10_000;
const goals = { cold: 2.5, warm: 0.7, memory: 130 };

/**
 * The time from the start of Kontor to its first response: with an empty data folder, which
 * requires a new database with demo data, and with the folder of an earlier run; and the memory of
 * API and database when idle. Requires a built API and web.
 *
 * @returns the median times in seconds, and megabytes, null when the system does not report them.
 */
export async function benchStartup(): Promise<{
  cold: number;
  warm: number;
  memory: number | null;
}> {
  const cold: number[] = [];
  const warm: number[] = [];
  let memory: number | null = null;
  for (let round = 0; round < rounds; round++) {
    const folder = await mkdtemp(join(tmpdir(), "kontor-bench-startup-"));
    try {
      cold.push(await timeStart(folder));
      warm.push(
        await timeStart(folder, async ({ processId }) => {
          if (round > 0) return;
          await pause(idleTime);
          memory = await megabytesOf(processId);
        }),
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  const figures = { cold: median(cold), warm: median(warm), memory: memory as number | null };
  print(`empty folder to first response: ${figures.cold.toFixed(2)} s (goal ≤ ${goals.cold})`);
  print(`warm start to first response: ${figures.warm.toFixed(2)} s (goal ≤ ${goals.warm})`);
  const idleMemory =
    figures.memory === null ? "not reported by this system" : `${figures.memory} MB`;
  print(`idle memory of API and database: ${idleMemory} (goal ≤ ${goals.memory} MB)`);
  return figures;
}

/** Seconds from the start of a process to its first page; `look` is called before it is stopped. */
async function timeStart(
  folder: string,
  look?: (kontor: RunningKontor) => Promise<void>,
): Promise<number> {
  const begin = performance.now();
  const kontor = await startKontor(folder, 0, { KONTOR_DEMO: "1" }, builtCommand);
  const stopped = endOnInterrupt(async () => void (await kontor.stop()));
  try {
    const answer = await fetch(`${kontor.url}/login`);
    await answer.text();
    if (!answer.ok) throw new Error(`the login page answered ${answer.status}`);
    const seconds = (performance.now() - begin) / 1000;
    await look?.(kontor);
    return seconds;
  } finally {
    await kontor.stop();
    stopped();
  }
}

/**
 * Megabytes of a process and all below it. Shared memory, such as the database's buffers, counts
 * once (PSS). Null on systems other than Linux.
 */
async function megabytesOf(processId: number): Promise<number | null> {
  const parents = await parentsOfAll();
  if (parents === undefined) return null;
  const isBelow = (id: number): boolean => {
    const parent = parents.get(id);
    return id === processId || (parent !== undefined && isBelow(parent));
  };
  const family = [...parents.keys()].filter(isBelow);
  const sizes = await Promise.all(
    family.map(async (id) => {
      const text = await readFile(`/proc/${id}/smaps_rollup`, "utf8").catch(() => "");
      return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0);
    }),
  );
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1024);
}

async function parentsOfAll(): Promise<Map<number, number> | undefined> {
  const names = await readdir("/proc").catch(() => undefined);
  if (names === undefined) return undefined;
  const parents = new Map<number, number>();
  for (const name of names.filter((each) => /^\d+$/.test(each))) {
    const status = await readFile(`/proc/${name}/status`, "utf8").catch(() => "");
    const parent = /^PPid:\s+(\d+)/m.exec(status)?.[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  return parents;
}
