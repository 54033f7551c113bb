import { expect, it } from "vitest";

import { basisPointsOf, printPercentage } from "./percentage.ts";

it.each([
  [800n, "8"],
  [750n, "7.5"],
  [1n, "0.01"],
  [0n, "0"],
  [1250n, "12.5"],
  [20_000n, "200"],
  [1005n, "10.05"],
])("writes %d basis points as %s", (basisPoints, printed) => {
  expect(printPercentage(basisPoints)).toBe(printed);
});

it("accepts a JSON number whatever its binary fraction is", () => {
  expect(basisPointsOf(0.07)).toBe(7n);
  expect(basisPointsOf(0.29)).toBe(29n);
  expect(basisPointsOf(1.1)).toBe(110n);
  expect(basisPointsOf(12.5)).toBe(1250n);
});
