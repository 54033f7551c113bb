import { z } from "zod";

import {
  payrollRequirement,
  type EmployeeSection,
  type PayrollRequirement,
} from "../reference/employees.ts";
import { idOut } from "../wire/ids.ts";

/** The requirements of the authorities' schedules that employee records may not meet. */
const scheduleGaps = [
  "tax_id",
  "state",
  "rsa_pin",
  "pfa",
  "nhf_number",
] as const satisfies readonly PayrollRequirement[];

/**
 * The data that the records of a run's employees may lack. `opening_figures`: the employment began
 * before this month of the tax year, in a month that neither a payroll run nor opening figures
 * include. `relief_approval`: reliefs that are claimed for the tax year wait for a decision.
 */
export const recordGaps = ["opening_figures", "relief_approval", ...scheduleGaps] as const;
export type RecordGap = (typeof recordGaps)[number];

/** The section of the employee's page where the gap is filled. */
export function recordGapSection(gap: RecordGap): EmployeeSection {
  if (gap === "opening_figures") return "pay";
  return gap === "relief_approval" ? "reliefs" : payrollRequirement(gap).section;
}

/** Each gap, in two or three words. */
export const recordGapTitles: Readonly<Record<RecordGap, string>> = {
  opening_figures: "No opening figures",
  relief_approval: "Reliefs not approved",
  tax_id: "No tax ID",
  state: "No state of residence",
  rsa_pin: "No RSA PIN",
  pfa: "No pension fund administrator",
  nhf_number: "No NHF number",
};

/** What the gap means, and what to do. */
export const recordGapSentences: Readonly<Record<RecordGap, string>> = {
  opening_figures:
    "They were employed earlier this year, in months that payroll has not paid here. Without opening figures, those months do not count towards the tax of the year, so PAYE may be too low. Add the figures to their pay, or import them from a file.",
  relief_approval:
    "Reliefs that they claim for this year wait for approval, so their PAYE may be too high. Have them decided before the run is submitted; otherwise a later month makes up for it.",
  tax_id: "The tax authority cannot credit their PAYE without it. Add it to their records.",
  state: "PAYE is remitted to the state of residence. Add it to their records.",
  rsa_pin:
    "The fund administrator cannot credit their pension without it. Add it to their records.",
  pfa: "Their pension cannot be remitted without it. Add it to their records.",
  nhf_number: "Their NHF contribution cannot be credited without it. Add it to their records.",
};

/** The maximum number of employees that a warning names. */
export const maxNamedEmployees = 5;

/** Employees whose records have the same gap. */
export const recordGap = z.strictObject({
  gap: z.enum(recordGaps),
  people: z.int().positive(),
  /** The first of them by name. */
  employees: z
    .array(z.strictObject({ employee_id: idOut, name: z.string() }))
    .max(maxNamedEmployees),
});
