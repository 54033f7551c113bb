import { parseArgs } from "node:util";

import { openStandardChart } from "@kontor/api/accounting/chart/standard-chart";
import { systemClock } from "@kontor/api/platform/clock";
import { withOwnerClient } from "@kontor/api/platform/database/database";
import { exactlyOne } from "@kontor/api/platform/database/rows";
import { setTenant } from "@kontor/api/platform/scope";
import { addDays } from "@kontor/books/calendar-date";
import { sql } from "kysely";

import { startApi } from "./api-process.ts";
import { openBenchDatabase, openBenchSession, type BenchDatabase } from "./database.ts";
import { addUpTotals, expectCoherent, nonDurableSettings } from "./fill.ts";
import { randomUpTo, median, p95, print, formatRow, timeKinds } from "./timing.ts";

const rounds = 100;
/** The number of days, up to today, over which an organization's entries are distributed. */
const days = 1000;

/**
 * The dashboard of all organizations, that of one, and the state of the proof of their books,
 * through HTTP.
 *
 * @param organizations each with the standard chart, a wallet, half a year of payroll and its share
 * of the entries.
 * @returns p95 in milliseconds of the dashboard of all.
 */
export async function benchDashboard(organizations = 1000, entries = 1_000_000): Promise<number> {
  const bench = await openBenchDatabase(nonDurableSettings);
  try {
    const ids = await openOrganizations(bench, organizations);
    await fill(bench, entries / organizations);
    await expectCoherent(bench);
    print(`filled ${organizations} organizations with ${entries} entries, the books agree`);
    const token = await openBenchSession(bench.database);
    const api = await startApi(bench.ownerUrl);
    try {
      const any = () => ids[randomUpTo(ids.length) - 1];
      const times = await timeKinds(
        api,
        token,
        [
          { name: "dashboard, all", path: () => "dashboard?tenant_id=0" },
          { name: "dashboard, one", path: () => `dashboard?tenant_id=${any()}` },
          { name: "proof, all", path: () => "proof?tenant_id=0" },
          { name: "proof, one", path: () => `proof?tenant_id=${any()}` },
          { name: "organizations, first page", path: () => "organizations" },
        ],
        rounds,
      );
      print(formatRow(`ms, ${rounds} requests each`, "median", "p95"));
      for (const [name, each] of times) print(formatRow(name, median(each), p95(each)));
      return p95(times.get("dashboard, all") ?? []);
    } finally {
      await api.stop();
    }
  } finally {
    await bench.close();
  }
}

/** Creates organizations with their charts and wallets. @returns their ids. */
async function openOrganizations({ database }: BenchDatabase, count: number): Promise<number[]> {
  const now = systemClock.now();
  const ids: number[] = [];
  for (let place = 1; place <= count; place++) {
    await database.transaction(async (tx) => {
      const { rows } = await sql<{ id: number }>`
        insert into tenants (code, name, email, created_at)
        values (${`org-${place}`}, ${`Organization ${place}`}, 'office@example.com', ${now}) returning id`.execute(
        tx,
      );
      const tenantId = exactlyOne(rows).id;
      ids.push(tenantId);
      await setTenant(tx, tenantId);
      const ledgers = await openStandardChart(tx, tenantId, now);
      await sql`
        with company as (
          insert into companies (tenant_id, address, support_email, admin_name, admin_email, brand_color)
          values (${tenantId}, 'Example Street', 'support@example.com', 'Admin', 'admin@example.com', '#004AAD')
          returning id)
        insert into pay_accounts (tenant_id, company_id, ledger_id, provider, bank_name, account_name,
          virtual_account_number, status, created_at)
        select ${tenantId}, id, ${ledgers.funding_account}, 'sandbox', 'Bank', 'Bench', '0000000000', 'OPEN', ${now}
        from company`.execute(tx);
    });
  }
  return ids;
}

/**
 * Entries on all ledgers of each organization, every twentieth one a payroll, with all dependent
 * totals.
 */
async function fill({ superuserUrl }: BenchDatabase, perOrganization: number): Promise<void> {
  await withOwnerClient(superuserUrl, async (client) => {
    await client.query("set session_replication_role = replica; set work_mem = '256MB'");
    const firstDay = addDays(systemClock.today(), -days);
    const spread = [perOrganization, firstDay, days];
    await client.query(
      `insert into entries (tenant_id, entry_type_id, number, entry_date, narration, recorded_at)
      select t.id, 1, n, $2::date + (n * $3 / $1)::int, 'Sales of the day, invoice ' || n, now()
      from tenants t cross join generate_series(1, $1::bigint) n`,
      spread,
    );
    await client.query(`
      with charts as materialized (
        select tenant_id, array_agg(id order by id) as ids, max(id) filter (where purpose = 'paye_payable') as paye,
          max(id) filter (where purpose is null and code like '04-%') as expense
        from ledgers group by tenant_id)
      insert into entry_items (tenant_id, entry_id, revision, line, ledger_id, dc, amount, day, narration)
      select e.tenant_id, e.id, 1, side.line, side.ledger_id, side.dc, 100 + e.number * 7919 % 1000003, e.entry_date, 'Bench'
      from entries e join charts c on c.tenant_id = e.tenant_id
      cross join lateral (select (e.number * 7919 % cardinality(c.ids))::int as one) a
      cross join lateral (select ((a.one + 1 + e.number % (cardinality(c.ids) - 1)) % cardinality(c.ids))::int as other) b
      cross join lateral (values
        (1::smallint, case when e.number % 20 = 0 then c.expense else c.ids[1 + a.one] end, 'DR'),
        (2::smallint, case when e.number % 20 = 0 then c.paye else c.ids[1 + b.other] end, 'CR')
      ) as side(line, ledger_id, dc)`);
    await addUpTotals(client);
    await client.query(
      `insert into payroll_runs (tenant_id, company_id, number, period, cycle, status, payday, calculation, people,
        gross, net, entry_id, created_at, updated_at, submitted_at, approved_at)
      select p.tenant_id, p.company_id, m, month, 'REGULAR', 'PAID',
        (month + interval '24 days')::date, 'DONE', 10, 100000000, 80000000, e.id, now(), now(), now(), now()
      from pay_accounts p
      cross join generate_series(1, 6) m
      cross join lateral (select (date_trunc('month', now()) - m * interval '1 month')::date as month) at
      cross join lateral (
        select id from entries e where e.tenant_id = p.tenant_id and e.number = $1 - 20 * m) e`,
      [perOrganization],
    );
    await client.query(`
      insert into audit_log (tenant_id, action, subject, detail, request_id, recorded_at)
      select tenant_id, 'entry.posted', 'entry:' || id, '{"revision": 1}', 'bench', recorded_at from entries`);
    await client.query(`
      insert into book_proofs (tenant_id, checked_at, milliseconds, fault_count, faults)
      select id, now(), 1, 0, '[]' from tenants`);
    await client.query("vacuum (analyze)");
  });
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { entries: { type: "string" } } });
  const entries = values.entries === undefined ? undefined : Number(values.entries);
  const figure = await benchDashboard(undefined, entries);
  print(`dashboard of all organizations, p95: ${figure.toFixed(1)} ms (goal ≤ 100 ms)`);
}
