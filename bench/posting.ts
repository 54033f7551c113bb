import { fileURLToPath } from "node:url";

import { startApi } from "./api-process.ts";
import { openPoster, postBatches, postSingle, type Poster } from "./batches.ts";
import {
  openBenchDatabase,
  openBenchSession,
  openBenchTenant,
  type BenchTenant,
} from "./database.ts";
import { openPgledger, pgbench, pgledgerTransfer } from "./pgledger.ts";
import { randomUpTo, requestJson, median, percentile, print, formatRow } from "./timing.ts";

const connections = 32;
const ledgers = 1000;
/**
 * The organizations over which one of the measurements distributes its posts, with a few ledgers
 * each.
 */
const tenants = { count: 100, ledgers: 10 };
const seconds = 10;
const rounds = 3;
/** The number of posts one after the other, without other load. */
const lonePosts = 1000;

/**
 * Posting with all features on (session, scope, idempotency, audit, response) and durable, ÷
 * pgledger through pgbench on the same server: `post_entries` alone through pgbench, one entry a
 * call through HTTP to one and to a hundred organizations, and in batches of a hundred. 32
 * connections, 1,000 ledgers. All alternate, so that each sees the same state of the machine. Before
 * them the time of a post without other load: after them the API would be chaining what they posted.
 */
export async function benchPosting(): Promise<void> {
  const bench = await openBenchDatabase();
  try {
    const tenant = await openBenchTenant(bench.database, "bench", ledgers);
    const many: BenchTenant[] = [];
    for (let n = 1; n <= tenants.count; n++) {
      many.push(await openBenchTenant(bench.database, `bench-${n}`, tenants.ledgers));
    }
    const token = await openBenchSession(bench.database);
    const pgledger = await openPgledger(bench.superuserUrl, ledgers);
    const api = await startApi(bench.ownerUrl);
    try {
      const poster = openPoster(api, token);
      const kinds = {
        "pgledger through pgbench": async () =>
          pgledger === undefined
            ? Number.NaN
            : pgbench(pgledger, pgledgerTransfer(ledgers), { connections, seconds }),
        "post_entries through pgbench": () => throughPgbench(bench.ownerUrl, tenant),
        "HTTP, one organization": () => postSingle(poster, [tenant], seconds),
        [`HTTP, ${tenants.count} organizations`]: () => postSingle(poster, many, seconds),
        "HTTP, in batches of 100": () => postBatches(poster, tenant, seconds),
      };
      await postSingle(poster, [tenant, ...many], 2);
      await timeLonePosts(poster, tenant);
      await inTurns(kinds);
    } finally {
      await api.stop();
    }
  } finally {
    await bench.close();
  }
}

/** Measures each kind once a round, and prints the median of its ratios to the first kind. */
async function inTurns(kinds: Readonly<Record<string, () => Promise<number>>>): Promise<void> {
  const ratios = new Map<string, number[]>();
  for (let round = 1; round <= rounds; round++) {
    let base: number | undefined;
    print(formatRow(`round ${round}`, "a second", "÷ pgledger"));
    for (const [name, measure] of Object.entries(kinds)) {
      const rate = await measure();
      base ??= rate;
      ratios.set(name, [...(ratios.get(name) ?? []), rate / base]);
      print(formatRow(name, rate.toFixed(0), rate / base));
    }
  }
  print(formatRow(`÷ pgledger, median of ${rounds}`, "median", "least", "most"));
  for (const [name, each] of ratios) {
    print(formatRow(name, median(each), Math.min(...each), Math.max(...each)));
  }
}

async function throughPgbench(url: string, { tenantId, ledgerIds }: BenchTenant): Promise<number> {
  const [first, last] = [ledgerIds[0] ?? 0, ledgerIds.at(-1) ?? 0];
  const script = `\\set debit random(${first}, ${last})
\\set other random(${first}, ${last} - 1)
\\set credit :other + case when :other >= :debit then 1 else 0 end
\\set amount random(1, 10000) * 100
select * from post_entries(${tenantId}, 1, 'pgbench', now(), jsonb_build_array(jsonb_build_object('entry_type_id', 1, 'entry_date', '2026-03-02', 'narration', 'Bench', 'items', jsonb_build_array(jsonb_build_object('ledger_id', :debit::bigint, 'dc', 'DR', 'amount', :amount::bigint, 'narration', 'Bench'), jsonb_build_object('ledger_id', :credit::bigint, 'dc', 'CR', 'amount', :amount::bigint, 'narration', 'Bench')))));
`;
  const options = `-c role=kontor_app -c app.tenant_id=${tenantId}`;
  return pgbench(url, script, { connections, seconds, options });
}

/** The time of a post from sending it to the last byte of its response, without other load. */
async function timeLonePosts(
  { port, token }: Poster,
  { tenantId, ledgerIds }: BenchTenant,
): Promise<void> {
  const times: number[] = [];
  for (let n = 0; n < lonePosts; n++) {
    const debit = randomUpTo(ledgerIds.length) - 1;
    const credit = (debit + randomUpTo(ledgerIds.length - 1)) % ledgerIds.length;
    const item = { amount: `${randomUpTo(10_000)}.00`, narration: "Bench" };
    const body = {
      tenant_id: tenantId,
      entry_type_id: 1,
      entry_date: "2026-03-02",
      items: [
        { dc: "DR", ledger_id: ledgerIds[debit], ...item },
        { dc: "CR", ledger_id: ledgerIds[credit], ...item },
      ],
    };
    const begin = performance.now();
    await requestJson(port, token, "entries", body);
    times.push(performance.now() - begin);
  }
  print(formatRow(`ms of ${lonePosts} lone posts`, "median", "p95", "p99"));
  print(formatRow("", median(times), percentile(times, 0.95), percentile(times, 0.99)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await benchPosting();
