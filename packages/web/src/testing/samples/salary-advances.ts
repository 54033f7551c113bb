import { kobo } from "@kontor/books/money";
import type { DataOf } from "@kontor/contract/endpoint";
import {
  getSalaryAdvance,
  type listSalaryAdvances,
} from "@kontor/contract/salary-advances/advances";
import type { getAdvanceOffer } from "@kontor/contract/salary-advances/requests";
import { nextPaydays } from "@kontor/payroll/advances/plan";

import type { FakeApi } from "../fake-api.ts";

type Listed = DataOf<typeof listSalaryAdvances>[number];
type Advance = DataOf<typeof getSalaryAdvance>;
type Offer = DataOf<typeof getAdvanceOffer>;

/** A row of the salary advances: Ada's request for ₦100,000. */
export function listedAdvance(more: Partial<Listed> = {}): Listed {
  return {
    id: 61,
    number: "SA-000012",
    employee_id: 21,
    tenant_id: 7,
    company_id: 9,
    emp_name: "Ada Okafor",
    company_name: "Acme Corporation",
    amount: kobo(100_000_00n),
    payback_amount: kobo(101_479_45n),
    status: "PENDING",
    outstanding: kobo(0n),
    requested_at: new Date("2026-03-10T08:30:00Z"),
    updated_at: new Date("2026-03-10T08:30:00Z"),
    warns: false,
    ...more,
  };
}

const plan = [
  ["2026-03-25", 33_333_33n, 164_38n],
  ["2026-04-25", 33_333_33n, 504_11n],
  ["2026-05-25", 33_333_34n, 810_96n],
] as const;

const instalments: Advance["instalments"] = plan.map(([due, principal, interest], index) => ({
  number: index + 1,
  due,
  principal: kobo(principal),
  interest: kobo(interest),
  amount: kobo(principal + interest),
  repaid: kobo(0n),
}));

/** The same advance as its own card loads it. */
export function openedAdvance(more: Partial<Advance> = {}): Advance {
  return {
    ...listedAdvance(),
    staff_no: "ACM-0007",
    version: 1,
    interest_rate: 12,
    interest: kobo(1_479_45n),
    due_date: "2026-05-25",
    instalments,
    requested_by: { channel: "STAFF", name: "Ngozi Hr" },
    rules: { max_percentage: 50, auto_approval: false },
    rules_now: null,
    terms: {
      version: "3",
      html: "<p>Acme Corporation takes each instalment from the pay of its month.</p>",
      accepted_at: new Date("2026-03-10T08:29:00Z"),
      accepted_how: "SIGNED_PAPER",
      note: "Folder 12",
    },
    limit: {
      gross_monthly: kobo(450_000_00n),
      limit: kobo(225_000_00n),
      others: kobo(50_000_00n),
      available: kobo(175_000_00n),
    },
    projected: instalments.map(({ due, amount }) => ({
      due,
      net: kobo(361_250_00n),
      instalment: amount,
      left: kobo(361_250_00n - amount),
    })),
    wallet: {
      balance: kobo(2_500_000_00n),
      needed_later: kobo(0n),
      promised: kobo(300_000_00n),
      missing: kobo(0n),
    },
    ineligible: [],
    labour_act: [],
    decision: null,
    revocation: null,
    obstacle: null,
    transfers: [],
    paid_at: null,
    owed: { principal: kobo(0n), interest: kobo(0n), total: kobo(0n) },
    allocations: [],
    history: [],
    ...more,
  };
}

/** The same advance, approved and paid out, with its first instalment and another amount repaid. */
export function paidAdvance(more: Partial<Advance> = {}): Advance {
  return openedAdvance({
    status: "PAID",
    version: 4,
    outstanding: kobo(61_479_45n),
    decision: {
      by: "Ngozi Hr",
      automatic: false,
      at: new Date("2026-03-10T09:00:00Z"),
      reason: "",
    },
    transfers: [
      {
        id: 902,
        attempt: 2,
        reference: "ADVANCE-61-2",
        status: "COMPLETED",
        reason: "",
        requested_at: new Date("2026-03-10T09:20:00Z"),
        finished_at: new Date("2026-03-10T09:21:00Z"),
      },
      {
        id: 901,
        attempt: 1,
        reference: "ADVANCE-61-1",
        status: "FAILED",
        reason: "The bank did not answer.",
        requested_at: new Date("2026-03-10T09:00:00Z"),
        finished_at: new Date("2026-03-10T09:01:00Z"),
      },
    ],
    paid_at: new Date("2026-03-10T09:21:00Z"),
    instalments: instalments.map((instalment, index) => ({
      ...instalment,
      repaid: index === 0 ? instalment.amount : kobo(index === 1 ? 6_502_29n : 0n),
    })),
    owed: { principal: kobo(60_168_49n), interest: kobo(1_310_96n), total: kobo(61_479_45n) },
    allocations: [
      {
        id: 71,
        kind: "CASH",
        date: "2026-03-20",
        amount: kobo(40_000_00n),
        principal: kobo(39_331_51n),
        interest: kobo(668_49n),
        note: "Receipt 88",
        recorded_by: "Ngozi Hr",
        entry_id: 501,
        entry_type_id: 12,
        ent_number: "ADV-000031",
      },
    ],
    history: [
      {
        id: 44,
        number: "SA-000004",
        amount: kobo(50_000_00n),
        status: "PAID",
        requested_at: new Date("2026-02-02T10:00:00Z"),
        outstanding: kobo(50_000_00n),
      },
    ],
    ...more,
  });
}

/** Ada's limit: ₦175,000 at 12% a year. */
export function advanceOffer(more: Partial<Offer> = {}): Offer {
  return {
    max_percentage: 50,
    interest_rate: 12,
    gross_monthly: kobo(450_000_00n),
    limit: kobo(225_000_00n),
    others: kobo(50_000_00n),
    available: kobo(175_000_00n),
    requested_on: "2026-03-10",
    paydays: nextPaydays("2026-03-10", 25, 12),
    exit_date: null,
    terms: {
      version: "3",
      html: "<p>Acme Corporation takes each instalment from the pay of its month.</p>",
    },
    ineligible: [],
    labour_act: { worker: false, binding: false, another_owed: false },
    ...more,
  };
}

export const manualDecision = {
  by: "Ngozi Hr",
  automatic: false,
  at: new Date("2026-03-10T09:00:00Z"),
  reason: "",
};

/** An approved advance that has not been paid out. */
export function approvedAdvance(more: Partial<Advance> = {}): Advance {
  return openedAdvance({ status: "APPROVED", decision: manualDecision, ...more });
}

/** The first transfer of an advance, whose outcome is not known yet. */
export const sentTransfer = {
  id: 901,
  attempt: 1,
  reference: "ADVANCE-61-1",
  status: "PROCESSING",
  reason: "",
  requested_at: new Date("2026-03-10T09:00:00Z"),
  finished_at: null,
} as const;

/**
 * Handles the calls of the card with the advance that was last set. @returns a function that sets
 * and returns another advance.
 */
export function answerCard(api: FakeApi, first: Advance) {
  let now = first;
  api.on(getSalaryAdvance, () => now);
  return (next: Advance): Advance => {
    now = next;
    return next;
  };
}
