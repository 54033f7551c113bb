import { CloseButton, TextInput, type TextInputProps } from "@mantine/core";
import { IconCalendar } from "@tabler/icons-react";
import { Suspense, useEffect, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import { flushSync } from "react-dom";

import { focusOnPageOpen, useFocusedByDialog } from "../../platform/form/first-field.ts";
import { isFocusedForError } from "../../platform/form/focus-for-error.ts";
import { lazyComponent } from "../../platform/loading/lazy-component.ts";
import { useTypedDay } from "./use-typed-day.ts";

const Calendar = lazyComponent(() => import("./calendar.tsx"), "Calendar");

export type DateInputProps = Omit<
  TextInputProps,
  "value" | "defaultValue" | "onChange" | "type"
> & {
  /** `YYYY-MM-DD`, a text that is not a date, or null for none. */
  value: string | null;
  /**
   * Called with a date as soon as a complete one is typed, and on blur also with a text that is not
   * a date.
   */
  onChange: (value: string | null) => void;
  /** The first and the last day that can be chosen, `YYYY-MM-DD`. */
  minDate?: string | undefined;
  maxDate?: string | undefined;
  /** A day of the past, such as of birth: "95" is a year of the last century. */
  past?: boolean;
  clearable?: boolean;
  /**
   * The first field of its page: it gets the focus when the page opens, and the calendar stays
   * closed.
   */
  first?: boolean;
};

/**
 * A date field: `YYYY-MM-DD` in code and DD/MM/YYYY on the screen. Its calendar is loaded when the
 * first such field is shown. Typed text is parsed from the start.
 */
export function DateInput(props: DateInputProps) {
  const { value, onChange, minDate, maxDate, past, clearable, first = false, ...more } = props;
  const { error, ...rest } = more;
  const { onBlur, onKeyDown, ...others } = rest;
  const field = useRef<HTMLInputElement>(null);
  const isFocusing = useFirstFocus(first, field);
  const [opened, setOpened] = useState(false);
  const limits = {
    ...(minDate && { minDate }),
    ...(maxDate && { maxDate }),
    ...(past && { past }),
  };
  const { text, problem, type, take, settle } = useTypedDay(value, onChange, limits);
  const leave = () => {
    setOpened(false);
    settle();
  };
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    // A form reads its fields when Enter submits it, so the date must be set by then.
    if (event.key === "Enter") flushSync(leave);
    if (event.key === "Escape" && opened) {
      event.stopPropagation();
      setOpened(false);
    }
    onKeyDown?.(event);
  };
  return (
    <>
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
        // When a form focuses the field because of an error, the calendar would cover the error.
        onFocus={() => setOpened(!isFocusing() && !isFocusedForError() && !error)}
        onClick={() => setOpened(true)}
        onKeyDown={onKey}
        // Escape must reach this field, where it closes the calendar, before a surrounding dialog.
        data-mantine-stop-propagation={opened || undefined}
        onBlur={(event) => {
          leave();
          onBlur?.(event);
        }}
      />
      <Suspense>
        <Calendar
          {...{ field, text, value, limits }}
          opened={opened && !others.disabled && !others.readOnly}
          onDismiss={() => setOpened(false)}
          onChoose={(day) => {
            take(day);
            setOpened(false);
          }}
        />
      </Suspense>
    </>
  );
}

/**
 * Focuses the first field of a page when the page opens.
 *
 * @returns whether the page or an opening dialog, and not the user, is focusing the field at the
 *   moment.
 */
function useFirstFocus(first: boolean, field: RefObject<HTMLInputElement | null>): () => boolean {
  const focusing = useRef(false);
  useEffect(() => {
    if (!first) return;
    focusing.current = true;
    focusOnPageOpen(field.current);
    focusing.current = false;
  }, [first, field]);
  const isFocusedByDialog = useFocusedByDialog();
  return () => isFocusedByDialog(field.current) || focusing.current;
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
