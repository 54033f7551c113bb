import { parseTotal, printMoney, type Kobo } from "@kontor/books/money";
import {
  payrollRulesOf,
  payrollSettingsValue,
  type PayrollSettingsValue,
} from "@kontor/contract/payroll/settings";
import { defaultPayrollSettings, type PayrollSettings } from "@kontor/payroll/pay/settings";
import { printPercentage } from "@kontor/payroll/percentage";
import { sql, type RawBuilder } from "kysely";

import {
  effectiveValue,
  type ConfigurationKind,
  type Owner,
} from "../../platform/configuration/configuration.ts";
import type { Tx } from "../../platform/scope.ts";

const percentageOf = (basisPoints: bigint) => Number(printPercentage(basisPoints));
const { pension, nhf, nsitf, itf, floor } = defaultPayrollSettings;

/** The key of the single record of settings. */
export const payrollSettingsKey = "settings";

/**
 * The default payroll settings: what the law requires and no more. They are part of employees
 * because both advances and payroll read them.
 */
export const payrollSettingsKind: ConfigurationKind<
  typeof payrollSettingsKey,
  PayrollSettingsValue
> = {
  name: "payroll_settings",
  schema: payrollSettingsValue,
  builtIns: {
    [payrollSettingsKey]: {
      pay_day: defaultPayrollSettings.payDay,
      proration: defaultPayrollSettings.proration,
      pension_base: pension.base,
      pension_employee: percentageOf(pension.employee),
      pension_employer: percentageOf(pension.employer),
      nhf_active: nhf.active,
      nhf_base: nhf.base,
      nsitf_active: nsitf.active,
      nsitf_base: nsitf.base,
      itf_active: itf.active,
      itf_base: itf.base,
      floor_amount: printMoney(floor.amount),
      floor_percentage: percentageOf(floor.partOfGross),
      labour_act: defaultPayrollSettings.labourAct,
      separate_people: true,
    },
  },
  audited: (value) => value,
};

/** Converts the settings to those of the payroll rules. */
export function payrollSettingsFrom(value: PayrollSettingsValue): PayrollSettings {
  return payrollRulesOf({ ...value, floor_amount: floorAmountOf(value) });
}

/** The minimum net pay, in kobo. */
export function floorAmountOf({ floor_amount }: PayrollSettingsValue): Kobo {
  const amount = parseTotal(floor_amount);
  if (typeof amount !== "bigint") throw new Error(`a floor of "${floor_amount}" was kept`);
  return amount;
}

/** The settings in effect for an owner, as the payroll rules take them. */
export async function payrollSettingsOf(tx: Tx, owner: Owner): Promise<PayrollSettings> {
  const { value } = await effectiveValue(tx, owner, payrollSettingsKind, payrollSettingsKey);
  return payrollSettingsFrom(value);
}

/**
 * Whether an organization's own settings say that the Labour Act binds it, for queries over several
 * organizations. Null without own settings, when those of the platform apply.
 *
 * @param tenant the column with the tenant's id.
 */
export function ownLabourAct(tenant: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select v.value ->> 'labour_act' from organization_values v
    where v.tenant_id = ${tenant} and v.kind = ${payrollSettingsKind.name} and v.key = ${payrollSettingsKey})`;
}
