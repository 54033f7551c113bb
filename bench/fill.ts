import { checkBooks } from "@kontor/api/accounting/coherence/coherence";
import { withOwnerClient } from "@kontor/api/platform/database/database";
import { exactlyOne } from "@kontor/api/platform/database/rows";
import { setAllTenantsReadable } from "@kontor/api/platform/scope";

import type { BenchDatabase } from "./database.ts";

/** The day of the first entry; the others are spread evenly over the following days. */
export const firstDay = "2016-01-01";
/** Ten years. */
export const dayCount = 3650;

/**
 * Settings of a server on which only reading is measured: the generated data need not survive a
 * power cut. Settings that affect reads are the product's.
 */
export const nonDurableSettings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_wal_size: "8GB",
  maintenance_work_mem: "512MB",
};

export type FillOptions = {
  tenantId: number;
  ledgerIds: readonly number[];
  /** The number of entries, with two items each. */
  entries: number;
  /**
   * `first`: every entry posts to the first ledger, which then has as many lines; `all`: to any two
   * ledgers.
   */
  ledgers: "first" | "all";
};

/**
 * Fills a tenant's empty books by bulk inserts, because millions of entries through post_entries
 * would take hours. The totals that post_entries would keep (balances, days, marks, counters) are
 * added up from the postings. {@link expectCoherent} checks the result.
 */
export async function fillBooks(bench: BenchDatabase, filling: FillOptions): Promise<void> {
  await withOwnerClient(bench.superuserUrl, async (client) => {
    // The rows satisfy the foreign keys; checking each would take most of the time.
    await client.query("set session_replication_role = replica; set work_mem = '256MB'");
    const { tenantId, ledgerIds, entries } = filling;
    const { rows } = await client.query<{ base: number }>(
      "select coalesce(max(id), 0)::float8 as base from entries",
    );
    const base = exactlyOne(rows).base;
    await client.query(
      `insert into entries (tenant_id, id, entry_type_id, number, entry_date, narration, recorded_at)
      overriding system value
      select $1, $2::bigint + n, 1, n, $4::date + ((n - 1) * $5 / $3)::int, 'Sales of the day, invoice ' || n, now()
      from generate_series(1, $3::bigint) n`,
      [tenantId, base, entries, firstDay, dayCount],
    );
    await client.query(
      `insert into entry_items (tenant_id, entry_id, revision, line, ledger_id, dc, amount, day, narration)
      select $1, e.id, 1, side.line, side.ledger_id, side.dc, 100 + e.number * 7919 % 1000003, e.entry_date, 'Bench'
      from entries e
      cross join lateral (select case when $3 then 0 else e.number * 7919 % cardinality($2::bigint[]) end as one) a
      cross join lateral (
        select (a.one + 1 + e.number * 104729 % (cardinality($2::bigint[]) - 1)) % cardinality($2::bigint[]) as other) b
      cross join lateral (values
        (1::smallint, ($2::bigint[])[1 + a.one], case e.number % 2 when 0 then 'DR' else 'CR' end),
        (2::smallint, ($2::bigint[])[1 + b.other], case e.number % 2 when 0 then 'CR' else 'DR' end)
      ) as side(line, ledger_id, dc)
      where e.tenant_id = $1 order by e.id`,
      [tenantId, ledgerIds, filling.ledgers === "first"],
    );
    await client.query("select setval('entries_id_seq', $1)", [base + entries]);
    await client.query("vacuum (analyze) entries, entry_items");
    await addUpTotals(client, tenantId);
    await client.query("vacuum (analyze) ledger_days, ledger_months, ledger_day_marks, ledgers");
  });
}

type Client = Parameters<Parameters<typeof withOwnerClient>[1]>[0];

/** Adds up the totals of the generated postings of a tenant, or of all tenants. */
export async function addUpTotals(client: Client, tenantId: number | null = null): Promise<void> {
  for (const statement of totalStatements) await client.query(statement, [tenantId]);
  await completeJobWork(client, tenantId);
}

/**
 * Completes the work that jobs would otherwise do during a measurement, for a tenant or for all
 * tenants that lack it: the hash chain begins after the postings, and totals are stored to the end
 * of the last quarter.
 */
export async function completeJobWork(client: Client, tenantId: number | null): Promise<void> {
  await client.query(
    `insert into chain_heads (tenant_id, position, hash, chained_at, first_entry_id, settled_audit_id)
    select id, 0, decode(repeat('00', 32), 'hex'), now(), 9007199254740991, 9007199254740991
    from tenants where id = coalesce($1, id)
    on conflict do nothing`,
    [tenantId],
  );
  await client.query(
    `select set_config('app.tenant_id', id::text, false),
      keep_quarters(id, date_trunc('quarter', now() at time zone 'Africa/Lagos')::date)
    from tenants where id = coalesce($1, id)`,
    [tenantId],
  );
  await client.query("vacuum (analyze) ledger_quarters, ledger_thirds, kept_quarters");
}

const totalStatements: readonly string[] = [
  `insert into entry_counters
    select tenant_id, entry_type_id, max(number), max(entry_date), max(id) filter (where entry_date = newest_day)
    from (
      select e.*, max(entry_date) over (partition by tenant_id, entry_type_id) as newest_day
      from entries e where tenant_id = coalesce($1, tenant_id)) e
    group by tenant_id, entry_type_id`,
  `insert into entry_days select tenant_id, entry_date, count(*) from entries
    where tenant_id = coalesce($1, tenant_id) group by tenant_id, entry_date order by entry_date`,
  `insert into ledger_days
    select tenant_id, ledger_id, day, coalesce(sum(amount) filter (where dc = 'DR'), 0),
      coalesce(sum(amount) filter (where dc = 'CR'), 0), count(*)
    from entry_items where tenant_id = coalesce($1, tenant_id) group by tenant_id, ledger_id, day order by day, ledger_id`,
  `insert into ledger_months
    select tenant_id, ledger_id, date_trunc('month', day::timestamp)::date, sum(debit), sum(credit), sum(lines)
    from ledger_days where tenant_id = coalesce($1, tenant_id) group by 1, 2, 3 order by 3, 2`,
  `insert into ledger_day_marks
    select tenant_id, ledger_id, day, entry_id, debit, credit, lines
    from (
      select i.tenant_id, i.ledger_id, i.day, i.entry_id,
        coalesce(sum(i.amount) filter (where i.dc = 'DR') over upto, 0) as debit,
        coalesce(sum(i.amount) filter (where i.dc = 'CR') over upto, 0) as credit, count(*) over upto as lines
      from entry_items i
      where i.tenant_id = coalesce($1, i.tenant_id) and i.ledger_id = any (array(
        select distinct d.ledger_id from ledger_days d where d.tenant_id = coalesce($1, d.tenant_id) and d.lines >= 256))
      window upto as (partition by i.tenant_id, i.ledger_id, i.day order by i.entry_id rows unbounded preceding)
    ) counted where lines % 256 = 0`,
  `update ledgers l set balance = l.balance + p.net
    from (
      select ledger_id, sum(debit - credit) as net from ledger_days where tenant_id = coalesce($1, tenant_id)
      group by ledger_id) p
    where l.tenant_id = coalesce($1, l.tenant_id) and l.id = p.ledger_id`,
];

/** Stops a benchmark whose books differ from what post_entries would have left. */
export async function expectCoherent({ database }: BenchDatabase): Promise<void> {
  const faults = await database.transaction(async (tx) => {
    await setAllTenantsReadable(tx);
    return checkBooks(tx, null);
  });
  const [first] = faults;
  if (first !== undefined) {
    throw new Error(`the books have ${faults.length} faults, the first: ${first.message}`);
  }
}
