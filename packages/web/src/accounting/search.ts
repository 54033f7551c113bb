import { addMonths } from "@kontor/books/calendar-date";

import { today } from "../platform/clock.ts";
import { readCount, readDay, readText } from "../platform/list-search.ts";

/*
 * What the accounting screens keep in the address. Whatever somebody typed there that means nothing
 * is left out, so that no address can break a screen.
 */

type Raw = Readonly<Record<string, unknown>>;

/** The last page that the API takes. */
const lastPage = 100_000_000;

/** A page after the first one; the first needs no mention. */
function pageIn(value: unknown): number | undefined {
  const page = readCount(value);
  return page !== undefined && page > 1 && page <= lastPage ? page : undefined;
}

/** One end of a range that may be open: "" for no limit. */
function limitIn(value: unknown): string | undefined {
  return value === "" ? "" : readDay(value);
}

/** The chart of accounts: `tenant_id` is absent for all organizations, `group_id` for 'Fetch All'. */
export type ChartSearch = {
  search?: string | undefined;
  group_id?: number | undefined;
  tenant_id?: number | undefined;
  page?: number | undefined;
};

export function readChartSearch(raw: Raw): ChartSearch {
  return {
    search: readText(raw["search"]),
    group_id: readCount(raw["group_id"]),
    tenant_id: readCount(raw["tenant_id"]),
    page: pageIn(raw["page"]),
  };
}

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

/** A ledger's own page: the page of its sub-ledgers. */
export type EditLedgerSearch = { page?: number | undefined };

export function readEditLedgerSearch(raw: Raw): EditLedgerSearch {
  return { page: pageIn(raw["page"]) };
}

/** A ledger's statement: both dates or none. */
export type StatementSearch = {
  start_date?: string | undefined;
  end_date?: string | undefined;
  page?: number | undefined;
};

export function readStatementSearch(raw: Raw): StatementSearch {
  const start_date = readDay(raw["start_date"]);
  const end_date = readDay(raw["end_date"]);
  const page = pageIn(raw["page"]);
  const complete = start_date !== undefined && end_date !== undefined && start_date <= end_date;
  return complete ? { start_date, end_date, page } : { page };
}

/**
 * The list of entries. A date that is absent is the usual range's; an empty one sets no limit.
 * `up_to` is the newest entry that the pages reckon with; see `listEntries`.
 */
export type EntriesSearch = {
  start_date?: string | undefined;
  end_date?: string | undefined;
  ledger_id?: number | undefined;
  tenant_id?: number | undefined;
  page?: number | undefined;
  up_to?: number | undefined;
};

export function readEntriesSearch(raw: Raw): EntriesSearch {
  const page = pageIn(raw["page"]);
  return {
    start_date: limitIn(raw["start_date"]),
    end_date: limitIn(raw["end_date"]),
    ledger_id: readCount(raw["ledger_id"]),
    tenant_id: readCount(raw["tenant_id"]),
    page,
    up_to: page === undefined ? undefined : readCount(raw["up_to"]),
  };
}

/** The range of entries that is shown unless somebody asks for another: the last month through today. */
export function usualRange(): { start_date: string; end_date: string } {
  const end_date = today();
  return { start_date: addMonths(end_date, -1), end_date };
}

/** The limits that a search of the entries stands for; null where there is none. */
export function entriesRange(search: EntriesSearch): {
  start_date: string | null;
  end_date: string | null;
} {
  const usual = usualRange();
  return {
    start_date: (search.start_date ?? usual.start_date) || null,
    end_date: (search.end_date ?? usual.end_date) || null,
  };
}
