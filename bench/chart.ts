import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { listAccounts } from "@kontor/contract/accounting/accounts";

import { startApi } from "./api-process.ts";
import { openBenchDatabase, openBenchSession, openBenchTenant } from "./database.ts";
import { expectCoherent, fillBooks, nonDurableSettings } from "./fill.ts";
import {
  balancesBy,
  expectSame,
  exportJournal,
  versionOf,
  type Balances,
} from "./journal-programs.ts";
import { randomUpTo, requestJson, p95, print, formatRow, timeKinds } from "./timing.ts";

const ledgers = 1000;
const rounds = 400;
/** The maximum number of rows on a page of the chart. */
const maxPerPage = 100;

/**
 * The chart of accounts through HTTP, with 1,000 ledgers and a million entries, and the program
 * `ledger` computing the same balances from an export of the same books. Every balance must agree
 * to the kobo.
 *
 * @param entries the number of entries.
 * @returns p95 of the chart as the screen requests it ÷ the time of `ledger balance`.
 */
export async function benchChart(entries = 1_000_000): Promise<number> {
  print(await versionOf("ledger"));
  const bench = await openBenchDatabase(nonDurableSettings);
  const folder = await mkdtemp(join(tmpdir(), "kontor-chart-"));
  try {
    const { tenantId, ledgerIds } = await openBenchTenant(bench.database, "chart", ledgers);
    await fillBooks(bench, { tenantId, ledgerIds, entries, ledgers: "all" });
    await expectCoherent(bench);
    const token = await openBenchSession(bench.database);
    const api = await startApi(bench.ownerUrl);
    try {
      const path = `accounts?tenant_id=${tenantId}`;
      const lastPage = Math.ceil((ledgers + 1) / 10);
      const kinds = [
        { name: "first page", path: () => path },
        { name: "random page", path: () => `${path}&page=${randomUpTo(lastPage)}` },
        { name: "all organizations", path: () => `accounts?page=${randomUpTo(lastPage)}` },
        { name: "search by name", path: () => `${path}&search=ledger+${randomUpTo(ledgers)}` },
        {
          name: `${maxPerPage} rows`,
          path: () => `${path}&per_page=${maxPerPage}&page=${randomUpTo(10)}`,
        },
        { name: "totals", path: () => `accounts/totals?tenant_id=${tenantId}` },
      ];
      const times = await timeKinds(api, token, kinds, rounds);
      print(formatRow(`p95 in ms, ${rounds} requests each`, "p95"));
      for (const [name, each] of times) print(formatRow(name, p95(each)));

      const ours = await chartThroughHttp(api.port, token, path);
      const file = join(folder, "books.journal");
      await exportJournal(bench.database, tenantId, file);
      const { balances, seconds } = await balancesBy("ledger", file);
      expectSame(ours, balances, "ledger");
      print(`ledger balance: ${seconds.toFixed(1)} s, all ${ours.size} balances agree to the kobo`);
      return p95(times.get("first page") ?? []) / 1000 / seconds;
    } finally {
      await api.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
    await bench.close();
  }
}

/** All balances as the chart shows them. */
async function chartThroughHttp(port: number, token: string, path: string): Promise<Balances> {
  const balances = new Map<string, bigint>();
  for (let page = 1; page <= Math.ceil((ledgers + 1) / maxPerPage); page++) {
    const body = await requestJson(port, token, `${path}&per_page=${maxPerPage}&page=${page}`);
    for (const account of listAccounts.data.decode((body as { data: never }).data)) {
      const { type, code, own_balance, own_balance_dc } = account;
      if (type === "Group" || own_balance === 0n) continue;
      balances.set(code, own_balance_dc === "DR" ? own_balance : -own_balance);
    }
  }
  return balances;
}

if (import.meta.main) {
  const ratio = await benchChart();
  print(`chart of accounts ÷ ledger balance: 1/${Math.round(1 / ratio)} (goal ≤ 1/1000)`);
}
