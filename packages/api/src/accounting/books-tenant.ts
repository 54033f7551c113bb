import { requireModule } from "../modules/module-gate.ts";
import { requiredTenant, tenantFilter, type Context } from "../platform/scope.ts";

/**
 * The tenant by which a list of the books is filtered, as from {@link tenantFilter}; null for all
 * that the caller may read.
 *
 * @throws Refusal `not_found`; `module_off` for a tenant whose books are switched off.
 */
export async function booksFilter(
  context: Context,
  requested: number | undefined,
): Promise<number | null> {
  const tenantId = tenantFilter(context, requested);
  if (tenantId !== null) await requireModule(context.tx, tenantId, "accounting");
  return tenantId;
}

/**
 * The tenant whose books a call concerns, as from {@link requiredTenant}, if they are switched on.
 *
 * @throws Refusal `organization_required`, `not_found`, `module_off`.
 */
export async function booksTenant(
  context: Context,
  requested: number | undefined,
): Promise<number> {
  const tenantId = requiredTenant(context, requested);
  await requireModule(context.tx, tenantId, "accounting");
  return tenantId;
}
