import { sql } from "kysely";

import { changesBetween } from "./changes.ts";
import type { Actor, Context, Tx } from "./scope.ts";

/** What the audit log needs of a context; before a sign-in has succeeded the actor is unknown. */
export type Auditing = Pick<Context, "tx" | "requestId"> & {
  readonly actor: { user_id: number | null; ip: Actor["ip"] };
};

/** Facts to record; never a secret, nor a number that identifies a person. */
export type AuditDetail = Readonly<Record<string, unknown>> & {
  /** The record before and after: only the fields that differ are stored, as `changes`. */
  before?: Readonly<Record<string, unknown>>;
  after?: Readonly<Record<string, unknown>>;
};

/**
 * Adds to the audit log, in the transaction of what it records. It records who acted, from which
 * address, and when. The database function that it calls is the only way into the log: the time is
 * the server's, and the actor is the user of the transaction's session, if any.
 *
 * @param tenantId the organization concerned, which must be in scope; null for the platform.
 * @param action what was done, `noun.verb-ed`, such as `ledger.added`.
 * @param subject what it was done to, `noun:id`, by which the history of a record is found.
 */
export async function audit(
  context: Auditing,
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

/** The actor of work outside requests: a job has no user and no address. */
export type AuditedBy = {
  readonly tx: Tx;
  readonly actorId: number | null;
  readonly requestId: string;
  readonly ip?: string | null;
};

/** Who acts in a request. */
export function auditedBy({ tx, actor, requestId }: Auditing): AuditedBy {
  return { tx, actorId: actor.user_id, requestId, ip: actor.ip };
}

/** What was done to one of many things; fields as in {@link audit}. */
export type AuditedAction = {
  action: string;
  subject: string;
  detail: Readonly<Record<string, unknown>>;
};

/** Adds to the audit log what was done to many things at once, by one statement; each as {@link audit} would. */
export async function auditAll(
  by: AuditedBy,
  tenantId: number | null,
  actions: readonly AuditedAction[],
): Promise<void> {
  if (actions.length === 0) return;
  await sql`
    select count(record_audit(${tenantId}, ${by.actorId}, a.action, a.subject, a.detail, ${by.requestId},
      ${by.ip ?? null}))
    from jsonb_to_recordset(${JSON.stringify(actions)}::jsonb) as a(action text, subject text, detail jsonb)`.execute(
    by.tx,
  );
}
