import { addLedger, getLedger } from "@kontor/contract/accounting/accounts";
import {
  addEntry,
  addEntryBatch,
  getEntry,
  listEntries,
  updateEntry,
} from "@kontor/contract/accounting/entries";
import { addGroup } from "@kontor/contract/accounting/groups";
import { getStatement } from "@kontor/contract/accounting/statements";
import { afterAll, describe, expect, test } from "vitest";

import { openBooks, receiptBody } from "../../testing/books.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld, type Reply } from "../../testing/harness.ts";
import { openTenant } from "../../testing/tenants.ts";

const world = await openFileWorld();
const books = await openBooks(world);
const funding = books.ledger("paye_payable");
const bank = books.ledger("bank_clearing");

afterAll(() => expectCoherentBooks(world));

/** Names the organization, as a bookkeeper of several must. */
const own = () => ({ tenant_id: books.tenant.tenant_id });
const receipt = (amount: string, extra: Record<string, unknown> = {}) =>
  receiptBody(funding, bank, amount, { ...own(), ...extra });
const closing = async (id: number) => {
  const { cl_balance, cl_balance_dc } = await books.owner.call(getLedger, { params: { id } });
  return `${cl_balance} ${cl_balance_dc}`;
};

describe("posting an entry", () => {
  test("numbers it, updates both balances and shows it in the statement and the list", async () => {
    const posted = await books.staff.call(addEntry, { body: receipt("1250.00") });
    expect(posted.ent_number).toBe("RCT-000001");
    expect(posted.items.map((item) => [item.dc, item.amount, item.cl_balance_dc])).toEqual([
      ["DR", 125_000n, "DR"],
      ["CR", 125_000n, "CR"],
    ]);
    expect(await books.staff.call(getEntry, { params: { id: posted.id }, query: own() })).toEqual({
      ...posted,
      locked: false,
    });
    expect(await closing(funding)).toBe("125000 DR");

    const statement = await books.staff.list(getStatement, {
      params: { id: funding },
      query: own(),
    });
    expect(statement.meta).toEqual({ page: 1, per_page: 10, total: 1 });
    expect(statement.data.rows).toMatchObject([
      {
        ent_number: "RCT-000001",
        date: "2026-03-09",
        item_first: { dc: "DR", name: "PAYE payable" },
        item_second: { dc: "CR", name: "Bank clearing" },
        item_debit_amount: 125_000n,
        item_credit_amount: 0n,
        balance: 125_000n,
        dc: "DR",
      },
    ]);
    const listed = await books.staff.list(listEntries, {
      query: { tenant_id: books.tenant.tenant_id },
    });
    expect(listed.data).toMatchObject([
      { id: posted.id, amount: 125_000n, debit_name: "PAYE payable" },
    ]);
  });

  test("numbers each type and each organization separately, without gaps", async () => {
    const tenant = await openTenant(world, "Numbered");
    const caller = await world.signIn("organization", tenant.tenant_id);
    const post = async (entry_type_id: number) => {
      const body = receiptBody(tenant.ledgers.paye_payable, tenant.ledgers.bank_clearing, "1.00", {
        entry_type_id,
      });
      const refused = await caller.attempt(addEntry, { body: { ...body, items: [body.items[0]] } });
      expect(refused.status).toBe(422);
      return (await caller.call(addEntry, { body })).ent_number;
    };
    const numbers = [];
    for (const type of [1, 2, 1, 3, 4, 2]) numbers.push(await post(type));
    expect(numbers).toEqual([
      "RCT-000001",
      "PMT-000001",
      "RCT-000002",
      "CTR-000001",
      "JRN-000001",
      "PMT-000002",
    ]);
  });

  test("without a date it is dated today in Lagos, and items need no narration of their own", async () => {
    const before = world.clock.now();
    // Half past eleven at night in UTC is the next day in Lagos.
    world.clock.set(new Date("2026-03-10T23:30:00Z"));
    const caller = await world.signIn("staff");
    const { entry_date: _date, narration: _narration, ...body } = receipt("1.00");
    const posted = await caller.call(addEntry, { body });
    world.clock.set(before);
    expect([posted.date, posted.narration]).toEqual(["2026-03-11", ""]);
  });

  test("accepts a one-line narration of 500 characters for the entry and its items", async () => {
    const narration = "n".repeat(500);
    const body = receipt("1.00");
    const items = body.items.map((item) => ({ ...item, narration }));
    const posted = await books.staff.call(addEntry, { body: { ...body, narration, items } });
    expect([posted, ...posted.items].map((of) => of.narration)).toEqual([
      narration,
      narration,
      narration,
    ]);
    const tabs = await books.staff.attempt(addEntry, { body: { ...body, narration: "a\tb" } });
    expect([tabs.status, tabs.problem.errors]).toEqual([
      422,
      [{ path: "narration", message: "Use one line of plain text." }],
    ]);
  });

  test("belongs to the named organization, or to that of its user", async () => {
    const named = await books.staff.call(addEntry, { body: receipt("1.00") });
    expect(named.tenant_id).toBe(books.tenant.tenant_id);
    const unnamed = receiptBody(funding, bank, "1.00");
    expect((await books.owner.call(addEntry, { body: unnamed })).tenant_id).toBe(
      books.tenant.tenant_id,
    );
    const reply = await books.staff.attempt(addEntry, { body: unnamed });
    expect([reply.status, reply.problem.code, reply.problem.errors?.[0]?.path]).toEqual([
      422,
      "organization_required",
      "tenant_id",
    ]);
    const foreign = await books.owner.attempt(addEntry, {
      body: receipt("1.00", { tenant_id: books.strangerTenant.tenant_id }),
    });
    expect(foreign.status).toBe(404);
  });

  test("a retried submit has one effect", async () => {
    const first = await books.staff.attempt(addEntry, {
      body: receipt("10.00"),
      key: "retry-one-0001",
    });
    const again = await books.staff.attempt(addEntry, {
      body: receipt("10.00"),
      key: "retry-one-0001",
    });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    const other = await books.staff.attempt(addEntry, {
      body: receipt("11.00"),
      key: "retry-one-0001",
    });
    expect([other.status, other.problem.code]).toEqual([422, "idempotency_key_reused"]);
  });

  test("the largest amount is exact to the kobo", async () => {
    const [one, two] = [await books.addCashLedger("Large 1"), await books.addCashLedger("Large 2")];
    await books.post(one.id, two.id, "10000000000000.00");
    await books.post(one.id, two.id, "0.01");
    expect([await closing(one.id), await closing(two.id)]).toEqual([
      "1000000000000001 DR",
      "1000000000000001 CR",
    ]);
  });

  test("another organization's user can read none of it", async () => {
    const posted = await books.owner.call(addEntry, { body: receipt("1.00") });
    const params = { id: posted.id };
    expect((await world.nobody.attempt(getEntry, { params })).status).toBe(401);
    expect((await books.stranger.attempt(getEntry, { params })).status).toBe(404);
    const typed = await books.owner.attempt(getEntry, { params, query: { entry_type_id: 2 } });
    expect(typed.status).toBe(404);
    expect(
      (await books.owner.attempt(getEntry, { params, query: { entry_type_id: 1 } })).status,
    ).toBe(200);
  });
});

describe("a posting that is not a valid entry", () => {
  test.for([
    ["three decimals", () => receipt("1.005"), "items.0.amount"],
    ["zero", () => receipt("0.00"), "items.0.amount"],
    ["a negative amount", () => receipt("-5.00"), "items.0.amount"],
    ["more than one posting may be", () => receipt("10000000000000.01"), "items.0.amount"],
    [
      "a number instead of text",
      () => ({ ...receipt("5.00"), items: [{ dc: "DR", amount: 5 }] }),
      "items.0.amount",
    ],
    [
      "a date that does not exist",
      () => receipt("5.00", { entry_date: "2026-02-30" }),
      "entry_date",
    ],
    ["an unknown field", () => receipt("5.00", { colour: "red" }), "colour"],
    ["no items", () => receipt("5.00", { items: [] }), "items"],
    ["one side only", () => receipt("5.00", { items: [receipt("5.00").items[0]] }), "items"],
    ["one ledger on both sides", () => receiptBody(bank, bank, "5.00", own()), "items.1.ledger_id"],
    ["a type of the system", () => receipt("5.00", { entry_type_id: 10 }), "entry_type_id"],
  ] as const)("%s is refused at its field", async ([, body, path]) => {
    const reply = await books.staff.attempt(addEntry, { body: body() });
    expect(reply.status).toBe(422);
    expect(reply.problem.errors?.map((error) => error.path)).toContain(path);
  });

  test("an unknown query parameter, such as for a dry run, posts nothing", async () => {
    const before = await closing(bank);
    const reply = await books.staff.send("POST", "/entries?dry_run=true", receipt("5.00"));
    expect([reply.status, reply.problem.errors?.[0]?.path]).toEqual([422, "dry_run"]);
    expect(await closing(bank)).toBe(before);
  });

  test("sums that differ are refused with the difference and the short side", async () => {
    const { items } = receipt("1234567.50");
    const body = receipt("1234567.50", { items: [items[0], { ...items[1], amount: "4.50" }] });
    const reply = await books.staff.attempt(addEntry, { body });
    expect([reply.status, reply.problem.code, reply.problem.message]).toEqual([
      422,
      "entry_unbalanced",
      "Debit and credit differ by ₦1,234,563.00: the CR side is short. Make both sides equal.",
    ]);
    expect(reply.problem.errors).toEqual([
      { path: "items", message: "The CR side is short by ₦1,234,563.00." },
    ]);
  });

  test("an unknown type is a 404 at its field", async () => {
    const type = await books.staff.attempt(addEntry, {
      body: receipt("1.00", { entry_type_id: 9 }),
    });
    expect([type.status, type.problem.errors?.[0]?.path]).toEqual([404, "entry_type_id"]);
  });

  describe.each([
    ["missing", () => 999_999],
    ["another organization's", () => books.strangerTenant.ledgers.bank_clearing],
  ])("a ledger that is %s is a 404 at its field", (_which, ledgerOf) => {
    const callers = () => [books.staff, books.owner];
    const notThere = (path: string) => [404, "not_found", "The ledger was not found.", path];
    const refusedWith = ({ status, problem }: Reply) => [
      status,
      problem.code,
      problem.message,
      problem.errors?.[0]?.path,
    ];

    test("in an entry", async () => {
      const body = receiptBody(funding, ledgerOf(), "1.00", own());
      for (const caller of callers()) {
        const reply = await caller.attempt(addEntry, { body });
        expect(refusedWith(reply)).toEqual(notThere("items.1.ledger_id"));
      }
    });

    test("in a batch", async () => {
      const entries = [
        receiptBody(funding, bank, "1.00"),
        receiptBody(funding, ledgerOf(), "1.00"),
      ];
      for (const caller of callers()) {
        const reply = await caller.attempt(addEntryBatch, { body: { ...own(), entries } });
        expect(refusedWith(reply)).toEqual(notThere("entries.1.items.1.ledger_id"));
      }
    });

    test("in a revision", async () => {
      const { id } = await books.owner.call(addEntry, { body: receipt("1.00") });
      const body = receiptBody(funding, ledgerOf(), "1.00", own());
      for (const caller of callers()) {
        const reply = await caller.attempt(updateEntry, { params: { id }, body });
        expect(refusedWith(reply)).toEqual(notThere("items.1.ledger_id"));
      }
    });
  });

  test("a ledger with sub-ledgers accepts no postings", async () => {
    const parent = await books.addCashLedger("Parent");
    await books.addCashLedger("Child", { parent_ledger_id: parent.id });
    const reply = await books.staff.attempt(addEntry, {
      body: receiptBody(parent.id, bank, "1.00", own()),
    });
    expect([reply.status, reply.problem.code, reply.problem.errors?.[0]?.path]).toEqual([
      422,
      "ledger_closed_to_postings",
      "items.0.ledger_id",
    ]);
    expect(reply.problem.message).toContain(`${parent.code} Parent`);
  });

  test("callers without a session are refused", async () => {
    expect((await world.nobody.attempt(addEntry, { body: receipt("1.00") })).status).toBe(401);
  });
});

describe("concurrent posts", () => {
  test("two hundred posts in opposite directions all succeed, numbered without gaps", async () => {
    const [a, b] = [await books.addCashLedger("Till A"), await books.addCashLedger("Till B")];
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_unused, index) => {
        const [debit, credit] = index % 2 === 0 ? [a.id, b.id] : [b.id, a.id];
        return books.staff.attempt(addEntry, {
          body: receiptBody(debit, credit, "1.00", { ...own(), entry_type_id: 3 }),
        });
      }),
    );
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([201]));
    expect(await closing(a.id)).toBe("0 DR");
    const numbers = replies
      .map((reply) => (reply.body as { data: { ent_number: string } }).data.ent_number)
      .toSorted();
    expect(numbers[0]).toBe("CTR-000001");
    expect(numbers.at(-1)).toBe("CTR-000200");
    expect(new Set(numbers).size).toBe(200);
  });

  test("a ledger that becomes a parent concurrently accepts a posting before that or refuses it after", async () => {
    const group = await books.owner.call(addGroup, { body: { class: "01", name: "Turning" } });
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, async (_unused, index) => {
        const till = await books.owner.call(addLedger, {
          body: { group_id: group.id, name: `Turning ${index}` },
        });
        const [posted, added] = await Promise.all([
          books.owner.attempt(addEntry, { body: receiptBody(till.id, bank, "1.00") }),
          books.owner.attempt(addLedger, {
            body: { group_id: group.id, name: `Below ${index}`, parent_ledger_id: till.id },
          }),
        ]);
        return `${posted.status} ${added.status}`;
      }),
    );
    expect(outcomes.filter((outcome) => outcome !== "201 201" && outcome !== "422 201")).toEqual(
      [],
    );
  });
});
