import { sql, type RawBuilder } from "kysely";

import type { Tx } from "../scope.ts";

/** The condition that a column contains a tenant covered by the check. */
export type CheckScope = (column: RawBuilder<unknown>) => RawBuilder<unknown>;

/**
 * One kind of fault: its query returns a row (tenant_id, subject, message) for each fault. Without
 * a `kind`, the rows contain it as well.
 */
export type Check = { kind?: string; query: (scope: CheckScope) => RawBuilder<unknown> };

/** A place where stored data disagree, with a sentence that describes the finding. */
export type Fault = { kind: string; tenant_id: number | null; subject: string; message: string };

/**
 * Runs checks one after the other.
 *
 * @param tenantId one tenant, or null for all that the transaction's scope may read.
 * @returns the faults found; empty when everything agrees.
 */
export async function runChecks(
  tx: Tx,
  tenantId: number | null,
  checks: readonly Check[],
): Promise<Fault[]> {
  const scope: CheckScope = (column) =>
    tenantId === null ? sql`true` : sql`${column} = ${tenantId}`;
  const faults: Fault[] = [];
  for (const { kind, query } of checks) {
    const { rows } = await sql<Omit<Fault, "kind"> & { kind?: string }>`
      ${query(scope)} order by 1, 2`.execute(tx);
    for (const row of rows) {
      const itsKind = kind ?? row.kind;
      if (itsKind === undefined) throw new Error(`a check says no kind of ${row.subject}`);
      faults.push({ ...row, kind: itsKind });
    }
  }
  return faults;
}
