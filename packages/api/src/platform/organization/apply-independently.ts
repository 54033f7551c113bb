import { sql } from "kysely";

import { Refusal } from "../refusal.ts";
import { tenantFilter, type Context } from "../scope.ts";

/** The outcome for one of several records: a result, or a refusal that left it unchanged. */
type Outcome<Result> = { result: Result; refusal: null } | { result: null; refusal: Refusal };

/**
 * Applies the same action to several records separately: a refusal of one does not affect the
 * others. They are processed in a fixed order, whatever that of the request, so that two such
 * requests cannot deadlock.
 *
 * @returns the outcome of each, in the order of the request.
 * @throws Refusal `not_found` when one belongs to an organization that the caller may not enter,
 * before anything is done; any error of `act` that is not a refusal.
 */
export async function applyIndependently<Named extends { tenant_id: number; id: number }, Result>(
  context: Context,
  records: readonly Named[],
  act: (record: Named) => Promise<Result>,
): Promise<Outcome<Result>[]> {
  for (const { tenant_id } of records) tenantFilter(context, tenant_id);
  const inOrder = [...records.entries()].toSorted(
    ([, one], [, next]) => one.tenant_id - next.tenant_id || one.id - next.id,
  );
  const outcomes: Outcome<Result>[] = [];
  for (const [place, record] of inOrder) {
    await sql`savepoint one_of_several`.execute(context.tx);
    try {
      outcomes[place] = { result: await act(record), refusal: null };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await sql`rollback to savepoint one_of_several`.execute(context.tx);
      outcomes[place] = { result: null, refusal: error };
    }
  }
  return outcomes;
}
