import { tenantParam } from "../platform/organization/scope-filter.ts";

type ChangesFilter = { start_date?: string; end_date?: string; ledger_id?: number };

/** The entries that were recorded after a moment, of some days or on one ledger. */
export function changesLink(
  tenantId: number,
  recorded_up_to: string,
  narrowed: ChangesFilter = {},
) {
  return {
    to: "/app/reports/transaction/changes",
    search: { ...tenantParam(tenantId), recorded_up_to, ...narrowed },
  } as const;
}
