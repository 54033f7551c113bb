import { hash, randomBytes } from "node:crypto";

import { sql, type Kysely, type RawBuilder } from "kysely";

import { keepingPlan } from "../database/limited-client.ts";
import { atMostOne } from "../database/rows.ts";
import { Refusal } from "../refusal.ts";
import { actorOf, type Actor, type Person } from "../scope.ts";

/** A session ends this long after sign-in, whatever happens: 12 hours, in milliseconds. */
export const sessionLifetime = 12 * 60 * 60 * 1000;
/** A session ends after this long without a request: 30 minutes, in milliseconds. */
export const sessionIdleLimit = 30 * 60 * 1000;
/**
 * The last use is written at most this often, in milliseconds, so that most reads write nothing.
 */
export const touchInterval = 60 * 1000;

/** A new opaque token: 32 random bytes, in base64url. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Tokens and codes are stored as SHA-256 only, so that a copy of the database opens no session. */
export function tokenHash(token: string): Buffer {
  return hash("sha256", token, "buffer");
}

/** The token of an `Authorization: Bearer …` header, if there is one. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer ([\w-]{20,200})$/i.exec(header ?? "")?.[1];
}

/** Who acts by a session, and whether a role of theirs requires a second factor that is not set up. */
export type Opened = Actor & { second_factor_due: boolean };

const actors = new WeakMap<object, Actor>();

/** Remembers the user of a request for its log lines. */
export function noteActor(request: object, actor: Actor): void {
  actors.set(request, actor);
}

/** The user of the request, if it got far enough to find out. */
export function actorOfRequest(request: object): Actor | undefined {
  return actors.get(request);
}

/** The credentials of a request. */
export type SessionRequest = {
  token: string | undefined;
  ip: string;
  /** The page polls by itself, which does not keep the session alive. */
  unattended?: boolean;
};

/**
 * The rights of each of several requests, by the statement that {@link openScope} and {@link
 * openSessions} share.
 */
function sessionsOf(requests: readonly SessionRequest[], now: Date): RawBuilder<unknown> {
  const touched = new Date(now.getTime() - touchInterval);
  // A poll is no sign of a user's presence.
  const touchedBefore = requests.map(({ unattended }) => (unattended ? new Date(0) : touched));
  return sql`open_sessions(
    ${requests.map(({ token }) => tokenHash(token ?? ""))}::bytea[], ${requests.map(({ ip }) => ip)}::text[],
    ${touchedBefore}::timestamptz[], ${now}, ${new Date(now.getTime() - sessionIdleLimit)})`;
}

type SessionRow = Person & { place: number; session_id: number; second_factor_due: boolean };

function openedBy(row: SessionRow, ip: string): Opened {
  const { session_id, second_factor_due } = row;
  return { ...actorOf(row, { ip, session_id }), second_factor_due };
}

/**
 * The first statement of each request's transaction: finds the session's user with the present
 * rights and sets the scope, all at once. Platform and staff may read all tenants, others see their
 * own.
 *
 * @throws Refusal `session_missing` when the token is unknown, revoked, too old or idle for too
 *   long, or the user is deactivated or of an organization that is suspended.
 */
export async function openScope(
  tx: Kysely<unknown>,
  request: SessionRequest,
  now: Date,
): Promise<Opened> {
  const { rows } = await keepingPlan(sql<SessionRow>`
    select s.*, set_config('app.user_id', s.user_id::text, true) as acting,
      set_config('app.tenant_id', coalesce(s.tenant_id::text, ''), true) as scope,
      set_config('app.reads_all', case when s.tenant_id is null then 'on' else 'off' end, true) as reads_all
    from ${sessionsOf([request], now)} s`).execute(tx);
  const row = atMostOne(rows);
  if (row === undefined) throw new Refusal("session_missing");
  return openedBy(row, request.ip);
}

/**
 * Finds the users of several requests in one statement, and sets no scope.
 *
 * @returns in their order what {@link openScope} would have given; undefined where it would have
 *   refused.
 */
export async function openSessions(
  db: Kysely<unknown>,
  requests: readonly SessionRequest[],
  now: Date,
): Promise<(Opened | undefined)[]> {
  const { rows } = await keepingPlan(
    sql<SessionRow>`select s.* from ${sessionsOf(requests, now)} s`,
  ).execute(db);
  const opened = new Map(rows.map((row) => [row.place, row]));
  return requests.map(({ ip }, index) => {
    const row = opened.get(index + 1);
    return row && openedBy(row, ip);
  });
}
