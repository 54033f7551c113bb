import { sql } from "kysely";

import type { Clock } from "../clock.ts";
import type { Database } from "../database/database.ts";
import { exactlyOne } from "../database/rows.ts";
import { setAllTenantsReadable, type Tx } from "../scope.ts";

/**
 * The state of a queue: the number of items that are due or in progress, and since when the oldest
 * waits.
 */
export type Backlog = { count: number; since: Date | null };

/** A queue with its backlog. */
export type WatchedQueue = {
  readonly queue: string;
  readonly backlog?: ((tx: Tx) => Promise<Backlog>) | undefined;
};

/**
 * The last run of a kind of maintenance: its duration and faults, and when it last succeeded; null
 * when it never did. A failed backup has a fault and did not succeed; a check that found faults
 * did.
 */
type LastRun = { kind: string; done_at: Date | null; milliseconds: bigint; faults: bigint };

export type DatabaseFigures = {
  backlogs: { queue: string; count: number; seconds: number }[];
  runs: LastRun[];
  /** Whether emails and transfers are on hold. */
  held: boolean;
};

/** Reads the figures from the database, in one transaction that writes nothing. */
export async function readDatabaseFigures(
  database: Database,
  clock: Clock,
  queues: readonly WatchedQueue[],
): Promise<DatabaseFigures> {
  const now = clock.now().getTime();
  return database.transaction(async (tx) => {
    await setAllTenantsReadable(tx);
    const backlogs: DatabaseFigures["backlogs"] = [];
    for (const { queue, backlog } of queues) {
      if (backlog === undefined) continue;
      const { count, since } = await backlog(tx);
      const seconds = since === null ? 0 : Math.max(0, (now - since.getTime()) / 1000);
      backlogs.push({ queue, count, seconds });
    }
    const { rows: runs } = await sql<LastRun>`
      select distinct on (r.kind) r.kind, r.milliseconds, r.faults,
        (select max(d.finished_at) from maintenance_runs d
         where d.kind = r.kind and (d.kind <> 'backup' or d.faults = 0)) as done_at
      from maintenance_runs r order by r.kind, r.finished_at desc, r.id desc`.execute(tx);
    const held = await sql<{ held: boolean }>`select outgoing_held() as held`.execute(tx);
    return { backlogs, runs, ...exactlyOne(held.rows) };
  });
}
