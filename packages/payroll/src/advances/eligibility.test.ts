import { kobo } from "@kontor/books/money";
import { describe, expect, it } from "vitest";

import { packAt } from "../statutory/packs.ts";
import {
  advanceLimit,
  availableOf,
  eligibilityOf,
  outcomeOf,
  INELIGIBILITIES,
  unconditionalIneligibilities,
  type EligibilityInput,
} from "./eligibility.ts";
import { advancePlan } from "./plan.ts";

function plan(amount: bigint, rate: bigint, dueDates: readonly string[]) {
  return advancePlan({ amount: kobo(amount), rate, requestedOn: "2026-03-10", dueDates });
}

const quarter = ["2026-03-25", "2026-04-25", "2026-05-25"];

const good: EligibilityInput = {
  plan: plan(100_000_00n, 0n, quarter),
  employee: {
    status: "ACTIVE",
    start: "2026-03-10",
    exit: "2026-05-25",
    grossMonthly: kobo(200_000_00n),
    worker: true,
  },
  terms: { accepted: "3", current: "3" },
  maxPercentage: 50,
  otherPrincipal: kobo(0n),
  anotherOwed: false,
  labourAct: "binding",
  pack: packAt("2026-03-10"),
};

const employee = (changes: Partial<EligibilityInput["employee"]>): EligibilityInput => ({
  ...good,
  employee: { ...good.employee, ...changes },
});

it("allows what the rules allow, up to their exact limits", () => {
  expect(eligibilityOf(good)).toEqual({
    eligible: true,
    reasons: [],
    limit: 100_000_00n,
    available: 100_000_00n,
    labourAct: [],
  });
});

it.each<[string, EligibilityInput]>([
  ["not_active", employee({ status: "SUSPENDED" })],
  ["not_started", employee({ start: "2026-03-11" })],
  ["exit_before_last_instalment", employee({ exit: "2026-05-24" })],
  [
    "instalment_past",
    { ...good, plan: { ...good.plan, requestedOn: "2026-03-26" }, labourAct: "warning" },
  ],
  ["terms_not_accepted", { ...good, terms: { accepted: "2", current: "3" } }],
  ["terms_not_accepted", { ...good, terms: { accepted: null, current: "3" } }],
  ["no_pay_rate", employee({ grossMonthly: null, worker: false })],
  ["over_limit", { ...good, plan: plan(100_000_01n, 0n, quarter) }],
  ["over_limit", { ...good, otherPrincipal: kobo(1n) }],
  ["labour_act", { ...good, anotherOwed: true }],
])("reports %s", (reason, input) => {
  expect(eligibilityOf(input)).toMatchObject({ eligible: false, reasons: [reason] });
});

it("allows a plan whose first payday is today", () => {
  const today = { ...good, plan: { ...good.plan, requestedOn: "2026-03-25" } };
  expect(eligibilityOf(today).reasons).toEqual([]);
});

it("gives all reasons in their order", () => {
  const input: EligibilityInput = {
    ...employee({ status: "EXITED", start: "2026-04-01", exit: "2026-03-01" }),
    plan: { ...good.plan, requestedOn: "2026-03-26" },
    terms: { accepted: null, current: "1" },
    maxPercentage: 0,
    anotherOwed: true,
  };
  expect(eligibilityOf(input).reasons).toEqual(
    INELIGIBILITIES.filter((reason) => reason !== "no_pay_rate"),
  );
});

describe("the Labour Act", () => {
  const broken: EligibilityInput = {
    ...good,
    plan: plan(200_000_01n, 1200n, quarter.slice(0, 2)),
    maxPercentage: 200,
    anotherOwed: true,
    labourAct: "warning",
  };

  it("warns of every limit with its section, and refuses only where it is binding", () => {
    const { eligible, labourAct } = eligibilityOf(broken);
    expect(eligible).toBe(true);
    expect(labourAct).toEqual([
      { limit: "over_a_months_wages", section: "Labour Act, s.4" },
      { limit: "too_few_instalments", section: "Labour Act, s.4" },
      { limit: "interest_charged", section: "Labour Act, s.4" },
      { limit: "another_owed", section: "Labour Act, s.4" },
    ]);
    expect(eligibilityOf({ ...broken, labourAct: "binding" }).reasons).toEqual(["labour_act"]);
  });

  it.each([
    ["a month's wages", {}, []],
    ["a kobo more", { amount: kobo(200_000_01n) }, ["over_a_months_wages"]],
    ["a kobo of interest", { interest: kobo(1n) }, ["interest_charged"]],
    // Only future instalments count when a request is checked later.
    ["three paydays, one of them past", { requestedOn: "2026-03-26" }, ["too_few_instalments"]],
  ])("allows its limits to the kobo: %s", (_case, changed, limits) => {
    const whole = { ...plan(200_000_00n, 0n, quarter), ...changed };
    const request = { ...good, maxPercentage: 200, plan: whole };
    expect(eligibilityOf(request).labourAct.map(({ limit }) => limit)).toEqual(limits);
  });

  it("does not apply to employees who are not workers", () => {
    const staff = { ...broken, employee: { ...broken.employee, worker: false } };
    expect(eligibilityOf({ ...staff, labourAct: "binding" })).toMatchObject({
      eligible: true,
      labourAct: [],
    });
  });
});

it.each([
  [200_000_00n, 50, 100_000_00n],
  [100_01n, 33, 33_00n],
  [200_000_00n, 200, 400_000_00n],
  [200_000_00n, 0, 0n],
])("the limit of %d kobo at %d %% is %d", (gross, percentage, limit) => {
  expect(advanceLimit(kobo(gross), percentage)).toBe(limit);
});

it("deducts other advances from the limit", () => {
  expect(availableOf(kobo(100n), kobo(40n))).toBe(60n);
  expect(availableOf(kobo(100n), kobo(140n))).toBe(0n);
});

describe("reasons that hold for every amount", () => {
  const least = { ...good, plan: plan(1n, 0n, ["2026-03-25"]), rate: 0n };

  it("are none for an eligible employee, even when the smallest plan breaks the Labour Act", () => {
    expect(eligibilityOf(least).reasons).toEqual(["labour_act"]);
    expect(unconditionalIneligibilities(least)).toEqual([]);
  });

  it("include the Act while it is binding for a worker and an advance is owed or bears interest", () => {
    expect(unconditionalIneligibilities({ ...least, anotherOwed: true })).toEqual(["labour_act"]);
    expect(unconditionalIneligibilities({ ...least, rate: 1n })).toEqual(["labour_act"]);
  });

  it("report a limit that is used up, and employees who are never eligible", () => {
    expect(unconditionalIneligibilities({ ...least, otherPrincipal: kobo(100_000_00n) })).toEqual([
      "over_limit",
    ]);
    const left = { ...least.employee, status: "EXITED" as const, exit: "2026-03-24" };
    expect(unconditionalIneligibilities({ ...least, employee: left })).toEqual([
      "not_active",
      "exit_before_last_instalment",
    ]);
  });
});

it("approves automatically only what is eligible and lawful", () => {
  const warned = eligibilityOf({ ...good, anotherOwed: true, labourAct: "warning" });
  const refused = eligibilityOf({ ...good, otherPrincipal: kobo(1n) });
  expect([outcomeOf(eligibilityOf(good), true), outcomeOf(eligibilityOf(good), false)]).toEqual([
    "approved",
    "waiting",
  ]);
  expect([outcomeOf(warned, true), outcomeOf(refused, true)]).toEqual(["waiting", "refused"]);
});
