import { getLedger } from "@kontor/contract/accounting/accounts";
import { changeBankAccount } from "@kontor/contract/employees/bank";
import { addPayRate } from "@kontor/contract/employees/pay";
import type { DataOf } from "@kontor/contract/endpoint";
import { submitFunds } from "@kontor/contract/funding/funding";
import { advanceRules } from "@kontor/contract/salary-advances/advance-rules";
import { getSalaryAdvance } from "@kontor/contract/salary-advances/advances";
import { decideAdvance } from "@kontor/contract/salary-advances/decisions";
import { getAdvanceOffer, requestAdvance } from "@kontor/contract/salary-advances/requests";
import { sql } from "kysely";
import { expect } from "vitest";

import type { LedgerPurpose } from "../accounting/chart/standard-chart.ts";
import { saveAdvanceOutcomes } from "../salary-advances/sending/outcome.ts";
import { sendAllWaiting } from "../salary-advances/sending/work.ts";
import { openStaff, pathOf, type Staff, type TestEmployee } from "./employees.ts";
import type { Caller, Reply, World } from "./harness.ts";
import { accountEnding, openDelivery, type TestDelivery } from "./transfers.ts";

export type TestAdvance = DataOf<typeof requestAdvance>;

/** An organization with staff and funds, and the jobs that send advances. */
export type AdvanceStaff = Staff & {
  platform: Caller;
  owner: Caller;
  delivery: TestDelivery;
  /**
   * Adds an employee who earns ₦300,000.00 a month; the ending of their account selects the
   * sandbox's behaviour.
   */
  employ: (fields?: {
    ending?: string | null;
    monthly?: string | null;
    worker?: boolean;
  }) => Promise<TestEmployee>;
  rules: (body: object) => Promise<void>;
  fund: (amount: string) => Promise<void>;
  /** Requests an advance on the present terms. */
  request: (employee: TestEmployee, amount: string, more?: object) => Promise<TestAdvance>;
  tryRequest: (employee: TestEmployee, amount: string, more?: object) => Promise<Reply>;
  decide: (advance: TestAdvance, status: "APPROVED" | "REJECTED", more?: object) => Promise<Reply>;
  card: (advance: { id: number }) => Promise<DataOf<typeof getSalaryAdvance>>;
  /** Runs the jobs, and again some seconds later, when the sandbox completes transfers. */
  send: () => Promise<void>;
  /** Sets the clock without ending sessions. */
  travel: (moment: Date) => Promise<void>;
};

export const plainRules = {
  max_percentage: 50,
  interest_rate: 12,
  terms: "<p>{{company_name}} lends {{max_percentage}}% at {{interest_rate}}%.</p>",
  auto_approval: 0,
};

export async function openAdvances(world: World): Promise<AdvanceStaff> {
  const staff = await openStaff(world);
  const { home, hr } = staff;
  const platform = await world.signIn("platform");
  const delivery = openDelivery(world, { salary_advance: saveAdvanceOutcomes });
  const offerOf = (employee: TestEmployee) =>
    hr.call(getAdvanceOffer, { params: pathOf(employee) });
  const body = async (employee: TestEmployee, amount: string, more: object) => ({
    amount,
    instalments: 1,
    accepted_how: "SIGNED_PAPER",
    terms_version: (await offerOf(employee)).terms.version,
    ...more,
  });
  const { rules }: Pick<AdvanceStaff, "rules"> = {
    rules: async (changed) => {
      await platform.call(advanceRules.save.organization, {
        params: home.path,
        body: { ...plainRules, ...changed },
      });
    },
  };
  await rules({});
  return {
    ...staff,
    platform,
    owner: await world.signInAs(["OWNER"], home.tenant_id),
    delivery,
    rules,
    employ: employer(staff),
    fund: async (amount) => {
      const deposit = { action: "DEPOSIT", amount, confirmed_amount: amount };
      await platform.call(submitFunds, { params: home.path, body: deposit });
    },
    request: async (employee, amount, more = {}) =>
      hr.call(requestAdvance, {
        params: pathOf(employee),
        body: await body(employee, amount, more),
      }),
    tryRequest: async (employee, amount, more = {}) =>
      hr.attempt(requestAdvance, {
        params: pathOf(employee),
        body: await body(employee, amount, more),
      }),
    decide: ({ id, tenant_id, employee_id, amount }, status, more = {}) =>
      hr.attempt(decideAdvance, {
        body: { id, tenant_id, employee_id, amount: nairaOf(amount), status, ...more },
      }),
    card: ({ id }) => hr.call(getSalaryAdvance, { params: { ...home.path, id } }),
    travel: async (moment) => {
      world.clock.set(moment);
      const ends = new Date(moment.getTime() + 3_600_000);
      await world.database.statement((db) =>
        sql`update sessions set last_seen_at = ${moment}, expires_at = ${ends}`.execute(db),
      );
    },
    send: async () => {
      await sendAllWaiting(delivery.options);
      await delivery.run();
      world.clock.advance(5_000);
      await delivery.run();
    },
  };
}

/**
 * Adds employees one after the other, each with a name and an address and, by default, pay and an
 * account.
 */
function employer(staff: Staff): AdvanceStaff["employ"] {
  const { hr } = staff;
  let count = 0;
  return async ({ ending = "999", monthly = "300000.00", worker = false } = {}) => {
    const employee = await staff.add(`E-${++count}`, {
      last_name: `Person ${String.fromCodePoint(64 + (count % 26) + 1)}${count}`,
      email: `e${count}@example.com`,
      worker,
    });
    const params = pathOf(employee);
    if (monthly !== null) {
      await hr.call(addPayRate, {
        params,
        body: {
          from_date: "2026-01-05",
          basic: monthly,
          housing: "0.00",
          transport: "0.00",
          other: "0.00",
        },
      });
    }
    if (ending !== null) {
      await hr.call(changeBankAccount, {
        params,
        body: {
          bank_code: "058",
          account_number: accountEnding(ending),
          account_name: employee.personal.last_name,
        },
      });
    }
    return employee;
  };
}

/** An amount in kobo as a request has it, in naira. */
export function nairaOf(amount: bigint): string {
  const digits = String(amount).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Balances of ledgers of the staff's organization by purpose, debit positive, in kobo. */
export function balancesOf(
  { home, platform }: AdvanceStaff,
  ...purposes: LedgerPurpose[]
): Promise<bigint[]> {
  return Promise.all(
    purposes.map(async (purpose) => {
      const ledger = await platform.call(getLedger, {
        params: { id: home.ledgers[purpose] },
        query: { tenant_id: home.tenant_id },
      });
      return ledger.own_balance_dc === "DR" ? ledger.own_balance : -ledger.own_balance;
    }),
  );
}

/** The path of an advance of the staff's organization. */
export function pathOfAdvance(
  { home }: Staff,
  { id }: { id: number },
): { tenant_id: number; company_id: number; id: number } {
  return { ...home.path, id };
}

/** An approved request; it is sent if the wallet covers it. */
export async function approvedAdvance(
  staff: AdvanceStaff,
  amount: string,
  { ending = "999", instalments = 1 }: { ending?: string; instalments?: number } = {},
): Promise<TestAdvance> {
  const advance = await staff.request(await staff.employ({ ending }), amount, { instalments });
  expect((await staff.decide(advance, "APPROVED")).status).toBe(200);
  return advance;
}

/** An advance whose money has arrived. */
export async function paidAdvance(
  staff: AdvanceStaff,
  amount: string,
  instalments = 1,
): Promise<TestAdvance> {
  const advance = await approvedAdvance(staff, amount, { instalments });
  await staff.send();
  expect((await staff.card(advance)).status).toBe("PAID");
  return advance;
}
