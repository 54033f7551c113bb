import { kobo, printMoney } from "@kontor/books/money";
import { getLedger } from "@kontor/contract/accounting/accounts";
import { addEntry, getEntry } from "@kontor/contract/accounting/entries";
import { getStatement } from "@kontor/contract/accounting/statements";
import { getFinancials, submitFunds } from "@kontor/contract/funding/funding";
import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";

import type { LedgerPurpose } from "../accounting/chart/standard-chart.ts";
import { postEntries } from "../accounting/entries/postings.ts";
import { setTenant } from "../platform/scope.ts";
import { expectCoherentBooks } from "../testing/coherence.ts";
import { openFileWorld } from "../testing/harness.ts";
import {
  openOrganization,
  openTwoOrganizations,
  type TestOrganization,
} from "../testing/organizations.ts";

const world = await openFileWorld();
const { acme, other, platform, staff, insider } = await openTwoOrganizations(world);

afterAll(() => expectCoherentBooks(world));

/** Posts as the product's own features do: with control ledgers and on any day. */
const postAsFeature = (
  { tenant_id, ledgers }: TestOrganization,
  debit: LedgerPurpose,
  credit: LedgerPurpose,
  amount: bigint,
  entry_date: string,
) =>
  world.database.transaction(async (tx) => {
    await setTenant(tx, tenant_id);
    const poster = { tx, actorId: null, requestId: "test", recordedAt: world.clock.now() };
    const item = { amount: kobo(amount), narration: "By a feature" };
    const items = [
      { dc: "DR" as const, ledger_id: ledgers[debit], ...item },
      { dc: "CR" as const, ledger_id: ledgers[credit], ...item },
    ];
    const narration = "By a feature";
    await postEntries(poster, tenant_id, [{ entry_type_id: 13, entry_date, narration, items }]);
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

/** Expects wallet, ledger and transactions to agree. @returns the balance in kobo. */
async function balances(organization: TestOrganization): Promise<bigint> {
  const { data } = await financials(organization, { per_page: 100 });
  const ledger = await staff.call(getLedger, {
    params: { id: data.ledger_id },
    query: { tenant_id: organization.tenant_id },
  });
  expect([data.balance, data.balance_dc]).toEqual([ledger.own_balance, ledger.own_balance_dc]);
  const moved = data.transactions.map(({ action, amount }) =>
    action === "DEPOSIT" ? amount : -amount,
  );
  expect(moved.reduce((total, amount) => total + amount, 0n)).toBe(data.balance);
  return data.balance;
}

describe("depositing and withdrawing", () => {
  test("post entries, store transactions and move the balance", async () => {
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

  test("the entry has the funding account and the bank clearing ledger on the right sides", async () => {
    const entryOf = async ({ entry_id }: { entry_id: number }) => {
      const entry = await staff.call(getEntry, {
        params: { id: entry_id },
        query: { tenant_id: acme.tenant_id },
      });
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
    const statement = await staff.call(getStatement, {
      params: { id: data.ledger_id },
      query: { tenant_id: acme.tenant_id },
    });
    expect(statement.rows.map((row) => row.ent_number)).toEqual(["DEP-000001", "WDR-000001"]);
  });

  test("the funding account refuses manual entries and says where funds are moved", async () => {
    const { tenant_id, ledgers } = await openOrganization(world, "By Hand Limited");
    const narration = "By hand";
    const reply = await staff.attempt(addEntry, {
      body: {
        tenant_id,
        items: [
          { dc: "DR", amount: "500.00", ledger_id: ledgers.bank_clearing, narration },
          { dc: "CR", amount: "500.00", ledger_id: ledgers.funding_account, narration },
        ],
      },
    });
    const message =
      "Ledger 01-01-0001 Funding account cannot be posted to by hand: its balance follows the deposits, withdrawals and transfers in Company Accounts. Choose another ledger.";
    expect([reply.status, reply.problem.code, reply.problem.errors]).toEqual([
      422,
      "ledger_controlled",
      [{ path: "items.1.ledger_id", message }],
    ]);
  });

  test("a withdrawal from a wallet that older manual entries have overdrawn is refused", async () => {
    const organization = await openOrganization(world, "Overdrawn Limited");
    await postAsFeature(organization, "bank_clearing", "funding_account", 1_200n, "2026-03-10");
    const { data } = await financials(organization);
    expect([data.balance, data.balance_dc]).toEqual([1_200n, "CR"]);
    const refused = await move(organization, "WITHDRAWAL", "1.00");
    expect(refused.problem.message).toBe(
      "The balance is ₦12.00 overdrawn: that is not enough for this withdrawal.",
    );
  });
});

test("a withdrawal never overdraws by a kobo; the refusal states the balance", async () => {
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
  test("when it is retried with its idempotency key", async () => {
    const organization = await openOrganization(world, "Retry Limited");
    const key = "retry-funds-0001";
    const first = await move(organization, "DEPOSIT", "10.00", { key });
    const again = await move(organization, "DEPOSIT", "10.00", { key });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect(await balances(organization)).toBe(1_000n);
    const changed = await move(organization, "DEPOSIT", "11.00", { key });
    expect([changed.status, changed.problem.code]).toEqual([422, "idempotency_key_reused"]);
    // An idempotency key belongs to one organization.
    const elsewhere = await move(other, "DEPOSIT", "10.00", { key });
    expect(elsewhere.status).toBe(201);
    expect(await balances(organization)).toBe(1_000n);
  });

  test("when the user clicks twice before the first response", async () => {
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

  test("and a refused submit may be sent again with its key", async () => {
    const organization = await openOrganization(world, "Later Limited");
    const key = "refused-then-paid-01";
    expect((await move(organization, "WITHDRAWAL", "5.00", { key })).status).toBe(422);
    await deposit(organization, "5.00");
    expect((await move(organization, "WITHDRAWAL", "5.00", { key })).status).toBe(201);
    expect(await balances(organization)).toBe(0n);
  });
});

describe("mails to the organization", () => {
  type Mailed = {
    label: string;
    to_name: string;
    to_email: string;
    subject: string;
    html: string;
    text: string;
  };
  const mailsOf = async ({ tenant_id }: TestOrganization) =>
    world.database.transaction(async (tx) => {
      const { rows } = await sql<Mailed>`
        select label, to_name, to_email, subject, html, text from mails where tenant_id = ${tenant_id} order by id`.execute(
        tx,
      );
      return rows;
    });

  test("are sent once for each deposit and withdrawal, and never for a refused one", async () => {
    const organization = await openOrganization(world, "Mailed & Sons");
    const key = "one-mail-for-one-deposit";
    const description = "<b>Float</b> {{balance}}";
    await move(organization, "DEPOSIT", "1250.50", { key, body: { description } });
    await move(organization, "DEPOSIT", "1250.50", { key, body: { description } });
    await move(organization, "WITHDRAWAL", "5000.00");
    await move(organization, "WITHDRAWAL", "250.50");
    const [paidIn, paidOut, ...more] = await mailsOf(organization);
    expect(more).toEqual([]);
    const email = await world.database.transaction(async (tx) => {
      const { rows } = await sql<{ email: string }>`
        select email from tenants where id = ${organization.tenant_id}`.execute(tx);
      return rows[0]?.email;
    });
    expect(paidIn).toMatchObject({
      label: "wallet_deposit",
      to_name: "Mailed & Sons",
      to_email: email,
      subject: "₦1,250.50 was paid into your funding account",
    });
    expect(paidIn?.html).toContain("Mailed &amp; Sons");
    expect(paidIn?.html).toContain("&lt;b&gt;Float&lt;/b&gt; {{balance}}");
    expect(paidIn?.html).not.toContain("<b>Float");
    for (const part of ["DEP-000001", "10 March 2026, 10:00", "The balance is now ₦1,250.50."]) {
      expect(paidIn?.text).toContain(part);
    }
    expect(paidOut).toMatchObject({
      label: "wallet_withdrawal",
      subject: "₦250.50 was withdrawn from your funding account",
    });
    expect(paidOut?.text).toContain("The balance is now ₦1,000.00.");
    expect(paidOut?.text).toContain("Withdrawal of funds");
  });
});

describe("fifty concurrent movements", () => {
  test("withdraw the available amount and not a kobo more", async () => {
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

  test("in both directions leave the wallet equal to its ledger", async () => {
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

const one = { action: "DEPOSIT", amount: "1.00" };

test("only the platform's administrators move funds", async () => {
  const before = await balances(acme);
  const wire = { params: acme.path, body: one };
  expect((await world.nobody.attempt(submitFunds, wire)).status).toBe(401);
  expect((await staff.attempt(submitFunds, wire)).status).toBe(403);
  expect((await insider.attempt(submitFunds, wire)).status).toBe(403);
  expect(await balances(acme)).toBe(before);
});

test("answers 404 for an unknown organization and for a company of another organization", async () => {
  const mixed = { tenant_id: acme.tenant_id, company_id: other.company_id };
  for (const params of [mixed, { tenant_id: 999_999, company_id: 1 }]) {
    const reply = await platform.attempt(submitFunds, { params, body: one });
    expect([reply.status, reply.problem.message]).toEqual([404, "The organization was not found."]);
  }
});
