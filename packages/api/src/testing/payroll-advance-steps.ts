import { listSalaryAdvances } from "@kontor/contract/salary-advances/advances";
import { repayAdvance } from "@kontor/contract/salary-advances/repayments";
import { getAdvanceOffer, requestAdvance } from "@kontor/contract/salary-advances/requests";
import { lastDayOf } from "@kontor/payroll/month";
import * as fc from "fast-check";
import { expect } from "vitest";

import { nairaOf, pathOfAdvance, type AdvanceStaff } from "./advances.ts";
import type { PostedPayslip } from "./expected-pay.ts";
import type { PaidEmployee } from "./payroll.ts";

/* Salary advances in random payroll scenarios: they are given, repaid in cash and recovered from pay. */

/** An advance whose money has arrived; amounts in kobo. */
export type GivenAdvance = {
  id: number;
  employee_id: number;
  instalments: readonly { due: string; amount: bigint }[];
  payback: bigint;
  repaid: bigint;
};
type Place = { staff: AdvanceStaff; advances: GivenAdvance[] };
type Person = { id: number; path: PaidEmployee };

const who = fc.constantFrom(0, 0, 1, 2);
const advanceSteps = {
  advance: fc.record({
    do: fc.constant("advance" as const),
    who,
    amount: fc.integer({ min: 500_000, max: 12_000_000 }).map(BigInt),
    instalments: fc.integer({ min: 1, max: 3 }),
  }),
  "repay advance": fc.record({
    do: fc.constant("repay advance" as const),
    who,
    percent: fc.constantFrom(10, 50, 100),
  }),
};
type StepOf<Do extends keyof typeof advanceSteps> =
  (typeof advanceSteps)[Do] extends fc.Arbitrary<infer One> ? One : never;

export const advanceStepArbitraries = [
  { weight: 3, arbitrary: advanceSteps.advance },
  { weight: 1, arbitrary: advanceSteps["repay advance"] },
] as const;

/** The functions of these steps. A request that the rules refuse changes nothing. */
export const advanceStepHandlers: {
  readonly [Do in keyof typeof advanceSteps]: (
    place: Place,
    person: Person,
    step: StepOf<Do>,
  ) => Promise<void>;
} = {
  advance: async ({ staff, advances }, { path: params }, { amount, instalments }) => {
    const { terms } = await staff.hr.call(getAdvanceOffer, { params });
    const terms_version = terms.version;
    const how = { accepted_how: "SIGNED_PAPER", terms_version };
    const body = { amount: nairaOf(amount), instalments, ...how };
    const reply = await staff.hr.attempt(requestAdvance, { params, body });
    expect(reply.status).toBeLessThan(500);
    if (reply.status !== 201) return;
    const query = { employee_id: params.id, per_page: 100 };
    const all = await staff.hr.call(listSalaryAdvances, { query });
    for (const pending of all.filter(({ status }) => status === "PENDING")) {
      await staff.decide(pending, "APPROVED");
      await staff.send();
      const card = await staff.card(pending);
      if (card.status !== "PAID") continue;
      const { id, payback_amount: payback, instalments: parts } = card;
      const given = { id, employee_id: params.id, instalments: parts, payback, repaid: 0n };
      advances.push(given);
    }
  },
  "repay advance": async ({ staff, advances }, { id }, { percent }) => {
    const advance = advances.findLast(({ employee_id }) => employee_id === id);
    if (advance === undefined) return;
    const { owed } = await staff.card(advance);
    const amount = (owed.total * BigInt(percent)) / 100n;
    if (amount === 0n) return;
    const body = { amount: nairaOf(amount), date: "2026-03-10" };
    const params = pathOfAdvance(staff, advance);
    expect((await staff.hr.attempt(repayAdvance, { params, body })).status).toBe(201);
    advance.repaid += amount;
  },
};

const recoveredBy = (payslips: readonly PostedPayslip[], { id }: GivenAdvance) =>
  payslips
    .flatMap(({ lines }) => lines.filter(({ code }) => code === `advance:${String(id)}`))
    .reduce((sum, { amount }) => sum + amount, 0n);

/**
 * Expects a person's latest payslip to recover of each advance what is due by the end of its month, or all of
 * it from the last pay, and less only at the floor; and each advance to owe the rest.
 *
 * @param exit the end of the present employment; an earlier one that ended has no last pay.
 */
export async function expectRecovered(
  { staff, advances }: Place,
  own: readonly PostedPayslip[],
  { exit, isAtFloor }: { exit: string | null; isAtFloor: boolean },
): Promise<void> {
  const now = own.at(-1);
  for (const advance of advances) {
    if (now === undefined || advance.employee_id !== now.employee_id) continue;
    const recovered = recoveredBy([now], advance);
    const before = advance.payback - advance.repaid - recoveredBy(own.slice(0, -1), advance);
    const last = lastDayOf(now.period);
    const later = advance.instalments
      .filter(({ due }) => due > last)
      .reduce((sum, { amount }) => sum + amount, 0n);
    const isLastPay = exit !== null && exit <= last;
    const due = isLastPay ? before : before > later ? before - later : 0n;
    const recovers = now.cycle === "REGULAR" || recovered > 0n;
    const isLimited = isAtFloor && recovered < due;
    const expected = recovers && !isLimited ? due : recovered;
    expect([advance.id, recovered]).toEqual([advance.id, expected]);
    const { owed } = await staff.card(advance);
    expect([advance.id, owed.total]).toEqual([advance.id, before - recovered]);
  }
}
