import type { holdReasons } from "@kontor/contract/settings/outgoing";
import { sql } from "kysely";

import { exactlyOne } from "../database/rows.ts";
import { Refusal } from "../refusal.ts";
import type { Tx } from "../scope.ts";

/**
 * Why nothing leaves: `RESTORED` by `npm run restore`; `COPIED`, when the database is another than
 * the one that last sent, as after a restore by other tools; `STOPPED` by an operator.
 */
export type HoldReason = (typeof holdReasons)[number];

/** Why nothing leaves, and since when, which is unknown for a copy. */
export type OutgoingHold = { since: Date | null; reason: HoldReason };

/**
 * The hold on everything that leaves: mails, transfers and other calls to banks. Null while they
 * may leave.
 */
export async function outgoingHold(tx: Tx): Promise<OutgoingHold | null> {
  const { rows } = await sql<{ is_held: boolean; since: Date | null; reason: HoldReason }>`
    select outgoing_held() as is_held, held_at as since, coalesce(held_because, 'COPIED') as reason
    from outgoing`.execute(tx);
  const { is_held, since, reason } = exactlyOne(rows);
  return is_held ? { since, reason } : null;
}

/**
 * Refuses a call to another system that a user waits for.
 *
 * @param code another error code, for callers who cannot ask a platform administrator.
 * @throws Refusal `outgoing_held`, or `code`
 */
export async function refuseWhileHeld(
  tx: Tx,
  code: "outgoing_held" | "portal_codes_held" = "outgoing_held",
): Promise<void> {
  if ((await outgoingHold(tx)) !== null) throw new Refusal(code);
}

/**
 * Holds everything that would leave. What a process is sending at this moment still leaves.
 *
 * @returns false when it was held already; that hold stays.
 */
export async function holdOutgoing(
  tx: Tx,
  reason: Exclude<HoldReason, "COPIED">,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update outgoing set held_at = ${now}, held_because = ${reason} where held_at is null`.execute(
    tx,
  );
  return numAffectedRows === 1n;
}

/**
 * Lets everything leave from this database, which becomes the one that sends.
 *
 * @returns false when nothing was held.
 */
export async function releaseOutgoing(tx: Tx): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update outgoing set home = database_home(), held_at = null, held_because = null
    where outgoing_held()`.execute(tx);
  return numAffectedRows === 1n;
}

/** Makes this database the one that sends, unless another one is recorded already. */
export async function initializeOutgoing(tx: Tx): Promise<void> {
  await sql`update outgoing set home = database_home() where home is null`.execute(tx);
}
