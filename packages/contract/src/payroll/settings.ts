import { PRORATION_BASES } from "@kontor/payroll/pay/proration";
import {
  CONTRIBUTION_BASES,
  PENSION_BASES,
  type PayrollSettings,
} from "@kontor/payroll/pay/settings";
import { basisPointsOf } from "@kontor/payroll/percentage";
import { z } from "zod";

import { describeConfiguration } from "../configuration.ts";
import { idOut } from "../wire/ids.ts";
import { money } from "../wire/money.ts";

/** A percentage from 0 to 100 in steps of 0.01, or its digits as a form sends them. */
export const percentage = (what: string) => {
  const sentence = `Give ${what} as a percentage from 0 to 100 with at most two decimals.`;
  return z
    .union(
      [
        z.number(),
        z
          .string()
          .trim()
          .regex(/^\d{1,3}(\.\d{1,2})?$/)
          .transform(Number),
      ],
      { error: sentence },
    )
    .refine((value) => value >= 0 && value <= 100 && Number(value.toFixed(2)) === value, sentence);
};

export const booleanField = z.boolean({ error: "Say true or false." });
export const contributionBase = z.enum(CONTRIBUTION_BASES, {
  error: `Choose one of ${CONTRIBUTION_BASES.join(", ")}.`,
});

/** The labels of a contribution's base. */
export const contributionBaseTitles: Readonly<Record<z.output<typeof contributionBase>, string>> = {
  basic: "Basic",
  basic_housing_transport: "Basic, housing and transport",
  gross: "Gross",
};

const payDaySentence = "Give the day of the month on which you pay, from 1 to 31.";

/** The settings on the wire: percentages as numbers, the floor in kobo. */
export const payrollSettingFields = {
  /** The day of the month on which pay is due; the last day where the month is shorter. */
  pay_day: z.int({ error: payDaySentence }).min(1, payDaySentence).max(31, payDaySentence),
  proration: z.enum(PRORATION_BASES, { error: `Choose one of ${PRORATION_BASES.join(", ")}.` }),
  pension_base: z.enum(PENSION_BASES, { error: `Choose one of ${PENSION_BASES.join(", ")}.` }),
  /** Never below the legal minimum: Pension Reform Act 2014, s.4. */
  pension_employee: percentage("the employee’s pension"),
  pension_employer: percentage("the employer’s pension"),
  nhf_active: booleanField,
  nhf_base: contributionBase,
  nsitf_active: booleanField,
  nsitf_base: contributionBase,
  itf_active: booleanField,
  itf_base: contributionBase,
  /**
   * The net pay that the company's own deductions must leave: the larger of an amount and a part of
   * gross.
   */
  floor_amount: money,
  floor_percentage: percentage("the part of gross that stays"),
  /**
   * Whether breaking the Labour Act's limits on advances to workers refuses the advance or only
   * warns.
   */
  labour_act: z.enum(["warning", "binding"], { error: "Choose warning or binding." }),
  /** Whether preparer, approver and disburser of a run must be different people. */
  separate_people: booleanField,
};

/** The stored form, with amounts as text in naira; read through this schema. */
export const payrollSettingsValue = z.strictObject({
  ...payrollSettingFields,
  floor_amount: z.string(),
});
export type PayrollSettingsValue = z.output<typeof payrollSettingsValue>;

/** Endpoints that read, save and reset an organization's payroll settings. */
export const payrollSettings = describeConfiguration({
  path: "/payroll-settings",
  what: "the payroll settings",
  body: payrollSettingFields,
  data: { tenant_id: idOut.optional(), company_id: idOut.optional(), ...payrollSettingFields },
});

type SettingFields = z.output<z.ZodObject<typeof payrollSettingFields>>;

/** The settings in the form of the payroll rules: rates in basis points, amounts in kobo. */
export function payrollRulesOf(fields: SettingFields): PayrollSettings {
  return {
    payDay: fields.pay_day,
    proration: fields.proration,
    pension: {
      base: fields.pension_base,
      employee: basisPointsOf(fields.pension_employee),
      employer: basisPointsOf(fields.pension_employer),
    },
    nhf: { active: fields.nhf_active, base: fields.nhf_base },
    nsitf: { active: fields.nsitf_active, base: fields.nsitf_base },
    itf: { active: fields.itf_active, base: fields.itf_base },
    floor: { amount: fields.floor_amount, partOfGross: basisPointsOf(fields.floor_percentage) },
    labourAct: fields.labour_act,
  };
}
