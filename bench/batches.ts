import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { maxBatchEntries } from "@kontor/contract/accounting/entries";

import { startApi, type ApiProcess } from "./api-process.ts";
import {
  openBenchDatabase,
  openBenchSession,
  openBenchTenant,
  type BenchTenant,
} from "./database.ts";
import { randomUpTo, median, print, requestText } from "./timing.ts";

const run = promisify(execFile);
const ledgers = 1000;
const seconds = 10;
/**
 * The number of connections that post single entries; batches need fewer to saturate the database.
 */
const connections = { single: 32, batch: 4 };

/**
 * Entries a second through HTTP in batches of 100 ÷ one a call, with all features on and durable,
 * and 1,000 ledgers. The two alternate.
 *
 * @returns the median of three ratios.
 */
export async function benchBatches(): Promise<number> {
  const bench = await openBenchDatabase();
  try {
    const tenant = await openBenchTenant(bench.database, "batches", ledgers);
    const token = await openBenchSession(bench.database);
    const api = await startApi(bench.ownerUrl);
    try {
      const poster = openPoster(api, token);
      await postSingle(poster, [tenant], 2);
      await postBatches(poster, tenant, 2);
      const ratios: number[] = [];
      for (let round = 1; round <= 3; round++) {
        const single = await postSingle(poster, [tenant], seconds);
        const batched = await postBatches(poster, tenant, seconds);
        ratios.push(batched / single);
        print(
          `round ${round}: single ${single.toFixed(0)}/s, in batches ${batched.toFixed(0)}/s, ratio ${(batched / single).toFixed(2)}`,
        );
      }
      return median(ratios);
    } finally {
      await api.stop();
    }
  } finally {
    await bench.close();
  }
}

/** The server and session for the posts. */
export type Poster = { port: number; token: string };

export function openPoster({ port }: ApiProcess, token: string): Poster {
  return { port, token };
}

/** Acknowledged entries a second, one a call, to the organizations in turn. */
export async function postSingle(
  { port, token }: Poster,
  tenants: readonly BenchTenant[],
  time: number,
): Promise<number> {
  const load = fileURLToPath(new URL("posting-load.ts", import.meta.url));
  const ranges = tenants.map(({ tenantId, ledgerIds }) => [
    tenantId,
    ledgerIds[0],
    ledgerIds.at(-1),
  ]);
  const args = [port, token, connections.single, time, JSON.stringify(ranges)].map(String);
  const { stdout } = await run(process.execPath, [load, ...args]);
  return Number(stdout) / time;
}

/** Acknowledged entries a second, a full batch a call. */
export async function postBatches(
  { port, token }: Poster,
  { tenantId, ledgerIds }: BenchTenant,
  time: number,
): Promise<number> {
  const until = performance.now() + time * 1000;
  let acknowledged = 0;
  const poster = async (): Promise<void> => {
    while (performance.now() < until) {
      await requestText(port, token, "entries/batch", {
        tenant_id: tenantId,
        entries: batchOf(ledgerIds),
      });
      if (performance.now() < until) acknowledged += maxBatchEntries;
    }
  };
  await Promise.all(Array.from({ length: connections.batch }, poster));
  return acknowledged / time;
}

/** The same receipts as the single ones. */
function batchOf(ledgerIds: readonly number[]): object[] {
  return Array.from({ length: maxBatchEntries }, () => {
    const debit = randomUpTo(ledgerIds.length) - 1;
    const credit = (debit + randomUpTo(ledgerIds.length - 1)) % ledgerIds.length;
    const item = { amount: `${randomUpTo(10_000)}.00`, narration: "Bench" };
    return {
      entry_type_id: 1,
      entry_date: "2026-03-02",
      narration: "Bench",
      items: [
        { dc: "DR", ledger_id: ledgerIds[debit], ...item },
        { dc: "CR", ledger_id: ledgerIds[credit], ...item },
      ],
    };
  });
}

if (import.meta.main) {
  const ratio = await benchBatches();
  print(`entries in batches of ${maxBatchEntries} ÷ single ones, median of 3: ${ratio.toFixed(1)}`);
}
