import { expect, test } from "vitest";

import { atLeastOne, atMostOne, exactlyOne } from "./rows.ts";

test("returns the one row", () => {
  expect(exactlyOne([{ id: 7 }])).toEqual({ id: 7 });
  expect(atMostOne([{ id: 7 }])).toEqual({ id: 7 });
});

test("throws when the row that must exist is missing", () => {
  expect(() => exactlyOne([])).toThrow("0 rows where there must be one");
});

test("returns undefined for a missing row", () => {
  expect(atMostOne([])).toBeUndefined();
});

test("returns the first row of a page that always has one", () => {
  expect(atLeastOne([1, 2])).toBe(1);
  expect(() => atLeastOne([])).toThrow("no row");
});

test("throws when one key has several rows", () => {
  expect(() => exactlyOne([1, 2])).toThrow("2 rows");
  expect(() => atMostOne([1, 2])).toThrow("2 rows");
});
