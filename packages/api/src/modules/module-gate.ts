import { productModule, type ModuleId } from "@kontor/contract/reference/modules";
import {
  templateKindByLabel,
  type TemplateLabel,
} from "@kontor/contract/reference/template-labels";
import { sql, type RawBuilder } from "kysely";

import { effectiveValue } from "../platform/configuration/configuration.ts";
import { pipelined } from "../platform/database/limited-client.ts";
import type { Tx } from "../platform/scope.ts";
import { isEnabled, moduleKind } from "./modules.ts";

/** Whether an organization has a module switched on; the organization must be in scope. */
export async function moduleEnabled(tx: Tx, tenantId: number, module: ModuleId): Promise<boolean> {
  if (productModule(module).core) return true;
  const { value } = await effectiveValue(tx, { tenant_id: tenantId }, moduleKind, module);
  return isEnabled(module, value);
}

/**
 * Whether the organization of a row has a module switched on. @param tenantId SQL of the row's
 * organization.
 */
export function moduleEnabledCondition(
  module: ModuleId,
  tenantId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  if (productModule(module).core) return sql<boolean>`true`;
  const { name, builtIns } = moduleKind;
  return sql<boolean>`coalesce(
    (select (v.value ->> 'enabled')::boolean from organization_values v
      where v.tenant_id = ${tenantId} and v.kind = ${name} and v.key = ${module}),
    (select (d.value ->> 'enabled')::boolean from platform_defaults d where d.kind = ${name} and d.key = ${module}),
    ${builtIns[module].enabled}::boolean)`;
}

/**
 * Refuses a call that belongs to a module which the organization has switched off. The check is sent together with
 * the next statement of the transaction, or with its commit, which then throws the refusal; earlier writes of the
 * call are rolled back with its transaction. The scope must reach the organization.
 *
 * @throws Refusal `module_off`, naming the module and the organization, from the statement that follows.
 */
export async function requireModule(tx: Tx, tenantId: number, module: ModuleId): Promise<void> {
  const { core, title } = productModule(module);
  if (core) return;
  const { enabled } = moduleKind.builtIns[module];
  await pipelined(sql`select require_module(${tenantId}, ${module}, ${title}, ${enabled})`).execute(
    tx,
  );
}

/** Whether an organization sends mails with a label: not if it has switched off their module. */
export async function mailAllowed(
  tx: Tx,
  tenantId: number,
  label: TemplateLabel,
): Promise<boolean> {
  const { module } = templateKindByLabel(label);
  return module === null || moduleEnabled(tx, tenantId, module);
}
