import type { OwedAdvance } from "@kontor/payroll/payslip/input";

import type { Tx } from "../../platform/scope.ts";

/**
 * The advances that people owe, by employee. Until advances are paid out by the product nobody owes any.
 */
export async function owedAdvances(
  _tx: Tx,
  _run: { tenant_id: number },
  _ids: readonly number[],
): Promise<ReadonlyMap<number, readonly OwedAdvance[]>> {
  return Promise.resolve(new Map());
}
