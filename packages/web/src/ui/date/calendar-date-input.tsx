import "@mantine/dates/styles.layer.css";
import { isCalendarDate } from "@kontor/books/calendar-date";
import { formatDate } from "@kontor/contract/format";
import { CloseButton, Popover, Text, TextInput, type TextInputProps } from "@mantine/core";
import { DatePicker } from "@mantine/dates";
import { IconCalendar } from "@tabler/icons-react";
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from "react";
import { flushSync } from "react-dom";

import { today } from "../../platform/clock.ts";
import { focusFirst } from "../../platform/form/first-field.ts";
import { isFocusedForError } from "../../platform/form/forms.ts";
import { parseTypedDate, printTypedDate, readTypedDate } from "./typed-date.ts";

import classes from "./calendar-date-input.module.css";

export type CalendarDateInputProps = Omit<
  TextInputProps,
  "value" | "defaultValue" | "onChange" | "type"
> & {
  /** `YYYY-MM-DD`, a text that is no date, or null for none. */
  value: string | null;
  /** Gets a date as soon as a whole one is typed; on leaving the field also what is no date, as it was typed. */
  onChange: (value: string | null) => void;
  /** The first and the last day that can be chosen, `YYYY-MM-DD`. */
  minDate?: string | undefined;
  maxDate?: string | undefined;
  clearable?: boolean;
  /** The first field of its page, which has the focus when the page opens, with the calendar still closed. */
  first?: boolean;
};

/** The first of the marked characters of a field and the one behind the last; the same number where the caret is. */
export type Marked = [start: number | null, end: number | null] | null;

const textOf = (value: string | null): string =>
  value !== null && isCalendarDate(value) ? printTypedDate(value) : (value ?? "");

type Limits = { minDate?: string; maxDate?: string };

/** The error of a text left in the field; null when it is a day that can be chosen. */
function problemOf(text: string, { minDate, maxDate }: Limits) {
  const date = readTypedDate(text, today());
  if (date === null) {
    return "There is no such day. Type it as 05/03/2026, 5/3, 21, today or +7.";
  }
  if (minDate !== undefined && date < minDate)
    return `Choose ${formatDate(minDate)} or a later day.`;
  if (maxDate !== undefined && date > maxDate)
    return `Choose ${formatDate(maxDate)} or an earlier day.`;
  return null;
}

/** The date field itself; screens use `DateInput` of date-input.tsx, which loads this one. */
export function CalendarDateInput({
  entered = null,
  marked,
  ...props
}: CalendarDateInputProps & {
  /** The text of the field that stood here until this one was loaded, where that had the focus. */
  entered?: string | null;
  /** What was marked in that field. */
  marked?: RefObject<Marked>;
}) {
  const { value, onChange, minDate, maxDate, clearable, first = false, error, ...rest } = props;
  const { onBlur, onKeyDown, ...others } = rest;
  const field = useRef<HTMLInputElement>(null);
  const isFocusing = useFirstFocus(first, entered, marked, field);
  const [opened, setOpened] = useState(false);
  const limits = { ...(minDate && { minDate }), ...(maxDate && { maxDate }) };
  const { text, problem, type, take, settle } = useTypedDay(value, entered, onChange, limits);
  const takeOver = useEffectEvent(() => {
    if (entered === null || entered === textOf(value)) return;
    if (document.activeElement === field.current) type(entered);
    else settle();
  });
  // What was typed before this field was there is read as if it had been typed here, or left by now.
  useEffect(() => takeOver(), []);
  const leave = () => {
    setOpened(false);
    settle();
  };
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    // A form reads its fields when Enter sends it, so the date must be there by then.
    if (event.key === "Enter") flushSync(leave);
    if (event.key === "Escape" && opened) {
      event.stopPropagation();
      setOpened(false);
    }
    onKeyDown?.(event);
  };
  return (
    <Popover
      opened={opened && !others.disabled && !others.readOnly}
      onDismiss={() => setOpened(false)}
      position="bottom-start"
      trapFocus={false}
      withRoles={false}
    >
      <Popover.Target>
        <TextInput
          autoComplete="off"
          placeholder="DD/MM/YYYY"
          leftSection={<IconCalendar size={16} aria-hidden />}
          leftSectionPointerEvents="none"
          rightSection={
            clearable && text !== "" && !others.disabled ? (
              <ClearButton onClick={() => take(null)} />
            ) : null
          }
          {...others}
          ref={field}
          value={text}
          error={problem ?? error}
          onChange={(event) => {
            setOpened(true);
            type(event.currentTarget.value);
          }}
          // The calendar would lie over the error for which a form focuses the field.
          onFocus={() => setOpened(!isFocusing() && !isFocusedForError() && !error)}
          onClick={() => setOpened(true)}
          onKeyDown={onKey}
          onBlur={(event) => {
            leave();
            onBlur?.(event);
          }}
        />
      </Popover.Target>
      {/* The focus stays in the field while the mouse chooses. */}
      <Popover.Dropdown onMouseDown={(event) => event.preventDefault()}>
        <Days
          text={text}
          value={value}
          limits={limits}
          onChoose={(day) => {
            take(day);
            setOpened(false);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

/**
 * Focuses the first field of a page when the page opens, and a field whose focus it takes over.
 *
 * @returns whether that, or the dialog that opens, focuses the field just now, not the user.
 */
function useFirstFocus(
  first: boolean,
  entered: string | null,
  marked: RefObject<Marked> | undefined,
  field: RefObject<HTMLInputElement | null>,
): () => boolean {
  const focusing = useRef(false);
  const takeFocus = useEffectEvent(() => {
    focusing.current = true;
    // The focus is nowhere since the field that had it is gone, unless the user went on meanwhile.
    if (entered !== null && document.activeElement === document.body) {
      field.current?.focus();
      // Typing goes on where it was, and replaces what was marked.
      const [start, end] = marked?.current ?? [entered.length, entered.length];
      field.current?.setSelectionRange(start, end);
    } else if (first) focusFirst(field.current);
    focusing.current = false;
  });
  useEffect(() => takeFocus(), []);
  const opensDialog = useRef(true);
  return () => {
    // A dialog that has just opened focuses the field that is marked so.
    const byDialog = opensDialog.current && field.current?.hasAttribute("data-autofocus") === true;
    opensDialog.current = false;
    return focusing.current || byDialog;
  };
}

/** The text in the field, and the day that is read from it. */
function useTypedDay(
  value: string | null,
  begun: string | null,
  onChange: (value: string | null) => void,
  limits: Limits,
) {
  const [text, setText] = useState(begun ?? textOf(value));
  const [problem, setProblem] = useState<string | null>(null);
  const [known, setKnown] = useState(value);
  const [sent, setSent] = useState(value);
  // A value from outside replaces the text; the field's own value coming back does not.
  if (known !== value) {
    setKnown(value);
    if (value !== sent) {
      setText(textOf(value));
      setProblem(null);
    }
  }
  const send = (next: string | null) => {
    setSent(next);
    if (next !== value) onChange(next);
  };
  const take = (next: string | null) => {
    setText(textOf(next));
    setProblem(null);
    send(next);
  };
  const type = (next: string) => {
    setText(next);
    setProblem(null);
    if (next.trim() === "") send(null);
    const date = parseTypedDate(next);
    if (date !== null && problemOf(next, limits) === null) send(date);
  };
  /** Reads the field's text when it loses focus, or when Enter submits the form. */
  const settle = () => {
    if (text.trim() === "" || text === textOf(value)) return;
    const wrong = problemOf(text, limits);
    if (wrong === null) {
      take(readTypedDate(text, today()));
    } else {
      setProblem(wrong);
      send(text);
    }
  };
  return { text, problem, type, take, settle };
}

function ClearButton({ onClick }: { onClick: () => void }) {
  return (
    <CloseButton
      size="sm"
      aria-label="Clear date"
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    />
  );
}

type DaysProps = {
  text: string;
  value: string | null;
  limits: Limits;
  onChoose: (day: string | null) => void;
};

/** The calendar below the field: the month of the typed date, and how it was understood. */
function Days({ text, value, limits, onChoose }: DaysProps) {
  const meant = readTypedDate(text, today());
  const day = meant ?? (value !== null && isCalendarDate(value) ? value : null);
  return (
    <>
      {meant !== null && text !== printTypedDate(meant) && (
        <Text className={classes.meant} role="status">
          Read as {formatDate(meant)}
        </Text>
      )}
      <DatePicker
        key={(day ?? "").slice(0, 7)}
        allowDeselect
        hideOutsideDates
        highlightToday
        weekendDays={[]}
        defaultDate={day ?? today()}
        {...limits}
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
    </>
  );
}
