import { describe, expect, it } from "vitest";

import { inputOf, item, naira, rate } from "../testing/payslip-inputs.ts";
import type { PayslipInput } from "./input.ts";
import { payslipOf } from "./payslip.ts";

/** Each earning and reduction: kind, label, amount in naira, arithmetic. */
const told = (period: string, changes: Partial<PayslipInput>) =>
  payslipOf(inputOf(period, changes))
    .lines.filter(({ kind }) => kind === "earning" || kind === "reduction")
    .map(({ kind, label, amount, arithmetic }) => [kind, label, Number(amount) / 100, arithmetic]);

describe("the lines of pay", () => {
  const rates = [rate("2020-01-01", 200_000, 60_000, 0, 0)];

  it("are the components of the rate, those of a whole month without arithmetic", () => {
    expect(told("2026-01", { rates })).toEqual([
      ["earning", "Basic", 200_000, "200,000.00"],
      ["earning", "Housing", 60_000, "60,000.00"],
    ]);
  });

  it("are named as the ledgers to which they are posted", () => {
    const four = [rate("2020-01-01", 250_000, 75_000, 50_000, 125_000)];
    const names = told("2026-01", { rates: four }).map(([, name]) => name);
    expect(names).toEqual(["Basic", "Housing", "Transport", "Other allowances"]);
  });

  it("show the days of a part of a month, and components that come to nothing in it", () => {
    const employment = { start: "2026-01-31", exit: null };
    expect(told("2026-01", { rates, employment })).toEqual([
      ["earning", "Basic", 6_451.61, "200,000.00 × 1 ÷ 31 = 6,451.61"],
      ["earning", "Housing", 1_935.49, "60,000.00 × 1 ÷ 31 = 1,935.49"],
    ]);
    const weekdays = { ...inputOf("2026-01").settings, proration: "weekdays" as const };
    expect(told("2026-01", { rates, employment, settings: weekdays })).toEqual([
      ["earning", "Basic", 0, "200,000.00 × 0 ÷ 22 = 0.00"],
      ["earning", "Housing", 0, "60,000.00 × 0 ÷ 22 = 0.00"],
    ]);
  });

  it("show the days of a component that ended within the month", () => {
    const ended = [rate("2020-01-01", 310_000, 62_000), rate("2026-01-11", 310_000)];
    expect(told("2026-01", { rates: ended })).toEqual([
      ["earning", "Basic", 310_000, "(310,000.00 × 10 + 310,000.00 × 21) ÷ 31 = 310,000.00"],
      ["earning", "Housing", 20_000, "(62,000.00 × 10 + 0.00 × 21) ÷ 31 = 20,000.00"],
    ]);
  });

  it("show the days of a rate that began within the month", () => {
    const late = [rate("2026-01-16", 310_000)];
    expect(told("2026-01", { rates: late })).toEqual([
      ["earning", "Basic", 160_000, "310,000.00 × 16 ÷ 31 = 160,000.00"],
    ]);
  });
});

it("an item is prorated by the days of the month only when it is marked so", () => {
  const employment = { start: "2026-01-31", exit: null };
  const car = { recurring: true, amount: naira(31_000) };
  const items = [
    item({ ...car, key: "1", label: "Car", prorated: true }),
    item({ ...car, key: "2", label: "Fuel" }),
  ];
  expect(told("2026-01", { employment, items }).slice(1)).toEqual([
    ["earning", "Car", 1_000, "31,000.00 × 1 ÷ 31 = 1,000.00"],
    ["earning", "Fuel", 31_000, "31,000.00"],
  ]);
});

it("arrears add up the components that differ, and are taken back where too much was paid", () => {
  const arrears = [
    { month: "2025-12", pay: rate("", 10_000, 2_000, 0, 0) },
    { month: "2025-11", pay: rate("", -10_000, 0, 2_000, 0) },
    { month: "2025-10", pay: rate("", 10_000, -10_000, 0, 0) },
  ];
  expect(told("2026-01", { arrears }).slice(1)).toEqual([
    ["earning", "Arrears for December 2025", 12_000, "10,000.00 + 2,000.00 = 12,000.00"],
    ["reduction", "Paid too much in November 2025", 8_000, "-10,000.00 + 2,000.00 = -8,000.00"],
    ["earning", "Arrears for October 2025", 0, "10,000.00 + -10,000.00 = 0.00"],
  ]);
  const [line] = payslipOf(inputOf("2026-01", { arrears })).lines.filter(
    ({ origin }) => origin === "arrears",
  );
  expect(line?.inputs).toEqual([
    { name: "Basic", value: "10,000.00" },
    { name: "Housing", value: "2,000.00" },
  ]);
});
