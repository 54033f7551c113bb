import { sql } from "kysely";

import { sqlState, type Database } from "../database/database.ts";
import type { Environment } from "../environment.ts";
import { setTenant, type Tx } from "../scope.ts";
import { currentSeals, seal, unseal } from "./secrets.ts";

export type Resealing = { database: Database; environment: Environment };

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

/**
 * The number of re-encrypted texts, and the rows whose new fingerprint another row already has, as
 * `table id`.
 */
export type Resealed = { count: number; clashes: string[] };

/** Rows re-encrypted in one transaction. */
const portion = 200;

type Row = { place: string; id: string; sealed: string };

/**
 * Re-encrypts the texts of a column that were not encrypted with the current key, a few hundred
 * rows per transaction, while other work continues.
 *
 * @param tenantId whose rows; null for a table that belongs to no tenant.
 * @throws Refusal `secret_unreadable` when neither the current key nor the old one decrypts a text.
 */
export async function resealColumn(
  { database, environment }: Resealing,
  tenantId: number | null,
  what: SealedColumn,
): Promise<Resealed> {
  const done: Resealed = { count: 0, clashes: [] };
  for (;;) {
    const { sealed, clashes } = await database.transaction(async (tx) => {
      if (tenantId !== null) await setTenant(tx, tenantId);
      const rows = await sealedByOthers(tx, environment, tenantId, what);
      return { sealed: rows.length, clashes: await keepAnew(tx, environment, what, rows) };
    });
    done.count += sealed;
    done.clashes.push(...clashes);
    if (sealed < portion) return done;
  }
}

async function sealedByOthers(
  tx: Tx,
  environment: Environment,
  tenantId: number | null,
  { table, column, namedBy }: SealedColumn,
): Promise<Row[]> {
  const own = tenantId === null ? sql`true` : sql`tenant_id = ${tenantId}`;
  const { rows } = await sql<Row>`
    select ctid::text as place, ${sql.ref(namedBy)}::text as id, ${sql.ref(column)} as sealed
    from ${sql.table(table)}
    where ${own} and ${sql.ref(column)} is not null
      and not starts_with(${sql.ref(column)}, ${currentSeals(environment)})
    limit ${portion} for update`.execute(tx);
  return rows;
}

/** @returns the rows whose fingerprint another row has. */
async function keepAnew(
  tx: Tx,
  environment: Environment,
  { table, column, nameOf, hash, renew }: SealedColumn,
  rows: readonly Row[],
): Promise<string[]> {
  const clashes: string[] = [];
  for (const { place, id, sealed } of rows) {
    const name = nameOf(id);
    const text = unseal(environment, name, sealed);
    const anew = seal(environment, name, renew === undefined ? text : renew(text));
    const where = sql`where ctid = ${place}::tid`;
    const set = sql`update ${sql.table(table)} set ${sql.ref(column)} = ${anew}`;
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
export function resealPlatformSecrets(tools: Resealing): Promise<Resealed> {
  const what = { table: "platform_secrets", column: "sealed", namedBy: "name" };
  return resealColumn(tools, null, { ...what, nameOf: (name) => name });
}
