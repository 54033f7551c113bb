import { sql } from "kysely";

import type { Context } from "./scope.ts";

/**
 * Adds to the audit log, in the transaction of what it tells about.
 *
 * @param action what was done, `noun.verb-ed`, such as `ledger.added`.
 * @param subject what it was done to, `noun:id`.
 * @param detail facts worth keeping; never a secret.
 */
export async function audit(
  context: Context,
  tenantId: number | null,
  action: string,
  subject: string,
  detail: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await sql`insert into audit_log (tenant_id, actor_id, action, subject, detail, request_id, recorded_at)
    values (${tenantId}, ${context.actor.user_id}, ${action}, ${subject}, ${JSON.stringify(detail)}::jsonb,
      ${context.requestId}, ${context.clock.now()})`.execute(context.tx);
}
