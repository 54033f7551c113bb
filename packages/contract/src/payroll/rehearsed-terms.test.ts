import { kobo } from "@kontor/books/money";
import { expect, test } from "vitest";

import type { RehearsalTerms } from "./rehearsal.ts";
import { changedTermFacts } from "./rehearsed-terms.ts";

const present: RehearsalTerms = {
  bands: [
    { width: kobo(80_000_000n), rate: 0 },
    { width: null, rate: 15 },
  ],
  rent_relief_rate: 20,
  rent_relief_cap: kobo(50_000_000n),
  benefit_asset_rate: 5,
  benefit_housing_limit: 20,
  minimum_wage: kobo(7_000_000n),
  pension_base: "basic_housing_transport",
  pension_employee: 8,
  pension_employer: 10,
  nhf_active: false,
  nhf_rate: 2.5,
  nhf_base: "basic",
  nsitf_active: true,
  nsitf_rate: 1,
  nsitf_base: "gross",
  itf_active: false,
  itf_rate: 1,
  itf_base: "gross",
};

test("terms that a rehearsal changed are described in words with their earlier values", () => {
  const rehearsed: RehearsalTerms = {
    ...present,
    bands: [{ width: null, rate: 12.5 }],
    minimum_wage: kobo(8_000_000n),
    benefit_asset_rate: 7.5,
    pension_base: "gross",
    pension_employee: 9,
    nhf_active: true,
  };
  expect(changedTermFacts(present, rehearsed)).toEqual([
    ["Bands of Income Tax", "the rest at 12.5% (was ₦800,000.00 at 0%, the rest at 15%)"],
    ["Company Asset a Year", "7.5% (was 5%)"],
    ["Minimum Wage a Month", "₦80,000.00 (was ₦70,000.00)"],
    ["Pension Base", "Gross (was Basic, housing and transport)"],
    ["Employee’s Pension", "9% (was 8%)"],
    ["NHF", "Yes (was No)"],
  ]);
});

test("a rehearsal of the present terms says so", () => {
  expect(changedTermFacts(present, { ...present })).toEqual([
    ["Rehearsed", "The terms of the run"],
  ]);
});
