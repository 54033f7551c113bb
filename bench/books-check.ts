import { spawn } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { withOwnerClient } from "@kontor/api/platform/database/database";

import { openBenchDatabase, openBenchTenant } from "./database.ts";
import { fillBooks, nonDurableSettings } from "./fill.ts";
import { ownMemoryOfChildren, ownMemoryOf, peakMemoryOf } from "./process-memory.ts";
import { print } from "./timing.ts";

const ledgers = 1000;
const command = fileURLToPath(
  import.meta
    .resolve("@kontor/api/package.json")
    .replace("package.json", "src/commands/books-check.ts"),
);

/**
 * `npm run books:check` on the books of one organization with 1,000 ledgers and ten years of
 * entries: seconds, the peak memory of its process, and the peak private memory of the database's
 * processes. The generated data has no links of the chain, which the proof verifies.
 *
 * @param lines the number of postings, two an entry.
 * @returns seconds.
 */
export async function benchBooksCheck(lines = 200_000): Promise<number> {
  const bench = await openBenchDatabase(nonDurableSettings);
  try {
    const tenant = await openBenchTenant(bench.database, "check", ledgers);
    await fillBooks(bench, { ...tenant, entries: lines / 2, ledgers: "all" });
    await recordEntries(bench.superuserUrl, tenant.tenantId);
    print(`filled ${lines} lines`);
    const { seconds, memory, database } = await measureCheck(bench.ownerUrl);
    print(
      `books:check of ${lines} lines: ${seconds.toFixed(1)} s (goal for 10 million ≤ 120 s), ` +
        `${formatMegabytes(memory)} in its process, ${formatMegabytes(database)} more in those of the database (goal ≤ 300 MB)`,
    );
    return seconds;
  } finally {
    await bench.close();
  }
}

/**
 * Adds each entry to the audit log as posted since the chain was last extended, so that no link is
 * verified.
 */
async function recordEntries(superuserUrl: string, tenantId: number): Promise<void> {
  await withOwnerClient(superuserUrl, async (client) => {
    await client.query(
      `insert into audit_log (tenant_id, actor_id, action, subject, detail, request_id, recorded_at)
      select tenant_id, null, 'entry.posted', 'entry:' || id, '{"revision": 1}', 'bench', recorded_at
      from entries where tenant_id = $1 order by id`,
      [tenantId],
    );
    await client.query("update chain_heads set settled_audit_id = 0 where tenant_id = $1", [
      tenantId,
    ]);
    await client.query("vacuum (analyze) audit_log, chain_heads");
  });
}

type CheckFigures = { seconds: number; memory: number | null; database: number | null };

/** Runs the command, and measures memory every 50 ms. @throws Error when the books do not agree. */
async function measureCheck(databaseUrl: string): Promise<CheckFigures> {
  const idle = (await ownMemoryOfChildren(process.pid)) ?? 0;
  const begin = performance.now();
  const child = spawn(process.execPath, [command], {
    env: { PATH: process.env["PATH"] ?? "", DATABASE_URL: databaseUrl },
    stdio: ["ignore", 2, "inherit"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const peak: Pick<CheckFigures, "memory" | "database"> = { memory: null, database: null };
  const over = new AbortController();
  const watch = async (): Promise<void> => {
    const id = Number(child.pid);
    while (!over.signal.aborted) {
      const [memory, below, own] = await Promise.all([
        peakMemoryOf(id),
        ownMemoryOfChildren(process.pid),
        ownMemoryOf(id),
      ]);
      if (memory !== null) peak.memory = Math.max(peak.memory ?? 0, memory);
      if (below !== null && own !== null) {
        peak.database = Math.max(peak.database ?? 0, below - own - idle);
      }
      await pause(50);
    }
  };
  const watched = watch();
  const code = await ended;
  const seconds = (performance.now() - begin) / 1000;
  over.abort();
  await watched;
  if (code !== 0) throw new Error(`books:check ended with ${code}`);
  return { seconds, ...peak };
}

function formatMegabytes(megabytes: number | null): string {
  return megabytes === null ? "unknown on this system" : `${megabytes} MB`;
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { lines: { type: "string" } } });
  await benchBooksCheck(values.lines === undefined ? undefined : Number(values.lines));
}
