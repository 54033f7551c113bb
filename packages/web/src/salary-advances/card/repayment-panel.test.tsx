import { kobo } from "@kontor/books/money";
import {
  listRepaymentLedgers,
  refundAdvance,
  repayAdvance,
  writeOffAdvance,
} from "@kontor/contract/salary-advances/repayments";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect } from "vitest";

import { queryClient } from "../../platform/query-client.ts";
import { expectAccessible } from "../../testing/accessible.ts";
import type { FakeApi } from "../../testing/fake-api.ts";
import { fillField } from "../../testing/fields.ts";
import { test } from "../../testing/page-test.tsx";
import { findDialog, expectMessage } from "../../testing/questions.ts";
import { refuse, refuseAt } from "../../testing/refusal.ts";
import { answerCard, paidAdvance } from "../../testing/samples/salary-advances.ts";
import { rowWith } from "../../testing/tables.ts";
import { memberOf } from "../../testing/users.ts";

type Advance = ReturnType<typeof paidAdvance>;

const page = "/app/salary-advances/7/9/61";
const owner = memberOf(
  7,
  "salary-advances.read",
  "salary-advances.decide",
  "salary-advances.write-off",
  "accounting.read",
);

/** Answers with the card that was set last, and with the ledgers that can receive money. */
function answerPanel(api: FakeApi, first: Advance) {
  api.on(listRepaymentLedgers, () => [
    { id: 4, code: "01-01-0002", name: "Bank clearing" },
    { id: 8, code: "01-01-0004", name: "Petty cash" },
  ]);
  return answerCard(api, first);
}

describe("a repayment", () => {
  test("shows the owed amount, the payments and the entries", async ({ api, open }) => {
    answerPanel(api, paidAdvance());
    open(page, { as: owner });
    await screen.findByRole("region", { name: "Owed" });
    const sums = [...screen.getByLabelText("What is owed").children];
    expect(sums.map(({ textContent }) => textContent)).toEqual([
      "Principal₦60,168.49",
      "Interest₦1,310.96",
      "Total owed₦61,479.45",
    ]);
    const cash = within(await rowWith("Repayments", "20 Mar 2026"));
    expect(cash.getByText("Receipt 88, by Ngozi Hr")).toBeVisible();
    expect(cash.getByRole("link", { name: "ADV-000031" })).toHaveAttribute(
      "href",
      "/app/entries/receipt/edit/501?tenant_id=7",
    );
    expect(
      within(await rowWith("Repayment Plan", "25 Mar 2026")).getByText("REPAID"),
    ).toBeVisible();
    expect(
      within(await rowWith("Repayment Plan", "25 Apr 2026")).getByText("₦6,502.29"),
    ).toBeVisible();
    expect(screen.getByRole("link", { name: "SA-000004" })).toHaveAttribute(
      "href",
      "/app/salary-advances/7/9/44",
    );
    await expectAccessible();
  });

  test("shows what a payslip recovered, and its return when the payroll was reversed", async ({
    api,
    open,
  }) => {
    const [cash] = paidAdvance().allocations;
    if (cash === undefined) throw new Error("the sample has a repayment");
    const pay = { ...cash, kind: "PAYSLIP" as const, note: "" };
    const allocations = [
      { ...pay, id: 72, date: "2026-04-25" },
      { ...pay, id: 73, kind: "REVERSAL" as const, date: "2026-04-26" },
    ];
    answerPanel(api, paidAdvance({ allocations }));
    open(page, { as: owner });
    const taken = within(await rowWith("Repayments", "25 Apr 2026"));
    expect(taken.getByText("From pay")).toBeVisible();
    expect(taken.getByText("₦40,000.00")).toBeVisible();
    const back = within(await rowWith("Repayments", "26 Apr 2026"));
    expect(back.getByText("Recovery reversed with its payroll")).toBeVisible();
    expect(back.getByText("-₦40,000.00")).toBeVisible();
  });

  test("with a date in a locked period shows that at the date and keeps the input", async ({
    api,
    open,
  }) => {
    answerPanel(api, paidAdvance());
    api.on(repayAdvance, () => refuseAt("date", "day_locked", { until: "31 Mar 2026" }));
    const user = open(page, { as: owner });
    await user.click(await screen.findByRole("button", { name: "Record Repayment" }));
    const modal = await findDialog("Record Repayment");
    await fillField(user, modal.getByLabelText("Amount"), "40,000.00");
    expect(modal.getByLabelText("Note")).toHaveAccessibleDescription(
      "For example, the receipt number. It stays in the books permanently, so leave out personal details.",
    );
    await fillField(user, modal.getByLabelText("Note"), "Receipt 90");
    await user.click(modal.getByRole("button", { name: "Record Repayment" }));
    const sentence = await modal.findByText(/^The books are locked until 31 Mar 2026\./);
    expect(sentence).toBeVisible();
    expect(modal.getByLabelText("Date")).toBeInvalid();
    expect(modal.getByLabelText("Amount")).toHaveValue("40,000.00");
    expect(modal.getByLabelText("Note")).toHaveValue("Receipt 90");
  });

  test("of the whole amount is filled in with what is owed", async ({ api, open }) => {
    const change = answerPanel(api, paidAdvance());
    const nothing = { principal: kobo(0n), interest: kobo(0n), total: kobo(0n) };
    api.on(repayAdvance, () => change(paidAdvance({ owed: nothing, outstanding: kobo(0n) })));
    const user = open(page, { as: owner });
    await user.click(await screen.findByRole("button", { name: "Record Repayment" }));
    const modal = await findDialog("Record Repayment");
    await fillField(user, modal.getByLabelText("Amount"), "61,479.46");
    await user.click(modal.getByRole("button", { name: "Record Repayment" }));
    expect(await modal.findByText("Only ₦61,479.45 is still owed.")).toBeVisible();
    expect(api.calls(repayAdvance)).toHaveLength(0);
    await user.click(modal.getByRole("button", { name: "Full Amount Owed" }));
    expect(modal.getByLabelText("Amount")).toHaveValue("61,479.45");
    await fillField(user, modal.getByLabelText("Note"), "Receipt 90");
    await expectAccessible();
    await user.click(modal.getByRole("button", { name: "Record Repayment" }));
    await expectMessage("Repayment recorded successfully..");
    expect(api.calls(repayAdvance)[0]?.input).toMatchObject({
      tenant_id: 7,
      company_id: 9,
      id: 61,
      amount: kobo(61_479_45n),
      note: "Receipt 90",
    });
    expect(await screen.findByText("Nothing is owed.")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Write Off" })).toBeNull();
  });

  test("goes to the chosen ledger, by default Bank clearing", async ({ api, open }) => {
    const change = answerPanel(api, paidAdvance());
    api.on(repayAdvance, () => change(paidAdvance()));
    const user = open(page, { as: owner });
    const record = async (ledger: string | null) => {
      await user.click(await screen.findByRole("button", { name: "Record Repayment" }));
      const modal = await findDialog("Record Repayment");
      const into = modal.getByRole("combobox", { name: "Paid Into" });
      await waitFor(() => expect(into).toHaveValue("01-01-0002 Bank clearing"));
      if (ledger !== null) {
        await user.click(into);
        await user.click(await screen.findByRole("option", { name: ledger }));
      }
      await fillField(user, modal.getByLabelText("Amount"), "10");
      await user.click(modal.getByRole("button", { name: "Record Repayment" }));
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    };
    await record(null);
    await record("01-01-0004 Petty cash");
    expect(api.calls(repayAdvance).map(({ input }) => input.ledger_id)).toEqual([undefined, 8]);
  });

  test("can be refunded if the bank sent the advance back", async ({ api, open }) => {
    const nothing = { principal: kobo(0n), interest: kobo(0n), total: kobo(0n) };
    const [cash] = paidAdvance().allocations;
    if (cash === undefined) throw new Error("the sample has a repayment");
    const returned = {
      status: "APPROVED" as const,
      paid_at: null,
      owed: nothing,
      outstanding: kobo(0n),
      allocations: [cash],
    };
    const change = answerPanel(api, paidAdvance(returned));
    const back = { ...cash, id: 75, kind: "REFUND" as const, note: "Cheque 7" };
    api.on(refundAdvance, () => change(paidAdvance({ ...returned, allocations: [cash, back] })));
    const user = open(page, { as: owner });
    const sentence = "was paid back before the bank returned the advance.";
    expect(await screen.findByText(new RegExp(sentence))).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Record Refund" }));
    const modal = await findDialog("Record Refund");
    await fillField(user, modal.getByLabelText("Note"), "Cheque 7");
    await expectAccessible();
    await user.click(modal.getByRole("button", { name: "Record Refund" }));
    await expectMessage("Refund recorded successfully..");
    expect(api.calls(refundAdvance)[0]?.input).toMatchObject({ id: 61, note: "Cheque 7" });
    const refunded = "Refunded after the bank returned the advance";
    expect(await screen.findByText(refunded)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Record Refund" })).toBeNull();
  });

  test("shows the server's refusal at its field and keeps the input", async ({ api, open }) => {
    answerPanel(api, paidAdvance());
    api.on(repayAdvance, () => refuseAt("date", "validation_failed", { summary: "A later day." }));
    const user = open(page, { as: owner });
    await user.click(await screen.findByRole("button", { name: "Record Repayment" }));
    const modal = await findDialog("Record Repayment");
    await fillField(user, modal.getByLabelText("Amount"), "5000");
    await user.click(modal.getByRole("button", { name: "Record Repayment" }));
    expect(await modal.findByText("A later day.")).toBeVisible();
    expect(modal.getByLabelText("Amount")).toHaveValue("5,000.00");
  });

  test("can be written off only with a reason and the password", async ({ api, open }) => {
    const change = answerPanel(api, paidAdvance());
    api.on(writeOffAdvance, ({ password }) => {
      if (password !== "right") return refuseAt("password", "password_wrong");
      return change(
        paidAdvance({ owed: { principal: kobo(0n), interest: kobo(0n), total: kobo(0n) } }),
      );
    });
    const user = open(page, { as: owner });
    await user.click(await screen.findByRole("button", { name: "Write Off" }));
    const modal = await findDialog("Write Off Salary Advance");
    expect(modal.getByText("₦61,479.45 will be written off")).toBeVisible();
    await user.click(modal.getByRole("button", { name: "Write Off" }));
    expect(await modal.findByText("Enter why it is written off.")).toBeVisible();
    expect(modal.getByText("Enter your password.")).toBeVisible();
    await fillField(user, modal.getByLabelText("Reason"), "Left the country");
    await fillField(user, modal.getByLabelText("Your Password"), "wrong");
    await user.click(modal.getByRole("button", { name: "Write Off" }));
    expect(await modal.findByText("This is not your password. Try again.")).toBeVisible();
    expect(modal.getByLabelText("Reason")).toHaveValue("Left the country");
    await fillField(user, modal.getByLabelText("Your Password"), "right");
    await user.click(modal.getByRole("button", { name: "Write Off" }));
    await expectMessage("Salary advance written off successfully..");
    expect(api.calls(writeOffAdvance)).toHaveLength(2);
  });

  test("by another user is said in the dialog, which sends what it shows and keeps the input", async ({
    api,
    open,
  }) => {
    const change = answerPanel(api, paidAdvance());
    const left = { principal: kobo(20_000_00n), interest: kobo(0n), total: kobo(20_000_00n) };
    api.on(repayAdvance, () => {
      change(paidAdvance({ owed: left }));
      return refuse("advance_owed_differs", { owed: "₦20,000.00" });
    });
    const user = open(page, { as: owner });
    await user.click(await screen.findByRole("button", { name: "Record Repayment" }));
    const modal = await findDialog("Record Repayment");
    await fillField(user, modal.getByLabelText("Amount"), "5000");
    await fillField(user, modal.getByLabelText("Note"), "Receipt 90");
    await user.click(modal.getByRole("button", { name: "Record Repayment" }));
    expect(await modal.findByText(/^₦20,000.00 is owed now, no longer ₦61,479.45/)).toBeVisible();
    expect(screen.getByText(/^₦20,000.00 is owed now: something was recorded/)).toBeVisible();
    expect(modal.getByLabelText("Note")).toHaveValue("Receipt 90");
    api.on(repayAdvance, () => change(paidAdvance()));
    await user.click(modal.getByRole("button", { name: "Record Repayment" }));
    await expectMessage("Repayment recorded successfully..");
    expect(api.calls(repayAdvance).map(({ input }) => input.owed)).toEqual([
      61_479_45n,
      20_000_00n,
    ]);
  });

  test("cannot be recorded once another user has recorded the last one", async ({ api, open }) => {
    const change = answerPanel(api, paidAdvance());
    const user = open(page, { as: owner });
    await user.click(await screen.findByRole("button", { name: "Record Repayment" }));
    const repayment = await findDialog("Record Repayment");
    await fillField(user, repayment.getByLabelText("Note"), "Receipt 90");
    const nothing = { principal: kobo(0n), interest: kobo(0n), total: kobo(0n) };
    change(paidAdvance({ owed: nothing }));
    await queryClient.invalidateQueries();
    const sentence = "Nothing is owed any more, so there is nothing left to record.";
    expect(await repayment.findByText(sentence)).toBeVisible();
    expect(repayment.queryByText(/still owes/)).toBeNull();
    expect(repayment.getByLabelText("Note")).toHaveValue("Receipt 90");
    expect(repayment.getByRole("button", { name: "Record Repayment" })).toBeDisabled();
  });

  test("leaves another amount to write off, which the dialog says and sends", async ({
    api,
    open,
  }) => {
    const change = answerPanel(api, paidAdvance());
    const user = open(page, { as: owner });
    await user.click(await screen.findByRole("button", { name: "Write Off" }));
    const modal = await findDialog("Write Off Salary Advance");
    await fillField(user, modal.getByLabelText("Reason"), "Left the country");
    await fillField(user, modal.getByLabelText("Your Password"), "right");
    const left = { principal: kobo(20_000_00n), interest: kobo(0n), total: kobo(20_000_00n) };
    change(paidAdvance({ owed: left }));
    await queryClient.invalidateQueries();
    const sentence = "₦20,000.00 is owed now, no longer ₦61,479.45.";
    expect(await modal.findByText(sentence)).toBeVisible();
    api.on(writeOffAdvance, () => change(paidAdvance()));
    await user.click(modal.getByRole("button", { name: "Write Off" }));
    await expectMessage("Salary advance written off successfully..");
    expect(api.calls(writeOffAdvance)[0]?.input.owed).toBe(20_000_00n);
  });

  test("and a write-off need their permissions", async ({ api, open }) => {
    answerPanel(api, paidAdvance());
    open(page, { as: memberOf(7, "salary-advances.read", "salary-advances.decide") });
    expect(await screen.findByRole("button", { name: "Record Repayment" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Write Off" })).toBeNull();
    expect(screen.queryByRole("link", { name: "ADV-000031" })).toBeNull();
    expect(screen.getByText("ADV-000031")).toBeVisible();
  });
});
