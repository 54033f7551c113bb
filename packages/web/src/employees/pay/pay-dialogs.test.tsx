import { kobo } from "@kontor/books/money";
import {
  addPayItem,
  addPayRate,
  getArrearsWindow,
  listOpeningFigures,
  listPayItems,
  listPayRates,
  removeOpeningFigures,
  removePayItem,
  saveOpeningFigures,
  savePayItem,
} from "@kontor/contract/employees/pay";
import { screen, waitFor } from "@testing-library/react";
import { describe, expect } from "vitest";

import { expectAccessible } from "../../testing/accessible.ts";
import { fillField, pickMatch } from "../../testing/fields.ts";
import { chooseMenuItem } from "../../testing/menus.ts";
import { test } from "../../testing/page-test.tsx";
import { answer, findDialog, expectMessage } from "../../testing/questions.ts";
import { refuse, refuseAt } from "../../testing/refusal.ts";
import { answerEmployee, payItem, payRate } from "../../testing/samples/employees.ts";
import { longWord } from "../../testing/samples/text.ts";
import { memberOf } from "../../testing/users.ts";

const payAddress = "/app/employees/7/21?tab=pay";
const path = { tenant_id: 7, company_id: 9, id: 21 };
const figures = {
  year: 2026,
  through_month: "2026-02",
  gross: kobo(90_000_000n),
  benefits: null,
  pension: kobo(5_000_000n),
  nhf: kobo(0n),
  tax: kobo(9_000_000n),
  version: 2,
};

describe("pay", () => {
  test("of zero is not sent, and a refusal keeps what was typed", async ({ api, open }) => {
    answerEmployee(api, { pay: null, next_pay: null });
    const user = open(payAddress);
    await user.click(await screen.findByRole("button", { name: "Add Pay" }));
    const form = await findDialog("Add Pay");
    expect(await form.findByLabelText("From")).toHaveValue("01/02/2024");
    await user.click(form.getByRole("button", { name: "Submit" }));
    await waitFor(() =>
      expect(form.getByLabelText("Basic")).toHaveAccessibleDescription(
        "Enter an amount above 0.00 for at least one part of the pay.",
      ),
    );
    expect(api.calls(addPayRate)).toHaveLength(0);
    await fillField(user, form.getByLabelText("Housing"), "-40000");
    await user.tab();
    expect(form.getByLabelText("Housing")).toHaveAccessibleDescription(
      "Enter an amount of zero or more, without a sign.",
    );
    await fillField(user, form.getByLabelText("Housing"), "40000");
    await fillField(user, form.getByLabelText("Basic"), "250,000.555");
    // No sum is shown while an amount is unreadable.
    expect(form.getByRole("status")).toHaveTextContent("from 01 Feb 2024–");
    await fillField(user, form.getByLabelText("Basic"), "250000");
    expect(form.getByRole("status")).toHaveTextContent("₦290,000.00");
    await fillField(user, form.getByLabelText("From"), "01/01/2024");
    api.on(addPayRate, () =>
      refuseAt("from_date", "pay_before_start", { start_date: "2024-02-01" }),
    );
    await user.click(form.getByRole("button", { name: "Submit" }));
    await waitFor(() => expect(form.getByLabelText("From")).toBeInvalid());
    expect(form.getByLabelText("Basic")).toHaveValue("250,000.00");
    api.on(addPayRate, () => payRate());
    await fillField(user, form.getByLabelText("From"), "01/02/2024");
    await user.click(form.getByRole("button", { name: "Submit" }));
    await expectMessage("Pay added successfully..");
  });

  test("is compared with the pay that it follows", async ({ api, open }) => {
    const next = {
      id: 62,
      from_date: "2026-05-01",
      basic: kobo(30_000_000n),
      housing: kobo(10_000_000n),
      transport: kobo(6_000_000n),
      other: kobo(4_000_000n),
      monthly_pay: kobo(50_000_000n),
    };
    answerEmployee(api, { next_pay: next });
    const user = open(payAddress);
    await user.click(await screen.findByRole("button", { name: "Add Pay" }));
    const form = await findDialog("Add Pay");
    const shown = () => form.getByRole("status");
    await fillField(user, await form.findByLabelText("From"), "01/04/2026");
    // The same term as in the import, the payroll register and the ledger.
    expect(form.getByLabelText("Other Allowances")).toBeVisible();
    expect(shown()).toHaveTextContent("Current pay₦450,000.00Difference₦50,000.00 more (+11.1%)");
    await fillField(user, form.getByLabelText("Basic"), "250000");
    expect(shown()).toHaveTextContent("Current pay₦450,000.00DifferenceNone");
    await fillField(user, form.getByLabelText("From"), "01/05/2026");
    await fillField(user, form.getByLabelText("Basic"), "200000");
    expect(shown()).toHaveTextContent(
      "Pay from 01 May 2026₦500,000.00Difference₦100,000.00 less (-20.0%)",
    );
    await fillField(user, form.getByLabelText("Basic"), "1.555");
    expect(shown()).toHaveTextContent(/₦500,000.00$/);
    await expectAccessible();
  });

  test("replaces the pay from the same day only once the user has seen it", async ({
    api,
    open,
  }) => {
    answerEmployee(api);
    const user = open(payAddress);
    await user.click(await screen.findByRole("button", { name: "Add Pay" }));
    const form = await findDialog("Add Pay");
    await fillField(user, await form.findByLabelText("From"), "01/04/2026");
    await fillField(user, form.getByLabelText("Basic"), "250000");
    expect(form.getByLabelText("From")).toHaveAccessibleDescription(
      /^Earlier pay stays in the history\./,
    );
    const details = { monthly_pay: "₦500,000.00", from_date: "01 Apr 2026" };
    api.on(addPayRate, () => refuse("pay_rate_differs", details));
    api.on(listPayRates, () => [payRate({ id: 63, from_date: "2026-04-01" }), payRate()]);
    await user.click(form.getByRole("button", { name: "Submit" }));
    await expectMessage(
      "Pay of ₦500,000.00 a month from 01 Apr 2026 has been entered meanwhile. Submit again to replace it.",
    );
    await waitFor(() =>
      expect(form.getByLabelText("From")).toHaveAccessibleDescription(
        /^Replaces the pay from this day, which stays in the history\./,
      ),
    );
    expect(form.getByLabelText("Basic")).toHaveValue("250,000.00");
    api.on(addPayRate, () => payRate({ id: 64 }));
    await user.click(form.getByRole("button", { name: "Submit" }));
    await expectMessage("Pay added successfully..");
    const sent = api.calls(addPayRate).map(({ input }) => input.replaces);
    expect(sent).toEqual([null, 63]);
  });

  test("from longer ago than payroll corrects says from when, and what to do", async ({
    api,
    open,
  }) => {
    answerEmployee(api);
    api.on(getArrearsWindow, () => ({ from: "2025-12", next: null }));
    const user = open(payAddress);
    await user.click(await screen.findByRole("button", { name: "Add Pay" }));
    const form = await findDialog("Add Pay");
    const from = form.getByLabelText("From");
    await fillField(user, from, "01/12/2025");
    await user.tab();
    expect(form.queryByRole("alert")).toBeNull();
    expect(from).toHaveAccessibleDescription(
      "Earlier pay stays in the history. The next payroll pays the difference of months that are already approved, as arrears.",
    );
    await fillField(user, from, "30/11/2025");
    expect(await form.findByRole("alert")).toHaveTextContent(
      "Payroll corrects the pay of the last twelve months only, from December 2025. For earlier months, add the difference as a one-off item.",
    );
    await expectAccessible();
  });

  test("from a day that cannot be read is corrected in the dialog", async ({ api, open }) => {
    answerEmployee(api, { pay: null, next_pay: null });
    api.on(addPayRate, () => payRate());
    const user = open(payAddress);
    await user.click(await screen.findByRole("button", { name: "Add Pay" }));
    const form = await findDialog("Add Pay");
    await fillField(user, await form.findByLabelText("From"), "31/02/2026");
    await fillField(user, form.getByLabelText("Basic"), "250000");
    expect(form.getByLabelText("From")).toBeInvalid();
    expect(form.getByRole("status")).toHaveTextContent("Monthly pay₦250,000.00");
    await fillField(user, form.getByLabelText("From"), "28/02/2026");
    await user.click(form.getByRole("button", { name: "Submit" }));
    await expectMessage("Pay added successfully..");
    expect(api.calls(addPayRate)[0]?.input).toMatchObject({ from_date: "2026-02-28" });
  });

  test("is not added by readers", async ({ api, open }) => {
    answerEmployee(api);
    const as = memberOf(7, "organizations.read", "employees.read", "employees.pay.read");
    open(payAddress, { as, on: "phone" });
    expect(await screen.findByText("Overtime")).toBeVisible();
    for (const name of ["Add Pay", "Add Item", "Add Figures"]) {
      expect(screen.queryByRole("button", { name })).toBeNull();
    }
  });
});

describe("items of pay", () => {
  test("recur until a month, and a deduction from net pay does not lower the pension", async ({
    api,
    open,
  }) => {
    answerEmployee(api);
    api.on(addPayItem, () => payItem({ id: 72 }));
    const user = open(payAddress);
    await user.click(await screen.findByRole("button", { name: "Add Item" }));
    const form = await findDialog("Add Item");
    await user.click(form.getByRole("button", { name: "Submit" }));
    await waitFor(() => expect(form.getByLabelText("Item")).toBeInvalid());
    expect(form.getByLabelText("Amount")).toBeInvalid();
    await fillField(user, form.getByLabelText("Item"), "Car loan");
    await fillField(user, form.getByLabelText("Amount"), "20,000");
    await user.click(form.getByLabelText("Pensionable"));
    await user.click(form.getByLabelText("Deduction"));
    expect(form.queryByLabelText("Pensionable")).toBeNull();
    expect(form.getByLabelText("Reduces pensionable pay")).toBeChecked();
    await user.click(form.getByLabelText("Reduces taxable pay"));
    expect(form.queryByLabelText("Reduces pensionable pay")).toBeNull();
    await user.click(form.getByLabelText("Each month until"));
    const last = form.getByRole("combobox", { name: "Last Month" });
    await user.click(last);
    const offered = screen.getAllByRole("option").map(({ textContent }) => textContent);
    await user.click(screen.getByRole("option", { name: offered[2] ?? "" }));
    await expectAccessible();
    await user.click(form.getByRole("button", { name: "Submit" }));
    await expectMessage("Item saved successfully..");
    const [sent] = api.calls(addPayItem).map(({ input }) => input);
    expect(sent).toMatchObject({
      ...path,
      name: "Car loan",
      kind: "DEDUCTION",
      amount: 2_000_000n,
      taxable: false,
      pensionable: false,
    });
    expect(sent?.to_month?.localeCompare(sent.from_month)).toBe(1);
  });

  test("of unpaid leave lower tax and pension, and say so", async ({ api, open }) => {
    answerEmployee(api);
    const leave = { name: "Unpaid leave", kind: "DEDUCTION", taxable: true } as const;
    api.on(listPayItems, () => [
      payItem({ ...leave, pensionable: true }),
      payItem({ ...leave, id: 72, name: "Late coming", pensionable: false }),
    ]);
    api.on(savePayItem, () => payItem({ ...leave, pensionable: true }));
    const user = open(payAddress);
    expect(await screen.findByRole("cell", { name: "Lowers tax and pension" })).toBeVisible();
    expect(screen.getByRole("cell", { name: "Lowers the tax" })).toBeVisible();
    await chooseMenuItem(user, "Actions for Late coming", "Edit");
    const form = await findDialog("Edit Item");
    await user.click(form.getByLabelText("Reduces pensionable pay"));
    expect(form.getByText(/^Tick for unpaid leave: .* Clear it for a loan/)).toBeVisible();
    expect(form.getByText(/^Tick for unpaid leave, or pension is still deducted/)).toBeVisible();
    await expectAccessible();
    await user.click(form.getByRole("button", { name: "Submit" }));
    await expectMessage("Item saved successfully..");
    expect(api.calls(savePayItem)[0]?.input).toMatchObject({ taxable: true, pensionable: true });
  });

  test("are edited under their version, and merged with what somebody else saved", async ({
    api,
    open,
  }) => {
    answerEmployee(api);
    api.on(savePayItem, () => refuse("changed_meanwhile"));
    const user = open(payAddress);
    await chooseMenuItem(user, "Actions for Overtime", "Edit");
    const form = await findDialog("Edit Item");
    const correction = /^If this item has been paid already, the next payroll corrects/;
    expect(form.getByText(correction)).toBeVisible();
    await user.click(form.getByLabelText("Each month"));
    expect(form.queryByText(correction)).toBeNull();
    await user.click(form.getByLabelText("Once"));
    await fillField(user, form.getByLabelText("Amount"), "40,000");
    await user.click(form.getByRole("button", { name: "Submit" }));
    api.on(listPayItems, () => [payItem({ name: "Overtime in March", version: 2 })]);
    await user.click(await form.findByRole("button", { name: "Load latest version" }));
    await waitFor(() => expect(form.getByLabelText("Item")).toHaveValue("Overtime in March"));
    expect(form.getByLabelText("Amount")).toHaveValue("40,000.00");
    api.on(savePayItem, () => payItem({ version: 3 }));
    await user.click(form.getByRole("button", { name: "Submit" }));
    await expectMessage("Item saved successfully..");
    expect(api.calls(savePayItem).map(({ input }) => [input.version, input.amount])).toEqual([
      [1, 4_000_000n],
      [2, 4_000_000n],
    ]);
  });

  test("are removed after a question, except those of leaving", async ({ api, open }) => {
    answerEmployee(api);
    api.on(listPayItems, () => [
      payItem({ name: longWord.slice(0, 80) }),
      payItem({ id: 72, name: "Leave days", settlement: true }),
    ]);
    api.on(removePayItem, () => ({ done: true as const }));
    const name = longWord.slice(0, 80);
    const user = open(payAddress, { on: "phone" });
    await user.click(await screen.findByRole("button", { name: `Actions for ${name}` }));
    expect(screen.queryByRole("button", { name: "Actions for Leave days" })).toBeNull();
    await user.click(await screen.findByRole("menuitem", { name: "Remove" }));
    await answer(user, `Remove ${name}?`, "Yes");
    await expectMessage("Item removed successfully..");
    expect(api.calls(removePayItem)[0]?.input).toEqual({ ...path, item_id: 71 });
  });

  test("that are removed leave the focus at the row in their place", async ({ api, open }) => {
    answerEmployee(api);
    const items = ["Bonus", "Car", "Phone"].map((name, index) => payItem({ id: 71 + index, name }));
    api.on(listPayItems, () => items);
    api.on(removePayItem, () => {
      items.splice(1, 1);
      return { done: true as const };
    });
    const user = open(payAddress);
    await chooseMenuItem(user, "Actions for Car", "Remove");
    await answer(user, "Remove Car?", "Yes");
    await expectMessage("Item removed successfully..");
    await waitFor(() => expect(screen.queryByText("Car")).toBeNull());
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "Actions for Phone" })).toHaveFocus(),
    );
  });
});

describe("opening figures", () => {
  test("need the earnings, and derive their year from the month", async ({ api, open }) => {
    answerEmployee(api);
    api.on(saveOpeningFigures, () => figures);
    const user = open(payAddress);
    await user.click(await screen.findByRole("button", { name: "Add Figures" }));
    const form = await findDialog("Add Figures");
    await user.click(form.getByRole("button", { name: "Submit" }));
    await waitFor(() => expect(form.getByLabelText("Earned")).toBeInvalid());
    await fillField(user, form.getByLabelText("Earned"), "900000");
    await fillField(user, form.getByLabelText("PAYE Withheld"), "90,000.50");
    await fillField(user, form.getByLabelText("Benefits in Kind"), "0");
    await expectAccessible();
    await user.click(form.getByRole("button", { name: "Submit" }));
    await expectMessage("Figures saved successfully..");
    const [sent] = api.calls(saveOpeningFigures).map(({ input }) => input);
    expect(sent).toMatchObject({ ...path, gross: 90_000_000n, pension: 0n, tax: 9_000_050n });
    // Zero says that nothing was paid in these months, unlike an empty field.
    expect(sent?.benefits).toBe(0n);
    expect(sent?.through_month.slice(0, 4)).toBe(String(sent?.year));
    expect(sent).not.toHaveProperty("version");
  });

  test("may be zero, of somebody on unpaid leave in all the months", async ({ api, open }) => {
    answerEmployee(api);
    api.on(saveOpeningFigures, () => figures);
    const user = open(payAddress);
    await user.click(await screen.findByRole("button", { name: "Add Figures" }));
    const form = await findDialog("Add Figures");
    await fillField(user, form.getByLabelText("Earned"), "0");
    await user.click(form.getByRole("button", { name: "Submit" }));
    await expectMessage("Figures saved successfully..");
    expect(api.calls(saveOpeningFigures)[0]?.input).toMatchObject({
      gross: 0n,
      benefits: null,
      tax: 0n,
    });
  });

  test("are edited under their version, and removed after a question", async ({ api, open }) => {
    answerEmployee(api);
    api.on(listOpeningFigures, () => [figures]);
    api.on(saveOpeningFigures, () => figures);
    api.on(removeOpeningFigures, () => ({ done: true as const }));
    const user = open(payAddress);
    await chooseMenuItem(user, "Actions for 2026", "Edit");
    const form = await findDialog("Edit Figures for 2026");
    await pickMatch(user, form.getByRole("combobox", { name: "Through" }), "March 2026");
    const paid = { month: "March 2026" };
    api.on(saveOpeningFigures, () => refuseAt("through_month", "month_paid_already", paid));
    await user.click(form.getByRole("button", { name: "Submit" }));
    const refused = /^Payroll has paid this employee for March 2026, .* End the figures before it/;
    expect(await form.findByText(refused)).toBeVisible();
    await pickMatch(user, form.getByRole("combobox", { name: "Through" }), "February 2026");
    api.on(saveOpeningFigures, () => figures);
    await user.click(form.getByRole("button", { name: "Submit" }));
    await expectMessage("Figures saved successfully..");
    expect(api.calls(saveOpeningFigures).at(-1)?.input).toMatchObject({
      year: 2026,
      through_month: "2026-02",
      version: 2,
    });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await chooseMenuItem(user, "Actions for 2026", "Remove");
    await answer(user, "Remove the figures for 2026?", "Yes");
    await expectMessage("Figures removed successfully..");
    expect(api.calls(removeOpeningFigures)[0]?.input).toEqual({ ...path, year: 2026 });
  });
});
