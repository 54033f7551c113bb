import { kobo } from "@kontor/books/money";
import { formatMoney } from "@kontor/contract/format";
import { INELIGIBILITIES, type Eligibility } from "@kontor/payroll/advances/eligibility";
import { advancePlan } from "@kontor/payroll/advances/plan";
import { expect, test } from "vitest";

import type { AdvanceEmployee } from "../records/advance-employee.ts";
import { ineligibleRefusal } from "./ineligible.ts";

const employee: AdvanceEmployee = {
  id: 1,
  tenant_id: 1,
  company_id: 1,
  staff_no: "A-1",
  first_name: "Ada",
  last_name: "Obi",
  email: null,
  worker: true,
  status: "EXITED",
  start_date: "2026-04-01",
  exit_date: "2026-04-20",
  gross_monthly: null,
};
const plan = advancePlan({
  amount: kobo(100_000n),
  rate: 1000n,
  requestedOn: "2026-03-10",
  dueDates: ["2026-03-25", "2026-04-25"],
});
const eligibility: Eligibility = {
  eligible: false,
  reasons: INELIGIBILITIES,
  limit: kobo(50_000n),
  available: kobo(20_000n),
  labourAct: [{ limit: "another_owed", section: "Labour Act, s.4" }],
};
const others = { principal: kobo(30_000n), owed: true };

/** The sentences, each with its field. */
function told(channel: "PORTAL" | "STAFF", changed: Partial<AdvanceEmployee> = {}): string[] {
  const facts = {
    employee: { ...employee, ...changed },
    others,
    plan,
    max_percentage: 50,
    channel,
  };
  return ineligibleRefusal(eligibility, facts).errors.map(
    ({ path, message }) => `${path}: ${message}`,
  );
}

test("every reason is told at its field, to staff about the employee", () => {
  expect(told("STAFF")).toEqual([
    "amount: Ada Obi is no longer employed and cannot have an advance.",
    "amount: Ada Obi starts work on 01 Apr 2026. Ask from that day on.",
    "instalments: The last day of work is 20 Apr 2026. Choose fewer instalments, so that the last one is due by then.",
    `instalments: The plan has changed since it was shown: ${formatMoney(plan.payback)} is now to be paid back by 25 Apr 2026. Review it, then send the request again.`,
    "terms_version: Accept the terms first.",
    "amount: Ada Obi has no rate of pay yet, so the limit cannot be calculated. Enter one first.",
    "amount: Ask for at most ₦200.00: the limit of ₦500.00 (50% of monthly gross pay) less ₦300.00 of other advances.",
    "amount: Labour Act, s.4 does not allow this advance to a worker: at most a month’s wages, over at least three instalments, without interest, and none while another is owed.",
  ]);
  expect(told("STAFF", { status: "SUSPENDED" })[0]).toBe(
    "amount: Ada Obi is suspended and cannot have an advance.",
  );
});

test("every reason is told to the employee in the portal in other words", () => {
  const [notActive, notStarted, exit, , , noRate, , labourAct] = told("PORTAL");
  expect([notActive, notStarted, exit, noRate, labourAct]).toEqual([
    "amount: Only active employees can have an advance.",
    "amount: Your first day of work is 01 Apr 2026. Ask from that day on.",
    "instalments: Your last day of work is 20 Apr 2026. Choose fewer instalments, so that the last one is due by then.",
    "amount: Your pay has not been recorded yet, so no limit can be calculated. Ask your HR team.",
    "amount: Labour Act, s.4 does not allow you this advance: it allows at most a month’s wages, over at least three instalments, without interest, and none while another is owed.",
  ]);
});

test("a limit that other advances use up is told as used up", () => {
  const used = { ...eligibility, available: kobo(0n), reasons: ["over_limit"] } as const;
  const facts = { employee, others, plan, max_percentage: 50, channel: "STAFF" } as const;
  expect(ineligibleRefusal(used, facts).errors).toEqual([
    {
      path: "amount",
      message:
        "The limit of ₦500.00 (50% of monthly gross pay) less ₦300.00 of other advances leaves nothing to ask for.",
    },
  ]);
});
