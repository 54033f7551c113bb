import { kobo, printMoney } from "@kontor/books/money";
import { changeBankAccount, decideBankAccountChange } from "@kontor/contract/employees/bank";
import { formatMoney } from "@kontor/contract/format";
import {
  getPayslipPdf,
  listEmployeePayslips,
  listPayslips,
} from "@kontor/contract/payroll/payslips";
import * as runs from "@kontor/contract/payroll/runs";
import * as steps from "@kontor/contract/payroll/steps";
import { afterAll, describe, expect, test } from "vitest";

import { expectCoherentBooks } from "../../testing/coherence.ts";
import { eventually } from "../../testing/eventually.ts";
import { openFileWorld, type Caller } from "../../testing/harness.ts";
import { suspend } from "../../testing/leaving.ts";
import {
  addPaid,
  approvedRun,
  calculatedRun,
  openPayroll,
  outcomesOf,
  owedPay,
  pathOfRun,
  payslipIn,
  type TestRun,
  tryReverse,
  currentRun,
} from "../../testing/payroll.ts";
import { mailsTo } from "../../testing/people.ts";
import { accountEnding, depositFunds, openDelivery } from "../../testing/transfers.ts";
import { payslipOutcomeHandler } from "./outcomes.ts";

const world = await openFileWorld();
const platform = await world.signIn("platform");
afterAll(() => expectCoherentBooks(world));

const disburse = (who: Caller, run: TestRun) =>
  who.attempt(steps.disburseRun, { params: pathOfRun(run), body: { version: run.version } });

/** Runs the transfer job until the sandbox has given every transfer an outcome. */
async function deliver(): Promise<void> {
  const job = openDelivery(world, { payslip: payslipOutcomeHandler(world) });
  for (let round = 0; round < 6; round++) {
    await job.run();
    world.clock.advance(120_000);
  }
  expect(job.warnings).toEqual([]);
}

describe("the payment of a run", () => {
  test("reaches everybody once, with a mail", async () => {
    const payroll = await openPayroll(world);
    const { home, disburser, owner, preparer } = payroll;
    const email = `ada-${home.tenant_id}@example.com`;
    const one = await addPaid(payroll, "A-1", { basic: "100000.00" }, { email });
    await addPaid(payroll, "A-2", { basic: "200000.00" });
    const approved = await approvedRun(world, payroll, "2026-02");
    await depositFunds(platform, home, "1000000.00");
    expect(outcomesOf([await disburse(preparer, approved)])).toEqual(["403 forbidden"]);
    expect(outcomesOf([await disburse(owner, approved)])).toEqual(["409 same_person"]);
    const before = await currentRun(disburser, approved);
    expect(before.wallet).toEqual({ balance: 100_000_000n, needed_later: 0n, missing: 0n });
    expect(before.next_step_refused).toBeNull();
    const replies = await Promise.all([1, 2, 3].map(() => disburse(disburser, approved)));
    expect(outcomesOf(replies)).toEqual(["200", "409 changed_meanwhile", "409 changed_meanwhile"]);
    const sent = await currentRun(disburser, approved);
    expect(sent).toMatchObject({
      status: "DISBURSING",
      payment: { paid: 0, under_way: 2, failed: 0, unpaid: approved.net },
    });
    expect(await owedPay(world, payroll)).toBe(approved.net);
    expect(outcomesOf([await disburse(disburser, sent)])).toEqual(["409 run_nothing_to_send"]);
    await deliver();
    const paid = await currentRun(disburser, approved);
    expect(paid).toMatchObject({ status: "PAID", payment: { paid: 2, under_way: 0, unpaid: 0n } });
    expect(paid.events.map(({ event }) => event).slice(-2)).toEqual(["DISBURSED", "PAID"]);
    expect(await owedPay(world, payroll)).toBe(0n);
    const payslip = await payslipIn(disburser, approved, one);
    expect(payslip).toMatchObject({
      payment: "COMPLETED",
      transfers: [{ attempt: 1, status: "COMPLETED" }],
    });
    const [mail] = await mailsTo(world, email);
    expect(mail).toMatchObject({ label: "employee_pay_disbursed" });
    expect(mail?.text).toContain("February 2026");
    expect(mail?.text).not.toContain("0000014579");
    expect(outcomesOf([await disburse(disburser, paid)])).toEqual(["409 run_not_approved"]);
    expect(outcomesOf([await tryReverse(owner, paid)])).toEqual(["409 run_not_reversible"]);
  });

  test("is answered again as it was when the answer got lost and it is asked for with the same key", async () => {
    const payroll = await openPayroll(world);
    const { home, disburser } = payroll;
    await addPaid(payroll, "A-1", { basic: "100000.00" });
    const approved = await approvedRun(world, payroll, "2026-02");
    await depositFunds(platform, home, "1000000.00");
    const send = () =>
      disburser.attempt(steps.disburseRun, {
        params: pathOfRun(approved),
        body: { version: approved.version },
        key: "disburse-february",
      });
    const [first, again] = [await send(), await send()];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
    expect((await currentRun(disburser, approved)).payment).toMatchObject({ under_way: 1 });
  });

  test("stops when the wallet is empty, and continues once it is funded", async () => {
    const payroll = await openPayroll(world);
    const { home, disburser } = payroll;
    for (const number of [1, 2, 3]) await addPaid(payroll, `A-${number}`, { basic: "100000.00" });
    // The run excludes an employee, who is sent nothing whatever the balance.
    const suspended = await addPaid(payroll, "A-4", { basic: "100000.00" });
    await suspend(payroll, suspended);
    const approved = await approvedRun(world, payroll, "2026-02");
    expect(outcomesOf([await disburse(disburser, approved)])).toEqual(["409 wallet_short"]);
    await depositFunds(platform, home, "100000.00");
    expect((await disburse(disburser, approved)).status).toBe(200);
    const partly = await currentRun(disburser, approved);
    expect(partly).toMatchObject({ status: "DISBURSING", payment: { under_way: 1 } });
    const { balance = 0n, missing = 0n } = partly.wallet ?? {};
    expect(partly.payment.to_send).toBe(balance + missing);
    expect(partly.wallet?.missing).toBeGreaterThan(0n);
    await deliver();
    const some = await currentRun(disburser, approved);
    expect(some).toMatchObject({ status: "PARTLY_PAID", payment: { paid: 1, under_way: 0 } });
    expect(await disburser.call(runs.countWaitingRuns)).toEqual({ waiting: 1 });
    const unsent = await disburser.call(listPayslips, {
      params: pathOfRun(approved),
      query: { show: "unsent" },
    });
    expect(unsent.map(({ staff_no, payment }) => [staff_no, payment])).toEqual([
      ["A-2", null],
      ["A-3", null],
    ]);
    await depositFunds(platform, home, "500000.00");
    expect((await disburse(disburser, some)).status).toBe(200);
    await deliver();
    expect((await currentRun(disburser, approved)).status).toBe("PAID");
    expect(await owedPay(world, payroll)).toBe(0n);
  });

  test("is retried after a failure, to the account of that time", async () => {
    const payroll = await openPayroll(world);
    const { home, disburser, hr } = payroll;
    const pay = { basic: "100000.00" };
    const wrong = await addPaid(payroll, "A-1", pay, { account: accountEnding("210") });
    await addPaid(payroll, "A-2", { basic: "100000.00" });
    const approved = await approvedRun(world, payroll, "2026-02");
    await depositFunds(platform, home, "500000.00");
    expect((await disburse(disburser, approved)).status).toBe(200);
    const payslip = await payslipIn(disburser, approved, wrong);
    await deliver();
    const partly = await currentRun(disburser, approved);
    expect(partly).toMatchObject({ status: "PARTLY_PAID", payment: { paid: 1, failed: 1 } });
    expect(await owedPay(world, payroll)).toBe(payslip.net.amount);
    const failed = await disburser.call(listPayslips, {
      params: pathOfRun(approved),
      query: { show: "failed" },
    });
    expect(
      failed.map(({ id, payment, payment_problem }) => [id, payment, payment_problem]),
    ).toEqual([[payslip.id, "FAILED", expect.stringMatching(/./)]]);
    expect(partly.payment.to_send).toBe(payslip.net.amount);
    const change = await hr.call(changeBankAccount, {
      params: wrong,
      body: { bank_code: "058", account_number: "0123456789", account_name: "Ada Okafor" },
    });
    const second = await world.signInAs(["HR"], home.tenant_id);
    await second.call(decideBankAccountChange, {
      params: { ...wrong, change_id: change.id },
      body: { confirm: true },
    });
    expect((await disburse(disburser, partly)).status).toBe(200);
    await deliver();
    const again = await payslipIn(disburser, approved, wrong);
    expect(again.bank_account).toContain("6789");
    expect(again.transfers.map(({ attempt, status, reason }) => [attempt, status, reason])).toEqual(
      [
        [2, "COMPLETED", ""],
        [1, "FAILED", expect.stringMatching(/./)],
      ],
    );
    expect((await currentRun(disburser, approved)).status).toBe("PAID");
    expect(await owedPay(world, payroll)).toBe(0n);
  });
});

test("pay that the bank sent back a week later is owed, and sent again", async () => {
  const payroll = await openPayroll(world);
  const { home, disburser } = payroll;
  const account = accountEnding("202");
  const one = await addPaid(payroll, "A-1", { basic: "100000.00" }, { account });
  const approved = await approvedRun(world, payroll, "2026-02");
  await depositFunds(platform, home, "500000.00");
  await disburse(disburser, approved);
  await deliver();
  expect((await currentRun(disburser, approved)).status).toBe("PAID");
  const paidOn = world.clock.now();
  const job = openDelivery(world, { payslip: payslipOutcomeHandler(world) });
  for (let days = 0; days < 12; days++) {
    world.clock.advance(24 * 3_600_000);
    await job.run();
  }
  // Sessions of that day have not ended yet.
  world.clock.set(paidOn);
  const back = await currentRun(disburser, approved);
  const payslip = await payslipIn(disburser, approved, one);
  const net = payslip.net.amount;
  const [listed] = await disburser.call(listEmployeePayslips, { params: one });
  expect(listed).toMatchObject({ payment: "REVERSED", paid_at: null });
  expect(back).toMatchObject({
    status: "PARTLY_PAID",
    payment: { paid: 0, failed: 1, unpaid: net, to_send: net },
  });
  expect(await owedPay(world, payroll)).toBe(net);
  expect(outcomesOf([await disburse(disburser, back)])).toEqual(["200"]);
  await deliver();
  const { transfers } = await payslipIn(disburser, approved, one);
  expect(transfers.map(({ attempt, status }) => [attempt, status])).toEqual([
    [2, "COMPLETED"],
    [1, "REVERSED"],
  ]);
  expect(await owedPay(world, payroll)).toBe(0n);
});

test("whoever took an earlier step is told that the payment is for others, while it is under way and after it", async () => {
  const payroll = await openPayroll(world);
  const { home, disburser, owner } = payroll;
  // This user may send payments too, but not those of the run that they submitted.
  const preparer = await world.signInAs(["PAYROLL_PREPARER", "DISBURSER"], home.tenant_id);
  await addPaid(payroll, "A-1", { basic: "100000.00" });
  await addPaid(payroll, "A-2", { basic: "100000.00" });
  const approved = await approvedRun(world, { ...payroll, preparer }, "2026-02");
  await depositFunds(platform, home, "100000.00");
  const body = { date: world.clock.today(), note: "Cash", version: approved.version };
  const params = pathOfRun(approved);
  for (const who of [preparer, owner]) {
    const outside = await who.attempt(steps.markRunPaid, { params, body });
    expect(outcomesOf([await disburse(who, approved), outside])).toEqual([
      "409 same_person",
      "409 same_person",
    ]);
  }
  await disburse(disburser, approved);
  const refusalsFor = async (who: Caller) => {
    const { status, next_step_refused, outside_payment_refused } = await currentRun(who, approved);
    return [status, next_step_refused, outside_payment_refused];
  };
  const earlier = expect.stringContaining("You completed an earlier step of PR-000001");
  expect(await refusalsFor(owner)).toEqual(["DISBURSING", earlier, earlier]);
  expect(await refusalsFor(disburser)).toEqual(["DISBURSING", null, null]);
  await depositFunds(platform, home, "100000.00");
  await disburse(disburser, await currentRun(disburser, approved));
  // Nothing is left to send, so nobody can take the step.
  expect(await refusalsFor(owner)).toEqual(["DISBURSING", null, earlier]);
  await deliver();
  expect(await refusalsFor(owner)).toEqual(["PAID", null, earlier]);
  expect(await refusalsFor(disburser)).toEqual(["PAID", null, null]);
  expect(await refusalsFor(preparer)).toEqual(["PAID", null, earlier]);
});

test("sending needs its permission and the user's own organization", async () => {
  const payroll = await openPayroll(world);
  const { home, other, stranger, disburser } = payroll;
  await addPaid(payroll, "A-1", { basic: "100000.00" });
  const approved = await approvedRun(world, payroll, "2026-02");
  const statusOf = async (who: Caller, path: object = {}) =>
    (
      await who.attempt(steps.disburseRun, {
        params: { ...pathOfRun(approved), ...path },
        body: { version: approved.version },
      })
    ).status;
  expect(await statusOf(world.nobody)).toBe(401);
  expect(await statusOf(await world.signInAs(["BOOKKEEPER"], home.tenant_id))).toBe(403);
  expect(await statusOf(stranger)).toBe(404);
  expect(await statusOf(stranger, other.path)).toBe(404);
  expect(await statusOf(disburser, { id: 999_999 })).toBe(404);
});

test("a payslip is a PDF, and those who are still to be paid are a file for a bank", async () => {
  const payroll = await openPayroll(world);
  const { home, other, stranger, disburser, preparer } = payroll;
  const one = await addPaid(payroll, "A-1", { basic: "100000.00" });
  const approved = await approvedRun(world, payroll, "2026-02");
  const payslip = await payslipIn(disburser, approved, one);
  const params = { ...pathOfRun(approved), payslip_id: payslip.id };
  const pdf = await preparer.attempt(getPayslipPdf, { params });
  expect(pdf.status).toBe(200);
  expect(String(pdf.body)).toMatch(/^%PDF-/);
  expect(pdf.headers.get("content-disposition")).toContain("2026-02");
  const file = await disburser.attempt(steps.getPaymentFile, { params });
  expect(file.status).toBe(200);
  const lines = String(file.body).trim().split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain("Ada Okafor,0000014579,011,");
  expect(lines[1]).toContain(`,${printMoney(payslip.net.amount)},`);
  const sheet = await disburser.attempt(steps.getPaymentFile, {
    params,
    query: { layout: "xlsx" },
  });
  expect(sheet.status).toBe(200);
  const said = `1 person, ${formatMoney(kobo(payslip.net.amount))}`;
  // A file may have arrived in full a moment before its transaction commits.
  await eventually(async () => {
    const { events } = await disburser.call(runs.getRun, { params });
    const files = events.filter(({ event }) => event === "PAYMENT_FILE");
    expect(files.map(({ reason }) => reason)).toEqual([said, said]);
  });
  expect(outcomesOf([await preparer.attempt(steps.getPaymentFile, { params })])).toEqual([
    "403 forbidden",
  ]);
  for (const endpoint of [getPayslipPdf, steps.getPaymentFile]) {
    expect((await world.nobody.attempt(endpoint, { params })).status).toBe(401);
    for (const path of [home.path, other.path]) {
      const foreign = await stranger.attempt(endpoint, { params: { ...params, ...path } });
      expect(foreign.status).toBe(404);
    }
  }
  await depositFunds(platform, home, "500000.00");
  expect((await disburse(disburser, approved)).status).toBe(200);
  const left = await disburser.attempt(steps.getPaymentFile, { params });
  expect(String(left.body).trim().split("\r\n")).toHaveLength(1);
  const draft = await calculatedRun(world, payroll, "2026-03");
  const early = await disburser.attempt(steps.getPaymentFile, { params: pathOfRun(draft) });
  expect(outcomesOf([early])).toEqual(["409 run_not_approved"]);
});
