import { postEntries, type Posting } from "@kontor/api/accounting/entries/postings";
import { withOwnerClient } from "@kontor/api/platform/database/database";
import { setTenant } from "@kontor/api/platform/scope";
import { addDays } from "@kontor/books/calendar-date";
import { ENTRY_TYPE } from "@kontor/books/entry-number";
import { kobo } from "@kontor/books/money";

import { startApi } from "./api-process.ts";
import {
  openBenchDatabase,
  openBenchSession,
  openBenchTenant,
  type BenchDatabase,
  type BenchTenant,
} from "./database.ts";
import {
  expectCoherent,
  fillBooks,
  firstDay,
  completeJobWork,
  nonDurableSettings,
} from "./fill.ts";
import {
  randomUpTo,
  median,
  p95,
  print,
  formatRow,
  timeKinds,
  type RequestKind,
} from "./timing.ts";

const counts = [1, 1000] as const;
const rounds = 600;
const turns = 30;
const perPage = 10;
/** The measured organization has the same books in both databases. */
const measured = { ledgers: 50, entries: 10_000 };
/**
 * Each of the others has some, so that tables and indexes are as large as those of many
 * organizations.
 */
const others = { ledgers: 20, entries: 100 };

/**
 * Medians at 1,000 organizations ÷ at one, and the p95 of requests about all organizations, in
 * milliseconds.
 */
const goals = { ofOne: 1.1, ofAll: 1.5, slowest: 15 };

/**
 * The largest ratio of the medians at 1,000 organizations ÷ at one, and the largest p95 for all
 * organizations.
 */
type Figures = { ofOne: number; ofAll: number; slowest: number };

/**
 * The requests of a staff user's screens for one organization: a ledger, its statement, the chart
 * of accounts, the list of entries, and posting one; and then for all organizations. They alternate
 * between two databases, one with only that organization and one with 999 more.
 *
 * @returns the largest figures, for one organization and for all of them.
 */
export async function benchTenants(): Promise<Figures> {
  const servers: Server[] = [];
  try {
    for (const count of counts) {
      servers.push(await serve(count));
      print(`served ${count} organizations`);
    }
    const times = await timeInTurns(servers);
    const [alone, among] = times;
    if (alone === undefined || among === undefined) throw new Error("nothing was measured");
    print(
      formatRow(
        `ms, ${rounds} requests each`,
        "median, 1",
        "median, 1000",
        "ratio",
        "p95, 1",
        "p95, 1000",
        "ratio",
      ),
    );
    const figures: Figures = { ofOne: 0, ofAll: 0, slowest: 0 };
    for (const [name, one] of alone) {
      const many = among.get(name) ?? [];
      const ratio = median(many) / median(one);
      print(
        formatRow(
          name,
          median(one),
          median(many),
          ratio,
          p95(one),
          p95(many),
          p95(many) / p95(one),
        ),
      );
      if (ofAll.some((kind) => kind.name === name)) {
        figures.ofAll = Math.max(figures.ofAll, ratio);
        figures.slowest = Math.max(figures.slowest, p95(many));
      } else {
        figures.ofOne = Math.max(figures.ofOne, ratio);
      }
    }
    return figures;
  } finally {
    for (const server of servers) await server.close();
  }
}

type Server = {
  port: number;
  token: string;
  /** Requests about one organization, and about all. */
  kinds: readonly (readonly RequestKind[])[];
  close(): Promise<void>;
};
type Times = Map<string, number[]>;

/**
 * Alternates a few rounds on one server and on the other, so that both see the same state of the
 * machine. Requests about all organizations have rounds of their own: what the connections and the
 * processors' caches have from them would slow down the requests after them.
 */
async function timeInTurns(servers: readonly Server[]): Promise<Times[]> {
  const collected = servers.map((): Times => new Map());
  for (let turn = 0; turn < turns; turn++) {
    for (const [place, server] of servers.entries()) {
      for (const kinds of server.kinds) {
        for (const [name, each] of await timeKinds(server, server.token, kinds, rounds / turns)) {
          const earlier = collected[place]?.get(name) ?? [];
          collected[place]?.set(name, [...earlier, ...each]);
        }
      }
    }
  }
  return collected;
}

/** The API on a database with this many organizations, the first of which is measured. */
async function serve(count: number): Promise<Server> {
  const bench = await openBenchDatabase(nonDurableSettings);
  const tenant = await openBenchTenant(bench.database, "measured", measured.ledgers);
  await fillBooks(bench, { ...tenant, entries: measured.entries, ledgers: "all" });
  for (let place = 1; place < count; place++) await openOtherTenant(bench, `other-${place}`);
  await withOwnerClient(bench.superuserUrl, (client) => completeJobWork(client, null));
  await expectCoherent(bench);
  // Autovacuum would do this within a minute; without it, the planner would treat the new tables as
  // empty.
  await withOwnerClient(bench.ownerUrl, (owner) => owner.query("vacuum analyze"));
  const token = await openBenchSession(bench.database);
  const api = await startApi(bench.ownerUrl);
  return {
    port: api.port,
    token,
    kinds: [kindsOf(tenant), ofAll],
    close: async () => {
      await api.stop();
      await bench.close();
    },
  };
}

async function openOtherTenant(bench: BenchDatabase, code: string): Promise<void> {
  const { tenantId, ledgerIds } = await openBenchTenant(bench.database, code, others.ledgers);
  const postings = Array.from({ length: others.entries }, (): Posting => {
    const [debit, credit] = twoLedgersOf(ledgerIds);
    const amount = kobo(BigInt(randomUpTo(1_000_000)));
    return {
      entry_type_id: ENTRY_TYPE.receipt.id,
      entry_date: addDays(firstDay, randomUpTo(300)),
      narration: "Bench",
      items: [
        { ledger_id: debit, dc: "DR", amount, narration: "Bench" },
        { ledger_id: credit, dc: "CR", amount, narration: "Bench" },
      ],
    };
  });
  await bench.database.transaction(async (tx) => {
    await setTenant(tx, tenantId);
    const poster = { tx, actorId: null, requestId: "bench", recordedAt: new Date() };
    await postEntries(poster, tenantId, postings);
  });
}

/** Requests about all organizations; the search finds one ledger of each. */
const ofAll: readonly RequestKind[] = [
  { name: "all: entries, first page", path: () => "entries?" },
  { name: "all: chart of accounts", path: () => "accounts?" },
  { name: "all: ledgers, a search", path: () => "ledgers?search=ledger+17" },
];

function kindsOf({ tenantId, ledgerIds }: BenchTenant): RequestKind[] {
  const own = `tenant_id=${tenantId}`;
  const ledger = () => `ledgers/${ledgerIds[randomUpTo(ledgerIds.length) - 1]}`;
  // An entry posts to two of the ledgers.
  const pagesOfStatement = (2 * measured.entries) / measured.ledgers / perPage / 2;
  const pages = measured.entries / perPage;
  return [
    { name: "ledger", path: () => `${ledger()}?${own}` },
    {
      name: "statement, random page",
      path: () => `${ledger()}/statement?${own}&page=${randomUpTo(pagesOfStatement)}`,
    },
    { name: "chart of accounts, a page", path: () => `accounts?${own}&page=${randomUpTo(5)}` },
    { name: "entries, first page", path: () => `entries?${own}` },
    { name: "entries, random page", path: () => `entries?${own}&page=${randomUpTo(pages)}` },
    {
      name: "posting an entry",
      path: () => "entries",
      body: () => {
        const [debit, credit] = twoLedgersOf(ledgerIds);
        const amount = `${randomUpTo(10_000)}.00`;
        return {
          tenant_id: tenantId,
          entry_date: "2026-03-02",
          items: [
            { dc: "DR", amount, ledger_id: debit, narration: "Bench" },
            { dc: "CR", amount, ledger_id: credit, narration: "Bench" },
          ],
        };
      },
    },
  ];
}

/** Two different ledgers. */
function twoLedgersOf(ledgerIds: readonly number[]): [number, number] {
  const one = randomUpTo(ledgerIds.length) - 1;
  const other = (one + randomUpTo(ledgerIds.length - 1)) % ledgerIds.length;
  const [debit, credit] = [ledgerIds[one], ledgerIds[other]];
  if (debit === undefined || credit === undefined) throw new Error("there are no two ledgers");
  return [debit, credit];
}

if (import.meta.main) {
  const { ofOne, ofAll: all, slowest } = await benchTenants();
  print(
    `one organization among 1,000 ÷ alone, the largest: ${ofOne.toFixed(2)} (goal ≤ ${goals.ofOne})`,
  );
  print(`all 1,000 organizations ÷ one, the largest: ${all.toFixed(2)} (goal ≤ ${goals.ofAll})`);
  print(
    `all 1,000 organizations, the slowest: ${slowest.toFixed(1)} ms (goal ≤ ${goals.slowest} ms)`,
  );
}
