import { withOwnerClient } from "@kontor/api/platform/database/database";

import { addBenchCompany, employeeNames, openBenchTenant, type BenchDatabase } from "./database.ts";
import { compareListSizes } from "./list-sizes.ts";
import { print } from "./timing.ts";

const few = 50;
const many = 50_000;

/**
 * The requests of the screen: pages in each order, filters, and searches with many, few, one and no
 * results.
 */
const queries: Readonly<Record<string, string>> = {
  "first page, by name": "",
  "last page, by name": "page=LAST",
  "by staff number, descending": "sort=-staff_no",
  "by department": "sort=department",
  "by start": "sort=start_date",
  "a department": "department=Finance",
  active: "status=ACTIVE",
  "left, one in fifty": "status=EXITED",
  "missing something, one in ten": "missing=any",
  "search: a first name of one in eight": "search=ngozi",
  "search: one staff number": "search=EMP-000042",
  "search: two letters": "search=ok",
  "search: nothing there": "search=nothing+like+this",
};

/** The list of employees of one organization through HTTP at 50,000 employees ÷ at 50. */
export function benchEmployeesList(): Promise<number> {
  return compareListSizes({ what: "employees", few, many, rounds: 100, queries, fill });
}

const departments = ["Operations", "Sales", "Finance", "Logistics", "Engineering"];

/**
 * Bulk inserts in the scope of the tenant, because the policies apply to the owner too; encrypted
 * numbers are placeholders.
 */
async function fill(bench: BenchDatabase, employees: number): Promise<string> {
  const { tenantId } = await openBenchTenant(bench.database, "bench", 1);
  await addBenchCompany(bench.database, tenantId);
  await withOwnerClient(bench.ownerUrl, async (owner) => {
    await owner.query("select set_config('app.tenant_id', $1, false)", [String(tenantId)]);
    await owner.query(
      `insert into employees (tenant_id, company_id, staff_no, first_name, last_name, email, phone, state_id,
        department, start_date, exit_date, exit_reason, tax_id_sealed, tax_id_hash, rsa_pin_sealed, rsa_pin_hash, pfa,
        bank_code, account_number_sealed, account_number_hash, has_pay, created_at)
      select $1, c.id, 'EMP-' || lpad(n::text, 6, '0'), ($3::text[])[1 + n % 8], ($4::text[])[1 + n / 8 % 8] || ' ' || md5(n::text),
        'person' || n || '@example.com', '080' || lpad(n::text, 8, '0'), 24, ($5::text[])[1 + n % 5],
        date '2015-01-01' + n % 3000, case when n % 50 = 0 then date '2024-01-01' end,
        case when n % 50 = 0 then 'RESIGNED' end,
        case when n % 10 > 0 then 'v1.' || md5(n::text) end, case when n % 10 > 0 then sha256(n::text::bytea) end,
        'v1.' || md5(n::text), sha256(n::text::bytea), 'pal', '058', 'v1.' || md5(n::text), sha256(n::text::bytea),
        true, now()
      from companies c, generate_series(1, $2::int) n where c.tenant_id = $1`,
      [tenantId, employees, employeeNames.first, employeeNames.last, departments],
    );
    await owner.query(
      `insert into pay_rates (tenant_id, employee_id, from_date, basic, housing, transport, other, recorded_at)
      select $1, e.id, e.start_date, 10000000, 3000000, 2000000, 0, now() from employees e where e.tenant_id = $1`,
      [tenantId],
    );
    await owner.query("insert into employee_counts values ($1, $2)", [tenantId, employees]);
    await owner.query("vacuum analyze employees, pay_rates");
  });
  return `employees?tenant_id=${tenantId}&`;
}

if (import.meta.main) {
  const ratio = await benchEmployeesList();
  print(`employees list, p95 at ${many} ÷ at ${few} employees: ${ratio.toFixed(2)}`);
}
