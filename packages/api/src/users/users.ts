import type { InputOf } from "@kontor/contract/endpoint";
import { roleTitle, type Role } from "@kontor/contract/reference/roles";
import type { changePlatformRoles, invitePlatformUser } from "@kontor/contract/users/users";
import { sql } from "kysely";

import { audit } from "../platform/audit.ts";
import { exactlyOne } from "../platform/database/rows.ts";
import { Refusal, notFound } from "../platform/refusal.ts";
import type { Context, Tx } from "../platform/scope.ts";
import { removeSecondFactor } from "../session/second-factor.ts";
import { sendNoticeToAdministrators, sendNoticeToUser } from "../session/security-notice.ts";
import { createUser, endSessions, invalidateResets } from "../session/users.ts";
import { sendInvitation, type InvitationLabel } from "./invitations.ts";
import { ownerCondition, ownerOf, type OwnerInput } from "./owner.ts";
import { oneUser, type UserItem } from "./users-list.ts";

type Roles = { roles: readonly Role[] };
type InviteInput = Omit<InputOf<typeof invitePlatformUser>, "roles"> & Roles & OwnerInput;
type RolesInput = Omit<InputOf<typeof changePlatformRoles>, "roles"> & Roles & OwnerInput;
type OneInput = OwnerInput & { id: number };

/**
 * Invites a user by mail.
 *
 * @throws Refusal `not_found`; `invitation_organization_suspended`; `email_taken` at `email`.
 */
export async function inviteUser(context: Context, input: InviteInput): Promise<UserItem> {
  const tenantId = await ownerOf(context, input);
  await refuseSuspendedOrganization(context.tx, tenantId);
  const { name, email, roles } = input;
  const id = await addInvitedUser(context, tenantId, { name, email, roles }, "user_registration");
  await sendNoticeToAdministrators(
    context,
    tenantId,
    `${name} (${email}) was invited as ${titlesOf(roles)}`,
  );
  return oneUser(context.tx, tenantId, id);
}

/**
 * The link of an invitation to a suspended organization would be refused, and expires meanwhile.
 *
 * @throws Refusal `invitation_organization_suspended`.
 */
async function refuseSuspendedOrganization(tx: Tx, tenantId: number | null): Promise<void> {
  if (tenantId === null) return;
  const { rows } = await sql<{ name: string; status: string }>`
    select name, status from tenants where id = ${tenantId}`.execute(tx);
  const { name, status } = exactlyOne(rows);
  if (status === "SUSPENDED") {
    throw new Refusal("invitation_organization_suspended", { organization: name });
  }
}

/**
 * Adds a user who is invited by mail. The organization must be in scope.
 *
 * @returns the user's id.
 * @throws Refusal `email_taken` at `email`.
 */
export async function addInvitedUser(
  context: Context,
  tenantId: number | null,
  person: { name: string; email: string } & Roles,
  label: InvitationLabel,
): Promise<number> {
  const { tx, clock } = context;
  const user = { ...person, tenant_id: tenantId, password: null };
  const id = await createUser(tx, user, clock.now());
  await audit(context, tenantId, "user.invited", `user:${id}`, { after: person });
  await sendInvitation(context, { id, ...person }, { tenantId, label });
  return id;
}

/**
 * Changes the roles of a user, which take effect at the user's next request.
 *
 * @throws Refusal `not_found`, `changed_meanwhile`; `last_administrator` or `last_owner` when no
 *   other user could administer the platform, or the organization, afterwards.
 */
export async function changeRoles(context: Context, input: RolesInput): Promise<UserItem> {
  const tenantId = await ownerOf(context, input);
  const { user, isLast } = await lockUser(context, tenantId, input.id);
  if (user.version !== input.version) throw new Refusal("changed_meanwhile");
  const { tx } = context;
  const roles = [...input.roles];
  if (isLast && !roles.includes(requiredRoleOf(tenantId))) throw lastHolderRefusal(tenantId, user);
  if (sameRoles(user.roles, roles)) return oneUser(tx, tenantId, user.id);
  await sql`update users set roles = ${roles}, version = version + 1 where id = ${user.id}`.execute(
    tx,
  );
  await audit(context, tenantId, "user.roles_changed", `user:${user.id}`, {
    before: { roles: user.roles },
    after: { roles },
  });
  await sendNoticeToAdministrators(
    context,
    tenantId,
    `The roles of ${user.name} (${user.email}) were changed from ${titlesOf(user.roles)} to ${titlesOf(roles)}`,
  );
  return oneUser(tx, tenantId, user.id);
}

/**
 * Ends all sessions of a user and prevents further sign-ins; a pending invitation becomes invalid, as
 * do codes and links for a new password, for good.
 *
 * @throws Refusal `not_found`, `own_account`, `last_administrator`, `last_owner`.
 */
export async function deactivateUser(context: Context, input: OneInput): Promise<UserItem> {
  const tenantId = await ownerOf(context, input);
  const { user, isLast } = await lockUser(context, tenantId, input.id);
  if (isLast) throw lastHolderRefusal(tenantId, user);
  if (user.id === context.actor.user_id) throw new Refusal("own_account");
  const { tx, clock } = context;
  if (!user.deactivated) {
    await sql`update users set deactivated = true where id = ${user.id}`.execute(tx);
    await invalidateResets(tx, user.id);
    const sessions = await endSessions(tx, { user_id: user.id, now: clock.now() });
    await audit(context, tenantId, "user.deactivated", `user:${user.id}`, {
      name: user.name,
      sessions,
    });
  }
  return oneUser(tx, tenantId, user.id);
}

/** Allows a user to sign in again, with the same roles and password. @throws Refusal `not_found` */
export async function reactivateUser(context: Context, input: OneInput): Promise<UserItem> {
  const tenantId = await ownerOf(context, input);
  const { user } = await lockUser(context, tenantId, input.id);
  if (user.deactivated) {
    await sql`update users set deactivated = false where id = ${user.id}`.execute(context.tx);
    await audit(context, tenantId, "user.reactivated", `user:${user.id}`, { name: user.name });
    const what = `${user.name} (${user.email}) may sign in again, as ${titlesOf(user.roles)}`;
    await sendNoticeToAdministrators(context, tenantId, what);
  }
  return oneUser(context.tx, tenantId, user.id);
}

/**
 * Mails a new invitation, whose link replaces the previous one.
 *
 * @throws Refusal `not_found`, `user_deactivated`, `invitation_needless`,
 *   `invitation_organization_suspended`.
 */
export async function resendInvitation(context: Context, input: OneInput): Promise<UserItem> {
  const tenantId = await ownerOf(context, input);
  const { user } = await lockUser(context, tenantId, input.id);
  if (user.deactivated) throw new Refusal("user_deactivated", { name: user.name });
  if (user.has_password) throw new Refusal("invitation_needless", { name: user.name });
  await refuseSuspendedOrganization(context.tx, tenantId);
  await sendInvitation(context, user, { tenantId, label: "user_registration" });
  await audit(context, tenantId, "user.invited_again", `user:${user.id}`);
  return oneUser(context.tx, tenantId, user.id);
}

/**
 * Removes the second factor of a user who has lost it, and ends their sessions.
 *
 * @throws Refusal `not_found`, `own_account`, `second_factor_missing`.
 */
export async function resetSecondFactor(context: Context, input: OneInput): Promise<UserItem> {
  const tenantId = await ownerOf(context, input);
  const { user } = await lockUser(context, tenantId, input.id);
  const { tx, clock } = context;
  if (user.id === context.actor.user_id) throw new Refusal("own_account");
  if (!(await removeSecondFactor(tx, user.id))) throw new Refusal("second_factor_missing");
  await endSessions(tx, { user_id: user.id, now: clock.now() });
  await audit(context, tenantId, "second_factor.reset", `user:${user.id}`, { name: user.name });
  const what = `The second factor of ${user.name} (${user.email}) was removed`;
  await sendNoticeToAdministrators(context, tenantId, what);
  await sendNoticeToUser(
    context,
    { ...user, tenant_id: tenantId },
    "Your second factor was removed",
  );
  return oneUser(tx, tenantId, user.id);
}

/** Whether a user already has the address, in lower case. */
export async function isEmailTaken(tx: Tx, email: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select has_user(${email}) as taken`.execute(tx);
  return exactlyOne(rows).taken;
}

/** The role that must keep at least one holder, so that permissions can still be granted. */
function requiredRoleOf(tenantId: number | null): Role {
  return tenantId === null ? "ADMINISTRATOR" : "OWNER";
}

type LockedUser = {
  id: number;
  name: string;
  email: string;
  roles: Role[];
  version: number;
  deactivated: boolean;
  has_password: boolean;
};

/**
 * Locks the user to change together with all holders of the role that needs at least one, in the
 * order of their ids. Of two requests that would each remove one of the last two holders, the
 * second waits here and then sees the result of the first.
 *
 * @returns the user, and whether they are the only one with that role who can sign in.
 * @throws Refusal `not_found`
 */
async function lockUser(
  context: Context,
  tenantId: number | null,
  id: number,
): Promise<{ user: LockedUser; isLast: boolean }> {
  const guardian = requiredRoleOf(tenantId);
  const { rows } = await sql<LockedUser>`
    select u.id, u.name, u.email, u.roles, u.version, u.deactivated,
      u.password_hash is not null as has_password
    from users u
    where ${ownerCondition(tenantId)} and (u.id = ${id} or ${guardian} = any (u.roles))
    order by u.id for update`.execute(context.tx);
  const user = rows.find((row) => row.id === id);
  if (user === undefined) throw notFound("The user");
  const guards = rows.filter(
    ({ roles, deactivated, has_password }) =>
      roles.includes(guardian) && !deactivated && has_password,
  );
  return { user, isLast: guards.length === 1 && guards[0]?.id === id };
}

function lastHolderRefusal(tenantId: number | null, { name }: LockedUser): Refusal {
  return new Refusal(tenantId === null ? "last_administrator" : "last_owner", { name });
}

function sameRoles(one: readonly Role[], other: readonly Role[]): boolean {
  return one.length === other.length && one.every((role) => other.includes(role));
}

function titlesOf(roles: readonly Role[]): string {
  return roles.map(roleTitle).join(", ");
}
