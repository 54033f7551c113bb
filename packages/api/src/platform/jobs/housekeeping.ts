import { sql, type RawBuilder } from "kysely";

import type { Database } from "../database/database.ts";
import { exactlyOne } from "../database/rows.ts";
import type { Environment } from "../environment.ts";

const hour = 60 * 60 * 1000;
const day = 24 * hour;
/** The retention of records about backups and checks of the books, in milliseconds. */
const runRetention = 400 * day;
/** The retention of responses for repeated requests, in milliseconds. */
const idempotencyRetention = 48 * hour;
/**
 * The retention of failed sign-ins after the last one, in milliseconds; they stop counting much
 * earlier.
 */
const failureRetention = 24 * hour;
/** The number of rows deleted by one statement, so that none holds locks for long. */
const maxDeletedRows = 5000;

/**
 * Deletes expired data: ended sessions, old responses, old failed sign-ins, expired challenges,
 * password resets and portal codes, and mails and audit log rows whose retention period is over.
 *
 * @returns the number of deleted rows by table.
 */
export async function deleteExpiredData(
  database: Database,
  now: Date,
  keep: Pick<Environment["keep"], "mails" | "audit">,
): Promise<Record<string, number>> {
  const before = (age: number): Date => new Date(now.getTime() - age);
  const expired: Record<string, RawBuilder<unknown>> = {
    sessions: sql`expires_at <= ${now} or revoked_at is not null`,
    idempotency_keys: sql`created_at < ${before(idempotencyRetention)}`,
    sign_in_failures: sql`last_failed_at < ${before(failureRetention)}`,
    sign_in_challenges: sql`expires_at <= ${now}`,
    portal_sessions: sql`expires_at <= ${now} or revoked_at is not null`,
    portal_codes: sql`expires_at <= ${now}`,
    password_resets: sql`code_expires_at <= ${now}
      and (token_expires_at is null or token_expires_at <= ${now})`,
    password_reset_links: sql`expires_at <= ${now}`,
    mails: sql`status <> 'WAITING' and created_at < ${before(keep.mails * day)}`,
    maintenance_runs: sql`finished_at < ${before(runRetention)}`,
  };
  const deleted: Record<string, number> = {};
  for (const [table, condition] of Object.entries(expired)) {
    deleted[table] = await deleteInBatches(database, table, condition);
  }
  deleted["audit_log"] = await purgeAuditLog(database, before(keep.audit * day));
  return deleted;
}

async function deleteInBatches(
  database: Database,
  table: string,
  condition: RawBuilder<unknown>,
): Promise<number> {
  for (let deleted = 0; ;) {
    const { numAffectedRows = 0n } = await database.transaction((tx) =>
      sql`delete from ${sql.table(table)}
        where ctid = any (array(select ctid from ${sql.table(table)} where ${condition} limit ${maxDeletedRows}))`.execute(
        tx,
      ),
    );
    deleted += Number(numAffectedRows);
    if (numAffectedRows < BigInt(maxDeletedRows)) return deleted;
  }
}

/** The log deletes rows only through its own function, and none younger than a year. */
async function purgeAuditLog(database: Database, before: Date): Promise<number> {
  for (let deleted = 0; ;) {
    const { rows } = await database.transaction((tx) =>
      sql<{
        deleted: number;
      }>`select forget_audit(${before}, ${maxDeletedRows}) as deleted`.execute(tx),
    );
    const portion = exactlyOne(rows).deleted;
    deleted += portion;
    if (portion < maxDeletedRows) return deleted;
  }
}
