import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { inject, onTestFinished } from "vitest";

import { dataRoot } from "./data-root.ts";
import { startKontor } from "./process.ts";

/** An empty folder that is deleted after the test. @internal for tests */
export async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(await dataRoot(), "kontor-data-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * A data folder with the database and demo data of an earlier start, deleted after the test. The
 * first test of a run that requests one creates it, and each gets a copy, which is much faster than
 * a start on an empty folder.
 * @internal for tests
 */
export async function seededFolder(): Promise<string> {
  const [made, folder] = await Promise.all([seedOnce(), emptyFolder()]);
  await cp(made, folder, { recursive: true });
  return folder;
}

/**
 * Test files run in several processes: the one that creates the lock folder creates the data, the
 * others wait.
 */
async function seedOnce(): Promise<string> {
  const ready = join(inject("runFolder"), "earlier");
  const lock = `${ready}.lock`;
  while (!existsSync(ready)) {
    const first = await mkdir(lock).then(
      () => true,
      () => false,
    );
    if (first && !existsSync(ready)) {
      try {
        await make(ready);
      } finally {
        await rm(lock, { recursive: true });
      }
    } else {
      await sleep(50);
    }
  }
  return ready;
}

async function make(ready: string): Promise<void> {
  const folder = await mkdtemp(`${ready}-`);
  const kontor = await startKontor(folder);
  const code = await kontor.stop();
  if (code !== 0) throw new Error(`Kontor ended with ${code} when it made data for the tests.`);
  await rename(folder, ready);
}
