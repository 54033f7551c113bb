import { readIdParam, type RawSearch } from "../../platform/address.ts";
import type { RecordSearch } from "../search.ts";

/** A new ledger: in whose chart, and its place there, which means nothing without the chart. */
export type AddLedgerSearch = RecordSearch & {
  group_id?: number | undefined;
  parent_ledger_id?: number | undefined;
};

/** Reads the place of a new ledger from an address; without an organization there is none. */
export function readAddLedgerSearch(raw: RawSearch): AddLedgerSearch {
  const tenant_id = readIdParam(raw["tenant_id"]);
  return {
    tenant_id,
    group_id: tenant_id && readIdParam(raw["group_id"]),
    parent_ledger_id: tenant_id && readIdParam(raw["parent_ledger_id"]),
  };
}
