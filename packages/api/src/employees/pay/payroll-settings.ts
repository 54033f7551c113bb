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

/** There is one record of settings, kept under this key. */
export const payrollSettingsKey = "settings";

/**
 * How an organization pays by default: what the law requires and no more. It is a part of employees
 * because both advances and payroll read it.
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

/** The settings as the rules of payroll take them. */
export function rulesOf(value: PayrollSettingsValue): PayrollSettings {
  return payrollRulesOf({ ...value, floor_amount: floorAmountOf(value) });
}

/** The amount of net pay that stays at least, in kobo. */
export function floorAmountOf({ floor_amount }: PayrollSettingsValue): Kobo {
  const amount = parseTotal(floor_amount);
  if (typeof amount !== "bigint") throw new Error(`a floor of "${floor_amount}" was kept`);
  return amount;
}

/** What is in effect for an owner, as the rules of payroll take it. */
export async function payrollSettingsOf(tx: Tx, owner: Owner): Promise<PayrollSettings> {
  const { value } = await effectiveValue(tx, owner, payrollSettingsKind, payrollSettingsKey);
  return rulesOf(value);
}

/**
 * Whether the Labour Act binds an organization by its own settings, for a statement over several
 * organizations; null where it has none, so that the platform's settings apply.
 *
 * @param tenant the column that names the organization.
 */
export function ownLabourAct(tenant: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select v.value ->> 'labour_act' from organization_values v
    where v.tenant_id = ${tenant} and v.kind = ${payrollSettingsKind.name} and v.key = ${payrollSettingsKey})`;
}
