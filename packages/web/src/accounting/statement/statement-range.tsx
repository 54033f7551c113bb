import { Button } from "@mantine/core";
import { useState, type FormEvent } from "react";

import { notifyBriefError } from "../../platform/message/notify.tsx";
import { DayRangeInputs } from "../../ui/filter/day-filters.tsx";

import classes from "./statement.module.css";

type Range = { start_date: string; end_date: string };

type StatementRangeProps = {
  /** The range that is shown now, or null for the whole statement. */
  range: Range | null;
  onRange: (range: Range | null) => void;
};

/** Narrows a statement to a range of days; the end day is part of it. */
export function StatementRange({ range, onRange }: StatementRangeProps) {
  const [start, setStart] = useState(range?.start_date ?? null);
  const [end, setEnd] = useState(range?.end_date ?? null);
  const [clears, setClears] = useState(0);
  // Another range in the address replaces what is in the fields. A `key` would do so as well, but
  // would remove the button that has the focus.
  const address = `${range?.start_date} ${range?.end_date}`;
  const [known, setKnown] = useState(address);
  if (known !== address) {
    setKnown(address);
    setStart(range?.start_date ?? null);
    setEnd(range?.end_date ?? null);
  }
  const backwards = start !== null && end !== null && start > end;
  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (start === null || end === null) {
      notifyBriefError("Please select both start and end dates");
    } else if (!backwards) {
      onRange({ start_date: start, end_date: end });
    }
  };
  const change = (days: { start_date?: string | undefined; end_date?: string | undefined }) => {
    if ("start_date" in days) setStart(days.start_date ?? null);
    if ("end_date" in days) setEnd(days.end_date ?? null);
    // A preset range is complete, so it applies at once.
    const { start_date, end_date } = days;
    if (start_date !== undefined && end_date !== undefined) onRange({ start_date, end_date });
  };
  const clear = () => {
    setStart(null);
    setEnd(null);
    setClears(clears + 1);
    onRange(null);
  };
  return (
    <form className={classes.range} aria-label="Date range" noValidate onSubmit={apply}>
      <DayRangeInputs
        // A text that is not a date is cleared as well.
        key={clears}
        range={{ start_date: start ?? undefined, end_date: end ?? undefined }}
        error={backwards && "The end date is before the start date."}
        onChange={change}
      />
      <Button type="submit" variant="default">
        Filter
      </Button>
      <Button variant="default" onClick={clear}>
        Clear
      </Button>
    </form>
  );
}
