import type { Endpoint, InputOf } from "@kontor/contract/endpoint";
import { sql } from "kysely";

import type { Clock } from "../platform/clock.ts";
import { atMostOne } from "../platform/database/rows.ts";
import type { Environment } from "../platform/environment.ts";
import { respond, type Handled } from "../platform/http/api-response.ts";
import {
  bearerToken,
  sessionIdleLimit,
  tokenHash,
  touchInterval,
} from "../platform/http/authenticate.ts";
import { idempotencyKey } from "../platform/http/idempotency.ts";
import { decode, type Incoming } from "../platform/http/request.ts";
import { sendWhole, type FileResponse } from "../platform/http/serve-file.ts";
import type { Route } from "../platform/http/serve.ts";
import { Refusal } from "../platform/refusal.ts";
import type { Tx } from "../platform/scope.ts";
import { accountOf, type PortalAccount } from "./accounts.ts";
import { requirePortal } from "./closed.ts";

/**
 * The employee of a session; calls read and write only this employee's data, never by an id of the
 * request.
 */
export type PortalEmployee = PortalAccount & { session_expires_at: Date; token_hash: Buffer };

/** What the functions of the portal get besides their input. */
export type PortalContext = {
  /** Only the employee's organization is in scope. */
  readonly tx: Tx;
  readonly employee: PortalEmployee;
  /** For the audit log, whose actors are users: an employee is not one. */
  readonly actor: { readonly user_id: null; readonly ip: string };
  readonly clock: Clock;
  readonly environment: Environment;
  readonly requestId: string;
  /** The Idempotency-Key of a call that honours one; null for none. */
  readonly key: string | null;
};

/**
 * Binds an endpoint of the portal: it takes an employee's session and no other, and is refused while
 * the organization has all of the portal switched off. Idempotency keys are stored with the records
 * requested, since the table of keys belongs to users.
 */
export function portalRoute<E extends Endpoint & { readonly access: "portal" }>(
  endpoint: E,
  handler: (context: PortalContext, input: InputOf<E>) => Promise<Handled<E>>,
): Route {
  return alwaysOpenRoute(endpoint, async (context, input) => {
    await requirePortal(context);
    return handler(context, input);
  });
}

/** The same for what an employee may do while all of the portal is switched off, such as leave. */
export function alwaysOpenRoute<E extends Endpoint & { readonly access: "portal" }>(
  endpoint: E,
  handler: (context: PortalContext, input: InputOf<E>) => Promise<Handled<E>>,
): Route {
  return {
    endpoint,
    serve: (incoming) =>
      asEmployee(incoming, async (context, input) =>
        respond(endpoint, input, await handler(context, input as InputOf<E>)),
      ),
  };
}

/** The same for an endpoint that answers with a file, which is made after the transaction has ended. */
export function portalFileRoute<
  E extends Endpoint & { readonly access: "portal"; readonly file: readonly string[] },
>(
  endpoint: E,
  handler: (context: PortalContext, input: InputOf<E>) => Promise<FileResponse>,
): Route {
  return {
    endpoint,
    serve: async (incoming, reply) => {
      const file = await asEmployee(incoming, async (context, input) => {
        await requirePortal(context);
        return handler(context, input as InputOf<E>);
      });
      await sendWhole(endpoint, reply, file);
      return undefined;
    },
  };
}

/** Carries a call out as the employee of its session, in one transaction. */
function asEmployee<Result>(
  incoming: Incoming,
  work: (context: PortalContext, input: Readonly<Record<string, unknown>>) => Promise<Result>,
): Promise<Result> {
  const { endpoint, request, services } = incoming;
  const { database, clock, environment } = services;
  const { ip } = request;
  const token = bearerToken(request.headers.authorization);
  return database.transaction(async (tx) => {
    const employee = await openPortalScope(tx, token, { clock, ip });
    const input = decode(incoming);
    const actor = { user_id: null, ip };
    const header = request.headers["idempotency-key"];
    const key = (endpoint.idempotent && idempotencyKey(header)) || null;
    return work({ tx, employee, actor, clock, environment, requestId: request.id, key }, input);
  });
}

/**
 * The first statements of each request's transaction: finds the employee of the session and narrows the scope
 * to the organization.
 *
 * @throws Refusal `session_missing` when the token is unknown, revoked, too old or idle for too long; when
 *   the employee is suspended, has left, or has another address than the one that was invited; and when
 *   the organization is suspended.
 */
async function openPortalScope(
  tx: Tx,
  token: string | undefined,
  { clock, ip }: { clock: Clock; ip: string },
): Promise<PortalEmployee> {
  if (token === undefined) throw new Refusal("session_missing");
  const now = clock.now();
  const token_hash = tokenHash(token);
  const idleSince = new Date(now.getTime() - sessionIdleLimit);
  const touchedBefore = new Date(now.getTime() - touchInterval);
  const { rows } = await sql<{
    tenant_id: number;
    employee_id: number;
    created_at: Date;
    expires_at: Date;
  }>`
    with live as (
      select token_hash, tenant_id, employee_id, created_at, expires_at, last_seen_at from portal_sessions
      where token_hash = ${token_hash} and revoked_at is null
        and expires_at > ${now} and last_seen_at > ${idleSince}
    ), touched as (
      update portal_sessions s set last_seen_at = ${now}, ip = ${ip}
      from live where s.token_hash = live.token_hash and live.last_seen_at < ${touchedBefore}
    )
    select tenant_id, employee_id, created_at, expires_at,
      set_config('app.tenant_id', tenant_id::text, true) as scope,
      set_config('app.reads_all', 'off', true) as reads_all
    from live`.execute(tx);
  const session = atMostOne(rows);
  const account = session && (await accountOf(tx, session, clock.today()));
  if (session === undefined || account === undefined || !mayStay(account, session)) {
    throw new Refusal("session_missing");
  }
  return { ...account, session_expires_at: session.expires_at, token_hash };
}

/**
 * A module that is switched off closes its part and ends no session: what is owed of advances stays
 * visible, and everything once the module is on again.
 */
function mayStay(
  { status, organization_active, open_since }: PortalAccount,
  { created_at }: { created_at: Date },
): boolean {
  // A session from before a suspension stays closed afterwards.
  const isOld = open_since !== null && created_at <= open_since;
  return status === "ACTIVE" && organization_active && !isOld;
}
