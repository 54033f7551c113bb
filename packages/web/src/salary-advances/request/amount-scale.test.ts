import { kobo } from "@kontor/books/money";
import * as fc from "fast-check";
import { expect, it } from "vitest";

import { amountScale } from "./amount-scale.ts";

it.each([
  [225_000_00n, 225, 1_000_00n],
  [300_000_00n, 60, 5_000_00n],
  [225_000_01n, 226, 1_000_00n],
  [99n, 1, 99n],
  [250_00n, 250, 100n],
])("%d kobo have %d positions, the first at %d", (limit, positions, first) => {
  const scale = amountScale(kobo(limit));
  expect(scale.positions).toBe(positions);
  expect(scale.amountAt(1)).toBe(first);
});

it("has no range without a limit", () => {
  const scale = amountScale(kobo(0n));
  expect(scale.positions).toBe(0);
  expect(scale.amountAt(0)).toBeNull();
});

it("ends with the limit to the kobo, and maps each amount back to its position", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 14n }), fc.nat(), (limit, seed) => {
      const scale = amountScale(kobo(limit));
      expect(scale.positions).toBeLessThanOrEqual(251);
      expect(scale.amountAt(scale.positions)).toBe(limit);
      const position = seed % (scale.positions + 1);
      expect(scale.positionOf(scale.amountAt(position))).toBe(position);
    }),
  );
});
