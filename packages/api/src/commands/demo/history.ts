import { addDays, addMonths } from "@kontor/books/calendar-date";
import { ENTRY_TYPE } from "@kontor/books/entry-number";
import { kobo } from "@kontor/books/money";
import { monthName, monthOf, type Month } from "@kontor/payroll/month";
import { packInForce } from "@kontor/payroll/statutory/packs";
import { isYearly } from "@kontor/payroll/statutory/remittance";

import { posterOf, postEntries } from "../../accounting/entries/postings.ts";
import { moveFunds } from "../../funding/funds.ts";
import { openProviders } from "../../funding/providers.ts";
import { deliverDue } from "../../funding/transfers/deliver.ts";
import { calculateRuns } from "../../payroll/calculation/calculate.ts";
import { setExclusion } from "../../payroll/payslips/exclusion.ts";
import { payslipsPage } from "../../payroll/payslips/list.ts";
import { recordOneRemittance } from "../../payroll/remittances/remittances.ts";
import { startAndCalculate } from "../../payroll/runs/draft.ts";
import { findRun, type PayrollRun } from "../../payroll/runs/run.ts";
import { decideSubmission, submitForApproval } from "../../payroll/steps/approval.ts";
import { disburse } from "../../payroll/steps/disbursement.ts";
import { payslipOutcomeHandler } from "../../payroll/steps/outcomes.ts";
import { lagosDate, type Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Environment } from "../../platform/environment.ts";
import type { JobLog } from "../../platform/mail/mailer.ts";
import { takeUnloggedMails, deleteWaitingMailsBefore } from "../../platform/mail/outbox.ts";
import { actorOf, enterTenant, type Context } from "../../platform/scope.ts";
import { statutoryDues } from "../../reports/payroll/statutory-dues.ts";
import { saveAdvanceOutcomes } from "../../salary-advances/sending/outcome.ts";
import { findUser } from "../../session/users.ts";
import {
  demoAdvances,
  failingAccountEndings,
  type DemoEvent,
  type DemoHistory,
} from "./advances.ts";
import { ledgersOf, settleClearing } from "./bank.ts";
import type { DemoTenant } from "./data.ts";
import { demoOrganization, paidMonths, scaled } from "./organizations.ts";

export type HistoryTools = {
  database: Database;
  environment: Environment;
  /** The clock of today, at which the history ends. */
  clock: Clock;
  log: JobLog;
};

/**
 * Gives demo organizations a history: payroll that was prepared, approved and paid by different
 * people, with its funding and remittances, salary advances in every status, and a run of this
 * month that waits for its owner. Everything is created by the functions that requests use, with
 * the clock of those days, which takes seconds. So it is done while requests are already served,
 * and before the jobs start, because they would use today's clock.
 *
 * @param start when the demo data was created; mails of its history are discarded.
 */
export async function seedHistory(
  tools: HistoryTools,
  organizations: readonly DemoTenant[],
  start: Date,
  stopping?: AbortSignal,
): Promise<void> {
  // A later start makes none. The mails that wait by then are those of its users.
  if (organizations.length === 0) return;
  for (const organization of organizations) {
    try {
      for (const { day, run } of eventsOf(tools.clock.today())) {
        if (stopping?.aborted === true) return;
        await run(historyOn(tools, organization, day));
      }
    } catch (error) {
      // Demo data without its complete history is still usable, and its user cannot correct anything.
      tools.log.error(
        { err: error, tenant_id: organization.tenant_id },
        "the demo's past is short",
      );
    }
  }
  await tools.database.transaction(async (tx) => {
    await deleteWaitingMailsBefore(tx, start);
    await takeUnloggedMails(tx);
  });
}

function historyOn(tools: HistoryTools, organization: DemoTenant, day: string): DemoHistory {
  const { database, environment, log } = tools;
  const clock = clockOn(day, tools.clock);
  const { code, tenant_id, company_id } = organization;
  return {
    tenant_id,
    company_id,
    organization: demoOrganization(code),
    as: (mailbox, work) =>
      database.transaction(async (tx) => {
        const user = await findUser(tx, `${mailbox}@${code}.example`);
        if (user === undefined) throw new Error(`the demo has no ${mailbox} of ${code}`);
        const actor = actorOf(user);
        const context: Context = { tx, actor, clock, environment, requestId: "demo-data" };
        await enterTenant(context, tenant_id);
        return work(context);
      }),
    deliver: async () => {
      const providers = openProviders({ database, clock });
      const handlers = {
        salary_advance: saveAdvanceOutcomes,
        payslip: payslipOutcomeHandler({ environment, clock }),
      };
      const options = { database, environment, clock, log, providers, handlers };
      for (const wait of [0, 5000]) {
        clock.advance(wait);
        await deliverDue(options, new AbortController().signal);
      }
    },
    calculate: () => calculateRuns({ database, clock, log }),
  };
}

/** A clock at nine in the morning in Lagos on a day; for today, the real clock. */
function clockOn(day: string, present: Clock): Clock & { advance(milliseconds: number): void } {
  let past = 0;
  const begin = new Date(`${day}T08:00:00Z`).getTime();
  const now = () =>
    day === present.today() ? new Date(present.now().getTime() + past) : new Date(begin + past);
  return {
    now,
    today: () => lagosDate(now()),
    sleep: () => Promise.resolve(),
    advance: (milliseconds) => void (past += milliseconds),
  };
}

/** All steps up to a day, in the order in which they happened. */
function eventsOf(today: string): DemoEvent[] {
  const present = monthOf(today);
  return [
    ...paidMonths(today).flatMap((month) => payrollOf(month)),
    ...demoAdvances(today).filter(({ day }) => packInForce(day) !== undefined),
    { day: today, run: async (demo: DemoHistory) => void (await submitRun(demo, present)) },
  ]
    .filter(({ day }) => day <= today)
    .toSorted((one, other) => one.day.localeCompare(other.day, "en"));
}

/** The events of a month's payroll: incoming money, the run, its payment and its remittances. */
function payrollOf(month: Month): DemoEvent[] {
  const on = (day: number) => `${month}-${String(day).padStart(2, "0")}`;
  let run: PayrollRun | undefined;
  const known = () => {
    if (run === undefined) throw new Error(`the demo has no run of ${month}`);
    return run;
  };
  const pathOf = ({ tenant_id, company_id }: DemoHistory) => ({
    tenant_id,
    company_id,
    id: known().id,
    version: known().version,
  });
  return [
    { day: on(2), run: (demo) => recordIncome(demo, month) },
    { day: on(18), run: async (demo) => void (run = await submitRun(demo, month)) },
    {
      day: on(20),
      run: async (demo) => {
        run = await demo.as("manager", (context) =>
          decideSubmission(context, { ...pathOf(demo), status: "APPROVED" }),
        );
      },
    },
    {
      day: on(24),
      run: async (demo) => {
        const amount = kobo(((known().net + 99_999_99n) / 100_000_00n) * 100_000_00n);
        const deposit = {
          action: "DEPOSIT" as const,
          amount,
          confirmed_amount: amount,
          description: `Pay of ${monthName(month)}`,
        };
        const { tenant_id, company_id } = demo;
        await demo.as("manager", (context) =>
          moveFunds(context, { tenant_id, company_id, ...deposit }),
        );
        await demo.as("bookkeeper", (context) =>
          settleClearing(context, tenant_id, `To the pay account, pay of ${monthName(month)}`),
        );
        run = await demo.as("disburser", (context) => disburse(context, pathOf(demo)));
        await demo.deliver();
      },
    },
    { day: addDays(addMonths(on(1), 1), 8), run: (demo) => remit(demo, known()) },
  ];
}

/** Prepares and submits a run without the employees who cannot be paid yet. */
async function submitRun(demo: DemoHistory, period: Month): Promise<PayrollRun> {
  const { tenant_id, company_id } = demo;
  const path = { tenant_id, company_id };
  const prepare = <Result>(work: (context: Context) => Promise<Result>) => demo.as("payroll", work);
  const { id } = await prepare((context) =>
    startAndCalculate(context, { ...path, period, cycle: "REGULAR" }),
  );
  await demo.calculate();
  return prepare(async (context) => {
    const run = { ...path, id };
    const blocked = await payslipsPage(context, {
      ...run,
      show: "blocked",
      page: 1,
      per_page: 100,
    });
    for (const { id: payslip_id, warnings } of blocked.rows) {
      const unpaid = warnings.includes("no_pay_rate");
      const reason = unpaid ? "No pay agreed yet" : "No bank account yet";
      await setExclusion(context, { ...run, payslip_id, excluded: true, reason });
    }
    for (const search of failingAccountEndings) {
      const { rows } = await payslipsPage(context, { ...run, search, page: 1, per_page: 10 });
      for (const { id: payslip_id } of rows.filter(({ excluded }) => !excluded)) {
        const reason = "The bank account is being checked";
        await setExclusion(context, { ...run, payslip_id, excluded: true, reason });
      }
    }
    const { version } = await findRun(context, run);
    return submitForApproval(context, { ...run, version });
  });
}

/** Receipts from large customers, and the part that is moved to the pay account for advances. */
async function recordIncome(
  { as, tenant_id, company_id, organization }: DemoHistory,
  month: Month,
): Promise<void> {
  // At least the first organization's amount, because the pay that it covers does not follow the scale.
  const amount = kobo(BigInt(Math.max(24_500_000, scaled(organization, 24_500_000))) * 100n);
  const narration = `${organization.words.customers}, ${monthName(month)}`;
  await as("bookkeeper", async (context) => {
    const ledger = await ledgersOf(context, tenant_id);
    const posting = {
      entry_type_id: ENTRY_TYPE.receipt.id,
      entry_date: context.clock.today(),
      narration,
      items: [
        { ledger_id: ledger("Current account").id, dc: "DR" as const, amount, narration },
        { ledger_id: ledger("Sales").id, dc: "CR" as const, amount, narration },
      ],
    };
    await postEntries(posterOf(context), tenant_id, [posting]);
  });
  await as("manager", (context) =>
    moveFunds(context, {
      tenant_id,
      company_id,
      action: "DEPOSIT",
      amount: kobo(500_000_00n),
      description: "For salary advances",
    }),
  );
  await as("bookkeeper", (context) =>
    settleClearing(context, tenant_id, "To the pay account, for salary advances"),
  );
}

/** Remits the deductions, to each authority and scheme separately. */
async function remit({ as, tenant_id }: DemoHistory, run: PayrollRun): Promise<void> {
  await as("disburser", async (context) => {
    const ledger = await ledgersOf(context, tenant_id);
    const { rows } = await statutoryDues(context, { tenant_id, period: run.period });
    for (const { scheme, authority, period, left } of rows) {
      // Schemes that are settled yearly are not due yet.
      if (isYearly(scheme) || left.amount === 0n) continue;
      await recordOneRemittance(context, {
        tenant_id,
        scheme,
        authority,
        period,
        amount: left.amount,
        paid_on: context.clock.today(),
        ledger_id: ledger("Current account").id,
      });
    }
  });
}
