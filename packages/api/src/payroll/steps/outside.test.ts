import { getEntry } from "@kontor/contract/accounting/entries";
import { setPeriodLock } from "@kontor/contract/accounting/periods";
import { changeBankAccount, decideBankAccountChange } from "@kontor/contract/employees/bank";
import { addPayItem } from "@kontor/contract/employees/pay";
import {
  listEmployeePayslips,
  listPaymentLedgers,
  markPayslipPaid,
  reverseOutsidePayment,
} from "@kontor/contract/payroll/payslips";
import * as steps from "@kontor/contract/payroll/steps";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";

import { lagosDate } from "../../platform/clock.ts";
import { setTenant } from "../../platform/scope.ts";
import { checkEverything } from "../../proof/check.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld, type Caller } from "../../testing/harness.ts";
import {
  addPaid,
  approvedRun,
  openPayroll,
  outcomesOf,
  owedPay,
  pathOfRun,
  payslipIn,
  currentRun,
  reversedRun,
  tryReverse,
} from "../../testing/payroll.ts";
import { mailsTo } from "../../testing/people.ts";
import { accountEnding, depositFunds, openDelivery } from "../../testing/transfers.ts";
import { payslipOutcomeHandler } from "./outcomes.ts";

const world = await openFileWorld();
const platform = await world.signIn("platform");
afterAll(() => expectCoherentBooks(world));

test("an employee paid by other means is paid once, from cash or bank", async () => {
  const payroll = await openPayroll(world);
  const { home, other, stranger, disburser, preparer, owner } = payroll;
  const one = await addPaid(payroll, "A-1", { basic: "100000.00" });
  const approved = await approvedRun(world, payroll, "2026-02");
  const payslip = await payslipIn(disburser, approved, one);
  const params = { ...pathOfRun(approved), payslip_id: payslip.id };
  const body = { date: world.clock.today(), note: "Cash at the gate" };
  const pay = (who: Caller, more: object = {}, path: object = {}) =>
    who.attempt(markPayslipPaid, { params: { ...params, ...path }, body: { ...body, ...more } });
  expect((await pay(world.nobody)).status).toBe(401);
  expect((await pay(preparer)).status).toBe(403);
  expect((await pay(stranger)).status).toBe(404);
  expect((await pay(stranger, {}, other.path)).status).toBe(404);
  const { funding_account, paye_payable } = home.ledgers;
  await owner.call(setPeriodLock, { body: { locked_until: "2026-02-28", reason: "Reported" } });
  for (const [more, path, code] of [
    [{ date: "2027-01-01" }, "date", "date_in_future"],
    [{ date: "2026-01-31" }, "date", "payment_before_month"],
    [{ date: "2026-02-28" }, "date", "day_locked"],
    [{ ledger_id: funding_account }, "ledger_id", "ledger_not_cash"],
    [{ ledger_id: paye_payable }, "ledger_id", "ledger_not_cash"],
    [{ ledger_id: 999_999 }, "ledger_id", "not_found"],
    [{ note: " " }, "note", "validation_failed"],
  ] as const) {
    const { problem } = await pay(disburser, more);
    expect([problem.errors?.[0]?.path, problem.code]).toEqual([path, code]);
  }
  const ledgersFor = (who: Caller) =>
    who.attempt(listPaymentLedgers, { params: pathOfRun(approved) });
  expect((await ledgersFor(preparer)).status).toBe(403);
  expect((await ledgersFor(stranger)).status).toBe(404);
  const offered = await disburser.call(listPaymentLedgers, { params: pathOfRun(approved) });
  expect(offered[0]).toMatchObject({ id: home.ledgers.bank_clearing });
  expect(offered.map(({ id }) => id)).not.toContain(funding_account);
  const replies = await Promise.all([pay(disburser), pay(disburser)]);
  expect(outcomesOf(replies)).toHaveLength(2);
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  const paid = await currentRun(disburser, approved);
  expect(paid).toMatchObject({ status: "PAID", payment: { paid: 1 } });
  expect(await payslipIn(disburser, approved, one)).toMatchObject({ payment: "PAID_OUTSIDE" });
  expect(await owedPay(world, payroll)).toBe(0n);
});

test("a whole run is recorded as paid from a bank's file, each by an entry of their own", async () => {
  const payroll = await openPayroll(world);
  const { disburser, owner, preparer, stranger } = payroll;
  const people = [];
  const email = `paid-${payroll.home.tenant_id}@example.com`;
  for (const number of [1, 2, 3]) {
    const more = number === 2 ? { email } : {};
    people.push(await addPaid(payroll, `A-${number}`, { basic: `${number}00000.00` }, more));
  }
  const [first] = people;
  if (first === undefined) throw new Error("nobody is paid");
  const approved = await approvedRun(world, payroll, "2026-02");
  const cash = await payslipIn(disburser, approved, first);
  await disburser.call(markPayslipPaid, {
    params: { ...pathOfRun(approved), payslip_id: cash.id },
    body: { date: world.clock.today(), note: "Cash" },
  });
  const { version } = await currentRun(disburser, approved);
  const paid = {
    version,
    date: "2026-02-01",
    note: "Bulk payment 0045",
    mail_payslips: true,
  };
  const pay = (who: Caller, more: object = {}) =>
    who.attempt(steps.markRunPaid, { params: pathOfRun(approved), body: { ...paid, ...more } });
  expect((await pay(world.nobody)).status).toBe(401);
  expect((await pay(preparer)).status).toBe(403);
  expect((await pay(stranger)).status).toBe(404);
  expect(outcomesOf([await pay(owner)])).toEqual(["409 same_person"]);
  expect(outcomesOf([await pay(disburser, { version: version - 1 })])).toEqual([
    "409 changed_meanwhile",
  ]);
  for (const [more, path, code] of [
    [{ date: "2027-01-01" }, "date", "date_in_future"],
    [{ date: "2026-01-31" }, "date", "payment_before_month"],
    [{ ledger_id: payroll.home.ledgers.paye_payable }, "ledger_id", "ledger_not_cash"],
    [{ note: " " }, "note", "validation_failed"],
  ] as const) {
    const { problem } = await pay(disburser, more);
    expect([problem.errors?.[0]?.path, problem.code]).toEqual([path, code]);
  }
  const replies = await Promise.all([pay(disburser), pay(disburser)]);
  expect(outcomesOf(replies)).toEqual(["200", "409 changed_meanwhile"]);
  const run = await currentRun(disburser, approved);
  expect(run).toMatchObject({ status: "PAID", payment: { paid: 3, unpaid: 0n } });
  expect(await owedPay(world, payroll)).toBe(0n);
  const payments = await Promise.all(
    people.map(async (one) => (await payslipIn(disburser, approved, one)).outside_payments),
  );
  expect(payments.map(([one]) => [one?.note, one?.paid_on])).toEqual([
    ["Cash", world.clock.today()],
    ["Bulk payment 0045", "2026-02-01"],
    ["Bulk payment 0045", "2026-02-01"],
  ]);
  const days = await Promise.all(
    people.map(async (params) => {
      const [own] = await preparer.call(listEmployeePayslips, { params });
      return own?.paid_at && lagosDate(own.paid_at);
    }),
  );
  expect(days).toEqual([world.clock.today(), "2026-02-01", "2026-02-01"]);
  expect(new Set(payments.flat().map(({ entry }) => entry.entry_id)).size).toBe(3);
  const again = await pay(disburser, { version: run.version });
  expect(outcomesOf([again])).toEqual(["409 run_not_approved"]);
  const mails = await mailsTo(world, email);
  expect(mails.map(({ label }) => label)).toEqual(["employee_pay_disbursed"]);
  expect(mails[0]?.text).toContain("01 Feb 2026");
});

/**
 * A person whose pay of February is approved, and the calls that record its payment by other means and
 * reverse it.
 */
async function approvedPayslip() {
  const payroll = await openPayroll(world);
  const { home, disburser } = payroll;
  const one = await addPaid(payroll, "A-1", { basic: "100000.00" });
  const approved = await approvedRun(world, payroll, "2026-02");
  const payslip = await payslipIn(disburser, approved, one);
  const params = { ...pathOfRun(approved), payslip_id: payslip.id };
  const body = { date: world.clock.today(), note: "Cash at the gate" };
  const pay = (more: object = {}) =>
    disburser.attempt(markPayslipPaid, { params, body: { ...body, ...more } });
  const takeBack = (who: Caller = disburser, more: object = {}) =>
    who.attempt(reverseOutsidePayment, { params, body: { reason: "Wrong person", ...more } });
  return { ...payroll, payroll, home, one, approved, payslip, params, pay, takeBack };
}

test("a payment by other means is taken back by a linked entry, and the pay is owed again", async () => {
  const { payroll, disburser, preparer, one, approved, pay, takeBack } = await approvedPayslip();
  expect(outcomesOf([await takeBack()])).toEqual(["409 payslip_not_paid_outside"]);
  expect((await pay()).status).toBe(200);
  const paid = await payslipIn(preparer, approved, one);
  const [payment] = paid.outside_payments;
  expect(payment).toMatchObject({
    amount: approved.net,
    paid_on: world.clock.today(),
    note: "Cash at the gate",
    ledger: { name: "Bank clearing" },
    recorded_by: "Test user",
    reversal: null,
  });
  const replies = await Promise.all([takeBack(), takeBack()]);
  expect(outcomesOf(replies)).toEqual(["201", "409 payslip_not_paid_outside"]);
  const after = await payslipIn(preparer, approved, one);
  expect(after).toMatchObject({
    payment: null,
    outside_payments: [{ id: payment?.id, reversal: { reason: "Wrong person", by: "Test user" } }],
  });
  const entry = await payroll.owner.call(getEntry, { params: { id: payment?.entry.entry_id } });
  expect(entry.reversed_by?.id).toBe(after.outside_payments[0]?.reversal?.entry.entry_id);
  expect(await owedPay(world, payroll)).toBe(approved.net);
  const run = await currentRun(disburser, approved);
  expect(run).toMatchObject({ status: "PENDING_DISBURSEMENT", payment: { paid: 0 } });
  expect(run.events.slice(-2)).toMatchObject([
    { event: "PAID" },
    {
      event: "PAYMENT_REVERSED",
      by: "Test user",
      reason: expect.stringMatching(/: Wrong person$/),
    },
  ]);
  expect((await pay({ note: "Cash to the right person" })).status).toBe(200);
  const again = await payslipIn(preparer, approved, one);
  expect(again.outside_payments.map(({ note, reversal }) => [note, reversal === null])).toEqual([
    ["Cash to the right person", true],
    ["Cash at the gate", false],
  ]);
  expect(await currentRun(disburser, approved)).toMatchObject({ status: "PAID" });
  expect(await owedPay(world, payroll)).toBe(0n);
});

test("a run is reversed once what was paid of it by other means is taken back", async () => {
  const { owner, approved, pay, takeBack } = await approvedPayslip();
  const reverse = async () => tryReverse(owner, await currentRun(owner, approved));
  expect((await pay()).status).toBe(200);
  expect(outcomesOf([await reverse()])).toEqual(["409 run_not_reversible"]);
  expect((await takeBack()).status).toBe(201);
  expect(outcomesOf([await reverse()])).toEqual(["200"]);
  expect(outcomesOf([await takeBack()])).toEqual(["409 payslip_not_paid_outside"]);
});

test("a run is reversed then also where somebody else of it has nothing to get", async () => {
  const payroll = await openPayroll(world);
  const { disburser, hr } = payroll;
  const one = await addPaid(payroll, "A-1", { basic: "100000.00" });
  const other = await addPaid(payroll, "A-2", { basic: "100000.00" });
  await hr.call(addPayItem, {
    params: other,
    body: {
      name: "Cooperative",
      kind: "DEDUCTION",
      amount: "100000.00",
      taxable: false,
      pensionable: false,
      from_month: "2026-02",
      to_month: null,
    },
  });
  const approved = await approvedRun(world, payroll, "2026-02");
  const { id: payslip_id } = await payslipIn(disburser, approved, one);
  expect((await payslipIn(disburser, approved, other)).net.amount).toBe(0n);
  const params = { ...pathOfRun(approved), payslip_id };
  const body = { date: world.clock.today(), note: "Cash" };
  await disburser.call(markPayslipPaid, { params, body });
  expect(await currentRun(disburser, approved)).toMatchObject({ status: "PAID" });
  await disburser.call(reverseOutsidePayment, { params, body: { reason: "Wrong person" } });
  const back = await currentRun(disburser, approved);
  expect(back).toMatchObject({ status: "PENDING_DISBURSEMENT", payment: { paid: 1 } });
  expect(await reversedRun(payroll, back)).toMatchObject({ status: "REVERSED" });
});

test("after failed transfers the payslip is as the last one left it, and can be sent again", async () => {
  const payroll = await openPayroll(world);
  const { home, disburser, hr } = payroll;
  const pay = { basic: "100000.00" };
  const one = await addPaid(payroll, "A-1", pay, { account: accountEnding("202") });
  const approved = await approvedRun(world, payroll, "2026-02");
  await depositFunds(platform, home, "500000.00");
  const params = pathOfRun(approved);
  const job = openDelivery(world, { payslip: payslipOutcomeHandler(world) });
  const send = async () => {
    const { version } = await currentRun(disburser, approved);
    await disburser.call(steps.disburseRun, { params, body: { version } });
    for (let round = 0; round < 6; round++) {
      await job.run();
      world.clock.advance(120_000);
    }
  };
  // The bank pays, and returns the money a week later; then it refuses another account.
  await send();
  const sentOn = world.clock.now();
  for (let week = 0; week < 2; week++) {
    world.clock.advance(8 * 24 * 3_600_000);
    await job.run();
  }
  world.clock.set(sentOn);
  const { id: change_id } = await hr.call(changeBankAccount, {
    params: one,
    body: { bank_code: "058", account_number: accountEnding("210"), account_name: "Ada Okafor" },
  });
  const second = await world.signInAs(["HR"], home.tenant_id);
  await second.call(decideBankAccountChange, {
    params: { ...one, change_id },
    body: { confirm: true },
  });
  await send();
  const { id: payslip_id, payment, transfers } = await payslipIn(disburser, approved, one);
  expect(payment).toBe("FAILED");
  expect(transfers.map(({ status }) => status)).toEqual(["FAILED", "REVERSED"]);
  const path = { ...params, payslip_id };
  const body = { date: world.clock.today(), note: "Cheque 000123" };
  await disburser.call(markPayslipPaid, { params: path, body });
  await disburser.call(reverseOutsidePayment, { params: path, body: { reason: "It bounced" } });
  expect(await payslipIn(disburser, approved, one)).toMatchObject({ payment: "FAILED" });
  const partly = await currentRun(disburser, approved);
  expect(partly).toMatchObject({ status: "PARTLY_PAID", payment: { failed: 1 } });
  const again = { params, body: { version: partly.version } };
  expect(await disburser.call(steps.disburseRun, again)).toMatchObject({ status: "DISBURSING" });
});

test("taking back needs its permission, a reason and the user's own organization", async () => {
  const { owner, preparer, stranger, other, params, pay, takeBack } = await approvedPayslip();
  expect((await pay()).status).toBe(200);
  expect((await takeBack(world.nobody)).status).toBe(401);
  expect((await takeBack(preparer)).status).toBe(403);
  expect((await takeBack(stranger)).status).toBe(404);
  const foreign = await stranger.attempt(reverseOutsidePayment, {
    params: { ...params, ...other.path },
    body: { reason: "Mine" },
  });
  expect(foreign.status).toBe(404);
  expect(outcomesOf([await takeBack(owner)])).toEqual(["409 same_person"]);
  // Nor may the user who submitted the run, whatever other permissions they have.
  await world.database.statement((db) =>
    sql`update users set roles = '{PAYROLL_PREPARER,DISBURSER}' where id = ${preparer.user_id}`.execute(
      db,
    ),
  );
  expect(outcomesOf([await takeBack(preparer)])).toEqual(["409 same_person"]);
  const { problem } = await takeBack(undefined, { reason: " " });
  expect([problem.code, problem.errors?.[0]?.path]).toEqual(["validation_failed", "reason"]);
  expect((await takeBack()).status).toBe(201);
});

test.each([
  [
    "of another amount than its entry",
    "update outside_payments set amount = amount + 1",
    ["outside_payment_entry_wrong", "outside_payment_wrong"],
  ],
  [
    "that its payslip does not know",
    "update payslips set payment = null, paid_at = null",
    ["net_salaries_wrong", "outside_payment_wrong"],
  ],
])("a payment %s is found by the check of the books", async (_what, statement, kinds) => {
  const { home, pay } = await approvedPayslip();
  expect((await pay()).status).toBe(200);
  const found = await world.database
    .transaction(async (tx) => {
      await setTenant(tx, home.tenant_id);
      await sql.raw(`${statement} where tenant_id = ${home.tenant_id}`).execute(tx);
      throw Object.assign(new Error("undone"), {
        found: await checkEverything(tx, home.tenant_id),
      });
    })
    .catch((error: unknown) => (error as { found: { kind: string }[] }).found);
  expect([...new Set(found.map(({ kind }) => kind))].toSorted()).toEqual(kinds);
});
