import { sql, type RawBuilder } from "kysely";

import { allowLongStatements } from "../../platform/database/database.ts";
import type { Tx } from "../../platform/scope.ts";
import { entryChecks, type EntryFaultKind } from "./coherence-entries.ts";
import { ledgerChecks, type LedgerFaultKind } from "./coherence-ledgers.ts";

/** The kinds of faults in stored books. */
export type FaultKind = EntryFaultKind | LedgerFaultKind;

/**
 * One fault: the entry, ledger, group, day or counter concerned, and a sentence that describes it.
 */
export type Fault = { kind: FaultKind; tenant_id: number; subject: string; message: string };

/** The time limit for one check of very large books, in milliseconds. */
const checkTimeout = 15 * 60_000;

/**
 * One query for each kind of fault. Each recomputes stored values from the postings, in another way
 * than the write path, and returns a row for each difference.
 */
const checks = [...entryChecks, ...ledgerChecks];

/** All kinds of fault that {@link checkBooks} looks for. @internal for tests */
export const faultKinds: readonly FaultKind[] = checks.map(({ kind }) => kind);

/**
 * Checks that the books agree: recomputes everything that is stored twice and reports each
 * difference. It scans the books, so it has a long time limit and more memory for sorting.
 *
 * @param tenantId one tenant, or null for all that the transaction's scope may read.
 * @returns the faults found; empty when the books agree.
 */
export async function checkBooks(tx: Tx, tenantId: number | null): Promise<Fault[]> {
  await allowLongStatements(tx, checkTimeout);
  // Parallel workers would each use as much memory for sorting and hashing, and a processor that
  // requests need.
  await sql`
    select set_config('work_mem', '64MB', true), set_config('max_parallel_workers_per_gather', '0', true)`.execute(
    tx,
  );
  const scope = (column: RawBuilder<unknown>) =>
    tenantId === null ? sql`true` : sql`${column} = ${tenantId}`;
  const faults: Fault[] = [];
  for (const check of checks) {
    const { rows } = await sql<Omit<Fault, "kind">>`
      ${check.query(scope)} order by 1, 2`.execute(tx);
    faults.push(...rows.map((row) => ({ kind: check.kind, ...row })));
  }
  return faults;
}
