import { getLedger } from "@kontor/contract/accounting/accounts";
import { getStatement } from "@kontor/contract/accounting/statements";
import { getFinancials, submitFunds } from "@kontor/contract/funding/funding";
import { listPlatformAudit } from "@kontor/contract/users/audit";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { LedgerPurpose } from "../../accounting/chart/standard-chart.ts";
import { setTenant } from "../../platform/scope.ts";
import { expectCoherentFunds } from "../../testing/coherence.ts";
import { openFileWorld, type Caller } from "../../testing/harness.ts";
import { openOrganization, type TestOrganization } from "../../testing/organizations.ts";
import {
  requestTransfersFor,
  depositFunds,
  openDelivery,
  transferRequest,
} from "../../testing/transfers.ts";

const second = 1000;
const hour = 3_600_000;
const day = 24 * hour;

const world = await openFileWorld();
let platform: Caller;
beforeAll(async () => {
  platform = await world.signIn("platform");
});
afterAll(() => expectCoherentFunds(world));

let opened = 0;
async function funded(amount = "1000.00"): Promise<TestOrganization> {
  const organization = await openOrganization(world, `Payer ${++opened} Limited`);
  await depositFunds(platform, organization, amount);
  return organization;
}

const balanceOf = async (organization: TestOrganization, purpose: LedgerPurpose) => {
  const { tenant_id, ledgers } = organization;
  const ledger = await platform.call(getLedger, {
    params: { id: ledgers[purpose] },
    query: { tenant_id },
  });
  return ledger.own_balance_dc === "DR" ? ledger.own_balance : -ledger.own_balance;
};
/**
 * Balances of the funding account, transfers in transit and salary advances receivable; in kobo,
 * debit positive.
 */
const balances = (organization: TestOrganization) =>
  Promise.all(
    (["funding_account", "transfers_in_transit", "salary_advances_receivable"] as const).map(
      (purpose) => balanceOf(organization, purpose),
    ),
  );
const walletRows = async ({ path }: TestOrganization) => {
  const { data } = await platform.list(getFinancials, { params: path, query: {} });
  return data.transactions.map(({ action, purpose, status, amount }) => [
    action,
    purpose,
    status,
    amount,
  ]);
};
type Stored = {
  status: string;
  failure_reason: string | null;
  alert: string | null;
  sends: number;
  reference: string;
  attempt: number;
};
const stored = ({ tenant_id }: TestOrganization) =>
  world.database.transaction(async (tx) => {
    await setTenant(tx, tenant_id);
    const { rows } = await sql<Stored>`
      select status, failure_reason, alert, sends, reference, attempt from transfers
      where tenant_id = ${tenant_id} order by id`.execute(tx);
    return rows;
  });
const requestsAtSandbox = async (reference: string) => {
  const { rows } = await world.database.statement((db) =>
    sql<{ requests: number }>`
      select requests from sandbox_transfers where reference = ${reference}`.execute(db),
  );
  return rows.map(({ requests }) => requests);
};

/** Advances the clock step by step and runs the job whenever it is due. */
async function advanceClock(delivery: ReturnType<typeof openDelivery>, milliseconds: number) {
  const end = new Date(world.clock.now().getTime() + milliseconds);
  for (let rounds = 0; rounds < 200; rounds++) {
    const next = await delivery.run();
    if (next === undefined || next > end) break;
    if (next > world.clock.now()) world.clock.set(next);
  }
  world.clock.set(end);
  await delivery.run();
  // The earlier session has expired by now.
  platform = await world.signIn("platform");
}

test("money moves from the funding account through transit to the liability", async () => {
  const organization = await funded();
  const delivery = openDelivery(world);
  const [request] = await requestTransfersFor(world, organization, [transferRequest(1, 40_000n)]);
  expect(request).toMatchObject({ requested: true, attempt: 1 });
  expect(await balances(organization)).toEqual([60_000n, 40_000n, 0n]);
  // Correcting the wallet would not bring back money that was sent to a person.
  const { path: params } = organization;
  const { data: wallet } = await platform.list(getFinancials, { params, query: {} });
  const correction = await platform.attempt(submitFunds, {
    params,
    body: { action: "DEPOSIT", amount: "400.00", corrects: wallet.transactions[0]?.id },
  });
  expect([correction.status, correction.problem.code]).toEqual([409, "correction_of_transfer"]);
  expect(await walletRows(organization)).toEqual([
    ["WITHDRAWAL", "salary_advance", "PENDING", 40_000n],
    ["DEPOSIT", null, "COMPLETED", 100_000n],
  ]);

  // Another status is asked about from the shortest pause on.
  expect(await delivery.run()).toEqual(new Date(world.clock.now().getTime() + second));
  expect((await walletRows(organization))[0]?.[2]).toBe("PROCESSING");
  expect(await balances(organization)).toEqual([60_000n, 40_000n, 0n]);
  expect(delivery.passed).toEqual([]);

  await advanceClock(delivery, 5 * second);
  expect((await walletRows(organization))[0]?.[2]).toBe("COMPLETED");
  expect(await balances(organization)).toEqual([60_000n, 0n, 40_000n]);
  expect(delivery.passed).toMatchObject([
    { subject_id: 1, attempt: 1, amount: 40_000n, status: "COMPLETED", was: "PROCESSING" },
  ]);
  const statement = await platform.call(getStatement, {
    params: { id: organization.ledgers.transfers_in_transit },
    query: { tenant_id: organization.tenant_id },
  });
  expect(statement.rows.map(({ ent_number }) => ent_number)).toEqual(["WDR-000001", "ADV-000001"]);

  await advanceClock(delivery, 60 * day);
  expect(delivery.passed).toHaveLength(1);
  expect(delivery.warnings).toEqual([]);
  const [transfer] = await stored(organization);
  expect(await requestsAtSandbox(transfer?.reference ?? "")).toEqual([1]);

  const { data: log } = await platform.list(listPlatformAudit, {
    query: { tenant_id: organization.tenant_id, search: "transfer", sort: "recorded_at" },
  });
  expect(log.map(({ action, record }) => [action, record])).toEqual([
    ["transfer.requested", "WDR-000001"],
    ["transfer.completed", "WDR-000001"],
  ]);
});

describe("the sandbox's account numbers", () => {
  type Case = {
    ending: string;
    after: number;
    status: string;
    passed: string[];
    balances: bigint[];
    sends?: number;
    alert?: string;
    reason?: string;
  };
  const paid = [90_000n, 0n, 10_000n];
  const returned = [100_000n, 0n, 0n];
  const cases: Case[] = [
    {
      ending: "201",
      after: 5 * second,
      status: "FAILED",
      passed: ["FAILED"],
      balances: returned,
      reason: "The account is closed.",
    },
    {
      ending: "202",
      after: 6 * day,
      status: "COMPLETED",
      passed: ["COMPLETED"],
      balances: paid,
    },
    {
      ending: "202",
      after: 9 * day,
      status: "REVERSED",
      passed: ["COMPLETED", "REVERSED"],
      balances: returned,
      reason: "The bank sent the money back.",
    },
    {
      ending: "203",
      after: 60 * second,
      status: "COMPLETED",
      passed: ["COMPLETED"],
      balances: paid,
    },
    {
      ending: "204",
      after: 4 * 60 * second,
      status: "PENDING",
      passed: [],
      balances: [90_000n, 10_000n, 0n],
    },
    {
      ending: "204",
      after: hour,
      status: "COMPLETED",
      passed: ["COMPLETED"],
      balances: paid,
      sends: 2,
    },
    { ending: "205", after: 3 * hour, status: "COMPLETED", passed: ["COMPLETED"], balances: paid },
    {
      ending: "206",
      after: 60 * second,
      status: "COMPLETED",
      passed: ["COMPLETED"],
      balances: paid,
    },
    { ending: "207", after: 9 * day, status: "COMPLETED", passed: ["COMPLETED"], balances: paid },
    {
      ending: "208",
      after: hour / 2,
      status: "PROCESSING",
      passed: [],
      balances: [90_000n, 10_000n, 0n],
    },
    { ending: "208", after: 3 * hour, status: "COMPLETED", passed: ["COMPLETED"], balances: paid },
    {
      ending: "209",
      after: hour,
      status: "PENDING",
      passed: [],
      balances: [90_000n, 10_000n, 0n],
    },
    {
      ending: "209",
      after: 2 * day,
      status: "FAILED",
      passed: ["FAILED"],
      balances: returned,
      reason: "Nobody entered the one-time code.",
    },
    {
      ending: "210",
      after: 0,
      status: "FAILED",
      passed: ["FAILED"],
      balances: returned,
      reason: "The bank is not served.",
    },
    {
      ending: "211",
      after: 60 * second,
      status: "PROCESSING",
      passed: [],
      balances: [90_000n, 10_000n, 0n],
      alert: 'the provider says "paused"',
    },
    { ending: "211", after: hour, status: "COMPLETED", passed: ["COMPLETED"], balances: paid },
    {
      ending: "212",
      after: 4 * day,
      status: "COMPLETED",
      passed: ["COMPLETED"],
      balances: paid,
      alert: 'the provider says "failed" after COMPLETED',
    },
  ];
  test.each(cases)("…$ending: $status after $after ms", async (each) => {
    const organization = await funded();
    const delivery = openDelivery(world);
    await requestTransfersFor(world, organization, [
      transferRequest(1, 10_000n, { ending: each.ending }),
    ]);
    await advanceClock(delivery, each.after);
    const [transfer] = await stored(organization);
    expect(transfer).toMatchObject({ status: each.status, failure_reason: each.reason ?? null });
    expect(transfer?.sends).toBe(each.sends ?? 1);
    expect(transfer?.alert).toBe(each.alert ?? null);
    const { tenant_id } = organization;
    const own = delivery.passed.filter(({ reference }) => reference.includes(`-${tenant_id}-`));
    expect(own.map(({ status }) => status)).toEqual(each.passed);
    expect(await balances(organization)).toEqual(each.balances);
    expect((await walletRows(organization))[0]?.[2]).toBe(each.status);
    await expectCoherentFunds(world);
    // No transfer of this case is left due for the tests after it.
    await advanceClock(openDelivery(world), 60 * day);
  });
});
