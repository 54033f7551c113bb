import "@mantine/dates/styles.layer.css";
import { formatDate } from "@kontor/contract/format";
import { Popover, Text } from "@mantine/core";
import { DatePicker } from "@mantine/dates";
import { useImperativeHandle, type Ref, type RefObject } from "react";

import { today } from "../../platform/clock.ts";
import { dateOrNull, formatDateInput } from "./typed-date.ts";
import { parseDayInput, type DayLimits } from "./use-typed-day.ts";

import classes from "./calendar.module.css";

type CalendarProps = {
  /** The field below which it opens. */
  field: RefObject<HTMLInputElement | null>;
  opened: boolean;
  onDismiss: () => void;
  /** The text in the field. */
  text: string;
  value: string | null;
  limits: DayLimits;
  onChoose: (day: string | null) => void;
};

/**
 * The calendar below a date field. It shows the month of the typed date, and how the text was
 * parsed.
 */
export function Calendar({
  field,
  opened,
  onDismiss,
  text,
  value,
  limits,
  onChoose,
}: CalendarProps) {
  const { past: _past, ...days } = limits;
  const parsed = parseDayInput(text, limits);
  const day = parsed ?? dateOrNull(value);
  return (
    <Popover
      opened={opened}
      onDismiss={onDismiss}
      position="bottom-start"
      trapFocus={false}
      withRoles={false}
    >
      <Popover.Target>
        <Anchor field={field} />
      </Popover.Target>
      {/* The focus stays in the field while the user clicks in the calendar. */}
      <Popover.Dropdown onMouseDown={(event) => event.preventDefault()}>
        {parsed !== null && text !== formatDateInput(parsed) && (
          <Text className={classes.meant} role="status">
            Read as {formatDate(parsed)}
          </Text>
        )}
        <DatePicker
          key={(day ?? "").slice(0, 7)}
          allowDeselect
          hideOutsideDates
          // By itself the picker would highlight the browser's day, which may not be that of Lagos.
          getDayProps={(date) =>
            date === today() ? { "data-today": true, highlightToday: true } : {}
          }
          weekendDays={[]}
          defaultDate={day ?? today()}
          {...days}
          value={day}
          onChange={onChoose}
          ariaLabels={{
            previousMonth: "Previous month",
            nextMonth: "Next month",
            previousYear: "Previous year",
            nextYear: "Next year",
            previousDecade: "Previous ten years",
            nextDecade: "Next ten years",
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

/**
 * Stands in for the field as the popover's target. The field was rendered before this file was
 * loaded, and must not be rendered again inside the popover.
 */
function Anchor({ field, ref }: Pick<CalendarProps, "field"> & { ref?: Ref<HTMLElement> }) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => field.current, [field]);
  return null;
}
