import { kobo } from "@kontor/books/money";
import { getLedger } from "@kontor/contract/accounting/accounts";
import {
  getEntry,
  getEntryHistory,
  listEntries,
  updateEntry,
} from "@kontor/contract/accounting/entries";
import { getStatement } from "@kontor/contract/accounting/statements";
import { afterAll, describe, expect, test } from "vitest";

import { withOwnerClient } from "../../platform/database/database.ts";
import { setTenant } from "../../platform/scope.ts";
import { openBooks, receiptBody } from "../../testing/books.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { postEntries } from "./postings.ts";

const world = await openFileWorld();
const books = await openBooks(world);
const bank = books.ledger("bank_clearing");

afterAll(() => expectCoherentBooks(world));

const attemptEdit = (id: number, body: object, caller = books.owner) =>
  caller.attempt(updateEntry, { params: { id }, body });
const edit = (id: number, body: object) => books.owner.call(updateEntry, { params: { id }, body });
const closing = async (id: number) => {
  const { cl_balance, cl_balance_dc } = await books.owner.call(getLedger, { params: { id } });
  return `${cl_balance} ${cl_balance_dc}`;
};
const statementOf = async (id: number) => {
  const { data } = await books.owner.list(getStatement, { params: { id } });
  return data.rows.map((row) => [row.ent_number, row.date, row.balance]);
};

describe("editing an entry", () => {
  test("keeps the number, adds a revision and updates every balance", async () => {
    const [till, safe] = [await books.addCashLedger("Till"), await books.addCashLedger("Safe")];
    const posted = await books.post(till.id, bank, "100.00", "2026-03-05");
    const edited = await edit(posted.id, {
      ...receiptBody(safe.id, bank, "75.50", { entry_date: "2026-03-02", narration: "Put right" }),
      revision: 1,
    });
    expect(edited).toMatchObject({
      id: posted.id,
      ent_number: posted.ent_number,
      revision: 2,
      date: "2026-03-02",
      narration: "Put right",
    });
    expect(edited.items.map(({ ledger_id, amount }) => [ledger_id, amount])).toEqual([
      [safe.id, 7550n],
      [bank, 7550n],
    ]);
    const query = { tenant_id: books.tenant.tenant_id };
    expect(await books.staff.call(getEntry, { params: { id: posted.id }, query })).toEqual({
      ...edited,
      locked: false,
    });
    expect([await closing(till.id), await closing(safe.id)]).toEqual(["0 DR", "7550 DR"]);
    expect(await statementOf(till.id)).toEqual([]);
    expect(await statementOf(safe.id)).toEqual([[posted.ent_number, "2026-03-02", 7550n]]);
  });

  test("an edit that moves it to another day keeps every later balance correct", async () => {
    const till = await books.addCashLedger("Moved");
    const entries = [];
    for (const [day, amount] of [
      ["2026-03-01", "1.00"],
      ["2026-03-02", "2.00"],
      ["2026-03-02", "4.00"],
      ["2026-03-03", "8.00"],
    ] as const) {
      entries.push(await books.post(till.id, bank, amount, day));
    }
    const [a, b, c, d] = entries.map(({ ent_number }) => ent_number);
    await edit(
      entries[0]?.id ?? 0,
      receiptBody(till.id, bank, "1.00", { entry_date: "2026-03-02" }),
    );
    expect(await statementOf(till.id)).toEqual([
      [a, "2026-03-02", 100n],
      [b, "2026-03-02", 300n],
      [c, "2026-03-02", 700n],
      [d, "2026-03-03", 1500n],
    ]);
    await edit(
      entries[3]?.id ?? 0,
      receiptBody(till.id, bank, "16.00", { entry_date: "2026-02-01" }),
    );
    expect(await statementOf(till.id)).toEqual([
      [d, "2026-02-01", 1600n],
      [a, "2026-03-02", 1700n],
      [b, "2026-03-02", 1900n],
      [c, "2026-03-02", 2300n],
    ]);
  });

  test("keep_active_date keeps the date whatever entry_date is, and so does leaving out the date", async () => {
    const till = await books.addCashLedger("Dated");
    const posted = await books.post(till.id, bank, "1.00", "2026-01-31");
    const body = receiptBody(till.id, bank, "2.00", { entry_date: "2026-02-15" });
    expect((await edit(posted.id, { ...body, keep_active_date: true })).date).toBe("2026-01-31");
    const undated = await edit(posted.id, { ...body, entry_date: null });
    expect(undated.date).toBe("2026-01-31");
    expect((await edit(posted.id, { ...body, keep_active_date: false })).date).toBe("2026-02-15");
    expect(
      (await edit(posted.id, { ...body, entry_date: undefined, keep_active_date: "1" })).date,
    ).toBe("2026-02-15");
  });

  test("accepts several items a side, including its previous ledgers with swapped sides", async () => {
    const [till, safe] = [
      await books.addCashLedger("Split 1"),
      await books.addCashLedger("Split 2"),
    ];
    const posted = await books.post(till.id, bank, "10.00");
    const edited = await edit(posted.id, {
      entry_type_id: 1,
      entry_id: posted.id,
      narration: "",
      token: "legacy",
      items: [
        { dc: "CR", amount: "3.00", ledger_id: till.id, narration: "Out" },
        { dc: "CR", amount: "4.00", ledger_id: safe.id, narration: "Out" },
        { dc: "DR", amount: "7.00", ledger_id: bank, narration: "In" },
      ],
    });
    expect(edited.items.map(({ dc, cr_amount, dr_amount }) => [dc, cr_amount, dr_amount])).toEqual([
      ["CR", 300n, 0n],
      ["CR", 400n, 0n],
      ["DR", 0n, 700n],
    ]);
    expect([await closing(till.id), await closing(safe.id)]).toEqual(["300 CR", "400 CR"]);
  });

  test("a ledger that has since got sub-ledgers keeps its items but accepts no new ones", async () => {
    const till = await books.addCashLedger("Becomes a parent");
    const posted = await books.post(till.id, bank, "5.00");
    await books.addCashLedger("Its sub-ledger", { parent_ledger_id: till.id });
    const edited = await edit(posted.id, receiptBody(till.id, bank, "6.00"));
    expect(edited.revision).toBe(2);
    const other = await books.post(books.ledger("paye_payable"), bank, "1.00");
    const reply = await attemptEdit(other.id, receiptBody(till.id, bank, "1.00"));
    expect([reply.status, reply.problem.code, reply.problem.errors?.[0]?.path]).toEqual([
      422,
      "ledger_closed_to_postings",
      "items.0.ledger_id",
    ]);
    expect(reply.problem.message).toContain(`${till.code} Becomes a parent`);
    // Nor back to the ledger that the entry had before it was moved.
    await edit(posted.id, receiptBody(books.ledger("paye_payable"), bank, "6.00"));
    const back = await attemptEdit(posted.id, receiptBody(till.id, bank, "6.00"));
    expect(back.problem.code).toBe("ledger_closed_to_postings");
  });

  test("of the newest entry to an earlier day makes another one the newest", async () => {
    const till = await books.addCashLedger("Newest");
    const { id } = await books.post(till.id, bank, "5.00", "2026-03-31");
    await edit(id, receiptBody(till.id, bank, "5.00", { entry_date: "2026-03-01" }));
    await expectCoherentBooks(world);
  });

  test("takes nothing by hand from a ledger that a feature posts to since", async () => {
    const { id } = await books.addCashLedger("Becomes a feature's");
    const posted = await books.post(id, bank, "5.00");
    const setControl = (control: boolean) =>
      withOwnerClient(world.ownerUrl, async (owner) => {
        await owner.query(`select set_config('app.tenant_id', '${books.tenant.tenant_id}', false)`);
        await owner.query("update ledgers set control = $1 where id = $2", [control, id]);
      });
    await setControl(true);
    const body = receiptBody(books.ledger("paye_payable"), bank, "5.00");
    expect((await attemptEdit(posted.id, body)).problem.code).toBe("ledger_controlled");
    await setControl(false);
    expect((await edit(posted.id, body)).revision).toBe(2);
  });

  test("of two concurrent edits the second is refused, and none of it is stored", async () => {
    const till = await books.addCashLedger("Edited by two");
    const { id } = await books.post(till.id, bank, "1.00");
    const replies = await Promise.all(
      ["2.00", "3.00", "4.00"].map((amount) =>
        attemptEdit(id, { ...receiptBody(till.id, bank, amount), revision: 1 }),
      ),
    );
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    const refused = replies.find(({ status }) => status === 409);
    expect(refused?.problem.code).toBe("changed_meanwhile");
    const { revision, items } = await books.owner.call(getEntry, { params: { id } });
    expect(revision).toBe(2);
    expect(await closing(till.id)).toBe(`${items[0]?.amount} DR`);
  });

  test("without a revision number the last edit wins, and each adds a revision", async () => {
    const till = await books.addCashLedger("Edited by many");
    const { id } = await books.post(till.id, bank, "1.00");
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_unused, index) =>
        attemptEdit(id, receiptBody(till.id, bank, `${index + 2}.00`)),
      ),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    const { revision, items } = await books.owner.call(getEntry, { params: { id } });
    expect(revision).toBe(9);
    expect(await closing(till.id)).toBe(`${items[0]?.amount} DR`);
  });

  test("a retried submit adds one revision, although its revision number is outdated by then", async () => {
    const till = await books.addCashLedger("Retried");
    const { id } = await books.post(till.id, bank, "1.00");
    const wire = {
      params: { id },
      body: { ...receiptBody(till.id, bank, "2.00"), revision: 1 },
      key: "revise-key-0001",
    };
    const first = await books.owner.attempt(updateEntry, wire);
    const again = await books.owner.attempt(updateEntry, wire);
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
  });

  test("edits while others post to the same ledgers lose nothing", async () => {
    const till = await books.addCashLedger("Busy");
    const posted = await Promise.all(
      Array.from({ length: 10 }, () => books.post(till.id, bank, "1.00", "2026-03-04")),
    );
    await Promise.all([
      ...posted.map(({ id }, index) =>
        edit(id, receiptBody(till.id, bank, "3.00", { entry_date: `2026-03-0${(index % 5) + 1}` })),
      ),
      ...Array.from({ length: 10 }, () => books.post(till.id, bank, "1.00", "2026-03-04")),
    ]);
    expect(await closing(till.id)).toBe("4000 DR");
  });
});

describe("an edit is refused", () => {
  test("for an entry of the system, which only its feature edits", async () => {
    const till = await books.addCashLedger("Paid in");
    const [advance] = await world.database.transaction(async (tx) => {
      await setTenant(tx, books.tenant.tenant_id);
      const poster = { tx, actorId: null, requestId: "test", recordedAt: world.clock.now() };
      return postEntries(poster, books.tenant.tenant_id, [
        {
          entry_type_id: 12,
          entry_date: "2026-03-09",
          narration: "Advance",
          items: [
            { dc: "DR", amount: kobo(100n), ledger_id: till.id, narration: "In" },
            { dc: "CR", amount: kobo(100n), ledger_id: bank, narration: "Out" },
          ],
        },
      ]);
    });
    const id = advance?.entry_id ?? 0;
    const reply = await attemptEdit(id, receiptBody(till.id, bank, "5.00"));
    expect([reply.status, reply.problem.code]).toEqual([422, "entry_made_by_system"]);
    expect(reply.problem.message).toContain("ADV-000001");
    const typed = await attemptEdit(id, {
      ...receiptBody(till.id, bank, "5.00"),
      entry_type_id: 12,
    });
    expect(typed.problem.code).toBe("entry_made_by_system");
    expect(await closing(till.id)).toBe("100 DR");
    const [row] = await books.owner.call(getEntryHistory, { params: { id } });
    expect(row?.recorded_by).toBe(null);
  });

  test.for([
    ["another type", { entry_type_id: 2 }, "field_locked", "entry_type_id"],
    ["another id in the body", { entry_id: 1 }, "field_locked", "entry_id"],
    ["a revision that is no number", { revision: "1" }, "validation_failed", "revision"],
    ["a date that does not exist", { entry_date: "2026-02-30" }, "validation_failed", "entry_date"],
    ["no items", { items: [] }, "validation_failed", "items"],
    ["an unknown field", { number: 5 }, "validation_failed", "number"],
  ] as const)("%s", async ([, change, code, path]) => {
    const till = await books.addCashLedger("Refused");
    const posted = await books.post(till.id, bank, "1.00");
    const reply = await attemptEdit(posted.id, {
      ...receiptBody(till.id, bank, "2.00"),
      ...change,
    });
    expect([reply.status, reply.problem.code, reply.problem.errors?.[0]?.path]).toEqual([
      422,
      code,
      path,
    ]);
    expect((await books.owner.call(getEntry, { params: { id: posted.id } })).revision).toBe(1);
  });

  test("for sums that differ, with the difference and the short side", async () => {
    const till = await books.addCashLedger("Uneven");
    const posted = await books.post(till.id, bank, "1.00");
    const body = receiptBody(till.id, bank, "2.00");
    const items = [body.items[0], { ...body.items[1], amount: "1.99" }];
    const reply = await attemptEdit(posted.id, { ...body, items });
    expect([reply.status, reply.problem.code]).toEqual([422, "entry_unbalanced"]);
    expect(reply.problem.message).toContain("₦0.01: the CR side is short");
  });

  test("for callers without a session or of another organization, and for an unknown entry", async () => {
    const till = await books.addCashLedger("Private");
    const posted = await books.post(till.id, bank, "1.00");
    const body = receiptBody(till.id, bank, "2.00");
    expect((await attemptEdit(posted.id, body, world.nobody)).status).toBe(401);
    expect((await attemptEdit(posted.id, body, books.stranger)).status).toBe(404);
    expect((await attemptEdit(999_999, body)).status).toBe(404);
    const elsewhere = { ...body, tenant_id: books.strangerTenant.tenant_id };
    expect((await attemptEdit(posted.id, elsewhere, books.staff)).status).toBe(404);
  });
});

describe("the history of an entry", () => {
  test("lists each revision, newest first, with who, when and what", async () => {
    const till = await books.addCashLedger("Retitled");
    const posted = await books.post(till.id, bank, "1.00", "2026-03-01");
    world.clock.advance(60_000);
    await books.staff.call(updateEntry, {
      params: { id: posted.id },
      body: {
        tenant_id: books.tenant.tenant_id,
        ...receiptBody(till.id, bank, "2.00", { entry_date: "2026-03-02", narration: "Two" }),
      },
    });
    world.clock.advance(60_000);
    const last = await edit(
      posted.id,
      receiptBody(till.id, bank, "3.00", { entry_date: "2026-03-03", narration: "Three" }),
    );
    const { data, meta } = await books.owner.list(getEntryHistory, { params: { id: posted.id } });
    expect(meta).toEqual({ page: 1, per_page: 20, total: 3 });
    expect(
      data.map((row) => [row.revision, row.current, row.date, row.narration, row.items[0]?.amount]),
    ).toEqual([
      [3, true, "2026-03-03", "Three", 300n],
      [2, false, "2026-03-02", "Two", 200n],
      [1, false, "2026-03-01", "Received", 100n],
    ]);
    expect(data[0]?.recorded_at).toEqual(last.recorded_at);
    expect(data[2]?.recorded_at).toEqual(posted.recorded_at);
    expect(new Set(data.map((row) => row.recorded_by))).toEqual(new Set(["Test user"]));
    expect(data[1]?.items).toEqual([
      {
        dc: "DR",
        amount: 200n,
        ledger_id: till.id,
        code: till.code,
        name: "Retitled",
        narration: "In",
      },
      expect.objectContaining({ dc: "CR", amount: 200n, ledger_id: bank, narration: "Out" }),
    ]);
    const second = await books.owner.list(getEntryHistory, {
      params: { id: posted.id },
      query: { page: 2, per_page: 2 },
    });
    expect(second.data).toEqual(data.slice(2));
    const beyond = await books.owner.list(getEntryHistory, {
      params: { id: posted.id },
      query: { page: 3, per_page: 2 },
    });
    expect([beyond.data, beyond.meta.total]).toEqual([[], 3]);
  });

  test("callers without a session or of another organization, and bad input, are refused", async () => {
    const till = await books.addCashLedger("Kept");
    const { id } = await books.post(till.id, bank, "1.00");
    const params = { id };
    expect((await world.nobody.attempt(getEntryHistory, { params })).status).toBe(401);
    expect((await books.stranger.attempt(getEntryHistory, { params })).status).toBe(404);
    const bad = await books.owner.attempt(getEntryHistory, { params, query: { page: "x" } });
    expect([bad.status, bad.problem.errors?.[0]?.path]).toEqual([422, "page"]);
  });
});

test("the list shows an edited entry once, as it is now", async () => {
  const till = await books.addCashLedger("Listed");
  const posted = await books.post(till.id, bank, "1.00", "2026-03-01");
  await edit(posted.id, receiptBody(till.id, bank, "2.00", { entry_date: "2026-03-08" }));
  const { data, meta } = await books.owner.list(listEntries, { query: { ledger_id: till.id } });
  expect(data.map(({ id, date, amount }) => [id, date, amount])).toEqual([
    [posted.id, "2026-03-08", 200n],
  ]);
  expect(meta.total).toBe(1);
});
