import { addMonths } from "@kontor/books/calendar-date";
import type { Side } from "@kontor/books/side";

import { today } from "../platform/clock.ts";

/** The address of a record's page: its organization. */
export type RecordSearch = { tenant_id?: number | undefined };

/** The address of a new entry: its organization, and the entry that it copies, if any. */
export type AddEntrySearch = RecordSearch & { copy_of?: number | undefined };

/** What a new entry begins with, such as what a line of a bank statement says. */
export type EntryPrefill = {
  ledgerId: number;
  dc: Side;
  /** In kobo, as digits. */
  amount: string;
  date: string;
  narration: string;
};

declare module "@tanstack/react-router" {
  // A declaration of the library can only be extended by an interface.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface HistoryState {
    /**
     * In the history state and not in the address, because narrations of a bank name people. The
     * browser keeps it while the app is upgraded, so its name and fields do not change.
     */
    filledEntry?: EntryPrefill;
  }
}

/** The default range of entries: last month through today. */
export function defaultEntryRange(): { start_date: string; end_date: string } {
  const end_date = today();
  return { start_date: addMonths(end_date, -1), end_date };
}
