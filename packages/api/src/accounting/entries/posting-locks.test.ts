import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { setTenant } from "../../platform/scope.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { openTenant, type TestTenant } from "../../testing/tenants.ts";
import type { LedgerPurpose } from "../chart/standard-chart.ts";

/**
 * A change that would refuse a posting is in progress in another transaction, which has the locks of
 * the ledgers. A posting that did not wait for it would see the state before, and be added after.
 */
const world = await openFileWorld();
const [first, second] = [await openTenant(world), await openTenant(world)];
const poster = new pg.Client({ connectionString: world.ownerUrl });
const changer = new pg.Client({ connectionString: world.ownerUrl });

beforeAll(async () => {
  await Promise.all([poster.connect(), changer.connect()]);
});
afterAll(async () => {
  await Promise.all([poster.end(), changer.end()]);
  await expectCoherentBooks(world);
});

type Ledgers = readonly [debit: LedgerPurpose, credit: LedgerPurpose];

/** Entries of 1.00 on a day, in the form for `post_for_tenants`. */
function batchOf(
  { tenant_id, ledgers }: TestTenant,
  count: number,
  [debit, credit]: Ledgers = ["paye_payable", "bank_clearing"],
  revised: { entry_id?: number; expected_revision?: number } = {},
) {
  const item = (dc: string, ledger_id: number) => ({
    dc,
    ledger_id,
    amount: "100",
    narration: "Line",
  });
  const entry = {
    entry_type_id: 1,
    entry_date: "2026-03-02",
    narration: "Entry",
    items: [item("DR", ledgers[debit]), item("CR", ledgers[credit])],
    actor_id: null,
    request_id: "request",
    ...revised,
  };
  const posted = `{${ledgers[debit]},${ledgers[credit]}}`;
  return { tenant_id, entries: Array.from({ length: count }, () => entry), ledgers: posted };
}

type Batches = readonly ReturnType<typeof batchOf>[];

/** Posts as a request does, in the client's transaction. @returns the first entry's id */
async function postBy(client: pg.Client, batches: Batches): Promise<number> {
  await client.query("set local role kontor_app");
  const { rows } = await client.query<{ id: number }>(
    `select (posted -> 0 ->> 0)::integer as id
    from post_for_tenants('2026-03-20', 'accounting', 'Accounting', null, $1::jsonb)`,
    [JSON.stringify(batches)],
  );
  await client.query("reset role");
  return rows[0]?.id ?? 0;
}

/** Posts and rolls back. @returns the refusal, or "posted" */
async function attempt(batches: Batches): Promise<string> {
  await poster.query("begin");
  try {
    await postBy(poster, batches);
    return "posted";
  } catch (error) {
    return (error as Error).message;
  } finally {
    await poster.query("rollback");
  }
}

/** Waits until the transaction of `poster` waits for one of `changer`. */
async function untilPosterWaits(pid: number): Promise<void> {
  const waits = "select wait_event_type from pg_stat_activity where pid = $1";
  await expect
    .poll(async () => (await changer.query<{ wait_event_type: string }>(waits, [pid])).rows)
    .toEqual([{ wait_event_type: "Lock" }]);
}

async function pidOfPoster(): Promise<number> {
  const { rows } = await poster.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]?.pid ?? 0;
}

const changes = [
  {
    what: "a lock of the period",
    make: "select set_period_lock($1, '2026-03-02', 'Closed', null, now())",
    undo: "select set_period_lock($1, null, 'Open', null, now())",
    refusal: "period_locked",
    of: (): unknown[] => [first.tenant_id],
  },
  {
    what: "a first sub-ledger",
    make: `with locked as (
        select id from ledgers where tenant_id = $1 and id = $2 for no key update)
      update ledgers l set parent_ledger_id = locked.id from locked where l.tenant_id = $1 and l.id = $3`,
    undo: "update ledgers set parent_ledger_id = null where tenant_id = $1 and id = $3 and $2 > 0",
    refusal: "ledger_closed_to_postings",
    of: (): unknown[] => [
      first.tenant_id,
      first.ledgers.paye_payable,
      first.ledgers.pension_payable,
    ],
  },
];

const ways = [
  { way: "one entry", batches: () => [batchOf(first, 1)] },
  { way: "several entries", batches: () => [batchOf(first, 2)] },
  { way: "entries of several tenants", batches: () => [batchOf(first, 1), batchOf(second, 1)] },
];

describe.for(changes)("while $what is in progress", ({ make, undo, refusal, of }) => {
  test.for(ways)("the posting of $way waits for it and is refused", async ({ batches }) => {
    const change = async (statement: string) => {
      await changer.query("select set_config('app.tenant_id', $1, false)", [first.tenant_id]);
      await changer.query(statement, of());
    };
    onTestFinished(() => change(undo));
    expect(await attempt(batches())).toBe("posted");
    const pid = await pidOfPoster();
    await changer.query("begin");
    await change(make);
    const posting = attempt(batches());
    await untilPosterWaits(pid);
    await changer.query("commit");
    expect(await posting).toBe(refusal);
  });
});

/** The lines that each mark of a day counts. */
async function linesOfMarks({ tenant_id }: TestTenant): Promise<number[]> {
  return world.database.transaction(async (tx) => {
    await setTenant(tx, tenant_id);
    const { rows } = await sql<{ lines: number }>`select lines from ledger_day_marks`.execute(tx);
    return rows.map(({ lines }) => lines);
  });
}

test("a revision waits for a posting to a ledger that it leaves, which gives its day a mark", async () => {
  const left: Ledgers = ["nsitf_payable", "itf_payable"];
  await poster.query("begin");
  const entry_id = await postBy(poster, [batchOf(first, 255, left)]);
  await poster.query("commit");
  const pid = await pidOfPoster();
  await changer.query("begin");
  const marked = await postBy(changer, [batchOf(first, 1, left)]);
  await poster.query("begin");
  const revised = { entry_id, expected_revision: 1 };
  const moved: Ledgers = ["pension_cost", "nhf_payable"];
  const revising = postBy(poster, [batchOf(first, 1, moved, revised)]);
  await untilPosterWaits(pid);
  await changer.query("commit");
  expect(await revising).toBe(entry_id);
  await poster.query("commit");
  expect(await linesOfMarks(first)).toEqual([255, 255]);
  // A mark counts its own entry too.
  await poster.query("begin");
  const again = { entry_id: marked, expected_revision: 1 };
  await postBy(poster, [batchOf(first, 1, moved, again)]);
  await poster.query("commit");
  expect(await linesOfMarks(first)).toEqual([254, 254]);
});

test("a revision waits for a reversal of its entry that is in progress", async () => {
  await poster.query("begin");
  const entry_id = await postBy(poster, [batchOf(second, 1)]);
  await poster.query("commit");
  const pid = await pidOfPoster();
  await changer.query("begin");
  await changer.query("select set_config('app.tenant_id', $1, true)", [second.tenant_id]);
  await changer.query("select lock_entry_to_reverse($1, $2, 1)", [second.tenant_id, entry_id]);
  const revised = { entry_id, expected_revision: 1 };
  const revising = attempt([batchOf(second, 1, ["paye_payable", "bank_clearing"], revised)]);
  await untilPosterWaits(pid);
  await changer.query("rollback");
  expect(await revising).toBe("posted");
});

test("a revision that brings a day to the lines of a mark sets none, since its entry is an older one", async () => {
  const busy: Ledgers = ["nsitf_payable", "itf_payable"];
  await poster.query("begin");
  const entry_id = await postBy(poster, [batchOf(second, 1, ["pension_cost", "nhf_payable"])]);
  await postBy(poster, [batchOf(second, 255, busy)]);
  const revised = { entry_id, expected_revision: 1 };
  await postBy(poster, [batchOf(second, 1, busy, revised)]);
  await poster.query("commit");
  expect(await linesOfMarks(second)).toEqual([]);
});
