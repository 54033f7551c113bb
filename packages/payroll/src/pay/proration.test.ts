import { addDays, daysBetween } from "@kontor/books/calendar-date";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { firstDayOf, lastDayOf } from "../month.ts";
import {
  countedDays,
  daysOfBase,
  employedSpans,
  PRORATION_BASES,
  workedPart,
  type ProrationBase,
} from "./proration.ts";

const from = (start: string, exit: string | null = null) => ({ start, exit });

describe("workedPart", () => {
  it.each<[ProrationBase, string, string | null, string, number, number]>([
    ["calendar_days", "2026-01-17", null, "2026-01", 15, 31],
    ["weekdays", "2026-01-17", null, "2026-01", 10, 22],
    ["thirty_days", "2026-01-17", null, "2026-01", 14, 30],
    ["calendar_days", "2026-01-31", null, "2026-01", 1, 31],
    ["weekdays", "2026-01-31", null, "2026-01", 0, 22],
    ["thirty_days", "2026-01-31", null, "2026-01", 1, 30],
    ["thirty_days", "2020-01-01", "2026-01-30", "2026-01", 30, 30],
    ["thirty_days", "2020-01-01", "2026-02-28", "2026-02", 30, 30],
    ["thirty_days", "2020-01-01", "2028-02-28", "2028-02", 28, 30],
    ["thirty_days", "2028-02-29", null, "2028-02", 2, 30],
    ["calendar_days", "2020-01-01", "2028-02-28", "2028-02", 28, 29],
    ["calendar_days", "2026-01-10", "2026-01-20", "2026-01", 11, 31],
    ["weekdays", "2026-01-01", null, "2026-02", 20, 20],
    ["calendar_days", "2026-02-01", null, "2026-01", 0, 31],
    ["calendar_days", "2020-01-01", "2025-12-31", "2026-01", 0, 31],
  ])("%s, from %s until %s: %s is %d of %d", (base, start, exit, month, worked, of) => {
    expect(workedPart(month, from(start, exit), base)).toEqual({ worked, of });
  });
});

it("ends a span with the month or the employment", () => {
  expect(employedSpans("2026-01", from("2025-01-01"))).toEqual([
    { from: "2026-01-01", until: "2026-01-31" },
  ]);
  expect(employedSpans("2026-01", from("2026-01-05", "2026-01-05"))).toEqual([
    { from: "2026-01-05", until: "2026-01-05" },
  ]);
  expect(employedSpans("2026-01", from("2026-02-01"))).toEqual([]);
});

it("has a span for each employment of an employee who was rehired in the month", () => {
  const earlier = [
    { start: "2024-01-01", exit: "2025-06-30" },
    { start: "2025-09-01", exit: "2026-01-09" },
  ];
  const back = { start: "2026-01-20", exit: null, earlier };
  expect(employedSpans("2026-01", back)).toEqual([
    { from: "2026-01-01", until: "2026-01-09" },
    { from: "2026-01-20", until: "2026-01-31" },
  ]);
  expect(workedPart("2026-01", back, "calendar_days")).toEqual({ worked: 21, of: 31 });
  expect(workedPart("2025-08", back, "calendar_days")).toEqual({ worked: 0, of: 31 });
  expect(workedPart("2026-02", back, "thirty_days")).toEqual({ worked: 30, of: 30 });
});

const months = fc
  .tuple(fc.integer({ min: 2026, max: 2040 }), fc.integer({ min: 1, max: 12 }))
  .map(([year, month]) => `${year}-${String(month).padStart(2, "0")}`);

it("counts a month as whole when the employee leaves and is rehired the next day", () => {
  fc.assert(
    fc.property(
      months,
      fc.integer({ min: 1, max: 27 }),
      fc.constantFrom(...PRORATION_BASES),
      (month, day, base) => {
        const exit = `${month}-${String(day).padStart(2, "0")}`;
        const start = `${month}-${String(day + 1).padStart(2, "0")}`;
        const back = { start, exit: null, earlier: [{ start: "2020-01-01", exit }] };
        expect(workedPart(month, back, base)).toEqual(
          workedPart(month, { start: "2020-01-01", exit: null }, base),
        );
      },
    ),
  );
});

it("divides a month into spans that add up to the whole on every base", () => {
  fc.assert(
    fc.property(
      months,
      fc.constantFrom(...PRORATION_BASES),
      fc.nat({ max: 27 }),
      (month, base, cut) => {
        const middle = addDays(firstDayOf(month), cut);
        const first = countedDays(month, { from: firstDayOf(month), until: middle }, base);
        const rest = countedDays(
          month,
          { from: addDays(middle, 1), until: lastDayOf(month) },
          base,
        );
        expect(first + rest).toBe(daysOfBase(month, base));
        expect(first >= 0 && rest >= 0).toBe(true);
      },
    ),
  );
});

it("counts weekdays like the calendar", () => {
  fc.assert(
    fc.property(months, (month) => {
      let weekdays = 0;
      for (let date = firstDayOf(month); date <= lastDayOf(month); date = addDays(date, 1)) {
        // 1 January 2024 was a Monday.
        if (daysBetween("2024-01-01", date) % 7 < 5) weekdays += 1;
      }
      expect(daysOfBase(month, "weekdays")).toBe(weekdays);
    }),
  );
});
