import { sql, type Kysely } from "kysely";
import { expect, inject, onTestFinished, test, vi } from "vitest";

import { openFileWorld } from "../../testing/harness.ts";
import type { Tx } from "../scope.ts";
import { publishAfterCommit, openDatabase, sqlState, withOwnerClient } from "./database.ts";
import { pipelined, withCachedPlan } from "./limited-client.ts";

const world = await openFileWorld();

test("a connection that is lost inside a transaction fails only that transaction", async () => {
  const broken = world.database.transaction(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await withOwnerClient(inject("adminUrl"), (client) =>
      client.query("select pg_terminate_backend($1)", [rows[0]?.pid]),
    );
    // The notification takes a moment to arrive, and then the connection is idle.
    await new Promise((resolve) => setTimeout(resolve, 100));
    await sql`select 1`.execute(tx);
  });
  await expect(broken).rejects.toThrow(/terminat|not queryable|connection/i);
  await world.database.ping();
  const { rows } = await world.database.transaction((tx) => sql`select 1 as one`.execute(tx));
  expect(rows).toEqual([{ one: 1 }]);
});

test("the listeners of a topic are notified once per commit, and never of a failed transaction", async () => {
  const listener = vi.fn<() => void>();
  const deaf = vi.fn<() => void>();
  const stop = world.database.onCommit("news", listener);
  onTestFinished(world.database.onCommit("weather", deaf));
  await world.database.transaction(async (tx) => {
    publishAfterCommit(tx, "news");
    publishAfterCommit(tx, "news");
    await sql`select 1`.execute(tx);
    expect(listener).not.toHaveBeenCalled();
  });
  expect(listener).toHaveBeenCalledTimes(1);
  await expect(
    world.database.transaction((tx) => {
      publishAfterCommit(tx, "news");
      return Promise.reject(new Error("no"));
    }),
  ).rejects.toThrow("no");
  await world.database.transaction((tx) => sql`select 1`.execute(tx));
  expect(listener).toHaveBeenCalledTimes(1);
  stop();
  await world.database.transaction((tx) => Promise.resolve(publishAfterCommit(tx, "news")));
  expect(listener).toHaveBeenCalledTimes(1);
  expect(deaf).not.toHaveBeenCalled();
});

test("a deadlock is retried, and only the attempt that commits notifies", async () => {
  const listener = vi.fn<() => void>();
  onTestFinished(world.database.onCommit("news", listener));
  await world.database.transaction((tx) =>
    sql`insert into tenants (code, name, email, created_at)
      values ('one', 'One', 'one@example.com', now()), ('two', 'Two', 'two@example.com', now())`.execute(
      tx,
    ),
  );
  let tries = 0;
  let arrived = 0;
  const bothHold = Promise.withResolvers<void>();
  const rename = (codes: string[]) =>
    world.database.transaction(async (tx) => {
      tries++;
      publishAfterCommit(tx, "news");
      await sql`update tenants set name = name || '!' where code = ${codes[0]}`.execute(tx);
      arrived++;
      if (arrived === 2) bothHold.resolve();
      await bothHold.promise;
      await sql`update tenants set name = name || '!' where code = ${codes[1]}`.execute(tx);
    });
  await Promise.all([rename(["one", "two"]), rename(["two", "one"])]);
  expect(tries).toBeGreaterThanOrEqual(3);
  expect(listener).toHaveBeenCalledTimes(2);
  const { rows } = await world.database.transaction((tx) =>
    sql`select name from tenants order by code`.execute(tx),
  );
  expect(rows).toEqual([{ name: "One!!" }, { name: "Two!!" }]);
});

test("a transaction is opened by its first statement, and one without statements never is", async () => {
  const { rows } = await world.database.transaction((tx) =>
    // Without values, this uses the simple protocol.
    sql<{ scope: string }>`select set_config('app.user_id', '7', true) as scope`.execute(tx),
  );
  expect(rows).toEqual([{ scope: "7" }]);
  const none = await world.database.transaction(() => Promise.resolve("nothing"));
  expect(none).toBe("nothing");
  const isolation = (tx: Tx) =>
    sql<{ level: string; value: number; inside: boolean }>`
      select current_setting('transaction_isolation') as level, ${1}::int as value,
        now() < clock_timestamp() as inside`.execute(tx);
  const plain = await world.database.transaction(isolation);
  expect(plain.rows).toEqual([{ level: "read committed", value: 1, inside: true }]);
  const snapshot = await world.database.transaction(isolation, { snapshot: true });
  expect(snapshot.rows).toEqual([{ level: "repeatable read", value: 1, inside: true }]);

  // Settings of the first statement end with the transaction, and its writes are rolled back with
  // it.
  const failed = world.database.transaction(async (tx) => {
    await sql`select set_config('app.user_id', ${"8"}, true)`.execute(tx);
    await sql`select 1 / ${0}::int`.execute(tx);
  });
  await expect(failed).rejects.toThrow("division by zero");
  const first = world.database.transaction((tx) => sql`select 1 / ${0}::int`.execute(tx));
  await expect(first).rejects.toThrow("division by zero");
  const unreadable = world.database.transaction((tx) => sql`select ${"x"}::nothing`.execute(tx));
  await expect(unreadable).rejects.toThrow("does not exist");
  const after = await world.database.transaction((tx) =>
    sql`select coalesce(current_setting('app.user_id', true), '') as acting`.execute(tx),
  );
  expect(after.rows).toEqual([{ acting: "" }]);
});

test("a plan is kept under a name, and planned again when its tables have changed", async () => {
  const { ownerUrl, requestsUrl } = world;
  const database = openDatabase({ url: requestsUrl, connections: 1, onError: () => undefined });
  onTestFinished(() => database.close());
  onTestFinished(() =>
    withOwnerClient(ownerUrl, (owner) => owner.query("drop table if exists remembered")).then(
      () => undefined,
    ),
  );
  await withOwnerClient(ownerUrl, async (owner) => {
    await owner.query("create table remembered (one integer)");
    await owner.query("insert into remembered values (1)");
    await owner.query("grant select on remembered to kontor_app");
  });
  const readValue = (tx: Kysely<unknown>) =>
    withCachedPlan(sql`select * from remembered where one = ${1}`).execute(tx);
  const stored = () =>
    database.statement((db) =>
      sql`select name from pg_prepared_statements where statement like '%remembered where%'`.execute(
        db,
      ),
    );
  expect((await database.transaction(readValue)).rows).toEqual([{ one: 1 }]);
  expect((await database.transaction(readValue)).rows).toEqual([{ one: 1 }]);
  expect((await stored()).rows).toHaveLength(1);
  // The generic plan is used only for statements whose plans are kept, not for others of their
  // transaction.
  const modes = await database.transaction(async (tx) => {
    const mode = () =>
      sql<{ mode: string }>`select current_setting('plan_cache_mode') as mode, ${1}::int`.execute(
        tx,
      );
    const [before, , after] = [
      await mode(),
      await readValue(tx),
      await mode(),
      await readValue(tx),
    ];
    return [before, after].map(({ rows }) => rows[0]?.mode);
  });
  expect(modes).toEqual(["auto", "auto"]);
  const { rows: plans } = await database.statement((db) =>
    sql`select generic_plans::int as generic, custom_plans::int as custom
      from pg_prepared_statements where statement like '%remembered where%'`.execute(db),
  );
  expect(plans).toEqual([{ generic: 4, custom: 0 }]);

  await withOwnerClient(ownerUrl, (owner) =>
    owner.query("alter table remembered add column two integer default 2"),
  );
  expect((await database.transaction(readValue)).rows).toEqual([{ one: 1, two: 2 }]);
  await withOwnerClient(ownerUrl, (owner) => owner.query("alter table remembered drop column two"));
  expect((await database.statement(readValue)).rows).toEqual([{ one: 1 }]);

  await database.statement((db) => sql`deallocate all`.execute(db));
  expect((await database.transaction(readValue)).rows).toEqual([{ one: 1 }]);
});

test("a statement that is not awaited is sent with the next one or with the commit, and its error is thrown where it was called", async () => {
  const { requestsUrl } = world;
  const database = openDatabase({ url: requestsUrl, connections: 1, onError: () => undefined });
  onTestFinished(() => database.close());
  const note = (tx: Tx, name: string) =>
    pipelined(sql`select set_config(${`app.${name}`}, ${"set"}, false)`).execute(tx);
  const fail = (tx: Tx) => pipelined(sql`select 1 / ${0}::int`).execute(tx);
  const stored = async (name: string) => {
    const { rows } = await database.statement((db) =>
      sql<{
        value: string;
      }>`select coalesce(current_setting(${`app.${name}`}, true), '') as value`.execute(db),
    );
    return rows[0]?.value;
  };

  const next = await database.transaction(async (tx) => {
    expect((await note(tx, "with_next")).rows).toEqual([]);
    await note(tx, "with_next_as_well");
    return sql`select current_setting('app.with_next') as one, ${2}::int as two`.execute(tx);
  });
  expect(next.rows).toEqual([{ one: "set", two: 2 }]);
  expect(await stored("with_next_as_well")).toBe("set");

  // The simple protocol cannot send a statement with values ahead of another.
  const simple = await database.transaction(async (tx) => {
    await sql`select ${1}::int`.execute(tx);
    await note(tx, "with_simple");
    return sql`select current_setting('app.with_simple') as one`.execute(tx);
  });
  expect(simple.rows).toEqual([{ one: "set" }]);

  await database.transaction((tx) => note(tx, "with_commit"));
  expect(await stored("with_commit")).toBe("set");

  const undone = database.transaction(async (tx) => {
    await sql`select set_config('app.undone', ${"set"}, false)`.execute(tx);
    await fail(tx);
  });
  await expect(undone).rejects.toThrow("division by zero");
  expect(await stored("undone")).toBe("");
  const passedOver = database.transaction(async (tx) => {
    await fail(tx);
    await sql`select set_config('app.passed_over', ${"set"}, false)`.execute(tx);
  });
  await expect(passedOver).rejects.toThrow("division by zero");
  expect(await stored("passed_over")).toBe("");

  const dropped = database.transaction(async (tx) => {
    await sql`select ${1}::int`.execute(tx);
    await note(tx, "dropped");
    throw new Error("no");
  });
  await expect(dropped).rejects.toThrow("no");
  expect(await stored("dropped")).toBe("");
});

test("a plan is kept of a statement behind one that may fail, and not of one that the server skipped", async () => {
  const { requestsUrl } = world;
  const database = openDatabase({ url: requestsUrl, connections: 1, onError: () => undefined });
  onTestFinished(() => database.close());
  const quotient = (by: number) =>
    database.transaction(async (tx) => {
      await pipelined(sql`select 1 / ${by}::int`).execute(tx);
      const { rows } = await withCachedPlan(sql`select ${3}::int as behind_one`).execute(tx);
      return rows;
    });
  await expect(quotient(0)).rejects.toThrow("division by zero");
  expect(await quotient(1)).toEqual([{ behind_one: 3 }]);
  await expect(quotient(0)).rejects.toThrow("division by zero");
  expect(await quotient(1)).toEqual([{ behind_one: 3 }]);
  const { rows } = await database.statement((db) =>
    sql`select generic_plans::int as used from pg_prepared_statements
      where statement like '%as behind_one'`.execute(db),
  );
  expect(rows).toEqual([{ used: 2 }]);
});

test("options in the address of the database are kept, but never override Kontor's own", async () => {
  const url = new URL(world.requestsUrl);
  url.searchParams.set("options", "-c work_mem=5MB -c role=none");
  const database = openDatabase({ url: url.href, connections: 1, onError: () => undefined });
  onTestFinished(() => database.close());
  const { rows } = await database.transaction((tx) =>
    sql`select current_user as role, current_setting('work_mem') as work_mem,
      current_setting('statement_timeout') as statement_timeout`.execute(tx),
  );
  expect(rows).toEqual([{ role: "kontor_requests", work_mem: "5MB", statement_timeout: "15s" }]);
});

test("a server on which requests may act as the owner is not ready", async () => {
  const database = openDatabase({ url: world.ownerUrl, connections: 1, onError: () => undefined });
  onTestFinished(() => database.close());
  await expect(database.ping()).rejects.toThrow("requests must not be served as kontor,");
});

test("requests cannot become the owner, switch policies off or touch the audit log", async () => {
  const tries = [
    "set role kontor",
    "set role postgres",
    "set session authorization kontor",
    "alter table audit_log disable row level security",
    "alter table ledgers no force row level security",
    "create policy open on ledgers using (true)",
    "delete from audit_log",
    "update audit_log set action = 'x'",
    "insert into audit_log (action, subject, request_id, recorded_at) values ('x', 'x', 'x', now())",
    "truncate audit_log",
    "drop table audit_log",
    "grant kontor to kontor_requests",
    "alter role kontor_requests superuser",
    "create table mine (id bigint)",
    "create function public.f() returns int language sql as 'select 1'",
    "delete from entry_items",
  ];
  const refused = [];
  for (const statement of tries) {
    const error = await world.database
      .statement((db) => sql.raw(statement).execute(db))
      .catch((reason: unknown) => reason);
    refused.push([statement, sqlState(error)]);
  }
  expect(refused).toEqual(tries.map((statement) => [statement, "42501"]));
});
