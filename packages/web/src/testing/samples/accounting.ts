import { ZERO } from "@kontor/books/money";
import type { getLedger } from "@kontor/contract/accounting";
import type { DataOf } from "@kontor/contract/endpoint";

/** A ledger of Acme Corporation, which is the organization 7. */
export function sampleLedger(
  more: Partial<DataOf<typeof getLedger>> = {},
): DataOf<typeof getLedger> {
  return {
    id: 31,
    tenant_id: 7,
    org_name: "Acme Corporation",
    group_id: 3,
    group_code: "01-01",
    group_name: "Cash and bank",
    parent_ledger_id: null,
    parent_ledger_name: null,
    code: "01-01-0003",
    name: "Front till",
    op_balance: ZERO,
    op_balance_dc: "DR",
    cl_balance: ZERO,
    cl_balance_dc: "DR",
    own_balance: ZERO,
    own_balance_dc: "DR",
    notes: "",
    count_sub_ledgers: 0,
    version: 1,
    created_at: new Date("2026-03-02T09:00:00Z"),
    ...more,
  };
}
