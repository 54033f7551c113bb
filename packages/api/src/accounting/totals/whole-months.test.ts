import { addDays, endOfMonth, startOfMonth } from "@kontor/books/calendar-date";
import { expect, test } from "vitest";

import { approximateByThirds, wholeMonths, type Days } from "./whole-months.ts";

/** The days of a range, both ends included; none when it ends before it starts. */
function daysOf({ start_date, end_date }: Days): string[] {
  const days: string[] = [];
  for (let day = start_date; day < end_date; day = addDays(day, 1)) days.push(day);
  return start_date <= end_date ? [...days, end_date] : days;
}

type Counts = Map<string, number>;

function count(counts: Counts, days: readonly string[], factor: number): void {
  for (const day of days) {
    const sum = (counts.get(day) ?? 0) + factor;
    if (sum === 0) counts.delete(day);
    else counts.set(day, sum);
  }
}

/** Days of a third of a month. */
function daysOfThird(first: string): string[] {
  const last = first.endsWith("-21") ? endOfMonth(first) : addDays(first, 9);
  return daysOf({ start_date: first, end_date: last });
}

/** The days of a cut one by one. */
function inDays({ start_date, end_date }: Days): ReturnType<typeof approximateByThirds> {
  return { thirds: [], rest: { start_date, end_date, factor: 1 } };
}

/** How often each day is counted, and how many days are read one by one at each end. */
function countDays(days: Days, by: "days" | "thirds") {
  const { from, until, partialMonths } = wholeMonths(days);
  const range: Counts = new Map();
  const before: Counts = new Map();
  const beforeUntil = addDays(until, -1);
  count(range, daysOf({ start_date: from, end_date: beforeUntil }), 1);
  // When the range is at the end of a single month, its first month is after its last.
  count(range, daysOf({ start_date: until, end_date: addDays(from, -1) }), -1);
  const read: number[] = [];
  for (const cut of partialMonths) {
    const { thirds, rest } = by === "thirds" ? approximateByThirds(cut) : inDays(cut);
    read.push(daysOf(rest).length);
    for (const [counts, factor] of [
      [range, cut.rangeFactor],
      [before, cut.openingFactor],
    ] as const) {
      if (factor === 0) continue;
      for (const first of thirds) count(counts, daysOfThird(first), factor);
      count(counts, daysOf(rest), factor * rest.factor);
    }
  }
  return { range, before, from, read };
}

const start = "2024-01-28";
const firsts = daysOf({ start_date: start, end_date: "2024-03-02" });

test.for(["days", "thirds"] as const)(
  "by %s, each day of any range is counted once, and so is everything before it",
  (by) => {
    for (const start_date of firsts) {
      for (const end_date of daysOf({ start_date, end_date: addDays(start_date, 75) })) {
        const { range, before, from, read } = countDays({ start_date, end_date }, by);
        const label = `${start_date} to ${end_date}`;
        expect([label, [...range.keys()].toSorted(), new Set(range.values())]).toEqual([
          label,
          daysOf({ start_date, end_date }),
          new Set([1]),
        ]);
        // The movements before the first whole month, and the days by which that differs from the
        // start.
        count(
          before,
          daysOf({ start_date: addDays(startOfMonth(start), -31), end_date: addDays(from, -1) }),
          1,
        );
        expect([label, [...before.keys()].toSorted()]).toEqual([
          label,
          daysOf({
            start_date: addDays(startOfMonth(start), -31),
            end_date: addDays(start_date, -1),
          }),
        ]);
        expect(Math.max(0, ...read)).toBeLessThanOrEqual(by === "thirds" ? 5 : 15);
      }
    }
  },
);

test("the last month of the calendar is cut like others", () => {
  const month = { start_date: "9999-12-01", end_date: "9999-12-31" };
  for (const start_date of daysOf(month)) {
    const counts: Counts = new Map();
    const { thirds, rest } = approximateByThirds({ start_date, end_date: month.end_date });
    for (const first of thirds) count(counts, daysOfThird(first), 1);
    count(counts, daysOf(rest), rest.factor);
    expect([...counts.keys()].toSorted()).toEqual(daysOf({ start_date, end_date: month.end_date }));
  }
});
