import { sql, type RawBuilder } from "kysely";

import type { Database } from "../database/database.ts";

const hour = 60 * 60 * 1000;
/** How long responses are kept for a request that is sent again, in milliseconds. */
const idempotencyKept = 48 * hour;
/** How long failed sign-ins are kept after the last one, in milliseconds; they stop to count long before. */
const failuresKept = 24 * hour;
/** Rows that one statement deletes, so that none holds locks for long. */
const most = 5000;

/**
 * Deletes what is of no use any more: sessions that ended, old responses to requests, old failed
 * sign-ins, and challenges and password resets that can lead nowhere.
 *
 * @returns how many rows are gone, by table.
 */
export async function tidy(database: Database, now: Date): Promise<Record<string, number>> {
  const before = (age: number): Date => new Date(now.getTime() - age);
  const old: Record<string, RawBuilder<unknown>> = {
    sessions: sql`expires_at <= ${now} or revoked_at is not null`,
    idempotency_keys: sql`created_at < ${before(idempotencyKept)}`,
    sign_in_failures: sql`last_failed_at < ${before(failuresKept)}`,
    sign_in_challenges: sql`expires_at <= ${now}`,
    password_resets: sql`code_expires_at <= ${now}
      and (token_expires_at is null or token_expires_at <= ${now})`,
    password_reset_links: sql`expires_at <= ${now}`,
  };
  const gone: Record<string, number> = {};
  for (const [table, condition] of Object.entries(old)) {
    gone[table] = await deleteInPortions(database, table, condition);
  }
  return gone;
}

async function deleteInPortions(
  database: Database,
  table: string,
  condition: RawBuilder<unknown>,
): Promise<number> {
  for (let gone = 0; ;) {
    const { numAffectedRows = 0n } = await database.transaction((tx) =>
      sql`delete from ${sql.table(table)}
        where ctid = any (array(select ctid from ${sql.table(table)} where ${condition} limit ${most}))`.execute(
        tx,
      ),
    );
    gone += Number(numAffectedRows);
    if (numAffectedRows < BigInt(most)) return gone;
  }
}
