import { kobo } from "@kontor/books/money";
import { describe, expect, test } from "vitest";

import { advancePlan } from "../advances/plan.ts";
import { NO_CREDIT } from "../pay/contribution.ts";
import { defaultPayrollSettings } from "../pay/settings.ts";
import { noReliefs } from "../statutory/income-tax.ts";
import { packAt } from "../statutory/packs.ts";
import { car } from "../testing/benefits.ts";
import { item } from "../testing/payslip-inputs.ts";
import type { PayslipInput } from "./input.ts";
import { payslipOf } from "./payslip.ts";
import { projectedNet, type ProjectionInput } from "./projection.ts";

const nothing = {
  year: 2026,
  gross: kobo(0n),
  taxable: kobo(0n),
  benefits: kobo(0n),
  pension: kobo(0n),
  nhf: kobo(0n),
  paye: kobo(0n),
  net: kobo(0n),
};
const rate = {
  from: "2025-01-01",
  basic: kobo(15_000_000n),
  housing: kobo(7_500_000n),
  transport: kobo(4_500_000n),
  other: kobo(3_000_000n),
};
const input: ProjectionInput = {
  settings: defaultPayrollSettings,
  employment: { start: "2025-01-01", exit: null },
  rates: [rate],
  pensionExemption: null,
  nhfConsent: false,
  reliefs: noReliefs,
  items: [],
  yearToDate: nothing,
  from: "2026-01",
  until: "2026-12",
  advances: [],
  recoverFrom: "2026-03",
};
/** Only January, computed as a payslip. */
const january: PayslipInput = {
  period: "2026-01",
  payday: "2026-01-25",
  cycle: { kind: "REGULAR" },
  pack: packAt("2026-01-01"),
  settings: defaultPayrollSettings,
  employment: input.employment,
  rates: [rate],
  pensionExemption: null,
  nhfConsent: false,
  bankAccount: null,
  items: [],
  arrears: [],
  baseCredit: NO_CREDIT,
  yearToDate: nothing,
  reliefs: noReliefs,
  paidLater: [],
  unpaidMonths: [],
  overpaidLater: [],
  advances: [],
};

describe("projected net pay", () => {
  test("for a steady salary equals the payslips, each month of the year to the kobo of rounding", () => {
    const net = projectedNet(input);
    const expected = payslipOf(january).totals.net;
    expect([...net.keys()]).toHaveLength(12);
    expect(net.get("2026-01")).toBe(expected);
    for (const amount of net.values()) expect(Math.abs(Number(amount - expected))).toBeLessThan(12);
  });

  test("leaves out the pension of somebody outside the scheme", () => {
    const outside = { pensionExemption: "FOREIGN_EMPLOYEE" } as const;
    const net = projectedNet({ ...input, ...outside }).get("2026-01");
    expect(net).toBe(payslipOf({ ...january, ...outside }).totals.net);
    expect(net).toBeGreaterThan(payslipOf(january).totals.net);
  });

  test("taxes an allowance, a bonus and a benefit in kind as the payslip does", () => {
    const [allowance, bonus] = [
      item({ key: "1", amount: kobo(5_000_000n) }),
      item({ key: "2", amount: kobo(100_000_000n) }),
    ];
    const benefits = { given: [car()], opening: null };
    const items = [{ ...allowance, recurring: true }, bonus];
    const net = projectedNet({
      ...input,
      benefits,
      items: [
        { ...allowance, from: "2025-06", to: null },
        { ...bonus, from: "2026-01", to: "2026-01" },
      ],
    });
    expect(net.get("2026-01")).toBe(payslipOf({ ...january, benefits, items }).totals.net);
  });

  test("starts the next tax year from zero", () => {
    const net = projectedNet({ ...input, until: "2027-02" });
    expect(net.get("2027-01")).toBe(net.get("2026-01"));
  });

  test("deducts an instalment in the month in which it is due, and none before recovery starts", () => {
    const plan = advancePlan({
      amount: kobo(6_000_000n),
      rate: 1200n,
      requestedOn: "2026-01-26",
      dueDates: ["2026-02-25", "2026-03-25", "2026-04-25"],
    });
    const advances = [{ key: "7", plan, allocated: kobo(0n) }];
    const without = projectedNet(input);
    const net = projectedNet({ ...input, advances });
    const taken = [...net].map(([month, amount]) => [month, (without.get(month) ?? 0n) - amount]);
    const [first, second, third] = plan.instalments.map(({ amount }) => amount);
    expect(taken.filter(([, amount]) => amount !== 0n)).toEqual([
      ["2026-03", (first ?? 0n) + (second ?? 0n)],
      ["2026-04", third],
    ]);
  });

  test("includes an item only in its months", () => {
    const loan = item({ kind: "deduction", amount: kobo(100_000n), taxable: false });
    const without = projectedNet(input);
    const net = projectedNet({
      ...input,
      items: [
        { ...loan, from: "2026-04", to: "2026-04" },
        { ...loan, key: "2", from: "2026-11", to: null },
      ],
    });
    const lower = [...net].filter(([month, amount]) => amount < (without.get(month) ?? 0n));
    expect(lower.map(([month]) => month)).toEqual(["2026-04", "2026-11", "2026-12"]);
  });

  test("leaves out months without a statutory pack", () => {
    const net = projectedNet({ ...input, from: "2025-11", until: "2026-01" });
    expect([...net.keys()]).toEqual(["2026-01"]);
  });
});
