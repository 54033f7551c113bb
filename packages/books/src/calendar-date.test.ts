import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  addDays,
  addMonths,
  compareDates,
  dayBefore,
  daysBetween,
  endOfMonth,
  monthsBetween,
  startOfMonth,
} from "./calendar-date.ts";
import { isCalendarDate } from "./date-parts.ts";

const DAY_IN_MS = 86_400_000;
const FIRST_DAY = Date.UTC(1900, 0, 1) / DAY_IN_MS;
const LAST_DAY = Date.UTC(9999, 11, 31) / DAY_IN_MS;

/**
 * Computes the date with the platform's own calendar, as an independent check. Days count from
 * 1970.
 */
function witness(dayNumber: number): string {
  return new Date(dayNumber * DAY_IN_MS).toISOString().slice(0, 10);
}

const dayNumbers = fc.integer({ min: FIRST_DAY, max: LAST_DAY });

describe("isCalendarDate", () => {
  test.each([
    "1900-01-01",
    "9999-12-31",
    "2024-02-29",
    "2000-02-29",
    "2023-02-28",
    "2023-04-30",
    "2023-12-31",
  ])("%s is a date", (text) => {
    expect(isCalendarDate(text)).toBe(true);
  });

  test.each([
    "",
    "2023-02-29",
    "1900-02-29",
    "2100-02-29",
    "2024-02-30",
    "2023-04-31",
    "2023-06-31",
    "2023-09-31",
    "2023-11-31",
    "2023-01-32",
    "2023-00-10",
    "2023-13-10",
    "2023-01-00",
    "1899-12-31",
    "0000-01-01",
    "10000-01-01",
    "2023-1-1",
    "23-01-01",
    "2023/01/01",
    "2023/01-01",
    "2023-01/01",
    "2023-01-1/",
    "2023-01-0:",
    "01-01-2023",
    "20230101",
    "2023-01-01T00:00:00Z",
    " 2023-01-01",
    "2023-01-01\n",
    "+2023-01-01",
    "2023-01-1a",
    "٢٠٢٣-01-01",
  ])("%j is not a date", (text) => {
    expect(isCalendarDate(text)).toBe(false);
  });

  test("agrees with the platform's calendar on every day and every month's end", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1900, max: 9999 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 31 }),
        (year, month, day) => {
          const text = `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
          const rolled = witness(Date.UTC(year, month - 1, day) / DAY_IN_MS);
          expect(isCalendarDate(text)).toBe(rolled === text);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

test("compareDates sorts the earlier date first", () => {
  const sorted = ["2024-02-01", "2023-12-31", "2024-01-31", "2023-12-31"].toSorted(compareDates);
  expect(sorted).toEqual(["2023-12-31", "2023-12-31", "2024-01-31", "2024-02-01"]);
});

describe("addDays", () => {
  test.each([
    ["2024-02-28", 1, "2024-02-29"],
    ["2023-02-28", 1, "2023-03-01"],
    ["2000-02-28", 1, "2000-02-29"], // the last day of 400 years that begin in March
    ["2100-02-28", 1, "2100-03-01"],
    ["2024-03-01", -1, "2024-02-29"],
    ["2023-12-31", 1, "2024-01-01"],
    ["2024-01-01", -1, "2023-12-31"],
    ["2024-01-15", 0, "2024-01-15"],
    ["2024-01-15", 30, "2024-02-14"],
    ["2024-01-01", 366, "2025-01-01"],
    ["1900-01-01", 2_958_463, "9999-12-31"],
  ])("%s plus %s days is %s", (date, days, expected) => {
    expect(addDays(date, days)).toBe(expected);
  });

  test.each([
    ["2023-02-29", 1],
    ["today", 1],
    ["2024-01-01", 0.5],
    ["2024-01-01", Number.NaN],
    ["1900-01-01", -1],
    ["9999-12-31", 1],
    ["2024-01-01", Number.MAX_SAFE_INTEGER],
  ])("refuses to add to %s %s days", (date, days) => {
    expect(() => addDays(date, days)).toThrow(RangeError);
  });

  test("agrees with the platform's calendar, and daysBetween counts the same days", () => {
    fc.assert(
      fc.property(dayNumbers, dayNumbers, (from, to) => {
        expect(addDays(witness(from), to - from)).toBe(witness(to));
        expect(daysBetween(witness(from), witness(to))).toBe(to - from);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("addMonths", () => {
  test.each([
    ["2024-01-31", 1, "2024-02-29"],
    ["2023-01-31", 1, "2023-02-28"],
    ["2024-03-31", -1, "2024-02-29"],
    ["2024-05-31", 1, "2024-06-30"],
    ["2024-01-15", -1, "2023-12-15"],
    ["2023-12-15", 1, "2024-01-15"],
    ["2024-02-29", 12, "2025-02-28"],
    ["2024-02-29", 48, "2028-02-29"],
    ["2024-06-10", 0, "2024-06-10"],
    ["2024-06-10", -18, "2022-12-10"],
  ])("%s plus %s months is %s", (date, months, expected) => {
    expect(addMonths(date, months)).toBe(expected);
  });

  test.each([
    ["2023-02-29", 1],
    ["2024-01-01", 1.5],
    ["1900-01-31", -1],
    ["9999-12-01", 1],
  ])("refuses to add to %s %s months", (date, months) => {
    expect(() => addMonths(date, months)).toThrow(RangeError);
  });

  test("gives the requested month, with the same day or that month's last", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(1950, 0, 1) / DAY_IN_MS, max: LAST_DAY - 40_000 }),
        fc.integer({ min: -500, max: 1000 }),
        (dayNumber, months) => {
          const date = witness(dayNumber);
          const moved = addMonths(date, months);
          const monthCount = (text: string) =>
            Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7));
          expect(monthCount(moved)).toBe(monthCount(date) + months);
          const day = moved.slice(8);
          const lastOfMonth = addDays(moved, 1).slice(8) === "01";
          expect(day === date.slice(8) || (day < date.slice(8) && lastOfMonth)).toBe(true);
        },
      ),
    );
  });
});

describe("daysBetween", () => {
  test.each([
    ["2024-01-01", "2024-01-01", 0],
    ["2024-01-01", "2024-01-31", 30],
    ["2024-01-31", "2024-01-01", -30],
    ["2024-02-28", "2024-03-01", 2],
    ["2023-02-28", "2023-03-01", 1],
    ["2000-01-01", "2400-01-01", 146_097],
  ])("from %s to %s there are %s", (from, to, expected) => {
    expect(daysBetween(from, to)).toBe(expected);
  });

  test.each([
    ["2024-02-30", "2024-03-01"],
    ["2024-02-01", ""],
  ])("refuses %j to %j", (from, to) => {
    expect(() => daysBetween(from, to)).toThrow(RangeError);
  });
});

describe("monthsBetween", () => {
  test.each([
    ["2026-01-31", "2026-02-01", 1],
    ["2026-03-01", "2026-03-31", 0],
    ["2025-11-30", "2026-02-01", 3],
    ["2026-02-01", "2025-11-30", -3],
  ])("from %s to %s there are %i", (from, to, months) => {
    expect(monthsBetween(from, to)).toBe(months);
  });

  test("counts what addMonths adds, from the first of a month", () => {
    const months = fc.integer({ min: -400, max: 600 });
    fc.assert(
      fc.property(fc.integer({ min: -10_000, max: 10_000 }), months, (day, count) => {
        const first = startOfMonth(witness(day));
        expect(monthsBetween(first, addMonths(first, count))).toBe(count);
      }),
    );
  });
});

test.each([
  ["2024-03-01", "2024-02-29"],
  ["2026-01-01", "2025-12-31"],
  ["1900-01-02", "1900-01-01"],
  ["1900-01-01", null],
])("the day before %s is %s", (day, before) => {
  expect(dayBefore(day)).toBe(before);
});

test.each([
  ["2024-02-10", "2024-02-29"],
  ["2026-02-28", "2026-02-28"],
  ["2026-04-01", "2026-04-30"],
  ["9999-12-01", "9999-12-31"],
])("the month of %s ends on %s", (day, last) => {
  expect(endOfMonth(day)).toBe(last);
});
