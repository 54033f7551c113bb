import { buildApp } from "@kontor/api/app";
import { systemClock } from "@kontor/api/platform/clock";
import { withOwner } from "@kontor/api/platform/database/database";
import { parseEnvironment } from "@kontor/api/platform/environment";

import { openBenchDatabase, openBenchSession } from "./database.ts";

const few = 50;
const many = 5000;
/** Requests of each kind at each size. */
const rounds = 200;

/** What the screen asks for: pages in each order, and searches that find many, few, one and none. */
const queries: Readonly<Record<string, string>> = {
  "first page": "",
  "last page": "sort=-created_at&page=LAST",
  "by name": "sort=name",
  "by name, last page": "sort=name&page=LAST",
  "by code, descending": "sort=-code",
  "by status": "sort=status",
  "search: a word of one in five": "search=harvest",
  "search: a word of one in five, by name": "search=harvest&sort=-name",
  "search: one code": "search=org-000042",
  "search: one email": "search=office%40org-000042",
  "search: two letters": "search=ar",
  "search: nothing there": "search=nothing+like+this",
};

const words = ["Harvest", "Delta", "Savannah", "Coral", "Summit", "Palm", "River", "Granite"];
const more = ["Coast", "Union"];

type Served = {
  organizations: number;
  ask(query: string): Promise<number>;
  close(): Promise<void>;
};

/**
 * The list of organizations through HTTP at 5,000 organizations ÷ at 50: two servers with a database
 * each, asked in turns, so that both see the same state of the machine.
 *
 * @returns the ratio of the 95th percentiles over all kinds of request.
 */
export async function benchOrganizationsList(): Promise<number> {
  const servers = [await serve(few), await serve(many)];
  try {
    const times = new Map<string, [number[], number[]]>();
    for (let round = -20; round < rounds; round++) {
      for (const [kind, query] of Object.entries(queries)) {
        const both = times.get(kind) ?? [[], []];
        times.set(kind, both);
        for (const [place, server] of servers.entries()) {
          const lastPage = String(Math.ceil(server.organizations / 25));
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
  print(`p95 in ms at ${few} and at ${many} organizations, ${rounds} requests each`);
  for (const [kind, [small, large]] of times) print(line(kind, p95(small), p95(large)));
  const [small, large] = [0, 1].map((place) =>
    p95([...times.values()].flatMap((both) => both[place] ?? [])),
  );
  print(line("all kinds together", small ?? 0, large ?? 0));
  return (large ?? 0) / (small ?? 1);
}

function line(kind: string, small: number, large: number): string {
  const figures = [small.toFixed(2), large.toFixed(2), `ratio ${(large / small).toFixed(2)}`];
  return `${kind.padEnd(40)}${figures.map((figure) => figure.padStart(12)).join("")}`;
}

function p95(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length * 0.95)] ?? 0;
}

/** The API on a database of its own with so many organizations. */
async function serve(organizations: number): Promise<Served> {
  const bench = await openBenchDatabase();
  await fill(bench.ownerUrl, organizations);
  const token = await openBenchSession(bench.database);
  const environment = parseEnvironment({
    NODE_ENV: "test",
    LOG_LEVEL: "fatal",
    KONTOR_REQUESTS_PER_MINUTE: "100000000",
  });
  const app = await buildApp({ environment, database: bench.database, clock: systemClock });
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  return {
    organizations,
    ask: async (query) => {
      const begin = performance.now();
      const response = await fetch(`${address}/api/organizations?${query}`, {
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

/** Each row is written in its tenant's scope, as the policies ask of the owner too. */
async function fill(ownerUrl: string, organizations: number): Promise<void> {
  const names = [...words, ...more];
  await withOwner(ownerUrl, async (owner) => {
    await owner.query(
      `create function pg_temp.fill(p_count integer, p_words text[]) returns void language plpgsql as $$
      declare
        v_id bigint;
        v_code text;
      begin
        for n in 1..p_count loop
          v_code := 'org-' || lpad(n::text, 6, '0');
          insert into tenants (code, name, email, status, created_at)
          values (v_code, p_words[1 + n % 10] || ' ' || p_words[1 + n / 10 % 10] || ' Limited ' || md5(n::text),
            'office@' || v_code || '.example', case when n % 20 = 0 then 'SUSPENDED' else 'ACTIVE' end,
            now() - n * interval '1 hour')
          returning id into v_id;
          perform set_config('app.tenant_id', v_id::text, true);
          insert into companies (tenant_id, address, support_email, admin_name, admin_email, brand_color)
          values (v_id, 'Example Street', 'support@example.com', 'Admin', 'admin@example.com', '#004AAD');
        end loop;
      end
      $$`,
    );
    await owner.query("select pg_temp.fill($1, $2)", [organizations, names]);
    await owner.query("vacuum analyze tenants, companies");
  });
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

if (import.meta.main) {
  const ratio = await benchOrganizationsList();
  print(`organizations list, p95 at ${many} ÷ at ${few} organizations: ${ratio.toFixed(2)}`);
}
