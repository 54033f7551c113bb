import { sql, type Kysely } from "kysely";

import type { Clock } from "../clock.ts";
import type { Tx } from "../scope.ts";
import type { Database } from "./database.ts";

/** Milliseconds that a read waits for a replica to catch up before it goes to the primary. */
const patience = 2000;
/** Milliseconds between two looks. */
const pause = 50;

/**
 * Where the primary's log stands: whatever was acknowledged to anybody before this lies in front of it.
 *
 * @returns a position such as `0/16B3748`.
 */
export async function logPosition(tx: Tx): Promise<string> {
  const { rows } = await sql<{ position: string }>`
    select pg_current_wal_insert_lsn()::text as position`.execute(tx);
  return rows[0]?.position ?? "";
}

/**
 * Waits until a replica shows everything up to a position of the primary's log, for a while.
 *
 * @returns whether it does. It never does when it is no replica any more, or cannot be reached.
 */
export async function catchesUp(
  replica: Database,
  position: string,
  clock: Clock,
): Promise<boolean> {
  for (let waited = 0; waited <= patience; waited += pause) {
    if (await replica.statement((db) => shows(db, position))) return true;
    await clock.sleep(pause);
  }
  return false;
}

async function shows(db: Kysely<unknown>, position: string): Promise<boolean> {
  const { rows } = await sql<{ shown: boolean | null }>`
    select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${position}::pg_lsn as shown`.execute(
    db,
  );
  return rows[0]?.shown === true;
}
