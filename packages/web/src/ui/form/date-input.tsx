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
