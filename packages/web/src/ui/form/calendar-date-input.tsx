import "@mantine/dates/styles.layer.css";
import { DateInput, type DateInputProps } from "@mantine/dates";
import { IconCalendar } from "@tabler/icons-react";

import { parseTypedDate, printTypedDate } from "./typed-date.ts";

export type CalendarDateInputProps = Omit<
  DateInputProps,
  "value" | "defaultValue" | "onChange" | "valueFormat" | "dateParser"
> & {
  /** `YYYY-MM-DD`, or null for none. */
  value: string | null;
  onChange: (value: string | null) => void;
};

/** The date field itself; screens use `DateInput` of date-input.tsx, which loads this one. */
export function CalendarDateInput({ value, onChange, ...others }: CalendarDateInputProps) {
  return (
    <DateInput
      placeholder="DD/MM/YYYY"
      leftSection={<IconCalendar size={16} aria-hidden />}
      leftSectionPointerEvents="none"
      allowDeselect
      hideOutsideDates
      weekendDays={[]}
      {...others}
      value={value}
      onChange={onChange}
      valueFormat={printTypedDate}
      dateParser={parseTypedDate}
      clearButtonProps={{ "aria-label": "Clear date" }}
      ariaLabels={{
        previousMonth: "Previous month",
        nextMonth: "Next month",
        previousYear: "Previous year",
        nextYear: "Next year",
        previousDecade: "Previous ten years",
        nextDecade: "Next ten years",
      }}
    />
  );
}
