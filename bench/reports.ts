import { parseArgs } from "node:util";

import { withOwnerClient } from "@kontor/api/platform/database/database";
import { addDays } from "@kontor/books/calendar-date";

import { startApi } from "./api-process.ts";
import {
  openBenchDatabase,
  openBenchSession,
  openBenchTenant,
  type BenchDatabase,
} from "./database.ts";
import { dayCount, expectCoherent, fillBooks, firstDay, nonDurableSettings } from "./fill.ts";
import { randomUpTo, p95, print, formatRow, timeKinds } from "./timing.ts";

const ledgers = 1000;
const rounds = 300;

function anyDays(): string {
  const start = randomUpTo(dayCount - 400);
  return `start_date=${addDays(firstDay, start)}&end_date=${addDays(firstDay, start + randomUpTo(399))}`;
}

function anyYear(): string {
  const year = 2015 + randomUpTo(10);
  return `start_date=${year}-01-01&end_date=${year}-12-31`;
}

/**
 * Makes every hundredth ledger cash and every fiftieth one of the investing activities, so that the
 * cash flow reads the entries of twenty ledgers.
 */
async function openActivities(bench: BenchDatabase, tenantId: number): Promise<void> {
  await withOwnerClient(bench.ownerUrl, async (owner) => {
    await owner.query("select set_config('app.tenant_id', $1::text, false)", [tenantId]);
    for (const [sequence, cash_flow, every] of [
      [2, "investing", 50],
      [3, "cash", 100],
    ] as const) {
      const { rows } = await owner.query<{ id: string }>(
        `insert into groups (tenant_id, code, name, class, cash_flow, sequence, created_at)
        values ($1, '01-0' || $2::int, $3, '01', $3, $2, now()) returning id`,
        [tenantId, sequence, cash_flow],
      );
      await owner.query(
        "update ledgers set group_id = $1 where tenant_id = $2 and sequence % $3 = 0",
        [rows[0]?.id, tenantId, every],
      );
    }
  });
}

/**
 * The trial balance of 1,000 ledgers through HTTP, for ranges within ten years: whole months, days
 * that cut two months, and one account after the other as in a file.
 *
 * @param lines the number of postings, two an entry.
 * @returns p95 in milliseconds of the trial balance of any days.
 */
export async function benchReports(lines = 1_000_000): Promise<number> {
  const bench = await openBenchDatabase(nonDurableSettings);
  try {
    const { tenantId, ledgerIds } = await openBenchTenant(bench.database, "reports", ledgers);
    await fillBooks(bench, { tenantId, ledgerIds, entries: lines / 2, ledgers: "all" });
    await expectCoherent(bench);
    print(`filled ${lines} lines, the books agree`);
    await openActivities(bench, tenantId);
    const token = await openBenchSession(bench.database);
    const api = await startApi(bench.ownerUrl);
    try {
      const path = (report: string) => `reports/transaction/${report}?tenant_id=${tenantId}`;
      const kinds = [
        { name: "trial balance, any days", path: () => `${path("trial-balance")}&${anyDays()}` },
        { name: "trial balance, a year", path: () => `${path("trial-balance")}&${anyYear()}` },
        {
          name: "trial balance, a year by groups",
          path: () => `${path("trial-balance")}&detail=groups&${anyYear()}`,
        },
        {
          name: "profit and loss, a year and the one before",
          path: () => `${path("profit-and-loss")}&compare=year_before&${anyYear()}`,
        },
        {
          name: "balance sheet, any day",
          path: () => `${path("balance-sheet")}&as_of=${addDays(firstDay, randomUpTo(dayCount))}`,
        },
        {
          name: "cash flow, a year and the one before",
          path: () => `${path("cash-flow")}&compare=year_before&${anyYear()}`,
        },
        { name: "chart of accounts, first page", path: () => `accounts?tenant_id=${tenantId}` },
      ];
      const times = await timeKinds(api, token, kinds, rounds);
      print(formatRow(`p95 in ms, ${rounds} requests each`, "p95"));
      for (const [name, each] of times) print(formatRow(name, p95(each)));
      return p95(times.get("trial balance, any days") ?? []);
    } finally {
      await api.stop();
    }
  } finally {
    await bench.close();
  }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { lines: { type: "string" } } });
  const figure = await benchReports(values.lines === undefined ? undefined : Number(values.lines));
  print(`trial balance of ${ledgers} ledgers, any days: ${figure.toFixed(1)} ms (goal ≤ 25 ms)`);
}
