import { addLedger, getLedger, updateLedger } from "@kontor/contract/accounting/accounts";
import { addEntry } from "@kontor/contract/accounting/entries";
import { addGroup } from "@kontor/contract/accounting/groups";
import { getStatement } from "@kontor/contract/accounting/statements";
import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";

import { setAllTenantsReadable } from "../../platform/scope.ts";
import { openBooks, receiptBody } from "../../testing/books.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld } from "../../testing/harness.ts";

const world = await openFileWorld();
const books = await openBooks(world);

afterAll(() => expectCoherentBooks(world));

const edit = (id: number, body: object) => books.owner.call(updateLedger, { params: { id }, body });
const attemptEdit = (id: number, body: object) =>
  books.owner.attempt(updateLedger, { params: { id }, body });

async function audited(id: number) {
  return world.database.transaction(async (tx) => {
    await setAllTenantsReadable(tx);
    const { rows } = await sql<{ actor_id: number; action: string; detail: unknown }>`
      select actor_id, action, detail from audit_log where subject = ${`ledger:${id}`} order by id`.execute(
      tx,
    );
    return rows;
  });
}

describe("editing a ledger", () => {
  test("changes name and notes, increments the version and keeps fields that are not sent", async () => {
    const ledger = await books.addCashLedger("Till", { op_balance: "3.00", notes: "At the door" });
    const renamed = await edit(ledger.id, { name: " Till one " });
    expect(renamed).toEqual({ ...ledger, name: "Till one", version: 2 });
    const emptied = await edit(ledger.id, { name: "Till one", notes: "" });
    expect(emptied).toMatchObject({ notes: "", op_balance: 300n, version: 3 });
  });

  test("accepts locked fields with their saved values, as older clients send them", async () => {
    const ledger = await books.addCashLedger("Locked", { op_balance_dc: "CR", op_balance: "1.00" });
    const sent = {
      ledger_id: ledger.id,
      group_id: ledger.group_id,
      parent_ledger_id: null,
      name: "Locked",
      code: ledger.code,
      op_balance: "1.00",
      op_balance_dc: "CR",
      notes: "",
      token: "legacy",
    };
    expect(await edit(ledger.id, sent)).toEqual({ ...ledger, version: 2 });
  });

  test.for([
    ["group_id", (ledger: { group_id: number }) => ({ group_id: ledger.group_id + 1 })],
    ["code", () => ({ code: "01-01-9999" })],
    ["op_balance_dc", () => ({ op_balance_dc: "CR" })],
    ["ledger_id", (ledger: { id: number }) => ({ ledger_id: ledger.id + 1 })],
    ["parent_ledger_id", () => ({ parent_ledger_id: books.ledger("bank_clearing") })],
  ] as const)("another %s is refused at its field", async ([path, change]) => {
    const ledger = await books.addCashLedger(`Keeps its ${path}`);
    const reply = await attemptEdit(ledger.id, { name: "New name", ...change(ledger) });
    expect([reply.status, reply.problem.code, reply.problem.errors?.[0]?.path]).toEqual([
      422,
      "field_locked",
      path,
    ]);
    expect(await books.owner.call(getLedger, { params: { id: ledger.id } })).toEqual(ledger);
  });

  test("of two concurrent changes the second is refused", async () => {
    const { id } = await books.addCashLedger("Edited by two");
    const replies = await Promise.all([
      attemptEdit(id, { name: "By one", version: 1 }),
      attemptEdit(id, { name: "By the other", version: 1 }),
    ]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)?.problem.code).toBe("changed_meanwhile");
    expect((await attemptEdit(id, { name: "Without a version" })).status).toBe(200);
  });

  test("a retried submit has one effect and the same response", async () => {
    const { id } = await books.addCashLedger("Retried edit");
    const wire = { params: { id }, body: { name: "Retried", version: 1 }, key: "edit-key-0001" };
    const first = await books.owner.attempt(updateLedger, wire);
    const again = await books.owner.attempt(updateLedger, wire);
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
  });

  test("callers without a session or of another organization, and bad input, are refused", async () => {
    const { id } = await books.addCashLedger("Mine");
    const wire = { params: { id }, body: { name: "Theirs" } };
    expect((await world.nobody.attempt(updateLedger, wire)).status).toBe(401);
    expect((await books.stranger.attempt(updateLedger, wire)).status).toBe(404);
    expect((await attemptEdit(999_999, { name: "Nobody's" })).status).toBe(404);
    const bad = await attemptEdit(id, { name: "", op_balance: "1.001" });
    expect([bad.status, bad.problem.errors?.map(({ path }) => path)]).toEqual([
      422,
      ["name", "op_balance"],
    ]);
    expect((await books.owner.call(getLedger, { params: { id } })).name).toBe("Mine");
  });
});

describe("a changed opening balance", () => {
  test("of a standard ledger is on the usual side of its class", async () => {
    const opened = (id: number, name: string) =>
      books.owner.call(updateLedger, { params: { id }, body: { name, op_balance: "75.00" } });
    const onCredit = { op_balance_dc: "CR", cl_balance: 7500n, cl_balance_dc: "CR" };
    const onDebit = { op_balance_dc: "DR", cl_balance: 7500n, cl_balance_dc: "DR" };
    expect(await opened(books.ledger("paye_payable"), "PAYE payable")).toMatchObject(onCredit);
    expect(await opened(books.ledger("other_pay"), "Other pay")).toMatchObject(onDebit);
  });

  test("changes every later balance, and the audit log names the user, the old value and the new one", async () => {
    const ledger = await books.addCashLedger("Safe", { op_balance: "100.00" });
    const bank = books.ledger("bank_clearing");
    await books.post(ledger.id, bank, "10.00", "2026-03-01");
    await books.post(bank, ledger.id, "30.00", "2026-03-02");
    const balances = async () => {
      const { data } = await books.owner.list(getStatement, { params: { id: ledger.id } });
      return [
        data.opening_balance,
        ...data.rows.map((row) => row.balance),
        data.closing_balance,
        data.current_opening_balance,
        data.current_closing_balance,
      ];
    };
    expect(await balances()).toEqual([10_000n, 11_000n, 8000n, 8000n, 10_000n, 8000n]);

    const changed = await books.staff.call(updateLedger, {
      params: { id: ledger.id },
      body: {
        tenant_id: books.tenant.tenant_id,
        name: "Safe",
        op_balance: "250.50",
        version: 1,
      },
    });
    expect(changed).toMatchObject({
      op_balance: 25_050n,
      own_balance: 23_050n,
      cl_balance: 23_050n,
    });
    expect(await balances()).toEqual([25_050n, 26_050n, 23_050n, 23_050n, 25_050n, 23_050n]);
    const log = await audited(ledger.id);
    expect(log.map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ["ledger.added", books.owner.user_id],
      ["ledger.changed", books.staff.user_id],
    ]);
    expect(log[1]?.detail).toEqual({ op_balance: { from: "10000", to: "25050" } });
  });

  test("during concurrent posting loses neither change", async () => {
    const ledger = await books.addCashLedger("Busy safe");
    const bank = books.ledger("bank_clearing");
    const posts = Array.from({ length: 20 }, () =>
      books.owner.call(addEntry, { body: receiptBody(ledger.id, bank, "1.00") }),
    );
    const edits = Array.from({ length: 10 }, (_unused, index) =>
      edit(ledger.id, { name: "Busy safe", op_balance: `${index + 1}.00` }),
    );
    await Promise.all([...posts, ...edits]);
    await edit(ledger.id, { name: "Busy safe", op_balance: "7.00" });
    const after = await books.owner.call(getLedger, { params: { id: ledger.id } });
    expect(after.own_balance).toBe(2700n);
  });
});

describe("another parent", () => {
  test("moves the sub-ledger with its balance; null makes it a ledger without a parent", async () => {
    const [one, two] = [
      await books.addCashLedger("Region 1"),
      await books.addCashLedger("Region 2"),
    ];
    const child = await books.addCashLedger("Branch", {
      parent_ledger_id: one.id,
      op_balance: "9.00",
    });
    const closings = async () =>
      Promise.all(
        [one, two].map(async ({ id }) => {
          const { cl_balance } = await books.owner.call(getLedger, { params: { id } });
          return cl_balance;
        }),
      );
    expect(await closings()).toEqual([900n, 0n]);
    await edit(child.id, { name: "Branch", parent_ledger_id: two.id });
    expect(await closings()).toEqual([0n, 900n]);
    await edit(child.id, { name: "Branch" });
    expect(await closings()).toEqual([0n, 900n]);
    const alone = await edit(child.id, { name: "Branch", parent_ledger_id: null });
    expect(alone.parent_ledger_id).toBe(null);
    expect(await closings()).toEqual([0n, 0n]);
    expect((await audited(child.id)).at(-1)?.detail).toEqual({
      parent_ledger_id: { from: two.id, to: null },
    });
  });

  test("keeps the rules of parents", async () => {
    const group = await books.owner.call(addGroup, { body: { class: "01", name: "Other group" } });
    const elsewhere = await books.owner.call(addLedger, {
      body: { group_id: group.id, name: "Elsewhere" },
    });
    const parent = await books.addCashLedger("Parent");
    const child = await books.addCashLedger("Child", { parent_ledger_id: parent.id });
    const sibling = await books.addCashLedger("Sibling", { parent_ledger_id: parent.id });
    const codes = [];
    for (const parent_ledger_id of [
      elsewhere.id,
      sibling.id,
      child.id,
      books.ledger("funding_account"),
      999_999,
    ]) {
      const reply = await attemptEdit(child.id, { name: "Child", parent_ledger_id });
      codes.push([reply.status, reply.problem.code, reply.problem.errors?.[0]?.path]);
    }
    const path = "parent_ledger_id";
    expect(codes).toEqual([
      [422, "parent_in_other_group", path],
      [422, "parent_is_sub_ledger", path],
      [422, "parent_is_sub_ledger", path],
      [422, "parent_is_system_ledger", path],
      [404, "not_found", path],
    ]);
  });

  test("swapping the parents of two ledgers during concurrent posting causes no deadlock error", async () => {
    const [one, two] = [await books.addCashLedger("Side 1"), await books.addCashLedger("Side 2")];
    const children = [
      await books.addCashLedger("Swapped 1", { parent_ledger_id: one.id }),
      await books.addCashLedger("Swapped 2", { parent_ledger_id: two.id }),
    ];
    const [first, second] = children.map(({ id }) => id);
    const replies = await Promise.all(
      Array.from({ length: 24 }, (_unused, index) => {
        if (index % 3 === 0) {
          return books.owner.attempt(addEntry, {
            body: receiptBody(first ?? 0, second ?? 0, "1.00"),
          });
        }
        const parent_ledger_id = index % 2 === 0 ? one.id : two.id;
        return attemptEdit(index % 3 === 1 ? (first ?? 0) : (second ?? 0), {
          name: "Swapped",
          parent_ledger_id,
        });
      }),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 201]));
  });
});
