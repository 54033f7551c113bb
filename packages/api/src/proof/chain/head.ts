import { sql } from "kysely";

import { exactlyOne } from "../../platform/database/rows.ts";
import type { Tx } from "../../platform/scope.ts";
import { chainTables } from "./link.ts";

/**
 * The last link of a tenant's chain, or of the platform's when null; null before anything was
 * chained.
 */
export async function chainHeadOf(
  tx: Tx,
  tenantId: number | null,
): Promise<{ position: number; hash: string; chained_at: Date } | null> {
  const { heads, own } = chainTables(tenantId);
  const { rows } = await sql<{ position: bigint; hash: string; chained_at: Date }>`
    select position, encode(hash, 'hex') as hash, chained_at from ${heads}
    where ${own} and position > 0`.execute(tx);
  const [head] = rows;
  return head === undefined ? null : { ...head, position: Number(head.position) };
}

/** The number of rows of a tenant's audit log that wait to be chained. */
export async function unchainedRowCount(tx: Tx, tenantId: number): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::integer as waiting from audit_log a
    where a.tenant_id = ${tenantId} and a.id > coalesce(
        (select c.settled_audit_id from chain_heads c where c.tenant_id = ${tenantId}), 0)
      and not exists (
        select from chain_links l where l.tenant_id = ${tenantId} and l.audit_id = a.id)`.execute(
    tx,
  );
  return exactlyOne(rows).waiting;
}
