import { expect, test } from "vitest";

import { readCount, readDay, readText } from "./list-search.ts";

test.each([[0], [-1], [1.5], ["x"], [""], [null], [{}], [Number.NaN], ["1e400"]])(
  "%j is no page",
  (raw) => {
    expect(readCount(raw)).toBeUndefined();
  },
);

test("digits are a text where a text is wanted, and a number where one is", () => {
  expect(readText(4711)).toBe("4711");
  expect(readCount("12")).toBe(12);
});

test.each(["2026-02-30", "05/03/2026", "", 20_260_305, undefined])("%j is no date", (raw) => {
  expect(readDay(raw)).toBeUndefined();
});
