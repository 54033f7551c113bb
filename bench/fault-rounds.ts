import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { buildApp } from "@kontor/api/app";
import { systemClock } from "@kontor/api/platform/clock";
import { openDatabase } from "@kontor/api/platform/database/database";
import { parseEnvironment } from "@kontor/api/platform/environment";
import { openBrokenNetwork, type NetworkFault } from "@kontor/api/testing/broken-network";
import { spawnKontor, type KontorProcess } from "@kontor/api/testing/process";

import {
  databaseUrlsOf,
  campaignFaults,
  openCampaign,
  postEntry,
  resendUnknown,
  restartKontor,
  runUnderLoad,
  type Campaign,
} from "./fault-load.ts";

/** One round of a fault. @returns milliseconds from the fault to the first entry acknowledged after it. */
export type Round = (campaign: Campaign) => Promise<number>;

/** How long a round posts before the fault, in milliseconds. */
const loadBeforeFault = 1000;

/** The process of the embedded server of a data folder, if it is alive. */
async function postmasterOf(folder: string): Promise<number | undefined> {
  const file = join(folder, "postgres", "cluster", "postmaster.pid");
  if (!existsSync(file)) return undefined;
  const processId = Number((await readFile(file, "utf8")).split("\n")[0]);
  try {
    process.kill(processId, 0);
    return processId;
  } catch {
    return undefined;
  }
}

/**
 * A round that ends processes under load, restarts, and resends requests with an unknown outcome.
 */
const killRound =
  (end: (campaign: Campaign) => Promise<void>): Round =>
  async (campaign) => {
    let since = 0;
    await runUnderLoad(
      campaign,
      () => campaign.kontor.url,
      async () => {
        await sleep(loadBeforeFault);
        since = performance.now();
        await end(campaign);
      },
    );
    await restartKontor(campaign);
    await postEntry(campaign, campaign.kontor.url, crypto.randomUUID());
    const recovery = performance.now() - since;
    await resendUnknown(campaign);
    return recovery;
  };

async function waitForExit({ kontor }: Campaign): Promise<void> {
  // The API exits by itself when its database has stopped; one that does not is stopped.
  await kontor.stop();
}

/**
 * A round that posts one entry over a connection with a network fault, and resends it until its key
 * is acknowledged.
 */
const networkRound =
  (fault: NetworkFault): Round =>
  async (campaign) => {
    const { requestsUrl } = await databaseUrlsOf(campaign);
    const network = await openBrokenNetwork(requestsUrl);
    const database = openDatabase({
      url: network.url,
      connections: 4,
      onError: () => undefined,
      limits: { answer: 500, idle: 500 },
    });
    const environment = parseEnvironment({ NODE_ENV: "test", LOG_LEVEL: "silent" });
    const app = await buildApp({ environment, database, clock: systemClock });
    try {
      const url = await app.listen({ port: 0, host: "127.0.0.1" });
      await postEntry(campaign, url, crypto.randomUUID());
      const key = crypto.randomUUID();
      network.meet(key, fault);
      const since = performance.now();
      await postEntry(campaign, url, key);
      await resendUnknown(campaign, url);
      return performance.now() - since;
    } finally {
      await app.close();
      await database.close();
      await network.close();
    }
  };

/**
 * Stops a process at a random moment of its start; no server may be left, and the next start must
 * work.
 */
const stopWhileStarting: Round = async (campaign) => {
  await campaign.kontor.stop();
  const moment = Math.round(Math.random() * 2000);
  const starting = spawnKontor({ KONTOR_DATA: campaign.folder, KONTOR_DEMO: "brief" });
  await sleep(moment);
  starting.signal("SIGTERM");
  await starting.ended;
  if ((await postmasterOf(campaign.folder)) !== undefined) {
    throw new Error(`a stop after ${moment} ms of a start left PostgreSQL behind`);
  }
  const since = performance.now();
  await restartKontor(campaign);
  await postEntry(campaign, campaign.kontor.url, crypto.randomUUID());
  const recovery = performance.now() - since;
  await resendUnknown(campaign);
  return recovery;
};

type Backend = { kontor: KontorProcess; url: string };

/**
 * Replaces two processes on one database one after the other, with the default pause of a stop,
 * behind a proxy that polls /readyz; no request may fail.
 */
const rollingReplacement: Round = async (campaign) => {
  const { ownerUrl } = await databaseUrlsOf(campaign);
  const start = async (): Promise<Backend> => {
    const kontor = spawnKontor({
      NODE_ENV: "production",
      DATABASE_URL: ownerUrl,
      KONTOR_REQUESTS_PER_MINUTE: "100000000",
    });
    const output = await kontor.printed(/listens on \S+\n/);
    return { kontor, url: /listens on (\S+)/.exec(output)?.[1] ?? "" };
  };
  const backends = [await start(), await start()];
  let ready = backends.map(({ url }) => url);
  const look = async (): Promise<void> => {
    const found = await Promise.all(
      backends.map(async ({ url }) => {
        const { ok } = await fetch(`${url}/readyz`).catch(() => ({ ok: false }));
        return ok ? [url] : [];
      }),
    );
    // A proxy that finds no ready server keeps its last list.
    if (found.flat().length > 0) ready = found.flat();
  };
  // The polls run one after the other, because a slow one must not overwrite the result of a later
  // one.
  const looking = new AbortController();
  const watch = async (): Promise<void> => {
    while (!looking.signal.aborted) {
      await look();
      await sleep(100);
    }
  };
  const watching = watch();
  let turn = 0;
  try {
    const since = performance.now();
    const refused = await runUnderLoad(
      campaign,
      () => ready[turn++ % ready.length],
      async () => {
        for (const old of backends.slice()) {
          backends.push(await start());
          old.kontor.signal("SIGTERM");
          await old.kontor.ended;
          backends.splice(backends.indexOf(old), 1);
        }
      },
    );
    if (refused.length > 0)
      throw new Error(
        `a rolling replacement answered ${refused.join(", ")}: ${campaignFaults.slice(-refused.length).join(", ")}`,
      );
    return performance.now() - since;
  } finally {
    looking.abort();
    await watching;
    for (const { kontor } of backends) kontor.signal("SIGTERM");
    await Promise.all(backends.map(({ kontor }) => kontor.ended));
  }
};

/**
 * The size of the disk that is filled, in megabytes: the database with its demo data, and not much
 * more.
 */
const diskSize = 400;

/**
 * Posts while the disk fills up, on a separate small file system, and again when there is room.
 *
 * @returns undefined without the permission to mount one.
 */
export async function fullDisk(
  afterRound: (campaign: Campaign, recovery: number) => Promise<void>,
): Promise<boolean> {
  const place = await mkdtemp(join(tmpdir(), "kontor-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${diskSize}m,mode=755`, "none", place], {
      stdio: "ignore",
    });
  } catch {
    await rm(place, { recursive: true });
    return false;
  }
  try {
    const data = join(place, "data");
    await mkdir(data);
    const campaign = await openCampaign(data);
    const ballast = join(place, "ballast");
    await runUnderLoad(
      campaign,
      () => campaign.kontor.url,
      async () => {
        await sleep(loadBeforeFault);
        await writeFile(ballast, Buffer.alloc(diskSize * 1024 * 1024)).catch(() => undefined);
        await sleep(3000);
      },
    );
    const since = performance.now();
    await rm(ballast);
    // A server that could not write its log has exited, and the next start recovers it.
    await campaign.kontor.stop();
    await restartKontor(campaign);
    await postEntry(campaign, campaign.kontor.url, crypto.randomUUID());
    const recovery = performance.now() - since;
    await resendUnknown(campaign);
    await afterRound(campaign, recovery);
    await campaign.kontor.stop();
    return true;
  } finally {
    execFileSync("umount", ["-l", place], { stdio: "ignore" });
    await rm(place, { recursive: true });
  }
}

/** The faults of a campaign that share a data folder, one after the other. */
export const faultRounds: Readonly<Record<string, Round>> = {
  "kill -9 of the API": killRound(async (campaign) => {
    process.kill(campaign.kontor.processId, "SIGKILL");
    await waitForExit(campaign);
  }),
  "kill -9 of the database": killRound(async (campaign) => {
    const postmaster = await postmasterOf(campaign.folder);
    if (postmaster !== undefined) process.kill(postmaster, "SIGKILL");
    await sleep(200);
    await waitForExit(campaign);
  }),
  "kill -9 of both": killRound(({ kontor }) => kontor.kill()),
  restart: killRound(async ({ kontor }) => {
    const code = await kontor.stop();
    if (code !== 0) throw new Error(`a stop under load ended with ${code}`);
  }),
  "commit swallowed": networkRound("swallows the request"),
  "answer to the commit swallowed": networkRound("swallows the answer"),
  "connection cut at the commit": networkRound("cuts the answer"),
  "answer to the commit late": networkRound("delays the answer"),
  "SIGTERM while starting": stopWhileStarting,
  "rolling replacement": rollingReplacement,
};
