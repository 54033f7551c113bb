import { expect, test } from "vitest";

import { atLeastOne, atMostOne, exactlyOne } from "./rows.ts";

test("gives the one row", () => {
  expect(exactlyOne([{ id: 7 }])).toEqual({ id: 7 });
  expect(atMostOne([{ id: 7 }])).toEqual({ id: 7 });
});

test("never goes on without the row that must be there", () => {
  expect(() => exactlyOne([])).toThrow("0 rows where there must be one");
});

test("says that a row is missing where it may be", () => {
  expect(atMostOne([])).toBeUndefined();
});

test("gives the first row of a page that has one in any case", () => {
  expect(atLeastOne([1, 2])).toBe(1);
  expect(() => atLeastOne([])).toThrow("no row");
});

test("refuses several rows where one key was asked for", () => {
  expect(() => exactlyOne([1, 2])).toThrow("2 rows");
  expect(() => atMostOne([1, 2])).toThrow("2 rows");
});
