import type { Role } from "@kontor/contract/reference/roles";
import { sql } from "kysely";

import { atMostOne, exactlyOne } from "../platform/database/rows.ts";
import { Refusal } from "../platform/refusal.ts";
import type { UserIdentity, Tx } from "../platform/scope.ts";
import { hashSecret } from "./passwords.ts";

export type NewUser = {
  /** In lower case, for comparison. */
  email: string;
  name: string;
  /** Roles of the organization if there is a tenant, otherwise of the platform. */
  roles: readonly Role[];
  /** The tenant of an organization's user; null for the platform's. */
  tenant_id: number | null;
  /** Already checked against the rules for new passwords, or hashed; null for an invited user. */
  password: string | { hash: string } | null;
  /** Key of a stored file. */
  profile_photo?: string | undefined;
};

export type User = UserIdentity & {
  /** Null for an invited user without a password. */
  password_hash: string | null;
  /** Whether sign-in is refused: the user is deactivated, or the organization suspended. */
  shut_out: boolean;
  /** Whether sign-in requires a code of an authenticator app. */
  second_factor: boolean;
};

/**
 * Adds a user, who can sign in at once if there is a password.
 *
 * @returns the user's id.
 * @throws Refusal `email_taken` when another user has the address.
 */
export async function createUser(tx: Tx, user: NewUser, now: Date): Promise<number> {
  const email = user.email.trim().toLowerCase();
  const { rows } = await sql<{ id: number }>`
    insert into users (email, name, roles, tenant_id, password_hash, profile_photo, created_at)
    values (${email}, ${user.name}, ${[...user.roles]}, ${user.tenant_id},
      ${await storedPassword(user.password)}, ${user.profile_photo ?? null}, ${now})
    on conflict (email) do nothing returning id`.execute(tx);
  const added = atMostOne(rows);
  if (added === undefined) throw Refusal.at("email", "email_taken", { email });
  return added.id;
}

async function storedPassword(password: NewUser["password"]): Promise<string | null> {
  if (password === null) return null;
  return typeof password === "string" ? hashSecret(password) : password.hash;
}

/** The user of an address in lower case. */
export async function findUser(tx: Tx, email: string): Promise<User | undefined> {
  const { rows } = await sql<User>`
    select id as user_id, name, email, roles, tenant_id, password_hash,
      deactivated or exists (
        select from tenants t where t.id = users.tenant_id and t.status <> 'ACTIVE') as shut_out,
      exists (
        select from second_factors f where f.user_id = users.id and f.confirmed_at is not null
      ) as second_factor
    from users where email = ${email}`.execute(tx);
  return atMostOne(rows);
}

/** Whether any user can sign in. */
export async function hasUsers(tx: Tx): Promise<boolean> {
  const { rows } = await sql`select from users limit 1`.execute(tx);
  return rows.length > 0;
}

/** Whether anybody has signed in, as far as sessions are kept. */
export async function hasSessions(tx: Tx): Promise<boolean> {
  const { rows } = await sql`select from sessions limit 1`.execute(tx);
  return rows.length > 0;
}

/** When a user was added. */
export async function userAddedAt(tx: Tx, userId: number): Promise<Date> {
  const { rows } = await sql<{ created_at: Date }>`
    select created_at from users where id = ${userId}`.execute(tx);
  return exactlyOne(rows).created_at;
}

/**
 * Sets a new password, invalidates the codes and links with which another could be set, and ends all
 * sessions of the user, except the one to keep.
 */
export async function changePassword(
  tx: Tx,
  change: { user_id: number; password_hash: string; now: Date; keep?: number | null },
): Promise<void> {
  await invalidateResets(tx, change.user_id);
  // The user's row is locked before the sessions: a concurrent sign-in either holds it until its
  // session exists and can be revoked, or waits and then finds its password outdated.
  await sql`update users set password_hash = ${change.password_hash}
    where id = ${change.user_id}`.execute(tx);
  await endSessions(tx, change);
}

/** Invalidates the codes, tokens and links with which a user could set a new password. */
export async function invalidateResets(tx: Tx, userId: number): Promise<void> {
  await sql`delete from password_resets where user_id = ${userId}`.execute(tx);
  await sql`delete from password_reset_links where user_id = ${userId}`.execute(tx);
}

/**
 * Ends the sessions of a user, except the one to keep.
 *
 * @param ending.keep id of a session.
 * @returns the number of ended sessions.
 */
export async function endSessions(
  tx: Tx,
  { user_id, now, keep = null }: { user_id: number; now: Date; keep?: number | null },
): Promise<number> {
  await sql`delete from sign_in_challenges where user_id = ${user_id}`.execute(tx);
  const { numAffectedRows = 0n } = await sql`update sessions set revoked_at = ${now}
    where user_id = ${user_id} and revoked_at is null and expires_at > ${now}
      and id is distinct from ${keep}`.execute(tx);
  return Number(numAffectedRows);
}
