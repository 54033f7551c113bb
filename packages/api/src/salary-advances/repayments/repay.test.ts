import { addLedger, getLedger } from "@kontor/contract/accounting/accounts";
import { getEntry } from "@kontor/contract/accounting/entries";
import { setPeriodLock } from "@kontor/contract/accounting/periods";
import { formatMoney } from "@kontor/contract/format";
import {
  listRepaymentLedgers,
  refundAdvance,
  repayAdvance,
  sendAdvance,
  writeOffAdvance,
} from "@kontor/contract/salary-advances/repayments";
import { beforeEach, describe, expect, test } from "vitest";

import { lagosDate } from "../../platform/clock.ts";
import {
  approvedAdvance,
  balancesOf,
  openAdvances,
  paidAdvance,
  pathOfAdvance,
  type AdvanceStaff,
  type TestAdvance,
} from "../../testing/advances.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { addPerson, testPassword } from "../../testing/people.ts";

const day = 24 * 3_600_000;

/** An amount as the API reads it. */
const decimalOf = (amount: bigint) => `${amount / 100n}.${String(amount % 100n).padStart(2, "0")}`;

const world = await openFileWorld();
let staff: AdvanceStaff;
beforeEach(async () => {
  world.clock.set(new Date("2026-03-10T09:00:00Z"));
  staff = await openAdvances(world);
});

describe("a repayment", () => {
  const repay = (advance: TestAdvance, amount: string, more: object = {}) =>
    staff.hr.attempt(repayAdvance, {
      params: pathOfAdvance(staff, advance),
      body: { amount, date: "2026-03-10", ...more },
    });

  test("in cash covers interest before principal, instalment by instalment, to the kobo", async () => {
    await staff.fund("1000.00");
    const advance = await paidAdvance(staff, "300.00", 3);
    const before = await staff.card(advance);
    const [first] = before.instalments;
    const half = await repay(advance, "50.00", { note: "Receipt 7" });
    expect(half.status).toBe(201);
    const card = await staff.card(advance);
    expect(card.allocations).toMatchObject([
      {
        kind: "CASH",
        amount: 5_000n,
        interest: first?.interest,
        principal: 5_000n - (first?.interest ?? 0n),
        note: "Receipt 7",
        recorded_by: "Test user",
      },
    ]);
    const { narration } = await staff.platform.call(getEntry, {
      params: { id: card.allocations[0]?.entry_id ?? 0 },
      query: { tenant_id: staff.home.tenant_id },
    });
    expect(narration).toBe(`Repayment of salary advance ${advance.number}: Receipt 7`);
    expect(card.instalments[0]?.repaid).toBe(5_000n);
    expect(card.owed.total).toBe(before.payback_amount - 5_000n);
    expect(
      await balancesOf(
        staff,
        "bank_clearing",
        "salary_advances_receivable",
        "salary_advance_interest",
      ),
    ).toEqual([
      -100_000n + 5_000n,
      30_000n - 5_000n + (first?.interest ?? 0n),
      -(first?.interest ?? 0n),
    ]);
    await expectCoherentBooks(world);

    const rest = card.owed.total;
    expect((await repay(advance, decimalOf(rest))).status).toBe(201);
    const settled = await staff.card(advance);
    expect([settled.status, settled.owed.total, settled.outstanding]).toEqual(["PAID", 0n, 0n]);
    expect(
      await balancesOf(staff, "salary_advances_receivable", "salary_advance_interest"),
    ).toEqual([0n, -before.interest]);
    const over = await repay(advance, "0.01");
    expect([over.status, over.problem.code]).toEqual([409, "advance_not_owed"]);
    await expectCoherentBooks(world);
  });

  test("above the owed amount is refused with that amount, even of two concurrent requests", async () => {
    await staff.fund("1000.00");
    const advance = await paidAdvance(staff, "100.00");
    const { owed } = await staff.card(advance);
    const over = await repay(advance, "200.00");
    expect([over.status, over.problem.code, over.problem.errors]).toEqual([
      422,
      "advance_overpaid",
      [
        {
          path: "amount",
          message: `That is more than is owed. Enter at most ₦${owed.total / 100n}.${String(owed.total % 100n).padStart(2, "0")}.`,
        },
      ],
    ]);
    const replies = await Promise.all([1, 2, 3].map(() => repay(advance, "60.00")));
    expect(replies.map(({ status }) => status).toSorted((one, next) => one - next)).toEqual([
      201, 422, 422,
    ]);
    await expectCoherentBooks(world);
  });

  test("can go into another cash ledger, but not into a control ledger, an expense or another organization's ledger", async () => {
    await staff.fund("1000.00");
    const advance = await paidAdvance(staff, "100.00");
    const { tenant_id, ledgers } = staff.home;
    const { group_id } = await staff.platform.call(getLedger, {
      params: { id: ledgers.bank_clearing },
      query: { tenant_id },
    });
    const cash = await staff.platform.call(addLedger, {
      body: { tenant_id, group_id, name: "Petty cash", op_balance_dc: "DR" },
    });
    expect((await repay(advance, "10.00", { ledger_id: cash.id })).status).toBe(201);
    const params = pathOfAdvance(staff, advance);
    const offered = (await staff.hr.call(listRepaymentLedgers, { params })).map(({ id }) => id);
    expect(offered.slice(0, 2)).toEqual([ledgers.bank_clearing, cash.id]);
    expect(offered).not.toContain(ledgers.funding_account);
    expect(offered).not.toContain(ledgers.salary_advances_receivable);
    for (const ledger_id of [
      ledgers.funding_account,
      ledgers.salary_advances_receivable,
      ledgers.salary_advance_interest,
      staff.other.ledgers.bank_clearing,
    ]) {
      const reply = await repay(advance, "10.00", { ledger_id });
      expect([reply.status >= 400, reply.problem.errors?.[0]?.path]).toEqual([true, "ledger_id"]);
    }
    await expectCoherentBooks(world);
  });

  test.for([
    [{ date: "2026-03-09" }, "date"],
    [{ date: "2026-03-11" }, "date"],
    [{ date: "yesterday" }, "date"],
    [{ amount: "0.00" }, "amount"],
    [{ note: "x".repeat(201) }, "note"],
    [{ colour: "red" }, "colour"],
  ] as const)("with %j is refused at %s", async ([more, path]) => {
    await staff.fund("1000.00");
    const advance = await paidAdvance(staff, "100.00");
    const reply = await repay(advance, "10.00", more);
    expect([reply.status, reply.problem.errors?.map((each) => each.path)]).toEqual([422, [path]]);
  });

  test("with a date in the locked period is refused at the date and not stored", async () => {
    await staff.fund("1000.00");
    const advance = await paidAdvance(staff, "100.00");
    await staff.travel(new Date("2026-04-05T09:00:00Z"));
    await staff.owner.call(setPeriodLock, {
      body: { locked_until: "2026-03-31", reason: "March is reported" },
    });
    const reply = await repay(advance, "40.00", { date: "2026-03-28" });
    expect([reply.status, reply.problem.code, reply.problem.errors]).toEqual([
      422,
      "day_locked",
      [
        {
          path: "date",
          message:
            "The books are locked until 31 Mar 2026. Choose a later date, or ask a user who can lock periods to move the lock back.",
        },
      ],
    ]);
    expect((await staff.card(advance)).allocations).toEqual([]);
    expect((await repay(advance, "40.00", { date: "2026-04-01" })).status).toBe(201);
    await expectCoherentBooks(world);
  });

  test("by two users at once is recorded once if they send what they saw, and so is a write-off", async () => {
    await staff.fund("1000.00");
    const advance = await paidAdvance(staff, "100.00");
    const owed = decimalOf((await staff.card(advance)).owed.total);
    const replies = await Promise.all([1, 2].map(() => repay(advance, "30.00", { owed })));
    const now = formatMoney((await staff.card(advance)).owed.total);
    expect(replies.map(({ status }) => status).toSorted((one, next) => one - next)).toEqual([
      201, 409,
    ]);
    const { problem } = replies.find(({ status }) => status === 409) ?? {};
    expect([problem?.code, problem?.message]).toEqual([
      "advance_owed_differs",
      `${now} is owed now: something was recorded since this was shown. Check the repayments, then submit again if it is still needed.`,
    ]);
    const params = pathOfAdvance(staff, advance);
    const body = { reason: "Moved abroad", password: testPassword, owed };
    const owner = (await addPerson(world, ["OWNER"], { tenantId: staff.home.tenant_id })).caller;
    const differs = await owner.attempt(writeOffAdvance, { params, body });
    expect([differs.status, differs.problem.code]).toEqual([409, "advance_owed_differs"]);
    await expectCoherentBooks(world);
  });

  test("can be replaced by a write-off, which needs the owner, a reason and the password", async () => {
    await staff.fund("1000.00");
    const advance = await paidAdvance(staff, "100.00");
    await repay(advance, "40.00", { date: world.clock.today() });
    const params = pathOfAdvance(staff, advance);
    const body = { reason: "Moved abroad", password: testPassword };
    expect((await staff.hr.attempt(writeOffAdvance, { params, body })).status).toBe(403);
    const owner = (await addPerson(world, ["OWNER"], { tenantId: staff.home.tenant_id })).caller;
    const wrong = await owner.attempt(writeOffAdvance, {
      params,
      body: { ...body, password: "not the password" },
    });
    expect([wrong.status, wrong.problem.code]).toEqual([422, "password_wrong"]);
    const { owed } = await staff.card(advance);
    const card = await owner.call(writeOffAdvance, { params, body });
    expect(card.owed.total).toBe(0n);
    expect(card.allocations.at(-1)).toMatchObject({
      kind: "WRITE_OFF",
      principal: owed.principal,
      interest: owed.interest,
      note: "Moved abroad",
    });
    expect(
      await balancesOf(staff, "salary_advances_receivable", "salary_advances_written_off"),
    ).toEqual([0n, owed.principal]);
    const again = await owner.attempt(writeOffAdvance, { params, body });
    expect([again.status, again.problem.code]).toEqual([409, "advance_not_owed"]);
    await expectCoherentBooks(world);
  });

  test("of an advance that was never paid out is refused", async () => {
    const advance = await approvedAdvance(staff, "10.00");
    const reply = await repay(advance, "10.00");
    expect([reply.status, reply.problem.code]).toEqual([409, "advance_not_owed"]);
  });

  test("counts after the bank returned the money and it was sent again, until it is refunded", async () => {
    await staff.fund("100.00");
    const advance = await approvedAdvance(staff, "40.00", { ending: "202", instalments: 3 });
    const params = pathOfAdvance(staff, advance);
    const comesBack = async () => {
      for (let days = 0; days < 12; days++) {
        await staff.travel(new Date(world.clock.now().getTime() + day));
        await staff.delivery.run();
      }
      expect((await staff.card(advance)).status).toBe("APPROVED");
    };
    const refund = (date = world.clock.today()) =>
      staff.hr.attempt(refundAdvance, { params, body: { date } });
    await staff.send();
    await repay(advance, "10.00", { date: world.clock.today() });
    await comesBack();
    await expectCoherentBooks(world);
    await staff.hr.call(sendAdvance, { params, body: {} });
    const early = await refund();
    expect([early.status, early.problem.code]).toEqual([409, "transfer_under_way"]);
    await staff.send();
    const card = await staff.card(advance);
    expect(card.owed.total).toBe(card.payback_amount - 1_000n);
    await expectCoherentBooks(world);
    // A write-off that a refund has undone is not undone by the next one again.
    const owner = (await addPerson(world, ["OWNER"], { tenantId: staff.home.tenant_id })).caller;
    const body = { reason: "Moved abroad", password: testPassword };
    await owner.call(writeOffAdvance, { params, body });
    await comesBack();
    // From the day on which the money came back.
    const [latest] = (await staff.card(advance)).transfers;
    expect((await refund(lagosDate(latest?.finished_at ?? new Date(0)))).status).toBe(201);
    await staff.hr.call(sendAdvance, { params, body: {} });
    await staff.send();
    await repay(advance, "5.00", { date: world.clock.today() });
    await comesBack();
    expect((await refund()).status).toBe(201);
    const { allocations } = await staff.card(advance);
    expect(allocations.slice(-2)).toMatchObject([
      { kind: "CASH", amount: 500n },
      { kind: "REFUND", amount: 500n },
    ]);
    await expectCoherentBooks(world);
  });
});
