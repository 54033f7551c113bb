import * as fc from "fast-check";
import { expect, it } from "vitest";

import { divideHalfUp, roundParts } from "./rounding.ts";

it.each([
  [1n, 2n, 1n],
  [49n, 100n, 0n],
  [3n, 2n, 2n],
  [-1n, 2n, -1n],
  [0n, 7n, 0n],
  [14_516_129_032n, 1_000n, 14_516_129n],
])("%d ÷ %d is %d", (numerator, denominator, rounded) => {
  expect(divideHalfUp(numerator, denominator)).toBe(rounded);
});

it("refuses a denominator that is not positive", () => {
  expect(() => divideHalfUp(1n, 0n)).toThrow(RangeError);
});

it("rounds parts so that they add up to the rounded whole, each within a kobo of its own", () => {
  fc.assert(
    fc.property(
      fc.array(fc.bigInt({ min: 0n, max: 10n ** 14n }), { minLength: 1, maxLength: 8 }),
      fc.bigInt({ min: 1n, max: 400n }),
      (numerators, denominator) => {
        const parts = roundParts(numerators, denominator);
        const whole = numerators.reduce((total, part) => total + part, 0n);
        expect(parts.reduce((total, part) => total + part, 0n)).toBe(
          divideHalfUp(whole, denominator),
        );
        for (const [index, part] of parts.entries()) {
          const exact = numerators[index] ?? 0n;
          const distance = part * denominator - exact;
          expect(distance < denominator && distance > -denominator).toBe(true);
          expect(part >= 0n).toBe(true);
        }
      },
    ),
  );
});
