import { setPeriodLock } from "@kontor/contract/accounting/periods";
import { submitFunds } from "@kontor/contract/funding/funding";
import { getSalaryAdvance } from "@kontor/contract/salary-advances/advances";
import { revokeApproval } from "@kontor/contract/salary-advances/decisions";
import {
  refundAdvance,
  repayAdvance,
  sendAdvance,
  writeOffAdvance,
} from "@kontor/contract/salary-advances/repayments";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";

import { lagosDate } from "../platform/clock.ts";
import { setTenant } from "../platform/scope.ts";
import {
  approvedAdvance,
  balancesOf,
  openAdvances,
  pathOfAdvance,
  type AdvanceStaff,
  type TestAdvance,
} from "../testing/advances.ts";
import { expectCoherentBooks } from "../testing/coherence.ts";
import { pathOf as pathOfEmployee } from "../testing/employees.ts";
import { openFileWorld } from "../testing/harness.ts";
import { leaveOn } from "../testing/leaving.ts";
import { addPerson, mailsTo, testPassword } from "../testing/people.ts";
import { sendAllWaiting } from "./sending/work.ts";

const day = 24 * 3_600_000;

const world = await openFileWorld();
let staff: AdvanceStaff;
beforeEach(async () => {
  world.clock.set(new Date("2026-03-10T09:00:00Z"));
  staff = await openAdvances(world);
});

const moved = () =>
  balancesOf(staff, "funding_account", "transfers_in_transit", "salary_advances_receivable");
const statusOf = async (advance: TestAdvance) => (await staff.card(advance)).status;
const approved = (amount: string, more: { ending?: string; instalments?: number } = {}) =>
  approvedAdvance(staff, amount, more);
const pathOf = (advance: { id: number }) => pathOfAdvance(staff, advance);

describe("paying out", () => {
  test("moves money from the wallet through transit to the receivable; the advance is PAID once it has arrived", async () => {
    await staff.fund("1000.00");
    const advance = await approved("400.00");
    expect(await moved()).toEqual([60_000n, 40_000n, 0n]);
    const sent = await staff.card(advance);
    expect([sent.status, sent.obstacle, sent.transfers.map(({ status }) => status)]).toEqual([
      "APPROVED",
      null,
      ["PENDING"],
    ]);
    await staff.send();
    expect(await moved()).toEqual([60_000n, 0n, 40_000n]);
    const card = await staff.card(advance);
    expect(card).toMatchObject({
      status: "PAID",
      transfers: [{ status: "COMPLETED", attempt: 1 }],
    });
    expect(card.owed).toEqual({
      principal: 40_000n,
      interest: card.interest,
      total: card.payback_amount,
    });
    expect(card.outstanding).toBe(card.payback_amount);
    await expectCoherentBooks(world);
  });

  test("mails the organization about money that left the wallet or came back", async () => {
    await staff.fund("100.00");
    const gone = await approved("40.00");
    const closed = await approved("30.00", { ending: "201" });
    await staff.send();
    const [one, two] = [await approved("50.00"), await approved("20.00", { ending: "201" })];
    await staff.fund("20.00");
    await staff.send();
    const { rows } = await world.database.transaction(async (tx) => {
      await setTenant(tx, staff.home.tenant_id);
      return sql<{ label: string; subject: string; text: string }>`
        select label, subject, text from mails
        where tenant_id = ${staff.home.tenant_id} and label like 'wallet%' order by id`.execute(tx);
    });
    const mailed = rows.map(({ label, subject, text }) => [
      label,
      subject.split(" ")[0],
      /Description: (.+)/.exec(text)?.[1],
      /balance is now (\S+)\./.exec(text)?.[1],
    ]);
    const back = (advance: TestAdvance) =>
      `Came back: Salary advance ${advance.number} (The account is closed.)`;
    expect(mailed).toEqual([
      ["wallet_deposit", "₦100.00", "Deposit of funds", "₦100.00"],
      ["wallet_withdrawal", "₦40.00", `Salary advance ${gone.number}`, "₦60.00"],
      ["wallet_withdrawal", "₦30.00", `Salary advance ${closed.number}`, "₦30.00"],
      ["wallet_deposit", "₦30.00", back(closed), "₦60.00"],
      ["wallet_withdrawal", "₦50.00", `Salary advance ${one.number}`, "₦10.00"],
      ["wallet_deposit", "₦20.00", "Deposit of funds", "₦30.00"],
      ["wallet_withdrawal", "₦20.00", `Salary advance ${two.number}`, "₦10.00"],
      ["wallet_deposit", "₦20.00", back(two), "₦30.00"],
    ]);
  });

  test("waits for funds and shows the shortfall; the oldest goes first and none overtakes it", async () => {
    await staff.fund("100.00");
    // The order is that of approval, not of request.
    const small = await staff.request(await staff.employ(), "20.00");
    const large = await approved("150.00");
    world.clock.advance(1_000);
    expect((await staff.decide(small, "APPROVED")).status).toBe(200);
    expect((await staff.card(large)).obstacle).toMatchObject({
      code: "funds_missing",
      missing: 5_000n,
      message:
        "The wallet is short by ₦50.00. The advance is sent automatically once the wallet is funded.",
    });
    await sendAllWaiting(staff.delivery.options);
    expect((await staff.card(small)).obstacle).toMatchObject({ missing: 7_000n });
    const shown = await staff.owner.call(getSalaryAdvance, { params: pathOf(small) });
    expect(shown.wallet).toMatchObject({ balance: 10_000n, promised: 15_000n, missing: 7_000n });

    await staff.fund("60.00");
    await Promise.all([1, 2].map(() => sendAllWaiting(staff.delivery.options)));
    expect((await staff.card(large)).transfers).toHaveLength(1);
    expect((await staff.card(small)).obstacle).toMatchObject({ missing: 1_000n });
    await staff.fund("10.00");
    await staff.send();
    expect([await statusOf(large), await statusOf(small)]).toEqual(["PAID", "PAID"]);
    expect(await moved()).toEqual([0n, 0n, 17_000n]);
    await expectCoherentBooks(world);
  });

  test("is blocked without a bank account, or when the employee leaves before the last instalment", async () => {
    const employee = await staff.employ({ ending: null });
    const advance = await staff.request(employee, "10.00");
    const leaver = await staff.employ();
    const late = await staff.request(leaver, "10.00", { instalments: 2 });
    await staff.decide(advance, "APPROVED");
    await staff.decide(late, "APPROVED");
    await leaveOn(staff, pathOfEmployee(leaver), "2026-03-31");
    await staff.fund("1000.00");
    // Advances that cannot be sent do not delay others.
    const next = await approved("10.00");
    expect((await staff.card(next)).transfers).toHaveLength(1);
    await staff.send();
    expect((await staff.card(advance)).obstacle?.code).toBe("bank_account_missing");
    const card = await staff.card(late);
    expect(card.obstacle).toMatchObject({ code: "employee_leaving" });
    expect(card.transfers).toEqual([]);
    expect(await moved()).toEqual([99_000n, 0n, 1_000n]);
  });

  test("that fails returns the money; a user can retry it under another reference", async () => {
    await staff.fund("100.00");
    const advance = await approved("40.00", { ending: "201" });
    await staff.send();
    expect(await moved()).toEqual([10_000n, 0n, 0n]);
    expect((await staff.card(advance)).obstacle).toMatchObject({
      code: "transfer_failed",
      message:
        "The transfer failed: The account is closed. Check the bank account, then send it again.",
    });
    await staff.send();
    expect((await staff.card(advance)).transfers).toHaveLength(1);

    const params = pathOf(advance);
    const replies = await Promise.all(
      [1, 2].map(() => staff.hr.attempt(sendAdvance, { params, body: {} })),
    );
    expect(replies.map(({ status }) => status).toSorted((one, next) => one - next)).toEqual([
      200, 409,
    ]);
    expect(await moved()).toEqual([6_000n, 4_000n, 0n]);
    const references = (await staff.card(advance)).transfers.map(({ reference }) => reference);
    expect(new Set(references).size).toBe(2);
    await expectCoherentBooks(world);
  });

  test("that comes back after a week makes the advance APPROVED again, with the reason", async () => {
    await staff.fund("100.00");
    const advance = await approved("40.00", { ending: "202" });
    await staff.send();
    expect(await statusOf(advance)).toBe("PAID");
    for (let days = 0; days < 12; days++) {
      await staff.travel(new Date(world.clock.now().getTime() + day));
      await staff.delivery.run();
    }
    const card = await staff.card(advance);
    expect([card.status, card.paid_at, card.owed.total]).toEqual(["APPROVED", null, 0n]);
    expect(card.obstacle).toMatchObject({
      code: "transfer_failed",
      message:
        "The bank returned the money: The bank sent the money back. Check the bank account, then send it again.",
    });
    expect(await moved()).toEqual([10_000n, 0n, 0n]);
    await expectCoherentBooks(world);
  });

  test("cannot be retried without the permission, nor while the transfer may still arrive", async () => {
    await staff.fund("100.00");
    const advance = await approved("40.00");
    const wire = { params: pathOf(advance), body: {} };
    const viewer = await world.signInAs(["VIEWER"], staff.home.tenant_id);
    const statuses = await Promise.all(
      [world.nobody, viewer, staff.stranger].map(
        async (caller) => (await caller.attempt(sendAdvance, wire)).status,
      ),
    );
    expect(statuses).toEqual([401, 403, 404]);
    // It is refused also while another advance waits for funds, when it would only be queued.
    await approved("90.00");
    const under = await staff.hr.attempt(sendAdvance, wire);
    expect([under.status, under.problem.code]).toEqual([409, "transfer_under_way"]);
    await staff.send();
    const done = await staff.hr.attempt(sendAdvance, wire);
    expect([done.status, done.problem.code]).toEqual([409, "advance_not_approved"]);
  });
});

describe("a revoked approval", () => {
  const revoke = (advance: TestAdvance, reason = "The project ends", caller = staff.hr) =>
    caller.attempt(revokeApproval, { params: pathOf(advance), body: { reason } });

  test("frees the limit and the wallet for later requests, and causes a mail", async () => {
    await staff.fund("100.00");
    const employee = await staff.employ();
    const large = await staff.request(employee, "150000.00");
    await staff.decide(large, "APPROVED");
    const behind = await approved("60.00");
    await staff.send();
    expect((await staff.card(behind)).obstacle?.code).toBe("funds_missing");
    expect((await staff.tryRequest(employee, "1.00")).problem.code).toBe("advance_ineligible");

    expect((await revoke(large)).status).toBe(200);
    const card = await staff.card(large);
    expect(card).toMatchObject({
      status: "REJECTED",
      obstacle: null,
      decision: { by: "Test user", automatic: false },
      revocation: { by: "Test user", reason: "The project ends" },
    });
    const mail = (await mailsTo(world, employee.personal.email ?? "")).at(-1);
    expect(mail?.label).toBe("salary_advance_rejected");
    expect(mail?.text).toContain("The approval was revoked: The project ends");
    await staff.send();
    expect(await statusOf(behind)).toBe("PAID");
    await staff.fund("200000.00");
    await staff.send();
    expect((await staff.card(large)).transfers).toEqual([]);
    expect((await staff.tryRequest(employee, "150000.00")).status).toBe(201);
    await expectCoherentBooks(world);

    const again = await revoke(large);
    expect([again.status, again.problem.code]).toEqual([409, "advance_not_revocable"]);
    const decided = await staff.decide(large, "APPROVED");
    expect(decided.problem.message).toMatch(
      /^Test user already revoked the approval of this request/,
    );
  });

  test("closes an advance whose transfer failed, but none that can still be paid", async () => {
    await staff.fund("100.00");
    const failing = await approved("40.00", { ending: "201" });
    const under = await revoke(failing);
    expect([under.status, under.problem.code]).toEqual([409, "transfer_under_way"]);
    await staff.send();
    expect((await revoke(failing)).status).toBe(200);
    const sent = await staff.hr.attempt(sendAdvance, { params: pathOf(failing), body: {} });
    expect([sent.status, sent.problem.code]).toEqual([409, "advance_not_approved"]);
    const paid = await approved("40.00");
    await staff.send();
    const late = await revoke(paid);
    expect([late.status, late.problem.code]).toEqual([409, "advance_not_revocable"]);
    const waiting = await staff.request(await staff.employ(), "10.00");
    expect((await revoke(waiting)).problem.code).toBe("advance_not_revocable");
    expect(await moved()).toEqual([6_000n, 0n, 4_000n]);
    await expectCoherentBooks(world);
  });

  test("competes with a concurrent sending, and only one of the two succeeds", async () => {
    await staff.fund("100.00");
    const failing = await approved("40.00", { ending: "201" });
    await staff.send();
    const params = pathOf(failing);
    const [sent, revoked] = await Promise.all([
      staff.hr.attempt(sendAdvance, { params, body: {} }),
      revoke(failing),
    ]);
    expect([sent.status, revoked.status].toSorted((one, next) => one - next)).toEqual([200, 409]);
    await staff.send();
    await expectCoherentBooks(world);
  });

  test("needs a reason and the permission to decide", async () => {
    const advance = await approved("10.00");
    const empty = await revoke(advance, " ");
    expect([empty.status, empty.problem.errors?.map(({ path }) => path)]).toEqual([
      422,
      ["reason"],
    ]);
    const viewer = await world.signInAs(["VIEWER"], staff.home.tenant_id);
    const statuses = await Promise.all(
      [world.nobody, viewer, staff.stranger].map(
        async (caller) => (await revoke(advance, "No", caller)).status,
      ),
    );
    expect(statuses).toEqual([401, 403, 404]);
  });

  test("after a partial repayment and returned money waits for the refund", async () => {
    await staff.fund("100.00");
    const advance = await approved("40.00", { ending: "202" });
    await staff.send();
    const params = pathOf(advance);
    const repaid = { amount: "10.00", date: world.clock.today() };
    await staff.hr.call(repayAdvance, { params, body: repaid });
    const owner = (await addPerson(world, ["OWNER"], { tenantId: staff.home.tenant_id })).caller;
    const given = { reason: "Moved abroad", password: testPassword };
    await owner.call(writeOffAdvance, { params, body: given });
    const refund = (body: object, who = staff.hr) =>
      who.attempt(refundAdvance, { params, body: { date: world.clock.today(), ...body } });
    const early = await refund({});
    expect([early.status, early.problem.code]).toEqual([409, "advance_nothing_to_refund"]);
    for (let days = 0; days < 12; days++) {
      await staff.travel(new Date(world.clock.now().getTime() + day));
      await staff.delivery.run();
    }
    const card = await staff.card(advance);
    expect(card.status).toBe("APPROVED");
    await expectCoherentBooks(world);
    const refused = await revoke(advance);
    expect([refused.status, refused.problem.code]).toEqual([409, "advance_partly_repaid"]);

    const viewer = await world.signInAs(["VIEWER"], staff.home.tenant_id);
    const statuses = [world.nobody, viewer, staff.stranger].map(
      async (who) => (await refund({}, who)).status,
    );
    expect(await Promise.all(statuses)).toEqual([401, 403, 404]);
    for (const [body, path] of [
      [{ date: repaid.date }, "date"],
      [{ date: "2099-01-01" }, "date"],
      [{ ledger_id: staff.home.ledgers.funding_account }, "ledger_id"],
      [{ note: "x".repeat(201) }, "note"],
    ] as const) {
      const reply = await refund(body);
      expect([reply.status, reply.problem.errors?.[0]?.path]).toEqual([422, path]);
    }
    const yesterday = lagosDate(new Date(world.clock.now().getTime() - day));
    const lock = (locked_until: string | null) =>
      staff.owner.call(setPeriodLock, { body: { locked_until, reason: "Reported" } });
    await lock(yesterday);
    const locked = await refund({ date: yesterday });
    expect([locked.problem.code, locked.problem.errors?.[0]?.path]).toEqual(["day_locked", "date"]);
    await lock(null);
    const bank = "bank_clearing";
    const [before = 0n] = await balancesOf(staff, bank);
    // Of two concurrent refunds one succeeds and also undoes the write-off.
    const replies = await Promise.all([refund({ note: "Cheque 7" }), refund({ note: "Cheque 7" })]);
    expect(replies.map(({ status }) => status).toSorted((one, next) => one - next)).toEqual([
      201, 409,
    ]);
    const ledgers = ["salary_advances_receivable", "salary_advances_written_off"] as const;
    expect(await balancesOf(staff, bank, ...ledgers, "salary_advance_interest")).toEqual([
      before - 1_000n,
      0n,
      0n,
      0n,
    ]);
    const { allocations } = await staff.card(advance);
    expect(allocations.slice(-2)).toMatchObject([
      { kind: "REFUND", amount: 1_000n, note: "Cheque 7" },
      { kind: "UNDONE_WRITE_OFF", amount: card.payback_amount - 1_000n },
    ]);
    await expectCoherentBooks(world);
    expect((await revoke(advance)).status).toBe(200);
    await expectCoherentBooks(world);
  });
});

test("a withdrawal cannot take money that is on its way to an employee", async () => {
  await staff.fund("100.00");
  await approved("60.00");
  const reply = await staff.platform.attempt(submitFunds, {
    params: staff.home.path,
    body: { action: "WITHDRAWAL", amount: "40.01" },
  });
  expect([reply.status, reply.problem.code]).toEqual([422, "funds_insufficient"]);
});
