import { withOwnerClient } from "@kontor/api/platform/database/database";

import { addBenchCompany, employeeNames, openBenchTenant, type BenchDatabase } from "./database.ts";
import { compareListSizes } from "./list-sizes.ts";
import { print } from "./timing.ts";

const few = 100;
const many = 100_000;
/** Advances of one employee over the years. */
const perEmployee = 20;

/**
 * The requests of the screen: pages in each order, filters, and searches with many, one and no
 * results.
 */
const queries: Readonly<Record<string, string>> = {
  "first page, latest change": "",
  "last page, latest change": "page=LAST",
  "by employee": "sort=emp_name",
  "by amount, descending": "sort=-amount",
  "by payback": "sort=payback_amount",
  "by status": "sort=status",
  "PENDING, one in fifty": "status=PENDING",
  "PAID, four in five": "status=PAID",
  "the last 30 days": "start_date=RECENT",
  "search: a first name of one in eight": "search=ngozi",
  "search: one staff number": "search=EMP-000003",
  "search: one number": "search=SA-000042",
  "search: nothing there": "search=nothing+like+this",
};

/** The list of salary advances of one organization through HTTP at 100,000 advances ÷ at 100. */
export function benchAdvances(): Promise<number> {
  const month = new Date(Date.now() - 30 * 24 * 3_600_000).toISOString().slice(0, 10);
  const queriesByKind = Object.entries(queries).map(([kind, query]) => [
    kind,
    query.replace("RECENT", month),
  ]);
  const kinds = Object.fromEntries(queriesByKind) as Record<string, string>;
  return compareListSizes({ what: "advances", few, many, rounds: 100, queries: kinds, fill });
}

/**
 * Bulk inserts in the scope of the tenant, because the policies apply to the owner too: advances of
 * three years.
 */
async function fill(bench: BenchDatabase, advances: number): Promise<string> {
  const { tenantId } = await openBenchTenant(bench.database, "bench", 1);
  await addBenchCompany(bench.database, tenantId);
  const employees = advances / perEmployee;
  await withOwnerClient(bench.ownerUrl, async (owner) => {
    await owner.query("select set_config('app.tenant_id', $1, false)", [String(tenantId)]);
    await owner.query(
      `insert into employees (tenant_id, company_id, staff_no, first_name, last_name, email, start_date, has_pay,
        created_at)
      select $1, c.id, 'EMP-' || lpad(n::text, 6, '0'), ($3::text[])[1 + n % 8],
        ($4::text[])[1 + n / 8 % 8] || ' ' || md5(n::text), 'person' || n || '@example.com', '2020-01-01', true, now()
      from companies c, generate_series(1, $2::int) n where c.tenant_id = $1`,
      [tenantId, employees, employeeNames.first, employeeNames.last],
    );
    await owner.query(
      `insert into pay_rates (tenant_id, employee_id, from_date, basic, housing, transport, other, recorded_at)
      select $1, e.id, e.start_date, 10000000, 3000000, 2000000, 0, now() from employees e where e.tenant_id = $1`,
      [tenantId],
    );
    await owner.query("insert into employee_counts values ($1, $2)", [tenantId, employees]);
    await owner.query(
      `insert into advance_terms (tenant_id, version, html, kept_at)
      values ($1, '0123456789abcdef', '<p>Terms</p>', now())`,
      [tenantId],
    );
    await owner.query(insertAdvances, [tenantId, advances, employees]);
    await owner.query(
      `insert into advance_counters (tenant_id, last_number, pending, approved, rejected, paid)
      select $1, max(number), count(*) filter (where status = 'PENDING'), count(*) filter (where status = 'APPROVED'),
        count(*) filter (where status = 'REJECTED'), count(*) filter (where status = 'PAID')
      from salary_advances where tenant_id = $1`,
      [tenantId],
    );
    await owner.query("vacuum analyze employees, pay_rates, salary_advances");
  });
  return `salary-advances?tenant_id=${tenantId}&`;
}

/**
 * Of every hundred, two wait, three are approved, fifteen are rejected, and the rest are paid out
 * and mostly repaid.
 */
const insertAdvances = `
  insert into salary_advances (tenant_id, company_id, employee_id, number, status, amount, interest, rate,
    requested_on, due_date, max_percentage, auto_approval, gross_monthly, other_principal, another_owed, worker,
    terms_version, accepted_how, accepted_at, channel, requested_at, decided_as, decided_at, paid_at,
    allocated_principal, updated_at)
  select $1, e.company_id, e.id, n, s.status, m.amount, 0, 0, at.moment::date, at.moment::date + 30, 50, true,
    15000000, 0, false, false, '0123456789abcdef', 'PORTAL', at.moment, 'PORTAL', at.moment,
    case when s.status <> 'PENDING' then 'SYSTEM' end, case when s.status <> 'PENDING' then at.moment end,
    case when s.status = 'PAID' then at.moment + interval '1 minute' end,
    case when s.status = 'PAID' and n % 7 > 0 then m.amount else 0 end, at.moment + interval '1 hour'
  from generate_series(1, $2::int) n
  join (select id, company_id, row_number() over (order by id) as place from employees where tenant_id = $1) e
    on e.place = 1 + n % $3::int
  cross join lateral (select now() - interval '1095 days' * (1 - n::float / $2::int) - interval '2 hours' as moment) at
  cross join lateral (select 500000 + n::bigint * 7919 % 6000000 as amount) m
  cross join lateral (select case when n % 100 < 2 then 'PENDING' when n % 100 < 5 then 'APPROVED'
    when n % 100 < 20 then 'REJECTED' else 'PAID' end as status) s`;

if (import.meta.main) {
  const ratio = await benchAdvances();
  print(`salary advances, p95 at ${many} ÷ at ${few}: ${ratio.toFixed(2)}`);
}
