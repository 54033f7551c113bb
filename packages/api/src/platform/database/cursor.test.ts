import { setTimeout } from "node:timers/promises";

import { sql } from "kysely";
import { expect, test } from "vitest";

import { collect } from "../../testing/files.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { batchSize, readByCursor } from "./cursor.ts";

const world = await openFileWorld();

const numbers = (count: number) =>
  world.database.transaction((tx) =>
    collect(
      readByCursor(tx, sql<{ n: number }>`select n from generate_series(1, ${count}::int) n`),
    ),
  );

test.each([
  [0, []],
  [1, [1]],
  [batchSize, [batchSize]],
  [batchSize + 1, [batchSize, 1]],
  [2 * batchSize + 7, [batchSize, batchSize, 7]],
])("%d rows come in batches of %j, in order", async (count, sizes) => {
  const batches = await numbers(count);
  expect(batches.map(({ length }) => length)).toEqual(sizes);
  expect(batches.flat().map(({ n }) => n)).toEqual(
    Array.from({ length: count }, (_n, at) => at + 1),
  );
});

test("several lists can be read one after the other in a transaction", async () => {
  await world.database.transaction(async (tx) => {
    const query = sql<{ n: number }>`select n from generate_series(1, 3) n`;
    expect(await collect(readByCursor(tx, query))).toEqual(await collect(readByCursor(tx, query)));
  });
});

test("a batch that fails while the reader is busy throws when the next batch is read", async () => {
  const reading = world.database.transaction(async (tx) => {
    const query = sql`select 1 / (${batchSize + 5}::int - n) from generate_series(1, 1000) n`;
    const batches = readByCursor(tx, query);
    expect((await batches.next()).value).toHaveLength(batchSize);
    await setTimeout(20);
    await batches.next();
  });
  await expect(reading).rejects.toThrow("division by zero");
});

test("a transaction whose reader stops early can run further statements", async () => {
  const found = await world.database.transaction(async (tx) => {
    for await (const _batch of readByCursor(tx, sql`select n from generate_series(1, 1000) n`))
      break;
    return sql<{ n: number }>`select 1 as n`.execute(tx);
  });
  expect(found.rows).toEqual([{ n: 1 }]);
});

test("ids are numbers, as from any other statement", async () => {
  const rows = await world.database.transaction((tx) =>
    collect(
      readByCursor(tx, sql`select 7::bigint as id, 8::bigint as tenant_id, 9::bigint as amount`),
    ),
  );
  expect(rows).toEqual([[{ id: 7, tenant_id: 8, amount: 9n }]]);
});
