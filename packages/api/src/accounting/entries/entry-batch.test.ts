import { getLedger } from "@kontor/contract/accounting/accounts";
import { addEntryBatch, getEntry } from "@kontor/contract/accounting/entries";
import { afterAll, describe, expect, test } from "vitest";

import { openBooks, receiptBody } from "../../testing/books.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld } from "../../testing/harness.ts";

const world = await openFileWorld();
const books = await openBooks(world);
const funding = books.ledger("paye_payable");
const bank = books.ledger("bank_clearing");

afterAll(() => expectCoherentBooks(world));

const receipt = (amount: string, extra: Record<string, unknown> = {}) =>
  receiptBody(funding, bank, amount, extra);
const closing = async (id: number) => {
  const { cl_balance, cl_balance_dc } = await books.owner.call(getLedger, { params: { id } });
  return `${cl_balance} ${cl_balance_dc}`;
};

describe("a batch of entries", () => {
  const batch = (count: number, extra: object = {}) => ({
    entries: Array.from({ length: count }, (_unused, index) => receipt(`${index + 1}.00`)),
    ...extra,
  });

  test("posts all of them in order, in one call", async () => {
    const [one, two] = [await books.addCashLedger("Batch 1"), await books.addCashLedger("Batch 2")];
    const entries = Array.from({ length: 100 }, (_unused, index) =>
      receiptBody(one.id, two.id, "1.00", { entry_type_id: index % 2 === 0 ? 1 : 4 }),
    );
    const posted = await books.owner.call(addEntryBatch, { body: { entries } });
    expect(posted).toHaveLength(100);
    expect(posted.map(({ entry_type_id }) => entry_type_id)).toEqual(
      entries.map(({ entry_type_id }) => entry_type_id),
    );
    const numbers = posted
      .filter(({ entry_type_id }) => entry_type_id === 4)
      .map(({ ent_number }) => Number(ent_number.slice(4)));
    expect(numbers).toEqual(numbers.map((_number, index) => (numbers[0] ?? 0) + index));
    expect(posted.map(({ id }) => id)).toEqual(
      posted.map(({ id }) => id).toSorted((a, b) => a - b),
    );
    expect([await closing(one.id), await closing(two.id)]).toEqual(["10000 DR", "10000 CR"]);
    const last = await books.owner.call(getEntry, { params: { id: posted[99]?.id } });
    expect([last.ent_number, last.revision]).toEqual([posted[99]?.ent_number, 1]);
  });

  test("is stored completely or not at all, and each problem has its path", async () => {
    const before = await closing(funding);
    const body = batch(4);
    const items = body.entries[1]?.items ?? [];
    const reply = await books.owner.attempt(addEntryBatch, {
      body: {
        entries: [
          body.entries[0],
          { ...body.entries[1], items: [items[0], { ...items[1], amount: "1.00" }] },
          body.entries[2],
          { ...body.entries[3], items: [items[0], { ...items[1], ledger_id: funding }] },
        ],
      },
    });
    expect([reply.status, reply.problem.errors]).toEqual([
      422,
      [
        { path: "entries.1.items", message: "The CR side is short by ₦1.00." },
        expect.objectContaining({ path: "entries.3.items.1.ledger_id" }),
      ],
    ]);
    const unknown = batch(3);
    const missing = await books.owner.attempt(addEntryBatch, {
      body: { entries: [...unknown.entries, receiptBody(999_999, bank, "1.00")] },
    });
    expect([missing.status, missing.problem.errors?.[0]?.path]).toEqual([
      404,
      "entries.3.items.0.ledger_id",
    ]);
    expect(await closing(funding)).toBe(before);
  });

  test("a bookkeeper of several organizations must name one", async () => {
    const reply = await books.staff.attempt(addEntryBatch, { body: batch(1) });
    expect([reply.status, reply.problem.code, reply.problem.errors?.[0]?.path]).toEqual([
      422,
      "organization_required",
      "tenant_id",
    ]);
  });

  test("a retried submit has one effect", async () => {
    const wire = { body: batch(3), key: "batch-key-0001" };
    const before = await closing(funding);
    const first = await books.owner.attempt(addEntryBatch, wire);
    const again = await books.owner.attempt(addEntryBatch, wire);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    const moved =
      BigInt((await closing(funding)).split(" ")[0] ?? "") - BigInt(before.split(" ")[0] ?? "");
    expect(moved).toBe(600n);
  });

  test.for([
    ["no entries", () => ({ entries: [] }), "entries"],
    ["more than a hundred", () => batch(101), "entries"],
    [
      "an entry of the system",
      () => ({ entries: [receipt("1.00"), receipt("1.00", { entry_type_id: 11 })] }),
      "entries.1.entry_type_id",
    ],
    [
      "a bad amount",
      () => ({ entries: [receipt("1.00"), receipt("0.00")] }),
      "entries.1.items.0.amount",
    ],
    [
      "an organization inside an entry",
      () => ({ entries: [receipt("1.00", { tenant_id: 1 })] }),
      "entries.0.tenant_id",
    ],
  ] as const)("%s is refused at its field", async ([, body, path]) => {
    const reply = await books.owner.attempt(addEntryBatch, { body: body() });
    expect([reply.status, reply.problem.errors?.[0]?.path]).toEqual([422, path]);
  });

  test("callers without a session or of another organization are refused", async () => {
    expect((await world.nobody.attempt(addEntryBatch, { body: batch(1) })).status).toBe(401);
    const foreign = await books.stranger.attempt(addEntryBatch, { body: batch(1) });
    expect([foreign.status, foreign.problem.errors?.[0]?.path]).toEqual([
      404,
      "entries.0.items.0.ledger_id",
    ]);
  });
});
