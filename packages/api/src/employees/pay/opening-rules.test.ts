import { expect, test } from "vitest";

import { openingProblem } from "./opening-rules.ts";

const today = "2026-06-10";

test.each([
  ["of a month that is over", "2026-05", {}, undefined],
  ["of the present month", "2026-06", {}, undefined],
  ["of the next month", "2026-07", {}, "month_not_begun"],
  ["of a paid month", "2026-05", { paid: ["2026-06", "2026-05"] }, "month_paid_already"],
  ["before the paid months", "2026-05", { paid: ["2026-06", "2025-12"] }, undefined],
] as const)("figures %s, through %s", (_what, through, more, code) => {
  expect(openingProblem(through, { paid: [], ...more }, today)?.code).toBe(code);
});

test("a problem names the first month that is in the way", () => {
  const problem = openingProblem("2026-05", { paid: ["2026-05", "2026-04"] }, today);
  expect(problem?.details).toEqual({ month: "April 2026" });
});
