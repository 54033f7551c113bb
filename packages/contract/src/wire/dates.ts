import { isCalendarDate } from "@kontor/books/date-parts";
import { z } from "zod";

/** A business date in Africa/Lagos, `YYYY-MM-DD`, that exists in the calendar. */
export const date = z
  .string({
    // An empty date field of a screen, where dates are typed day first, is null.
    error: ({ input }) =>
      input === null || input === undefined ? "Enter a date." : "Give a date as YYYY-MM-DD.",
  })
  .refine(isCalendarDate, { error: "Give a date that exists, as YYYY-MM-DD." })
  .meta({ format: "date" });

/** Days of a list, both ends included; an absent one sets no limit. */
export const dayRange = { start_date: date.optional(), end_date: date.optional() };

/** Whether a range of days is in order. */
export function daysInOrder(range: {
  start_date?: string | undefined;
  end_date?: string | undefined;
}): boolean {
  return !range.start_date || !range.end_date || range.start_date <= range.end_date;
}

/** The message for a range that is not. */
export const daysOutOfOrder = {
  path: ["end_date"],
  error: "The end date is before the start date.",
};
