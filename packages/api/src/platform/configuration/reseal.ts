import { sql } from "kysely";

import { sqlState, type Database } from "../database/database.ts";
import type { Environment } from "../environment.ts";
import { setTenant, type Tx } from "../scope.ts";
import { keyIds, seal, unseal } from "./secrets.ts";

export type ResealTools = { database: Database; environment: Environment };

/** A column of encrypted ("sealed") texts. */
export type SealedColumn = {
  table: string;
  column: string;
  /** The column from which the name of the encryption is derived. */
  namedBy: string;
  nameOf: (id: string) => string;
  /** The column with the text's fingerprint, by which the row is found. */
  hash?: { column: string; of: (text: string) => Buffer };
  /** Re-encrypts encrypted parts within a text. */
  renew?: (text: string) => string;
};

/** Texts of a column, as `table.column`, that were encrypted with another key than ours. */
export type UnknownKeyTexts = { column: string; key: string; count: number };

/**
 * The number of re-encrypted texts, the rows whose new fingerprint another row already has, as
 * `table id`, and the texts that neither key decrypts.
 */
export type ResealResult = { count: number; clashes: string[]; unknownKeys: UnknownKeyTexts[] };

/** The results of several columns as one. */
export function mergeResealResults(parts: readonly ResealResult[]): ResealResult {
  return {
    count: parts.reduce((sum, { count }) => sum + count, 0),
    clashes: parts.flatMap(({ clashes }) => clashes),
    unknownKeys: parts.flatMap(({ unknownKeys }) => unknownKeys),
  };
}

/** Rows re-encrypted in one transaction. */
const batchSize = 200;

type Row = { place: string; id: string; sealed: string };

/**
 * Re-encrypts the texts of a column that were encrypted with the old key, a few hundred rows per
 * transaction, while other work continues. Texts of any other key stay as they are, because a key
 * that was lost must not prevent the replacement of the next one.
 *
 * @param tenantId whose rows; null for a table that belongs to no tenant.
 * @throws Refusal `secret_unreadable` when a text of the old key was tampered with.
 */
export async function resealColumn(
  { database, environment }: ResealTools,
  tenantId: number | null,
  what: SealedColumn,
): Promise<ResealResult> {
  const done: ResealResult = { count: 0, clashes: [], unknownKeys: [] };
  for (;;) {
    const { sealed, clashes, unknownKeys } = await database.transaction(async (tx) => {
      if (tenantId !== null) await setTenant(tx, tenantId);
      const rows = await sealedByOldKey(tx, environment, tenantId, what);
      const found =
        rows.length < batchSize ? await textsOfUnknownKeys(tx, environment, tenantId, what) : [];
      const clashing = await saveResealed(tx, environment, what, rows);
      return { sealed: rows.length, clashes: clashing, unknownKeys: found };
    });
    done.count += sealed;
    done.clashes.push(...clashes);
    done.unknownKeys.push(...unknownKeys);
    if (sealed < batchSize) return done;
  }
}

/** The rows of a tenant, or all rows of a table that belongs to none. */
function ownedBy(tenantId: number | null) {
  return tenantId === null ? sql`true` : sql`tenant_id = ${tenantId}`;
}

function keyOf(column: string) {
  return sql`split_part(${sql.ref(column)}, '.', 2)`;
}

async function textsOfUnknownKeys(
  tx: Tx,
  environment: Environment,
  tenantId: number | null,
  { table, column }: SealedColumn,
): Promise<UnknownKeyTexts[]> {
  const { current, old } = keyIds(environment);
  const { rows } = await sql<{ key: string; count: number }>`
    select ${keyOf(column)} as key, count(*)::integer as count from ${sql.table(table)}
    where ${ownedBy(tenantId)} and ${keyOf(column)} <> all (${[current, ...old]})
    group by 1 order by 1`.execute(tx);
  return rows.map((row) => ({ column: `${table}.${column}`, ...row }));
}

async function sealedByOldKey(
  tx: Tx,
  environment: Environment,
  tenantId: number | null,
  { table, column, namedBy }: SealedColumn,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ctid::text as place, ${sql.ref(namedBy)}::text as id, ${sql.ref(column)} as sealed
    from ${sql.table(table)}
    where ${ownedBy(tenantId)} and ${keyOf(column)} = any (${keyIds(environment).old})
    limit ${batchSize} for update`.execute(tx);
  return rows;
}

/** Stores the texts encrypted with the current key. @returns the rows whose fingerprint another row has. */
async function saveResealed(
  tx: Tx,
  environment: Environment,
  { table, column, nameOf, hash, renew }: SealedColumn,
  rows: readonly Row[],
): Promise<string[]> {
  const clashes: string[] = [];
  for (const { place, id, sealed } of rows) {
    const name = nameOf(id);
    const text = unseal(environment, name, sealed);
    const resealed = seal(environment, name, renew === undefined ? text : renew(text));
    const where = sql`where ctid = ${place}::tid`;
    const set = sql`update ${sql.table(table)} set ${sql.ref(column)} = ${resealed}`;
    if (hash === undefined) {
      await sql`${set} ${where}`.execute(tx);
      continue;
    }
    // While both keys were in use, the same number may have been entered twice.
    await sql`savepoint row`.execute(tx);
    try {
      await sql`${set}, ${sql.ref(hash.column)} = ${hash.of(text)} ${where}`.execute(tx);
      await sql`release savepoint row`.execute(tx);
    } catch (error) {
      if (sqlState(error) !== "23505") throw error;
      await sql`rollback to savepoint row`.execute(tx);
      await sql`${set} ${where}`.execute(tx);
      clashes.push(`${table} ${id}`);
    }
  }
  return clashes;
}

/** Re-encrypts the passwords and keys of the platform's services. */
export function resealPlatformSecrets(tools: ResealTools): Promise<ResealResult> {
  const what = { table: "platform_secrets", column: "sealed", namedBy: "name" };
  return resealColumn(tools, null, { ...what, nameOf: (name) => name });
}
