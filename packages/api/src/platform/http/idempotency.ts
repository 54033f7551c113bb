import { createHash } from "node:crypto";

import { sql } from "kysely";
import pg from "pg";

import { sqlState, type Database } from "../database/database.ts";
import { pipelined } from "../database/limited-client.ts";
import { atMostOne, exactlyOne } from "../database/rows.ts";
import { Refusal } from "../refusal.ts";
import type { Tx } from "../scope.ts";
import type { ApiResponse } from "./api-response.ts";

const lockNotAvailable = "55P03";
/** SQLSTATE raised by a function that stores keys with its effects, when one of them is not free. */
const keyTaken = "KB002";

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

type KeyRow = { same_request: boolean; status: number | null; response: unknown };

/**
 * Claims a key inside the transaction of its request, so that key and effect commit together or not
 * at all.
 *
 * @returns the earlier response, if the key was used before; undefined when it is now claimed.
 * @throws Refusal `idempotency_key_reused` when the key came with other content;
 * `idempotency_in_flight` while another transaction holds the key.
 */
export async function claimKey(tx: Tx, claim: Claim, now: Date): Promise<ApiResponse | undefined> {
  const { userId, tenantId, key, hash } = claim;
  const { rows } = await sql<KeyRow & { claimed: boolean }>`
    select * from claim_idempotency_key(${userId}, ${tenantId}, ${key}, ${hash}, ${now})`
    .execute(tx)
    .catch((error: unknown) => {
      throw sqlState(error) === lockNotAvailable ? inFlight() : error;
    });
  const row = exactlyOne(rows);
  return row.claimed ? undefined : earlierResponse(row);
}

/** Stores a response with its key, in the same transaction as the effect. */
export async function saveResponse(tx: Tx, claim: Claim, response: ApiResponse): Promise<void> {
  const { userId, tenantId, key } = claim;
  await pipelined(sql`
    select keep_idempotent_response(
      ${userId}, ${tenantId}, ${key}, ${response.status}, ${JSON.stringify(response.body)}::jsonb)`).execute(
    tx,
  );
}

/**
 * Whether a statement that stores keys with its effects failed because one of the keys was used
 * before. Nothing was done then.
 */
export function isKeyTaken(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  return error.code === keyTaken || error.constraint === "idempotency_keys_pkey";
}

/**
 * Reads what became of the request that used a key: its response, or the result from which the
 * response is composed.
 *
 * @returns undefined when the key is free, because the transaction that held it was rolled back.
 * @throws Refusal `idempotency_key_reused` when the key came with other content;
 * `idempotency_in_flight` while its request is under way.
 */
export async function readKey(
  database: Database,
  { userId, tenantId, key, hash }: Claim,
): Promise<{ response: ApiResponse } | { result: unknown } | undefined> {
  const { rows } = await database.statement((db) =>
    sql<KeyRow & { result: unknown }>`
      select request_hash = ${hash} as same_request, status, response, result from idempotency_keys
      where user_id = ${userId} and tenant_id = ${tenantId} and key = ${key}`.execute(db),
  );
  const row = atMostOne(rows);
  if (row === undefined) return undefined;
  if (row.same_request && row.result !== null) return { result: row.result };
  return { response: earlierResponse(row) };
}

function earlierResponse({ same_request, status, response }: KeyRow): ApiResponse {
  if (!same_request) throw new Refusal("idempotency_key_reused");
  if (status === null) throw inFlight();
  return { status, body: response };
}

function inFlight(): Refusal {
  return new Refusal("idempotency_in_flight", {}, { retryAfter: 1 });
}
