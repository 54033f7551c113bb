import { kobo, printMoney } from "@kontor/books/money";
import { sql, type RawBuilder } from "kysely";

import { personalNumbers } from "../employees/records/personal-numbers.ts";
import { transferSealingContext } from "../funding/transfers/request.ts";
import { unseal } from "../platform/configuration/secrets.ts";
import type { Context, Tx } from "../platform/scope.ts";
import { personalTables, type PersonalTable } from "./tables.ts";

/** A person's rows in one table, with their fields in the order of the table. */
export type PersonalDataSection = { title: string; rows: Readonly<Record<string, unknown>>[] };

/** Columns of any table that are not personal data. */
const omittedColumns = ["tenant_id", "company_id", "employee_id"];

/** The SQL condition that selects an employee's rows of a table. */
export function isRowOfEmployee({ of }: PersonalTable, employeeId: number): RawBuilder<unknown> {
  const parts = of.split("$employee").map((part) => sql.raw(part));
  return sql.join(parts, sql`${employeeId}::bigint`);
}

/**
 * All data on one employee, with unsealed numbers, and amounts as text in naira. The organization
 * must be in scope.
 *
 * @throws Refusal `secret_unreadable`, `secret_key_missing`
 */
export async function collectPersonalData(
  { tx, environment }: Pick<Context, "tx" | "environment">,
  { tenant_id, id }: { tenant_id: number; id: number },
): Promise<PersonalDataSection[]> {
  const numbers = personalNumbers(environment, tenant_id);
  const sections: PersonalDataSection[] = [];
  for (const table of personalTables) {
    const rows = await readRows(tx, tenant_id, id, table);
    if (rows.length === 0) continue;
    const shown = rows.map((row) => {
      const opened = Object.fromEntries(
        (table.sealed ?? []).map(({ column, shown: name, as }) => {
          const sealed = row[column];
          if (typeof sealed !== "string") return [name, null];
          return as === "transfer"
            ? [name, unseal(environment, transferSealingContext(tenant_id), sealed)]
            : [name, numbers.open(as, sealed)];
        }),
      );
      return presentPersonalRow(table, { ...row, ...opened });
    });
    sections.push({ title: table.title, rows: shown });
  }
  return sections;
}

async function readRows(
  tx: Tx,
  tenantId: number,
  employeeId: number,
  table: PersonalTable,
): Promise<Record<string, unknown>[]> {
  const bytes =
    table.bytes === undefined
      ? sql``
      : sql` - ${table.bytes}::text || jsonb_build_object(${table.bytes}::text,
          translate(encode(${sql.ref(`t.${table.bytes}`)}, 'base64'), E'\n', ''))`;
  const withheld =
    table.withheld === undefined
      ? sql``
      : sql` - case when ${table.withheld.when} then ${[...table.withheld.columns]}::text[] else '{}' end`;
  // `jsonb` does not keep the order of the fields, `json` does.
  const { rows } = await sql<{ row: Record<string, unknown>; names: string[] }>`
    select to_jsonb(t)${bytes}${withheld} as row, array(select json_object_keys(to_json(t))) as names
    from ${sql.table(table.table)} t
    where t.tenant_id = ${tenantId} and ${isRowOfEmployee(table, employeeId)}`.execute(tx);
  return rows.map(({ row, names }) =>
    Object.fromEntries(names.filter((name) => name in row).map((name) => [name, row[name]])),
  );
}

/** Texts in JSON that may consist of digits and are no amounts. */
const textFields: ReadonlySet<string> = new Set(["code", "label", "name"]);

/** JSON with its amounts, which are texts of kobo, in naira. */
function withAmountsInNaira(value: unknown, name = ""): unknown {
  if (typeof value === "string") {
    return /^-?\d+$/.test(value) && !textFields.has(name) ? printMoney(kobo(BigInt(value))) : value;
  }
  if (Array.isArray(value)) return value.map((each) => withAmountsInNaira(each, name));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, withAmountsInNaira(part, key)]),
  );
}

function presentPersonalRow(
  { without = [], money = [], moneyIn = [], sealed = [] }: PersonalTable,
  row: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const hidden = new Set([...omittedColumns, ...without, ...sealed.map(({ column }) => column)]);
  return Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => !hidden.has(name) && !name.endsWith("_hash"))
      .map(([name, value]) => {
        if (moneyIn.includes(name)) return [name, withAmountsInNaira(value)];
        const amount = money.includes(name) && typeof value === "number";
        return [name, amount ? printMoney(kobo(BigInt(value))) : value];
      }),
  );
}
