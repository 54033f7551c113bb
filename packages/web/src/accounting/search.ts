import { addMonths } from "@kontor/books/calendar-date";

import { readCount, type Raw } from "../platform/address.ts";
import { today } from "../platform/clock.ts";

/** A new ledger: where it is to stand. */
export type AddLedgerSearch = {
  group_id?: number | undefined;
  parent_ledger_id?: number | undefined;
};

export function readAddLedgerSearch(raw: Raw): AddLedgerSearch {
  return {
    group_id: readCount(raw["group_id"]),
    parent_ledger_id: readCount(raw["parent_ledger_id"]),
  };
}

/** The range of entries that is shown unless somebody asks for another: the last month through today. */
export function usualRange(): { start_date: string; end_date: string } {
  const end_date = today();
  return { start_date: addMonths(end_date, -1), end_date };
}
