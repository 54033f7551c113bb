import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { startApi } from "./api-process.ts";
import { openBenchDatabase, openBenchSession, openBenchTenant } from "./database.ts";

const run = promisify(execFile);
const connections = 32;
const ledgers = 1000;
const seconds = 10;
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/**
 * Posting through HTTP with everything on (session, scope, idempotency, audit, answer) ÷ pgbench calling
 * post_entries by itself, on the same server with the product's durable settings: 32 connections, 1,000
 * ledgers, one entry a call. The two take turns, so that both see the same state of the machine.
 */
export async function benchPosting(): Promise<void> {
  const bench = await openBenchDatabase();
  try {
    const { tenantId, ledgerIds } = await openBenchTenant(bench.database, "bench", ledgers);
    const token = await openBenchSession(bench.database);
    const range = { first: ledgerIds[0] ?? 0, last: ledgerIds.at(-1) ?? 0 };
    const api = await startApi(bench.ownerUrl);
    try {
      await throughHttp(api.port, token, { tenantId, ...range }, 2);
      const ratios: number[] = [];
      for (let round = 1; round <= 3; round++) {
        const direct = await throughPgbench(bench.ownerUrl, tenantId, range);
        const http = await throughHttp(api.port, token, { tenantId, ...range }, seconds);
        ratios.push(http / direct);
        print(
          `round ${round}: pgbench ${direct.toFixed(0)}/s, HTTP ${http.toFixed(0)}/s, ratio ${(http / direct).toFixed(2)}`,
        );
      }
      const median = ratios.toSorted((one, other) => one - other)[1] ?? 0;
      print(`posting through HTTP ÷ pgbench, median of 3: ${median.toFixed(2)} (goal ≥ 0.5)`);
    } finally {
      await api.stop();
    }
  } finally {
    await bench.close();
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

type LedgerRange = { first: number; last: number };

async function throughPgbench(url: string, tenantId: number, range: LedgerRange): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "kontor-pgbench-"));
  const script = join(folder, "post.sql");
  await writeFile(
    script,
    `\\set debit random(${range.first}, ${range.last})
\\set other random(${range.first}, ${range.last} - 1)
\\set credit :other + case when :other >= :debit then 1 else 0 end
\\set amount random(1, 10000) * 100
select * from post_entries(${tenantId}, 1, 'pgbench', now(), jsonb_build_array(jsonb_build_object('entry_type_id', 1, 'entry_date', '2026-03-02', 'narration', 'Bench', 'items', jsonb_build_array(jsonb_build_object('ledger_id', :debit::bigint, 'dc', 'DR', 'amount', :amount::bigint, 'narration', 'Bench'), jsonb_build_object('ledger_id', :credit::bigint, 'dc', 'CR', 'amount', :amount::bigint, 'narration', 'Bench')))));
`,
  );
  try {
    const options = [
      "-n",
      "-M",
      "prepared",
      "-c",
      String(connections),
      "-j",
      "2",
      "-T",
      String(seconds),
      "-f",
      script,
    ];
    const { stdout } = await run("pgbench", [...options, url], {
      env: { ...process.env, PGOPTIONS: `-c role=kontor_app -c app.tenant_id=${tenantId}` },
    });
    return Number(/tps = ([\d.]+)/.exec(stdout)?.[1] ?? 0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function throughHttp(
  port: number,
  token: string,
  { tenantId, first, last }: LedgerRange & { tenantId: number },
  time: number,
): Promise<number> {
  const args = [port, token, connections, time, tenantId, first, last].map(String);
  const { stdout } = await run(process.execPath, [here("posting-load.ts"), ...args]);
  return Number(stdout) / time;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await benchPosting();
