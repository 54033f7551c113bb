import { expect, test } from "vitest";

import { parseTypedDate, printTypedDate } from "./typed-date.ts";

test.each([
  ["5/3/2026", "2026-03-05"],
  ["05/03/2026", "2026-03-05"],
  ["05-03-26", "2026-03-05"],
  ["5.3.2026", "2026-03-05"],
  ["05032026", "2026-03-05"],
  [" 2026-03-05 ", "2026-03-05"],
  ["29/02/2024", "2024-02-29"],
])("%s is typed for %s", (text, date) => {
  expect(parseTypedDate(text)).toBe(date);
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
])("'%s' is no date", (text) => {
  expect(parseTypedDate(text)).toBeNull();
});

test("a date is shown day first", () => {
  expect(printTypedDate("2026-03-05")).toBe("05/03/2026");
});
