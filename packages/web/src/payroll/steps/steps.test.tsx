import { kobo } from "@kontor/books/money";
import { getFinancials, getPayAccount, submitFunds } from "@kontor/contract/funding/funding";
import {
  listPayslips,
  listPaymentLedgers,
  markPayslipPaid,
} from "@kontor/contract/payroll/payslips";
import {
  decideRun,
  disburseRun,
  getPaymentFile,
  reverseRun,
  submitRun,
} from "@kontor/contract/payroll/steps";
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect } from "vitest";

import { today } from "../../platform/clock.ts";
import { expectAccessible } from "../../testing/accessible.ts";
import { selectOption, fillField } from "../../testing/fields.ts";
import { test } from "../../testing/page-test.tsx";
import { findDialog, expectMessage } from "../../testing/questions.ts";
import { loseConnection, refuse } from "../../testing/refusal.ts";
import { financials, payAccount, transaction } from "../../testing/samples/funding.ts";
import {
  answerRun,
  listedPayslip,
  openedPayslip,
  openedRun,
  walletWith,
} from "../../testing/samples/payroll.ts";
import { longWord } from "../../testing/samples/text.ts";
import { rowWith } from "../../testing/tables.ts";
import { memberOf, staffWith } from "../../testing/users.ts";

type Run = ReturnType<typeof openedRun>;

const page = "/app/payroll/7/9/31";
const path = { tenant_id: 7, company_id: 9, id: 31 };
const preparer = memberOf(7, "payroll.read", "payroll.prepare");
const owner = memberOf(7, "payroll.read", "payroll.approve", "funding.read", "accounting.read");
const disburser = memberOf(7, "payroll.read", "payroll.disburse", "funding.read");

const submitted = (more: Partial<Run> = {}) =>
  openedRun({ status: "PENDING_APPROVAL", version: 3, ...more });
const approved = (more: Partial<Run> = {}) =>
  openedRun({
    status: "PENDING_DISBURSEMENT",
    version: 4,
    entry: { entry_id: 88, entry_type_id: 13, ent_number: "PAY-000004" },
    ...more,
  });

async function press(user: UserEvent, name: string) {
  const next = within(await screen.findByRole("region", { name: "Next step" }));
  await user.click(next.getByRole("button", { name }));
}

describe("a draft", () => {
  test("is submitted once its amounts were confirmed", async ({ api, open }) => {
    const change = answerRun(api, openedRun());
    api.on(submitRun, () => change(submitted()));
    const user = open(page, { as: preparer });
    await press(user, "Submit for Approval");
    const modal = await findDialog("Submit for Approval");
    for (const text of [
      "PR-000003 · March 2026 · Acme Corporation",
      "3",
      "₦1,200,000.00",
      "₦950,000.00",
      "₦1,332,000.00",
    ]) {
      expect(modal.getByText(text)).toBeVisible();
    }
    await expectAccessible();
    await user.click(modal.getByRole("button", { name: "Submit" }));
    await expectMessage("Payroll run submitted successfully..");
    expect(api.calls(submitRun)[0]?.input).toEqual({ ...path, version: 2 });
    expect(await screen.findByRole("heading", { name: "Waiting for approval" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Submit for Approval" })).toBeNull();
  });
});

describe("the approval", () => {
  test("shows what is posted and what the wallet covers, and posts", async ({ api, open }) => {
    const wallet = walletWith(2_000_000_00n, 0n);
    const change = answerRun(api, submitted({ wallet }));
    api.on(decideRun, () => change(approved({ wallet })));
    const user = open(page, { as: owner });
    const payment = within(await screen.findByRole("region", { name: "Payment" }));
    expect(payment.getByText("The wallet covers it: ₦2,000,000.00 is there.")).toBeVisible();
    await press(user, "Approve");
    const modal = await findDialog("Approve Payroll Run");
    expect(modal.getByText(/posted to the books at once: ₦1,332,000.00 of cost/)).toBeVisible();
    expect(modal.getByText(/The wallet covers it/)).toBeVisible();
    await user.click(modal.getByRole("button", { name: "Approve" }));
    await expectMessage("Payroll run approved successfully..");
    expect(api.calls(decideRun)[0]?.input).toEqual({ ...path, version: 3, status: "APPROVED" });
    expect(await screen.findByRole("link", { name: "PAY-000004" })).toHaveAttribute(
      "href",
      "/app/entries/receipt/edit/88?tenant_id=7",
    );
  });

  test("is refused to its preparer", async ({ api, open }) => {
    const sentence =
      "You completed an earlier step of PR-000003. Somebody else must complete this one.";
    answerRun(api, submitted({ next_step_refused: sentence }));
    open(page, { as: owner });
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.getByRole("button", { name: "Approve" })).toBeDisabled();
    expect(screen.getByRole("button", { name: "Reject" })).toBeEnabled();
  });

  test("offers no button without the permission", async ({ api, open }) => {
    answerRun(api, submitted());
    open(page, { as: preparer });
    const next = within(await screen.findByRole("region", { name: "Next step" }));
    expect(
      next.getByText(
        /An owner of Acme Corporation, other than the person who submitted it, approves or rejects it/,
      ),
    ).toBeVisible();
    expect(next.queryByRole("button")).toBeNull();
  });

  test("is rejected with a reason that the preparer reads", async ({ api, open }) => {
    const change = answerRun(api, submitted());
    api.on(decideRun, ({ reason }) =>
      change(
        openedRun({
          version: 4,
          events: [
            {
              event: "REJECTED",
              by: "Olu Owner",
              at: new Date("2026-03-21T08:00:00Z"),
              reason: reason ?? "",
            },
          ],
        }),
      ),
    );
    const user = open(page, { as: owner });
    await press(user, "Reject");
    const modal = await findDialog("Reject Payroll Run");
    await user.click(modal.getByRole("button", { name: "Reject" }));
    expect(await modal.findByText("Enter the reason.")).toBeVisible();
    await fillField(user, modal.getByLabelText("Reason"), "Ada’s raise is from April.");
    await user.click(modal.getByRole("button", { name: "Reject" }));
    await expectMessage("Payroll run rejected successfully..");
    expect(await screen.findByRole("heading", { name: "Rejected by Olu Owner" })).toBeVisible();
    expect(screen.getByText(/^Reason: “Ada’s raise is from April.” Correct the run/)).toBeVisible();
    expect(api.calls(decideRun)[0]?.input).toMatchObject({
      status: "REJECTED",
      reason: "Ada’s raise is from April.",
    });
  });

  test("of a run that somebody else has approved keeps what was typed, and says so", async ({
    api,
    open,
  }) => {
    const change = answerRun(api, submitted());
    api.on(decideRun, () => {
      change(approved());
      refuse("changed_meanwhile");
    });
    const user = open(page, { as: owner });
    await press(user, "Reject");
    const modal = await findDialog("Reject Payroll Run");
    await fillField(user, modal.getByLabelText("Reason"), longWord);
    await user.click(modal.getByRole("button", { name: "Reject" }));
    const alert = within(await modal.findByRole("alert"));
    expect(alert.getByText("Somebody else changed the run while you were working")).toBeVisible();
    expect(alert.getByText(/It is pending disbursement now/)).toBeVisible();
    expect(modal.getByLabelText("Reason")).toHaveValue(longWord);
    expect(modal.getByRole("button", { name: "Reject" })).toBeDisabled();
  });

  test("continues with the current amounts when the run was submitted again", async ({
    api,
    open,
  }) => {
    const change = answerRun(api, submitted());
    const again = submitted({ version: 7 });
    api.on(decideRun, ({ version }) => {
      if (version === 7) return change(approved());
      change({ ...again, totals: { ...again.totals, net: kobo(940_000_00n) } });
      return refuse("changed_meanwhile");
    });
    const user = open(page, { as: owner });
    await press(user, "Approve");
    const modal = await findDialog("Approve Payroll Run");
    await user.click(modal.getByRole("button", { name: "Approve" }));
    expect(await modal.findByText(/The amounts below are up to date/)).toBeVisible();
    expect(modal.getByText("₦940,000.00")).toBeVisible();
    await user.click(modal.getByRole("button", { name: "Approve" }));
    await expectMessage("Payroll run approved successfully..");
    expect(api.calls(decideRun).map(({ input }) => input.version)).toEqual([3, 7]);
  });

  test("without a connection loses nothing", async ({ api, open }) => {
    answerRun(api, submitted());
    api.on(decideRun, loseConnection);
    const user = open(page, { as: owner });
    await press(user, "Reject");
    const modal = await findDialog("Reject Payroll Run");
    await fillField(user, modal.getByLabelText("Reason"), "Too much");
    await user.click(modal.getByRole("button", { name: "Reject" }));
    // The dialog covers the page, so the message must be in the dialog.
    expect(await modal.findByText(/The server cannot be reached/)).toBeVisible();
    expect(modal.getByLabelText("Reason")).toHaveValue("Too much");
  });
});

describe("the payment", () => {
  test("is sent after a question, and followed until everybody is paid", async ({ api, open }) => {
    const wallet = walletWith(2_000_000_00n, 0n);
    const change = answerRun(api, approved({ wallet }));
    const payment = { paid: 1, under_way: 2, failed: 0, unpaid: kobo(7n), to_send: kobo(0n) };
    api.on(disburseRun, () => change(approved({ status: "DISBURSING", version: 5, payment })));
    const user = open(page, { as: disburser });
    await press(user, "Disburse");
    const modal = await findDialog("Disburse Net Pay");
    expect(modal.getByText("To be sent")).toBeVisible();
    expect(modal.getByText("₦950,000.00")).toBeVisible();
    await user.click(modal.getByRole("button", { name: "Send Payments" }));
    await expectMessage("Payments are on their way..");
    const parts = await screen.findByRole("list", { name: "Payment progress" });
    const texts = within(parts).getAllByRole("listitem");
    expect(texts.map(({ textContent }) => textContent)).toEqual(["Paid: 1", "On their way: 2"]);
    expect(screen.getByText("₦0.07 has not arrived yet.")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Send the Rest" })).toBeNull();
    change(approved({ status: "PAID", version: 6 }));
    expect(await screen.findByRole("heading", { name: "Everybody is paid" })).toBeVisible();
    expect(screen.getByText("₦950,000.00 reached everybody.")).toBeVisible();
  });

  test("that the wallet does not cover says what to transfer, ready to copy", async ({
    api,
    open,
  }) => {
    const wallet = walletWith(200_000_00n, 750_000_00n);
    answerRun(api, approved({ wallet }));
    api.on(getPayAccount, () => payAccount());
    const user = open(page, { as: disburser, on: "phone" });
    const payment = within(await screen.findByRole("region", { name: "Payment" }));
    expect(payment.getByText(/has ₦200,000.00 and is short by ₦750,000.00/)).toBeVisible();
    await user.click(await payment.findByRole("button", { name: "Copy Funding Request" }));
    expect(await payment.findByRole("button", { name: "Copied" })).toBeVisible();
    expect(await navigator.clipboard.readText()).toMatch(
      /^Please transfer ₦750,000\.00 to .*9900000007\. Payroll March 2026, PR-000003$/,
    );
    expect(payment.getByRole("link", { name: "To the company’s accounts" })).toHaveAttribute(
      "href",
      "/app/organizations/7/9?tab=accounts",
    );
    await expectAccessible();
  });

  test("can be funded in place with the permission, with the amount filled in", async ({
    api,
    open,
  }) => {
    const wallet = walletWith(200_000_00n, 750_000_00n);
    answerRun(api, approved({ wallet }));
    api.on(getFinancials, () => ({ data: financials(), total: 1 }));
    api.on(submitFunds, ({ amount }) => ({
      balance: kobo(950_000_00n),
      balance_dc: "DR" as const,
      transaction: transaction({ amount }),
    }));
    const user = open(page, { as: staffWith("payroll.read", "funding.read", "funding.write") });
    await user.click(await screen.findByRole("button", { name: "Fund Account" }));
    const modal = await findDialog("Deposit Funds Acme Corporation");
    expect(modal.getByLabelText("Amount")).toHaveValue("750,000.00");
    await user.click(modal.getByRole("button", { name: "Submit" }));
    await user.click(modal.getByRole("button", { name: "Confirm deposit" }));
    await expectMessage("Funds deposited successfully..");
    expect(api.calls(submitFunds)[0]?.input).toMatchObject({
      amount: kobo(750_000_00n),
      description: "Payroll March 2026, PR-000003",
    });
  });

  test("that failed for some says for whom and why, and is retried or marked as paid", async ({
    api,
    open,
  }) => {
    const payment = {
      paid: 2,
      under_way: 0,
      failed: 1,
      unpaid: kobo(360_000_00n),
      to_send: kobo(360_000_00n),
    };
    const partly = approved({ status: "PARTLY_PAID", version: 6, payment });
    const failed = listedPayslip({ payment: "FAILED", payment_problem: "The account is closed." });
    const change = answerRun(api, partly, [failed]);
    api.on(listPaymentLedgers, () => [
      { id: 20, code: "01-01-0002", name: "Bank clearing" },
      { id: 21, code: "01-01-0003", name: "Current account" },
    ]);
    const paid = openedPayslip({ payment: "PAID_OUTSIDE" });
    api.on(markPayslipPaid, () => paid);
    const user = open(page, { as: memberOf(7, "payroll.read", "payroll.disburse") });
    const row = within(await rowWith("Failed Payments", "The account is closed."));
    expect(row.getByText("Failed")).toBeVisible();
    expect(screen.getByText("₦360,000.00 is still to be paid.")).toBeVisible();
    await expectAccessible();
    await user.click(row.getByRole("button", { name: "Actions for Okafor, Ada" }));
    await user.click(await screen.findByRole("menuitem", { name: "Mark as Paid" }));
    const modal = await findDialog("Mark Okafor, Ada as Paid");
    await user.click(modal.getByRole("button", { name: "Mark as Paid" }));
    await waitFor(() => expect(modal.getByLabelText("How It Was Paid")).toBeInvalid());
    await fillField(user, modal.getByLabelText("How It Was Paid"), "Cheque 000123");
    const from = modal.getByRole("combobox", { name: "Paid From" });
    await waitFor(() => expect(from).toHaveValue("01-01-0002 Bank clearing"));
    await selectOption(user, from, "01-01-0003 Current account");
    await user.click(modal.getByRole("button", { name: "Mark as Paid" }));
    await expectMessage("Okafor, Ada is marked as paid..");
    expect(api.calls(markPayslipPaid)[0]?.input).toEqual({
      ...path,
      payslip_id: 501,
      date: today(),
      note: "Cheque 000123",
      ledger_id: 21,
    });
    api.on(disburseRun, () => change(approved({ status: "DISBURSING", version: 7 })));
    await press(user, "Send Again");
    const again = await findDialog("Disburse Net Pay");
    expect(again.getByText(/Failed payments go to the employee’s current account/)).toBeVisible();
    await user.click(again.getByRole("button", { name: "Send Payments" }));
    await expectMessage("Payments are on their way..");
  });

  test("that the wallet did not reach is listed, and sent first", async ({ api, open }) => {
    const payment = { paid: 1, under_way: 0, failed: 0, unpaid: kobo(7n), to_send: kobo(7n) };
    answerRun(api, approved({ status: "PARTLY_PAID", people: 14, payment }));
    const user = open(page, { as: disburser });
    expect(await screen.findByRole("button", { name: "Send the Rest" })).toBeVisible();
    await user.click(screen.getByRole("link", { name: "Not sent yet: 13" }));
    await waitFor(() => expect(window.location.search).toBe("?show=unsent"));
    await waitFor(() =>
      expect(api.calls(listPayslips).at(-1)?.input).toMatchObject({ show: "unsent" }),
    );
    expect(screen.getByLabelText("Show")).toHaveDisplayValue("Not sent yet");
  });

  test("goes to a bank as a file in either layout", async ({ api, open }) => {
    answerRun(api, approved());
    api.on(getPaymentFile, ({ layout }) => new File(["x"], `payments.${layout}`));
    const user = open(page, { as: disburser });
    for (const [item, layout] of [
      ["CSV", "csv"],
      ["Excel, numbers as text", "xlsx"],
    ] as const) {
      await user.click(await screen.findByRole("button", { name: "Bank Payment File" }));
      await user.click(await screen.findByRole("menuitem", { name: item }));
      await expectMessage(`payments.${layout} is downloaded.`);
    }
    expect(api.calls(getPaymentFile).map(({ input }) => input.layout)).toEqual(["csv", "xlsx"]);
  });

  test("is not available without the permission to disburse", async ({ api, open }) => {
    answerRun(api, approved());
    open(page, { as: owner });
    expect(await screen.findByRole("region", { name: "Payment" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Bank Payment File" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Disburse" })).toBeNull();
    expect(screen.getByRole("button", { name: "Reverse" })).toBeVisible();
  });
});

test("an approved run without payments is reversed with a reason", async ({ api, open }) => {
  const change = answerRun(api, approved());
  const reversal = {
    event: "REVERSED",
    by: "Olu Owner",
    at: new Date("2026-03-22T08:00:00Z"),
  } as const;
  api.on(reverseRun, ({ reason }) =>
    change(approved({ status: "REVERSED", version: 5, events: [{ ...reversal, reason }] })),
  );
  const user = open(page, { as: owner });
  await press(user, "Reverse");
  const modal = await findDialog("Reverse Payroll Run");
  expect(modal.getByText(/An entry reverses PAY-000004/)).toBeVisible();
  await fillField(user, modal.getByLabelText("Reason"), "Wrong month");
  await user.click(modal.getByRole("button", { name: "Reverse" }));
  await expectMessage("Payroll run reversed successfully..");
  expect(
    await screen.findByText("Reason: “Wrong month”. The month can be paid by a new run."),
  ).toBeVisible();
  expect(api.calls(reverseRun)[0]?.input).toEqual({ ...path, version: 4, reason: "Wrong month" });
});
