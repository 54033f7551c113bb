import { isCalendarDate } from "@kontor/books/calendar-date";
import { ActionIcon, Menu, TextInput, Tooltip } from "@mantine/core";
import { IconCalendar, IconCalendarStats } from "@tabler/icons-react";
import { Suspense, useRef, useState, type ReactNode, type RefObject } from "react";

import { today } from "../../platform/clock.ts";
import { lazyPart } from "../../platform/part/lazy-part.ts";
import type { CalendarDateInputProps, Marked } from "../date/calendar-date-input.tsx";
import { rangePresets } from "../date/range-presets.ts";
import { printTypedDate } from "../date/typed-date.ts";

import classes from "./date-input.module.css";

const CalendarDateInput = lazyPart(
  () => import("../date/calendar-date-input.tsx"),
  "CalendarDateInput",
);

/**
 * A date field, `YYYY-MM-DD` inside and DD/MM/YYYY outside. The calendar is loaded when the first
 * one is shown; until then a field that looks the same shows the day,
 * whose focus, typed text and marked characters it takes over.
 */
export function DateInput(props: CalendarDateInputProps) {
  const [entered, setEntered] = useState<string | null>(null);
  const marked = useRef<Marked>(null);
  return (
    <Suspense
      fallback={<RestingField {...props} typed={entered} onType={setEntered} marked={marked} />}
    >
      <CalendarDateInput {...props} entered={entered} marked={marked} />
    </Suspense>
  );
}

type RestingFieldProps = CalendarDateInputProps & {
  /** What is in the field once it has the focus; null before. */
  typed: string | null;
  onType: (text: string) => void;
  /** Gets what is marked in the field when it goes. */
  marked: RefObject<Marked>;
};

function RestingField({ typed, onType, marked, ...props }: RestingFieldProps) {
  const { label, description, error, required, withAsterisk, w, className, value } = props;
  const frame = { label, description, error, required, withAsterisk, w, className };
  // A day that blinks would look as if it had been taken away.
  const shown = value !== null && isCalendarDate(value) ? printTypedDate(value) : "";
  return (
    <TextInput
      {...frame}
      ref={(field) => () => {
        if (field) marked.current = [field.selectionStart, field.selectionEnd];
      }}
      disabled={props.disabled}
      placeholder="DD/MM/YYYY"
      leftSection={
        props.leftSection === undefined ? <IconCalendar size={16} aria-hidden /> : props.leftSection
      }
      leftSectionPointerEvents="none"
      autoComplete="off"
      value={typed ?? shown}
      onChange={(event) => onType(event.currentTarget.value)}
      onFocus={(event) => onType(event.currentTarget.value)}
    />
  );
}

/**
 * A date field that narrows what is shown. An invalid day is refused at the field, and the list
 * stays as it is.
 */
export function DayFilter({ onChange, ...props }: CalendarDateInputProps) {
  return (
    <DateInput
      {...props}
      onChange={(value) => {
        if (value === null || isCalendarDate(value)) onChange(value);
      }}
    />
  );
}

type DayRange = { start_date?: string | undefined; end_date?: string | undefined };

type DayRangeInputsProps = {
  range: DayRange;
  /** What is wrong with the end. */
  error?: ReactNode;
  onChange: (change: DayRange) => void;
  labels?: readonly [start: string, end: string];
};

/** The range of days of a list; an empty field sets no limit. */
export function DayRangeInputs({
  range,
  error,
  onChange,
  labels = ["Start Date", "End Date"],
}: DayRangeInputsProps) {
  const { start_date, end_date } = range;
  return (
    <div className={classes.range}>
      <DayFilter
        label={labels[0]}
        className={classes.day}
        leftSection={null}
        clearable
        value={start_date ?? null}
        onChange={(day) => onChange({ start_date: day ?? undefined })}
      />
      <DayFilter
        label={labels[1]}
        className={classes.day}
        leftSection={null}
        clearable
        value={end_date ?? null}
        error={error}
        onChange={(day) => onChange({ end_date: day ?? undefined })}
      />
      <Menu position="bottom-end">
        <Menu.Target>
          <Tooltip label="Usual ranges">
            <ActionIcon variant="default" size={36} aria-label="Usual ranges">
              <IconCalendarStats size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          {rangePresets(today()).map(({ label, ...days }) => (
            <Menu.Item key={label} onClick={() => onChange(days)}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
