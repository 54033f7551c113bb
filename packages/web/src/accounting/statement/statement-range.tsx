import { Button } from "@mantine/core";
import { useState, type FormEvent } from "react";

import { notifyBriefError } from "../../platform/message/notify.tsx";
import { DateInput } from "../../ui/form/date-input.tsx";

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
  const backwards = start !== null && end !== null && start > end;
  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (start === null || end === null) {
      notifyBriefError("Please select both start and end dates");
    } else if (!backwards) {
      onRange({ start_date: start, end_date: end });
    }
  };
  const clear = () => {
    setStart(null);
    setEnd(null);
    onRange(null);
  };
  return (
    <form className={classes.range} aria-label="Date range" noValidate onSubmit={apply}>
      <DateInput
        label="Start Date"
        value={start}
        onChange={setStart}
        w={{ base: "100%", sm: 160 }}
      />
      <DateInput
        label="End Date"
        value={end}
        onChange={setEnd}
        error={backwards && "The end date lies before the start date."}
        w={{ base: "100%", sm: 160 }}
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
