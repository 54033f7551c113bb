import { addMonths } from "@kontor/books/calendar-date";

import { readCount, type Raw } from "../platform/address.ts";
import { today } from "../platform/clock.ts";

/** The address of a record's page: its organization. */
export type RecordSearch = { tenant_id?: number | undefined };

/** The address of a new entry: its organization, and the entry that it copies, if any. */
export type AddEntrySearch = RecordSearch & { copy_of?: number | undefined };

/**
 * The address of a new ledger: its organization, and its place in the chart, which means nothing
 * without the organization.
 */
export type AddLedgerSearch = RecordSearch & {
  group_id?: number | undefined;
  parent_ledger_id?: number | undefined;
};

/** Reads the place of a new ledger from an address; without an organization there is none. */
export function readAddLedgerSearch(raw: Raw): AddLedgerSearch {
  const tenant_id = readCount(raw["tenant_id"]);
  return {
    tenant_id,
    group_id: tenant_id && readCount(raw["group_id"]),
    parent_ledger_id: tenant_id && readCount(raw["parent_ledger_id"]),
  };
}

/** The default range of entries: last month through today. */
export function usualRange(): { start_date: string; end_date: string } {
  const end_date = today();
  return { start_date: addMonths(end_date, -1), end_date };
}
