import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import type { listRepaymentLedgers } from "@kontor/contract/salary-advances/repayments";

import { cashLedgers } from "../../accounting/chart/cash-ledgers.ts";
import { organizationAt } from "../../platform/organization/organization.ts";
import type { Context } from "../../platform/scope.ts";
import { advanceAt } from "../records/advance.ts";

/**
 * The ledgers that can receive the money of a repayment.
 *
 * @throws Refusal `not_found`
 */
export async function repaymentLedgers(
  context: Context,
  input: InputOf<typeof listRepaymentLedgers>,
): Promise<DataOf<typeof listRepaymentLedgers>> {
  await organizationAt(context, input);
  const { tenant_id } = await advanceAt(context.tx, input);
  return cashLedgers(context.tx, tenant_id);
}
