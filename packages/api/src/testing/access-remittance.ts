import { recordRemittance } from "@kontor/contract/payroll/remittances";

import type { Caller } from "./harness.ts";
import type { FieldValues } from "./valid-requests.ts";

/** What was remitted of a month, of which more is left. */
export async function addRemittance(
  caller: Pick<Caller, "call">,
  tenant_id: number,
  period: string,
): Promise<FieldValues> {
  const remitted = { scheme: "NSITF", amount: "0.01", paid_on: "2026-03-10" };
  const body = { ...remitted, tenant_id, period };
  const { id } = await caller.call(recordRemittance, { body });
  return {
    ...remitted,
    compared: "2026-02",
    from: period,
    to: period,
    "GET /reports/payroll/statutory-schedule kind": "NSITF",
    "GET /reports/payroll/statutory-schedule/export kind": "NSITF",
    "POST /remittances period": period,
    "POST /remittances/{id}/reversal id": id,
  };
}
