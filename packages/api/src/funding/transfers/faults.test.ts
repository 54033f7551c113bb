import type { Kobo } from "@kontor/books/money";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";

import { withOwnerClient } from "../../platform/database/database.ts";
import { Refusal } from "../../platform/refusal.ts";
import { setTenant } from "../../platform/scope.ts";
import { expectCoherentFunds, fundFaults } from "../../testing/coherence.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { openOrganization, type TestOrganization } from "../../testing/organizations.ts";
import {
  requestTransfersFor,
  depositFunds,
  openDelivery,
  transferRequest,
} from "../../testing/transfers.ts";
import type { FundingProvider, SendAnswer, TransferReport } from "../provider.ts";
import { sendsOutsideTransactions } from "../providers.ts";
import { deliverDue } from "./deliver.ts";
import { recordReports } from "./outcome.ts";
import type { OutcomeHandlers } from "./transfer.ts";

const second = 1000;

const world = await openFileWorld();
const platform = await world.signIn("platform");

let opened = 0;
async function funded(amount = "1000.00"): Promise<TestOrganization> {
  const organization = await openOrganization(world, `Faulty ${++opened} Limited`);
  await depositFunds(platform, organization, amount);
  return organization;
}

type Row = { id: number; status: string; reference: string; attempt: number };
const transfersOf = ({ tenant_id }: TestOrganization) =>
  world.database.transaction(async (tx) => {
    await setTenant(tx, tenant_id);
    const { rows } = await sql<Row>`
      select id, status, reference, attempt from transfers where tenant_id = ${tenant_id}
      order by id`.execute(tx);
    return rows;
  });

/** The number of requests that reached the sandbox, by each of an organization's references. */
const requestsOf = async (organization: TestOrganization) => {
  const references = (await transfersOf(organization)).map(({ reference }) => reference);
  const { rows } = await world.database.statement((db) =>
    sql<{ requests: number }>`
      select requests from sandbox_transfers where reference = any (${references})`.execute(db),
  );
  return rows.map(({ requests }) => requests);
};

test("two concurrent workers send each transfer once and record each outcome once", async () => {
  const organization = await funded();
  const requests = Array.from({ length: 30 }, (_, index) => transferRequest(index + 1, 1_000n));
  await requestTransfersFor(world, organization, requests);
  const workers = [openDelivery(world), openDelivery(world)];
  await Promise.all(workers.map((worker) => worker.run()));
  world.clock.advance(5 * second);
  await Promise.all(workers.map((worker) => worker.run()));
  // A worker skips the transfers that the other one has locked; the next round takes them.
  world.clock.advance(5 * second);
  await Promise.all(workers.map((worker) => worker.run()));
  const passed = workers.flatMap((worker) => worker.passed).map(({ subject_id }) => subject_id);
  expect(passed.toSorted((one, other) => one - other)).toEqual(
    requests.map(({ subject_id }) => subject_id),
  );
  expect(await requestsOf(organization)).toEqual(requests.map(() => 1));
  await expectCoherentFunds(world);
});

test("a subject requested twice, even concurrently, gets one transfer", async () => {
  const organization = await funded();
  const attempts = await Promise.allSettled(
    [1, 2, 3].map(() => requestTransfersFor(world, organization, [transferRequest(7, 5_000n)])),
  );
  const refused = attempts.filter((each) => each.status === "rejected");
  expect(refused.map(({ reason }) => reason instanceof Refusal && reason.code)).toEqual([
    "transfer_under_way",
    "transfer_under_way",
  ]);
  expect(await transfersOf(organization)).toMatchObject([{ status: "PENDING", attempt: 1 }]);

  const delivery = openDelivery(world);
  await delivery.run();
  world.clock.advance(5 * second);
  await delivery.run();
  await expect(
    requestTransfersFor(world, organization, [transferRequest(7, 5_000n)]),
  ).rejects.toThrow(Refusal);
  expect(await transfersOf(organization)).toMatchObject([{ status: "COMPLETED" }]);
});

test("after a conclusive failure the subject gets another attempt under another reference", async () => {
  const organization = await funded();
  const delivery = openDelivery(world);
  await requestTransfersFor(world, organization, [transferRequest(1, 5_000n, { ending: "210" })]);
  await delivery.run();
  await requestTransfersFor(world, organization, [transferRequest(1, 5_000n)]);
  await delivery.run();
  world.clock.advance(5 * second);
  await delivery.run();
  const rows = await transfersOf(organization);
  expect(rows.map(({ status, attempt }) => [attempt, status])).toEqual([
    [1, "FAILED"],
    [2, "COMPLETED"],
  ]);
  expect(new Set(rows.map(({ reference }) => reference)).size).toBe(2);
  await expectCoherentFunds(world);
});

test("the wallet covers requests in their order; the others return the shortfall", async () => {
  const organization = await funded("100.00");
  const results = await requestTransfersFor(world, organization, [
    transferRequest(1, 6_000n),
    transferRequest(2, 5_000n),
    transferRequest(3, 4_000n),
  ]);
  expect(results).toMatchObject([
    { requested: true },
    { requested: false, missing: 1_000n },
    { requested: true },
  ]);
  await expectCoherentFunds(world);
});

describe("reports of the provider about a transfer", () => {
  const amount = 5_000n as Kobo;
  const report = (word: string, more: Partial<TransferReport> = {}): TransferReport => ({
    word,
    amount,
    reason: "",
    ...more,
  });
  /**
   * Records reports one after the other, null where the provider gave none. @returns the outcomes passed to the feature, the alerts,
   * and the transfer's final status.
   */
  async function deliverReports(reports: readonly (TransferReport | null)[]) {
    const organization = await funded();
    await requestTransfersFor(world, organization, [transferRequest(1, amount)]);
    const [transfer] = await transfersOf(organization);
    const passed: string[] = [];
    const alerts: string[] = [];
    const { tenant_id } = organization;
    for (const each of reports) {
      const raised = await world.database.transaction(async (tx) => {
        await setTenant(tx, tenant_id);
        const poster = { tx, actorId: null, requestId: "test", recordedAt: world.clock.now() };
        const received = { transfer_id: transfer?.id ?? 0, report: each };
        const handlers: OutcomeHandlers = {
          salary_advance: async (_poster, _tenant, outcomes) => {
            await Promise.resolve();
            passed.push(...outcomes.map(({ status }) => status));
          },
        };
        const { environment } = world;
        return recordReports(poster, tenant_id, [received], { handlers, environment });
      });
      alerts.push(...raised.map(({ alert }) => alert));
      await expectCoherentFunds(world);
    }
    const [after] = await transfersOf(organization);
    return { passed, alerts, status: after?.status };
  }

  const cases: [string, string[], string[], string][] = [
    ["twice", ["success", "success"], ["COMPLETED"], "COMPLETED"],
    ["late", ["success", "pending", "otp"], ["COMPLETED"], "COMPLETED"],
    ["reversed before it was known to be completed", ["reversed"], ["REVERSED"], "REVERSED"],
    ["out of order", ["reversed", "success", "pending"], ["REVERSED"], "REVERSED"],
    ["failed and then late", ["failed", "pending"], ["FAILED"], "FAILED"],
    ["reversed twice", ["success", "reversed", "reversed"], ["COMPLETED", "REVERSED"], "REVERSED"],
  ];
  test.each(cases)("%s changes the books once", async (_name, words, passed, status) => {
    const result = await deliverReports(words.map((word) => report(word)));
    expect(result).toEqual({ passed, alerts: [], status });
  });

  test("an unknown status, a different amount and a contradiction move nothing and raise an alert", async () => {
    // It stays while the provider says nothing, and is not raised again.
    expect(await deliverReports([report("weird"), null, report("weird")])).toEqual({
      passed: [],
      alerts: ['the provider says "weird"'],
      status: "PENDING",
    });
    expect(await deliverReports([report("success", { amount: 4_999n as Kobo })])).toEqual({
      passed: [],
      alerts: ["the provider knows the reference with 4999 kobo"],
      status: "PENDING",
    });
    expect(await deliverReports([report("failed"), report("success")])).toEqual({
      passed: ["FAILED"],
      alerts: ['the provider says "success" after FAILED'],
      status: "FAILED",
    });
  });
});

test("a feature that fails on an outcome delays no others and gets the outcome again", async () => {
  const organization = await funded();
  await requestTransfersFor(world, organization, [
    transferRequest(1, 1_000n),
    transferRequest(2, 1_000n),
  ]);
  let broken = true;
  const passed: number[] = [];
  const delivery = openDelivery(world, {
    salary_advance: async (_poster, tenantId, outcomes) => {
      await Promise.resolve();
      if (tenantId !== organization.tenant_id) return;
      if (broken && outcomes.some(({ subject_id }) => subject_id === 1)) throw new Error("broken");
      passed.push(...outcomes.map(({ subject_id }) => subject_id));
    },
  });
  await delivery.run();
  world.clock.advance(5 * second);
  await delivery.run();
  expect(passed).toEqual([2]);
  await expectCoherentFunds(world);
  broken = false;
  world.clock.advance(3 * 60 * second);
  await delivery.run();
  expect(passed).toEqual([2, 1]);
  expect((await transfersOf(organization)).map(({ status }) => status)).toEqual([
    "COMPLETED",
    "COMPLETED",
  ]);
});

test("what a provider never received is sent again after five minutes, by the process that holds it", async () => {
  const organization = await funded();
  await requestTransfersFor(world, organization, [transferRequest(1, 1_000n)]);
  const { options } = openDelivery(world);
  const [provider] = options.providers;
  if (provider === undefined) throw new Error("there is no provider");
  let sent = 0;
  let answer: SendAnswer = { answer: "unknown", reason: "It did not answer." };
  let meanwhile = () => Promise.resolve();
  const deaf: FundingProvider = {
    ...provider,
    send: async () => {
      await Promise.resolve();
      sent++;
      return answer;
    },
    find: async () => {
      await meanwhile();
      return null;
    },
  };
  const runAfter = async (minutes: number) => {
    world.clock.advance(minutes * 60 * second);
    await deliverDue({ ...options, providers: [deaf] }, new AbortController().signal);
    return sent;
  };
  expect([await runAfter(0), await runAfter(4)]).toEqual([1, 1]);
  // The lease ends while the provider is asked, and another process claims the transfer.
  meanwhile = () =>
    world.database.transaction(async (tx) => {
      await setTenant(tx, organization.tenant_id);
      await sql`update transfers set tries = tries + 1 where tenant_id = ${organization.tenant_id}`.execute(
        tx,
      );
    });
  expect(await runAfter(3)).toBe(1);
  meanwhile = () => Promise.resolve();
  answer = { answer: "refused", reason: "No such account" };
  expect(await runAfter(3)).toBe(2);
  expect((await transfersOf(organization)).map(({ status }) => status)).toEqual(["FAILED"]);
  await expectCoherentFunds(world);
});

test("money is never sent inside a transaction", async () => {
  const [provider] = openDelivery(world).options.providers;
  if (provider === undefined) throw new Error("there is no provider");
  const guarded = sendsOutsideTransactions(provider);
  const { signal } = new AbortController();
  await expect(
    world.database.transaction(() => guarded.find("kontor-advance-1-1-1", signal)),
  ).rejects.toThrow("must wait for the end of the transaction");
});

describe("the check of the books", () => {
  const tamper = (organization: TestOrganization, statement: string) =>
    withOwnerClient(world.ownerUrl, async (client) => {
      await client.query(`select set_config('app.tenant_id', '${organization.tenant_id}', false)`);
      await client.query(statement);
    });
  const kindsOf = async ({ tenant_id }: TestOrganization) => {
    const faults = await fundFaults(world, tenant_id);
    return faults.map(({ kind }) => kind).toSorted();
  };
  /**
   * An organization with a deposit, a completed transfer, a failed transfer with a second attempt,
   * and an open one.
   */
  async function busy(): Promise<TestOrganization> {
    const organization = await funded();
    const delivery = openDelivery(world);
    await requestTransfersFor(world, organization, [
      transferRequest(1, 1_000n),
      transferRequest(2, 2_000n, { ending: "210" }),
    ]);
    await delivery.run();
    world.clock.advance(5 * second);
    await delivery.run();
    await requestTransfersFor(world, organization, [
      transferRequest(2, 2_000n),
      transferRequest(3, 3_000n),
    ]);
    return organization;
  }

  const corruptions: [string, string, string[]][] = [
    [
      "an open transfer that is gone from the list of open ones",
      "update transfers set status = 'COMPLETED', outcome_entry_id = intent_entry_id, outcome_at = created_at where subject_id = 3",
      ["transfer_entry_wrong", "transfer_entry_wrong", "transfer_row_wrong", "transit_wrong"],
    ],
    [
      "a transfer of another amount than its entries",
      "update transfers set amount = amount + 1 where subject_id = 1",
      ["transfer_entry_wrong", "transfer_entry_wrong", "transfer_row_wrong"],
    ],
    [
      "a transfer of another day than its entry",
      "update transfers set created_at = created_at - interval '2 days' where subject_id = 1",
      ["transfer_entry_wrong"],
    ],
    [
      "an attempt that nobody knows of any more",
      "update transfers set attempt = 5 where subject_id = 3",
      ["transfer_paid_twice"],
    ],
    [
      "a row of the wallet with another status than its transfer",
      "update funding_transactions set status = 'FAILED' where transfer_id = (select id from transfers where subject_id = 1)",
      ["transfer_row_wrong"],
    ],
    [
      "a deposit that is not completed",
      "update funding_transactions set status = 'PENDING' where transfer_id is null",
      ["funds_status_wrong"],
    ],
    [
      "a deposit of another day than its entry",
      "update funding_transactions set created_at = created_at - interval '2 days' where transfer_id is null",
      ["funds_day_wrong"],
    ],
  ];
  test.each(corruptions)("finds %s", async (_name, statement, kinds) => {
    const organization = await busy();
    expect(await kindsOf(organization)).toEqual([]);
    await tamper(organization, statement);
    expect(await kindsOf(organization)).toEqual(kinds);
  });

  test("finds two transfers that pay one subject, which an index normally prevents", async () => {
    const organization = await busy();
    await tamper(organization, "drop index transfers_once");
    await tamper(
      organization,
      "update transfers set subject_id = 1, attempt = 2 where subject_id = 3",
    );
    expect(await kindsOf(organization)).toEqual(["transfer_paid_twice"]);
  });
});
