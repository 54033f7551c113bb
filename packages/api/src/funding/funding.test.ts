import { kobo, printMoney } from "@kontor/books/money";
import { getLedger } from "@kontor/contract/accounting";
import { addEntry, getEntry, getStatement } from "@kontor/contract/accounting-entries";
import { getFinancials, getPayAccount, submitFunds } from "@kontor/contract/funding";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { expectCoherentBooks } from "../platform/testing/coherence.ts";
import { openWorld, type Caller, type World } from "../platform/testing/harness.ts";
import { openOrganization, type TestOrganization } from "../platform/testing/organizations.ts";

let world: World;
let platform: Caller;
let staff: Caller;
let insider: Caller;
let acme: TestOrganization;
let other: TestOrganization;

beforeAll(async () => {
  world = await openWorld();
  acme = await openOrganization(world, "Acme Limited");
  other = await openOrganization(world, "Other Limited");
  platform = await world.signIn("platform");
  staff = await world.signIn("staff");
  insider = await world.signIn("organization", acme.tenant_id);
});
afterAll(async () => {
  await expectCoherentBooks(world);
  await world.close();
});

type Action = "DEPOSIT" | "WITHDRAWAL";

const move = (
  { path }: TestOrganization,
  action: Action,
  amount: unknown,
  extra: { body?: object; key?: string } = {},
) =>
  platform.attempt(submitFunds, {
    params: path,
    body: { action, amount, ...extra.body },
    ...(extra.key === undefined ? {} : { key: extra.key }),
  });
const deposit = (organization: TestOrganization, amount: string, description?: string) =>
  platform.call(submitFunds, {
    params: organization.path,
    body: { action: "DEPOSIT", amount, description },
  });
const financials = ({ path }: TestOrganization, query: object = {}) =>
  staff.list(getFinancials, { params: path, query });

/** The wallet, the ledger and the sum of the transactions, which must be one and the same. */
async function balances(organization: TestOrganization): Promise<bigint> {
  const { data } = await financials(organization, { per_page: 100 });
  const ledger = await staff.call(getLedger, { params: { id: data.ledger_id } });
  expect([data.balance, data.balance_dc]).toEqual([ledger.own_balance, ledger.own_balance_dc]);
  const moved = data.transactions.map(({ action, amount }) =>
    action === "DEPOSIT" ? amount : -amount,
  );
  expect(moved.reduce((total, amount) => total + amount, 0n)).toBe(data.balance);
  return data.balance;
}

describe("depositing and withdrawing", () => {
  test("post their entries, keep the transactions and move the balance", async () => {
    const organization = await openOrganization(world, "First Limited");
    const empty = await financials(organization);
    expect([empty.data.balance, empty.data.transactions, empty.meta.total]).toEqual([0n, [], 0]);

    const paidIn = await deposit(organization, "1250.50", "Opening float");
    expect([paidIn.balance, paidIn.balance_dc]).toEqual([125_050n, "DR"]);
    expect(paidIn.transaction).toMatchObject({
      action: "DEPOSIT",
      amount: 125_050n,
      description: "Opening float",
      status: "COMPLETED",
      created_at: world.clock.now(),
      entry_type_id: 10,
      ent_number: "DEP-000001",
    });
    const paidOut = await platform.call(submitFunds, {
      params: organization.path,
      body: { action: "WITHDRAWAL", amount: "250.50", ...organization.path },
    });
    expect([paidOut.balance, paidOut.transaction.ent_number]).toEqual([100_000n, "WDR-000001"]);

    const after = await financials(organization);
    expect(after.data.transactions).toEqual([paidOut.transaction, paidIn.transaction]);
    expect(after.meta).toMatchObject({ page: 1, per_page: 10, total: 2 });
    expect(await balances(organization)).toBe(100_000n);
  });

  test("the entry has the funding account and the bank clearing on the right sides", async () => {
    const entryOf = async ({ entry_id }: { entry_id: number }) => {
      const entry = await staff.call(getEntry, { params: { id: entry_id } });
      return {
        type: entry.entry_type_label,
        date: entry.date,
        narration: entry.narration,
        items: entry.items.map((item) => `${item.dc} ${item.name} ${printMoney(item.amount)}`),
      };
    };
    const paidIn = await deposit(acme, "80.00");
    expect(await entryOf(paidIn.transaction)).toEqual({
      type: "Deposit",
      date: "2026-03-10",
      narration: "Deposit of funds",
      items: ["DR Funding account 80.00", "CR Bank clearing 80.00"],
    });
    const paidOut = await platform.call(submitFunds, {
      params: acme.path,
      body: { action: "WITHDRAWAL", amount: "30.00", description: "  Refund  " },
    });
    expect(await entryOf(paidOut.transaction)).toEqual({
      type: "Withdrawal",
      date: "2026-03-10",
      narration: "Refund",
      items: ["DR Bank clearing 30.00", "CR Funding account 30.00"],
    });
    const { data } = await financials(acme);
    const statement = await staff.call(getStatement, { params: { id: data.ledger_id } });
    expect(statement.rows.map((row) => row.ent_number)).toEqual(["DEP-000001", "WDR-000001"]);
  });

  test("the balance is the ledger's, so what is posted by hand counts as well", async () => {
    const organization = await openOrganization(world, "By Hand Limited");
    const post = async (debit: "funding_account" | "bank_clearing", amount: string) => {
      const credit = debit === "funding_account" ? "bank_clearing" : "funding_account";
      await staff.call(addEntry, {
        body: {
          items: [
            { dc: "DR", amount, ledger_id: organization.ledgers.get(debit), narration: "By hand" },
            { dc: "CR", amount, ledger_id: organization.ledgers.get(credit), narration: "By hand" },
          ],
        },
      });
    };
    await post("funding_account", "500.00");
    expect((await move(organization, "WITHDRAWAL", "500.01")).problem.code).toBe(
      "funds_insufficient",
    );
    expect((await move(organization, "WITHDRAWAL", "500.00")).status).toBe(201);
    await post("bank_clearing", "12.00");
    const { data } = await financials(organization);
    expect([data.balance, data.balance_dc]).toEqual([1_200n, "CR"]);
    const refused = await move(organization, "WITHDRAWAL", "1.00");
    expect(refused.problem.message).toBe(
      "The balance is ₦12.00 overdrawn: that is not enough for this withdrawal.",
    );
  });
});

test("a withdrawal never overdraws, not by a kobo, and says what is there", async () => {
  const organization = await openOrganization(world, "Thin Limited");
  await deposit(organization, "100.00");
  const refused = await move(organization, "WITHDRAWAL", "100.01");
  const message = "The balance is ₦100.00: that is not enough for this withdrawal.";
  expect([refused.status, refused.problem.code, refused.problem.message]).toEqual([
    422,
    "funds_insufficient",
    message,
  ]);
  expect(refused.problem.errors).toEqual([{ path: "amount", message }]);
  expect((await financials(organization)).meta.total).toBe(1);
  expect((await move(organization, "WITHDRAWAL", "100.00")).status).toBe(201);
  expect(await balances(organization)).toBe(0n);
});

test.for([
  ["nothing", undefined, {}, "amount"],
  ["an empty text", "", {}, "amount"],
  ["zero", "0.00", {}, "amount"],
  ["three decimals", "1.005", {}, "amount"],
  ["a sign", "-5.00", {}, "amount"],
  ["a number instead of text", 5, {}, "amount"],
  ["an exponent", "1e3", {}, "amount"],
  ["more than the books hold", "10000000000000.01", {}, "amount"],
  ["no action", "5.00", { action: undefined }, "action"],
  ["another action", "5.00", { action: "REFUND" }, "action"],
  ["a long description", "5.00", { description: "x".repeat(201) }, "description"],
  ["an unknown field", "5.00", { status: "COMPLETED" }, "status"],
  ["another organization in the body", "5.00", { tenant_id: 999_999 }, "tenant_id"],
] as const)("%s is refused at its field", async ([, amount, body, path]) => {
  const before = await balances(other);
  const reply = await move(other, "DEPOSIT", amount, { body });
  expect(reply.status).toBe(422);
  expect(reply.problem.errors?.map((error) => error.path)).toEqual([path]);
  expect(reply.problem.errors?.[0]?.message).toMatch(/^[A-Zt][^{}]*\.$/);
  expect(await balances(other)).toBe(before);
});

describe("one submit has one effect", () => {
  test("when it is retried with its key", async () => {
    const organization = await openOrganization(world, "Retry Limited");
    const key = "retry-funds-0001";
    const first = await move(organization, "DEPOSIT", "10.00", { key });
    const again = await move(organization, "DEPOSIT", "10.00", { key });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect(await balances(organization)).toBe(1_000n);
    const changed = await move(organization, "DEPOSIT", "11.00", { key });
    expect([changed.status, changed.problem.code]).toEqual([422, "idempotency_key_reused"]);
    const elsewhere = await move(other, "DEPOSIT", "10.00", { key });
    expect(elsewhere.problem.code).toBe("idempotency_key_reused");
    expect(await balances(organization)).toBe(1_000n);
  });

  test("when it is clicked twice before the first answer", async () => {
    const organization = await openOrganization(world, "Click Limited");
    const clicks = await Promise.all(
      Array.from({ length: 8 }, () =>
        move(organization, "DEPOSIT", "10.00", { key: "second-click-0001" }),
      ),
    );
    for (const click of clicks) {
      if (click.status === 201) continue;
      expect(click.problem.code).toBe("idempotency_in_flight");
    }
    expect(clicks.some((click) => click.status === 201)).toBe(true);
    expect(await balances(organization)).toBe(1_000n);
    expect((await financials(organization)).meta.total).toBe(1);
  });

  test("when it was refused, it may be sent again with its key", async () => {
    const organization = await openOrganization(world, "Later Limited");
    const key = "refused-then-paid-01";
    expect((await move(organization, "WITHDRAWAL", "5.00", { key })).status).toBe(422);
    await deposit(organization, "5.00");
    expect((await move(organization, "WITHDRAWAL", "5.00", { key })).status).toBe(201);
    expect(await balances(organization)).toBe(0n);
  });
});

describe("fifty at once", () => {
  test("take out what is there and not a kobo more", async () => {
    const organization = await openOrganization(world, "Run Limited");
    await deposit(organization, "1000.00");
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => move(organization, "WITHDRAWAL", "90.00")),
    );
    const statuses = replies.map((reply) => reply.status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(11);
    expect(statuses.filter((status) => status === 422)).toHaveLength(39);
    expect(await balances(organization)).toBe(1_000n);
  });

  test("in both directions leave the wallet at what the ledger says", async () => {
    const organization = await openOrganization(world, "Busy Limited");
    await deposit(organization, "50.00");
    const replies = await Promise.all(
      Array.from({ length: 50 }, async (_unused, index) => {
        const action = index % 2 === 0 ? "DEPOSIT" : "WITHDRAWAL";
        const amount = 1_000 + index * 37;
        const reply = await move(organization, action, printMoney(kobo(BigInt(amount))));
        const sign = action === "DEPOSIT" ? 1 : -1;
        return { status: reply.status, moved: reply.status === 201 ? sign * amount : 0 };
      }),
    );
    expect(replies.filter(({ status }) => ![201, 422].includes(status))).toEqual([]);
    const moved = replies.reduce((total, reply) => total + reply.moved, 5_000);
    expect(await balances(organization)).toBe(BigInt(moved));
  });
});

describe("the list of transactions", () => {
  test("is paged by ten, newest first, and filtered by action, status and day", async () => {
    const organization = await openOrganization(world, "Listed Limited");
    // Ten to midnight of the 1st and ten past it in Lagos, an hour ahead of UTC.
    const moments = ["2026-03-01T22:50:00Z", "2026-03-01T23:10:00Z", "2026-03-02T23:10:00Z"];
    const start = world.clock.now();
    for (const [index, moment] of moments.entries()) {
      world.clock.set(new Date(moment));
      const caller = await world.signIn("platform");
      for (let count = 0; count < 4; count++) {
        await caller.call(submitFunds, {
          params: organization.path,
          body: { action: "DEPOSIT", amount: `${index + 1}00.0${count}` },
        });
      }
    }
    world.clock.set(start);
    expect((await move(organization, "WITHDRAWAL", "7.00")).status).toBe(201);

    const first = await financials(organization);
    expect(first.meta).toMatchObject({ page: 1, per_page: 10, total: 13 });
    const second = await financials(organization, { page: 2 });
    const ids = [...first.data.transactions, ...second.data.transactions].map(({ id }) => id);
    expect([first.data.transactions.length, second.data.transactions.length]).toEqual([10, 3]);
    expect(ids).toEqual(ids.toSorted((one, next) => next - one));
    expect(new Set(ids).size).toBe(13);
    expect(first.data.transactions[0]).toMatchObject({ action: "WITHDRAWAL", amount: 700n });
    expect(second.data.balance).toBe(first.data.balance);

    const amounts = async (query: object) => {
      const { data, meta } = await financials(organization, { per_page: 100, ...query });
      expect(data.transactions).toHaveLength(meta.total);
      return [...new Set(data.transactions.map(({ amount }) => amount / 10_000n))];
    };
    expect(await amounts({ start_date: "2026-03-01", end_date: "2026-03-01" })).toEqual([1n]);
    expect(await amounts({ start_date: "2026-03-02", end_date: "2026-03-02" })).toEqual([2n]);
    expect(await amounts({ start_date: "2026-03-02" })).toEqual([0n, 3n, 2n]);
    expect(await amounts({ end_date: "2026-03-02" })).toEqual([2n, 1n]);
    expect(await amounts({ action: "WITHDRAWAL" })).toEqual([0n]);
    expect(await amounts({ status: "COMPLETED", action: "DEPOSIT" })).toEqual([3n, 2n, 1n]);
    expect(await amounts({ status: "PENDING" })).toEqual([]);
  });

  test.for([
    [{ action: "REFUND" }, "action"],
    [{ status: "DONE" }, "status"],
    [{ start_date: "2026-02-30" }, "start_date"],
    [{ start_date: "2026-03-02", end_date: "2026-03-01" }, "end_date"],
    [{ page: 0 }, "page"],
    [{ per_page: 101 }, "per_page"],
    [{ colour: "red" }, "colour"],
  ] as const)("%j is refused", async ([query, path]) => {
    const reply = await staff.attempt(getFinancials, { params: acme.path, query });
    expect(reply.status).toBe(422);
    expect(reply.problem.errors?.map((error) => error.path)).toEqual([path]);
  });
});

test("the pay account says that it is a sandbox", async () => {
  expect(await staff.call(getPayAccount, { params: acme.path })).toEqual({
    bank_name: "Sandbox Bank (no real money)",
    account_name: "Acme Limited",
    virtual_account_number: `99${String(acme.tenant_id).padStart(8, "0")}`,
    provider: "sandbox",
    sandbox: true,
  });
});

const calls = () =>
  [
    [getFinancials, { params: acme.path }],
    [getPayAccount, { params: acme.path }],
    [submitFunds, { params: acme.path, body: { action: "DEPOSIT", amount: "1.00" } }],
  ] as const;

test("nobody without a session gets in", async () => {
  for (const [endpoint, wire] of calls()) {
    expect((await world.nobody.attempt(endpoint, wire)).status).toBe(401);
  }
});

test("staff reads and moves nothing; an organization's users do neither", async () => {
  const before = await balances(acme);
  for (const [endpoint, wire] of calls()) {
    const expected = endpoint === submitFunds ? 403 : 200;
    expect((await staff.attempt(endpoint, wire)).status).toBe(expected);
    expect((await insider.attempt(endpoint, wire)).status).toBe(403);
  }
  expect(await balances(acme)).toBe(before);
});

test("an organization that is not there is not found, nor is a company of another", async () => {
  for (const [endpoint, wire] of calls()) {
    const mixed = { tenant_id: acme.tenant_id, company_id: other.company_id };
    for (const params of [mixed, { tenant_id: 999_999, company_id: 1 }]) {
      const reply = await platform.attempt(endpoint, { ...wire, params });
      expect([reply.status, reply.problem.message]).toEqual([
        404,
        "The organization was not found.",
      ]);
    }
  }
});
