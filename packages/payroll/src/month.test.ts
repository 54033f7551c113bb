import { expect, it } from "vitest";

import {
  daysIn,
  firstDayOf,
  isMonth,
  lastDayOf,
  dayName,
  monthName,
  monthOf,
  monthsFrom,
  monthsLater,
  paydayOf,
  yearOf,
} from "./month.ts";

it("parses months", () => {
  expect(isMonth("2026-12")).toBe(true);
  expect(isMonth("2026-13")).toBe(false);
  expect(isMonth("2026-1")).toBe(false);
  expect(monthOf("2026-02-17")).toBe("2026-02");
  expect(yearOf("2026-02")).toBe(2026);
  expect(monthName("2026-01")).toBe("January 2026");
  expect(dayName("2026-01-05")).toBe("05 Jan 2026");
  expect(() => firstDayOf("2026-00")).toThrow('"2026-00" is not a month.');
});

it("names every month", () => {
  const months = monthsFrom("2026-01", "2026-12");
  const name = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric" });
  expect(months.map(monthName)).toEqual(
    months.map((month) => name.format(new Date(firstDayOf(month)))),
  );
});

it.each([
  ["2026-02", 28, "2026-02-28"],
  ["2028-02", 29, "2028-02-29"],
  ["2026-12", 31, "2026-12-31"],
])("%s has %d days", (month, days, last) => {
  expect(daysIn(month)).toBe(days);
  expect(lastDayOf(month)).toBe(last);
});

it("counts months across years", () => {
  expect(monthsLater("2026-11", 3)).toBe("2027-02");
  expect(monthsLater("2026-01", -1)).toBe("2025-12");
  expect(monthsFrom("2026-11", "2027-01")).toEqual(["2026-11", "2026-12", "2027-01"]);
  expect(monthsFrom("2026-02", "2026-01")).toEqual([]);
  expect(() => monthsLater("9999-12", 1)).toThrow(RangeError);
  expect(() => monthsLater("1900-01", -1)).toThrow(RangeError);
});

it("pays on the last day of a month without such a day", () => {
  expect(paydayOf("2026-02", 31)).toBe("2026-02-28");
  expect(paydayOf("2028-02", 30)).toBe("2028-02-29");
  expect(paydayOf("2026-03", 25)).toBe("2026-03-25");
  expect(paydayOf("2026-03", 1)).toBe("2026-03-01");
  expect(() => paydayOf("2026-03", 1.5)).toThrow(RangeError);
  expect(() => paydayOf("2026-03", 0)).toThrow(RangeError);
  expect(() => paydayOf("2026-03", 32)).toThrow(RangeError);
});
