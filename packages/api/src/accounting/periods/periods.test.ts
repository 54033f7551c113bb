import { addLedger, updateLedger } from "@kontor/contract/accounting/accounts";
import {
  addEntry,
  addEntryBatch,
  getEntry,
  listEntries,
  updateEntry,
} from "@kontor/contract/accounting/entries";
import * as contract from "@kontor/contract/accounting/periods";
import { getStatement } from "@kontor/contract/accounting/statements";
import { submitFunds } from "@kontor/contract/funding/funding";
import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, test } from "vitest";

import { setAllTenantsReadable, setTenant } from "../../platform/scope.ts";
import { openBooks, receiptBody, type TestBooks } from "../../testing/books.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld, type Caller } from "../../testing/harness.ts";
import { openOrganization } from "../../testing/organizations.ts";
import { postEntries } from "../entries/postings.ts";

/** The clock is set to 10 March 2026. */
const world = await openFileWorld();
let books: TestBooks;
/** May keep the books of the organization and close them. */
let owner: Caller;
let bank: number;
let interest: number;

afterAll(() => expectCoherentBooks(world));

beforeEach(async () => {
  books = await openBooks(world);
  owner = await world.signInAs(["OWNER"], books.tenant.tenant_id);
  bank = books.ledger("bank_clearing");
  interest = books.ledger("salary_advance_interest");
});

const lock = (locked_until: string | null, reason = "February is reported") =>
  owner.call(contract.setPeriodLock, { body: { locked_until, reason } });
const receipt = (entry_date: string, extra: object = {}) =>
  receiptBody(bank, interest, "10.00", { entry_date, ...extra });
const post = (entry_date: string, caller = books.owner) =>
  caller.attempt(addEntry, { body: receipt(entry_date) });

const sentence =
  "The books are locked until 28 Feb 2026. Choose a later date, or ask a user who can lock periods for an exception.";

describe("a locked period", () => {
  test("shows who locked it, until when and why, and accepts no entry in its days", async () => {
    const { lock: set } = await lock("2026-02-28");
    expect(set).toMatchObject({
      locked_until: "2026-02-28",
      reason: "February is reported",
      set_by: "Test user",
      set_at: world.clock.now(),
    });
    expect(await books.owner.call(contract.getPeriods)).toMatchObject({ lock: set });
    const refused = await post("2026-02-28");
    expect([refused.status, refused.problem.message, refused.problem.errors]).toEqual([
      422,
      sentence,
      [{ path: "entry_date", message: sentence }],
    ]);
    expect((await post("2026-03-01")).status).toBe(201);
    const batch = await books.owner.attempt(addEntryBatch, {
      body: { entries: [receipt("2026-03-02"), receipt("2025-07-01")] },
    });
    expect([batch.problem.code, batch.problem.errors?.[0]?.path]).toEqual([
      "period_locked",
      "entries.1.entry_date",
    ]);
  });

  test("accepts no revision of its entries, none that moves an entry into it, and no other opening balance", async () => {
    const inside = await books.post(bank, interest, "5.00", "2026-02-10");
    const outside = await books.post(bank, interest, "5.00", "2026-03-05");
    const till = await books.addCashLedger("Till", { op_balance: "1.00" });
    await lock("2026-02-28");
    for (const [id, changes, code] of [
      [inside.id, receipt("2026-03-06"), "entry_locked"],
      [inside.id, { ...receipt("2026-02-10"), keep_active_date: true }, "entry_locked"],
      [outside.id, receipt("2026-02-28"), "period_locked"],
    ] as const) {
      const revised = await books.owner.attempt(updateEntry, { params: { id }, body: changes });
      expect([revised.problem.code, revised.problem.errors?.[0]?.path]).toEqual([
        code,
        "entry_date",
      ]);
    }
    const opened = await books.owner.attempt(updateLedger, {
      params: { id: till.id },
      body: { name: "Till", op_balance: "2.00" },
    });
    expect([opened.status, opened.problem.errors?.[0]?.path]).toEqual([422, "op_balance"]);
    expect(opened.problem.message).toContain("The books are locked until 28 Feb 2026");
    const added = await books.owner.attempt(addLedger, {
      body: { group_id: books.cashGroup, name: "Safe", op_balance: "1.00" },
    });
    expect(added.problem.code).toBe("opening_locked");
    const renamed = await books.owner.attempt(updateLedger, {
      params: { id: till.id },
      body: { name: "Front till", op_balance: "1.00" },
    });
    expect(renamed.status).toBe(200);
    await books.addCashLedger("Empty safe");
  });

  test("is moved and removed, each with a reason, and cannot reach today", async () => {
    await lock("2026-02-28");
    await lock("2026-01-31", "February was wrong");
    expect((await post("2026-02-01")).status).toBe(201);
    await lock(null, "The auditor asks for a change");
    expect((await post("2025-12-01")).status).toBe(201);
    const today = await owner.attempt(contract.setPeriodLock, {
      body: { locked_until: "2026-03-10", reason: "Too far" },
    });
    expect([today.problem.code, today.problem.errors?.[0]?.path]).toEqual([
      "lock_in_future",
      "locked_until",
    ]);
    const { rows } = await world.database.transaction(async (tx) => {
      await setAllTenantsReadable(tx);
      return sql<{ action: string; detail: { reason: string } }>`
        select action, detail from audit_log
        where tenant_id = ${books.tenant.tenant_id} and action like 'period.%' order by id`.execute(
        tx,
      );
    });
    expect(rows.map(({ action, detail }) => [action, detail.reason])).toEqual([
      ["period.locked", "February is reported"],
      ["period.locked", "February was wrong"],
      ["period.opened", "The auditor asks for a change"],
    ]);
  });

  test("is not moved by a user who saw another lock date", async () => {
    await lock("2026-02-28");
    const move = (was_locked_until: string | null) =>
      owner.attempt(contract.setPeriodLock, {
        body: { locked_until: "2026-01-31", was_locked_until, reason: "January is reported" },
      });
    const stale = await move(null);
    expect([stale.status, stale.problem.code]).toEqual([409, "changed_meanwhile"]);
    const { lock: kept } = await books.owner.call(contract.getPeriods);
    expect(kept).toMatchObject({ locked_until: "2026-02-28", reason: "February is reported" });
    const replies = await Promise.all([move("2026-02-28"), move("2026-02-28")]);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]));
  });

  test("allows one user to post for some hours with an exception, and no other user", async () => {
    await lock("2026-02-28");
    const { user_id } = books.owner;
    const { exceptions } = await owner.call(contract.grantLockException, {
      body: { user_id, hours: 1, reason: "A late invoice" },
    });
    expect(exceptions).toMatchObject([{ reason: "A late invoice", granted_by: "Test user" }]);
    expect((await post("2026-02-28")).status).toBe(201);
    expect((await post("2026-02-28", owner)).problem.code).toBe("period_locked");
    // A session stays alive only while it is used from time to time.
    const codes = [];
    for (let third = 0; third < 3; third++) {
      world.clock.advance(20 * 60_000);
      await owner.call(contract.getPeriods);
      codes.push((await post("2026-02-28")).problem.code);
    }
    expect(codes).toEqual([undefined, undefined, "period_locked"]);
    const again = await owner.call(contract.grantLockException, {
      body: { user_id, hours: 1, reason: "Another one" },
    });
    expect((await post("2026-02-28")).status).toBe(201);
    const id = again.exceptions[0]?.id ?? 0;
    await owner.call(contract.endLockException, { params: { id }, body: {} });
    expect((await post("2026-02-28")).problem.code).toBe("period_locked");
    const twice = await owner.attempt(contract.endLockException, { params: { id }, body: {} });
    expect(twice.status).toBe(404);
  });

  test("moves the system's own postings to the first open day, and records that", async () => {
    await lock("2026-02-28");
    const tenantId = books.tenant.tenant_id;
    const posted = await world.database.transaction(async (tx) => {
      await setTenant(tx, tenantId);
      const poster = { tx, actorId: null, requestId: "job", recordedAt: world.clock.now() };
      return postEntries(poster, tenantId, [
        {
          ...receipt("2026-02-20"),
          entry_type_id: 13,
          items: [
            { dc: "DR", amount: 700n as never, ledger_id: bank, narration: "Run" },
            { dc: "CR", amount: 700n as never, ledger_id: interest, narration: "Run" },
          ],
        },
      ]);
    });
    const entry = await books.owner.call(getEntry, { params: { id: posted[0]?.entry_id } });
    expect([entry.date, entry.narration]).toEqual([
      "2026-03-01",
      "Received (happened on 20 Feb 2026, in the locked period)",
    ]);
  });

  test("waits for postings in progress, and accepts none after them", async () => {
    const results = await Promise.all([
      ...Array.from({ length: 12 }, () => post("2026-02-14")),
      lock("2026-02-28"),
      ...Array.from({ length: 12 }, () => post("2026-02-14")),
    ]);
    const statuses = results.flatMap((result) => ("status" in result ? [result.status] : []));
    expect(statuses.every((status) => status === 201 || status === 422)).toBe(true);
    // Exactly the acknowledged entries exist; from now on none is accepted.
    const { rows } = await world.database.transaction(async (tx) => {
      await setAllTenantsReadable(tx);
      return sql<{ posted: number }>`
        select count(*)::int as posted
        from entries e join period_locks k on k.tenant_id = e.tenant_id
        where e.tenant_id = ${books.tenant.tenant_id} and e.entry_date = '2026-02-14'`.execute(tx);
    });
    const posted = statuses.filter((status) => status === 201).length;
    expect(rows[0]).toMatchObject({ posted });
    expect((await post("2026-02-14")).status).toBe(422);
  });
});

describe("reversing an entry", () => {
  test("that is dated later is on its own day by default", async () => {
    const later = await books.post(bank, interest, "12.00", "2026-06-30");
    const reversal = await books.owner.call(contract.reverseEntry, {
      params: { id: later.id },
      body: { reason: "Will not happen" },
    });
    expect(reversal.date).toBe("2026-06-30");
  });

  test("is not before the day of the entry", async () => {
    const original = await books.post(bank, interest, "12.00", "2026-02-10");
    const reverse = (entry_date: string) =>
      books.owner.attempt(contract.reverseEntry, {
        params: { id: original.id },
        body: { reason: "Posted twice", entry_date },
      });
    const early = await reverse("2026-02-09");
    expect([early.status, early.problem.code]).toEqual([422, "reversal_before_entry"]);
    const message = `${original.ent_number} is dated 10 Feb 2026, so it cannot be reversed before that day. Choose that day or a later one.`;
    expect(early.problem.errors).toEqual([{ path: "entry_date", message }]);
    expect((await reverse("2026-02-10")).status).toBe(201);
  });

  test("posts it with the sides swapped, linked both ways, today or on the first open day", async () => {
    const original = await books.post(bank, interest, "12.00", "2026-02-10");
    await lock("2026-02-28");
    const reversal = await books.owner.call(contract.reverseEntry, {
      params: { id: original.id },
      body: { reason: "Posted twice" },
    });
    expect(reversal).toMatchObject({
      date: "2026-03-10",
      narration: `Reverses ${original.ent_number}: Posted twice`,
      entry_type_label: "Receipt",
      reverses: { id: original.id, ent_number: original.ent_number },
      reversed_by: null,
    });
    expect(reversal.items.map(({ dc, ledger_id, amount }) => [dc, ledger_id, amount])).toEqual([
      ["CR", bank, 1200n],
      ["DR", interest, 1200n],
    ]);
    const then = await books.owner.call(getEntry, { params: { id: original.id } });
    expect(then.reversed_by).toEqual({ id: reversal.id, ent_number: reversal.ent_number });
    for (const id of [original.id, reversal.id]) {
      const again = await books.owner.attempt(contract.reverseEntry, {
        params: { id },
        body: { reason: "Again" },
      });
      expect([again.status, again.problem.message]).toEqual([
        409,
        `${original.ent_number} was reversed by ${reversal.ent_number}. Neither entry can be changed now.`,
      ]);
      const revised = await books.owner.attempt(updateEntry, {
        params: { id },
        body: receipt("2026-03-09"),
      });
      expect(revised.problem.code).toBe("entry_reversed");
    }
  });

  test("marks the entry and its reversal in the lists, as neither can be changed", async () => {
    const original = await books.post(bank, interest, "12.00", "2026-03-01");
    const other = await books.post(bank, interest, "13.00", "2026-03-01");
    const reversal = await books.owner.call(contract.reverseEntry, {
      params: { id: original.id },
      body: { reason: "Posted twice" },
    });
    const { data: entries } = await books.owner.list(listEntries);
    expect(entries.map(({ id, in_reversal }) => [id, in_reversal])).toEqual([
      [reversal.id, true],
      [other.id, false],
      [original.id, true],
    ]);
    const { data } = await books.owner.list(getStatement, { params: { id: bank } });
    expect(data.rows.map(({ entry_id, in_reversal }) => [entry_id, in_reversal])).toEqual([
      [original.id, true],
      [other.id, false],
      [reversal.id, true],
    ]);
  });

  test("reverses an entry whose ledger has got sub-ledgers since", async () => {
    const till = await books.addCashLedger("Till that becomes a parent");
    const original = await books.post(till.id, bank, "7.00");
    await books.addCashLedger("Its sub-ledger", { parent_ledger_id: till.id });
    const reversal = await books.owner.call(contract.reverseEntry, {
      params: { id: original.id },
      body: { reason: "Of another month" },
    });
    expect(reversal.items.map(({ dc, ledger_id, amount }) => [dc, ledger_id, amount])).toEqual([
      ["CR", till.id, 700n],
      ["DR", bank, 700n],
    ]);
    const other = await books.owner.attempt(addEntry, {
      body: receiptBody(till.id, bank, "7.00"),
    });
    expect(other.problem.code).toBe("ledger_closed_to_postings");
  });

  test("is refused for entries of the system, into the locked period and for unknown entries", async () => {
    const { tenant_id, path } = await openOrganization(world);
    const admin = await world.signIn("platform");
    await admin.call(submitFunds, {
      params: path,
      body: { amount: "5.00", action: "DEPOSIT", description: "In" },
    });
    const { rows } = await world.database.transaction(async (tx) => {
      await setAllTenantsReadable(tx);
      return sql<{ id: number }>`select id from entries where tenant_id = ${tenant_id}`.execute(tx);
    });
    const deposit = await admin.attempt(contract.reverseEntry, {
      params: { id: rows[0]?.id },
      body: { tenant_id, reason: "No" },
    });
    expect(deposit.problem.code).toBe("entry_made_by_system");
    const original = await books.post(bank, interest, "12.00", "2026-02-10");
    await lock("2026-02-28");
    const early = await books.owner.attempt(contract.reverseEntry, {
      params: { id: original.id },
      body: { reason: "No", entry_date: "2026-02-28" },
    });
    expect(early.problem.errors?.[0]?.path).toBe("entry_date");
    const foreign = await books.stranger.attempt(contract.reverseEntry, {
      params: { id: original.id },
      body: { reason: "No" },
    });
    expect(foreign.status).toBe(404);
  });

  test("happens once, however many request it at the same time", async () => {
    const original = await books.post(bank, interest, "12.00", "2026-02-10");
    const all = await Promise.all(
      Array.from({ length: 6 }, () =>
        books.owner.attempt(contract.reverseEntry, {
          params: { id: original.id },
          body: { reason: "Once" },
        }),
      ),
    );
    expect(all.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      201, 409, 409, 409, 409, 409,
    ]);
  });
});
