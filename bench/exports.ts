import { readFile } from "node:fs/promises";

import type { Database } from "@kontor/api/platform/database/database";
import { setTenant } from "@kontor/api/platform/scope";
import { exportFormats, exportLimits } from "@kontor/contract/exports";
import { sql } from "kysely";

import { startApi, type ApiProcess } from "./api-process.ts";
import { openBenchDatabase, openBenchSession, openBenchTenant } from "./database.ts";

/** Lines of the statement that is exported. */
const lines = 100_000;
const batch = 1000;
/** What one export may add to the memory of the idle process, in MB. */
const goal = 200;
const rounds = 3;

/**
 * Exports of a long statement and list of entries through HTTP: how long they take, and how much more
 * memory the API's process holds meanwhile than just after its start, seen every 20 ms. Each kind has a
 * process of its own, which makes the same file several times. A PDF has as many lines as it may.
 *
 * @returns the largest growth in MB.
 */
export async function benchExports(): Promise<number> {
  const bench = await openBenchDatabase();
  try {
    const { tenantId, ledgerIds } = await openBenchTenant(bench.database, "bench", 3);
    await postLines(bench.database, tenantId, ledgerIds);
    const token = await openBenchSession(bench.database);
    let worst = 0;
    for (const format of exportFormats) {
      const range = format === "pdf" ? rangeOf(exportLimits.pdf) : "";
      for (const list of [`ledgers/${ledgerIds[0]}/statement`, "entries"]) {
        const api = await startApi(bench.ownerUrl);
        try {
          const path = `${list}/export?tenant_id=${tenantId}&format=${format}${range}`;
          worst = Math.max(worst, await exportedAgain(api, token, path));
        } finally {
          await api.stop();
        }
      }
    }
    print(`exports, most memory that one added: ${worst.toFixed(0)} MB (goal < ${goal} MB)`);
    return worst;
  } finally {
    await bench.close();
  }
}

/** The same file several times. @returns how many MB more than before the process held at most. */
async function exportedAgain(api: ApiProcess, token: string, path: string): Promise<number> {
  const idle = await residentMegabytes(api);
  const figures: Figures[] = [];
  for (let round = 1; round <= rounds; round++) figures.push(await exported(api, token, path));
  const [first] = figures;
  const seconds = figures.map((each) => each.seconds.toFixed(1)).join(", ");
  const growth = Math.max(...figures.map(({ peak }) => peak)) - idle;
  print(
    `${path}: ${first?.rows} lines, ${first?.megabytes.toFixed(1)} MB in ${seconds} s, ` +
      `${growth.toFixed(0)} MB more than the ${idle.toFixed(0)} MB of the idle process`,
  );
  return growth;
}

/** Entries of a day; a year of 250 such days has all lines. */
const perDay = lines / 250;

/** The first days that have this many lines together. */
function rangeOf(most: number): string {
  const days = Math.floor(most / perDay);
  const last = new Date(Date.UTC(2026, 0, days)).toISOString().slice(0, 10);
  return `&start_date=2026-01-01&end_date=${last}`;
}

async function postLines(
  database: Database,
  tenantId: number,
  [ledger, ...others]: readonly number[],
): Promise<void> {
  for (let first = 0; first < lines; first += batch) {
    await database.transaction(async (tx) => {
      await setTenant(tx, tenantId);
      await sql`
        select count(*) from post_entries(${tenantId}, 1, 'bench', now(), (
          select jsonb_agg(jsonb_build_object('entry_type_id', 1, 'entry_date', '2026-01-01'::date + n / ${perDay}::int,
            'narration', 'Sales of the shop, invoice number ' || n, 'items', jsonb_build_array(
              jsonb_build_object('ledger_id', ${ledger}::bigint, 'dc', case n % 3 when 0 then 'CR' else 'DR' end,
                'amount', 100 + n * 37, 'narration', 'Bench'),
              jsonb_build_object('ledger_id', (${others}::bigint[])[1 + n % 2],
                'dc', case n % 3 when 0 then 'DR' else 'CR' end, 'amount', 100 + n * 37, 'narration', 'Bench'))))
          from generate_series(${first}::int, ${first + batch - 1}::int) n))`.execute(tx);
    });
  }
}

type Figures = { rows: number; seconds: number; megabytes: number; peak: number };

async function exported(api: ApiProcess, token: string, path: string): Promise<Figures> {
  let peak = await residentMegabytes(api);
  const watch = setInterval(() => {
    void residentMegabytes(api).then((now) => (peak = Math.max(peak, now)));
  }, 20);
  try {
    const begin = performance.now();
    const response = await fetch(`http://127.0.0.1:${api.port}/api/${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (response.status !== 200) throw new Error(`${path}: ${await response.text()}`);
    let bytes = 0;
    for await (const piece of response.body ?? []) bytes += piece.length;
    return {
      rows: Number(response.headers.get("x-total-rows")),
      seconds: (performance.now() - begin) / 1000,
      megabytes: bytes / 1e6,
      peak,
    };
  } finally {
    clearInterval(watch);
  }
}

/** What the process holds in memory now, its threads included. */
async function residentMegabytes({ processId }: ApiProcess): Promise<number> {
  const status = await readFile(`/proc/${processId}/status`, "utf8");
  return (Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024) / 1e6;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

if (import.meta.main) await benchExports();
