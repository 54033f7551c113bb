import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";

import { addDays } from "@kontor/books/calendar-date";
import { exportFormats, exportLimits } from "@kontor/contract/exports";

import { startApi, type ApiProcess } from "./api-process.ts";
import { openBenchDatabase, openBenchSession, openBenchTenant } from "./database.ts";
import { dayCount, fillBooks, firstDay, nonDurableSettings } from "./fill.ts";
import { print } from "./timing.ts";

const ledgers = 3;
/** How much memory one export may add to the idle process, in MB. */
const goal = 200;
const rounds = 3;

/**
 * Exports of a long statement and list of entries through HTTP: their duration, and how much more
 * memory the API's process uses than just after its start, measured every 20 ms. Each kind has a
 * separate process, which makes the same file several times. A PDF has the maximum number of lines.
 *
 * @param lines the number of lines of the statement, and of entries.
 * @returns the largest growth in MB.
 */
export async function benchExports(lines = 100_000): Promise<number> {
  const bench = await openBenchDatabase(nonDurableSettings);
  try {
    const { tenantId, ledgerIds } = await openBenchTenant(bench.database, "bench", ledgers);
    await fillBooks(bench, { tenantId, ledgerIds, entries: lines, ledgers: "first" });
    const token = await openBenchSession(bench.database);
    let worst = 0;
    for (const format of exportFormats) {
      const range = format === "pdf" ? rangeOf(exportLimits.pdf, lines / dayCount) : "";
      for (const list of [`ledgers/${ledgerIds[0]}/statement`, "entries"]) {
        const api = await startApi(bench.ownerUrl);
        try {
          const path = `${list}/export?tenant_id=${tenantId}&format=${format}${range}`;
          worst = Math.max(worst, await measureRepeatedExport(api, token, path));
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

/**
 * Exports the same file several times. @returns the peak of the process's memory over the start, in
 * MB.
 */
async function measureRepeatedExport(
  api: ApiProcess,
  token: string,
  path: string,
): Promise<number> {
  const idle = await residentMegabytes(api);
  const figures: Figures[] = [];
  for (let round = 1; round <= rounds; round++) figures.push(await measureExport(api, token, path));
  const [first] = figures;
  const seconds = figures.map((each) => each.seconds.toFixed(1)).join(", ");
  const growth = Math.max(...figures.map(({ peak }) => peak)) - idle;
  print(
    `${path}: ${first?.rows} lines, ${first?.megabytes.toFixed(1)} MB in ${seconds} s, ` +
      `${growth.toFixed(0)} MB more than the ${idle.toFixed(0)} MB of the idle process`,
  );
  return growth;
}

/** The first days that together have this many lines. */
function rangeOf(lines: number, perDay: number): string {
  const last = addDays(firstDay, Math.floor(lines / perDay) - 1);
  return `&start_date=${firstDay}&end_date=${last}`;
}

type Figures = { rows: number; seconds: number; megabytes: number; peak: number };

async function measureExport(api: ApiProcess, token: string, path: string): Promise<Figures> {
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

/** The current memory of the process, including its threads. */
async function residentMegabytes({ processId }: ApiProcess): Promise<number> {
  const status = await readFile(`/proc/${processId}/status`, "utf8");
  return (Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024) / 1e6;
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { lines: { type: "string" } } });
  await benchExports(values.lines === undefined ? undefined : Number(values.lines));
}
