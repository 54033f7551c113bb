import { sql } from "kysely";

import type { Tx } from "../../platform/scope.ts";
import type { Existing, ExistingRate } from "./evaluate.ts";
import { storedColumns } from "./stored-columns.ts";

type Whose = { tenant_id: number; company_id: number };
type StoredRate = { id: number; from_date: string } & Record<
  "basic" | "housing" | "transport" | "other",
  string
>;
type Row = Omit<Existing, "rates"> & { rates: StoredRate[] };

/** The columns of `employees e` that an import compares; hashes in hex. */
const selected = sql.join(
  storedColumns.map(([name, type]) =>
    type === "bytea"
      ? sql`encode(${sql.ref(`e.${name}`)}, 'hex') as ${sql.ref(name)}`
      : sql.ref(`e.${name}`),
  ),
);

/** The employees with these staff numbers and their rates of pay, by staff number in lower case. */
export async function existingAmong(
  tx: Tx,
  { tenant_id, company_id }: Whose,
  staffNos: readonly string[],
): Promise<Map<string, Existing>> {
  const { rows } = await sql<Row>`
    select e.id, e.version, e.exit_date, e.erased_at is not null as erased, ${selected}, (
      select max(x.exit_date) from past_employments x
      where x.tenant_id = ${tenant_id} and x.employee_id = e.id) as past_exit, (
      select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'from_date', p.from_date, 'basic', p.basic::text,
        'housing', p.housing::text, 'transport', p.transport::text, 'other', p.other::text) order by p.from_date), '[]')
      from pay_rates p
      where p.tenant_id = ${tenant_id} and p.employee_id = e.id and p.superseded_at is null) as rates
    from employees e
    where e.tenant_id = ${tenant_id} and e.company_id = ${company_id}
      and lower(e.staff_no) = any (${staffNos})`.execute(tx);
  return new Map(
    rows.map((row) => [
      (row.staff_no ?? "").toLowerCase(),
      { ...row, rates: row.rates.map(rateFrom) },
    ]),
  );
}

function rateFrom({ basic, housing, transport, other, ...rate }: StoredRate): ExistingRate {
  return {
    ...rate,
    basic: BigInt(basic),
    housing: BigInt(housing),
    transport: BigInt(transport),
    other: BigInt(other),
  };
}

export type Holder = { id: number; staff_no: string; name: string };

/** Who already has numbers with these fingerprints (hex), by kind and fingerprint. */
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

/**
 * Who has a staff number that differs from one of these only in leading zeros, which spreadsheets
 * drop; by the number asked for. Only numbers made of digits match.
 */
export async function numberedAlmost(
  tx: Tx,
  { tenant_id, company_id }: Whose,
  staffNos: readonly string[],
): Promise<Map<string, Holder>> {
  const digits = staffNos.filter((number) => /^[0-9]+$/.test(number));
  if (digits.length === 0) return new Map();
  const { rows } = await sql<Holder & { asked: string }>`
    select e.id, e.staff_no, e.first_name || ' ' || e.last_name as name, asked.number as asked
    from unnest(${digits}::text[]) as asked(number)
    join employees e on ltrim(e.staff_no, '0') = ltrim(asked.number, '0') and e.staff_no <> asked.number
    where e.tenant_id = ${tenant_id} and e.company_id = ${company_id} and e.staff_no ~ '^[0-9]+$'
    order by e.id desc`.execute(tx);
  return new Map(rows.map(({ asked, ...holder }) => [asked, holder]));
}
