import { sql } from "kysely";
import { expect, vi } from "vitest";

import type { Database } from "../platform/database/database.ts";

/**
 * Waits until a check no longer throws, on a loaded machine for as long as twenty seconds: less than
 * the thirty after which jobs look for work by themselves.
 *
 * @returns its result.
 */
export function eventually<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(check, { timeout: 20_000, interval: 20 });
}

/** Waits until as many statements of a test's database wait for locks that others hold. */
export async function untilLocked(database: Database, count = 1): Promise<void> {
  await eventually(async () => {
    const { rows } = await database.statement((db) =>
      sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db),
    );
    expect(rows).toHaveLength(count);
  });
}
