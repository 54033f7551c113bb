import type { Kobo } from "@kontor/books/money";

import { HUNDRED_PERCENT } from "../percentage.ts";
import type { BenefitKind } from "./benefit-kinds.ts";

/** The legal source of a figure, printed on every payslip line that uses it. */
export type LegalSource = {
  /** Act and section: "Nigeria Tax Act 2025, s.58 and Fourth Schedule". */
  readonly section: string;
  /** The text from which the figure was taken. */
  readonly source: string;
};

/** A band of the yearly chargeable income. Rates are basis points. */
export type TaxBand = {
  /** The amount of income in the band, in kobo; null, in the last band only, for all the rest. */
  readonly width: Kobo | null;
  readonly rate: bigint;
};

/**
 * The law from a date on: every rate, band and threshold that payroll uses, as data. Amounts are in
 * kobo, rates in basis points (1% is 100n).
 */
export type StatutoryPack = {
  readonly name: string;
  /** The first day on which it is in effect. */
  readonly from: string;
  readonly incomeTax: LegalSource & { readonly bands: readonly TaxBand[] };
  /** What benefits in kind are worth. */
  readonly benefits: LegalSource & {
    /** The part of what the employer paid for an asset that it is worth a year. */
    readonly assetRate: bigint;
    /** The maximum value of living accommodation, as a part of the gross without it. */
    readonly housingLimit: bigint;
    /** The kinds that are worth less by what the employee spends on them. */
    readonly lessEmployeesExpense: readonly BenefitKind[];
  };
  /** Deductions from income before tax. */
  readonly deductions: LegalSource;
  /** The smaller of a part of the yearly rent and a cap. */
  readonly rentRelief: LegalSource & { readonly rate: bigint; readonly cap: Kobo };
  /** The monthly wage; an employee who earns no more from the employment pays no tax. */
  readonly minimumWage: LegalSource & { readonly monthly: Kobo };
  /** The minimum rates. Their base is never below basic, housing and transport. */
  readonly pension: LegalSource & { readonly employee: bigint; readonly employer: bigint };
  readonly nhf: LegalSource & { readonly rate: bigint };
  readonly nsitf: LegalSource & { readonly rate: bigint };
  /** Due from employers with at least this many staff or this yearly turnover. */
  readonly itf: LegalSource & {
    readonly rate: bigint;
    readonly fromStaff: number;
    readonly fromTurnover: Kobo;
  };
  /** Limits on advances to workers, who are not administrative, executive or professional staff. */
  readonly wageAdvance: LegalSource & {
    readonly maxMonthsWages: bigint;
    readonly minInstalments: number;
  };
};

/**
 * The problems of a pack, in this order. An external draft is checked for them before it is used:
 * - `name_missing`, `from_invalid`
 * - `bands_missing`, `band_width_invalid` (not above zero), `last_band_closed` (only the last is
 * open)
 * - `rate_invalid`: a rate below 0 or above 100%; `amount_negative`: an amount below zero.
 */
export type PackProblem =
  | "name_missing"
  | "from_invalid"
  | "bands_missing"
  | "band_width_invalid"
  | "last_band_closed"
  | "rate_invalid"
  | "amount_negative";

function bandProblems(bands: readonly TaxBand[]): PackProblem[] {
  if (bands.length === 0) return ["bands_missing"];
  const problems: PackProblem[] = [];
  if (bands.some(({ width }) => width !== null && width <= 0n)) problems.push("band_width_invalid");
  if (bands.findIndex(({ width }) => width === null) !== bands.length - 1) {
    problems.push("last_band_closed");
  }
  return problems;
}

/** Every problem of a pack; empty when it is valid. */
export function packProblems(pack: StatutoryPack): PackProblem[] {
  const problems: PackProblem[] = [];
  if (pack.name.trim() === "") problems.push("name_missing");
  if (!isFirstDay(pack.from)) problems.push("from_invalid");
  problems.push(...bandProblems(pack.incomeTax.bands));
  const rates = [
    ...pack.incomeTax.bands.map(({ rate }) => rate),
    pack.benefits.assetRate,
    pack.benefits.housingLimit,
    pack.rentRelief.rate,
    pack.pension.employee,
    pack.pension.employer,
    pack.nhf.rate,
    pack.nsitf.rate,
    pack.itf.rate,
  ];
  if (rates.some((rate) => rate < 0n || rate > HUNDRED_PERCENT)) problems.push("rate_invalid");
  const amounts = [pack.rentRelief.cap, pack.minimumWage.monthly, pack.itf.fromTurnover];
  if (amounts.some((amount) => amount < 0n)) problems.push("amount_negative");
  return problems;
}

/** Packs take effect on the first day of a month, so that no month falls under two laws. */
function isFirstDay(date: string): boolean {
  return /^\d{4}-(?:0[1-9]|1[0-2])-01$/.test(date);
}
