import { expect, test } from "vitest";

import { rankLedgers, addLedgerUse, type LedgerUse } from "./used-ledgers.ts";

const usesAfter = (...ids: number[]) => ids.reduce<LedgerUse[]>(addLedgerUse, []);

test("ledgers used last come first, then those used often", () => {
  expect(rankLedgers(usesAfter(9, 9, 9, 8, 8, 1, 2, 3, 4, 5))).toEqual([5, 4, 3, 2, 1, 9, 8]);
  expect(rankLedgers([])).toEqual([]);
});

test("a limited number is remembered, the latest", () => {
  const ids = Array.from({ length: 60 }, (_none, index) => index);
  const uses = usesAfter(...ids);
  expect(uses.length).toBeLessThan(60);
  expect(rankLedgers(uses)).toEqual([59, 58, 57, 56, 55]);
});
