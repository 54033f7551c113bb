import { addDays, addMonths } from "@kontor/books/calendar-date";
import { kobo } from "@kontor/books/money";

import { enterBankAccount } from "../../employees/bank/account-changes.ts";
import { employeesList } from "../../employees/records/list.ts";
import type { Context } from "../../platform/scope.ts";
import { findAdvance } from "../../salary-advances/card/card.ts";
import { decideRequest } from "../../salary-advances/decide.ts";
import { repay } from "../../salary-advances/repayments/repay.ts";
import { advanceOffer } from "../../salary-advances/requests/offer.ts";
import { recordRequest } from "../../salary-advances/requests/request.ts";
import { settleClearing } from "./bank.ts";
import type { DemoOrganization } from "./organizations.ts";

/** A step of the history: what happened on a day. */
export type DemoEvent = { day: string; run: (demo: DemoHistory) => Promise<void> };

/**
 * The context that the steps of one organization share. Each step is done by the user responsible,
 * in its own transaction.
 */
export type DemoHistory = {
  tenant_id: number;
  company_id: number;
  organization: DemoOrganization;
  /** Does something as the organization's user with this mailbox, on the day of the step. */
  as: <Result>(mailbox: string, work: (context: Context) => Promise<Result>) => Promise<Result>;
  /** Sends what is due and waits for the outcomes, which the sandbox returns within seconds. */
  deliver: () => Promise<void>;
  calculate: () => Promise<void>;
};

/**
 * Employees whose account makes the sandbox fail, by the end of its number (see docs/sandbox.md):
 * one that is closed, and one from which the bank returns the money after a week.
 */
const failingAccounts = { closed: 27, sentBack: 55 } as const;

/** The ends of the staff numbers of employees with such accounts. */
export const failingAccountEndings: readonly string[] =
  Object.values(failingAccounts).map(endingOf);

type RequestedAdvance = { id: number; employee_id: number; amount: bigint };

/**
 * Salary advances in every status: one repaid from pay, one repaid early in cash, one being repaid,
 * one rejected, one whose transfer failed, one whose money the bank returned, and two that wait.
 */
export function demoAdvances(today: string): DemoEvent[] {
  const monthsAgo = (count: number, day: string) =>
    `${addMonths(today, -count).slice(0, 7)}-${day}`;
  const early = addDays(monthsAgo(2, "06"), 0);
  let repaidEarly: RequestedAdvance | undefined;
  return [
    { day: monthsAgo(5, "05"), run: async (demo) => void (await payAdvance(demo, 3, 60_000, 3)) },
    {
      day: early,
      run: async (demo) => {
        repaidEarly = await payAdvance(demo, 5, 200_000, 2);
      },
    },
    {
      day: addDays(early, 8),
      run: async (demo) => {
        if (repaidEarly !== undefined) await repayAll(demo, repaidEarly);
      },
    },
    { day: monthsAgo(1, "05"), run: async (demo) => void (await payAdvance(demo, 15, 120_000, 4)) },
    {
      day: monthsAgo(1, "07"),
      run: async (demo) => {
        const advance = await requestAdvance(demo, 9, 30_000, 3);
        await decideAdvance(
          demo,
          advance,
          "REJECTED",
          "The cooperative's loan is still being repaid",
        );
      },
    },
    {
      day: monthsAgo(1, "08"),
      run: async (demo) => {
        await openAccount(demo, failingAccounts.closed, "201");
        await payAdvance(demo, failingAccounts.closed, 50_000, 1);
      },
    },
    {
      day: monthsAgo(1, "09"),
      run: async (demo) => {
        await openAccount(demo, failingAccounts.sentBack, "202");
        await payAdvance(demo, failingAccounts.sentBack, 40_000, 2);
      },
    },
    { day: addDays(monthsAgo(1, "09"), 8), run: (demo) => demo.deliver() },
    {
      day: today,
      run: async (demo) => {
        await requestAdvance(demo, 16, 45_000, 3);
        await requestAdvance(demo, 21, 150_000, 4);
      },
    },
  ];
}

function endingOf(number: number): string {
  return `-${String(number).padStart(4, "0")}`;
}

async function employeeAt(
  context: Context,
  { tenant_id, company_id }: DemoHistory,
  number: number,
): Promise<{ tenant_id: number; company_id: number; id: number }> {
  const ending = endingOf(number);
  const { rows } = await employeesList(context, {
    tenant_id,
    search: ending,
    page: 1,
    per_page: 10,
  });
  const found = rows.find(({ staff_no }) => staff_no.endsWith(ending));
  if (found === undefined) throw new Error(`the demo has no employee ${ending}`);
  return { tenant_id, company_id, id: found.id };
}

/**
 * Adds an account for an employee without one; its last digits determine the behaviour of the
 * sandbox.
 */
async function openAccount(demo: DemoHistory, number: number, ending: string): Promise<void> {
  await demo.as("hr", async (context) => {
    const path = await employeeAt(context, demo, number);
    const account = { bank_code: "058", account_number: `0123456${ending}`, account_name: "Demo" };
    const facts = { provider_name: null, shared: false };
    await enterBankAccount(context, { ...path, ...account }, facts);
  });
}

async function requestAdvance(
  demo: DemoHistory,
  number: number,
  naira: number,
  instalments: number,
): Promise<RequestedAdvance> {
  return demo.as("hr", async (context) => {
    const path = await employeeAt(context, demo, number);
    const { terms } = await advanceOffer(context, path);
    return recordRequest(context, {
      ...path,
      amount: kobo(BigInt(naira) * 100n),
      instalments,
      accepted_how: "SIGNED_PAPER",
      terms_version: terms.version,
    });
  });
}

async function decideAdvance(
  demo: DemoHistory,
  { id, employee_id, amount }: RequestedAdvance,
  status: "APPROVED" | "REJECTED",
  reason?: string,
): Promise<void> {
  const { tenant_id } = demo;
  await demo.as("manager", (context) =>
    decideRequest(context, { tenant_id, id, employee_id, amount: kobo(amount), status, reason }),
  );
}

/** An advance that is requested, approved and sent; the account determines the outcome. */
async function payAdvance(
  demo: DemoHistory,
  number: number,
  naira: number,
  instalments: number,
): Promise<RequestedAdvance> {
  const advance = await requestAdvance(demo, number, naira, instalments);
  await decideAdvance(demo, advance, "APPROVED");
  await demo.deliver();
  return advance;
}

async function repayAll(demo: DemoHistory, { id }: RequestedAdvance): Promise<void> {
  const { tenant_id, company_id } = demo;
  await demo.as("hr", async (context) => {
    const path = { tenant_id, company_id, id };
    const { owed } = await findAdvance(context, path);
    const date = context.clock.today();
    await repay(context, { ...path, amount: owed.total, date, note: "Paid back early" });
  });
  await demo.as("bookkeeper", (context) =>
    settleClearing(context, tenant_id, "Salary advance paid back early"),
  );
}
