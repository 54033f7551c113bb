import { sql } from "kysely";

import type { Tx } from "../../platform/scope.ts";
import type { Existing } from "./evaluate.ts";
import { storedColumns } from "./stored-columns.ts";

type Whose = { tenant_id: number; company_id: number };
type Row = Omit<Existing, "pay"> &
  Record<"basic" | "housing" | "transport" | "other", bigint | null>;

/** The columns of `employees e` as an import compares them; hashes in hex. */
const selected = sql.join(
  storedColumns.map(([name, type]) =>
    type === "bytea"
      ? sql`encode(${sql.ref(`e.${name}`)}, 'hex') as ${sql.ref(name)}`
      : sql.ref(`e.${name}`),
  ),
);

/** The employees of these staff numbers, by the number in lower case, with their pay of a day. */
export async function existingAmong(
  tx: Tx,
  { tenant_id, company_id }: Whose,
  staffNos: readonly string[],
  day: string,
): Promise<Map<string, Existing>> {
  const { rows } = await sql<Row>`
    select e.id, e.version, e.exit_date, ${selected}, r.basic, r.housing, r.transport, r.other
    from employees e
    left join lateral (
      select p.basic, p.housing, p.transport, p.other from pay_rates p
      where p.tenant_id = ${tenant_id} and p.employee_id = e.id and p.superseded_at is null
      order by p.from_date <= ${day} desc, abs(p.from_date - ${day}::date) limit 1
    ) r on true
    where e.tenant_id = ${tenant_id} and e.company_id = ${company_id}
      and lower(e.staff_no) = any (${staffNos})`.execute(tx);
  return new Map(
    rows.map(({ basic, housing, transport, other, ...row }) => {
      const pay =
        basic === null || housing === null || transport === null || other === null
          ? null
          : { basic, housing, transport, other };
      return [(row.staff_no ?? "").toLowerCase(), { ...row, pay }];
    }),
  );
}

export type Holder = { id: number; staff_no: string; name: string };

/** Who has numbers of these fingerprints (in hex) already, by kind and fingerprint. */
export async function holdersAmong(
  tx: Tx,
  { tenant_id, company_id }: Whose,
  hashes: readonly string[],
): Promise<Map<string, Holder>> {
  const found = new Map<string, Holder>();
  if (hashes.length === 0) return found;
  const wantedHashes = sql`array(select decode(h, 'hex') from unnest(${hashes}::text[]) h)`;
  for (const kind of ["nin", "tax_id", "rsa_pin"] as const) {
    const column = sql.ref(`e.${kind}_hash`);
    const { rows } = await sql<Holder & { hash: string }>`
      select e.id, e.staff_no, e.first_name || ' ' || e.last_name as name, encode(${column}, 'hex') as hash
      from employees e
      where e.tenant_id = ${tenant_id} and e.company_id = ${company_id} and ${column} = any (${wantedHashes})`.execute(
      tx,
    );
    for (const { hash, ...holder } of rows) found.set(`${kind} ${hash}`, holder);
  }
  return found;
}
