import type { Endpoint, InputOf } from "@kontor/contract/endpoint";
import { sql } from "kysely";

import type { Clock } from "../platform/clock.ts";
import { atMostOne } from "../platform/database/rows.ts";
import type { Environment } from "../platform/environment.ts";
import { respond, type HandlerResult } from "../platform/http/api-response.ts";
import {
  idleCutoff,
  tokenHash,
  touchBefore,
  type SessionRequest,
} from "../platform/http/authenticate.ts";
import { idempotencyKey } from "../platform/http/idempotency.ts";
import { decode, sessionRequestOf, type Incoming } from "../platform/http/request.ts";
import { sendWhole, type FileResponse } from "../platform/http/serve-file.ts";
import type { Route } from "../platform/http/serve.ts";
import { Refusal } from "../platform/refusal.ts";
import type { Tx } from "../platform/scope.ts";
import { portalAccountOf, type PortalAccount } from "./accounts.ts";
import { requirePortal } from "./portal-modules.ts";

/**
 * The employee of a session. Calls read and write only this employee's data, and never take an
 * employee's id from the request.
 */
export type PortalEmployee = PortalAccount & { session_expires_at: Date; token_hash: Buffer };

/** The context of the portal's functions. */
export type PortalContext = {
  /** Only the employee's organization is in scope. */
  readonly tx: Tx;
  readonly employee: PortalEmployee;
  /** Actors of the audit log are users, so an employee has no `user_id`. */
  readonly actor: { readonly user_id: null; readonly ip: string };
  readonly clock: Clock;
  readonly environment: Environment;
  readonly requestId: string;
  /** The Idempotency-Key of a call that supports it; null for none. */
  readonly key: string | null;
};

/**
 * Binds an endpoint of the portal. It accepts only an employee's session, and is refused while the
 * organization has all modules of the portal switched off. Idempotency keys are stored with the
 * requested records, because the table of keys belongs to users.
 */
export function portalRoute<E extends Endpoint & { readonly access: "portal" }>(
  endpoint: E,
  handler: (context: PortalContext, input: InputOf<E>) => Promise<HandlerResult<E>>,
): Route {
  return portalRouteWithoutModules(endpoint, async (context, input) => {
    await requirePortal(context);
    return handler(context, input);
  });
}

/**
 * As {@link portalRoute}, for calls that stay open while all modules of the portal are off, such as
 * signing out.
 */
export function portalRouteWithoutModules<E extends Endpoint & { readonly access: "portal" }>(
  endpoint: E,
  handler: (context: PortalContext, input: InputOf<E>) => Promise<HandlerResult<E>>,
): Route {
  return {
    endpoint,
    serve: (incoming) =>
      asEmployee(incoming, async (context, input) =>
        respond(endpoint, input, await handler(context, input as InputOf<E>)),
      ),
  };
}

/**
 * As {@link portalRoute}, for an endpoint that responds with a file, which is made after the
 * transaction.
 */
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

/** Runs a call as the employee of its session, in one transaction. */
function asEmployee<Result>(
  incoming: Incoming,
  work: (context: PortalContext, input: Readonly<Record<string, unknown>>) => Promise<Result>,
): Promise<Result> {
  const { endpoint, request, services } = incoming;
  const { database, clock, environment } = services;
  return database.transaction(async (tx) => {
    const employee = await openPortalScope(tx, sessionRequestOf(incoming), clock);
    const input = decode(incoming);
    const actor = { user_id: null, ip: request.ip };
    const header = request.headers["idempotency-key"];
    const key = (endpoint.idempotent && idempotencyKey(header)) || null;
    return work({ tx, employee, actor, clock, environment, requestId: request.id, key }, input);
  });
}

/**
 * Finds the employee of the session and narrows the scope to their organization. These are the
 * first statements of each request's transaction.
 *
 * @throws Refusal `session_missing` when the token is unknown, revoked, too old or idle for too
 *   long; when the employee is suspended, has left, or has another address than the one that was
 *   invited; and when the organization is suspended.
 */
async function openPortalScope(
  tx: Tx,
  request: SessionRequest,
  clock: Clock,
): Promise<PortalEmployee> {
  const { token, ip } = request;
  if (token === undefined) throw new Refusal("session_missing");
  const now = clock.now();
  const token_hash = tokenHash(token);
  const touchedBefore = touchBefore(request, now);
  const { rows } = await sql<{
    tenant_id: number;
    employee_id: number;
    created_at: Date;
    expires_at: Date;
  }>`
    with live as (
      select token_hash, tenant_id, employee_id, created_at, expires_at, last_seen_at from portal_sessions
      where token_hash = ${token_hash} and revoked_at is null
        and expires_at > ${now} and last_seen_at > ${idleCutoff(now)}
    ), touched as (
      update portal_sessions s set last_seen_at = ${now}, ip = ${ip}
      from live where s.token_hash = live.token_hash and live.last_seen_at < ${touchedBefore}
    )
    select tenant_id, employee_id, created_at, expires_at,
      set_config('app.tenant_id', tenant_id::text, true) as scope,
      set_config('app.reads_all', 'off', true) as reads_all
    from live`.execute(tx);
  const session = atMostOne(rows);
  const account = session && (await portalAccountOf(tx, session, clock.today()));
  if (session === undefined || account === undefined || !isSessionValid(account, session)) {
    throw new Refusal("session_missing");
  }
  return { ...account, session_expires_at: session.expires_at, token_hash };
}

/**
 * Whether a session may continue. Modules do not matter: a module that is off closes its part but
 * ends no session, so that owed advances stay visible, and everything returns with the module.
 */
function isSessionValid(
  { status, organization_active, open_since }: PortalAccount,
  { created_at }: { created_at: Date },
): boolean {
  // A session from before a suspension stays closed afterwards.
  const isOld = open_since !== null && created_at <= open_since;
  return status === "ACTIVE" && organization_active && !isOld;
}
