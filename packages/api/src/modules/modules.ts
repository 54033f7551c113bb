import type { ConfigurationOwner } from "@kontor/contract/configuration";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import type * as contract from "@kontor/contract/modules/modules";
import { productModule, type ModuleId } from "@kontor/contract/reference/modules";
import { z } from "zod";

import {
  resetValues,
  saveValue,
  shownValue,
  shownValues,
  type ConfigurationKind,
  type ShownValue,
} from "../platform/configuration/configuration.ts";
import { Refusal } from "../platform/refusal.ts";
import type { Context } from "../platform/scope.ts";

type ConfiguredModule = DataOf<typeof contract.saveModule.platform>;
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
  audited: (value) => value,
};

/** Whether a module with that value is on; a core module always is. */
export function isEnabled(id: ModuleId, value: Switch): boolean {
  return productModule(id).core || value.enabled;
}

/** The modules of an owner in the order of the grid. */
export async function modulesOf(
  context: Context,
  owner: ConfigurationOwner,
): Promise<ConfiguredModule[]> {
  return (await shownValues(context.tx, owner, moduleKind)).map(present);
}

function present({ key, value, ...state }: ShownValue<ModuleId, Switch>): ConfiguredModule {
  return { ...productModule(key), enabled: isEnabled(key, value), ...state };
}

/**
 * Switches a module of an owner on or off.
 *
 * @throws Refusal `module_core` when a core module would be switched off.
 */
export async function switchModule(
  context: Context,
  owner: ConfigurationOwner,
  { id, enabled }: InputOf<typeof contract.saveModule.platform>,
): Promise<ConfiguredModule> {
  const { core, title } = productModule(id);
  if (core && !enabled) throw new Refusal("module_core", { module: title });
  await saveValue(context, owner, moduleKind, { key: id, value: { enabled } });
  return present(await shownValue(context.tx, owner, moduleKind, id));
}

/** Resets one module of an owner, or all, to the value of the next level. */
export async function resetModules(
  context: Context,
  owner: ConfigurationOwner,
  { id }: InputOf<typeof contract.resetModules.platform>,
): Promise<ConfiguredModule[]> {
  await resetValues(context, owner, moduleKind, id);
  return modulesOf(context, owner);
}
