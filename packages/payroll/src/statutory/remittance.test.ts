import { expect, test } from "vitest";

import { isYearly, REMITTANCE_SCHEMES, remittanceDueOn, yearlyReturnDueOn } from "./remittance.ts";

test.each([
  ["PAYE", "2026-03", "2026-03-25", "2026-04-10"],
  ["PAYE", "2026-12", "2026-12-24", "2027-01-10"],
  // 25 March 2026 is a Wednesday: two working days, a weekend, and five more.
  ["PENSION", "2026-03", "2026-03-25", "2026-04-03"],
  // Paid on a Saturday; the first working day is the Monday after it.
  ["PENSION", "2026-02", "2026-02-28", "2026-03-10"],
  ["NHF", "2026-03", "2026-03-25", "2026-04-25"],
  // February has no 31st.
  ["NHF", "2026-01", "2026-01-31", "2026-02-28"],
  ["NSITF", "2026-02", "2026-02-25", "2026-02-28"],
  // A settlement of January that was paid in March.
  ["PAYE", "2026-01", "2026-03-12", "2026-04-10"],
  ["NSITF", "2026-01", "2026-03-12", "2026-03-31"],
  ["ITF", "2026-03", "2026-03-25", "2027-04-01"],
] as const)("%s of %s with payday %s is due on %s", (scheme, month, payday, due) => {
  expect(remittanceDueOn(scheme, month, payday)).toBe(due);
});

test("the yearly return of PAYE is due at the end of January", () => {
  expect(yearlyReturnDueOn("2026")).toBe("2027-01-31");
});

test("only the training fund is settled yearly", () => {
  expect(REMITTANCE_SCHEMES).toEqual(["PAYE", "PENSION", "NHF", "NSITF", "ITF"]);
  expect(REMITTANCE_SCHEMES.filter(isYearly)).toEqual(["ITF"]);
});
