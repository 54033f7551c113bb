import { sql } from "kysely";

import { atMostOne } from "../database/rows.ts";
import { notFound } from "../refusal.ts";
import { enterTenant, tenantFilter, type Context, type Tx } from "../scope.ts";

/** The identity of an organization in a path. */
export type OrganizationPath = { tenant_id: number; company_id: number };

/** The data of an organization that every feature needs. */
export type OrganizationHead = OrganizationPath & { name: string; email: string };

/**
 * The organization of a path, for reading.
 *
 * @throws Refusal `not_found` when it does not exist, is not accessible to the actor, or the
 * company does not belong to that tenant.
 */
export async function organizationAt(
  context: Context,
  path: OrganizationPath,
): Promise<OrganizationHead> {
  const tenantId = tenantFilter(context, path.tenant_id);
  const { rows } = await sql<OrganizationHead>`
    select t.id as tenant_id, c.id as company_id, t.name, t.email
    from tenants t join companies c on c.tenant_id = t.id
    where t.id = ${tenantId} and c.tenant_id = ${tenantId} and c.id = ${path.company_id}`.execute(
    context.tx,
  );
  const row = atMostOne(rows);
  if (row === undefined) throw notFound("The organization");
  return row;
}

/** The organization of a path, with the scope narrowed to it, for writing. @throws Refusal as {@link organizationAt} */
export async function enterOrganization(
  context: Context,
  path: OrganizationPath,
): Promise<OrganizationHead> {
  const organization = await organizationAt(context, path);
  await enterTenant(context, organization.tenant_id);
  return organization;
}

/**
 * The code and name of an organization, for files and their headings. @throws Refusal `not_found`
 */
export async function organizationLabel(
  tx: Tx,
  tenantId: number,
): Promise<{ code: string; name: string }> {
  const { rows } = await sql<{ code: string; name: string }>`
    select code, name from tenants where id = ${tenantId}`.execute(tx);
  const row = atMostOne(rows);
  if (row === undefined) throw notFound("The organization");
  return row;
}

/** The ids of all organizations. */
export async function tenantIds(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from tenants order by id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The name of an organization. @throws Refusal `not_found` */
export async function organizationName(tx: Tx, tenantId: number): Promise<string> {
  return (await organizationLabel(tx, tenantId)).name;
}
