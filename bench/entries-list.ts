import { addDays } from "@kontor/books/calendar-date";

import { startApi } from "./api-process.ts";
import { openBenchDatabase, openBenchSession, openBenchTenant } from "./database.ts";
import { dayCount, expectCoherent, fillBooks, firstDay, nonDurableSettings } from "./fill.ts";
import {
  randomUpTo,
  requestJson,
  p95,
  print,
  formatRow,
  timeKinds,
  type RequestKind,
} from "./timing.ts";

const fewEntries = 10_000;
const ledgers = 200;
const rounds = 300;
const perPage = 10;

/**
 * The list of entries through HTTP at 10,000 and at a million entries of ten years, with the
 * filters of its screen: none, an organization, a range of days, a ledger, and pages after the
 * first. The requests alternate between two databases.
 *
 * @param manyEntries the number of entries in the larger one.
 * @returns p95 of all kinds together at a million ÷ at 10,000.
 */
export async function benchEntriesList(manyEntries = 1_000_000): Promise<number> {
  const sizes = [fewEntries, manyEntries];
  const all: number[] = [];
  const table = new Map<string, number[]>();
  const servers = [];
  try {
    for (const entries of sizes) servers.push(await serve(entries));
    const times = await timeInTurns(servers);
    for (const [place, size] of sizes.entries()) {
      const kinds = times[place] ?? new Map<string, number[]>();
      for (const [name, each] of kinds) table.set(name, [...(table.get(name) ?? []), p95(each)]);
      all.push(p95([...kinds.values()].flat()));
      print(`served ${size} entries`);
    }
  } finally {
    for (const server of servers) await server.close();
  }
  print(formatRow(`p95 in ms, ${rounds} requests each`, ...sizes.map(String), "ratio"));
  for (const [name, [few = 0, many = 0]] of table) print(formatRow(name, few, many, many / few));
  const [few = 1, many = 0] = all;
  print(formatRow("all kinds together", few, many, many / few));
  return many / few;
}

type Server = {
  port: number;
  token: string;
  kinds: readonly RequestKind[];
  close(): Promise<void>;
};

/**
 * Alternates a few rounds on one server and on the other, so that both see the same state of the
 * machine.
 */
async function timeInTurns(servers: readonly Server[]): Promise<Map<string, number[]>[]> {
  const turns = 20;
  const collected = servers.map(() => new Map<string, number[]>());
  for (let turn = 0; turn < turns; turn++) {
    for (const [place, { port, token, kinds }] of servers.entries()) {
      const times = await timeKinds({ port }, token, kinds, rounds / turns);
      for (const [name, each] of times) {
        const earlier = collected[place]?.get(name) ?? [];
        collected[place]?.set(name, [...earlier, ...each]);
      }
    }
  }
  return collected;
}

/**
 * The API on a database with this many entries of one organization, and a second, small
 * organization.
 */
async function serve(entries: number): Promise<Server> {
  const bench = await openBenchDatabase(nonDurableSettings);
  const tenant = await openBenchTenant(bench.database, "entries", ledgers);
  const beside = await openBenchTenant(bench.database, "beside", ledgers);
  await fillBooks(bench, { ...tenant, entries, ledgers: "all" });
  await fillBooks(bench, { ...beside, entries: 10_000, ledgers: "all" });
  await expectCoherent(bench);
  const token = await openBenchSession(bench.database);
  const api = await startApi(bench.ownerUrl);
  const kinds = kindsOf(tenant, entries, await markOfNow(api.port, token, tenant.tenantId));
  return {
    port: api.port,
    token,
    kinds,
    close: async () => {
      await api.stop();
      await bench.close();
    },
  };
}

async function markOfNow(port: number, token: string, tenantId: number): Promise<string> {
  const body = await requestJson(port, token, `entries?tenant_id=${tenantId}`);
  return (body as { meta: { up_to: string } }).meta.up_to;
}

function kindsOf(
  { tenantId, ledgerIds }: { tenantId: number; ledgerIds: readonly number[] },
  entries: number,
  upTo: string,
): RequestKind[] {
  const own = `entries?tenant_id=${tenantId}`;
  const pages = entries / perPage;
  // The screen's default range is from the first of last month through today.
  const days = 45;
  const range = () => {
    const start = addDays(firstDay, randomUpTo(dayCount - days) - 1);
    return `start_date=${start}&end_date=${addDays(start, days - 1)}`;
  };
  const pagesOfRange = Math.floor((entries / dayCount) * days * 0.9) / perPage;
  // An entry posts to two of the ledgers.
  const pagesOfLedger = (2 * entries) / ledgers / perPage / 2;
  const ledger = () => `ledger_id=${ledgerIds[randomUpTo(ledgerIds.length) - 1]}`;
  return [
    { name: "first page", path: () => own },
    { name: "random page", path: () => `${own}&page=${randomUpTo(pages)}` },
    {
      name: "random page, as of the first",
      path: () => `${own}&page=${randomUpTo(pages)}&up_to=${upTo}`,
    },
    { name: "last page", path: () => `${own}&page=${pages}` },
    { name: "all organizations, random page", path: () => `entries?page=${randomUpTo(pages)}` },
    { name: `${days} days, first page`, path: () => `${own}&${range()}` },
    {
      name: `${days} days, random page`,
      path: () => `${own}&${range()}&page=${randomUpTo(pagesOfRange)}`,
    },
    { name: "a ledger, first page", path: () => `${own}&${ledger()}` },
    {
      name: "a ledger, random page",
      path: () => `${own}&${ledger()}&page=${randomUpTo(pagesOfLedger)}`,
    },
    {
      name: "a ledger, random page, as of the first",
      path: () => `${own}&${ledger()}&page=${randomUpTo(pagesOfLedger)}&up_to=${upTo}`,
    },
    { name: `a ledger in ${days} days`, path: () => `${own}&${ledger()}&${range()}` },
  ];
}

if (import.meta.main) {
  const ratio = await benchEntriesList();
  print(`entries list, p95 at a million entries ÷ at 10,000: ${ratio.toFixed(2)}`);
}
