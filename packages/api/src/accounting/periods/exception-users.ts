import type { exceptionUser, listExceptionUsers } from "@kontor/contract/accounting/periods";
import type { InputOf } from "@kontor/contract/endpoint";
import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";

import { anyColumnContains } from "../../platform/database/conditions.ts";
import { pageOf, type Page } from "../../platform/database/list.ts";
import { rolesWith } from "../../platform/permissions.ts";
import type { Context } from "../../platform/scope.ts";
import { booksTenant } from "../books-tenant.ts";

type ExceptionUser = z.output<typeof exceptionUser>;

/**
 * The users who may be granted an exception, by name, optionally those whose name or email contains
 * a text.
 *
 * @throws Refusal `organization_required`, `not_found`, `module_off`.
 */
export async function exceptionUsers(
  context: Context,
  { tenant_id, search, ...page }: InputOf<typeof listExceptionUsers>,
): Promise<Page<ExceptionUser>> {
  const tenantId = await booksTenant(context, tenant_id);
  const matches = sql`
    from users u where ${mayPost(context, tenantId)} and ${anyColumnContains([sql`u.name`, sql`u.email`], search)}`;
  return pageOf(context.tx, page, {
    count: sql<{ total: number }>`select count(*)::int as total ${matches}`,
    select: sql<ExceptionUser>`select u.id, u.name, u.email ${matches} order by lower(u.name), u.id`,
    present: (user) => user,
  });
}

/** Whether a user may be granted an exception by the actor. */
export async function mayBeGrantedException(
  context: Context,
  tenantId: number,
  userId: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from users u where u.id = ${userId} and ${mayPost(context, tenantId)}`.execute(
    context.tx,
  );
  return rows.length > 0;
}

/**
 * The condition that a user `u` can sign in and post in the books of an organization. Users of an
 * organization are not told who works for the platform; its users who may post may also grant
 * themselves an exception.
 */
function mayPost({ actor }: Context, tenantId: number): RawBuilder<unknown> {
  const { platform, organization } = rolesWith("accounting.write");
  const ofPlatform =
    actor.tenant_id === null
      ? sql`or (u.tenant_id is null and u.roles && ${sql.val(platform)}::text[])`
      : sql``;
  return sql`
    not u.deactivated and u.password_hash is not null
    and ((u.tenant_id = ${tenantId} and u.roles && ${sql.val(organization)}::text[]) ${ofPlatform})`;
}
