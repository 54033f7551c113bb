import { parseArgs } from "node:util";

import { startApi } from "./api-process.ts";
import { openBenchDatabase, openBenchSession, openBenchTenant } from "./database.ts";
import { expectCoherent, fillBooks, nonDurableSettings } from "./fill.ts";
import { randomUpTo, p95, print, formatRow, timeKinds, type RequestKind } from "./timing.ts";

const sizes = [10_000, 100_000, 1_000_000, 10_000_000] as const;
const rounds = 400;
const perPage = 10;
/** Ledgers of each organization: the measured one, and those on the other side of its entries. */
const ledgers = 50;

/**
 * A page of ten rows of a statement through HTTP, on ledgers of 10,000 to 10 million lines: a
 * random page and the last one. Each ledger belongs to a separate organization with ten years of
 * entries, all in one database; the requests alternate.
 *
 * @param largest leaves out larger sizes.
 * @returns p95 of a random page on the largest ledger ÷ on the smallest.
 */
export async function benchStatement(largest: number = sizes.at(-1) ?? 0): Promise<number> {
  const bench = await openBenchDatabase(nonDurableSettings);
  try {
    const kinds: RequestKind[] = [];
    const measured = sizes.filter((lines) => lines <= largest);
    for (const lines of measured) {
      const tenant = await openBenchTenant(bench.database, `lines-${lines}`, ledgers);
      await fillBooks(bench, { ...tenant, entries: lines, ledgers: "first" });
      const pages = lines / perPage;
      const path = `ledgers/${tenant.ledgerIds[0]}/statement?tenant_id=${tenant.tenantId}&page=`;
      kinds.push(
        { name: `${lines} lines, random page`, path: () => path + randomUpTo(pages) },
        { name: `${lines} lines, last page`, path: () => path + pages },
      );
      print(`filled ${lines} lines`);
    }
    await expectCoherent(bench);
    print("the books agree");
    const token = await openBenchSession(bench.database);
    const api = await startApi(bench.ownerUrl);
    try {
      return report(measured, await timeKinds(api, token, kinds, rounds));
    } finally {
      await api.stop();
    }
  } finally {
    await bench.close();
  }
}

function report(
  measured: readonly number[],
  times: ReadonlyMap<string, readonly number[]>,
): number {
  const of = (lines: number, page: string) => p95(times.get(`${lines} lines, ${page} page`) ?? []);
  const smallest = measured[0] ?? 0;
  const ratio = (lines: number, page: string) => of(lines, page) / of(smallest, page);
  print(
    formatRow(
      `p95 in ms, ${rounds} requests each`,
      "random page",
      "÷ smallest",
      "last page",
      "÷ smallest",
    ),
  );
  for (const lines of measured) {
    const figures = ["random", "last"].flatMap((page) => [of(lines, page), ratio(lines, page)]);
    print(formatRow(`${lines} lines`, ...figures));
  }
  return ratio(measured.at(-1) ?? 0, "random");
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { largest: { type: "string" } } });
  const growth = await benchStatement(
    values.largest === undefined ? undefined : Number(values.largest),
  );
  print(`statement, p95 of a random page, largest ÷ smallest: ${growth.toFixed(2)} (goal ≤ 1.2)`);
}
