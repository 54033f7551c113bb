import { sql, type RawBuilder } from "kysely";

import { enterOrganization, type OrganizationPath } from "../platform/organization/organization.ts";
import type { Context } from "../platform/scope.ts";

/** The owner of the users in a call: the organization in its path, or the platform. */
export type OwnerInput = Partial<OrganizationPath>;

/**
 * The tenant of the users in a call, to which the scope is set; null for the platform.
 *
 * @throws Refusal `not_found`
 */
export async function ownerOf(context: Context, input: OwnerInput): Promise<number | null> {
  const { tenant_id, company_id } = input;
  if (tenant_id === undefined || company_id === undefined) return null;
  await enterOrganization(context, { tenant_id, company_id });
  return tenant_id;
}

/** The condition that `users u` belong to the owner. */
export function ownerCondition(tenantId: number | null): RawBuilder<boolean> {
  return tenantId === null ? sql`u.tenant_id is null` : sql`u.tenant_id = ${tenantId}`;
}
