import { addMonths } from "@kontor/books/calendar-date";
import { kobo } from "@kontor/books/money";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { fraction, nearest } from "../testing/tax-oracle.ts";
import {
  allocate,
  amountDueBy,
  nextDueDate,
  outstandingOf,
  reverseAllocation,
} from "./allocation.ts";
import { advancePlan, nextPaydays, paybackOf, type AdvancePlan } from "./plan.ts";

describe("paybackOf", () => {
  it.each([
    [100_000_00n, 30, 1200n, 100_986_30n],
    [100_000_00n, 30, 0n, 100_000_00n],
    [100_000_00n, 1, 1n, 100_000_03n],
    [2_500_50n, 365, 1250n, 2_813_06n],
    [100_000_00n, 0, 10_000n, 100_000_00n],
  ])("%d kobo for %d days at %d basis points", (amount, days, rate, payback) => {
    expect(paybackOf(kobo(amount), rate, days)).toBe(payback);
  });
});

describe("nextPaydays", () => {
  it.each([
    ["2026-01-10", 25, 3, ["2026-01-25", "2026-02-25", "2026-03-25"]],
    ["2026-01-25", 25, 1, ["2026-02-25"]],
    ["2026-01-31", 31, 2, ["2026-02-28", "2026-03-31"]],
    ["2026-12-26", 25, 2, ["2027-01-25", "2027-02-25"]],
  ])("after %s, paid on the %d: %d", (after, payDay, count, paydays) => {
    expect(nextPaydays(after, payDay, count)).toEqual(paydays);
  });
});

function planOf(amount: bigint, rate: bigint, count: number): AdvancePlan {
  const dueDates = nextPaydays("2026-01-10", 25, count);
  return advancePlan({ amount: kobo(amount), rate, requestedOn: "2026-01-10", dueDates });
}

describe("advancePlan", () => {
  it("divides the principal evenly, each part with interest until its own payday", () => {
    const plan = planOf(100_000_00n, 1200n, 3);
    expect(
      plan.instalments.map(({ number, due, days, principal }) => [number, due, days, principal]),
    ).toEqual([
      [1, "2026-01-25", 15, 33_333_33n],
      [2, "2026-02-25", 46, 33_333_33n],
      [3, "2026-03-25", 74, 33_333_34n],
    ]);
    expect(plan.instalments.map(({ interest }) => interest)).toEqual([164_38n, 504_11n, 810_96n]);
    expect(plan.payback).toBe(101_479_45n);
  });

  it("may be due on the day of the request, without interest", () => {
    const day = "2026-01-25";
    const input = { amount: kobo(100n), rate: 1200n, requestedOn: day, dueDates: [day] };
    expect(advancePlan(input).payback).toBe(100n);
  });

  it.each([
    ["none", 100n, []],
    ["thirteen", 100n, Array.from({ length: 13 }, (_, index) => addMonths("2026-02-25", index))],
    ["a kobo in two", 1n, ["2026-02-25", "2026-03-25"]],
    ["the same day twice", 100n, ["2026-02-25", "2026-02-25"]],
    ["a day before the request", 100n, ["2026-01-09"]],
    ["nothing", 0n, ["2026-02-25"]],
  ])("refuses %s", (_case, amount, dueDates) => {
    const input = { amount: kobo(amount), rate: 0n, requestedOn: "2026-01-10", dueDates };
    expect(() => advancePlan(input)).toThrow(RangeError);
  });
});

const plans = fc
  .tuple(
    fc.bigInt({ min: 12n, max: 10n ** 10n }),
    fc.bigInt({ min: 0n, max: 10_000n }),
    fc.integer({ min: 1, max: 12 }),
  )
  .map(([amount, rate, count]) => planOf(amount, rate, count));

it("a plan adds up to its payback, and each interest amount is exact and rounded once", () => {
  fc.assert(
    fc.property(plans, (plan) => {
      let principal = 0n;
      let total = 0n;
      for (const part of plan.instalments) {
        principal += part.principal;
        total += part.amount;
        const exact = fraction(part.principal * plan.rate * BigInt(part.days), 3_650_000n);
        expect(part.interest).toBe(nearest(exact));
        expect(part.principal > 0n).toBe(true);
      }
      expect(principal).toBe(plan.amount);
      expect(total).toBe(plan.payback);
      expect(plan.payback - plan.amount).toBe(plan.interest);
    }),
  );
});

describe("allocations", () => {
  it("pay the instalments in their order, interest before principal", () => {
    const plan = planOf(100_000_00n, 1200n, 3);
    expect(allocate(plan, kobo(0n), kobo(100_00n))).toEqual({ principal: 0n, interest: 100_00n });
    expect(allocate(plan, kobo(100_00n), kobo(33_397_71n))).toEqual({
      principal: 33_333_33n,
      interest: 64_38n,
    });
    expect(outstandingOf(plan, kobo(33_497_71n))).toEqual({
      total: 67_981_74n,
      principal: 66_666_67n,
      interest: 1_315_07n,
    });
  });

  it("end at exactly zero however the payback is split", () => {
    const cuts = fc.array(fc.bigInt({ min: 1n, max: 10n ** 9n }), { maxLength: 20 });
    fc.assert(
      fc.property(plans, cuts, (plan, pieces) => {
        let allocated = kobo(0n);
        let principal = 0n;
        let interest = 0n;
        for (const piece of [...pieces, plan.payback]) {
          const owed = outstandingOf(plan, allocated);
          expect(owed.principal + owed.interest).toBe(owed.total);
          expect(owed.principal).toBe(plan.amount - principal);
          const amount = piece < owed.total ? kobo(piece) : owed.total;
          if (amount === 0n) break;
          const part = allocate(plan, allocated, amount);
          expect(part.principal + part.interest).toBe(amount);
          expect(part.principal >= 0n && part.interest >= 0n).toBe(true);
          principal += part.principal;
          interest += part.interest;
          allocated = kobo(allocated + amount);
        }
        expect({ allocated, principal, interest }).toEqual({
          allocated: plan.payback,
          principal: plan.amount,
          interest: plan.interest,
        });
      }),
    );
  });

  it("are undone exactly, even after later ones", () => {
    const amounts = fc.bigInt({ min: 1n, max: 10n ** 10n });
    fc.assert(
      fc.property(plans, amounts, amounts, (plan, one, next) => {
        const first = kobo(one % plan.payback === 0n ? 1n : one % plan.payback);
        const taken = allocate(plan, kobo(0n), first);
        expect(reverseAllocation(plan, first, first)).toEqual(taken);
        const left = plan.payback - first;
        const second = kobo(next % (left + 1n));
        const undone = reverseAllocation(plan, kobo(first + second), first);
        expect(undone.principal + undone.interest).toBe(first);
        const without = outstandingOf(plan, second);
        const before = outstandingOf(plan, kobo(first + second));
        expect(before.principal + undone.principal).toBe(without.principal);
        expect(before.interest + undone.interest).toBe(without.interest);
      }),
    );
    const plan = planOf(100n, 0n, 1);
    expect(() => reverseAllocation(plan, kobo(10n), kobo(0n))).toThrow("What is undone is");
    expect(() => reverseAllocation(plan, kobo(10n), kobo(11n))).toThrow("What is undone is");
  });

  it("refuse zero, negative amounts, and more than is owed", () => {
    const plan = planOf(100n, 0n, 1);
    expect(() => allocate(plan, kobo(0n), kobo(0n))).toThrow(RangeError);
    expect(() => allocate(plan, kobo(0n), kobo(-1n))).toThrow(RangeError);
    expect(() => allocate(plan, kobo(40n), kobo(61n))).toThrow(RangeError);
    expect(() => outstandingOf(plan, kobo(101n))).toThrow(RangeError);
    expect(() => outstandingOf(plan, kobo(-1n))).toThrow(RangeError);
  });

  it("include instalments missed before", () => {
    const plan = planOf(300_00n, 0n, 3);
    expect(amountDueBy(plan, kobo(0n), "2026-01-24")).toBe(0n);
    expect(amountDueBy(plan, kobo(0n), "2026-02-25")).toBe(200_00n);
    expect(amountDueBy(plan, kobo(150_00n), "2026-02-25")).toBe(50_00n);
    expect(amountDueBy(plan, kobo(199_99n), "2026-02-25")).toBe(1n);
    expect(amountDueBy(plan, kobo(250_00n), "2026-02-25")).toBe(0n);
    expect(nextDueDate(plan, kobo(99_99n))).toBe("2026-01-25");
    expect(nextDueDate(plan, kobo(100_00n))).toBe("2026-02-25");
    expect(nextDueDate(plan, kobo(300_00n))).toBeUndefined();
  });
});
