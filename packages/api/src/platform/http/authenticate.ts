import { createHash, randomBytes } from "node:crypto";

import type { UserType } from "@kontor/contract/session";
import { sql, type Kysely } from "kysely";

import { atMostOne } from "../database/rows.ts";
import { Refusal } from "../refusal.ts";
import type { Actor } from "../scope.ts";

/** A session ends this long after sign-in, whatever happens: 12 hours, in milliseconds. */
export const sessionLifetime = 12 * 60 * 60 * 1000;
/** A session ends when nothing was asked for this long: 30 minutes, in milliseconds. */
export const sessionIdleLimit = 30 * 60 * 1000;
/** The last use is written at most this often, in milliseconds, so that reading stays reading. */
const touchInterval = 60 * 1000;

/** A new opaque token: 32 random bytes, in base64url. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Tokens and codes are kept as SHA-256 only, so that a copy of the database opens no session. */
export function tokenHash(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** The token of an `Authorization: Bearer …` header, if there is one. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer ([\w-]{20,200})$/i.exec(header ?? "")?.[1];
}

/**
 * The first statement of each request's transaction: finds the session's user and sets the scope, both
 * at once. Platform and staff may read all tenants, others see their own.
 *
 * @throws Refusal `session_missing` when the token is unknown, revoked, too old or idle for too long, or
 *   the user is disabled or of an organization that is suspended.
 */
export async function openScope(
  tx: Kysely<unknown>,
  token: string | undefined,
  now: Date,
): Promise<Actor> {
  if (token === undefined) throw new Refusal("session_missing");
  const idleSince = new Date(now.getTime() - sessionIdleLimit);
  const touchedBefore = new Date(now.getTime() - touchInterval);
  const { rows } = await sql<Actor & { user_type: UserType }>`
    with live as (
      select s.token_hash, s.last_seen_at, u.id, u.name, u.email, u.user_type, u.tenant_id
      from sessions s join users u on u.id = s.user_id
      where s.token_hash = ${tokenHash(token)} and s.revoked_at is null and not u.disabled
        and s.expires_at > ${now} and s.last_seen_at > ${idleSince}
        and (u.tenant_id is null
          or exists (select from tenants t where t.id = u.tenant_id and t.status = 'ACTIVE'))
    ), touched as (
      update sessions s set last_seen_at = ${now}
      from live where s.token_hash = live.token_hash and live.last_seen_at < ${touchedBefore}
    )
    select id as user_id, name, email, user_type, tenant_id,
      set_config('app.tenant_id', coalesce(tenant_id::text, ''), true) as scope,
      set_config('app.reads_all', case when user_type = 'organization' then 'off' else 'on' end, true) as reads_all
    from live`.execute(tx);
  const row = atMostOne(rows);
  if (row === undefined) throw new Refusal("session_missing");
  const { user_id, name, email, user_type, tenant_id } = row;
  return { user_id, name, email, user_type, tenant_id };
}
