import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { setOpeningBalance } from "@kontor/api/accounting/chart/ledgers";
import { postEntries, type Posting, type Revision } from "@kontor/api/accounting/entries/postings";
import { systemClock } from "@kontor/api/platform/clock";
import type { Database } from "@kontor/api/platform/database/database";
import { parseEnvironment } from "@kontor/api/platform/environment";
import { actorOf, setTenant, type Context, type Tx } from "@kontor/api/platform/scope";
import { addDays } from "@kontor/books/calendar-date";
import { kobo } from "@kontor/books/money";
import { sql } from "kysely";

import { openBenchDatabase, openBenchTenant } from "./database.ts";
import { expectCoherent, firstDay, nonDurableSettings } from "./fill.ts";
import {
  balancesBy,
  expectSame,
  exportJournal,
  programs,
  versionOf,
  type Balances,
} from "./journal-programs.ts";
import { randomUpTo, print } from "./timing.ts";

const entries = 100_000;
const ledgers = 200;
const batch = 1000;
/** One in this many entries is revised after all were posted. */
const revisedShare = 20;

/**
 * Computes the balances of 100,000 entries with the programs `ledger` and `hledger` from an export
 * of the books, and compares each ledger with Kontor's balance to the kobo. The entries are random
 * and go through the write path: two to six items, dates in any order, one in twenty revised
 * afterwards, opening balances.
 *
 * @returns the number of balances that agreed.
 * @throws Error naming the first ledger that differs, or a missing program.
 */
export async function benchOracle(): Promise<number> {
  for (const program of programs) print(await versionOf(program));
  const bench = await openBenchDatabase(nonDurableSettings);
  const folder = await mkdtemp(join(tmpdir(), "kontor-oracle-"));
  try {
    const { tenantId, ledgerIds } = await openBenchTenant(bench.database, "oracle", ledgers);
    await postRandomBooks(bench.database, tenantId, ledgerIds);
    await expectCoherent(bench);
    const file = join(folder, "books.journal");
    await exportJournal(bench.database, tenantId, file);
    const ours = await ownBalances(bench.database, tenantId);
    for (const program of programs) {
      const { balances, seconds } = await balancesBy(program, file);
      expectSame(ours, balances, program);
      print(`${program}: all ${ours.size} balances agree to the kobo (${seconds.toFixed(1)} s)`);
    }
    return ours.size;
  } finally {
    await rm(folder, { recursive: true, force: true });
    await bench.close();
  }
}

/** Adds the ledgers with opening balances, posts all entries and revises some of them. */
async function postRandomBooks(
  database: Database,
  tenantId: number,
  ledgerIds: readonly number[],
): Promise<void> {
  const posted: number[] = [];
  const inTenant = (work: (tx: Tx) => Promise<void>) =>
    database.transaction(async (tx) => {
      await setTenant(tx, tenantId);
      await work(tx);
    });
  await inTenant((tx) => openLedgers(tx, tenantId, ledgerIds));
  for (let done = 0; done < entries; done += batch) {
    const postings = Array.from({ length: batch }, () => randomPosting(ledgerIds));
    await inTenant(async (tx) => {
      const rows = await postEntries(posterOf(tx), tenantId, postings);
      posted.push(...rows.map((row) => row.entry_id));
    });
  }
  const revised = posted.filter((_id, index) => index % revisedShare === 0);
  for (let done = 0; done < revised.length; done += batch) {
    const revisions = revised.slice(done, done + batch).map((entry_id): Revision => ({
      ...randomPosting(ledgerIds),
      entry_id,
      expected_revision: 1,
    }));
    await inTenant(async (tx) => void (await postEntries(posterOf(tx), tenantId, revisions)));
  }
}

function posterOf(tx: Tx) {
  return { tx, actorId: null, requestId: "bench", recordedAt: new Date() };
}

/** Every other ledger has an opening balance, on either side. */
async function openLedgers(tx: Tx, tenantId: number, ledgerIds: readonly number[]): Promise<void> {
  const actor = actorOf({ user_id: 0, name: "", email: "", roles: [], tenant_id: null });
  const environment = parseEnvironment({ NODE_ENV: "test" });
  const context: Context = { tx, actor, clock: systemClock, environment, requestId: "bench" };
  for (const [place, id] of ledgerIds.entries()) {
    if (place % 2 === 1) continue;
    const side = place % 4 === 0 ? "DR" : "CR";
    await setOpeningBalance(
      context,
      { tenantId, id },
      kobo(BigInt(randomUpTo(1_000_000_000))),
      side,
    );
  }
}

/** An entry of two to six items with equal sides, on any day of ten years. */
function randomPosting(ledgerIds: readonly number[]): Posting {
  const pairs = randomUpTo(3);
  const first = randomUpTo(ledgerIds.length);
  const step = randomUpTo(30);
  const items = Array.from({ length: pairs }, (_unused, pair) => {
    // Amounts of single kobo up to billions of naira, so that an error of a float would show.
    const amount = kobo(BigInt(randomUpTo(10 ** randomUpTo(12))));
    const [debit = 0, credit = 0] = [2 * pair, 2 * pair + 1].map(
      (place) => ledgerIds[(first + step * place) % ledgerIds.length],
    );
    return [
      { dc: "DR" as const, ledger_id: debit, amount, narration: "Oracle" },
      { dc: "CR" as const, ledger_id: credit, amount, narration: "Oracle" },
    ];
  }).flat();
  const entry_date = addDays(firstDay, randomUpTo(3650));
  return { entry_type_id: randomUpTo(4), entry_date, narration: "Random", items };
}

async function ownBalances(database: Database, tenantId: number): Promise<Balances> {
  return database.transaction(async (tx) => {
    await setTenant(tx, tenantId);
    const { rows } = await sql<{ code: string; balance: bigint }>`
      select code, balance from ledgers where tenant_id = ${tenantId} and balance <> 0`.execute(tx);
    return new Map(rows.map(({ code, balance }) => [code, balance]));
  });
}

if (import.meta.main) {
  const agreed = await benchOracle();
  print(`oracle: ${agreed} of ${agreed} balances agree at ${entries} entries`);
}
