import { sql } from "kysely";

/**
 * The columns of `employees` that an import writes, with their types, in the order of its
 * statements.
 */
export const storedColumns = [
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
export const columnNames = sql.join(storedColumns.map(([name]) => sql.ref(name)));
export const recordTypes = sql.join(
  storedColumns.map(
    ([name, type]) => sql`${sql.ref(name)} ${sql.raw(type === "bytea" ? "text" : type)}`,
  ),
);
export const recordValues = sql.join(
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
export const nobody: StoredEmployee = {
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
