import { payrollRulesOf, payrollSettingFields } from "@kontor/contract/payroll/settings";
import type { PayrollSettings as PayrollRules } from "@kontor/payroll/pay/settings";

import type { PayrollSettings } from "../../employees/payroll-settings.ts";
import type { MoneyValue } from "../../ui/form/money-input.tsx";

type NumberField = "pay_day" | "pension_employee" | "pension_employer" | "floor_percentage";

/** The values of the form. An invalid number is kept as text. */
export type SettingValues = Pick<
  PayrollSettings,
  | "proration"
  | "pension_base"
  | "nhf_active"
  | "nhf_base"
  | "nsitf_active"
  | "nsitf_base"
  | "itf_active"
  | "itf_base"
  | "labour_act"
> &
  Record<NumberField, number | string> & {
    floor_amount: MoneyValue;
    separate_people: "yes" | "no";
  };

/** The initial values of the form. */
export function valuesOf(settings: PayrollSettings): SettingValues {
  const {
    tenant_id: _tenant,
    company_id: _company,
    level: _level,
    version: _version,
    updated_at: _updated,
    organizations_differing: _differing,
    separate_people,
    ...values
  } = settings;
  return { ...values, separate_people: separate_people ? "yes" : "no" };
}

/** The contract's schemas of the fields that are typed; the others are chosen. */
export const typedSchemas = {
  pay_day: payrollSettingFields.pay_day,
  pension_employee: payrollSettingFields.pension_employee,
  pension_employer: payrollSettingFields.pension_employer,
  floor_percentage: payrollSettingFields.floor_percentage,
};

/** The settings to save from the form's values, once every field is valid. */
export function settingsFrom(values: SettingValues) {
  return {
    ...values,
    pay_day: Number(values.pay_day),
    pension_employee: Number(values.pension_employee),
    pension_employer: Number(values.pension_employer),
    floor_percentage: Number(values.floor_percentage),
    floor_amount: amountOf(values.floor_amount),
    separate_people: values.separate_people === "yes",
  };
}

function amountOf(value: MoneyValue) {
  if (typeof value !== "bigint") throw new Error("a floor that is no amount passed the form");
  return value;
}

/** The rules of payroll by the values of the form; undefined while one is invalid. */
export function rulesFrom(values: SettingValues): PayrollRules | undefined {
  const readable = (Object.keys(typedSchemas) as NumberField[]).every(
    (name) => typedSchemas[name].safeParse(values[name]).success,
  );
  if (!readable || typeof values.floor_amount !== "bigint") return undefined;
  return payrollRulesOf(settingsFrom(values));
}
