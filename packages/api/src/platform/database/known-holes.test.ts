import { expect, test } from "vitest";

import { holesOf } from "./known-holes.ts";

test.each([
  [180_004, "PostgreSQL 18.4 has holes that 18.6 closed"],
  [170_010, "PostgreSQL 17.10 has holes that 17.11 closed"],
])("there is a warning about version %i", (version, words) => {
  expect(holesOf(version)).toContain(words);
});

test.each([180_006, 180_007, 170_011, 160_001, 190_000])(
  "there is no warning about version %i",
  (version) => {
    expect(holesOf(version)).toBeUndefined();
  },
);
