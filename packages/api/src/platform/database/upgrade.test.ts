import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";

import { sql } from "kysely";
import type pg from "pg";
import { expect, onTestFinished, test } from "vitest";

import { checkEverything } from "../../proof/check.ts";
import { createEmptyDatabase } from "../../testing/test-database.ts";
import { setAllTenantsReadable } from "../scope.ts";
import { openDatabase, withOwnerClient } from "./database.ts";
import { migrate } from "./migrate.ts";
import { ensureRights, requestsUrlOf } from "./rights.ts";

/**
 * Dumps of populated databases, each named by its last migration. They are plain SQL (`pg_dump -n
 * public --inserts`, without the index that needs pg_trgm), which every server can read.
 */
const dumps = ["0040"];

async function restored(dump: string): Promise<string> {
  const file = new URL(`../../testing/dumps/schema-${dump}.sql.gz`, import.meta.url);
  const text = (await promisify(gunzip)(await readFile(file))).toString();
  const { ownerUrl, superuserUrl } = await createEmptyDatabase();
  await withOwnerClient(superuserUrl, (superuser) => superuser.query(text));
  return ownerUrl;
}

/**
 * Values that must be the same before and after: the closing balances of all ledgers and the
 * entries' numbers.
 */
async function fingerprint(url: string): Promise<pg.QueryResultRow[]> {
  return withOwnerClient(url, async (client) => {
    await client.query("select set_config('app.reads_all', 'on', false)");
    const { rows } = await client.query<pg.QueryResultRow>(`
      select l.tenant_id, l.code, l.balance, (
        select count(*) from entries e where e.tenant_id = l.tenant_id) as entries
      from ledgers l order by l.tenant_id, l.code`);
    return rows;
  });
}

const placeOf = (row: pg.QueryResultRow) => `${row["tenant_id"]} ${row["code"]}`;

test.each(dumps)(
  "a populated database of schema %s upgrades, and its books agree",
  async (dump) => {
    const url = await restored(dump);
    const before = await fingerprint(url);
    expect(before.length).toBeGreaterThan(20);
    expect((await migrate(url)).length).toBeGreaterThan(0);
    const after = await fingerprint(url);
    const codes = new Set(before.map(placeOf));
    expect(after.filter((row) => codes.has(placeOf(row)))).toEqual(before);
    // Ledgers that a migration adds to the standard chart are empty.
    const added = after.filter((row) => !codes.has(placeOf(row)));
    expect(added.filter(({ balance }) => balance !== 0n)).toEqual([]);
    await ensureRights({ ownerUrl: url, requestsUrl: requestsUrlOf(url) });
    const database = openDatabase({
      url: requestsUrlOf(url),
      connections: 2,
      onError: () => undefined,
    });
    onTestFinished(() => database.close());
    const { faults, users } = await database.transaction(async (tx) => {
      await setAllTenantsReadable(tx);
      const { rows } = await sql<{ email: string; roles: string[] }>`
        select email, roles from users order by id`.execute(tx);
      return { faults: await checkEverything(tx, null), users: rows };
    });
    expect(faults).toEqual([]);
    expect(users).toContainEqual({ email: "admin@kontor.example", roles: ["ADMINISTRATOR"] });
  },
);
