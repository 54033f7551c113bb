import { sql } from "kysely";

import type { Tx } from "../../platform/scope.ts";

/**
 * The columns of `employees` that an import writes, with their types, in the order of its
 * statements.
 */
const storedColumns = [
  ["staff_no", "text"],
  ["first_name", "text"],
  ["middle_name", "text"],
  ["last_name", "text"],
  ["email", "text"],
  ["phone", "text"],
  ["birth_date", "date"],
  ["gender", "text"],
  ["state_id", "integer"],
  ["local_government_id", "integer"],
  ["branch_id", "bigint"],
  ["department", "text"],
  ["designation", "text"],
  ["grade", "text"],
  ["worker", "boolean"],
  ["start_date", "date"],
  ["nin_sealed", "text"],
  ["nin_hash", "bytea"],
  ["tax_id_sealed", "text"],
  ["tax_id_hash", "bytea"],
  ["rsa_pin_sealed", "text"],
  ["rsa_pin_hash", "bytea"],
  ["pfa", "text"],
  ["pension_exemption", "text"],
  ["nhf_number", "text"],
  ["nhf_consent", "boolean"],
  ["bank_code", "text"],
  ["account_number_sealed", "text"],
  ["account_number_hash", "bytea"],
  ["account_name", "text"],
] as const;

/**
 * These columns for SQL: their names, their types in a record set `r` of JSON, and the expressions
 * that read them from it.
 */
export const importedColumnNames = sql.join(storedColumns.map(([name]) => sql.ref(name)));
export const importedColumnTypes = sql.join(
  storedColumns.map(
    ([name, type]) => sql`${sql.ref(name)} ${sql.raw(type === "bytea" ? "text" : type)}`,
  ),
);
export const importedColumnValues = sql.join(
  storedColumns.map(([name, type]) =>
    type === "bytea" ? sql`decode(${sql.ref(`r.${name}`)}, 'hex')` : sql.ref(`r.${name}`),
  ),
);

type Types = {
  text: string;
  date: string;
  integer: number;
  bigint: number;
  boolean: boolean;
  bytea: string;
};

/** An employee as an import reads and writes it; hashes in hex, as in JSON. */
export type StoredEmployee = {
  [Column in (typeof storedColumns)[number] as Column[0]]: Types[Column[1]] | null;
};

/** The values of a new employee. */
export const emptyEmployee: StoredEmployee = {
  staff_no: "",
  first_name: "",
  middle_name: "",
  last_name: "",
  email: null,
  phone: "",
  birth_date: null,
  gender: null,
  state_id: null,
  local_government_id: null,
  branch_id: null,
  department: "",
  designation: "",
  grade: "",
  worker: false,
  start_date: null,
  nin_sealed: null,
  nin_hash: null,
  tax_id_sealed: null,
  tax_id_hash: null,
  rsa_pin_sealed: null,
  rsa_pin_hash: null,
  pfa: null,
  pension_exemption: null,
  nhf_number: "",
  nhf_consent: false,
  bank_code: null,
  account_number_sealed: null,
  account_number_hash: null,
  account_name: "",
};

/** The stored employee with which a row is compared. */
export type ExistingEmployee = StoredEmployee & {
  id: number;
  version: number;
  exit_date: string | null;
  /** Whether the record was erased after its retention period. */
  erased: boolean;
  /** The last day of the previous employment; null for the first employment. */
  past_exit: string | null;
  /** The rates in force, earliest first, in kobo a month. */
  rates: readonly ExistingRate[];
};

export type ExistingRate = Record<"basic" | "housing" | "transport" | "other", bigint> & {
  id: number;
  from_date: string;
};

/** The values of an existing employee that an import may change. */
export function storedValues(existing: ExistingEmployee): StoredEmployee {
  const {
    id: _id,
    version: _version,
    exit_date: _exit,
    erased: _erased,
    past_exit: _past,
    rates: _rates,
    ...rest
  } = existing;
  return rest;
}

type OrganizationKey = { tenant_id: number; company_id: number };
type StoredRate = { id: number; from_date: string } & Record<
  "basic" | "housing" | "transport" | "other",
  string
>;
type Row = Omit<ExistingEmployee, "rates"> & { rates: StoredRate[] };

/** The columns of `employees e` that an import compares; hashes in hex. */
const selected = sql.join(
  storedColumns.map(([name, type]) =>
    type === "bytea"
      ? sql`encode(${sql.ref(`e.${name}`)}, 'hex') as ${sql.ref(name)}`
      : sql.ref(`e.${name}`),
  ),
);

/** The employees with these staff numbers and their rates of pay, by staff number in lower case. */
export async function findExisting(
  tx: Tx,
  { tenant_id, company_id }: OrganizationKey,
  staffNos: readonly string[],
): Promise<Map<string, ExistingEmployee>> {
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

/** Employees who have numbers with these fingerprints (hex), by kind and fingerprint. */
export async function findNumberHolders(
  tx: Tx,
  { tenant_id, company_id }: OrganizationKey,
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
 * Employees whose staff number differs from one of these only in leading zeros, which spreadsheets drop, by
 * the given number. Only numbers made of digits match.
 */
export async function findSimilarStaffNos(
  tx: Tx,
  { tenant_id, company_id }: OrganizationKey,
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
