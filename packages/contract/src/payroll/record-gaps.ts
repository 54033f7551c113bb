import { z } from "zod";

import type { PayrollNeed } from "../reference/employees.ts";
import { idOut } from "../wire.ts";

/** What payroll needs of employees for the schedules of the authorities, which their records may lack. */
export const recordGaps = [
  "tax_id",
  "state",
  "rsa_pin",
  "pfa",
  "nhf_number",
] as const satisfies readonly PayrollNeed[];
export type RecordGap = (typeof recordGaps)[number];

/** Each gap, in two or three words. */
export const recordGapTitles: Readonly<Record<RecordGap, string>> = {
  tax_id: "No tax ID",
  state: "No state of residence",
  rsa_pin: "No RSA PIN",
  pfa: "No pension fund administrator",
  nhf_number: "No NHF number",
};

/** What the gap means, and what to do. */
export const recordGapSentences: Readonly<Record<RecordGap, string>> = {
  tax_id: "The tax authority cannot credit their PAYE without it. Add it to their records.",
  state: "PAYE is remitted to the state of residence. Add it to their records.",
  rsa_pin:
    "The fund administrator cannot credit their pension without it. Add it to their records.",
  pfa: "Their pension cannot be remitted without it. Add it to their records.",
  nhf_number: "Their NHF contribution cannot be credited without it. Add it to their records.",
};

/** How many people a warning names. */
export const namedPeople = 5;

/** Employees whose records have the same gap. */
export const recordGap = z.strictObject({
  gap: z.enum(recordGaps),
  people: z.int().positive(),
  /** The first of them by name. */
  employees: z.array(z.strictObject({ employee_id: idOut, name: z.string() })).max(namedPeople),
});
