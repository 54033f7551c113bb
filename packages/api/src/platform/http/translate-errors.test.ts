import { addEntry, listEntries } from "@kontor/contract/accounting/entries";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, describe, expect, inject, test } from "vitest";

import { openBooks, receiptBody } from "../../testing/books.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { withOwnerClient } from "../database/database.ts";
import { diskFullTotal } from "../metrics.ts";
import { problemOf } from "../refusal.ts";
import { refusalOf } from "./translate-errors.ts";

const world = await openFileWorld();
const books = await openBooks(world);

afterAll(() => expectCoherentBooks(world));

function databaseError(code: string): pg.DatabaseError {
  const error = new pg.DatabaseError("said by the server", 0, "error");
  error.code = code;
  return error;
}

test.for([
  ["40001", "busy"],
  ["40P01", "busy"],
  ["53100", "disk_full"],
  ["53300", "busy"],
  ["55P03", "busy"],
  ["57014", "busy"],
  ["25P03", "busy"],
  ["25006", "busy"],
  ["57P03", "database_unreachable"],
  ["08001", "database_unreachable"],
  ["57P01", "database_lost"],
  ["08006", "database_lost"],
  ["22003", "amount_out_of_range"],
  ["23503", "in_use"],
  ["23505", "changed_meanwhile"],
  ["42703", undefined],
] as const)("SQLSTATE %s is %s", ([state, code]) => {
  expect(refusalOf(databaseError(state))?.code).toBe(code);
});

test("a fault stays a fault", () => {
  expect(refusalOf(new TypeError("x is not a function"))).toBeUndefined();
  expect(refusalOf("thrown text")).toBeUndefined();
  expect(refusalOf(undefined)).toBeUndefined();
});

test("a connection that is lost between two statements can be retried, once it is known what was saved", async () => {
  const died = world.database.transaction(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await asAdministrator("select pg_terminate_backend($1)", [rows[0]?.pid]);
    await sql`select pg_sleep(1)`.execute(tx);
  });
  const error: unknown = await died.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(refusalOf(error)).toMatchObject({ code: "database_lost", status: 503, retryAfter: 5 });
});

test.for(["127.0.0.1", "no-such-host.invalid"])(
  "while the database at %s cannot be reached, the user reads so, and that nothing was saved",
  async (host) => {
    const client = new pg.Client({ host, port: 1 });
    const error: unknown = await client.connect().catch((reason: unknown) => reason);
    const refusal = refusalOf(error);
    expect(refusal).toMatchObject({ code: "database_unreachable", status: 503, retryAfter: 5 });
    expect(refusal && problemOf(refusal).message).toBe(
      "The database cannot be reached at the moment, so nothing was saved. Try again in a few minutes.",
    );
  },
);

test("a pool whose connections are all in use is busy", () => {
  const error = new Error("timeout exceeded when trying to connect");
  expect(refusalOf(error)).toMatchObject({ code: "busy", retryAfter: 1 });
});

describe("a post that waits for a lock", () => {
  test.for([
    ["loses its connection", "pg_terminate_backend", "database_lost", "5"],
    ["waits for too long", "pg_cancel_backend", "busy", "1"],
  ] as const)(
    "and %s is answered 503, and takes effect once when it is sent again",
    async ([, end, code, seconds]) => {
      const key = `busy-${crypto.randomUUID()}`;
      const [funding, clearing] = [books.ledger("paye_payable"), books.ledger("bank_clearing")];
      const body = receiptBody(funding, clearing, "10.00");
      const before = await books.owner.list(listEntries);
      const reply = await withOwnerClient(world.ownerUrl, async (locker) => {
        await locker.query("begin");
        await locker.query("select set_config('app.tenant_id', $1, true)", [
          books.tenant.tenant_id,
        ]);
        await locker.query("select 1 from ledgers where id = $1 for update", [funding]);
        const waiting = books.owner.attempt(addEntry, { body, key });
        await expect.poll(() => endBlocked(end)).toBe(1);
        const answered = await waiting;
        await locker.query("rollback");
        return answered;
      });
      expect([reply.status, reply.problem.code]).toEqual([503, code]);
      expect(reply.headers.get("retry-after")).toBe(seconds);
      await books.owner.call(addEntry, { body, key });
      await books.owner.call(addEntry, { body, key });
      const after = await books.owner.list(listEntries);
      expect(after.meta.total).toBe(before.meta.total + 1);
    },
  );
});

test("a read that loses its connection is refused without a word about saving", async () => {
  const reply = await withOwnerClient(world.ownerUrl, async (locker) => {
    await locker.query("begin");
    await locker.query("lock table entries in access exclusive mode");
    const waiting = books.owner.attempt(listEntries, { query: {} });
    await expect.poll(() => endBlocked("pg_terminate_backend")).toBe(1);
    const answered = await waiting;
    await locker.query("rollback");
    return answered;
  });
  expect([reply.status, reply.problem.code]).toEqual([503, "database_unreadable"]);
  expect(reply.headers.get("retry-after")).toBe("5");
  expect(reply.problem.message).not.toMatch(/saved/);
});

test("a post while the disk is full saves nothing, is counted, and takes effect when it is sent again", async () => {
  const full = async () => (await diskFullTotal.get()).values[0]?.value ?? 0;
  const counted = await full();
  const key = `full-${crypto.randomUUID()}`;
  const body = receiptBody(books.ledger("paye_payable"), books.ledger("bank_clearing"), "10.00");
  const before = await books.owner.list(listEntries);
  // As the server does when it cannot extend a table.
  await withOwnerClient(world.ownerUrl, async (owner) => {
    await owner.query(`create function fill_disk() returns trigger language plpgsql as $$
      begin raise 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`);
    await owner.query(
      "create trigger full_disk before insert on entries execute function fill_disk()",
    );
  });
  const reply = await books.owner.attempt(addEntry, { body, key });
  await withOwnerClient(world.ownerUrl, (owner) => owner.query("drop function fill_disk cascade"));
  expect([reply.status, reply.problem.code]).toEqual([503, "disk_full"]);
  expect(reply.headers.get("retry-after")).toBe("60");
  expect(await full()).toBe(counted + 1);
  expect((await books.owner.list(listEntries)).meta.total).toBe(before.meta.total);
  await books.owner.call(addEntry, { body, key });
  expect((await books.owner.list(listEntries)).meta.total).toBe(before.meta.total + 1);
});

/** Ends the statements of this database that wait for a row. @returns how many there were. */
async function endBlocked(end: string): Promise<number> {
  const rows = await asAdministrator(
    `select ${end}(pid) from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`,
  );
  return rows.length;
}

/** Only a server administrator may end a connection of another login. */
async function asAdministrator(query: string, values: unknown[] = []): Promise<unknown[]> {
  const adminUrl = new URL(inject("adminUrl"));
  adminUrl.pathname = new URL(world.ownerUrl).pathname;
  return withOwnerClient(adminUrl.href, async (client) => {
    const { rows } = await client.query<Record<string, unknown>>(query, values);
    return rows;
  });
}
