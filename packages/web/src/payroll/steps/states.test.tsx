import { kobo, ZERO } from "@kontor/books/money";
import { getRun } from "@kontor/contract/payroll/runs";
import { decideRun, reverseRun } from "@kontor/contract/payroll/steps";
import { screen, within } from "@testing-library/react";
import { expect } from "vitest";

import { queryClient } from "../../platform/query-client.ts";
import { fillField } from "../../testing/fields.ts";
import { test } from "../../testing/page-test.tsx";
import { findDialog, expectMessage } from "../../testing/questions.ts";
import { loseConnection } from "../../testing/refusal.ts";
import { answerRun, openedRun, signed, walletWith } from "../../testing/samples/payroll.ts";
import { memberOf } from "../../testing/users.ts";

type Run = ReturnType<typeof openedRun>;

const page = "/app/payroll/7/9/31";
const owner = memberOf(7, "payroll.read", "payroll.approve");

/** A leaver's run that only changes how an item was taxed. */
function corrected(more: Partial<Run>): Run {
  const run = openedRun();
  const { totals } = run;
  for (const name of Object.keys(totals) as (keyof Run["totals"])[]) {
    if (name !== "deductions" && name !== "benefits") totals[name] = ZERO;
  }
  return {
    ...run,
    cycle: "OFF_CYCLE",
    title: "Leavers",
    people: 1,
    gross: ZERO,
    net: ZERO,
    cost: ZERO,
    totals: { ...totals, deductions: signed(0n) },
    difference: null,
    compared_with: null,
    variance: [],
    posting: [],
    warnings: [{ code: "nothing_to_pay", blocks: false, people: 1, first: [] }],
    payment: { paid: 1, under_way: 0, failed: 0, unpaid: ZERO, to_send: ZERO },
    ...more,
  };
}

test("a run says what entries dated later need of the wallet's balance", async ({ api, open }) => {
  const wallet = walletWith(1_000_000_00n, 150_000_00n, 200_000_00n);
  answerRun(api, openedRun({ status: "PENDING_APPROVAL", wallet }));
  open(page, { as: memberOf(7, "payroll.read", "payroll.approve") });
  const payment = within(await screen.findByRole("region", { name: "Payment" }));
  expect(
    payment.getByText(
      /has ₦1,000,000.00 and is short by ₦150,000.00\. Entries dated later need ₦200,000.00 of it\./u,
    ),
  ).toBeVisible();
});

test("a run whose lines cancel out is approved without an entry, and says so", async ({
  api,
  open,
}) => {
  answerRun(api, corrected({ status: "PENDING_APPROVAL", version: 3 }));
  const user = open(page, { as: owner });
  const books = within(await screen.findByRole("region", { name: "Books" }));
  expect(books.getByText("There is nothing to post.")).toBeVisible();
  expect(books.queryByText(/Posted/u)).toBeNull();
  await user.click(screen.getByRole("button", { name: "Approve" }));
  const question = await findDialog("Approve Payroll Run");
  expect(
    question.getByText(
      "There is nothing to post and nothing to pay: the run records its corrections for the tax year.",
    ),
  ).toBeVisible();
  const approved = corrected({ status: "PAID", version: 4 });
  api.on(decideRun, () => approved);
  api.on(getRun, () => approved);
  await user.click(question.getByRole("button", { name: "Approve" }));
  await expectMessage("Payroll run approved successfully..");
  expect(
    await screen.findByRole("heading", { name: "Approved, with nothing to pay" }),
  ).toBeVisible();
  expect(screen.getByText("There was nothing to pay.")).toBeVisible();
});

test("a run with nothing to pay can still be reversed, also without an entry", async ({
  api,
  open,
}) => {
  const change = answerRun(api, corrected({ status: "PAID", version: 4 }));
  api.on(reverseRun, () => change(corrected({ status: "REVERSED", version: 5 })));
  const user = open(page, { as: owner });
  expect(await screen.findByText(/^Corrections .* can reverse this one\.$/u)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Reverse" }));
  const question = await findDialog("Reverse Payroll Run");
  expect(question.getByText(/^Nothing was posted, so the books stay as they are/u)).toBeVisible();
  await fillField(user, question.getByLabelText("Reason"), "Wrong month");
  await user.click(question.getByRole("button", { name: "Reverse" }));
  await expectMessage("Payroll run reversed successfully..");
  expect(await screen.findByRole("heading", { name: "Reversed" })).toBeVisible();
});

test("a run that paid somebody offers no reversal", async ({ api, open }) => {
  answerRun(api, openedRun({ status: "PAID", version: 5 }));
  open(page, { as: owner });
  expect(await screen.findByText(/This run can no longer be changed\.$/u)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Reverse" })).toBeNull();
});

test("an approval without a response is not taken for somebody else's", async ({ api, open }) => {
  const change = answerRun(api, openedRun({ status: "PENDING_APPROVAL", version: 3 }));
  api.on(decideRun, () => {
    change(openedRun({ status: "PENDING_DISBURSEMENT", version: 4 }));
    return loseConnection();
  });
  const user = open(page, { as: owner });
  await user.click(await screen.findByRole("button", { name: "Approve" }));
  const modal = await findDialog("Approve Payroll Run");
  await user.click(modal.getByRole("button", { name: "Approve" }));
  expect(await modal.findByText(/The server cannot be reached/u)).toBeVisible();
  await user.click(modal.getByRole("button", { name: "Approve" }));
  expect(await modal.findByText("The run has changed since you sent this")).toBeVisible();
  expect(
    modal.getByText(/pending disbursement now, so there is nothing left to do/u),
  ).toBeVisible();
  expect(api.calls(decideRun)).toHaveLength(1);
});

test("a rejection without a response does not ask for another try once it is known", async ({
  api,
  open,
}) => {
  const change = answerRun(api, openedRun({ status: "PENDING_APPROVAL", version: 3 }));
  api.on(decideRun, loseConnection);
  const user = open(page, { as: owner });
  await user.click(await screen.findByRole("button", { name: "Reject" }));
  const modal = await findDialog("Reject Payroll Run");
  await fillField(user, modal.getByLabelText("Reason"), "Too early");
  await user.click(modal.getByRole("button", { name: "Reject" }));
  expect(await modal.findByText(/The server cannot be reached/u)).toBeVisible();
  change(openedRun({ version: 4 }));
  await queryClient.invalidateQueries();
  expect(await modal.findByText(/^It is draft now, so there is nothing left/u)).toBeVisible();
  expect(modal.queryByText(/The server did not respond/u)).toBeNull();
  expect(modal.getByLabelText("Reason")).toHaveValue("Too early");
  // The button that was pressed is disabled now, so it cannot keep the focus.
  expect(document.activeElement).toHaveTextContent(/^The run has changed since you sent this/u);
});

test("a rejected run that was calculated again asks to be resubmitted", async ({ api, open }) => {
  const at = new Date("2026-03-21T08:00:00Z");
  const rejected = { event: "REJECTED", by: "Olu Owner", at, reason: "Too early" } as const;
  const calculated = { event: "CALCULATED", by: "Pat Payroll", at, reason: "" } as const;
  answerRun(api, openedRun({ warnings: [], events: [rejected, calculated] }));
  open(page, { as: owner });
  expect(
    await screen.findByText(
      "Reason: “Too early”. It has been calculated again since: check and resubmit it.",
    ),
  ).toBeVisible();
});

test("who reverses a run is told what is remitted for its month", async ({ api, open }) => {
  const approved = { status: "PENDING_DISBURSEMENT", version: 4 } as const;
  answerRun(api, openedRun({ ...approved, remitted: kobo(305_196_05n) }));
  const user = open(page, { as: owner });
  await user.click(await screen.findByRole("button", { name: "Reverse" }));
  const question = await findDialog("Reverse Payroll Run");
  const title = "₦305,196.05 is already remitted for March 2026";
  expect(question.getByRole("note", { name: title })).toHaveTextContent(
    "It stays remitted and counts towards the next run of the month.",
  );
});
