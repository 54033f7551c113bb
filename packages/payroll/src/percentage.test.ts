import { expect, it } from "vitest";

import { basisPointsOf, parsePercentage, printPercentage } from "./percentage.ts";

it.each([
  ["8", 800n, "8"],
  ["7.5", 750n, "7.5"],
  ["0.01", 1n, "0.01"],
  ["0", 0n, "0"],
  ["12.50", 1250n, "12.5"],
  ["200", 20_000n, "200"],
  ["10.05", 1005n, "10.05"],
])("reads %s as %d basis points and writes it as %s", (text, basisPoints, printed) => {
  expect(parsePercentage(text)).toBe(basisPoints);
  expect(printPercentage(basisPoints)).toBe(printed);
});

it.each(["", "-1", "1.005", "8 %", "1e2", ".5", "12345", "٥"])("does not read %j", (text) => {
  expect(parsePercentage(text)).toBeUndefined();
});

it("takes a JSON number whatever its binary fraction is", () => {
  expect(basisPointsOf(0.07)).toBe(7n);
  expect(basisPointsOf(1.1)).toBe(110n);
  expect(basisPointsOf(12.5)).toBe(1250n);
});
