import { TextInput } from "@mantine/core";
import { lazy, Suspense } from "react";

import type { CalendarDateInputProps } from "./calendar-date-input.tsx";

const CalendarDateInput = lazy(async () => ({
  default: (await import("./calendar-date-input.tsx")).CalendarDateInput,
}));

/**
 * A date field, `YYYY-MM-DD` inside and DD/MM/YYYY outside. The calendar is loaded when the first one
 * is shown; until then a field of the same size stands there.
 */
export function DateInput(props: CalendarDateInputProps) {
  const { label, description, error, required, w } = props;
  return (
    <Suspense
      fallback={<TextInput {...{ label, description, error, required, w }} disabled value="" />}
    >
      <CalendarDateInput {...props} />
    </Suspense>
  );
}

type DayRangeInputsProps = {
  range: { start_date?: string | undefined; end_date?: string | undefined };
  /** What is wrong with the end. */
  error: string | undefined;
  onChange: (change: DayRangeInputsProps["range"]) => void;
};

/** The days between which a list shows what happened; an empty field sets no limit. */
export function DayRangeInputs({ range, error, onChange }: DayRangeInputsProps) {
  const { start_date, end_date } = range;
  return (
    <>
      <DateInput
        label="Start Date"
        w={{ base: "100%", sm: 150 }}
        clearable
        value={start_date ?? null}
        maxDate={end_date}
        onChange={(value) => onChange({ start_date: value ?? undefined })}
      />
      <DateInput
        label="End Date"
        w={{ base: "100%", sm: 150 }}
        clearable
        value={end_date ?? null}
        minDate={start_date}
        error={error}
        onChange={(value) => onChange({ end_date: value ?? undefined })}
      />
    </>
  );
}
