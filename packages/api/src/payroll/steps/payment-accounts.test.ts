import { changeBankAccount, decideBankAccountChange } from "@kontor/contract/employees/bank";
import { markPayslipPaid, reverseOutsidePayment } from "@kontor/contract/payroll/payslips";
import { getRun } from "@kontor/contract/payroll/runs";
import * as steps from "@kontor/contract/payroll/steps";
import { afterAll, expect, test } from "vitest";

import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld } from "../../testing/harness.ts";
import {
  addPaid,
  approvedRun,
  openPayroll,
  pathOfRun,
  payslipIn,
  type TestPayroll,
  type TestRun,
  type PaidEmployee,
} from "../../testing/payroll.ts";
import { mailsTo } from "../../testing/people.ts";
import { accountEnding, depositFunds, openDelivery } from "../../testing/transfers.ts";
import { payslipOutcomeHandler } from "./outcomes.ts";

const world = await openFileWorld();
const platform = await world.signIn("platform");
afterAll(() => expectCoherentBooks(world));

const versionOf = async ({ disburser }: TestPayroll, run: TestRun) =>
  (await disburser.call(getRun, { params: pathOfRun(run) })).version;

const send = async (payroll: TestPayroll, run: TestRun) =>
  payroll.disburser.call(steps.disburseRun, {
    params: pathOfRun(run),
    body: { version: await versionOf(payroll, run) },
  });

/** Runs the transfer job until the sandbox has given every transfer an outcome. */
async function deliver(): Promise<void> {
  const job = openDelivery(world, { payslip: payslipOutcomeHandler(world) });
  for (let round = 0; round < 6; round++) {
    await job.run();
    world.clock.advance(120_000);
  }
}

/** A run whose only transfer the bank refused. */
async function failedPayment() {
  const payroll = await openPayroll(world);
  const email = `failed-${payroll.home.tenant_id}@example.com`;
  const account = accountEnding("210");
  const one = await addPaid(payroll, "A-1", { basic: "100000.00" }, { account, email });
  const run = await approvedRun(world, payroll, "2026-02");
  await depositFunds(platform, payroll.home, "500000.00");
  await send(payroll, run);
  await deliver();
  return { payroll, email, account, one, run };
}

const markPaid = async (payroll: TestPayroll, run: TestRun) =>
  payroll.disburser.call(steps.markRunPaid, {
    params: pathOfRun(run),
    body: {
      version: await versionOf(payroll, run),
      date: world.clock.today(),
      note: "Bank file",
      mail_payslips: true,
    },
  });

/** Another account of an employee, which a second person confirms: 0123456789. */
async function confirmAnother({ home, hr }: TestPayroll, params: PaidEmployee): Promise<void> {
  const { id: change_id } = await hr.call(changeBankAccount, {
    params,
    body: { bank_code: "058", account_number: "0123456789", account_name: "Ada Okafor" },
  });
  const second = await world.signInAs(["HR"], home.tenant_id);
  await second.call(decideBankAccountChange, {
    params: { ...params, change_id },
    body: { confirm: true },
  });
}

/** The lines of the bank file of those who are still to be paid. */
async function fileOf({ disburser }: TestPayroll, run: TestRun): Promise<string[]> {
  const { body } = await disburser.attempt(steps.getPaymentFile, { params: pathOfRun(run) });
  return String(body).trim().split("\r\n").slice(1);
}

/** The text of the mail that says that pay was paid. */
async function paidMailTo(email: string): Promise<string | undefined> {
  const mails = await mailsTo(world, email);
  return mails.find(({ label }) => label === "employee_pay_disbursed")?.text;
}

test("after a failed transfer the bank file and the mail name the account that was confirmed since", async () => {
  const { payroll, email, account, one, run } = await failedPayment();
  expect(await fileOf(payroll, run)).toEqual([expect.stringContaining(`,${account},`)]);
  await confirmAnother(payroll, one);
  expect(await fileOf(payroll, run)).toEqual([expect.stringContaining(",0123456789,058,")]);
  await markPaid(payroll, run);
  expect(await paidMailTo(email)).toContain("6789");
  expect((await payslipIn(payroll.disburser, run, one)).bank_account).toContain("6789");
});

test("the mail of pay that is marked as paid names the account that was confirmed after the failure", async () => {
  const { payroll, email, one, run } = await failedPayment();
  await confirmAnother(payroll, one);
  await markPaid(payroll, run);
  expect(await paidMailTo(email)).toContain("6789");
});

test("pay that came back after it was paid by other means goes to the account confirmed since", async () => {
  const payroll = await openPayroll(world);
  const { home, disburser } = payroll;
  const one = await addPaid(payroll, "A-1", { basic: "100000.00" });
  const run = await approvedRun(world, payroll, "2026-02");
  const { id: payslip_id } = await payslipIn(disburser, run, one);
  const params = { ...pathOfRun(run), payslip_id };
  const body = { date: world.clock.today(), note: "Bank file" };
  await disburser.call(markPayslipPaid, { params, body });
  await disburser.call(reverseOutsidePayment, { params, body: { reason: "It bounced" } });
  await confirmAnother(payroll, one);
  await depositFunds(platform, home, "500000.00");
  await send(payroll, run);
  expect((await payslipIn(disburser, run, one)).bank_account).toContain("6789");
  await deliver();
  expect(await disburser.call(getRun, { params: pathOfRun(run) })).toMatchObject({
    status: "PAID",
  });
});

test("pay that nobody tried to pay goes to the account that was approved with it", async () => {
  const payroll = await openPayroll(world);
  const one = await addPaid(payroll, "A-1", { basic: "100000.00" });
  const run = await approvedRun(world, payroll, "2026-02");
  await confirmAnother(payroll, one);
  expect(await fileOf(payroll, run)).toEqual([expect.stringContaining(",0000014579,011,")]);
  await depositFunds(platform, payroll.home, "500000.00");
  await send(payroll, run);
  expect((await payslipIn(payroll.disburser, run, one)).bank_account).toContain("4579");
});
