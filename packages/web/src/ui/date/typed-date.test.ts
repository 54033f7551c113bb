import { expect, test } from "vitest";

import { parseFullDate, formatDateInput, parseDateInput } from "./typed-date.ts";

test.each([
  ["5/3/2026", "2026-03-05"],
  ["05/03/2026", "2026-03-05"],
  ["05-03-26", "2026-03-05"],
  ["5.3.2026", "2026-03-05"],
  ["05032026", "2026-03-05"],
  [" 2026-03-05 ", "2026-03-05"],
  ["29/02/2024", "2024-02-29"],
])("%s is parsed as %s", (text, date) => {
  expect(parseFullDate(text)).toBe(date);
});

test.each([
  "",
  "29/02/2026",
  "31/04/2026",
  "13/13/2026",
  "5/3",
  "tomorrow",
  "3/2026",
  "00/01/2026",
])("'%s' is not a date", (text) => {
  expect(parseFullDate(text)).toBeNull();
});

test("a date is shown day first", () => {
  expect(formatDateInput("2026-03-05")).toBe("05/03/2026");
});

test.each([
  ["21", "2026-11-21"],
  ["5/1", "2026-01-05"],
  ["5.1", "2026-01-05"],
  ["t", "2026-11-22"],
  ["Today", "2026-11-22"],
  ["y", "2026-11-21"],
  ["tomorrow", "2026-11-23"],
  ["+7", "2026-11-29"],
  ["-1", "2026-11-21"],
  ["-22", "2026-10-31"],
  ["5 mar", "2026-03-05"],
  ["5 March 2027", "2027-03-05"],
  ["5-Sep-25", "2025-09-05"],
  ["31/08/2026", "2026-08-31"],
])("on 22 November 2026 '%s' means %s", (text, date) => {
  expect(parseDateInput(text, "2026-11-22")).toBe(date);
});

test.each([
  "31/09/2026",
  "11/21/2026",
  "31",
  "0",
  "30/2",
  "5 maybe?",
  "5 xyz",
  "7 days",
  "+",
  "++1",
  "",
])("on 22 November 2026 '%s' means no date", (text) => {
  expect(parseDateInput(text, "2026-11-22")).toBeNull();
});

test.each([
  ["3/4/95", "1995-04-03"],
  ["3 apr 95", "1995-04-03"],
  ["22/11/26", "2026-11-22"],
  ["23/11/26", "1926-11-23"],
  ["29/02/00", "2000-02-29"],
  ["3/4/1995", "1995-04-03"],
  ["3/4/2095", "2095-04-03"],
])("of a day of birth '%s' means %s on 22 November 2026", (text, date) => {
  expect(parseDateInput(text, "2026-11-22", "2026-11-22")).toBe(date);
});
