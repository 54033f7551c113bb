import { expect, test } from "vitest";

import { openingProblem } from "./opening-rules.ts";

const today = "2026-06-10";
const employed = { start_date: "2024-02-01", exit_date: null, past: [], paid: [] };

test.each([
  ["of a month that is over", "2026-05", {}, undefined],
  ["of the present month", "2026-06", {}, undefined],
  ["of the next month", "2026-07", {}, "month_not_begun"],
  ["of the month in which they started", "2026-05", { start_date: "2026-05-31" }, undefined],
  [
    "of months before they started",
    "2026-05",
    { start_date: "2026-06-01" },
    "figures_before_start",
  ],
  ["of somebody who left this year", "2026-05", { exit_date: "2026-01-01" }, undefined],
  ["of somebody who left last year", "2026-05", { exit_date: "2025-12-31" }, "figures_after_exit"],
  [
    "of an earlier employment in the year",
    "2026-05",
    { start_date: "2026-06-01", past: [{ start_date: "2020-01-01", exit_date: "2026-03-31" }] },
    undefined,
  ],
  [
    "of the time between two employments",
    "2026-05",
    { start_date: "2026-06-01", past: [{ start_date: "2020-01-01", exit_date: "2025-03-31" }] },
    "figures_after_exit",
  ],
  ["of a paid month", "2026-05", { paid: ["2026-06", "2026-05"] }, "month_paid_already"],
  ["before the paid months", "2026-05", { paid: ["2026-06", "2025-12"] }, undefined],
] as const)("figures %s, through %s", (_what, through, more, code) => {
  expect(openingProblem(through, { ...employed, ...more }, today)?.code).toBe(code);
});

test("a problem names the month or the day that is in the way", () => {
  const problem = (more: object) => openingProblem("2026-05", { ...employed, ...more }, today);
  expect(problem({ paid: ["2026-05", "2026-04"] })?.details).toEqual({ month: "April 2026" });
  expect(problem({ exit_date: "2025-11-30" })?.details).toEqual({ date: "30 Nov 2025" });
});
