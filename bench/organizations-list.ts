import { withOwnerClient } from "@kontor/api/platform/database/database";

import type { BenchDatabase } from "./database.ts";
import { compareListSizes } from "./list-sizes.ts";
import { print } from "./timing.ts";

const few = 50;
const many = 5000;

/**
 * The requests of the screen: pages in each order, and searches with many, few, one and no results.
 */
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

/** The list of organizations through HTTP at 5,000 organizations ÷ at 50. */
export function benchOrganizationsList(): Promise<number> {
  return compareListSizes({ what: "organizations", few, many, rounds: 200, queries, fill });
}

/** Each row is written in its tenant's scope, because the policies apply to the owner too. */
async function fill({ ownerUrl }: BenchDatabase, organizations: number): Promise<string> {
  const names = [...words, ...more];
  await withOwnerClient(ownerUrl, async (owner) => {
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
  return "organizations?";
}

if (import.meta.main) {
  const ratio = await benchOrganizationsList();
  print(`organizations list, p95 at ${many} ÷ at ${few} organizations: ${ratio.toFixed(2)}`);
}
