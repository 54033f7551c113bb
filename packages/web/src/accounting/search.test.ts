import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { defaultEntryRange } from "./search.ts";

beforeEach(() => {
  // Half past midnight in Lagos is still the day before in London.
  vi.useFakeTimers({ now: new Date("2026-03-30T23:30:00Z"), toFake: ["Date"] });
});
afterEach(() => vi.useRealTimers());

test("the usual range is the last month through today in Lagos, to the month's last day where it is shorter", () => {
  expect(defaultEntryRange()).toEqual({ start_date: "2026-02-28", end_date: "2026-03-31" });
});
