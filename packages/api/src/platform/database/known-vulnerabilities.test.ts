import { expect, test } from "vitest";

import { vulnerabilitiesOf } from "./known-vulnerabilities.ts";

test.each([
  [180_004, "PostgreSQL 18.4 has known vulnerabilities, which 18.6 fixes"],
  [170_010, "PostgreSQL 17.10 has known vulnerabilities, which 17.11 fixes"],
])("there is a warning about version %i", (version, words) => {
  expect(vulnerabilitiesOf(version)).toContain(words);
});

test.each([180_006, 180_007, 170_011, 160_001, 190_000])(
  "there is no warning about version %i",
  (version) => {
    expect(vulnerabilitiesOf(version)).toBeUndefined();
  },
);
