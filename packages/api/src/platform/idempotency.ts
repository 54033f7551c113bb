import { createHash } from "node:crypto";

import { sql } from "kysely";

import { sqlState } from "./database.ts";
import { Failure } from "./failure.ts";
import type { Tx } from "./scope.ts";

const lockNotAvailable = "55P03";

export type StoredAnswer = { status: number; body: unknown };

/** The header's value, or undefined when there is none. @throws Failure `idempotency_key_invalid` */
export function idempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== "string" || !/^[\x21-\x7e]{8,200}$/.test(header))
    throw new Failure("idempotency_key_invalid");
  return header;
}

/** Identifies what a request asks for: its route and its content, files included. */
export function requestHash(route: string, parts: readonly (string | Buffer)[]): Buffer {
  const hash = createHash("sha256").update(route);
  for (const part of parts) hash.update("\0").update(part);
  return hash.digest();
}

/**
 * Claims the key inside the request's transaction, so that the key and the effect commit together or
 * not at all; a crash in between leaves neither.
 *
 * @returns the answer given before when the same request was already carried out, else undefined.
 * @throws Failure `idempotency_key_reused` when the key came with other content, and
 *   `idempotency_in_flight` while another request with it is being carried out.
 */
export async function claimKey(
  tx: Tx,
  claim: { userId: number; key: string; hash: Buffer; now: Date },
): Promise<StoredAnswer | undefined> {
  const { rows } = await sql<{
    claimed: boolean;
    same_request: boolean;
    status: number | null;
    answer: unknown;
  }>`
    select * from claim_idempotency_key(${claim.userId}, ${claim.key}, ${claim.hash}, ${claim.now})`
    .execute(tx)
    .catch((error: unknown) => {
      throw sqlState(error) === lockNotAvailable
        ? new Failure("idempotency_in_flight", {}, { retryAfter: 1 })
        : error;
    });
  const row = rows[0];
  if (row === undefined) throw new Error("claim_idempotency_key gave no row");
  if (row.claimed) return undefined;
  if (!row.same_request) throw new Failure("idempotency_key_reused");
  return { status: row.status ?? 200, body: row.answer };
}

/** Keeps the answer beside the key, in the same transaction as the effect. */
export async function keepAnswer(
  tx: Tx,
  userId: number,
  key: string,
  answer: StoredAnswer,
): Promise<void> {
  await sql`update idempotency_keys set status = ${answer.status}, answer = ${JSON.stringify(answer.body)}::jsonb
    where user_id = ${userId} and key = ${key}`.execute(tx);
}
