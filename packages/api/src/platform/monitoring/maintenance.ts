import { sql } from "kysely";

import type { Tx } from "../scope.ts";

export type MaintenanceKind = "books_check" | "backup";

/** Milliseconds after which the last backup counts as too old, as in the alerts of monitoring: 26 hours. */
export const longestWithoutBackup = 93_600_000;

/**
 * Records a run of maintenance that ended, in the caller's transaction.
 *
 * @param run `faults` counts what a check of the books found, and is 1 for a backup that failed: only a
 *   backup without faults is one that was made.
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
