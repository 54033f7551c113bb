import type { DataOf } from "@kontor/contract/endpoint";
import { formatCount, formatMoment } from "@kontor/contract/format";
import type { getPlatformProof } from "@kontor/contract/proof/proof";
import { sql } from "kysely";

import { atMostOne, exactlyOne } from "../platform/database/rows.ts";
import { maxBackupAge, type MaintenanceKind } from "../platform/monitoring/maintenance.ts";
import type { Context, Tx } from "../platform/scope.ts";
import { chainHeadOf } from "./chain/head.ts";
import { platformChainFaults, type VerifiedUpTo } from "./chain/verify.ts";

type Proof = DataOf<typeof getPlatformProof>;
type PlatformFault = Proof["faults"][number];

/**
 * The time in milliseconds after which a night without a check of the books counts as missed, as in
 * the monitoring alerts.
 */
const maxCheckAge = 172_800_000;

/**
 * The present faults of the platform itself. Its own log is verified from where the last check of
 * all books ended; if that found faults, or never happened, from its first link. Everything else is
 * read from few rows.
 */
export async function platformProof({ tx, clock }: Context): Promise<Proof> {
  const now = clock.now();
  const stored = await storedProof(tx);
  const { faults } = await platformChainFaults(tx, stored?.verified);
  const { books_check, backup, backup_failed } = await lastRuns(tx);
  return {
    checked_at: stored?.checked_at ?? now,
    backup_at: backup,
    faults: [
      ...faults.map(({ message }): PlatformFault => ({ kind: "log", message })),
      ...(await failedJobs(tx)),
      ...(await failedMails(tx)),
      ...missedCheck(books_check, now),
      ...failedBackup(backup_failed),
      ...outdatedBackup(backup, now),
    ],
    chain: await chainHeadOf(tx, null),
  };
}

/**
 * The result of the last complete verification, unless it found a fault, which may have been
 * corrected since.
 */
async function storedProof(
  tx: Tx,
): Promise<{ checked_at: Date; verified: VerifiedUpTo } | undefined> {
  const { rows } = await sql<{ checked_at: Date } & VerifiedUpTo>`
    select checked_at, position, encode(hash, 'hex') as hash, settled_audit_id as settled
    from platform_proofs where fault_count = 0`.execute(tx);
  const stored = atMostOne(rows);
  if (stored === undefined) return undefined;
  const { checked_at, ...verified } = stored;
  return { checked_at, verified };
}

/**
 * Verifies the platform's own log from its first link and stores how far, in a transaction that
 * reads all tenants.
 */
export async function savePlatformProof(tx: Tx, now: Date): Promise<void> {
  const { faults, verified } = await platformChainFaults(tx);
  await sql`
    insert into platform_proofs (checked_at, position, hash, settled_audit_id, fault_count)
    values (${now}, ${verified.position}, decode(${verified.hash}, 'hex'), ${verified.settled}, ${faults.length})
    on conflict (id) do update set checked_at = excluded.checked_at, position = excluded.position,
      hash = excluded.hash, settled_audit_id = excluded.settled_audit_id, fault_count = excluded.fault_count`.execute(
    tx,
  );
}

/**
 * Queues whose last run failed. The job queue keeps runs for an hour, and does not exist before
 * jobs were started.
 */
async function failedJobs(tx: Tx): Promise<PlatformFault[]> {
  const { rows: found } = await sql<{ there: boolean }>`
    select to_regclass('pgboss.job') is not null as there`.execute(tx);
  if (!exactlyOne(found).there) return [];
  const { rows } = await sql<{ queue: string; at: Date }>`
    select last.name as queue, last.completed_on as at
    from (
      select distinct on (j.name) j.name, j.state, j.completed_on from pgboss.job j
      where j.completed_on is not null order by j.name, j.completed_on desc
    ) last
    where last.state = 'failed' order by last.name`.execute(tx);
  return rows.map(({ queue, at }) => {
    const message = `the work of the queue ${queue} failed at ${formatMoment(at)}; the log of the server says why`;
    return { kind: "job", message };
  });
}

async function failedMails(tx: Tx): Promise<PlatformFault[]> {
  const { rows } = await sql<{ failed: number }>`
    select count(*)::int as failed from mails where status = 'FAILED'`.execute(tx);
  const { failed } = exactlyOne(rows);
  if (failed === 0) return [];
  const message =
    failed === 1 ? "a mail was given up" : `${formatCount(failed)} mails were given up`;
  return [{ kind: "mails", message }];
}

type LastRuns = Readonly<Record<MaintenanceKind | "backup_failed", Date | null>>;

/**
 * When each kind of maintenance was last done, whatever a check found; null when it never was. For
 * backups also when the last one failed; null when one succeeded since.
 */
async function lastRuns(tx: Tx): Promise<LastRuns> {
  const { rows } = await sql<LastRuns>`
    select (select max(finished_at) from maintenance_runs where kind = 'books_check') as books_check,
      (select max(finished_at) from maintenance_runs where kind = 'backup' and faults = 0) as backup,
      (select case when last.faults > 0 then last.finished_at end
       from (select faults, finished_at from maintenance_runs where kind = 'backup'
             order by finished_at desc, id desc limit 1) last) as backup_failed`.execute(tx);
  return exactlyOne(rows);
}

function failedBackup(at: Date | null): PlatformFault[] {
  if (at === null) return [];
  const message = `the last backup failed at ${formatMoment(at)}; run npm run backup on the server, which says why`;
  return [{ kind: "backup", message }];
}

/** A missing check is not a fault: the platform may be newer than a night. */
function missedCheck(last: Date | null, now: Date): PlatformFault[] {
  if (last === null || now.getTime() - last.getTime() <= maxCheckAge) return [];
  const message = `the books were last checked as a whole at ${formatMoment(last)}, and are to be each night`;
  return [{ kind: "nightly_check", message }];
}

/** A missing backup is not a fault: the platform may be new, or backed up by other tools. */
function outdatedBackup(last: Date | null, now: Date): PlatformFault[] {
  if (last === null || now.getTime() - last.getTime() <= maxBackupAge) return [];
  const message = `the last backup was made at ${formatMoment(last)}, and one is to be made each day`;
  return [{ kind: "backup", message }];
}
