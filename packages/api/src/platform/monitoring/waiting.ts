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

/** When a kind of maintenance was last done, and its result. */
type LastRun = { kind: string; finished_at: Date; milliseconds: bigint; faults: bigint };

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
      select distinct on (kind) kind, finished_at, milliseconds, faults
      from maintenance_runs order by kind, finished_at desc`.execute(tx);
    return { backlogs, runs };
  });
}
