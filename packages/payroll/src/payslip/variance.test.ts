import { kobo } from "@kontor/books/money";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { advancePlan } from "../advances/plan.ts";
import { PENSION_EXEMPTIONS } from "../statutory/pension-exemption.ts";
import { car } from "../testing/benefits.ts";
import { inputOf, item, naira, rate } from "../testing/payslip-inputs.ts";
import { emptyYearToDate, type PayslipInput } from "./input.ts";
import { payslipOf, type Payslip } from "./payslip.ts";
import { runVariance, varianceOf, VARIANCE_REASONS, type Variance } from "./variance.ts";

const january = payslipOf(inputOf("2026-01"));
const taxedCar = payslipOf(inputOf("2026-01", { benefits: { given: [car()], opening: null } }));

function february(changes: Partial<PayslipInput> = {}): Payslip {
  return payslipOf(inputOf("2026-02", { yearToDate: january.yearToDate, ...changes }));
}

/** The reasons of a variance with their differences of net pay, in naira. */
function netOf({ parts }: Variance): Record<string, number> {
  return Object.fromEntries(parts.map(({ reason, net }) => [reason, Number(net) / 100]));
}

const advance = advancePlan({
  amount: naira(10_000),
  rate: 0n,
  requestedOn: "2026-02-01",
  dueDates: ["2026-02-25"],
});

describe("varianceOf", () => {
  it("has no reason where nothing changed", () => {
    expect(varianceOf(january, february(), null)).toEqual({
      total: { gross: 0n, net: 0n, cost: 0n },
      parts: [],
    });
  });

  it("distinguishes joiners and leavers from employees who were left out", () => {
    const joiner = february({
      employment: { start: "2026-02-10", exit: null },
      yearToDate: emptyYearToDate(2026),
    });
    expect(varianceOf(null, joiner, null).parts).toEqual([
      {
        reason: "joiner",
        gross: joiner.totals.gross,
        net: joiner.totals.net,
        cost: joiner.totals.cost,
        lines: [],
      },
    ]);
    // Who started last month may have come after its run.
    for (const [start, reason] of [
      ["2026-01-01", "joiner"],
      ["2025-12-31", "left_out"],
    ] as const) {
      const came = february({ employment: { start, exit: null } });
      expect(varianceOf(null, came, null).parts[0]?.reason).toBe(reason);
    }
    expect(varianceOf(january, null, "2026-01-31").parts[0]?.reason).toBe("leaver");
    expect(varianceOf(january, null, null).parts[0]?.reason).toBe("left_out");
    expect(varianceOf(january, null, null).total.net).toBe(-january.totals.net);
    expect(varianceOf(null, null, null).parts).toEqual([]);
  });

  it("distinguishes a raise from the days that are paid", () => {
    const rates = [rate("2020-01-01", 300_000), rate("2026-02-15", 400_000)];
    const raised = varianceOf(january, february({ rates }), null);
    expect(netOf(raised)).toMatchObject({ rate: 100_000, proration: -50_000 });
    const left = varianceOf(
      january,
      february({ employment: { start: "2020-01-01", exit: "2026-02-14" } }),
      "2026-02-14",
    );
    expect(netOf(left)).toMatchObject({ proration: -150_000 });
    expect(netOf(left)).not.toHaveProperty("rate");
  });

  it.each<[string, Partial<PayslipInput>, number]>([
    ["item", { items: [item({ key: "c", amount: naira(20_000), recurring: true })] }, 20_000],
    ["one_off", { items: [item({ amount: naira(5_000) })] }, 5_000],
    ["one_off", { items: [item({ kind: "deduction", amount: naira(5_000) })] }, -5_000],
    ["arrears", { arrears: [{ month: "2026-01", pay: rate("", 7_000) }] }, 7_000],
    ["arrears", { arrears: [{ month: "2026-01", pay: rate("", -7_000) }] }, -7_000],
    ["advance", { advances: [{ key: "9", plan: advance, allocated: kobo(0n) }] }, -10_000],
  ])("names %s", (reason, changes, net) => {
    expect(netOf(varianceOf(january, february(changes), null))[reason]).toBe(net);
  });

  it("names statutory deductions, and another bank account", () => {
    const variance = varianceOf(
      january,
      february({ pensionExemption: "FOREIGN_EMPLOYEE", bankAccount: "011/0000014579" }),
      null,
    );
    expect(variance.parts.map(({ reason }) => reason)).toEqual(["statutory", "bank_account"]);
    expect(variance.parts[0]?.lines.map(({ code }) => code)).toEqual([
      "pension",
      "paye",
      "pension_employer",
    ]);
    expect(variance.parts[0]?.cost).toBe(naira(-30_000));
    expect(variance.parts[1]).toMatchObject({ gross: 0n, net: 0n, cost: 0n });
  });

  it("names a benefit in kind, which is taxed and not paid", () => {
    const benefits = { given: [car({ from: "2026-02-01" })], opening: null };
    const { parts } = varianceOf(january, february({ benefits }), null);
    expect(parts.map(({ reason, lines }) => [reason, lines.map(({ code }) => code)])).toEqual([
      ["statutory", ["paye", "benefit:1"]],
    ]);
  });

  it("names an item that is now taken from net pay and not from gross", () => {
    const leave = { key: "c", kind: "deduction", amount: naira(5_000), recurring: true } as const;
    const before = payslipOf(inputOf("2026-01", { items: [item(leave)] }));
    const items = [item({ ...leave, taxable: false })];
    const { parts } = varianceOf(before, february({ items }), null);
    expect(parts[0]).toMatchObject({ reason: "item", gross: naira(5_000), net: 0n });
  });

  it("shows what was paid before and is not paid now", () => {
    const before = payslipOf(inputOf("2026-01", { items: [item({ amount: naira(5_000) })] }));
    expect(varianceOf(before, february(), null).parts[0]).toMatchObject({
      reason: "one_off",
      lines: [{ code: "item:1", label: "Item", before: naira(5_000), after: 0n }],
    });
  });

  it("shows what is taken back or refunded below zero", () => {
    const loan = { key: "1", kind: "deduction", taxable: false, until: "2026-01" } as const;
    const deducted = item({ ...loan, amount: naira(20_000) });
    const corrected = item({ ...loan, amount: naira(5_000), paid: naira(20_000) });
    const before = payslipOf(inputOf("2026-01", { items: [deducted] }));
    const { parts } = varianceOf(before, february({ items: [corrected] }), null);
    expect(parts.find(({ reason }) => reason === "one_off")).toMatchObject({
      net: naira(35_000),
      lines: [
        {
          label: "Item (January 2026): deducted too much",
          before: naira(20_000),
          after: naira(-15_000),
        },
      ],
    });
  });
});

const amounts = fc.integer({ min: 0, max: 900_000 });
const changes = fc
  .record({
    rates: fc.array(fc.tuple(fc.integer({ min: 1, max: 28 }), amounts, amounts), { maxLength: 2 }),
    exit: fc.option(fc.integer({ min: 1, max: 28 }), { nil: null }),
    items: fc.array(
      fc.record({
        amount: amounts.map(naira),
        kind: fc.constantFrom("earning", "deduction"),
        taxable: fc.boolean(),
        is: fc.oneof(
          fc.record({ recurring: fc.boolean() }),
          fc.record({ paid: amounts.map(naira) }),
        ),
      }),
      { maxLength: 3 },
    ),
    benefits: fc.record({ taxed: fc.boolean(), given: fc.boolean() }),
    arrears: fc.option(fc.integer({ min: -50_000, max: 50_000 }), { nil: null }),
    account: fc.constantFrom("a", "b", null),
    pensionExemption: fc.constantFrom(null, ...PENSION_EXEMPTIONS),
  })
  .map(
    ({
      rates,
      exit,
      items,
      benefits,
      arrears,
      account,
      pensionExemption,
    }): Partial<PayslipInput> => {
      const day = (number: number) => `2026-02-${String(number).padStart(2, "0")}`;
      return {
        rates: [
          rate("2020-01-01", 300_000),
          ...rates.map(([from, basic, housing]) => rate(day(from), basic, housing)),
        ],
        employment: { start: "2020-01-01", exit: exit === null ? null : day(exit) },
        items: items.map(({ is, ...each }, index) => item({ key: String(index), ...each, ...is })),
        benefits: { given: benefits.given ? [car()] : [], opening: null },
        yearToDate: (benefits.taxed ? taxedCar : january).yearToDate,
        arrears: arrears === null ? [] : [{ month: "2025-12", pay: rate("", arrears, 100) }],
        bankAccount: account,
        pensionExemption,
      };
    },
  );

function expectToAddUp({ total, parts }: Pick<Variance, "total"> & { parts: Variance["parts"] }) {
  const sums = { gross: 0n, net: 0n, cost: 0n };
  for (const part of parts) {
    sums.gross += part.gross;
    sums.net += part.net;
    sums.cost += part.cost;
  }
  expect(sums).toEqual(total);
}

it("its reasons add up to the difference to the kobo, whatever changed", () => {
  const payslips = fc.option(
    changes.map((change) => february(change)),
    { nil: null },
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(payslips, payslips), { maxLength: 6 }), (people) => {
      const variances = people.map(([before, after]) => varianceOf(before, after, null));
      for (const [index, variance] of variances.entries()) {
        const [before, after] = people[index] ?? [null, null];
        expectToAddUp(variance);
        for (const measure of ["gross", "net", "cost"] as const) {
          const difference = (after?.totals[measure] ?? 0n) - (before?.totals[measure] ?? 0n);
          expect(variance.total[measure]).toBe(difference);
        }
        const order = variance.parts.map(({ reason }) => VARIANCE_REASONS.indexOf(reason));
        expect(order).toEqual(order.toSorted((a, b) => a - b));
      }
      const run = runVariance(variances);
      expectToAddUp({ total: run.total, parts: run.parts.map((part) => ({ ...part, lines: [] })) });
      for (const { reason, people: count } of run.parts) {
        const concerned = variances.filter(({ parts }) =>
          parts.some((part) => part.reason === reason),
        );
        expect(count).toBe(concerned.length);
        expect(count).toBeGreaterThan(0);
      }
    }),
    { numRuns: 100 },
  );
});
