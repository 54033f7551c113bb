import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";

import { openDatabase, type Database } from "../../platform/database/database.ts";
import { exactlyOne } from "../../platform/database/rows.ts";
import { setTenant, type Tx } from "../../platform/scope.ts";
import { openBooks } from "../../testing/books.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { extendChains } from "./extend.ts";

/** The number of log rows of a large organization, next to quiet ones. */
const largeLogRows = 6000;

const world = await openFileWorld({}, { newDatabase: true });
const asOwner = openDatabase({ url: world.ownerUrl, connections: 1, onError: () => undefined });
const books = await openBooks(world);

beforeAll(async () => {
  await record(books.tenant.tenant_id, largeLogRows);
  await extendChains(world);
  await asOwner.transaction((tx) => sql`analyze audit_log, chain_links`.execute(tx));
});
afterAll(() => asOwner.close());

const record = (tenantId: number, count: number): Promise<unknown> =>
  asOwner.transaction(async (tx) => {
    await setTenant(tx, tenantId);
    return sql`
      insert into audit_log (tenant_id, action, subject, request_id, recorded_at)
      select ${tenantId}::bigint, 'ledger.edited', 'ledger:1', '', now()
      from generate_series(1, ${count}::int)`.execute(tx);
  });

const rowsRead = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ read: number }>`
    select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables
    where relname = 'audit_log'`.execute(tx);
  return exactlyOne(rows).read;
};

test("a quiet organization is chained without reading the log of a large one", async () => {
  await asOwner.transaction(async (tx) => {
    await setTenant(tx, books.tenant.tenant_id);
    await sql`update chain_heads set settled_audit_id = (select max(audit_id) from chain_links)`.execute(
      tx,
    );
  });
  await record(books.strangerTenant.tenant_id, 3);
  await world.database.transaction(async (tx) => {
    const before = await rowsRead(tx);
    const inOne: Database = { ...world.database, transaction: (work) => work(tx) };
    expect(await extendChains({ ...world, database: inOne })).toBe(3);
    expect((await rowsRead(tx)) - before).toBeLessThan(largeLogRows / 10);
  });
});
