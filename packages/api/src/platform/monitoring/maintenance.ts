import { sql } from "kysely";

import type { Tx } from "../scope.ts";

export type MaintenanceKind = "books_check" | "backup";

/**
 * The age in milliseconds at which the last backup counts as too old, as in the monitoring alerts:
 * 26 hours.
 */
export const maxBackupAge = 93_600_000;

/**
 * Records a finished maintenance run, in the caller's transaction.
 *
 * @param run `faults` is the number found by a check of the books, and 1 for a failed backup: only
 * a backup without faults was successful.
 */
export async function recordMaintenance(
  tx: Tx,
  run: { kind: MaintenanceKind; finishedAt: Date; milliseconds: number; faults: number },
): Promise<void> {
  await sql`
    insert into maintenance_runs (kind, finished_at, milliseconds, faults)
    values (${run.kind}, ${run.finishedAt}, ${Math.round(run.milliseconds)}, ${run.faults})`.execute(
    tx,
  );
}
