import { openStandardChart } from "@kontor/api/accounting/chart/standard-chart";
import { postEntries, type Posting } from "@kontor/api/accounting/entries/postings";
import { personalNumbers } from "@kontor/api/employees/records/personal-numbers";
import { openPayAccounts, requestPayAccount } from "@kontor/api/funding/pay-accounts";
import { openProviders } from "@kontor/api/funding/providers";
import { deliverDue } from "@kontor/api/funding/transfers/deliver";
import { systemClock, type Clock } from "@kontor/api/platform/clock";
import { exactlyOne } from "@kontor/api/platform/database/rows";
import { parseEnvironment } from "@kontor/api/platform/environment";
import { setTenant, type Tx } from "@kontor/api/platform/scope";
import { checkEverything } from "@kontor/api/proof/check";
import { saveAdvanceOutcomes } from "@kontor/api/salary-advances/sending/outcome";
import { sendAllWaiting } from "@kontor/api/salary-advances/sending/work";
import { ENTRY_TYPE } from "@kontor/books/entry-number";
import { kobo } from "@kontor/books/money";
import { sql } from "kysely";

import { openBenchDatabase, type BenchDatabase } from "./database.ts";
import { median, print, formatRow } from "./timing.ts";

const transfers = 1000;
const rounds = 3;
/** ₦500.00, the amount of each. */
const amount = 50_000n;

const environment = parseEnvironment({ NODE_ENV: "test", KONTOR_SECRET_KEY: "ab".repeat(32) });
const silent = () => undefined;
const log = { info: silent, warn: silent, error: silent };

/**
 * Transfers for approved advances of one organization: the jobs record and post the intents, call
 * the sandbox, and store the outcomes with their entries. The clock skips the second that the
 * sandbox takes.
 *
 * @returns transfers a second from the first intent to the last outcome, the median of the rounds.
 */
export async function benchTransfers(): Promise<number> {
  print(`seconds for ${transfers} transfers: intents, outcomes; transfers a second`);
  const rates: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const bench = await openBenchDatabase();
    try {
      const clock = skippingClock();
      const tenantId = await fill(bench, clock);
      const { intents, outcomes } = await sendAll(bench, clock, tenantId);
      const rate = transfers / (intents + outcomes);
      print(formatRow(`round ${round + 1}`, intents, outcomes, rate.toFixed(0)));
      rates.push(rate);
    } finally {
      await bench.close();
    }
  }
  return median(rates);
}

type SkippingClock = Clock & { skip: (milliseconds: number) => void };

/** The system's clock, which can be moved forward. */
function skippingClock(): SkippingClock {
  let ahead = 0;
  return {
    ...systemClock,
    now: () => new Date(Date.now() + ahead),
    skip: (milliseconds) => (ahead += milliseconds),
  };
}

async function sendAll({ database }: BenchDatabase, clock: SkippingClock, tenantId: number) {
  const delivery = {
    database,
    environment,
    clock,
    log,
    providers: openProviders({ database, clock }),
    handlers: { salary_advance: saveAdvanceOutcomes },
  };
  const { signal } = new AbortController();
  const begin = performance.now();
  await sendAllWaiting(delivery);
  const posted = performance.now();
  await deliverDue(delivery, signal);
  clock.skip(5000);
  await deliverDue(delivery, signal);
  const end = performance.now();
  await database.transaction(async (tx) => {
    await setTenant(tx, tenantId);
    const { rows } = await sql<{ paid: number }>`
      select count(*)::int as paid from salary_advances where tenant_id = ${tenantId} and status = 'PAID'`.execute(
      tx,
    );
    const { paid } = exactlyOne(rows);
    const faults = await checkEverything(tx, tenantId);
    if (paid !== transfers || faults.length > 0) {
      throw new Error(`${paid} were paid; ${JSON.stringify(faults.slice(0, 3))}`);
    }
  });
  return { intents: (posted - begin) / 1000, outcomes: (end - posted) / 1000 };
}

/**
 * An organization with funds for all of them, and as many employees, each with a waiting advance.
 */
async function fill({ database }: BenchDatabase, clock: Clock): Promise<number> {
  const organization = await database.transaction((tx) => addOrganization(tx, clock));
  await openPayAccounts({ database, clock, log }, AbortSignal.timeout(60_000));
  await database.transaction(async (tx) => {
    await setTenant(tx, organization.tenantId);
    await deposit(tx, clock, organization);
    await addEmployees(tx, clock, organization);
    await addAdvances(tx, clock, organization);
  });
  return organization.tenantId;
}

type Organization = Awaited<ReturnType<typeof addOrganization>>;

async function addOrganization(tx: Tx, clock: Clock) {
  const now = clock.now();
  const tenant = await sql<{ id: number }>`
    insert into tenants (code, name, email, created_at)
    values ('bench', 'Bench', 'bench@example.com', ${now}) returning id`.execute(tx);
  const tenantId = exactlyOne(tenant.rows).id;
  await setTenant(tx, tenantId);
  const ledgers = await openStandardChart(tx, tenantId, now);
  const company = await sql<{ id: number }>`
    insert into companies (tenant_id, address, support_email, admin_name, admin_email, brand_color)
    values (${tenantId}, 'Example Street', 'support@example.com', 'Admin', 'admin@example.com', '#004AAD')
    returning id`.execute(tx);
  const companyId = exactlyOne(company.rows).id;
  const ledger_id = ledgers.funding_account;
  const account = { tenant_id: tenantId, company_id: companyId, ledger_id, account_name: "Bench" };
  await requestPayAccount({ tx, clock }, account);
  return { tenantId, companyId, ledgers };
}

async function deposit(tx: Tx, clock: Clock, organization: Organization): Promise<void> {
  const { tenantId, companyId, ledgers } = organization;
  const now = clock.now();
  const poster = { tx, actorId: null, requestId: "bench", recordedAt: now };
  const deposited = kobo(amount * BigInt(transfers));
  const narration = "Deposit of funds";
  const posting: Posting = {
    entry_type_id: ENTRY_TYPE.deposit.id,
    entry_date: clock.today(),
    narration,
    items: [
      { ledger_id: ledgers.funding_account, dc: "DR", amount: deposited, narration },
      { ledger_id: ledgers.bank_clearing, dc: "CR", amount: deposited, narration },
    ],
  };
  const { entry_id } = exactlyOne(await postEntries(poster, tenantId, [posting]));
  await sql`
    insert into funding_transactions (tenant_id, company_id, action, amount, description, status, entry_id, created_at)
    values (${tenantId}, ${companyId}, 'DEPOSIT', ${deposited}, '', 'COMPLETED', ${entry_id}, ${now})`.execute(
    tx,
  );
}

async function addEmployees(tx: Tx, clock: Clock, { tenantId, companyId }: Organization) {
  const numbers = personalNumbers(environment, tenantId);
  const sealed = Array.from({ length: transfers }, (_, index) => {
    const number = numbers.seal("account_number", `0${100_000 + index}999`);
    return { sealed: number?.sealed, hash: number?.hash.toString("hex") };
  });
  await sql`
    insert into employees (tenant_id, company_id, staff_no, first_name, last_name, start_date, bank_code,
      account_number_sealed, account_number_hash, account_name, created_at)
    select ${tenantId}, ${companyId}, 'E-' || n, 'Ada', 'Okafor ' || n, '2020-01-01', '058', s.sealed,
      decode(s.hash, 'hex'), 'ADA OKAFOR', ${clock.now()}
    from rows from (jsonb_to_recordset(${JSON.stringify(sealed)}::jsonb) as (sealed text, hash text))
      with ordinality as s(sealed, hash, n)`.execute(tx);
  await sql`insert into employee_counts values (${tenantId}, ${transfers})`.execute(tx);
}

async function addAdvances(tx: Tx, clock: Clock, { tenantId }: Organization): Promise<void> {
  const now = clock.now();
  const today = clock.today();
  await sql`insert into advance_terms (tenant_id, version, html, kept_at)
    values (${tenantId}, '0123456789abcdef', '<p>Terms</p>', ${now})`.execute(tx);
  await sql`
    insert into salary_advances (tenant_id, company_id, employee_id, number, status, amount, interest, rate,
      requested_on, due_date, max_percentage, auto_approval, gross_monthly, other_principal, another_owed, worker,
      terms_version, accepted_how, accepted_at, channel, requested_at, decided_as, decided_at, send_wanted_at,
      updated_at)
    select ${tenantId}, e.company_id, e.id, row_number() over (order by e.id), 'APPROVED', ${amount}, 0, 0,
      ${today}::date, ${today}::date + 30, 50, true, 15000000, 0, false, false, '0123456789abcdef',
      'PORTAL', ${now}, 'PORTAL', ${now}, 'SYSTEM', ${now}, ${now}, ${now}
    from employees e where e.tenant_id = ${tenantId}`.execute(tx);
  await sql`
    insert into advance_instalments (tenant_id, advance_id, number, due, principal, interest)
    select a.tenant_id, a.id, 1, a.due_date, a.amount, 0 from salary_advances a
    where a.tenant_id = ${tenantId}`.execute(tx);
  await sql`insert into advance_counters (tenant_id, last_number, approved)
    values (${tenantId}, ${transfers}, ${transfers})`.execute(tx);
}

if (import.meta.main) {
  const rate = await benchTransfers();
  print(`transfers a second: ${rate.toFixed(0)}`);
}
