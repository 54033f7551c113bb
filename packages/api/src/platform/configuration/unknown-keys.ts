import { sql } from "kysely";

import { exactlyOne } from "../database/rows.ts";
import type { Environment } from "../environment.ts";
import type { Tx } from "../scope.ts";
import { keyIds } from "./secrets.ts";

/**
 * Finds the keys of stored texts that this process cannot decrypt, as after a restore with another
 * KONTOR_SECRET_KEY. It looks at one text of each encrypted column, which is enough, because a wrong
 * key decrypts none of them.
 *
 * @param tx may read all tenants.
 * @returns the ids of such keys.
 * @throws Refusal `secret_key_missing`
 */
export async function unknownKeyIds(tx: Tx, environment: Environment): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and column_name like '%sealed%' order by 1, 2`.execute(tx);
  const samples = columns.map(
    ({ table, column }) => sql`
      (select split_part(${sql.ref(column)}, '.', 2) as key from ${sql.table(table)}
        where starts_with(${sql.ref(column)}, 'v1.') limit 1)`,
  );
  const { current, old } = keyIds(environment);
  const { rows } = await sql<{ keys: string[] }>`
    select coalesce(array_agg(distinct key order by key), '{}') as keys
    from (${sql.join(samples, sql` union all `)}) sample
    where key <> all (${[current, ...old]})`.execute(tx);
  return exactlyOne(rows).keys;
}
