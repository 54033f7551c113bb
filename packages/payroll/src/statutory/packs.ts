import { kobo } from "@kontor/books/money";

import type { StatutoryPack } from "./pack.ts";

const taxAct = "Nigeria Tax Act 2025";
const actText = "the Act as published";

/**
 * The law from 1 January 2026. The gazetted text has been disputed and may be issued again; then a
 * pack is added here with its effective date, and nothing else changes.
 */
const nigeria2026: StatutoryPack = {
  name: "Nigeria 2026",
  from: "2026-01-01",
  incomeTax: {
    section: `${taxAct}, s.58 and Fourth Schedule`,
    source: `${actText}, compared with the tables of keepam.ng`,
    bands: [
      { width: kobo(800_000_00n), rate: 0n },
      { width: kobo(2_200_000_00n), rate: 1500n },
      { width: kobo(9_000_000_00n), rate: 1800n },
      { width: kobo(13_000_000_00n), rate: 2100n },
      { width: kobo(25_000_000_00n), rate: 2300n },
      { width: null, rate: 2500n },
    ],
  },
  benefits: {
    section: `${taxAct}, s.14`,
    source: actText,
    assetRate: 500n,
    housingLimit: 2000n,
    lessEmployeesExpense: ["ASSET"],
  },
  deductions: { section: `${taxAct}, s.30`, source: actText },
  rentRelief: {
    section: `${taxAct}, s.30`,
    source: actText,
    rate: 2000n,
    cap: kobo(500_000_00n),
  },
  minimumWage: {
    section: `${taxAct}, s.58 and s.163(1)(t): earners of the national minimum wage or less`,
    source: `${actText}; the wage by the National Minimum Wage (Amendment) Act 2024`,
    monthly: kobo(70_000_00n),
  },
  pension: {
    section: "Pension Reform Act 2014, s.4",
    source: actText,
    employee: 800n,
    employer: 1000n,
  },
  nhf: {
    section: "National Housing Fund Act, voluntary by the Business Facilitation Act 2023",
    source: `${actText}; the base is contested and therefore a setting`,
    rate: 250n,
  },
  nsitf: {
    section: "Employees' Compensation Act 2010, s.33",
    source: `${actText}; the base is disputed and therefore a setting`,
    rate: 100n,
  },
  itf: {
    section: "Industrial Training Fund (Amendment) Act 2011, s.6",
    source: actText,
    rate: 100n,
    fromStaff: 5,
    fromTurnover: kobo(50_000_000_00n),
  },
  wageAdvance: {
    section: "Labour Act, s.4",
    source: actText,
    maxMonthsWages: 1n,
    minInstalments: 3,
  },
};

/** Every known pack, the earliest first. */
export const statutoryPacks: readonly StatutoryPack[] = [nigeria2026];

/** The pack in force on a date; undefined before the first one. */
export function packInForce(
  date: string,
  packs: readonly StatutoryPack[] = statutoryPacks,
): StatutoryPack | undefined {
  let inForce: StatutoryPack | undefined;
  for (const pack of packs) {
    if (pack.from <= date && (inForce === undefined || pack.from >= inForce.from)) inForce = pack;
  }
  return inForce;
}

/**
 * The pack in force on a date, which must exist.
 *
 * @param packs the known packs, optionally with a draft to rehearse a law not yet in force.
 * @throws RangeError when the date is before every pack: payroll under earlier law is not computed.
 */
export function packAt(
  date: string,
  packs: readonly StatutoryPack[] = statutoryPacks,
): StatutoryPack {
  const pack = packInForce(date, packs);
  if (pack === undefined) throw new RangeError(`No statutory pack holds on ${date}.`);
  return pack;
}
