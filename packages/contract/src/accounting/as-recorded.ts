import { FIRST_DAY } from "@kontor/books/calendar-date";
import { z } from "zod";

import { fact, type Fact } from "../facts.ts";
import { formatLongMoment } from "../format.ts";
import type { List } from "../list.ts";

const momentSentence = "Give a moment as 2026-03-31T16:00:00Z.";

/** A moment in UTC as text, for addresses. The calendar of the books begins in 1900. */
export const recordedMoment = z.iso
  .datetime({ error: momentSentence })
  .refine((text) => text >= FIRST_DAY, { error: momentSentence });

export const recordedUpTo = recordedMoment.optional();

/**
 * A report as of an earlier moment of recording: leaves out what was recorded later, and uses the
 * revisions that were current at that moment. Names and groups are the present ones. For one
 * organization at a time.
 */
export const recordedUpToFilter = { recorded_up_to: recordedUpTo };

/**
 * Leaves out the year-end closings within the range, as the profit and loss of one organization
 * does.
 */
export const closingFilter = {
  closing: z.enum(["without"], { error: "Say without, or leave it out." }).optional(),
};

/** The note on a printout that leaves out year-end closings. */
export function closingsFact(closing: "without" | undefined): readonly Fact[] {
  return fact("Year-End Closings", closing && "Left out");
}

/** The note on a printout with the moment as of which it shows the books; empty for now. */
export function recordedFact(recorded: string | undefined): readonly Fact[] {
  return fact("As Recorded At", recorded && formatLongMoment(new Date(recorded)));
}

/** Marks a line whose figures have changed by entries recorded since that moment. */
export const changedSinceMoment = z.boolean();

/** A column with that mark, for reports as of an earlier moment. */
export const changedColumn = {
  header: "Since",
  kind: "text" as const,
  width: 11,
  value: (row: { changed: boolean }) => (row.changed ? "Changed" : null),
  phone: "detail" as const,
};

/**
 * How an entry has changed since a moment. A back-dated entry was added later for a day on or
 * before the day of that moment.
 */
export const entryChanges = ["ADDED", "BACK_DATED", "EDITED"] as const;

export const entryChangeTitles = {
  ADDED: "Added",
  BACK_DATED: "Back-dated",
  EDITED: "Edited",
} as const;

/**
 * The list of a report as of an earlier moment; for the present one, without the column of changes.
 */
export function withChangedColumn<Row, Key extends string>(
  list: List<Row, Key | "changed">,
  recorded: string | undefined,
): List<Row, Key | "changed"> {
  const all = Object.keys(list.columns) as (Key | "changed")[];
  const shown = (keys = all) => keys.filter((key) => recorded !== undefined || key !== "changed");
  return {
    ...list,
    screen: shown(list.screen?.slice()),
    sheet: shown(list.sheet?.slice()),
    paper: shown(list.paper?.slice()),
  };
}
