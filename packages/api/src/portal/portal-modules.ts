import type { ErrorCode } from "@kontor/contract/error-codes";
import type { ModuleId } from "@kontor/contract/reference/modules";

import { moduleEnabled } from "../modules/module-gate.ts";
import { Refusal } from "../platform/refusal.ts";
import type { Context } from "../platform/scope.ts";
import { mailSenderOf } from "../templates/compose.ts";
import { hasPortal, type PortalAccount } from "./accounts.ts";

type PortalCaller = Pick<Context, "tx" | "environment"> & {
  readonly employee: Pick<PortalAccount, "tenant_id" | "organization">;
};

/** The error code for each part whose module is off. */
const moduleOffCodes = {
  payroll: "portal_no_payslips",
  salary_advance: "portal_no_advances",
} as const satisfies Partial<Record<ModuleId, ErrorCode>>;

/**
 * @throws Refusal `portal_no_payslips`, `portal_no_advances` while the organization has the part's
 *   module switched off
 */
export async function requirePortalModule(
  context: PortalCaller,
  part: keyof typeof moduleOffCodes,
): Promise<void> {
  if (await moduleEnabled(context.tx, context.employee.tenant_id, part)) return;
  throw await moduleRefusal(context, moduleOffCodes[part]);
}

/**
 * @throws Refusal `portal_modules_off` while the organization has all modules of the portal
 *   switched off
 */
export async function requirePortal(context: PortalCaller): Promise<void> {
  if (await hasPortal(context.tx, context.employee.tenant_id)) return;
  throw await moduleRefusal(context, "portal_modules_off");
}

async function moduleRefusal(context: PortalCaller, code: ErrorCode): Promise<Refusal> {
  const { tenant_id, organization } = context.employee;
  const { values } = await mailSenderOf(context, tenant_id);
  return new Refusal(code, { organization, support: values.support_email });
}
