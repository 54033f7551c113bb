import { kobo } from "@kontor/books/money";
import { expect, it } from "vitest";

import { printExactNaira, printNaira, printPercent } from "./print.ts";

it.each([
  [0n, "0.00"],
  [-5n, "-0.05"],
  [99_999n, "999.99"],
  [100_000n, "1,000.00"],
  [-12_345_678_900n, "-123,456,789.00"],
])("%d kobo is %s", (amount, text) => {
  expect(printNaira(kobo(amount))).toBe(text);
});

it.each([
  [0n, "0.00"],
  [5_750_123_400n, "5,750.1234"],
  [-1n, "-0.000001"],
  [10_000n, "0.01"],
])("%d ten-thousandths of a kobo is %s", (tax, text) => {
  expect(printExactNaira(tax)).toBe(text);
});

it("writes basis points as a percentage", () => {
  expect(printPercent(750n)).toBe("7.5%");
});
