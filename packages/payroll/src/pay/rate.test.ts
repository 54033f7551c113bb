import { kobo } from "@kontor/books/money";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { arrearsOf } from "./arrears.ts";
import { PRORATION_BASES, type ProrationBase } from "./proration.ts";
import {
  addPay,
  earnedPay,
  lessUnearned,
  NO_PAY,
  proratedPay,
  PAY_COMPONENTS,
  rateOn,
  totalPay,
  type Pay,
  type PayRate,
} from "./rate.ts";

function rate(from: string, basic: bigint, housing = 0n, transport = 0n, other = 0n): PayRate {
  return {
    from,
    basic: kobo(basic),
    housing: kobo(housing),
    transport: kobo(transport),
    other: kobo(other),
  };
}

const employed = { start: "2020-01-01", exit: null };

it("adds each component to its own", () => {
  const { from: _from, ...sum } = rate("", 1100n, 220n, 33n, 5n);
  expect(addPay(rate("", 1000n, 200n, 30n, 4n), rate("", 100n, 20n, 3n, 1n))).toEqual(sum);
});

it("uses the later of two rates of one day", () => {
  const rates = [rate("2026-01-01", 1n), rate("2026-01-15", 2n), rate("2026-01-15", 3n)];
  expect(rateOn("2026-01-15", rates)?.basic).toBe(3n);
  expect(rateOn("2026-01-14", rates)?.basic).toBe(1n);
  expect(rateOn("2025-12-31", rates)).toBeUndefined();
});

describe("earnedPay", () => {
  it.each<[ProrationBase, bigint]>([
    ["calendar_days", 145_161_29n],
    ["weekdays", 136_363_64n],
    ["thirty_days", 140_000_00n],
  ])("₦300,000 from 17 January 2026 by %s", (base, earned) => {
    const rates = [rate("2026-01-17", 120_000_00n, 90_000_00n, 60_000_00n, 30_000_00n)];
    const result = earnedPay("2026-01", { start: "2026-01-17", exit: null }, rates, base);
    expect(totalPay(result.pay)).toBe(earned);
    expect(result.rateMissing).toBe(false);
  });

  it("pays each day at its rate", () => {
    const rates = [rate("2026-01-11", 62_000_00n), rate("2025-01-01", 31_000_00n)];
    const result = earnedPay("2026-01", employed, rates, "calendar_days");
    expect(result.segments.map(({ from, until, days }) => [from, until, days])).toEqual([
      ["2026-01-01", "2026-01-10", 10],
      ["2026-01-11", "2026-01-31", 21],
    ]);
    expect(result.pay.basic).toBe(52_000_00n);
    expect(result.monthly?.basic).toBe(62_000_00n);
    const late = [rate("2026-01-31", 62_000_00n), rate("2025-01-01", 31_000_00n)];
    expect(earnedPay("2026-01", employed, late, "calendar_days").pay.basic).toBe(32_000_00n);
  });

  it("pays an employee who starts on the 31st for a day, also by thirty days", () => {
    const rates = [rate("2026-01-31", 300_000_00n)];
    const starter = { start: "2026-01-31", exit: null };
    expect(earnedPay("2026-01", starter, rates, "thirty_days").pay.basic).toBe(10_000_00n);
    expect(earnedPay("2026-01", starter, rates, "weekdays").pay.basic).toBe(0n);
  });

  it("pays both employments of an employee who left and was rehired in the month", () => {
    const raised = rate("2026-01-20", 62_000_00n);
    const rates = [rate("2020-01-01", 31_000_00n), raised];
    const earlier = [{ start: "2020-01-01", exit: "2026-01-10" }];
    const back = { start: "2026-01-20", exit: null, earlier };
    const result = earnedPay("2026-01", back, rates, "calendar_days");
    expect(result.segments.map(({ from, until, days }) => [from, until, days])).toEqual([
      ["2026-01-01", "2026-01-10", 10],
      ["2026-01-20", "2026-01-31", 12],
    ]);
    expect(result.pay.basic).toBe(10_000_00n + 24_000_00n);
    expect(earnedPay("2026-01", back, [raised], "calendar_days")).toMatchObject({
      rateMissing: true,
      pay: { basic: 24_000_00n },
    });
  });

  it("reports days without a rate, and pays nothing outside the employment", () => {
    const rates = [rate("2026-01-16", 31_000_00n)];
    const result = earnedPay("2026-01", employed, rates, "calendar_days");
    expect(result).toMatchObject({ rateMissing: true, pay: { basic: 16_000_00n } });
    expect(earnedPay("2026-01", employed, [], "weekdays")).toMatchObject({
      rateMissing: true,
      pay: NO_PAY,
      monthly: null,
    });
    const left = { start: "2020-01-01", exit: "2025-12-31" };
    expect(earnedPay("2026-01", left, rates, "weekdays")).toMatchObject({
      rateMissing: false,
      pay: NO_PAY,
      segments: [],
    });
  });

  it("agrees with a sum over single days, whatever the rates", () => {
    const rates = fc.array(
      fc.tuple(fc.integer({ min: 1, max: 28 }), fc.bigInt({ min: 0n, max: 10n ** 10n })),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(rates, fc.bigInt({ min: 1n, max: 10n ** 10n }), (changes, first) => {
        const day = (number: number) => `2026-03-${String(number).padStart(2, "0")}`;
        const dated = new Map([["2026-01-01", first]]);
        for (const [number, amount] of changes) dated.set(day(number), amount);
        const listed = [...dated].map(([from, amount]) => rate(from, amount));
        let daily = 0n;
        for (let number = 1; number <= 31; number += 1) {
          const holding = [...dated.keys()].filter((from) => from <= day(number)).toSorted();
          daily += dated.get(holding.at(-1) ?? "") ?? 0n;
        }
        const earned = earnedPay("2026-03", employed, listed, "calendar_days");
        expect(earned.pay.basic).toBe((2n * daily + 31n) / 62n);
      }),
    );
  });

  it("never rounds the whole by its components", () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 9n });
    const bases = fc.constantFrom(...PRORATION_BASES);
    const days = fc.integer({ min: 1, max: 31 });
    fc.assert(
      fc.property(
        fc.array(amount, { minLength: 4, maxLength: 4 }),
        bases,
        days,
        (parts, base, day) => {
          const [basic = 0n, housing, transport, other] = parts;
          const start = `2026-01-${String(day).padStart(2, "0")}`;
          const { pay, part } = earnedPay(
            "2026-01",
            { start, exit: null },
            [rate(start, basic, housing, transport, other)],
            base,
          );
          const whole = rate(
            start,
            parts.reduce((total, each) => total + each, 0n),
          );
          expect(totalPay(pay)).toBe(proratedPay(whole, part).basic);
          expect(PAY_COMPONENTS.every((component) => pay[component] >= 0n)).toBe(true);
        },
      ),
    );
  });
});

describe("lessUnearned", () => {
  const amount = fc.bigInt(0n, 10n ** 11n);
  const components = fc
    .tuple(amount, amount, amount, amount)
    .map((each) => rate("", ...each))
    .filter((pay) => totalPay(pay) > 0n);
  const each = (pay: Pay) => PAY_COMPONENTS.map((component) => pay[component]);

  it("takes a third from each component, to the kobo", () => {
    const pay = rate("", 20_000_000n, 6_000_000n, 3_000_000n, 1_000_000n);
    expect(each(lessUnearned(pay, kobo(10_000_000n), pay))).toEqual([
      13_333_333n,
      4_000_000n,
      2_000_000n,
      666_667n,
    ]);
  });

  it("leaves nothing of a month that was not earned, and no component below zero before that", () => {
    fc.assert(
      fc.property(components, fc.double({ min: 0, max: 1, noNaN: true }), (pay, share) => {
        const whole = totalPay(pay);
        const unearned = kobo((whole * BigInt(Math.round(share * 1e6))) / 1_000_000n);
        const rest = lessUnearned(pay, unearned, pay);
        expect(totalPay(rest)).toBe(whole - unearned);
        expect(each(rest).every((component) => component >= 0n)).toBe(true);
        expect(each(lessUnearned(pay, whole, pay))).toEqual([0n, 0n, 0n, 0n]);
      }),
    );
  });

  it("gives back what it took, whatever the sizes", () => {
    fc.assert(
      fc.property(
        components,
        components,
        fc.bigInt(-(10n ** 12n), 10n ** 12n),
        (pay, part, size) => {
          const taken = lessUnearned(pay, kobo(size), part);
          expect(totalPay(taken)).toBe(totalPay(pay) - size);
          expect(each(lessUnearned(taken, kobo(-size), part))).toEqual(each(pay));
        },
      ),
    );
  });

  it("takes from basic where there are no components to go by", () => {
    const pay = rate("", 500n, 100n);
    expect(each(lessUnearned(pay, kobo(700n), NO_PAY))).toEqual([-200n, 100n, 0n, 0n]);
  });
});

describe("arrearsOf", () => {
  const month = {
    month: "2026-02",
    employment: employed,
    base: "calendar_days" as const,
    rates: [
      rate("2025-01-01", 200_000_00n, 50_000_00n),
      rate("2026-02-15", 228_000_00n, 50_000_00n),
    ],
  };

  it("is of each component by itself", () => {
    const rates = [rate("2025-01-01", 1000n, 200n, 30n, 4n)];
    const { from: _from, ...paid } = rate("", 900n, 210n, 10n, 9n);
    const { from: _other, ...pay } = rate("", 100n, -10n, 20n, -5n);
    expect(arrearsOf({ ...month, rates, paid })?.pay).toEqual(pay);
  });

  it("owes the difference of a raise that was recorded late", () => {
    const paid = { ...NO_PAY, basic: kobo(200_000_00n), housing: kobo(50_000_00n) };
    expect(arrearsOf({ ...month, paid })).toEqual({
      month: "2026-02",
      pay: { ...NO_PAY, basic: 14_000_00n },
    });
  });

  it("owes nothing twice, and recovers overpaid pay", () => {
    const { pay } = earnedPay("2026-02", employed, month.rates, "calendar_days");
    expect(arrearsOf({ ...month, paid: pay })).toBeUndefined();
    const left = { start: "2020-01-01", exit: "2026-02-14" };
    const arrears = arrearsOf({ ...month, employment: left, paid: pay });
    expect(arrears?.pay).toEqual({ ...NO_PAY, basic: -114_000_00n, housing: -25_000_00n });
  });
});
