import { sql, type Kysely } from "kysely";

import type { Clock } from "../clock.ts";
import type { Tx } from "../scope.ts";
import type { Database } from "./database.ts";

/** How long a read waits for a replica to catch up before it uses the primary, in milliseconds. */
const timeout = 2000;
/** Milliseconds between two checks. */
const checkInterval = 50;

/**
 * The current position of the primary's write-ahead log: everything acknowledged so far is before
 * it.
 *
 * @returns a position such as `0/16B3748`.
 */
export async function walPosition(tx: Tx): Promise<string> {
  const { rows } = await sql<{ position: string }>`
    select pg_current_wal_insert_lsn()::text as position`.execute(tx);
  return rows[0]?.position ?? "";
}

/**
 * Waits for a limited time until a replica has replayed the primary's log up to a position.
 *
 * @returns whether it has; also false when it is no longer a replica, or cannot be reached.
 */
export async function waitForReplay(
  replica: Database,
  position: string,
  clock: Clock,
): Promise<boolean> {
  for (let waited = 0; waited <= timeout; waited += checkInterval) {
    if (await replica.statement((db) => hasReplayed(db, position))) return true;
    await clock.sleep(checkInterval);
  }
  return false;
}

async function hasReplayed(db: Kysely<unknown>, position: string): Promise<boolean> {
  const { rows } = await sql<{ shown: boolean | null }>`
    select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${position}::pg_lsn as shown`.execute(
    db,
  );
  return rows[0]?.shown === true;
}
