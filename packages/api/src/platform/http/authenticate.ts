import { hash, randomBytes } from "node:crypto";

import { sql, type Kysely, type RawBuilder } from "kysely";
import pg from "pg";

import { withCachedPlan } from "../database/limited-client.ts";
import { atMostOne } from "../database/rows.ts";
import { Refusal } from "../refusal.ts";
import { actorOf, type Actor, type UserIdentity } from "../scope.ts";

/** The maximum lifetime of a session after sign-in: 12 hours, in milliseconds. */
export const sessionLifetime = 12 * 60 * 60 * 1000;
/** The maximum idle time of a session: 30 minutes, in milliseconds. */
const sessionIdleTimeout = 30 * 60 * 1000;
/**
 * The minimum interval between writes of the last use, in milliseconds, so that most reads write
 * nothing.
 */
export const touchInterval = 60 * 1000;

/** A session that was last used at this moment or before has been idle for too long. */
export function idleCutoff(now: Date): Date {
  return new Date(now.getTime() - sessionIdleTimeout);
}

/** A new opaque token: 32 random bytes, in base64url. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * Hashes a token or code. Only SHA-256 hashes are stored, so a copy of the database opens no
 * session.
 */
export function tokenHash(token: string): Buffer {
  return hash("sha256", token, "buffer");
}

/** The token of an `Authorization: Bearer …` header, or undefined. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer ([\w-]{20,200})$/i.exec(header ?? "")?.[1];
}

/**
 * The actor of a session, and whether one of their roles requires a second factor that is not set
 * up.
 */
export type SessionActor = Actor & { second_factor_due: boolean };

const actors = new WeakMap<object, Actor>();

/** Associates the user with a request, for its log lines. */
export function setRequestActor(request: object, actor: Actor): void {
  actors.set(request, actor);
}

/** The user of the request, once authenticated. */
export function actorOfRequest(request: object): Actor | undefined {
  return actors.get(request);
}

/** The credentials of a request. */
export type SessionRequest = {
  token: string | undefined;
  ip: string;
  /** The page polls automatically, which does not extend the session. */
  unattended?: boolean;
};

/**
 * A request writes the last use of a session that was last used before this moment. A poll writes
 * none, because it does not show that anybody is present.
 */
export function touchBefore({ unattended }: Pick<SessionRequest, "unattended">, now: Date): Date {
  return unattended ? new Date(0) : new Date(now.getTime() - touchInterval);
}

/**
 * Finds the sessions and permissions of several requests; the statement that {@link openScope} and
 * {@link findSessions} share.
 */
function sessionsOf(requests: readonly SessionRequest[], now: Date): RawBuilder<unknown> {
  const touchedBefore = requests.map((request) => touchBefore(request, now));
  return sql`open_sessions(
    ${requests.map(({ token }) => tokenHash(token ?? ""))}::bytea[], ${requests.map(({ ip }) => ip)}::text[],
    ${touchedBefore}::timestamptz[], ${now}, ${idleCutoff(now)})`;
}

type SessionRow = UserIdentity & {
  place: number;
  session_id: number;
  second_factor_due: boolean;
  last_seen_at: Date;
  state: string;
};

function sessionActorOf(row: SessionRow, ip: string): SessionActor {
  const { session_id, second_factor_due } = row;
  return { ...actorOf(row, { ip, session_id }), second_factor_due };
}

/**
 * The first statement of each request's transaction: finds the session's user with the current
 * permissions, and sets the scope. Platform and staff may read all tenants, others only their own.
 *
 * @throws Refusal `session_missing` when the token is unknown, revoked, too old or idle for too
 * long, or when the user is deactivated or belongs to a suspended organization.
 */
export async function openScope(
  tx: Kysely<unknown>,
  request: SessionRequest,
  now: Date,
): Promise<SessionActor> {
  const { rows } = await withCachedPlan(sql<SessionRow>`
    select s.*, set_config('app.user_id', s.user_id::text, true) as acting,
      set_config('app.tenant_id', coalesce(s.tenant_id::text, ''), true) as scope,
      set_config('app.reads_all', case when s.tenant_id is null then 'on' else 'off' end, true) as reads_all
    from ${sessionsOf([request], now)} s`).execute(tx);
  const row = atMostOne(rows);
  if (row === undefined) throw new Refusal("session_missing");
  return sessionActorOf(row, request.ip);
}

/** A session that was found, with the state by which the database detects that it has changed. */
export type FoundSession = {
  opened: SessionActor;
  tokenHash: Buffer;
  /** Everything that decides what the session may do, as one text that the database compares. */
  state: string;
  /** When its next use has to be written, as a timestamp in milliseconds. */
  touchAt: number;
};

/** SQLSTATE raised by a function that requires sessions, when one of them has ended or changed. */
const sessionChanged = "KB004";

/** Whether a statement failed, without an effect, because a session has ended or changed. */
export function isSessionChanged(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === sessionChanged;
}

/**
 * Finds the sessions of several requests in one statement, without setting a scope. Requests with
 * the same credentials are looked up once.
 *
 * @returns for each request, in order, the session whose actor {@link openScope} would return, or
 * undefined where it would refuse.
 */
export async function findSessions(
  db: Kysely<unknown>,
  requests: readonly SessionRequest[],
  now: Date,
): Promise<(FoundSession | undefined)[]> {
  const keys = requests.map(({ token, ip, unattended }) => JSON.stringify([token, ip, unattended]));
  const different = new Map(requests.map((request, index) => [keys[index], request]));
  const { rows } = await withCachedPlan(
    sql<SessionRow>`select s.* from ${sessionsOf([...different.values()], now)} s`,
  ).execute(db);
  const found = new Map(rows.map((row) => [row.place, row]));
  const opened = new Map(
    [...different].map(([key, { token, ip }], index) => {
      const row = found.get(index + 1);
      return [key, row && foundSession(row, token ?? "", ip)];
    }),
  );
  return keys.map((key) => opened.get(key));
}

function foundSession(row: SessionRow, token: string, ip: string): FoundSession {
  const touchAt = row.last_seen_at.getTime() + touchInterval;
  return {
    opened: sessionActorOf(row, ip),
    tokenHash: tokenHash(token),
    state: row.state,
    touchAt,
  };
}

/** The sessions that a process has found, cached until their next use has to be written. */
export type SessionCache = {
  /**
   * The cached session of a request. It may be outdated, so the transaction that uses it must have
   * the database compare its state.
   */
  known(request: SessionRequest, now: Date): FoundSession | undefined;
  /** Finds the session of a request in the database. @throws Refusal `session_missing` */
  find(request: SessionRequest, now: Date): Promise<FoundSession>;
};

function credentialKey({ token, ip }: SessionRequest): string {
  return `${tokenHash(token ?? "").toString("hex")} ${ip}`;
}

/** Caches the sessions that a function finds. */
export function sessionCache(
  find: (request: SessionRequest) => Promise<FoundSession | undefined>,
): SessionCache {
  const sessions = new Map<string, FoundSession>();
  const deleteExpired = (now: Date) => {
    for (const [key, { touchAt }] of sessions) if (touchAt <= now.getTime()) sessions.delete(key);
  };
  return {
    known(request, now) {
      const session = sessions.get(credentialKey(request));
      return session !== undefined && session.touchAt > now.getTime() ? session : undefined;
    },
    async find(request, now) {
      const session = await find(request);
      deleteExpired(now);
      if (session === undefined) {
        sessions.delete(credentialKey(request));
        throw new Refusal("session_missing");
      }
      sessions.set(credentialKey(request), session);
      return session;
    },
  };
}
