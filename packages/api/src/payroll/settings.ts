import { printMoney } from "@kontor/books/money";
import type { ConfigurationOwner } from "@kontor/contract/configuration";
import type { InputOf } from "@kontor/contract/endpoint";
import {
  payrollSettingsValue,
  type payrollSettings,
  type PayrollSettingsValue,
} from "@kontor/contract/payroll/settings";
import { settingProblems } from "@kontor/payroll/pay/settings";
import { printPercentage } from "@kontor/payroll/percentage";
import type { StatutoryPack } from "@kontor/payroll/statutory/pack";
import { packInForce, statutoryPacks } from "@kontor/payroll/statutory/packs";

import {
  floorAmountOf,
  payrollSettingsKey as key,
  payrollSettingsKind as kind,
  payrollSettingsFrom,
} from "../employees/pay/payroll-settings.ts";
import { effectiveValue } from "../platform/configuration/configuration.ts";
import { Refusal } from "../platform/refusal.ts";
import type { Context, Tx } from "../platform/scope.ts";

/** The law in force on a day; the first known law also covers earlier days. */
export function statutoryPackOn(day: string): StatutoryPack {
  const pack = packInForce(day) ?? statutoryPacks[0];
  if (pack === undefined) throw new Error("no law of payroll is known");
  return pack;
}

/** An organization's payroll settings in effect now. */
export async function payrollSettingsValueOf(
  tx: Tx,
  tenantId: number,
): Promise<PayrollSettingsValue> {
  const owner = { tenant_id: tenantId };
  return (await effectiveValue(tx, owner, kind, key)).value;
}

/**
 * @throws Refusal `pension_below_law` at the rate that is; `separate_people_fixed` at
 *   `separate_people` when an organization's user would let one person take all steps, which only
 *   the platform may decide.
 */
async function accept(
  input: InputOf<typeof payrollSettings.save.platform>,
  context: Context,
  owner: ConfigurationOwner,
): Promise<PayrollSettingsValue> {
  const sent = { ...input, floor_amount: printMoney(input.floor_amount) };
  const value = payrollSettingsValue.strip().parse(sent);
  const pack = statutoryPackOn(context.clock.today());
  for (const problem of settingProblems(payrollSettingsFrom(value), pack))
    refuseProblem(problem, pack);
  if (owner !== "platform" && context.actor.tenant_id !== null && !value.separate_people) {
    const current = await effectiveValue(context.tx, owner, kind, key);
    if (current.value.separate_people) {
      throw Refusal.at("separate_people", "separate_people_fixed");
    }
  }
  return value;
}

function refuseProblem(problem: ReturnType<typeof settingProblems>[number], pack: StatutoryPack) {
  const { section, employee, employer } = pack.pension;
  const below = (least: bigint) => ({ least: printPercentage(least), section });
  if (problem === "pension_employee_below_law") {
    throw Refusal.at("pension_employee", "pension_below_law", below(employee));
  }
  if (problem === "pension_employer_below_law") {
    throw Refusal.at("pension_employer", "pension_below_law", below(employer));
  }
  throw new Error(`the contract let settings through: ${problem}`);
}

function present(value: PayrollSettingsValue, owner: ConfigurationOwner) {
  const shown = { ...value, floor_amount: floorAmountOf(value) };
  return owner === "platform" ? shown : { ...owner, ...shown };
}

export const payrollSettingsConfiguration = { kind, key, accept, present } as const;
