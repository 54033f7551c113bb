import { sql, type RawBuilder } from "kysely";

import { requireModule } from "../modules/module-gate.ts";
import { oneTenant, tenantFilter, type Context } from "../platform/scope.ts";

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
 * The one tenant whose books a call is about, as {@link oneTenant} gives it, when they are switched on.
 *
 * @throws Refusal `organization_required`, `not_found`, `module_off`.
 */
export async function booksOf(context: Context, asked: number | undefined): Promise<number> {
  const tenantId = oneTenant(context, asked);
  await requireModule(context.tx, tenantId, "accounting");
  return tenantId;
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
