import { tenantParam } from "../platform/organization/scope-filter.ts";

/** The page of the chart of accounts. */
export const chartPath = "/app/chart-accounts";

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

/** A link to an entry with its items. The screen of receipts shows entries of any type. */
export function entryLink(tenantId: number, entryId: number) {
  return {
    to: "/app/entries/receipt/edit/$entry_id",
    params: { entry_id: String(entryId) },
    search: { tenant_id: tenantId },
  } as const;
}
