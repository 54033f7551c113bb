import { sql } from "kysely";

import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { BackgroundWork } from "../../platform/jobs/jobs.ts";
import { setAllTenantsReadable, setTenant, type Tx } from "../../platform/scope.ts";

type QuarterTotalsOptions = { database: Database; clock: Clock };

/**
 * After this many entries the totals are confirmed again, long before readers would have to check
 * too many.
 */
const maxEntriesSince = 500;

/**
 * Every minute, recomputes outdated totals to the ends of quarters, so that no posting waits for
 * it.
 */
export function quarterTotalsWork(options: QuarterTotalsOptions): BackgroundWork {
  return {
    queue: "quarters",
    run: async (stopping) => {
      await updateQuarterTotals(options, stopping);
      return undefined;
    },
  };
}

/**
 * Recomputes the totals of all organizations that do not reach the current quarter, or are about to
 * become outdated.
 */
export async function updateQuarterTotals(
  { database, clock }: QuarterTotalsOptions,
  stopping?: AbortSignal,
): Promise<void> {
  const upTo = startOfQuarter(clock.today());
  for (const tenantId of await database.transaction((tx) => tenantsToUpdate(tx, upTo))) {
    if (stopping?.aborted === true) return;
    await database.transaction(async (tx) => {
      await setTenant(tx, tenantId);
      await sql`select keep_quarters(${tenantId}, ${upTo}::date)`.execute(tx);
    });
  }
}

async function tenantsToUpdate(tx: Tx, upTo: string): Promise<number[]> {
  await setAllTenantsReadable(tx);
  const { rows } = await sql<{ id: number }>`
    select t.id from tenants t
    left join kept_quarters k on k.tenant_id = t.id
    where quarters_hold_up_to(t.id) < ${upTo}::date or ${maxEntriesSince} = (
      select count(*) from (
        select from entries e
        where e.tenant_id = t.id and e.posted_in >= pg_snapshot_xmax(k.seen) limit ${maxEntriesSince}) since)
    order by t.id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The first day of a day's quarter, both `YYYY-MM-DD`. */
function startOfQuarter(day: string): string {
  const month = Number(day.slice(5, 7));
  const first = month - ((month - 1) % 3);
  return `${day.slice(0, 5)}${String(first).padStart(2, "0")}-01`;
}
