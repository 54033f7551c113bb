import type { Kobo } from "@kontor/books/money";
import { sql } from "kysely";

import type { Poster } from "../../accounting/entries/postings.ts";
import { personalNumbers } from "../../employees/records/personal-numbers.ts";
import { statusOn } from "../../employees/records/status.ts";
import { requestTransfers, type TransferRequest } from "../../funding/transfers/request.ts";
import { auditAll } from "../../platform/audit.ts";
import { lagosDate } from "../../platform/clock.ts";
import { publishAfterCommit } from "../../platform/database/database.ts";
import { exactlyOne } from "../../platform/database/rows.ts";
import type { Environment } from "../../platform/environment.ts";
import type { Tx } from "../../platform/scope.ts";
import { advanceNumber } from "../records/advance.ts";

/** The topic that a commit announces when an advance waits that could not be sent at once. */
export const sendingTopic = "salary-advances";

/** The maximum number of advances of one organization sent in one transaction. */
const maxPerTransaction = 100;

type Waiting = {
  id: number;
  company_id: number;
  number: bigint;
  amount: Kobo;
  bank_code: string;
  account_number_sealed: string;
  account_name: string;
};

/**
 * The condition that an advance may be paid: its last payday has not passed, and its employee is
 * active, stays until that day and has an account.
 */
const isSendable = (today: string) => sql`
  a.due_date >= ${today}::date and ${statusOn(today)} = 'ACTIVE' and (e.exit_date is null or e.exit_date >= a.due_date)
  and e.account_number_sealed is not null`;

/**
 * The condition that the organization is not suspended. Nothing is sent automatically while its users cannot
 * see or stop it; its advances wait.
 */
const isOrganizationActive = (tenantId: number) => sql`
  exists (select from tenants t where t.id = ${tenantId} and t.status = 'ACTIVE')`;

/**
 * Marks an approved advance as waiting, and requests its transfer at once unless others have waited
 * longer or the wallet does not cover it. Otherwise a job sends it as soon as possible, longest
 * waiting first. The advance must be locked and the scope the tenant.
 */
export async function sendOrQueue(
  poster: Poster,
  environment: Environment,
  { tenant_id, id }: { tenant_id: number; id: number },
): Promise<void> {
  const { tx, recordedAt } = poster;
  const today = lagosDate(recordedAt);
  await sql`
    update salary_advances set send_wanted_at = ${recordedAt}
    where tenant_id = ${tenant_id} and id = ${id}`.execute(tx);
  const { rows } = await sql<{ earlier_waiting: boolean }>`
    select exists (
      select from salary_advances a
      join employees e on e.tenant_id = a.tenant_id and e.id = a.employee_id
      where a.tenant_id = ${tenant_id} and a.send_wanted_at is not null and a.id <> ${id}
        and ${isSendable(today)}) as earlier_waiting`.execute(tx);
  if (rows[0]?.earlier_waiting === true) publishAfterCommit(tx, sendingTopic);
  else await sendWaiting(poster, environment, tenant_id, id);
}

/**
 * Requests the transfers of a tenant's waiting advances, longest waiting first, until the wallet does not
 * cover the next: a smaller one does not overtake a larger one. None while the organization is suspended. The
 * scope must be the tenant. Skips rows that another transaction has locked. Locks employees, so that nobody
 * leaves meanwhile.
 *
 * @param only the one to send; all waiting ones by default.
 * @returns the number of transfers requested.
 * @throws Refusal `secret_key_missing`, `not_found` as `requestTransfers` does.
 */
export async function sendWaiting(
  poster: Poster,
  environment: Environment,
  tenantId: number,
  only?: number,
): Promise<number> {
  const { tx, recordedAt } = poster;
  const { rows } = await sql<Waiting>`
    select a.id, a.company_id, a.number, a.amount, e.bank_code, e.account_number_sealed, e.account_name
    from salary_advances a join employees e on e.tenant_id = a.tenant_id and e.id = a.employee_id
    where a.tenant_id = ${tenantId} and a.send_wanted_at is not null
      ${only === undefined ? sql`` : sql`and a.id = ${only}`} and ${isSendable(lagosDate(recordedAt))}
      and ${isOrganizationActive(tenantId)}
    order by a.send_wanted_at, a.id limit ${maxPerTransaction}
    for no key update of a skip locked for share of e`.execute(tx);
  const numbers = personalNumbers(environment, tenantId);
  let sent = 0;
  for (const [company_id, waiting] of Map.groupBy(rows, (row) => row.company_id)) {
    const requests = waiting.map((row): TransferRequest => ({
      purpose: "salary_advance",
      subject_id: row.id,
      amount: row.amount,
      destination: {
        bank_code: row.bank_code,
        account_number: numbers.open("account_number", row.account_number_sealed) ?? "",
        account_name: row.account_name,
      },
      narration: `Salary advance ${advanceNumber(row.number)}`,
      owed: "salary_advances_receivable",
    }));
    const path = { tenant_id: tenantId, company_id };
    const results = await requestTransfers(poster, environment, path, requests, true);
    const requested = results.flatMap((result, index) => {
      const row = waiting[index];
      return result.requested && row !== undefined ? [{ ...result, id: row.id }] : [];
    });
    await markSent(poster, tenantId, requested);
    sent += requested.length;
  }
  return sent;
}

async function markSent(
  poster: Poster,
  tenantId: number,
  sent: readonly { id: number; reference: string }[],
): Promise<void> {
  if (sent.length === 0) return;
  const ids = sent.map(({ id }) => id);
  await sql`
    update salary_advances set send_wanted_at = null, version = version + 1, updated_at = ${poster.recordedAt}
    where tenant_id = ${tenantId} and id = any (${ids}::bigint[])`.execute(poster.tx);
  await auditAll(
    poster,
    tenantId,
    sent.map(({ id, reference }) => ({
      action: "salary-advance.sent",
      subject: `salary-advance:${id}`,
      detail: { reference },
    })),
  );
}

/**
 * The amount of an organization's wallet promised to advances that are sent before this one, in
 * kobo. While this one is not waiting yet, these are all waiting ones.
 */
export async function promisedToEarlier(
  tx: Tx,
  { tenant_id, company_id, id }: { tenant_id: number; company_id: number; id: number },
  today: string,
): Promise<bigint> {
  const { rows } = await sql<{ promised: bigint }>`
    select coalesce(sum(a.amount), 0)::bigint as promised
    from salary_advances a
    join employees e on e.tenant_id = a.tenant_id and e.id = a.employee_id
    join salary_advances own on own.tenant_id = a.tenant_id and own.id = ${id}
    where a.tenant_id = ${tenant_id} and own.tenant_id = ${tenant_id} and a.company_id = ${company_id}
      and a.send_wanted_at is not null and a.id <> ${id} and ${isSendable(today)}
      and (own.send_wanted_at is null or (a.send_wanted_at, a.id) < (own.send_wanted_at, own.id))`.execute(
    tx,
  );
  return exactlyOne(rows).promised;
}
