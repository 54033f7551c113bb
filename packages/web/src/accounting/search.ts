import { addMonths } from "@kontor/books/calendar-date";

import { today } from "../platform/clock.ts";

/** The address of a record's page: its organization. */
export type RecordSearch = { tenant_id?: number | undefined };

/** The address of a new entry: its organization, and the entry that it copies, if any. */
export type AddEntrySearch = RecordSearch & { copy_of?: number | undefined };

/** The default range of entries: last month through today. */
export function usualRange(): { start_date: string; end_date: string } {
  const end_date = today();
  return { start_date: addMonths(end_date, -1), end_date };
}
