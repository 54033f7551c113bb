import { sql, type RawBuilder } from "kysely";

import { requireModule } from "../modules/module-gate.ts";
import { atMostOne } from "../platform/database/rows.ts";
import { notFound } from "../platform/refusal.ts";
import { tenantFilter, type Context } from "../platform/scope.ts";

const kinds = {
  entries: { table: sql`entries`, what: "The entry" },
  groups: { table: sql`groups`, what: "The group" },
  ledgers: { table: sql`ledgers`, what: "The ledger" },
} as const;

/**
 * The tenant by which a list of the books is filtered, as {@link tenantFilter} gives it; null for all
 * that the caller may read.
 *
 * @throws Refusal `not_found`; `module_off` when it is one that has switched its books off.
 */
export async function booksFilter(
  context: Context,
  asked: number | undefined,
): Promise<number | null> {
  const tenantId = tenantFilter(context, asked);
  if (tenantId !== null) await requireModule(context.tx, tenantId, "accounting");
  return tenantId;
}

/**
 * The tenant in whose books a row is: {@link ownerOf}, when its books are switched on.
 *
 * @throws Refusal `not_found`; `module_off`.
 */
export async function tenantOf(
  context: Context,
  kind: keyof typeof kinds,
  id: number,
  asked?: number,
): Promise<number> {
  const tenantId = await ownerOf(context, kind, id, asked);
  await requireModule(context.tx, tenantId, "accounting");
  return tenantId;
}

/**
 * The tenant that a row belongs to, when only its id is known. Every key begins with the tenant, so the
 * statements that follow name it; where the caller may read several, each is asked by its own key.
 *
 * @param asked narrows the search to one tenant, as {@link tenantFilter} does.
 * @throws Refusal `not_found` when no tenant that the caller may read has it.
 */
export async function ownerOf(
  context: Context,
  kind: keyof typeof kinds,
  id: number,
  asked?: number,
): Promise<number> {
  const tenantId = tenantFilter(context, asked);
  const { table, what } = kinds[kind];
  const { rows } = await sql<{ tenant_id: number }>`
    select r.tenant_id
    from tenants t cross join lateral (
      select tenant_id from ${table} r where r.tenant_id = t.id and r.id = ${id} limit 1) r
    where ${ofTenant(sql`t.id`, tenantId)}
    limit 1`.execute(context.tx);
  const row = atMostOne(rows);
  if (row === undefined) throw notFound(what);
  return row.tenant_id;
}

/**
 * The condition that a column is this tenant, or none when all tenants are meant. It is written only
 * where it holds, since a plan for "this tenant or no tenant" would use no index.
 */
export function ofTenant(
  column: RawBuilder<unknown>,
  tenantId: number | null,
): RawBuilder<unknown> {
  return tenantId === null ? sql`true` : sql`${column} = ${tenantId}`;
}

/** Conditions that must all hold; none are true. */
export function all(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/** Finds rows whose name or code contains the text, in any letter case; its wildcards mean themselves. */
export function named(
  name: RawBuilder<unknown>,
  code: RawBuilder<unknown>,
  search: string | undefined,
): RawBuilder<unknown> {
  if (search === undefined || search === "") return sql`true`;
  const like = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql`(${name} ilike ${like} or ${code} ilike ${like})`;
}
