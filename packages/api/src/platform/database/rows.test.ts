import { expect, test } from "vitest";

import { atLeastOne, atMostOne, exactlyOne } from "./rows.ts";

test("gives the one row", () => {
  expect(exactlyOne([{ id: 7 }])).toEqual({ id: 7 });
  expect(atMostOne([{ id: 7 }])).toEqual({ id: 7 });
});

test("throws when the row that must exist is missing", () => {
  expect(() => exactlyOne([])).toThrow("0 rows where there must be one");
});

test("gives undefined where a row may be missing", () => {
  expect(atMostOne([])).toBeUndefined();
});

test("gives the first row of a page that always has one", () => {
  expect(atLeastOne([1, 2])).toBe(1);
  expect(() => atLeastOne([])).toThrow("no row");
});

test("throws when one key gives several rows", () => {
  expect(() => exactlyOne([1, 2])).toThrow("2 rows");
  expect(() => atMostOne([1, 2])).toThrow("2 rows");
});
