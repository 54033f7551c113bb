import { z } from "zod";

import { fact, type Fact } from "../facts.ts";
import { formatLongMoment } from "../format.ts";
import type { List } from "../list.ts";

/** A moment in UTC that stays text, as an address holds it. */
export const recordedUpTo = z.iso
  .datetime({ error: "Give a moment as 2026-03-31T16:00:00Z." })
  .optional();

/**
 * How a report was at an earlier moment: what was recorded after it is left out, and what was revised after it
 * counts as it did then. Names and groups are those of now. Of one organization at a time.
 */
export const asRecorded = { recorded_up_to: recordedUpTo };

/** The moment as of which a paper shows the books; none for now. */
export function recordedFact(recorded: string | undefined): readonly Fact[] {
  return fact("As Recorded At", recorded && formatLongMoment(new Date(recorded)));
}

/** Said of a line whose figures entries recorded since that moment have changed. */
export const changedSince = z.boolean();

/** A column that says so, for reports as they were. */
export const changedColumn = {
  header: "Since",
  kind: "text" as const,
  width: 11,
  value: (row: { changed: boolean }) => (row.changed ? "Changed" : null),
  phone: "detail" as const,
};

/** What became of an entry since a moment; back-dated is what was added for a day on or before that of the moment. */
export const entryChanges = ["ADDED", "BACK_DATED", "EDITED"] as const;

export const changeNames = { ADDED: "Added", BACK_DATED: "Back-dated", EDITED: "Edited" } as const;

/** The list of a report as it was, or as it is: without the column that says what changed since. */
export function withChanges<Row, Key extends string>(
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
