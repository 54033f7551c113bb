import { createHash } from "node:crypto";

import { sql } from "kysely";

import { sqlState } from "../database/database.ts";
import { pipelined } from "../database/limited-client.ts";
import { Refusal } from "../refusal.ts";
import type { Tx } from "../scope.ts";
import type { ApiResponse } from "./api-response.ts";

const lockNotAvailable = "55P03";

/** The header's value, or undefined when it is absent. @throws Refusal `idempotency_key_invalid` */
export function idempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== "string" || !/^[\x21-\x7e]{8,200}$/.test(header))
    throw new Refusal("idempotency_key_invalid");
  return header;
}

/**
 * Hashes a request's route and content, including files. Each part is hashed with its length, so
 * that two files never equal one file with both contents.
 */
export function requestHash(route: string, parts: readonly (string | Buffer)[]): Buffer {
  const hash = createHash("sha256");
  for (const part of [route, ...parts]) hash.update(`${Buffer.byteLength(part)}:`).update(part);
  return hash.digest();
}

/**
 * One request's claim to a key, which is unique per user and organization; tenant 0 is the
 * platform.
 */
export type Claim = { userId: number; tenantId: number; key: string; hash: Buffer };

type ClaimedRow = {
  place: number;
  claimed: boolean;
  same_request: boolean;
  status: number | null;
  response: unknown;
};

/**
 * The result of a claim: `undefined` when the key was free and is now claimed, the earlier
 * response, or a refusal.
 */
export type ClaimOutcome = ApiResponse | Refusal | undefined;

/**
 * Claims keys inside the transaction of the requests, so that keys and effects commit together or
 * not at all.
 *
 * @returns the outcome of each claim, in order: `idempotency_key_reused` when the key came with
 * other content, `idempotency_in_flight` when it is claimed twice in this transaction.
 * @throws Refusal `idempotency_in_flight` while another transaction holds one of the keys.
 */
export async function claimKeys(
  tx: Tx,
  claims: readonly Claim[],
  now: Date,
): Promise<ClaimOutcome[]> {
  const { rows } = await sql<ClaimedRow>`
    select * from claim_idempotency_keys(
      ${claims.map(({ userId }) => userId)}::bigint[], ${claims.map(({ tenantId }) => tenantId)}::bigint[],
      ${claims.map(({ key }) => key)}::text[], ${claims.map(({ hash }) => hash)}::bytea[], ${now})
    order by place`
    .execute(tx)
    .catch((error: unknown) => {
      throw sqlState(error) === lockNotAvailable
        ? new Refusal("idempotency_in_flight", {}, { retryAfter: 1 })
        : error;
    });
  return rows.map((row) => {
    if (row.claimed) return undefined;
    if (!row.same_request) return new Refusal("idempotency_key_reused");
    if (row.status === null) return new Refusal("idempotency_in_flight", {}, { retryAfter: 1 });
    return { status: row.status, body: row.response };
  });
}

/**
 * Claims one key. @returns the earlier response, if there is one. @throws Refusal as {@link
 * claimKeys}.
 */
export async function claimKey(tx: Tx, claim: Claim, now: Date): Promise<ApiResponse | undefined> {
  const [outcome] = await claimKeys(tx, [claim], now);
  if (outcome instanceof Refusal) throw outcome;
  return outcome;
}

/**
 * Claims keys that are expected to be free, pipelined with the statement of the effects. If one of
 * them is taken, that statement fails; {@link claimKeys} then reads the state of each key in
 * another transaction.
 */
export async function claimFreeKeys(tx: Tx, claims: readonly Claim[], now: Date): Promise<void> {
  await pipelined(sql`
    select claim_free_keys(
      ${claims.map(({ userId }) => userId)}::bigint[], ${claims.map(({ tenantId }) => tenantId)}::bigint[],
      ${claims.map(({ key }) => key)}::text[], ${claims.map(({ hash }) => hash)}::bytea[], ${now})`).execute(
    tx,
  );
}

/** Stores responses with their keys, in the same transaction as the effects. */
export async function keepResponses(
  tx: Tx,
  responses: readonly (Pick<Claim, "userId" | "tenantId" | "key"> & { response: ApiResponse })[],
): Promise<void> {
  await pipelined(sql`
    select keep_idempotent_responses(
      ${responses.map(({ userId }) => userId)}::bigint[], ${responses.map(({ tenantId }) => tenantId)}::bigint[],
      ${responses.map(({ key }) => key)}::text[], ${responses.map(({ response }) => response.status)}::integer[],
      ${JSON.stringify(responses.map(({ response }) => response.body))}::jsonb)`).execute(tx);
}
