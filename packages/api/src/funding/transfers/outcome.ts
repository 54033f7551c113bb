import { ENTRY_TYPE } from "@kontor/books/entry-number";
import type { Kobo } from "@kontor/books/money";
import type { TransferPurpose } from "@kontor/contract/funding/funding";
import { sql } from "kysely";

import { postEntries, type Poster, type Posting } from "../../accounting/entries/postings.ts";
import { auditAll, type AuditAction } from "../../platform/audit.ts";
import { lagosDate } from "../../platform/clock.ts";
import { publishAfterCommit } from "../../platform/database/database.ts";
import type { Environment } from "../../platform/environment.ts";
import type { TransferReport } from "../provider.ts";
import { mailTransfers } from "../wallet-mails.ts";
import { fundsTopic } from "../wallet.ts";
import { isTransferOpen, transferStatusOf, transitionOf, type TransferStatus } from "./status.ts";
import { nextInquiry, openAlertAfter } from "./timing.ts";
import type { OutcomeHandlers, TransferOutcome } from "./transfer.ts";

/**
 * What a provider reported about a transfer; `report` is null when it gave no conclusive answer.
 */
export type ReceivedReport = {
  transfer_id: number;
  report: TransferReport | null;
  alert?: string;
};

/** An alert for the log: an operator must look at the transfer. */
export type TransferAlert = { tenant_id: number; reference: string; alert: string };

type Row = {
  id: number;
  company_id: number;
  purpose: TransferPurpose;
  subject_id: number;
  attempt: number;
  reference: string;
  amount: Kobo;
  narration: string;
  owed: string;
  status: TransferStatus;
  failure_reason: string | null;
  alert: string | null;
  created_at: Date;
  outcome_at: Date | null;
  asks: number;
};

/** The effect of a report on a transfer; `to` is its new status. */
type ReportEffect = { row: Row; to: TransferStatus; reason: string; alert: string | null };
type Outcome = ReportEffect & { to: TransferOutcome["status"] };

/**
 * Stores reports on transfers of one tenant, in a transaction whose scope is that tenant. Only a
 * conclusive status changes the books, and only once, even if reports arrive twice, late or out of
 * order. Then all of these happen or none: the subject's feature is notified, the entry is posted,
 * the wallet's row is updated and the organization is mailed about returned money.
 *
 * @returns new alerts, to be logged after the commit.
 * @throws what the handler of a purpose throws.
 */
export async function recordReports(
  poster: Poster,
  tenantId: number,
  received: readonly ReceivedReport[],
  { handlers, environment }: { handlers: OutcomeHandlers; environment: Environment },
): Promise<TransferAlert[]> {
  const ids = received.map(({ transfer_id }) => transfer_id);
  const { rows } = await sql<Row>`
    select id, company_id, purpose, subject_id, attempt, reference, amount, narration, owed, status,
      failure_reason, alert, created_at, outcome_at, asks
    from transfers where tenant_id = ${tenantId} and id = any (${ids}::bigint[])
    order by id for update`.execute(poster.tx);
  const reports = new Map(received.map((each) => [each.transfer_id, each]));
  const verdicts = rows.map((row) => effectOf(row, reports.get(row.id), poster.recordedAt));
  const outcomes = verdicts.filter(
    (verdict): verdict is Outcome =>
      verdict.to !== verdict.row.status && !isTransferOpen(verdict.to),
  );
  await notifyFeatures(poster, tenantId, outcomes, handlers);
  const entries = await postOutcomes(poster, tenantId, outcomes);
  await saveEffects(poster, tenantId, verdicts, entries);
  await mailReturnedTransfers(poster, tenantId, outcomes, environment);
  const raised = verdicts.filter(({ row, alert }) => alert !== null && alert !== row.alert);
  await auditAll(poster, tenantId, [
    ...outcomes.map(({ row, to, reason }): AuditAction => ({
      action: `transfer.${to.toLowerCase()}`,
      subject: `transfer:${row.id}`,
      detail: { reference: row.reference, ...(reason === "" ? {} : { reason }) },
    })),
    ...raised.map(({ row, alert }): AuditAction => ({
      action: "transfer.alerted",
      subject: `transfer:${row.id}`,
      detail: { reference: row.reference, alert },
    })),
  ]);
  return raised.map(({ row, alert }) => ({
    tenant_id: tenantId,
    reference: row.reference,
    alert: alert ?? "",
  }));
}

/**
 * Announces money that came back into wallets, which can be sent again, and mails the
 * organizations.
 */
async function mailReturnedTransfers(
  { tx, recordedAt }: Poster,
  tenantId: number,
  outcomes: readonly Outcome[],
  environment: Environment,
): Promise<void> {
  const returned = outcomes.filter(({ to }) => to !== "COMPLETED");
  if (returned.length === 0) return;
  publishAfterCommit(tx, fundsTopic);
  const mailing = { tx, environment, clock: { now: () => recordedAt } };
  for (const [company_id, some] of Map.groupBy(returned, ({ row }) => row.company_id)) {
    const moved = some.map(({ row: { amount, reference, narration }, reason }) => ({
      amount,
      reference,
      narration: reason === "" ? narration : `${narration} (${reason})`,
    }));
    await mailTransfers(mailing, { tenant_id: tenantId, company_id }, "DEPOSIT", moved);
  }
}

function effectOf(row: Row, received: ReceivedReport | undefined, now: Date): ReportEffect {
  const { status } = row;
  const stays = (alert: string | null): ReportEffect => ({ row, to: status, reason: "", alert });
  const report = received?.report ?? null;
  if (report === null) {
    const late =
      isTransferOpen(status) && now.getTime() - row.created_at.getTime() > openAlertAfter;
    return stays(received?.alert ?? row.alert ?? (late ? "still open after a day" : null));
  }
  const reported = transferStatusOf(report.word);
  if (reported === undefined) return stays(`the provider says "${report.word}"`);
  if (report.amount !== null && report.amount !== row.amount) {
    return stays(`the provider knows the reference with ${report.amount} kobo`);
  }
  const to = transitionOf(status, reported);
  if (to === "alert") return stays(`the provider says "${report.word}" after ${status}`);
  if (to === "same") return stays(row.alert);
  return { row, to, reason: isTransferOpen(to) ? "" : report.reason, alert: null };
}

/** Notifies the feature of each purpose, ordered by transfer id. */
async function notifyFeatures(
  poster: Poster,
  tenantId: number,
  outcomes: readonly Outcome[],
  handlers: OutcomeHandlers,
): Promise<void> {
  for (const [purpose, settled] of Map.groupBy(outcomes, ({ row }) => row.purpose)) {
    const handler = handlers[purpose];
    if (handler === undefined) throw new Error(`no feature handles transfers for ${purpose}`);
    await handler(
      poster,
      tenantId,
      settled.map(({ row, to, reason }) => ({
        transfer_id: row.id,
        subject_id: row.subject_id,
        attempt: row.attempt,
        reference: row.reference,
        amount: row.amount,
        status: to,
        was: row.status,
        reason,
        at: poster.recordedAt,
      })),
    );
  }
}

/** The start of the narration of an outcome's entry. */
const outcomeLabels: Readonly<Record<Outcome["to"], string>> = {
  COMPLETED: "Paid",
  FAILED: "Not paid",
  REVERSED: "Paid back",
};

const entryTypes: Readonly<Record<TransferPurpose, number>> = {
  salary_advance: ENTRY_TYPE.advance.id,
  payslip: ENTRY_TYPE.payroll.id,
};

/** Posts the outcomes. @returns the posted entry of each transfer. */
async function postOutcomes(
  poster: Poster,
  tenantId: number,
  outcomes: readonly Outcome[],
): Promise<Map<number, number>> {
  if (outcomes.length === 0) return new Map();
  const ledgers = await ledgersOf(poster, tenantId);
  const ledgerOf = (key: string): number => {
    const id = ledgers.get(key);
    if (id === undefined) throw new Error(`tenant ${tenantId} has no ledger ${key}`);
    return id;
  };
  const entryDate = lagosDate(poster.recordedAt);
  const postings = outcomes.map(({ row, to }): Posting => {
    const narration = `${outcomeLabels[to]}: ${row.narration}`;
    const owed = ledgerOf(row.owed);
    const transit = ledgerOf("transfers_in_transit");
    const debit = to === "COMPLETED" ? owed : ledgerOf(`company:${row.company_id}`);
    const credit = row.status === "COMPLETED" ? owed : transit;
    return {
      entry_type_id: entryTypes[row.purpose],
      entry_date: entryDate,
      narration,
      items: [
        { ledger_id: debit, dc: "DR", amount: row.amount, narration },
        { ledger_id: credit, dc: "CR", amount: row.amount, narration },
      ],
    };
  });
  const posted = await postEntries(poster, tenantId, postings);
  return new Map(
    outcomes.map(({ row }, index) => {
      const entry = posted[index];
      if (entry === undefined) throw new Error("fewer entries were posted than asked for");
      return [row.id, entry.entry_id];
    }),
  );
}

/** Ledgers by purpose, and each company's funding ledger as `company:<id>`. */
async function ledgersOf(poster: Poster, tenantId: number): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; id: number }>`
    select l.purpose as key, l.id from ledgers l
    where l.tenant_id = ${tenantId} and l.purpose is not null
    union all
    select 'company:' || a.company_id, a.ledger_id from pay_accounts a
    where a.tenant_id = ${tenantId}`.execute(poster.tx);
  return new Map(rows.map(({ key, id }) => [key, id]));
}

async function saveEffects(
  { tx, recordedAt }: Poster,
  tenantId: number,
  verdicts: readonly ReportEffect[],
  entries: ReadonlyMap<number, number>,
): Promise<void> {
  const changes = verdicts.map(({ row, to, reason, alert }) => {
    const changed = to !== row.status;
    const asks = changed ? 0 : row.asks + 1;
    const ended = changed && !isTransferOpen(to) && to !== "REVERSED";
    const outcomeAt = ended ? recordedAt : row.outcome_at;
    return {
      id: row.id,
      status: to,
      failure_reason: reason === "" ? row.failure_reason : reason,
      alert,
      outcome_entry_id: ended ? entries.get(row.id) : null,
      reversal_entry_id: changed && to === "REVERSED" ? entries.get(row.id) : null,
      next_try_at: nextInquiry(to, asks, { now: recordedAt, outcomeAt }),
      asks,
    };
  });
  const list = JSON.stringify(changes);
  await sql`
    update transfers t set status = c.status, failure_reason = c.failure_reason, alert = c.alert,
      outcome_entry_id = coalesce(c.outcome_entry_id, t.outcome_entry_id),
      outcome_at = case when c.outcome_entry_id is null then t.outcome_at else ${recordedAt}::timestamptz end,
      reversal_entry_id = coalesce(c.reversal_entry_id, t.reversal_entry_id),
      reversed_at = case when c.reversal_entry_id is null then t.reversed_at else ${recordedAt}::timestamptz end,
      next_try_at = c.next_try_at, asks = c.asks
    from jsonb_to_recordset(${list}::jsonb) as c(id bigint, status text, failure_reason text, alert text,
      outcome_entry_id bigint, reversal_entry_id bigint, next_try_at timestamptz, asks integer)
    where t.tenant_id = ${tenantId} and t.id = c.id`.execute(tx);
  await sql`
    update funding_transactions f set status = c.status
    from jsonb_to_recordset(${list}::jsonb) as c(id bigint, status text)
    where f.tenant_id = ${tenantId} and f.transfer_id = c.id and f.status <> c.status`.execute(tx);
}
