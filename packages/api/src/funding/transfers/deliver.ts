import { randomUUID } from "node:crypto";

import type { Kobo } from "@kontor/books/money";
import { sql } from "kysely";

import type { Clock } from "../../platform/clock.ts";
import { unseal } from "../../platform/configuration/secrets.ts";
import type { Database } from "../../platform/database/database.ts";
import { exactlyOne } from "../../platform/database/rows.ts";
import type { Environment } from "../../platform/environment.ts";
import type { BackgroundWork } from "../../platform/jobs/jobs.ts";
import type { JobLog } from "../../platform/mail/mailer.ts";
import { setAllTenantsReadable, setTenant, type Tx } from "../../platform/scope.ts";
import type { FundingProvider, SendAnswer } from "../provider.ts";
import { openProviders } from "../providers.ts";
import { recordReports, type ReceivedReport } from "./outcome.ts";
import { transferSealingContext } from "./request.ts";
import type { TransferStatus } from "./status.ts";
import { callTimeout, claimLease, resendAfter } from "./timing.ts";
import { transferTopic, type OutcomeHandlers } from "./transfer.ts";

export type DeliveryOptions = {
  database: Database;
  environment: Environment;
  log: JobLog;
  clock: Clock;
  providers: readonly FundingProvider[];
  handlers: OutcomeHandlers;
};

/** The background work that sends transfers and asks for their outcomes. */
export function transferWork(
  tools: Omit<DeliveryOptions, "providers" | "handlers">,
  handlers: OutcomeHandlers,
): BackgroundWork {
  const options = { ...tools, providers: openProviders(tools), handlers };
  return {
    queue: "transfers",
    topic: transferTopic,
    backlog: async (tx) => {
      const { rows } = await sql<{ count: number; since: Date | null }>`
        select count(*)::integer as count, min(created_at) as since from transfers
        where next_try_at is not null and status in ('PENDING', 'PROCESSING')`.execute(tx);
      return exactlyOne(rows);
    },
    run: (stopping) => deliverDue(options, stopping),
  };
}

/** The most transfers claimed at once, and the most concurrent calls to a provider. */
const batch = { most: 100, calls: 20 };

/** A transfer that this process may send or inquire about until its lease ends. */
type Claimed = {
  id: number;
  reference: string;
  provider: string;
  amount: Kobo;
  bank_code: string;
  account_number_sealed: string;
  account_name: string;
  narration: string;
  status: TransferStatus;
  source_account_number: string | null;
  /** When an earlier lease sent it or was about to; null if there was none. */
  sent_before: Date | null;
  tries: number;
};

/**
 * Sends every due transfer and asks for the outcome of those already sent, until none is due or
 * `signal` aborts. Any number of processes may run it: each claims transfers under a lease. No call
 * to a provider is made inside a transaction.
 *
 * @returns when the next transfer is due; undefined when none will be.
 */
export async function deliverDue(
  options: DeliveryOptions,
  signal: AbortSignal,
): Promise<Date | undefined> {
  const { database, clock } = options;
  for (;;) {
    const { due, next } = await database.transaction((tx) => dueTenants(tx, clock.now()));
    if (due.length === 0 || signal.aborted) return next;
    let taken = 0;
    for (const tenantId of due) {
      if (signal.aborted) return next;
      taken += await deliverForTenant(options, tenantId);
    }
    // Other processes have locked all due transfers. If one of them dies, the next round takes over
    // its transfers.
    if (taken === 0) return new Date(clock.now().getTime() + 1000);
  }
}

/**
 * The tenants with due transfers, longest waiting first, and when the next transfer after these is
 * due. None while transfers are on hold.
 */
async function dueTenants(tx: Tx, now: Date): Promise<{ due: number[]; next: Date | undefined }> {
  await setAllTenantsReadable(tx);
  const { rows } = await sql<{ tenant_id: number; next: Date }>`
    select tenant_id, min(next_try_at) as next from transfers
    where next_try_at is not null and not outgoing_held() group by tenant_id order by 2`.execute(
    tx,
  );
  return {
    due: rows.filter(({ next }) => next <= now).map(({ tenant_id }) => tenant_id),
    next: rows.find(({ next }) => next > now)?.next,
  };
}

/**
 * Claims a batch of a tenant's due transfers, calls the provider for each, and stores the reports.
 *
 * @returns the number of claimed transfers.
 */
async function deliverForTenant(options: DeliveryOptions, tenantId: number): Promise<number> {
  const { database, clock } = options;
  const claimed = await database.transaction(async (tx) => {
    await setTenant(tx, tenantId);
    return claimDue(tx, tenantId, clock.now());
  });
  if (claimed.length === 0) return 0;
  const received = await mapConcurrently(claimed, batch.calls, (transfer) =>
    sendOrInquire(options, tenantId, transfer),
  );
  await saveReports(options, tenantId, received);
  return claimed.length;
}

/**
 * Stores all reports in one transaction. If that fails, stores them one by one, so that a transfer
 * whose feature cannot handle its outcome does not hold up others. That transfer stays unchanged
 * and is retried when its lease has ended.
 */
async function saveReports(
  options: DeliveryOptions,
  tenantId: number,
  received: readonly ReceivedReport[],
): Promise<void> {
  const { database, clock, environment, log, handlers } = options;
  const requestId = randomUUID();
  try {
    const alerts = await database.transaction(async (tx) => {
      await setTenant(tx, tenantId);
      const poster = { tx, actorId: null, requestId, recordedAt: clock.now() };
      return recordReports(poster, tenantId, received, { handlers, environment });
    });
    for (const alert of alerts) log.error(alert, "a transfer needs somebody to look at it");
  } catch (error) {
    if (received.length > 1) {
      for (const one of received) await saveReports(options, tenantId, [one]);
      return;
    }
    const [one] = received;
    const details = { err: error, tenant_id: tenantId, transfer_id: one?.transfer_id };
    log.error(details, "what became of a transfer could not be kept");
  }
}

/**
 * Claims due transfers. A transfer that was never sent counts as sent from now on, since it may be
 * sent at any moment.
 */
async function claimDue(tx: Tx, tenantId: number, now: Date): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    with due as (
      select id, sent_at from transfers
      where tenant_id = ${tenantId} and next_try_at <= ${now} and not outgoing_held()
      order by next_try_at, id limit ${batch.most} for update skip locked
    )
    update transfers t set tries = t.tries + 1, next_try_at = ${new Date(now.getTime() + claimLease)},
      sent_at = coalesce(t.sent_at, ${now}), sends = greatest(t.sends, 1)
    from due, pay_accounts a
    where t.tenant_id = ${tenantId} and t.id = due.id
      and a.tenant_id = ${tenantId} and a.company_id = t.company_id
    returning t.id, t.reference, t.provider, t.amount, t.bank_code, t.account_number_sealed, t.account_name,
      t.narration, t.status, a.virtual_account_number as source_account_number, due.sent_at as sent_before,
      t.tries`.execute(tx);
  return rows;
}

/**
 * Sends a transfer that was never sent. Otherwise asks the provider about it, and sends it again if
 * the provider never received it.
 */
async function sendOrInquire(
  options: DeliveryOptions,
  tenantId: number,
  transfer: Claimed,
): Promise<ReceivedReport> {
  const transfer_id = transfer.id;
  const provider = options.providers.find(({ name }) => name === transfer.provider);
  if (provider === undefined) {
    const alert = `there is no provider ${transfer.provider}`;
    return { transfer_id, report: null, alert };
  }
  try {
    if (transfer.sent_before === null) {
      return {
        transfer_id,
        ...reportOf(await sendTransfer(options, provider, tenantId, transfer)),
      };
    }
    const report = await withTimeout((signal) => provider.find(transfer.reference, signal));
    if (report !== null) return { transfer_id, report };
    if (transfer.status !== "PENDING") {
      const alert = `the provider knows nothing of it after ${transfer.status}`;
      return { transfer_id, report: null, alert };
    }
    if (!(await claimResend(options, tenantId, transfer))) return { transfer_id, report: null };
    options.log.warn({ reference: transfer.reference }, "a transfer got lost and is sent again");
    return { transfer_id, ...reportOf(await sendTransfer(options, provider, tenantId, transfer)) };
  } catch (error) {
    options.log.warn({ err: error, reference: transfer.reference }, "a provider did not answer");
    return { transfer_id, report: null };
  }
}

function sendTransfer(
  { environment }: DeliveryOptions,
  provider: FundingProvider,
  tenantId: number,
  transfer: Claimed,
): Promise<SendAnswer> {
  const { reference, amount, bank_code, account_name, narration, source_account_number } = transfer;
  const account_number = unseal(
    environment,
    transferSealingContext(tenantId),
    transfer.account_number_sealed,
  );
  const outgoing = { reference, amount, bank_code, account_number, account_name, narration };
  return withTimeout((signal) => provider.send({ ...outgoing, source_account_number }, signal));
}

/**
 * The report to store for an answer. `refused` is conclusive: nothing was accepted under the
 * reference, and nothing will be.
 */
function reportOf(answer: SendAnswer): Pick<ReceivedReport, "report"> {
  switch (answer.answer) {
    case "accepted":
      return { report: answer.report };
    case "refused":
      return { report: { word: "failed", amount: null, reason: answer.reason } };
    case "unknown":
      return { report: null };
    default:
      return answer satisfies never;
  }
}

/**
 * Whether to send a transfer again that the provider does not know: only {@link resendAfter}
 * after it was last sent, and while this process still holds the lease.
 */
async function claimResend(
  { database, clock }: DeliveryOptions,
  tenantId: number,
  { id, tries, sent_before }: Claimed,
): Promise<boolean> {
  const now = clock.now();
  if (sent_before === null || now.getTime() - sent_before.getTime() < resendAfter) return false;
  return database.transaction(async (tx) => {
    await setTenant(tx, tenantId);
    const { rows } = await sql<{ taken: number }>`
      with taken as (
        update transfers set sent_at = ${now}, sends = sends + 1
        where tenant_id = ${tenantId} and id = ${id} and tries = ${tries} and status = 'PENDING'
        returning id)
      select count(*)::int as taken from taken`.execute(tx);
    return exactlyOne(rows).taken === 1;
  });
}

/** Calls a provider with the time limit {@link callTimeout}. */
async function withTimeout<Result>(
  call: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const signal = AbortSignal.timeout(callTimeout);
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(new Error("the provider took too long")));
    call(signal).then(resolve, reject);
  });
}

/**
 * Runs work for each item with limited concurrency. @returns the results in the order of the items.
 */
async function mapConcurrently<One, Result>(
  many: readonly One[],
  most: number,
  work: (one: One) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const left = many.entries();
  const worker = async (): Promise<void> => {
    for (const [index, one] of left) results[index] = await work(one);
  };
  await Promise.all(Array.from({ length: Math.min(most, many.length) }, worker));
  return results;
}
