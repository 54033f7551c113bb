import { isCalendarDate } from "@kontor/books/calendar-date";

/*
 * What a list keeps in the address, so that going back and sharing a link bring the same rows. What is
 * not understood is left out, never an error, because people edit and cut addresses.
 */

/** A text of the address, or undefined when there is none. The router reads digits as numbers. */
export function readText(raw: unknown): string | undefined {
  const text = typeof raw === "number" ? String(raw) : raw;
  return typeof text === "string" && text.trim() !== "" ? text.slice(0, 100) : undefined;
}

/** A whole number above zero of the address: an id or a page. */
export function readCount(raw: unknown): number | undefined {
  const number = typeof raw === "string" ? Number(raw) : raw;
  return typeof number === "number" && Number.isSafeInteger(number) && number > 0
    ? number
    : undefined;
}

/** A business date of the address, `YYYY-MM-DD`. */
export function readDay(raw: unknown): string | undefined {
  return typeof raw === "string" && isCalendarDate(raw) ? raw : undefined;
}
