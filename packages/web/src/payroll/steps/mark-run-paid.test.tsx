import { kobo } from "@kontor/books/money";
import { listPaymentLedgers } from "@kontor/contract/payroll/payslips";
import { markRunPaid } from "@kontor/contract/payroll/steps";
import { screen, waitFor } from "@testing-library/react";
import { expect } from "vitest";

import { today } from "../../platform/clock.ts";
import { queryClient } from "../../platform/query-client.ts";
import { expectAccessible } from "../../testing/accessible.ts";
import { fillField } from "../../testing/fields.ts";
import { test } from "../../testing/page-test.tsx";
import { findDialog, expectMessage } from "../../testing/questions.ts";
import { refuse } from "../../testing/refusal.ts";
import { answerRun, openedRun } from "../../testing/samples/payroll.ts";
import { memberOf } from "../../testing/users.ts";

const page = "/app/payroll/7/9/31";
const disburser = memberOf(7, "payroll.read", "payroll.disburse");

/** One of three people is paid. */
const partly = openedRun({
  status: "PARTLY_PAID",
  version: 6,
  payment: {
    paid: 1,
    under_way: 0,
    failed: 1,
    unpaid: kobo(700_000_00n),
    to_send: kobo(700_000_00n),
  },
});

test("everybody who is still to be paid is marked as paid at once", async ({ api, open }) => {
  const change = answerRun(api, partly);
  api.on(listPaymentLedgers, () => [{ id: 20, code: "01-01-0002", name: "Bank clearing" }]);
  api.on(markRunPaid, () => refuse("changed_meanwhile"));
  const user = open(page, { as: disburser, on: "phone" });
  await user.click(await screen.findByRole("button", { name: "Mark All as Paid" }));
  const modal = await findDialog("Mark as Paid: 2 people");
  expect(modal.getByText(/^₦700,000\.00 was paid to 2 people through another bank/)).toBeVisible();
  await expectAccessible();
  const submit = modal.getByRole("button", { name: "Mark All as Paid" });
  const note = modal.getByLabelText("How It Was Paid");
  expect(note).toHaveAccessibleDescription(
    "It stays in the books permanently, so leave out personal details.",
  );
  await fillField(user, note, "Bulk payment 0045");
  await user.click(modal.getByRole("checkbox", { name: "Email Everybody Their Payslip" }));
  await user.click(submit);
  await waitFor(() => expect(api.calls(markRunPaid)).toHaveLength(1));
  await waitFor(() => expect(submit).toBeEnabled());
  expect(note).toHaveValue("Bulk payment 0045");
  api.on(markRunPaid, () => change({ ...partly, status: "PAID", version: 7 }));
  await user.click(submit);
  await expectMessage("2 people marked as paid..");
  expect(api.calls(markRunPaid).at(-1)?.input).toEqual({
    tenant_id: 7,
    company_id: 9,
    id: 31,
    version: 6,
    date: today(),
    note: "Bulk payment 0045",
    mail_payslips: true,
  });
  await waitFor(() =>
    expect(screen.queryByRole("button", { name: "Mark All as Paid" })).toBeNull(),
  );
});

test("keeps what is being typed when the payments are sent meanwhile", async ({ api, open }) => {
  const change = answerRun(api, partly);
  api.on(listPaymentLedgers, () => [{ id: 20, code: "01-01-0002", name: "Bank clearing" }]);
  const user = open(page, { as: disburser });
  await user.click(await screen.findByRole("button", { name: "Mark All as Paid" }));
  const modal = await findDialog("Mark as Paid: 2 people");
  await fillField(user, modal.getByLabelText("How It Was Paid"), "Bulk payment 0045");
  const payment = { paid: 3, under_way: 0, failed: 0, unpaid: kobo(0n), to_send: kobo(0n) };
  change({ ...partly, status: "PAID", version: 7, payment });
  await queryClient.invalidateQueries();
  const sentence =
    "Everybody is paid or their payment is on its way, so there is nothing left to record.";
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(screen.getByLabelText("How It Was Paid")).toHaveValue("Bulk payment 0045");
  expect(modal.getByRole("button", { name: "Mark All as Paid" })).toBeDisabled();
});

test("who may not disburse is not offered it", async ({ api, open }) => {
  answerRun(api, partly);
  open(page, { as: memberOf(7, "payroll.read") });
  expect(await screen.findByText("₦700,000.00 is still to be paid.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Mark All as Paid" })).toBeNull();
});

test("who took an earlier step is told so before anything is typed", async ({ api, open }) => {
  const next_step_refused = "You completed an earlier step of PR-000003.";
  answerRun(api, { ...partly, next_step_refused, outside_payment_refused: next_step_refused });
  open(page, { as: disburser });
  expect(await screen.findByRole("button", { name: "Mark All as Paid" })).toBeDisabled();
  expect(screen.getByText(next_step_refused)).toBeVisible();
});
