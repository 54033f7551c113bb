import { expect, test } from "vitest";

import { refuseTooMany } from "./entries-search.ts";

test("so many entries are searched, and of more it is said how many there are", () => {
  refuseTooMany(50_000);
  expect(() => refuseTooMany(50_001)).toThrow(
    "50,001 entries are more than can be searched at once. Choose days with at most 50,000.",
  );
});
