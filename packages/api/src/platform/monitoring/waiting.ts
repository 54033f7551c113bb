import { sql } from "kysely";

import type { Clock } from "../clock.ts";
import type { Database } from "../database/database.ts";
import { readAllTenants, type Tx } from "../scope.ts";

/** The state of a queue: the number of items due or under way, and the age of the oldest. */
export type Backlog = { count: number; since: Date | null };

/** A queue with its backlog. */
export type WatchedQueue = {
  readonly queue: string;
  readonly backlog?: ((tx: Tx) => Promise<Backlog>) | undefined;
};

/**
 * The last run of a kind of maintenance: how long it took and its faults, and when one last did its work;
 * null where none did yet. A backup that failed has a fault and made nothing; a check that found faults did
 * its work.
 */
type LastRun = { kind: string; done_at: Date | null; milliseconds: bigint; faults: bigint };

export type Observed = {
  backlogs: { queue: string; count: number; seconds: number }[];
  runs: LastRun[];
};

/** Reads the figures of the database, in one transaction that writes nothing. */
export async function observe(
  database: Database,
  clock: Clock,
  queues: readonly WatchedQueue[],
): Promise<Observed> {
  const now = clock.now().getTime();
  return database.transaction(async (tx) => {
    await readAllTenants(tx);
    const backlogs: Observed["backlogs"] = [];
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
    return { backlogs, runs };
  });
}
