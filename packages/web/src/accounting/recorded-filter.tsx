import { formatMoment, lagosOffset } from "@kontor/contract/format";
import { SegmentedControl, Switch } from "@mantine/core";

import { now, today } from "../platform/clock.ts";
import { TimeOfDayInput } from "../ui/date/time-of-day-input.tsx";
import { DayFilter } from "../ui/filter/day-filters.tsx";
import { Notice } from "../ui/page/notice.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { changesLink } from "./links.ts";

import classes from "./recorded-filter.module.css";

type RecordedFilterProps = {
  label?: string;
  /** A moment in UTC; undefined for now. */
  recorded: string | undefined;
  onChange: (recorded: string | undefined) => void;
};

/**
 * The moment as of which the books are shown, to the end of its minute in Lagos. A chosen day
 * counts to its end, or today to the current minute, until a time is entered. A moment in the
 * future is refused at its field, and the report stays as it is.
 */
export function RecordedFilter({
  label = "As Recorded At",
  recorded,
  onChange,
}: RecordedFilterProps) {
  const [day = null, time = ""] = recorded === undefined ? [] : toLagosTime(recorded).split("T");
  const inFuture = recorded !== undefined && isInFuture(recorded) && "This is in the future.";
  const chooseDay = (next: string | null) => {
    if (next === null) onChange(undefined);
    else if (next <= today())
      onChange(endOfMinute(next, day === null || time === endOfDay ? lastMinuteOf(next) : time));
  };
  return (
    <div className={classes.moment}>
      <DayFilter
        label={label}
        clearable
        className={classes.day}
        leftSection={null}
        maxDate={today()}
        value={day}
        error={day !== today() && inFuture}
        onChange={chooseDay}
      />
      {day !== null && (
        <TimeOfDayInput
          label="Time"
          className={classes.time}
          value={time}
          latest={() => (day === today() ? lastMinuteOf(day) : undefined)}
          error={day === today() && inFuture}
          onChange={(next) => onChange(endOfMinute(day, next))}
        />
      )}
    </div>
  );
}

/** A moment as its day and time in Lagos: 2026-03-31T17:00. */
function toLagosTime(moment: string): string {
  return new Date(Date.parse(moment) + lagosOffset).toISOString().slice(0, 16);
}

const endOfDay = "23:59";

/** The last minute of a day, or for today the current minute: `HH:MM`. */
function lastMinuteOf(day: string): string {
  return day === today() ? toLagosTime(now().toISOString()).slice(11) : endOfDay;
}

/**
 * Whether a moment is after the present minute. Only a link can have such a moment; the fields
 * refuse it.
 */
function isInFuture(moment: string): boolean {
  return toLagosTime(moment) > toLagosTime(now().toISOString());
}

/** The moment, in UTC, at which a day begins in Lagos. */
export function startOfDay(day: string): string {
  return fromLagosTime(day, "00:00", 0);
}

/** @param time `HH:MM` */
function endOfMinute(day: string, time: string): string {
  return fromLagosTime(day, time, 59_999);
}

/** A moment in UTC. @param time `HH:MM` in Lagos @param later milliseconds to add */
function fromLagosTime(day: string, time: string, later: number): string {
  return new Date(Date.parse(`${day}T${time}:00.000Z`) - lagosOffset + later).toISOString();
}

type BooksMomentFilterProps = {
  recorded: string | undefined;
  asItIs: boolean;
  onChange: (change: {
    recorded_up_to?: string | undefined;
    as_it_is?: boolean | undefined;
  }) => void;
};

/** The moment as of which lines are shown, or since which they are marked. */
export function BooksMomentFilter({ recorded, asItIs, onChange }: BooksMomentFilterProps) {
  return (
    <>
      <RecordedFilter
        recorded={recorded}
        onChange={(next) =>
          onChange({ recorded_up_to: next, ...(next === undefined && { as_it_is: undefined }) })
        }
      />
      {recorded !== undefined && (
        <SegmentedControl
          aria-label="Which books"
          value={asItIs ? "now" : "then"}
          onChange={(value) => onChange({ as_it_is: value === "now" || undefined })}
          data={[
            { value: "then", label: "As it was" },
            { value: "now", label: "As it is, marked" },
          ]}
        />
      )}
    </>
  );
}

type WithoutClosingsProps = {
  className?: string | undefined;
  size?: "xs";
  closing: "without" | undefined;
  onChange: (change: { closing: "without" | undefined }) => void;
};

/** Leaves out the year-end closings of the days, so that figures agree with a profit and loss. */
export function WithoutClosings({ closing, onChange, ...look }: WithoutClosingsProps) {
  return (
    <Switch
      {...look}
      label="Without year-end closings"
      checked={closing !== undefined}
      onChange={(event) =>
        onChange({ closing: event.currentTarget.checked ? "without" : undefined })
      }
    />
  );
}

type RecordedNoteProps = {
  recorded: string | undefined;
  tenantId: number;
  /** The filters of the books shown, which also apply to the changes. */
  narrowed?: Parameters<typeof changesLink>[2];
  /** Whether the present books are shown, with later changes marked. */
  asItIs?: boolean;
};

/** Shows that a report is as of an earlier moment, and links to the changes since. */
export function RecordedNote({ recorded, tenantId, narrowed, asItIs = false }: RecordedNoteProps) {
  // The server refuses a future moment, so no books are shown.
  if (recorded === undefined || isInFuture(recorded)) return null;
  const moment = formatMoment(new Date(recorded));
  return (
    <Notice
      title={
        asItIs
          ? `Changes recorded after ${moment} are marked`
          : `The books as recorded at ${moment}`
      }
    >
      {asItIs
        ? "These are the current books. Items moved or removed since then appear only in the books as they were."
        : "Later entries are left out, and entries edited later are shown as they were then."}{" "}
      <TextLink underline="always" {...changesLink(tenantId, recorded, narrowed)}>
        What changed since
      </TextLink>
    </Notice>
  );
}
