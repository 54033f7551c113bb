import { entryTypeById, formatEntryNumber } from "@kontor/books/entry-number";
import { formatRecordNumber } from "@kontor/contract/format";
import { sql, type RawBuilder } from "kysely";

/**
 * The present names for the ids among an action's facts: for `employee_id`, the person and the
 * staff number. They are read with the log and not stored in it, because the log is chained and
 * outlives the erasure of a person. Absent when the record was deleted, or the fact is not an id.
 */
export type AuditNames = {
  readonly employee_id?: string;
  readonly payslip_id?: string;
  readonly import_id?: string;
  readonly parent_ledger_id?: string;
  readonly entry_id?: EntryName;
  readonly reversal_id?: EntryName;
};

type EntryName = { readonly type: number; readonly number: number };

/** The names as an expression on `audit_log l`, for {@link AuditNames}. */
export const auditNames: RawBuilder<AuditNames> = sql`jsonb_strip_nulls(jsonb_build_object(
  'employee_id', (select e.first_name || ' ' || e.last_name || ', ' || e.staff_no from employees e
    where e.tenant_id = l.tenant_id and e.id = ${idIn("employee_id")}),
  'payslip_id', (select p.name || ', ' || p.staff_no from payslips p
    where p.tenant_id = l.tenant_id and p.id = ${idIn("payslip_id")}),
  'import_id', (select i.filename from employee_imports i
    where i.tenant_id = l.tenant_id and i.id = ${idIn("import_id")}),
  'parent_ledger_id', (select p.code || ' ' || p.name from ledgers p
    where p.tenant_id = l.tenant_id and p.id = ${idIn("parent_ledger_id")}),
  'entry_id', ${entryIn("entry_id")}, 'reversal_id', ${entryIn("reversal_id")}))`;

/** The present name of an action's record: a name, or the letters and digits of its number. */
export type AuditRecord =
  | { readonly name: string }
  | { readonly prefix: string; readonly number: number }
  | { readonly type: number; readonly number: number };

const subjectId = sql`substring(l.subject from ':([0-9]{1,18})$')::bigint`;

/** A record of the row's tenant, by its table and the expression of its name. */
function recordOf(noun: string, table: string, called: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`when ${sql.lit(noun)} then (select jsonb_strip_nulls(jsonb_build_object(${called}))
    from ${sql.table(table)} r where r.tenant_id = l.tenant_id and r.id = ${subjectId})`;
}

/** A record of the row's tenant that is named by the number of the entry that it posted. */
function postedBy(noun: string, table: string, entryId = "entry_id"): RawBuilder<unknown> {
  return sql`when ${sql.lit(noun)} then (
    select jsonb_build_object('type', n.entry_type_id, 'number', n.number)
    from ${sql.table(table)} r
    join entries n on n.tenant_id = r.tenant_id and n.id = ${sql.ref(`r.${entryId}`)}
    where r.tenant_id = l.tenant_id and r.id = ${subjectId})`;
}

const byName = sql`'name', r.name`;

/**
 * The {@link AuditRecord} of `audit_log l` with its tenant `t`, read with the log like {@link
 * auditNames}; null when the record was deleted, or its kind has no name.
 */
export const auditRecord: RawBuilder<AuditRecord | null> = sql`case split_part(l.subject, ':', 1)
  ${recordOf("employee", "employees", sql`'name', r.first_name || ' ' || r.last_name || ', ' || r.staff_no`)}
  ${recordOf("employee-import", "employee_imports", sql`'name', r.filename`)}
  ${recordOf("branch", "branches", byName)}
  ${recordOf("group", "groups", byName)}
  ${recordOf("ledger", "ledgers", byName)}
  ${recordOf("entry", "entries", sql`'type', r.entry_type_id, 'number', r.number`)}
  ${recordOf("salary-advance", "salary_advances", sql`'prefix', 'SA', 'number', r.number`)}
  ${recordOf("payroll-run", "payroll_runs", sql`'prefix', 'PR', 'number', r.number`)}
  ${postedBy("funding-transaction", "funding_transactions")}
  ${postedBy("transfer", "transfers", "intent_entry_id")}
  ${postedBy("remittance", "remittances")}
  ${postedBy("year-closing", "year_closings")}
  when 'mail' then (select jsonb_build_object('name', r.subject) from mails r where r.id = ${subjectId})
  when 'user' then (select jsonb_build_object('name', r.name) from users r where r.id = ${subjectId})
  when 'organization' then jsonb_build_object('name', t.name) end`;

/** The display name of a record; null when nothing is known of it. */
export function displayNameOfRecord(record: AuditRecord | null): string | null {
  if (record === null) return null;
  if ("name" in record) return record.name;
  return "prefix" in record
    ? formatRecordNumber(record.prefix, record.number)
    : entryNumberOf(record.type, record.number);
}

function entryNumberOf(type: number, number: number): string {
  return formatEntryNumber(entryTypeById(type)?.prefix ?? `T${type}`, BigInt(number));
}

/** The entry that a fact is the id of. */
function entryIn(fact: keyof AuditNames): RawBuilder<EntryName | null> {
  return sql`(select jsonb_build_object('type', n.entry_type_id, 'number', n.number) from entries n
    where n.tenant_id = l.tenant_id and n.id = ${idIn(fact)})`;
}

/** A fact as an id; null when it is not one. */
function idIn(fact: keyof AuditNames): RawBuilder<string | null> {
  const text = sql`l.detail ->> ${sql.lit(fact)}`;
  return sql`case when ${text} ~ '^[0-9]{1,18}$' then (${text})::bigint end`;
}

/**
 * A fact that names a record, as its display name; the stored fact when nothing is known of the
 * record.
 */
export function displayNameOfFact(
  names: AuditNames,
  fact: string,
  value: string,
): { name: string; value: string } {
  const known = (names as Readonly<Record<string, AuditNames[keyof AuditNames]>>)[fact];
  if (known === undefined) return { name: fact, value };
  const name = fact.slice(0, -"_id".length);
  if (typeof known === "string") return { name, value: known };
  return { name, value: entryNumberOf(known.type, known.number) };
}
