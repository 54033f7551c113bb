import { kobo, type Kobo } from "@kontor/books/money";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { divideHalfUp } from "../rounding.ts";
import { fraction, nearest, oracleTax } from "../testing/tax-oracle.ts";
import {
  bandShares,
  EXACT_PER_KOBO,
  exactTaxOfYear,
  noReliefs,
  reliefOfYear,
  rentRelief,
} from "./income-tax.ts";
import { packAt } from "./packs.ts";

const pack = packAt("2026-01-01");
const naira = (amount: number) => kobo(BigInt(amount) * 100n);

/** Rounded half-up to the kobo. */
const taxOn = (chargeable: Kobo) =>
  divideHalfUp(exactTaxOfYear(chargeable, pack.incomeTax.bands), EXACT_PER_KOBO);

describe("the tax of a year", () => {
  it.each([
    [0, 0],
    [800_000, 0],
    [3_000_000, 330_000],
    [12_000_000, 1_950_000],
    [25_000_000, 4_680_000],
    [50_000_000, 10_430_000],
    [60_000_000, 12_930_000],
  ])("on ₦%d is ₦%d", (chargeable, tax) => {
    expect(taxOn(naira(chargeable))).toBe(naira(tax));
  });

  it("is zero on income below zero", () => {
    expect(taxOn(kobo(-1n))).toBe(0n);
  });

  it("agrees with linear interpolation of the published totals", () => {
    const incomes = fc.oneof(
      fc.bigInt({ min: 0n, max: 7_000_000_000n }),
      fc.bigInt({ min: 0n, max: 10n ** 14n }),
    );
    fc.assert(
      fc.property(incomes, (income) => {
        expect(taxOn(kobo(income))).toBe(nearest(oracleTax(fraction(income))));
      }),
    );
  });
});

it("shows the tax of each band that income reaches, from its first kobo", () => {
  expect(bandShares(naira(3_500_000), pack.incomeTax.bands)).toEqual([
    { income: naira(800_000), rate: 0n, tax: 0n },
    { income: naira(2_200_000), rate: 1500n, tax: naira(330_000) * 10_000n },
    { income: naira(500_000), rate: 1800n, tax: naira(90_000) * 10_000n },
  ]);
  const free = { income: naira(800_000), rate: 0n, tax: 0n };
  expect(bandShares(naira(800_000), pack.incomeTax.bands)).toEqual([free]);
  expect(bandShares(kobo(800_000_01n), pack.incomeTax.bands)).toEqual([
    free,
    { income: 1n, rate: 1500n, tax: 1500n },
  ]);
});

it.each([
  [0, 0],
  [1_200_000, 240_000],
  [2_400_000, 480_000],
  [2_500_000, 500_000],
  [9_000_000, 500_000],
])("rent of ₦%d gives a relief of ₦%d", (rent, relief) => {
  expect(rentRelief(naira(rent), pack)).toBe(naira(relief));
});

it("adds up the reliefs of a year", () => {
  expect(reliefOfYear(noReliefs, pack)).toBe(0n);
  const reliefs = {
    rent: naira(5_000_000),
    lifePremium: naira(10_000),
    ownerOccupierInterest: naira(2_000),
    nhis: naira(300),
  };
  expect(reliefOfYear(reliefs, pack)).toBe(naira(512_300));
});
