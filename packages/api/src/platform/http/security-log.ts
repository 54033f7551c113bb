import type { ErrorCode } from "@kontor/contract/error-codes";
import type { FastifyRequest } from "fastify";

import { audit } from "../audit.ts";
import type { Refusal } from "../refusal.ts";
import { setTenant } from "../scope.ts";
import { actorOfRequest } from "./authenticate.ts";
import type { Services } from "./request.ts";

/**
 * Refusals of unauthorized attempts, each with the action under which the audit log records it, or
 * null.
 */
const watched: Partial<Readonly<Record<ErrorCode, string | null>>> = {
  forbidden: "access.refused",
  password_wrong: "password.refused",
  too_many_requests: "access.slowed",
  // In these attempts the caller is known only by the given name, which the functions themselves
  // log.
  sign_in_failed: null,
  second_factor_wrong: null,
  second_factor_tried_often: null,
  challenge_dead: null,
  reset_code_wrong: null,
  reset_token_dead: null,
  invitation_unknown: null,
  portal_code_wrong: null,
};

/**
 * The interval in milliseconds within which the same refusal of the same caller is recorded only
 * once, so that nobody can flood the log.
 */
const repeatInterval = 60_000;
/** The maximum number of remembered refusals; the oldest are forgotten first. */
const maxRemembered = 10_000;

/**
 * Writes a `security` log line for each security-related refusal, and records it in the audit log
 * where required. Never fails: the caller must get the refusal itself.
 */
export function recordRefusals(
  services: Services,
): (refusal: Refusal, request: FastifyRequest) => Promise<void> {
  const last = new Map<string, number>();
  return async (refusal, request) => {
    const action = watched[refusal.code];
    if (action === undefined) return;
    const actor = actorOfRequest(request);
    const route = `${request.method} ${request.routeOptions.url ?? "unknown"}`;
    request.log.warn(
      {
        security: refusal.code,
        user_id: actor?.user_id,
        tenant_id: actor?.tenant_id,
        ip: request.ip,
        route,
      },
      "refused",
    );
    if (action === null) return;
    const { database, clock } = services;
    const key = `${action} ${actor?.user_id ?? request.ip} ${route}`;
    if (!isFirstInInterval(last, key, clock.now().getTime())) return;
    try {
      await database.transaction(async (tx) => {
        const tenantId = actor?.tenant_id ?? null;
        if (tenantId !== null) await setTenant(tx, tenantId);
        const somebody = { user_id: actor?.user_id ?? null, ip: request.ip };
        const context = { tx, clock, requestId: request.id, actor: somebody };
        const subject = actor === undefined ? `address:${request.ip}` : `user:${actor.user_id}`;
        await audit(context, tenantId, action, subject, { route });
      });
    } catch (error) {
      request.log.error({ err: error }, "a refusal was not audited");
    }
  };
}

function isFirstInInterval(last: Map<string, number>, key: string, now: number): boolean {
  const before = last.get(key);
  if (before !== undefined && now - before < repeatInterval) return false;
  last.delete(key);
  last.set(key, now);
  if (last.size > maxRemembered) last.delete(last.keys().next().value ?? key);
  return true;
}

/** Writes a log line for a call that changed permissions or exported data. */
export function logSecurity(request: FastifyRequest, what: string): void {
  const actor = actorOfRequest(request);
  request.log.info(
    {
      security: what,
      user_id: actor?.user_id,
      tenant_id: actor?.tenant_id,
      ip: request.ip,
    },
    "done",
  );
}
