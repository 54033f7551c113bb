import { entryTypeById, formatEntryNumber } from "@kontor/books/entry-number";
import { sql, type RawBuilder } from "kysely";

/**
 * What the ids among the facts of an action are called now: `employee_id` is the person and the staff
 * number. They are read with the log and not kept in it, which is chained and outlives the erasure of a
 * person. Absent where the record is gone, or was never meant.
 */
export type AuditNames = {
  readonly employee_id?: string;
  readonly payslip_id?: string;
  readonly import_id?: string;
  readonly entry_id?: { readonly type: number; readonly number: number };
};

/** The names as an expression on `audit_log l`, for {@link AuditNames}. */
export const auditNames: RawBuilder<AuditNames> = sql`jsonb_strip_nulls(jsonb_build_object(
  'employee_id', (select e.first_name || ' ' || e.last_name || ', ' || e.staff_no from employees e
    where e.tenant_id = l.tenant_id and e.id = ${idIn("employee_id")}),
  'payslip_id', (select p.name || ', ' || p.staff_no from payslips p
    where p.tenant_id = l.tenant_id and p.id = ${idIn("payslip_id")}),
  'import_id', (select i.filename from employee_imports i
    where i.tenant_id = l.tenant_id and i.id = ${idIn("import_id")}),
  'entry_id', (select jsonb_build_object('type', n.entry_type_id, 'number', n.number) from entries n
    where n.tenant_id = l.tenant_id and n.id = ${idIn("entry_id")})))`;

/** A fact as an id; null where it is none. */
function idIn(fact: keyof AuditNames): RawBuilder<string | null> {
  const text = sql`l.detail ->> ${sql.lit(fact)}`;
  return sql`case when ${text} ~ '^[0-9]{1,18}$' then (${text})::bigint end`;
}

/** A fact that names a record, in its words; the fact as it is where nothing is known of the record. */
export function named(
  names: AuditNames,
  fact: string,
  value: string,
): { name: string; value: string } {
  const known = (names as Readonly<Record<string, AuditNames[keyof AuditNames]>>)[fact];
  if (known === undefined) return { name: fact, value };
  const name = fact.slice(0, -"_id".length);
  if (typeof known === "string") return { name, value: known };
  const prefix = entryTypeById(known.type)?.prefix ?? `T${known.type}`;
  return { name, value: formatEntryNumber(prefix, BigInt(known.number)) };
}
