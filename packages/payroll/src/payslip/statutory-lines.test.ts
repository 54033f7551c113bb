import { expect, it } from "vitest";

import { inputOf, item, naira, rate } from "../testing/payslip-inputs.ts";
import { emptyYearToDate } from "./input.ts";
import { payslipOf } from "./payslip.ts";

it("the line of the tax names every figure that it is computed from", () => {
  const settings = {
    ...inputOf("2026-06").settings,
    nhf: { active: true, base: "basic" },
  } as const;
  const deducted = { pension: naira(120_000), nhf: naira(37_500), paye: naira(100_000) };
  const { lines } = payslipOf(
    inputOf("2026-06", {
      settings,
      nhfConsent: true,
      items: [item({ amount: naira(50_000) })],
      yearToDate: { ...emptyYearToDate(2026), taxable: naira(1_500_000), ...deducted },
      reliefs: {
        rent: naira(1_000_000),
        lifePremium: naira(10_000),
        ownerOccupierInterest: naira(20_000),
        nhis: naira(5_000),
      },
    }),
  );
  const tax = lines.find(({ code }) => code === "paye");
  expect(tax?.inputs.map(({ name, value }) => `${name}: ${value}`)).toEqual([
    "Taxable pay so far this year: 1,500,000.00",
    "Regular taxable pay on this payslip: 300,000.00",
    "Regular taxable pay still to come this year: 1,800,000.00",
    "One-off taxable pay on this payslip: 50,000.00",
    "Contributions so far this year: 157,500.00",
    "Contributions on regular pay on this payslip: 31,500.00",
    "Contributions still to come this year: 189,000.00",
    "Rent relief: 200,000.00",
    "Life insurance premium of the year before: 10,000.00",
    "Interest on an owner-occupier’s loan: 20,000.00",
    "Health insurance: 5,000.00",
    "PAYE deducted so far this year: 100,000.00",
    "Minimum wage over the months of the year: 840,000.00",
  ]);
});

it("the line of the pension names the pay and the rate that it is computed from", () => {
  const { lines } = payslipOf(inputOf("2026-06"));
  expect(lines.find(({ code }) => code === "pension")).toMatchObject({
    amount: naira(24_000),
    inputs: [
      { name: "Base", value: "300,000.00" },
      { name: "Rate", value: "8%" },
    ],
    arithmetic: "300,000.00 × 8% = 24,000.00",
  });
});

it("the lines of contributions name the parts of pay that are their base", () => {
  const { settings } = inputOf("2026-06");
  const rules = (base: "basic_housing_transport" | "gross") => {
    const pension = { ...settings.pension, base };
    const nhf = { active: true, base };
    const { lines } = payslipOf(
      inputOf("2026-06", { settings: { ...settings, pension, nhf }, nhfConsent: true }),
    );
    return ["pension", "pension_employer", "nhf"].map(
      (code) => lines.find((line) => line.code === code)?.rule.name,
    );
  };
  expect(rules("basic_housing_transport")).toEqual([
    "Employee’s part of basic, housing and transport, with pensionable items",
    "Employer’s part of basic, housing and transport, with pensionable items",
    "Part of basic, housing and transport, and of no more than what is left of all pay",
  ]);
  expect(rules("gross")).toEqual([
    "Employee’s part of all components of pay, with pensionable items",
    "Employer’s part of all components of pay, with pensionable items",
    "Part of gross",
  ]);
});

it("the line of the tax says that pay is not above the minimum wage", () => {
  const { lines } = payslipOf(inputOf("2026-06", { rates: [rate("2020-01-01", 70_000)] }));
  const tax = lines.find(({ code }) => code === "paye");
  expect(tax).toMatchObject({
    amount: 0n,
    arithmetic: "Not above the minimum wage: no tax is due = 0.00",
  });
});
