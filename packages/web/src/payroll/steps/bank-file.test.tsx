import { kobo } from "@kontor/books/money";
import { getPaymentFile } from "@kontor/contract/payroll/steps";
import { screen, waitFor } from "@testing-library/react";
import { expect } from "vitest";

import { test } from "../../testing/page-test.tsx";
import { findDialog } from "../../testing/questions.ts";
import { answerRun, openedRun } from "../../testing/samples/payroll.ts";
import { memberOf } from "../../testing/users.ts";

const page = "/app/payroll/7/9/31";
const disburser = memberOf(7, "payroll.read", "payroll.disburse", "funding.read");

type Run = ReturnType<typeof openedRun>;

const approved = (more: Partial<Run> = {}) =>
  openedRun({ status: "PENDING_DISBURSEMENT", version: 4, ...more });

test("a bank payment file is not offered while everybody is on the way", async ({ api, open }) => {
  const payment = { paid: 0, under_way: 3, failed: 0, unpaid: kobo(7n), to_send: kobo(0n) };
  answerRun(api, approved({ status: "DISBURSING", payment }));
  open(page, { as: disburser });
  expect(await screen.findByText("₦0.07 has not arrived yet.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Bank Payment File" })).toBeNull();
});

test("a bank payment file that was downloaded is warned of before its people are sent the money too", async ({
  api,
  open,
}) => {
  const change = answerRun(api, approved());
  const event = { by: "Dayo Disburser", at: new Date("2026-03-22T08:00:00Z") };
  const reason = "2 people, ₦360,000.00";
  api.on(getPaymentFile, () => {
    change(approved({ events: [{ event: "PAYMENT_FILE", reason, ...event }] }));
    return new File(["x"], "payments.csv");
  });
  const user = open(page, { as: disburser });
  await user.click(await screen.findByRole("button", { name: "Disburse" }));
  const before = await findDialog("Disburse Net Pay");
  expect(before.queryByText(/payment file/)).toBeNull();
  await user.click(before.getByRole("button", { name: "Cancel" }));
  await user.click(screen.getByRole("button", { name: "Bank Payment File" }));
  await user.click(await screen.findByRole("menuitem", { name: "CSV" }));
  expect(await screen.findByText("Bank payment file downloaded")).toBeVisible();
  const file = screen.getByRole("button", { name: "Bank Payment File" });
  await waitFor(() => expect(file).toHaveFocus());
  await user.click(await screen.findByRole("button", { name: "Disburse" }));
  const warned = await findDialog("Disburse Net Pay");
  expect(
    warned.getByText(
      /^Dayo Disburser, 22 Mar 2026, 09:00, 2 people, ₦360,000\.00\. If a bank pays/,
    ),
  ).toBeVisible();
});
