import { kobo, ZERO, type Kobo } from "@kontor/books/money";

import { HUNDRED_PERCENT } from "../percentage.ts";
import type { StatutoryPack } from "../statutory/pack.ts";
import type { ProrationBase } from "./proration.ts";

/** The base of a contribution. `gross` is all pay of a payslip, items and arrears included. */
export const CONTRIBUTION_BASES = ["basic", "basic_housing_transport", "gross"] as const;
export type ContributionBase = (typeof CONTRIBUTION_BASES)[number];

/**
 * The base of pension, in addition to pensionable items: `gross` is all components of pay. The law
 * allows nothing below basic, housing and transport.
 */
export const PENSION_BASES = ["basic_housing_transport", "gross"] as const;
export type PensionBase = (typeof PENSION_BASES)[number];

/** A company's payroll settings. Rates are in basis points, amounts in kobo. */
export type PayrollSettings = {
  /** The day of the month; the last day of a shorter month. */
  readonly payDay: number;
  readonly proration: ProrationBase;
  readonly pension: {
    readonly base: PensionBase;
    readonly employee: bigint;
    readonly employer: bigint;
  };
  readonly nhf: { readonly active: boolean; readonly base: ContributionBase };
  readonly nsitf: { readonly active: boolean; readonly base: ContributionBase };
  readonly itf: { readonly active: boolean; readonly base: ContributionBase };
  /**
   * The floor of net pay that the company's own deductions respect: the larger of an amount and a
   * part of gross.
   */
  readonly floor: { readonly amount: Kobo; readonly partOfGross: bigint };
  /**
   * Whether breaking the Labour Act's limits on advances to workers refuses the advance or only
   * warns.
   */
  readonly labourAct: "warning" | "binding";
};

export const defaultPayrollSettings: PayrollSettings = {
  payDay: 25,
  proration: "calendar_days",
  pension: { base: "basic_housing_transport", employee: 800n, employer: 1000n },
  nhf: { active: false, base: "basic" },
  nsitf: { active: true, base: "gross" },
  itf: { active: false, base: "gross" },
  floor: { amount: ZERO, partOfGross: 0n },
  labourAct: "warning",
};

/**
 * The problems of settings, in this order:
 * - `pay_day_invalid`: not a day of a month.
 * - `pension_employee_below_law`, `pension_employer_below_law`: less than the pack's rate.
 * - `pension_rate_invalid`: more than 100%.
 * - `floor_invalid`: a negative amount, or a part of gross outside 0 to 100%.
 */
export type SettingProblem =
  | "pay_day_invalid"
  | "pension_employee_below_law"
  | "pension_employer_below_law"
  | "pension_rate_invalid"
  | "floor_invalid";

/**
 * The problems of settings, on their own or against a statutory pack; empty when they are valid.
 */
export function settingProblems(settings: PayrollSettings, pack: StatutoryPack): SettingProblem[] {
  const { payDay, pension, floor } = settings;
  const problems: SettingProblem[] = [];
  if (!Number.isInteger(payDay) || payDay < 1 || payDay > 31) problems.push("pay_day_invalid");
  if (pension.employee < pack.pension.employee) problems.push("pension_employee_below_law");
  if (pension.employer < pack.pension.employer) problems.push("pension_employer_below_law");
  if (pension.employee > HUNDRED_PERCENT || pension.employer > HUNDRED_PERCENT)
    problems.push("pension_rate_invalid");
  if (floor.amount < kobo(0n) || floor.partOfGross < 0n || floor.partOfGross > HUNDRED_PERCENT) {
    problems.push("floor_invalid");
  }
  return problems;
}
