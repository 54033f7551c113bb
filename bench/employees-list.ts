import { buildApp } from "@kontor/api/app";
import { systemClock } from "@kontor/api/platform/clock";
import { withOwner } from "@kontor/api/platform/database/database";
import { parseEnvironment } from "@kontor/api/platform/environment";

import { openBenchDatabase, openBenchSession, openBenchTenant } from "./database.ts";
import { p95, print, row } from "./timing.ts";

const few = 50;
const many = 50_000;
/** Requests of each kind at each size. */
const rounds = 100;

/** What the screen asks for: pages in each order, filters, and searches that find many, few, one and none. */
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
  "search: a first name of one in twelve": "search=ngozi",
  "search: one staff number": "search=EMP-000042",
  "search: two letters": "search=ok",
  "search: nothing there": "search=nothing+like+this",
};

type Served = {
  employees: number;
  ask(query: string): Promise<number>;
  close(): Promise<void>;
};

/**
 * The list of employees of one organization through HTTP at 50,000 employees ÷ at 50: two servers with a
 * database each, asked in turns, so that both see the same state of the machine.
 *
 * @returns the ratio of the 95th percentiles over all kinds of request.
 */
export async function benchEmployeesList(): Promise<number> {
  const servers = [await serve(few), await serve(many)];
  try {
    const times = new Map<string, [number[], number[]]>();
    for (let round = -10; round < rounds; round++) {
      for (const [kind, query] of Object.entries(queries)) {
        const both = times.get(kind) ?? [[], []];
        times.set(kind, both);
        for (const [place, server] of servers.entries()) {
          const lastPage = String(Math.ceil(server.employees / 25));
          const time = await server.ask(query.replace("LAST", lastPage));
          // The first rounds only warm up.
          if (round >= 0) both[place]?.push(time);
        }
      }
    }
    return report(times);
  } finally {
    for (const server of servers) await server.close();
  }
}

function report(times: ReadonlyMap<string, readonly [number[], number[]]>): number {
  print(`p95 in ms at ${few} and at ${many} employees, ${rounds} requests each`);
  for (const [kind, [small, large]] of times) print(line(kind, small, large));
  const all = [...times.values()];
  const [small, large] = [all.flatMap((both) => both[0]), all.flatMap((both) => both[1])];
  print(line("all kinds together", small, large));
  return p95(large) / p95(small);
}

function line(kind: string, small: readonly number[], large: readonly number[]): string {
  return row(kind, p95(small), p95(large), `ratio ${(p95(large) / p95(small)).toFixed(2)}`);
}

/** The API on a database of its own with an organization of so many employees. */
async function serve(employees: number): Promise<Served> {
  const bench = await openBenchDatabase();
  const { tenantId } = await openBenchTenant(bench.database, "bench", 1);
  await fill(bench.ownerUrl, tenantId, employees);
  const token = await openBenchSession(bench.database);
  const environment = parseEnvironment({
    NODE_ENV: "test",
    LOG_LEVEL: "fatal",
    KONTOR_REQUESTS_PER_MINUTE: "100000000",
  });
  const app = await buildApp({ environment, database: bench.database, clock: systemClock });
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  return {
    employees,
    ask: async (query) => {
      const begin = performance.now();
      const response = await fetch(`${address}/api/employees?tenant_id=${tenantId}&${query}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`${query} answered ${response.status}`);
      return performance.now() - begin;
    },
    close: async () => {
      await app.close();
      await bench.close();
    },
  };
}

const firstNames = ["Adaeze", "Musa", "Folake", "Emeka", "Zainab", "Tunde", "Ngozi", "Ibrahim"];
const lastNames = ["Okafor", "Bello", "Adeyemi", "Danjuma", "Eze", "Balogun", "Abubakar", "Nwosu"];
const departments = ["Operations", "Sales", "Finance", "Logistics", "Engineering"];

/** Bulk inserts in the scope of the tenant, as the policies ask of the owner too; numbers are made-up seals. */
async function fill(ownerUrl: string, tenantId: number, employees: number): Promise<void> {
  await withOwner(ownerUrl, async (owner) => {
    await owner.query("select set_config('app.tenant_id', $1, false)", [String(tenantId)]);
    await owner.query(
      `insert into companies (tenant_id, address, support_email, admin_name, admin_email, brand_color)
       values ($1, 'Example Street', 'support@example.com', 'Admin', 'admin@example.com', '#004AAD')`,
      [tenantId],
    );
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
      [tenantId, employees, firstNames, lastNames, departments],
    );
    await owner.query(
      `insert into pay_rates (tenant_id, employee_id, from_date, basic, housing, transport, other, recorded_at)
      select $1, e.id, e.start_date, 10000000, 3000000, 2000000, 0, now() from employees e where e.tenant_id = $1`,
      [tenantId],
    );
    await owner.query("vacuum analyze employees, pay_rates");
  });
}

if (import.meta.main) {
  const ratio = await benchEmployeesList();
  print(`employees list, p95 at ${many} ÷ at ${few} employees: ${ratio.toFixed(2)}`);
}
