import type { InputOf } from "@kontor/contract/endpoint";
import {
  salaryAdvanceConfigValue,
  type getSalaryAdvanceConfig,
  type platformSalaryAdvanceConfig,
  type resetSalaryAdvanceConfig,
  type salaryAdvanceConfig,
  type SalaryAdvanceConfigValue,
  type savePlatformSalaryAdvanceConfig,
  type saveSalaryAdvanceConfig,
} from "@kontor/contract/salary-advances";
import type { z } from "zod";

import {
  effectiveValue,
  organizationsDiffering,
  platformValue,
  resetOrganizationValues,
  resetPlatformDefaults,
  saveOrganizationValue,
  savePlatformDefault,
  type ConfigurationKind,
} from "../platform/configuration/configuration.ts";
import { sanitizeRichText } from "../platform/html/rich-text.ts";
import {
  enterOrganization,
  organizationAt,
  type OrganizationPath,
} from "../platform/organization/organization.ts";
import { Refusal } from "../platform/refusal.ts";
import type { Context } from "../platform/scope.ts";

type Config = z.output<typeof salaryAdvanceConfig>;
type PlatformConfig = z.output<typeof platformSalaryAdvanceConfig>;

const key = "config";

/** The rules for salary advances as configuration; half a month's pay without interest until somebody says otherwise. */
const configKind: ConfigurationKind<typeof key, SalaryAdvanceConfigValue> = {
  name: "salary_advance_config",
  schema: salaryAdvanceConfigValue,
  builtIns: {
    [key]: {
      max_percentage: 50,
      interest_rate: 0,
      terms: [
        "<p>You may ask {{company_name}} for an advance of up to {{max_percentage}}% of your gross monthly salary.</p>",
        "<p>Interest is {{interest_rate}}% a year. It is counted by the day from the day on which you ask to the due date, over a year of 365 days, and is fixed when you ask.</p>",
        "<p>The advance and its interest are taken from your salary on the due date. If your employment ends earlier, what is still owed is taken from your final pay.</p>",
        "<p>You may pay back earlier at any time.</p>",
      ].join(""),
      auto_approval: 0,
    },
  },
  tells: ({ max_percentage, interest_rate, auto_approval }) => ({
    max_percentage,
    interest_rate,
    auto_approval,
  }),
};

/**
 * The rules that hold for an organization's salary advances. Interest is simple: amount × rate % ×
 * days ÷ 365, half-up to the kobo (`simpleInterest` of the books), so ₦100,000.00 for 30 days at 12 %
 * is paid back with ₦100,986.30.
 *
 * @public for requests of advances
 */
export async function salaryAdvanceRules(
  context: Context,
  tenantId: number,
): Promise<SalaryAdvanceConfigValue> {
  return (await effectiveValue(context.tx, tenantId, configKind, key)).value;
}

async function presentConfig(context: Context, path: OrganizationPath): Promise<Config> {
  const { value, level, version, updated_at } = await effectiveValue(
    context.tx,
    path.tenant_id,
    configKind,
    key,
  );
  const { tenant_id, company_id } = path;
  return { tenant_id, company_id, ...value, level, version, updated_at };
}

/** An organization's rules and where they come from. @throws Refusal `not_found` */
export async function configOf(
  context: Context,
  input: InputOf<typeof getSalaryAdvanceConfig>,
): Promise<Config> {
  return presentConfig(context, await organizationAt(context, input));
}

/**
 * Gives an organization rules of its own.
 *
 * @throws Refusal `not_found`; `changed_meanwhile`; `validation_failed` at the terms when no text is
 *   left of them.
 */
export async function saveConfigOf(
  context: Context,
  input: InputOf<typeof saveSalaryAdvanceConfig>,
): Promise<Config> {
  const organization = await enterOrganization(context, input);
  const { tenant_id } = organization;
  const saving = { key, value: valueOf(input), version: input.version } as const;
  await saveOrganizationValue(context, tenant_id, configKind, saving);
  return presentConfig(context, organization);
}

/** Gives an organization the platform's rules again. @throws Refusal `not_found` */
export async function resetConfigOf(
  context: Context,
  input: InputOf<typeof resetSalaryAdvanceConfig>,
): Promise<Config> {
  const organization = await enterOrganization(context, input);
  await resetOrganizationValues(context, organization.tenant_id, configKind);
  return presentConfig(context, organization);
}

/** The platform's default rules, with how many organizations have others. */
export async function platformConfig(context: Context): Promise<PlatformConfig> {
  const { value, level, version, updated_at } = await platformValue(context.tx, configKind, key);
  const differing = await organizationsDiffering(context.tx, configKind);
  return {
    ...value,
    level,
    version,
    updated_at,
    organizations_differing: differing.get(key) ?? 0,
  };
}

/** Sets the platform's default rules. @throws Refusal as {@link saveConfigOf} */
export async function savePlatformConfig(
  context: Context,
  input: InputOf<typeof savePlatformSalaryAdvanceConfig>,
): Promise<PlatformConfig> {
  await savePlatformDefault(context, configKind, {
    key,
    value: valueOf(input),
    version: input.version,
  });
  return platformConfig(context);
}

/** Goes back to the built-in rules. */
export async function resetPlatformConfig(context: Context): Promise<PlatformConfig> {
  await resetPlatformDefaults(context, configKind);
  return platformConfig(context);
}

function valueOf(input: InputOf<typeof savePlatformSalaryAdvanceConfig>): SalaryAdvanceConfigValue {
  const terms = sanitizeRichText(input.terms, "basic");
  // Markup may have held all there was, such as a script.
  if (terms === "") throw Refusal.at("terms", "terms_missing");
  const { max_percentage, interest_rate, auto_approval } = input;
  return { max_percentage, interest_rate, terms, auto_approval };
}
