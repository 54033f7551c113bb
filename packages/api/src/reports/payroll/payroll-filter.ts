import { requireModule } from "../../modules/module-gate.ts";
import { oneTenant, tenantFilter, type Context } from "../../platform/scope.ts";

/**
 * The tenant by which a report on pay is filtered; null for all that the caller may read.
 *
 * @throws Refusal `not_found`; `module_off` for a tenant with payroll switched off.
 */
export async function payrollFilter(
  context: Context,
  asked: number | undefined,
): Promise<number | null> {
  const tenantId = tenantFilter(context, asked);
  if (tenantId !== null) await requireModule(context.tx, tenantId, "payroll");
  return tenantId;
}

/**
 * The one tenant whose pay a report covers.
 *
 * @throws Refusal `organization_required`, `not_found`, `module_off`.
 */
export async function payrollOf(context: Context, asked: number | undefined): Promise<number> {
  const tenantId = oneTenant(context, asked);
  await requireModule(context.tx, tenantId, "payroll");
  return tenantId;
}
