import type { UserType } from "@kontor/contract/session";
import { sql } from "kysely";

import { atMostOne, exactlyOne } from "../platform/database/rows.ts";
import { Refusal } from "../platform/refusal.ts";
import type { Actor, Tx } from "../platform/scope.ts";
import { hashSecret } from "./passwords.ts";

export type NewUser = {
  /** Kept in lower case, for addresses are compared that way here. */
  email: string;
  name: string;
  user_type: UserType;
  /** The tenant of an `organization` user; null for the others. */
  tenant_id: number | null;
  /** Already held to the rule for new passwords. */
  password: string;
  /** Key of a stored file. */
  profile_photo?: string | undefined;
};

export type User = Actor & {
  password_hash: string;
  /** May not sign in: disabled, or of an organization that is suspended. */
  disabled: boolean;
};

/**
 * Adds a user who can sign in at once.
 *
 * @returns the user's id.
 * @throws Refusal `email_taken` when another user has the address.
 */
export async function createUser(tx: Tx, user: NewUser, now: Date): Promise<number> {
  const email = user.email.trim().toLowerCase();
  const { rows } = await sql<{ id: number }>`
    insert into users (email, name, user_type, tenant_id, password_hash, profile_photo, created_at)
    values (${email}, ${user.name}, ${user.user_type}, ${user.tenant_id},
      ${await hashSecret(user.password)}, ${user.profile_photo ?? null}, ${now})
    on conflict (email) do nothing returning id`.execute(tx);
  const added = atMostOne(rows);
  if (added === undefined) throw Refusal.at("email", "email_taken", { email });
  return added.id;
}

/** The user of an address in lower case. */
export async function findUser(tx: Tx, email: string): Promise<User | undefined> {
  const { rows } = await sql<User>`
    select id as user_id, name, email, user_type, tenant_id, password_hash,
      disabled or exists (
        select from tenants t where t.id = users.tenant_id and t.status <> 'ACTIVE') as disabled
    from users where email = ${email}`.execute(tx);
  return atMostOne(rows);
}

/** Whether anybody can sign in at all. */
export async function hasUsers(tx: Tx): Promise<boolean> {
  const { rows } = await sql`select from users limit 1`.execute(tx);
  return rows.length > 0;
}

/** Key of the user's photo. */
export async function photoOf(tx: Tx, userId: number): Promise<string | null> {
  const { rows } = await sql<{ profile_photo: string | null }>`
    select profile_photo from users where id = ${userId}`.execute(tx);
  return exactlyOne(rows).profile_photo;
}

/** Sets a new password and ends all sessions of the user. */
export async function changePassword(
  tx: Tx,
  change: { user_id: number; password_hash: string; now: Date },
): Promise<void> {
  // The user's row comes first: a sign-in that is under way holds it until its session is there to be
  // revoked, or waits here and then finds that its password is not the password any more.
  await sql`update users set password_hash = ${change.password_hash}
    where id = ${change.user_id}`.execute(tx);
  await sql`update sessions set revoked_at = ${change.now}
    where user_id = ${change.user_id} and revoked_at is null`.execute(tx);
}
