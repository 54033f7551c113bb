import { formatDate } from "@kontor/contract/format";
import { sql } from "kysely";

import { atMostOne, exactlyOne } from "../../platform/database/rows.ts";
import { Refusal } from "../../platform/refusal.ts";
import { postEntries, type Poster, type Posting } from "../entries/postings.ts";

/**
 * Posts an entry of the system on a day that a user entered, as {@link postAllOnDay}.
 *
 * @returns the id of the entry.
 */
export async function postOnDay(
  poster: Poster,
  tenantId: number,
  posting: Posting,
  field: string,
): Promise<number> {
  return exactlyOne(await postAllOnDay(poster, tenantId, [posting], field));
}

/**
 * Posts entries of the system on the one day that a user entered for them. They are refused in the
 * locked period, because otherwise they would move to the first open day without the user's
 * knowledge.
 *
 * @param field the field in which the user entered the day.
 * @returns the ids of the entries, in the order of the postings.
 * @throws Refusal `day_locked` at that field; as `postEntries`.
 */
export async function postAllOnDay(
  poster: Poster,
  tenantId: number,
  postings: readonly [Posting, ...Posting[]],
  field: string,
): Promise<number[]> {
  const posted = await postEntries(poster, tenantId, postings);
  // Moving the lock requires the ledger locks that the posting holds, so the lock read here is the
  // one that applied to the posting.
  const { rows } = await sql<{ until: string }>`
    select locked_until as until from period_locks
    where tenant_id = ${tenantId} and locked_until >= ${postings[0].entry_date}::date`.execute(
    poster.tx,
  );
  const lock = atMostOne(rows);
  if (lock !== undefined) throw Refusal.at(field, "day_locked", { until: formatDate(lock.until) });
  return posted.map(({ entry_id }) => entry_id);
}
