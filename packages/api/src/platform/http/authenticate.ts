import { createHash, randomBytes } from "node:crypto";

import { sql, type Kysely } from "kysely";

import { atMostOne } from "../database/rows.ts";
import { Refusal } from "../refusal.ts";
import { actorOf, type Actor, type Person } from "../scope.ts";

/** A session ends this long after sign-in, whatever happens: 12 hours, in milliseconds. */
export const sessionLifetime = 12 * 60 * 60 * 1000;
/** A session ends when nothing was asked for this long: 30 minutes, in milliseconds. */
export const sessionIdleLimit = 30 * 60 * 1000;
/** The last use is written at most this often, in milliseconds, so that reading stays reading. */
export const touchInterval = 60 * 1000;

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

/** Who acts by a session, and whether a role of theirs requires a second factor that is not set up. */
type Opened = Actor & { second_factor_due: boolean };

const actors = new WeakMap<object, Actor>();

/** Remembers who a request turned out to come from, for what is logged about it afterwards. */
export function noteActor(request: object, actor: Actor): void {
  actors.set(request, actor);
}

/** Who the request came from, if it got so far that this was found out. */
export function actorOfRequest(request: object): Actor | undefined {
  return actors.get(request);
}

/**
 * The first statement of each request's transaction: finds the session's user with the rights that hold
 * now and sets the scope, all at once. Platform and staff may read all tenants, others see their own.
 *
 * @param asking.unattended the page asks by itself, which does not keep the session from becoming idle.
 * @throws Refusal `session_missing` when the token is unknown, revoked, too old or idle for too long, or
 *   the user is deactivated or of an organization that is suspended.
 */
export async function openScope(
  tx: Kysely<unknown>,
  token: string | undefined,
  { now, ip, unattended = false }: { now: Date; ip: string; unattended?: boolean },
): Promise<Opened> {
  if (token === undefined) throw new Refusal("session_missing");
  const idleSince = new Date(now.getTime() - sessionIdleLimit);
  // What a page asks by itself is no sign of anybody being there.
  const touchedBefore = new Date(unattended ? 0 : now.getTime() - touchInterval);
  // Whether the second factor is due is looked up for those alone whose roles have a rule.
  const { rows } = await sql<Person & { session_id: number; second_factor_due: boolean }>`
    with live as (
      select s.id as session_id, s.token_hash, s.last_seen_at, u.id, u.name, u.email, u.roles, u.tenant_id,
        exists (
          select from second_factor_rules r
          where r.tenant_id = coalesce(u.tenant_id, 0) and r.roles && u.roles
            and not exists (
              select from second_factors f where f.user_id = u.id and f.confirmed_at is not null)
        ) as second_factor_due
      from sessions s join users u on u.id = s.user_id
      where s.token_hash = ${tokenHash(token)} and s.revoked_at is null and not u.deactivated
        and s.expires_at > ${now} and s.last_seen_at > ${idleSince}
        and (u.tenant_id is null
          or exists (select from tenants t where t.id = u.tenant_id and t.status = 'ACTIVE'))
    ), touched as (
      update sessions s set last_seen_at = ${now}, ip = ${ip}
      from live where s.token_hash = live.token_hash and live.last_seen_at < ${touchedBefore}
    )
    select id as user_id, name, email, roles, tenant_id, session_id, second_factor_due,
      set_config('app.user_id', id::text, true) as acting,
      set_config('app.tenant_id', coalesce(tenant_id::text, ''), true) as scope,
      set_config('app.reads_all', case when tenant_id is null then 'on' else 'off' end, true) as reads_all
    from live`.execute(tx);
  const row = atMostOne(rows);
  if (row === undefined) throw new Refusal("session_missing");
  const { session_id, second_factor_due } = row;
  return { ...actorOf(row, { ip, session_id }), second_factor_due };
}
