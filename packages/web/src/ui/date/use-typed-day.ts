import { isCalendarDate } from "@kontor/books/date-parts";
import { formatDate } from "@kontor/contract/format";
import { useState } from "react";

import { today } from "../../platform/clock.ts";
import { parseFullDate, formatDateInput, parseDateInput } from "./typed-date.ts";

/** The first and the last day that can be chosen, `YYYY-MM-DD`. */
export type DayLimits = {
  minDate?: string;
  maxDate?: string;
  /** A day of the past: a two-digit year that would be in the future is in the last century. */
  past?: boolean;
};

/** The day that a text means in a field with these limits; null for none. */
export function parseDayInput(text: string, { past = false }: DayLimits): string | null {
  return parseDateInput(text, today(), past ? today() : undefined);
}

const textOf = (value: string | null): string =>
  value !== null && isCalendarDate(value) ? formatDateInput(value) : (value ?? "");

/** The error of a text in a field that lost the focus; null when it is a day that can be chosen. */
function problemOf(text: string, limits: DayLimits) {
  const { minDate, maxDate } = limits;
  const date = parseDayInput(text, limits);
  if (date === null) {
    return "This date does not exist. Enter it as 05/03/2026, 5/3, 21, today or +7.";
  }
  if (minDate !== undefined && date < minDate)
    return `Choose ${formatDate(minDate)} or a later day.`;
  if (maxDate !== undefined && date > maxDate)
    return `Choose ${formatDate(maxDate)} or an earlier day.`;
  return null;
}

/**
 * The text in a date field, and the day parsed from it.
 *
 * @param value `YYYY-MM-DD`, a text that is not a date, or null for none.
 * @param onChange called with a date as soon as a complete one is typed, and on blur also with a
 *   text that is not a date.
 */
export function useTypedDay(
  value: string | null,
  onChange: (value: string | null) => void,
  limits: DayLimits,
) {
  const [text, setText] = useState(textOf(value));
  const [problem, setProblem] = useState<string | null>(null);
  const [known, setKnown] = useState(value);
  const [sent, setSent] = useState(value);
  // A new value from outside replaces the text, also one that the field had or sent before. The
  // field's own value, passed back, does not.
  if (known !== value) {
    setKnown(value);
    if (value !== sent) {
      setText(textOf(value));
      setProblem(null);
      setSent(value);
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
    const date = parseFullDate(next, limits.past ? today() : undefined);
    if (date !== null && problemOf(next, limits) === null) send(date);
  };
  /** Parses the field's text when it loses the focus, or when Enter submits the form. */
  const settle = () => {
    if (text.trim() === "" || text === textOf(value)) return;
    const wrong = problemOf(text, limits);
    if (wrong === null) {
      take(parseDayInput(text, limits));
    } else {
      setProblem(wrong);
      send(text);
    }
  };
  return { text, problem, type, take, settle };
}
