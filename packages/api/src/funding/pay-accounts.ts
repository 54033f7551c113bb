import { sql } from "kysely";

import type { Clock } from "../platform/clock.ts";
import { publishAfterCommit, type Database } from "../platform/database/database.ts";
import { atMostOne, exactlyOne } from "../platform/database/rows.ts";
import type { BackgroundWork } from "../platform/jobs/jobs.ts";
import type { JobLog } from "../platform/mail/mailer.ts";
import { setAllTenantsReadable, setTenant, type Context, type Tx } from "../platform/scope.ts";
import type { AccountProvider } from "./provider.ts";
import { currentProvider, providerNamed } from "./providers.ts";

/** The topic that a commit announces when it has requested a pay account. */
const topic = "pay-accounts";

/** The most accounts that one round takes. */
const maxPerRound = 20;
/** The time limit of a call to the provider, in milliseconds. */
const callTimeout = 30_000;
/**
 * The lease, in milliseconds: when it has ended without an outcome, the account may be requested
 * again.
 */
const lease = 2 * 60_000;
/**
 * Pauses after the first, second and later failed attempts, in milliseconds; the last one repeats.
 */
const retryDelays = [1, 5, 15, 60, 360].map((minutes) => minutes * 60_000);

type PayAccount = {
  tenant_id: number;
  id: number;
  company_id: number;
  account_name: string;
  provider: string;
  tries: number;
};

/**
 * Requests the pay account of a new company, on its funding ledger. A job opens it at the provider
 * after the commit; until then its status is OPENING. The scope must be the tenant.
 */
export async function requestPayAccount(
  context: Pick<Context, "tx" | "clock">,
  account: { tenant_id: number; company_id: number; ledger_id: number; account_name: string },
): Promise<void> {
  const now = context.clock.now();
  await sql`
    insert into pay_accounts
      (tenant_id, company_id, ledger_id, provider, account_name, status, next_try_at, created_at)
    values (${account.tenant_id}, ${account.company_id}, ${account.ledger_id}, ${currentProvider},
      ${account.account_name}, 'OPENING', ${now}, ${now})`.execute(context.tx);
  publishAfterCommit(context.tx, topic);
}

type WorkOptions = { database: Database; clock: Clock; log: JobLog };

/** The background work that opens requested accounts. */
export function payAccountWork(options: WorkOptions): BackgroundWork {
  return {
    queue: "pay-accounts",
    topic,
    backlog: async (tx) => {
      const { rows } = await sql<{ count: number; since: Date | null }>`
        select count(*)::integer as count, min(created_at) as since
        from pay_accounts where status = 'OPENING'`.execute(tx);
      return exactlyOne(rows);
    },
    run: async (stopping) => {
      await openPayAccounts(options, stopping);
      return undefined;
    },
  };
}

/**
 * Opens all due accounts, one after the other. The provider is called between two transactions: the
 * first claims the account for this process, the second stores the outcome. If a process dies in
 * between or never learns the outcome, the account is requested again after the lease, under the
 * same reference.
 *
 * @param providerOf returns the provider with a given name.
 */
export async function openPayAccounts(
  { database, log, clock }: WorkOptions,
  signal: AbortSignal,
  providerOf: (name: string) => AccountProvider = providerNamed,
): Promise<void> {
  for (const due of await dueAccounts(database, clock.now())) {
    if (signal.aborted) return;
    const taken = await inTenant(database, due, (tx) => claimAccount(tx, due, clock.now()));
    if (taken === undefined) continue;
    try {
      const opened = await providerOf(taken.provider).open(
        { reference: referenceOf(taken), account_name: taken.account_name },
        AbortSignal.any([signal, AbortSignal.timeout(callTimeout)]),
      );
      await inTenant(database, taken, (tx) =>
        sql`
          update pay_accounts set status = 'OPEN', bank_name = ${opened.bank_name},
            account_name = ${opened.account_name},
            virtual_account_number = ${opened.virtual_account_number},
            next_try_at = null, last_error = null
          where tenant_id = ${taken.tenant_id} and id = ${taken.id} and status = 'OPENING'`.execute(
          tx,
        ),
      );
    } catch (error) {
      const { tenant_id, company_id, tries } = taken;
      log.warn(
        { err: error, tenant_id, company_id, tries },
        "a pay account could not be opened yet",
      );
      await inTenant(database, taken, (tx) => recordFailure(tx, taken, error, clock.now()));
    }
  }
}

/**
 * The provider's reference of the account, the same at each attempt:
 * `pay-account-<tenant>-<company>`.
 */
function referenceOf({ tenant_id, company_id }: PayAccount): string {
  return `pay-account-${tenant_id}-${company_id}`;
}

/** The next due accounts; none while account openings are on hold. */
async function dueAccounts(database: Database, now: Date): Promise<PayAccount[]> {
  return database.transaction(async (tx) => {
    await setAllTenantsReadable(tx);
    const { rows } = await sql<PayAccount>`
      select tenant_id, id, company_id, account_name, provider, tries from pay_accounts
      where status = 'OPENING' and next_try_at <= ${now} and not outgoing_held()
      order by next_try_at, tenant_id, id limit ${maxPerRound}`.execute(tx);
    return rows;
  });
}

/** Claims an account that is still due; undefined when another process was first. */
async function claimAccount(tx: Tx, due: PayAccount, now: Date): Promise<PayAccount | undefined> {
  const { rows } = await sql<PayAccount>`
    update pay_accounts set tries = tries + 1, next_try_at = ${new Date(now.getTime() + lease)}
    where tenant_id = ${due.tenant_id} and id = ${due.id} and status = 'OPENING' and next_try_at <= ${now}
    returning tenant_id, id, company_id, account_name, provider, tries`.execute(tx);
  return atMostOne(rows);
}

async function recordFailure(
  tx: Tx,
  account: PayAccount,
  error: unknown,
  now: Date,
): Promise<void> {
  const delay = retryDelays[Math.min(account.tries, retryDelays.length) - 1] ?? lease;
  const reason = error instanceof Error ? error.message : String(error);
  await sql`
    update pay_accounts set next_try_at = ${new Date(now.getTime() + delay)},
      last_error = ${reason.slice(0, 500)}
    where tenant_id = ${account.tenant_id} and id = ${account.id} and status = 'OPENING'`.execute(
    tx,
  );
}

function inTenant<Result>(
  database: Database,
  { tenant_id }: { tenant_id: number },
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (tx) => {
    await setTenant(tx, tenant_id);
    return work(tx);
  });
}
