import { roleTitle, type Role } from "@kontor/contract/reference/roles";
import { sql } from "kysely";

import { audit } from "../platform/audit.ts";
import { atMostOne } from "../platform/database/rows.ts";
import { Refusal } from "../platform/refusal.ts";
import type { Context } from "../platform/scope.ts";
import { sendNoticeToAdministrators } from "../session/security-notice.ts";
import { ownerOf, type OwnerInput } from "./owner.ts";

type Rules<Name extends Role> = { second_factor_roles: Name[]; version: number };

/** The key of the platform's rule, which belongs to no tenant. */
const platformKey = 0;

/** The roles that require a second factor. @throws Refusal `not_found` */
export async function signInRules<Name extends Role>(
  context: Context,
  input: OwnerInput,
): Promise<Rules<Name>> {
  return rulesOf(context, await ownerOf(context, input));
}

async function rulesOf<Name extends Role>(
  context: Context,
  tenantId: number | null,
): Promise<Rules<Name>> {
  const { rows } = await sql<Rules<Name>>`
    select roles as second_factor_roles, version from second_factor_rules
    where tenant_id = ${tenantId ?? platformKey}`.execute(context.tx);
  return atMostOne(rows) ?? { second_factor_roles: [], version: 0 };
}

/**
 * Sets the roles that require a second factor. From their next request on, users without one have
 * to set it up before anything else.
 *
 * @throws Refusal `not_found`, `changed_meanwhile`.
 */
export async function saveSignInRules<Name extends Role>(
  context: Context,
  input: OwnerInput & Rules<Name>,
): Promise<Rules<Name>> {
  const tenantId = await ownerOf(context, input);
  const before = await rulesOf(context, tenantId);
  const { second_factor_roles: roles, version } = input;
  const { numAffectedRows } = await sql`
    insert into second_factor_rules as r (tenant_id, roles, version)
    select ${tenantId ?? platformKey}, ${roles}, 1 where ${version} = 0 or ${before.version} > 0
    on conflict (tenant_id) do update set roles = excluded.roles, version = r.version + 1
      where r.version = ${version}`.execute(context.tx);
  if (numAffectedRows !== 1n) throw new Refusal("changed_meanwhile");
  const subject = tenantId === null ? "platform" : `organization:${tenantId}`;
  await audit(context, tenantId, "sign_in_rules.saved", subject, {
    before: { second_factor_roles: before.second_factor_roles },
    after: { second_factor_roles: roles },
  });
  const titles = roles.map(roleTitle).join(", ") || "no role";
  await sendNoticeToAdministrators(
    context,
    tenantId,
    `A second factor is required of ${titles} now`,
  );
  return rulesOf(context, tenantId);
}
