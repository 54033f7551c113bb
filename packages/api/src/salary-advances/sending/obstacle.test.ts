import { kobo } from "@kontor/books/money";
import { expect, test } from "vitest";

import { sendingObstacleOf, type SendingFacts } from "./obstacle.ts";

/** An advance that can be sent, on the last day on which it can. */
const free: SendingFacts = {
  failure: null,
  due_date: "2026-03-25",
  today: "2026-03-25",
  exit_date: "2026-03-25",
  suspended: false,
  organization_suspended: false,
  has_account: true,
  missing: kobo(0n),
};

/** Facts that prevent sending, in the order of precedence. */
const obstacles: [string, Partial<SendingFacts>][] = [
  ["transfer_failed", { failure: { reversed: false, reason: "" } }],
  ["employee_leaving", { exit_date: "2026-03-24" }],
  ["instalments_past", { today: "2026-03-26" }],
  ["employee_suspended", { suspended: true }],
  ["organization_suspended", { organization_suspended: true }],
  ["bank_account_missing", { has_account: false }],
  ["funds_missing", { missing: kobo(1n) }],
];

test("nothing prevents an advance until its last payday, for who works until then", () => {
  expect(sendingObstacleOf(free)).toBeNull();
  expect(sendingObstacleOf({ ...free, exit_date: null })).toBeNull();
});

test.each(obstacles)("%s is told alone, and before those after it", (code, facts) => {
  expect(sendingObstacleOf({ ...free, ...facts })?.code).toBe(code);
  const place = obstacles.findIndex(([each]) => each === code);
  const rest = Object.assign({}, ...obstacles.slice(place).map(([, each]) => each)) as object;
  expect(sendingObstacleOf({ ...free, ...rest })?.code).toBe(code);
});
