import { ENTRY_TYPE } from "@kontor/books/entry-number";
import { printMoney, type Kobo } from "@kontor/books/money";
import type { TransferPurpose } from "@kontor/contract/funding/funding";
import { sql } from "kysely";

import type { LedgerPurpose } from "../../accounting/chart/standard-chart.ts";
import { postEntries, type Poster, type Posting } from "../../accounting/entries/postings.ts";
import { auditAll } from "../../platform/audit.ts";
import { lagosDate } from "../../platform/clock.ts";
import { seal } from "../../platform/configuration/secrets.ts";
import type { Environment } from "../../platform/environment.ts";
import type { OrganizationPath } from "../../platform/organization/organization.ts";
import { Refusal } from "../../platform/refusal.ts";
import type { Tx } from "../../platform/scope.ts";
import { mailTransfers } from "../wallet-mails.ts";
import { lockWallet, shortfallFor } from "../wallet.ts";
import { isTransferOpen, type TransferStatus } from "./status.ts";
import { wakeTransfers } from "./transfer.ts";

/** A feature's request to send money to a person. */
export type TransferRequest = {
  purpose: TransferPurpose;
  /** The id of the feature's row to pay; a row is never paid twice. */
  subject_id: number;
  amount: Kobo;
  destination: {
    bank_code: string;
    /** NUBAN: ten digits, as text. */
    account_number: string;
    account_name: string;
  };
  /**
   * The text on the receiver's bank statement and in the entries, such as "Salary advance
   * SA-000012".
   */
  narration: string;
  /**
   * The ledger of the liability, debited when the money has arrived; never a funding or transit
   * ledger.
   */
  owed: LedgerPurpose;
};

/** The result of a request: the transfer that will be sent, or the wallet's shortfall in kobo. */
export type RequestedTransfer =
  | { requested: true; transfer_id: number; reference: string; attempt: number }
  | { requested: false; missing: Kobo };

/**
 * The sealing context of account numbers: each is sealed for one tenant's transfers and cannot be
 * unsealed elsewhere.
 */
export const transferSealingContext = (tenantId: number): string =>
  `transfer.account_number.${tenantId}`;

/**
 * Requests transfers in the caller's transaction, whose scope must be the tenant. Locks the wallet,
 * posts each covered transfer from the funding account to transfers in transit, and records the
 * intent. A job sends the transfers after the commit, and the organization gets a mail about the
 * money that left its wallet. The wallet covers requests in their order. A request that it does not
 * cover is not recorded; later, smaller ones may still be, unless `stopAtShortfall` stops at the first.
 *
 * The caller must lock its own rows (the subjects) first. After a FAILED or REVERSED transfer of
 * the same subject this makes the next attempt.
 *
 * @returns for each request, in order, its transfer or the wallet's shortfall.
 * @throws Refusal `transfer_under_way` (409) when money for a subject is on its way or has arrived;
 *   `not_found` when the organization has no pay account; `secret_key_missing`.
 */
export async function requestTransfers(
  poster: Poster,
  environment: Environment,
  organization: OrganizationPath,
  requests: readonly TransferRequest[],
  stopAtShortfall = false,
): Promise<RequestedTransfer[]> {
  const { tx, recordedAt } = poster;
  const { tenant_id } = organization;
  const today = lagosDate(recordedAt);
  const wallet = await lockWallet(tx, organization, "transfers_in_transit", today);
  // Read after locking the wallet: of two concurrent requests for one subject, the second sees the
  // first.
  const attempts = await nextAttempts(tx, tenant_id, requests);
  let { available } = wallet;
  const results: RequestedTransfer[] = [];
  const intents: Intent[] = [];
  for (const [place, request] of requests.entries()) {
    const missing = shortfallFor({ available }, request.amount);
    if (missing > 0n) {
      results.push({ requested: false, missing });
      if (stopAtShortfall) available -= request.amount;
      continue;
    }
    available -= request.amount;
    const attempt = attempts[place] ?? 1;
    const reference = referenceOf(tenant_id, request, attempt);
    intents.push({ ...request, attempt, reference, place });
    results.push({ requested: true, transfer_id: 0, reference, attempt });
  }
  if (intents.length === 0) return results;
  const postings = intents.map(({ amount, narration }): Posting => ({
    entry_type_id: ENTRY_TYPE.withdrawal.id,
    entry_date: today,
    narration,
    items: [
      { ledger_id: wallet.other_id, dc: "DR", amount, narration },
      { ledger_id: wallet.funding_id, dc: "CR", amount, narration },
    ],
  }));
  const posted = await postEntries(poster, tenant_id, postings);
  const rows = intents.map((intent, index) => ({ ...intent, entry_id: posted[index]?.entry_id }));
  const ids = await saveIntents(poster, environment, organization, rows);
  for (const { place, reference, attempt } of intents) {
    const transfer_id = ids.get(reference);
    if (transfer_id === undefined) throw new Error(`transfer ${reference} was not kept`);
    results[place] = { requested: true, transfer_id, reference, attempt };
  }
  wakeTransfers(tx);
  const mailing = { tx, environment, clock: { now: () => recordedAt } };
  await mailTransfers(mailing, organization, "WITHDRAWAL", intents);
  return results;
}

type Intent = TransferRequest & { attempt: number; reference: string; place: number };

/**
 * The provider's reference of the transfer. It contains the tenant because a provider's account
 * serves all tenants, and a notification contains only the reference.
 */
function referenceOf(
  tenantId: number,
  { purpose, subject_id }: Pick<TransferRequest, "purpose" | "subject_id">,
  attempt: number,
): string {
  const kind = { salary_advance: "advance", payslip: "payslip" }[purpose];
  return `kontor-${kind}-${tenantId}-${subject_id}-${attempt}`;
}

/** The attempt number of each request. @throws Refusal `transfer_under_way` */
async function nextAttempts(
  tx: Tx,
  tenantId: number,
  requests: readonly TransferRequest[],
): Promise<number[]> {
  type Last = {
    purpose: string;
    subject_id: number;
    attempt: number;
    status: TransferStatus;
    reference: string;
  };
  const subjects = requests.map(({ purpose, subject_id }) => ({ purpose, subject_id }));
  const { rows } = await sql<Last>`
    select distinct on (t.purpose, t.subject_id) t.purpose, t.subject_id, t.attempt, t.status, t.reference
    from transfers t
    where t.tenant_id = ${tenantId} and (t.purpose, t.subject_id) in (
      select a.purpose, a.subject_id
      from jsonb_to_recordset(${JSON.stringify(subjects)}::jsonb) as a(purpose text, subject_id bigint))
    order by t.purpose, t.subject_id, t.attempt desc`.execute(tx);
  const last = new Map(rows.map((row) => [`${row.purpose}:${row.subject_id}`, row]));
  return requests.map(({ purpose, subject_id }) => {
    const before = last.get(`${purpose}:${subject_id}`);
    if (before === undefined) return 1;
    if (isTransferOpen(before.status) || before.status === "COMPLETED") {
      throw new Refusal("transfer_under_way", { reference: before.reference });
    }
    return before.attempt + 1;
  });
}

/** Stores the transfers and their rows in the wallet. @returns transfer ids by reference. */
async function saveIntents(
  poster: Poster,
  environment: Environment,
  { tenant_id, company_id }: OrganizationPath,
  intents: readonly (Intent & { entry_id: number | undefined })[],
): Promise<Map<string, number>> {
  const { tx, recordedAt, actorId } = poster;
  const rows = intents.map((intent) => ({
    purpose: intent.purpose,
    subject_id: intent.subject_id,
    attempt: intent.attempt,
    reference: intent.reference,
    amount: String(intent.amount),
    bank_code: intent.destination.bank_code,
    account_number_sealed: seal(
      environment,
      transferSealingContext(tenant_id),
      intent.destination.account_number,
    ),
    account_name: intent.destination.account_name,
    narration: intent.narration,
    owed: intent.owed,
    entry_id: intent.entry_id,
  }));
  const { rows: stored } = await sql<{ id: number; reference: string }>`
    insert into transfers (tenant_id, company_id, purpose, subject_id, attempt, reference, provider, amount,
      bank_code, account_number_sealed, account_name, narration, owed, intent_entry_id, created_at, created_by,
      next_try_at)
    select ${tenant_id}, ${company_id}, r.purpose, r.subject_id, r.attempt, r.reference, a.provider, r.amount,
      r.bank_code, r.account_number_sealed, r.account_name, r.narration, r.owed, r.entry_id, ${recordedAt},
      ${actorId}::bigint, ${recordedAt}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(purpose text, subject_id bigint, attempt integer,
      reference text, amount bigint, bank_code text, account_number_sealed text, account_name text,
      narration text, owed text, entry_id bigint)
    join pay_accounts a on a.tenant_id = ${tenant_id} and a.company_id = ${company_id}
    returning id, reference`.execute(tx);
  const ids = stored.map(({ id }) => id);
  await sql`
    insert into funding_transactions (tenant_id, company_id, action, amount, description, status, entry_id,
      created_at, created_by, transfer_id)
    select tenant_id, company_id, 'WITHDRAWAL', amount, narration, status, intent_entry_id, created_at, created_by, id
    from transfers where tenant_id = ${tenant_id} and id = any (${ids}::bigint[])
    order by id`.execute(tx);
  const amounts = new Map(intents.map(({ reference, amount }) => [reference, printMoney(amount)]));
  await auditAll(
    poster,
    tenant_id,
    stored.map(({ id, reference }) => ({
      action: "transfer.requested",
      subject: `transfer:${id}`,
      detail: { reference, amount: amounts.get(reference) },
    })),
  );
  return new Map(stored.map(({ id, reference }) => [reference, id]));
}
