import { sql } from "kysely";

import { changesBetween } from "./changes.ts";
import type { Actor, Context, Tx } from "./scope.ts";

/**
 * The parts of a context that the audit log needs. The actor is unknown until a sign-in has
 * succeeded.
 */
export type AuditContext = Pick<Context, "tx" | "requestId"> & {
  readonly actor: { user_id: number | null; ip: Actor["ip"] };
};

/** Facts to record; never a secret, nor a number that identifies a person. */
export type AuditDetail = Readonly<Record<string, unknown>> & {
  /** The record before and after: only the fields that differ are stored, as `changes`. */
  before?: Readonly<Record<string, unknown>>;
  after?: Readonly<Record<string, unknown>>;
};

/**
 * Appends to the audit log, in the transaction of the action that it records, with the actor, the
 * network address and the time. The database function that it calls is the only way to write the
 * log: the time is the server's, and the actor is the user of the transaction's session, if any.
 *
 * @param tenantId the organization concerned, which must be in scope; null for the platform.
 * @param action the action, `noun.verb-ed`, such as `ledger.added`.
 * @param subject the record, `noun:id`, by which its history is found.
 */
export async function audit(
  context: AuditContext,
  tenantId: number | null,
  action: string,
  subject: string,
  { before, after, ...facts }: AuditDetail = {},
): Promise<void> {
  const { actor, requestId, tx } = context;
  const differs = before !== undefined || after !== undefined;
  const detail = { ...facts, ...(differs ? { changes: changesBetween(before, after) } : {}) };
  await sql`
    select record_audit(${tenantId}, ${actor.user_id}, ${action}, ${subject}, ${JSON.stringify(detail)}::jsonb,
      ${requestId}, ${actor.ip})`.execute(tx);
}

/** The actor of work outside requests. A job has no user and no address. */
export type AuditActor = {
  readonly tx: Tx;
  readonly actorId: number | null;
  readonly requestId: string;
  readonly ip?: string | null;
};

/** The actor of a request. */
export function auditActorOf({ tx, actor, requestId }: AuditContext): AuditActor {
  return { tx, actorId: actor.user_id, requestId, ip: actor.ip };
}

/** An action on one of many records; fields as in {@link audit}. */
export type AuditAction = {
  action: string;
  subject: string;
  detail: Readonly<Record<string, unknown>>;
};

/**
 * Appends many actions to the audit log with one statement; each is recorded as by {@link audit}.
 */
export async function auditAll(
  by: AuditActor,
  tenantId: number | null,
  actions: readonly AuditAction[],
): Promise<void> {
  if (actions.length === 0) return;
  await sql`
    select count(record_audit(${tenantId}, ${by.actorId}, a.action, a.subject, a.detail, ${by.requestId},
      ${by.ip ?? null}))
    from jsonb_to_recordset(${JSON.stringify(actions)}::jsonb) as a(action text, subject text, detail jsonb)`.execute(
    by.tx,
  );
}
