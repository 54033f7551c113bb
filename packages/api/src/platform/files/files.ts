import { randomBytes } from "node:crypto";

import { sql } from "kysely";

import { atMostOne } from "../database/rows.ts";
import type { Tx } from "../scope.ts";

export type StoredFile = { media_type: string; bytes: Buffer };

/** Stores immutable bytes. @returns the key; `fileUrl` gives the address that serves it. */
export async function storeFile(
  tx: Tx,
  tenantId: number | null,
  file: StoredFile,
  now: Date,
): Promise<string> {
  const key = randomBytes(16).toString("hex");
  await sql`insert into files (key, tenant_id, media_type, bytes, created_at)
    values (${key}, ${tenantId}, ${file.media_type}, ${file.bytes}, ${now})`.execute(tx);
  return key;
}

/** A stored file by its unguessable key; undefined when there is none. */
export async function readFileByKey(tx: Tx, key: string): Promise<StoredFile | undefined> {
  const { rows } =
    await sql<StoredFile>`select media_type, bytes from files where key = ${key}`.execute(tx);
  return atMostOne(rows);
}

/** The immutable address of a stored file; null for null. */
export function fileUrl(key: string | null): string | null {
  return key === null ? null : `/api/files/${key}`;
}
