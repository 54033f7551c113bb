import { monthOf } from "@kontor/payroll/month";
import { sql } from "kysely";

import { requireModule } from "../../modules/module-gate.ts";
import { isPostedRun } from "../../payroll/calculation/posted-runs.ts";
import { tenantCondition } from "../../platform/database/conditions.ts";
import { exactlyOne } from "../../platform/database/rows.ts";
import { requiredTenant, tenantFilter, type Context } from "../../platform/scope.ts";

/**
 * The tenant to which a report on pay is filtered; null for all that the caller may read.
 *
 * @throws Refusal `not_found`; `module_off` for a tenant with payroll switched off.
 */
export async function payrollFilter(
  context: Context,
  requested: number | undefined,
): Promise<number | null> {
  const tenantId = tenantFilter(context, requested);
  if (tenantId !== null) await requireModule(context.tx, tenantId, "payroll");
  return tenantId;
}

/**
 * The tenant of a report that covers exactly one.
 *
 * @throws Refusal `organization_required`, `not_found`, `module_off`.
 */
export async function payrollTenant(
  context: Context,
  requested: number | undefined,
): Promise<number> {
  const tenantId = requiredTenant(context, requested);
  await requireModule(context.tx, tenantId, "payroll");
  return tenantId;
}

/**
 * The month of a report, `YYYY-MM`: the requested one, else the latest with an approved payroll,
 * else the present one.
 *
 * @param tenantId null for all that the caller may read
 */
export async function monthOrLatest(
  { tx, clock }: Pick<Context, "tx" | "clock">,
  tenantId: number | null,
  requested: string | undefined,
): Promise<string> {
  if (requested !== undefined) return requested;
  const { rows } = await sql<{ latest: string | null }>`
    select max(r.period) as latest from payroll_runs r
    where ${tenantCondition(sql`r.tenant_id`, tenantId)} and ${isPostedRun(sql`r`)}`.execute(tx);
  return monthOf(exactlyOne(rows).latest ?? clock.today());
}
