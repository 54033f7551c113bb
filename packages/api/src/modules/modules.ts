import type { InputOf } from "@kontor/contract/endpoint";
import type {
  listModules,
  organizationModule,
  platformModule,
  resetModules,
  saveModule,
  savePlatformModule,
} from "@kontor/contract/modules";
import { productModule, type ModuleId } from "@kontor/contract/reference/modules";
import { z } from "zod";

import {
  effectiveValue,
  effectiveValues,
  organizationsDiffering,
  platformValues,
  resetOrganizationValues,
  resetPlatformDefaults,
  saveOrganizationValue,
  savePlatformDefault,
  type ConfigurationKind,
  type EffectiveValue,
} from "../platform/configuration/configuration.ts";
import { enterOrganization, organizationAt } from "../platform/organization/organization.ts";
import { Refusal } from "../platform/refusal.ts";
import type { Context } from "../platform/scope.ts";

type OrganizationModule = z.output<typeof organizationModule>;
type PlatformModule = z.output<typeof platformModule>;
type Switch = { enabled: boolean };

/** Modules as configuration: all are on until the platform or an organization switches one off. */
export const moduleKind: ConfigurationKind<ModuleId, Switch> = {
  name: "module",
  schema: z.strictObject({ enabled: z.boolean() }),
  builtIns: {
    employees: { enabled: true },
    payroll: { enabled: true },
    salary_advance: { enabled: true },
    leave: { enabled: true },
    recruitment: { enabled: true },
    chat: { enabled: true },
    notices: { enabled: true },
    accounting: { enabled: true },
    reports: { enabled: true },
  },
  tells: (value) => value,
};

/** Whether a module with that value is on; a core module always is. */
export function isOn(id: ModuleId, value: Switch): boolean {
  return productModule(id).core || value.enabled;
}

function present({
  key,
  value,
  ...rest
}: EffectiveValue<ModuleId, Switch, OrganizationModule["level"]>): OrganizationModule {
  return { ...productModule(key), enabled: isOn(key, value), ...rest };
}

/** The modules of an organization in the order of the grid. @throws Refusal `not_found` */
export async function modulesOf(
  context: Context,
  input: InputOf<typeof listModules>,
): Promise<OrganizationModule[]> {
  const { tenant_id } = await organizationAt(context, input);
  return (await effectiveValues(context.tx, tenant_id, moduleKind)).map(present);
}

/**
 * Switches a module of an organization on or off.
 *
 * @throws Refusal `not_found`; `module_core` for a core module that is to be switched off.
 */
export async function switchModule(
  context: Context,
  input: InputOf<typeof saveModule>,
): Promise<OrganizationModule> {
  const { tenant_id } = await enterOrganization(context, input);
  refuseCoreOff(input);
  const value = { enabled: input.enabled };
  await saveOrganizationValue(context, tenant_id, moduleKind, { key: input.id, value });
  return present(await effectiveValue(context.tx, tenant_id, moduleKind, input.id));
}

/** Gives an organization the platform's defaults again. @throws Refusal `not_found` */
export async function resetModulesOf(
  context: Context,
  input: InputOf<typeof resetModules>,
): Promise<OrganizationModule[]> {
  const { tenant_id } = await enterOrganization(context, input);
  await resetOrganizationValues(context, tenant_id, moduleKind, input.id);
  return (await effectiveValues(context.tx, tenant_id, moduleKind)).map(present);
}

/** The platform's defaults, each with how many organizations are switched otherwise. */
export async function platformModules(context: Context): Promise<PlatformModule[]> {
  const values = await platformValues(context.tx, moduleKind);
  const differing = await organizationsDiffering(context.tx, moduleKind);
  return values.map(({ key, value, ...rest }) => ({
    ...productModule(key),
    enabled: isOn(key, value),
    ...rest,
    organizations_differing: differing.get(key) ?? 0,
  }));
}

/** Sets the platform's default for a module. @throws Refusal `module_core` as {@link switchModule} */
export async function switchPlatformModule(
  context: Context,
  input: InputOf<typeof savePlatformModule>,
): Promise<PlatformModule> {
  refuseCoreOff(input);
  const value = { enabled: input.enabled };
  await savePlatformDefault(context, moduleKind, { key: input.id, value });
  const saved = (await platformModules(context)).find((module) => module.id === input.id);
  if (saved === undefined) throw new Error(`the module ${input.id} is gone`);
  return saved;
}

/** Goes back to the built-in value of every module. */
export async function resetPlatformModules(context: Context): Promise<PlatformModule[]> {
  await resetPlatformDefaults(context, moduleKind);
  return platformModules(context);
}

function refuseCoreOff(asked: { id: ModuleId; enabled: boolean }): void {
  const { core, title } = productModule(asked.id);
  if (core && !asked.enabled) throw new Refusal("module_core", { module: title });
}
