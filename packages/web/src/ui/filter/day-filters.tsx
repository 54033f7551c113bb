import { isCalendarDate } from "@kontor/books/date-parts";
import { ActionIcon } from "@mantine/core";
import { IconCalendarStats } from "@tabler/icons-react";
import type { ReactNode } from "react";

import { lazyComponent } from "../../platform/loading/lazy-component.ts";
import { DateInput, type DateInputProps } from "../date/date-input.tsx";
import { LoadOnClick } from "../menu/load-on-click.tsx";
import type { MenuButtonProps } from "../menu/replayed-click.ts";

import classes from "./day-filters.module.css";

const loadRangePresetsMenu = () => import("./range-presets-menu.tsx");
const RangePresetsMenu = lazyComponent(loadRangePresetsMenu, "RangePresetsMenu");

/**
 * A date field that filters a list. An invalid day gets an error at the field and leaves the list
 * unchanged.
 */
export function DayFilter({ onChange, ...props }: DateInputProps) {
  return (
    <DateInput
      {...props}
      onChange={(value) => {
        if (value === null || isCalendarDate(value)) onChange(value);
      }}
    />
  );
}

export type DayRange = { start_date?: string | undefined; end_date?: string | undefined };

type DayRangeInputsProps = {
  range: DayRange;
  /** The error of the end date. */
  error?: ReactNode;
  onChange: (change: DayRange) => void;
  labels?: readonly [start: string, end: string];
};

/** The date range of a list. An empty field sets no limit. */
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
      <RangesMenu onChange={onChange} />
    </div>
  );
}

type DayRangeFilterProps = Pick<DayRangeInputsProps, "labels"> & {
  /** The list's filters, from `useListSearch`. */
  view: {
    input: DayRange;
    errors: Readonly<Record<string, string>>;
    clears: number;
    show: (change: DayRange) => void;
  };
};

/** The date range of a list whose filters are in the address. */
export function DayRangeFilter({ view, labels }: DayRangeFilterProps) {
  return (
    <DayRangeInputs
      key={view.clears}
      {...(labels && { labels })}
      range={view.input}
      error={view.errors["end_date"]}
      onChange={view.show}
    />
  );
}

function RangesMenu({ onChange }: Pick<DayRangeInputsProps, "onChange">) {
  return (
    <LoadOnClick
      load={loadRangePresetsMenu}
      renderButton={(props) => <RangesButton aria-haspopup="menu" {...props} />}
    >
      <RangePresetsMenu onChange={onChange} Target={RangesButton} />
    </LoadOnClick>
  );
}

function RangesButton(props: MenuButtonProps) {
  return (
    <ActionIcon
      {...props}
      variant="default"
      size={36}
      aria-label="Usual ranges"
      title="Usual ranges"
    >
      <IconCalendarStats size={18} aria-hidden />
    </ActionIcon>
  );
}
