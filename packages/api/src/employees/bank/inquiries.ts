import { sql } from "kysely";

import { currentProvider, providerNamed } from "../../funding/providers.ts";
import type { Clock } from "../../platform/clock.ts";
import { publishAfterCommit, type Database } from "../../platform/database/database.ts";
import { exactlyOne } from "../../platform/database/rows.ts";
import type { Environment } from "../../platform/environment.ts";
import type { BackgroundWork } from "../../platform/jobs/jobs.ts";
import type { JobLog } from "../../platform/mail/mailer.ts";
import { setAllTenantsReadable, setTenant, type Context, type Tx } from "../../platform/scope.ts";
import { personalNumbers } from "../records/personal-numbers.ts";

/** The topic that a commit announces when it has stored inquiries. */
const inquiryTopic = "account-names";

/**
 * The maximum number of inquiries of one organization claimed together, and of concurrent calls among them.
 */
const maxClaimed = 100;
const maxConcurrentCalls = 5;
/** The time limit of a call to the bank, in milliseconds. */
const timeout = 15_000;
/**
 * The lease, in milliseconds, after which inquiries without an outcome may be claimed again. It is
 * longer than all calls of a batch can take.
 */
const lease = 10 * 60_000;
/**
 * Pauses after the first, second and later failed attempts, in milliseconds; after the last one
 * there are no more attempts.
 */
const retryDelays = [1, 5, 30, 120, 480].map((minutes) => minutes * 60_000);

/**
 * Stores inquiries about the holders of imported accounts: those that employees are paid to from
 * now on, and those that wait to be confirmed. A job asks the bank after the commit. Earlier
 * inquiries about these accounts are deleted.
 *
 * @param employees those with an imported account.
 */
export async function requestAccountNames(
  { tx, clock }: Context,
  { tenant_id, id }: { tenant_id: number; id: number },
  employees: readonly { employee_id: number; bank_change: object | null }[],
): Promise<void> {
  if (employees.length === 0) return;
  const requests = JSON.stringify(
    employees.map(({ employee_id, bank_change }) => ({
      employee_id,
      waiting: bank_change !== null,
    })),
  );
  const rows = sql`jsonb_to_recordset(${requests}::jsonb) as r(employee_id bigint, waiting boolean)`;
  await sql`
    delete from bank_inquiries q using ${rows}
    where q.tenant_id = ${tenant_id} and q.employee_id = r.employee_id
      and (q.change_id is not null) = r.waiting`.execute(tx);
  await sql`
    insert into bank_inquiries (tenant_id, employee_id, change_id, next_try_at, created_at)
    select ${tenant_id}, r.employee_id, c.id, ${clock.now()}, ${clock.now()} from ${rows}
    left join bank_account_changes c on c.tenant_id = ${tenant_id} and c.employee_id = r.employee_id
      and c.import_id = ${id} and c.status = 'WAITING' and r.waiting
    where c.id is not null or not r.waiting`.execute(tx);
  publishAfterCommit(tx, inquiryTopic);
}

/**
 * Deletes the inquiries of an import that is undone: about accounts that no longer wait, and about
 * first accounts, which the employees no longer have. Accounts of earlier imports that wait again
 * are inquired about again.
 *
 * @param restored ids of the changes that wait again.
 */
export async function undoAccountNameRequests(
  { tx, clock }: Context,
  { tenant_id, id }: { tenant_id: number; id: number },
  restored: readonly number[],
): Promise<void> {
  await sql`
    delete from bank_inquiries q using bank_account_changes c
    where q.tenant_id = ${tenant_id} and c.tenant_id = ${tenant_id} and c.import_id = ${id} and q.change_id = c.id`.execute(
    tx,
  );
  await sql`
    delete from bank_inquiries q using employee_import_rows r, employees e
    where q.tenant_id = ${tenant_id} and r.tenant_id = ${tenant_id} and r.import_id = ${id}
      and r.version_after is not null and q.employee_id = r.employee_id and q.change_id is null
      and e.tenant_id = ${tenant_id} and e.id = r.employee_id and e.bank_code is null`.execute(tx);
  await sql`
    insert into bank_inquiries (tenant_id, employee_id, change_id, next_try_at, created_at)
    select ${tenant_id}, c.employee_id, c.id, ${clock.now()}, ${clock.now()} from bank_account_changes c
    where c.tenant_id = ${tenant_id} and c.id = any (${[...restored]}::bigint[]) and c.import_id is not null
      and c.provider_name is null`.execute(tx);
  publishAfterCommit(tx, inquiryTopic);
}

type AccountNameProvider = Pick<ReturnType<typeof providerNamed>, "accountName">;
type WorkOptions = { database: Database; environment: Environment; clock: Clock; log: JobLog };

/** The background work that asks banks for the holders of imported accounts. */
export function accountNameWork(options: WorkOptions): BackgroundWork {
  return {
    queue: "account-names",
    topic: inquiryTopic,
    backlog: async (tx) => {
      const { rows } = await sql<{ count: number; since: Date | null }>`
        select count(*)::integer as count, min(created_at) as since from bank_inquiries`.execute(
        tx,
      );
      return exactlyOne(rows);
    },
    run: async (stopping) => {
      await runInquiries(options, stopping);
      return undefined;
    },
  };
}

type Inquiry = {
  id: number;
  employee_id: number;
  change_id: number | null;
  tries: number;
  /** Null when the employee no longer has an account, so that there is nothing to ask. */
  bank_code: string | null;
  account_number_sealed: string | null;
  account_number_hash: Buffer | null;
  holder: string;
};

/**
 * Makes all due inquiries. The provider is called between two transactions: the first claims
 * inquiries for this process, the second stores the answers. If the process dies in between, they
 * are made again after the lease, which does no harm.
 *
 * @param provider the bank to ask.
 */
export async function runInquiries(
  options: WorkOptions,
  signal: AbortSignal,
  provider: AccountNameProvider = providerNamed(currentProvider),
): Promise<void> {
  const { database, clock } = options;
  for (;;) {
    if (signal.aborted) return;
    const tenantId = await tenantWithDue(database, clock.now());
    if (tenantId === undefined) return;
    const taken = await inTenant(database, tenantId, (tx) =>
      claimInquiries(tx, tenantId, clock.now()),
    );
    for (let start = 0; start < taken.length && !signal.aborted; start += maxConcurrentCalls) {
      const some = taken.slice(start, start + maxConcurrentCalls);
      const answers = await Promise.all(
        some.map((inquiry) => inquireName(options, provider, { tenantId, inquiry }, signal)),
      );
      await inTenant(database, tenantId, async (tx) => {
        for (const answer of answers) await saveAnswer(tx, tenantId, answer, clock.now());
      });
    }
  }
}

type Answer = { inquiry: Inquiry; name: string | null | undefined };

/**
 * Asks the bank for one holder. The name is undefined without an answer, and null when the bank
 * does not know the account.
 */
async function inquireName(
  { environment, log }: WorkOptions,
  provider: AccountNameProvider,
  { tenantId, inquiry }: { tenantId: number; inquiry: Inquiry },
  signal: AbortSignal,
): Promise<Answer> {
  try {
    const { bank_code, account_number_sealed, holder } = inquiry;
    if (bank_code === null) return { inquiry, name: null };
    const numbers = personalNumbers(environment, tenantId);
    const account_number = numbers.open("account_number", account_number_sealed) ?? "";
    const name = await provider.accountName(
      { bank_code, account_number, holder },
      AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
    );
    return { inquiry, name };
  } catch (error) {
    const { employee_id, tries } = inquiry;
    const details = { err: error, tenant_id: tenantId, employee_id, tries };
    log.warn(details, "a bank did not say whose account it is");
    return { inquiry, name: undefined };
  }
}

/** A tenant with a due inquiry; undefined when there is none, and while inquiries are on hold. */
async function tenantWithDue(database: Database, now: Date): Promise<number | undefined> {
  return database.transaction(async (tx) => {
    await setAllTenantsReadable(tx);
    const { rows } = await sql<{ tenant_id: number }>`
      select tenant_id from bank_inquiries where next_try_at <= ${now} and not outgoing_held()
      order by next_try_at limit 1`.execute(tx);
    return rows[0]?.tenant_id;
  });
}

async function claimInquiries(tx: Tx, tenantId: number, now: Date): Promise<Inquiry[]> {
  const { rows } = await sql<Inquiry>`
    with due as (
      select q.id from bank_inquiries q
      where q.tenant_id = ${tenantId} and q.next_try_at <= ${now}
      order by q.next_try_at, q.id limit ${maxClaimed} for update skip locked
    ), taken as (
      update bank_inquiries q set tries = q.tries + 1, next_try_at = ${new Date(now.getTime() + lease)}
      from due where q.tenant_id = ${tenantId} and q.id = due.id
      returning q.id, q.employee_id, q.change_id, q.tries
    )
    select t.*, coalesce(c.bank_code, e.bank_code) as bank_code,
      coalesce(c.account_number_sealed, e.account_number_sealed) as account_number_sealed,
      coalesce(c.account_number_hash, e.account_number_hash) as account_number_hash,
      regexp_replace(concat_ws(' ', e.first_name, e.middle_name, e.last_name), '\\s+', ' ', 'g') as holder
    from taken t
    join employees e on e.tenant_id = ${tenantId} and e.id = t.employee_id
    left join bank_account_changes c on c.tenant_id = ${tenantId} and c.id = t.change_id
    order by t.id`.execute(tx);
  return rows;
}

/**
 * Stores the answer with the account if the employee still has it; without an answer, stores when
 * to ask again.
 */
async function saveAnswer(
  tx: Tx,
  tenantId: number,
  { inquiry, name }: Answer,
  now: Date,
): Promise<void> {
  const { id, employee_id, change_id, tries, bank_code, account_number_hash } = inquiry;
  const pause = retryDelays[tries - 1];
  if (name === undefined && pause !== undefined) {
    await sql`
      update bank_inquiries set next_try_at = ${new Date(now.getTime() + pause)}
      where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
    return;
  }
  await sql`delete from bank_inquiries where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
  if (name === undefined || name === null) return;
  if (change_id !== null) {
    await sql`
      update bank_account_changes set provider_name = ${name}
      where tenant_id = ${tenantId} and id = ${change_id}`.execute(tx);
  }
  await sql`
    update employees set account_provider_name = ${name}, account_verified_at = ${now}
    where tenant_id = ${tenantId} and id = ${employee_id} and bank_code = ${bank_code}
      and account_number_hash = ${account_number_hash}`.execute(tx);
}

function inTenant<Result>(
  database: Database,
  tenantId: number,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (tx) => {
    await setTenant(tx, tenantId);
    return work(tx);
  });
}
