import {
  changeBankAccount,
  checkBankAccount,
  correctAccountName,
  decideBankAccountChange,
  listBankAccountChanges,
  withdrawBankAccountChange,
} from "@kontor/contract/employees/bank";
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect } from "vitest";

import { expectAccessible } from "../../testing/accessible.ts";
import { fillField, pickMatch } from "../../testing/fields.ts";
import { test } from "../../testing/page-test.tsx";
import { answer, findDialog, expectMessage } from "../../testing/questions.ts";
import { refuse, refuseAt } from "../../testing/refusal.ts";
import { answerEmployee, bankChange, openedEmployee } from "../../testing/samples/employees.ts";
import { longWord } from "../../testing/samples/text.ts";
import { memberOf } from "../../testing/users.ts";

const address = "/app/employees/7/21?tab=bank";
const path = { tenant_id: 7, company_id: 9, id: 21 };

describe("the bank account that an employee is paid to", () => {
  test("says what to check, as far as the bank has named the holder", async ({ api, open }) => {
    api.on(listBankAccountChanges, () => []);
    answerEmployee(api, {
      bank: {
        bank_code: "058",
        bank_name: "Guaranty Trust Bank",
        account_number: "••••••6789",
        account_name: "ADA NGOZI OKAFOR",
        verified_at: null,
        provider_name: "MUSA BELLO",
        warnings: ["name_differs", "shared"],
      },
    });
    open(address);
    const twice = within(await screen.findByRole("list", { name: "Check carefully" }));
    expect(twice.getByText("The account name at the bank is different.")).toBeVisible();
    expect(twice.getAllByRole("listitem")).toHaveLength(2);
    expect(screen.getByText("MUSA BELLO")).toBeVisible();
    // The note about confirmation does not say that an account is waiting.
    expect(
      screen.getByText("A new account is used once a second person has confirmed it."),
    ).toBeVisible();
    expect(screen.queryByText(/waiting/)).toBeNull();
    await expectAccessible();
  });

  test("is used at once if it is the first", async ({ api, open }) => {
    api.on(listBankAccountChanges, () => []);
    answerEmployee(api, { bank: null });
    open(address);
    expect(
      await screen.findByText(
        "The first account is used at once. A second person confirms every later change.",
      ),
    ).toBeVisible();
  });
});

describe("another bank account", () => {
  test("uses the name that the bank knows, and waits for a second person", async ({
    api,
    open,
  }) => {
    answerEmployee(api);
    api.on(checkBankAccount, () => ({
      account_name: "ADA N OKAFOR",
      warnings: ["check_digit" as const, "name_differs" as const],
    }));
    api.on(changeBankAccount, () => bankChange());
    const user = open(address);
    await user.click(await screen.findByRole("button", { name: "Change Account" }));
    const form = await findDialog("Change Account");
    expect(form.getByText(/until a second person confirms the new account/)).toBeVisible();
    await pickMatch(user, form.getByRole("combobox", { name: "Bank" }), "Access Bank");
    await fillField(user, form.getByLabelText("Account Number"), "012 345-6789");
    await user.click(await form.findByRole("button", { name: "Use This Name" }));
    expect(form.getByLabelText("Account Name")).toHaveValue("ADA N OKAFOR");
    const twice = within(form.getByRole("list", { name: "Check carefully" }));
    expect(twice.getAllByRole("listitem")).toHaveLength(2);
    await expectAccessible();
    await user.click(form.getByRole("button", { name: "Submit" }));
    await expectMessage("Bank account submitted for confirmation by a second person..");
    expect(api.calls(changeBankAccount)[0]?.input).toEqual({
      ...path,
      bank_code: "044",
      account_number: "0123456789",
      account_name: "ADA N OKAFOR",
    });
  });

  test("can be entered when the bank is unavailable; the first one applies immediately", async ({
    api,
    open,
  }) => {
    answerEmployee(api, { bank: null });
    api.on(listBankAccountChanges, () => []);
    api.on(checkBankAccount, () => refuse("busy"));
    api.on(changeBankAccount, () => refuseAt("account_number", "bank_account_same"));
    const user = open(address, { on: "phone" });
    expect(await screen.findByText("No bank account yet")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Add Account" }));
    const form = await findDialog("Add Account");
    expect(form.getByRole("button", { name: "Submit" })).toHaveAttribute("aria-disabled", "true");
    await pickMatch(user, form.getByRole("combobox", { name: "Bank" }), "Access Bank");
    await fillField(user, form.getByLabelText("Account Number"), "0123456789");
    expect(await form.findByText(/The bank could not be reached/)).toBeVisible();
    const release = api.hold(checkBankAccount);
    await user.click(form.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(screen.getByRole("dialog")).toHaveFocus());
    release();
    await fillField(user, form.getByLabelText("Account Name"), longWord.slice(0, 80));
    await user.click(form.getByRole("button", { name: "Submit" }));
    await waitFor(() => expect(form.getByLabelText("Account Number")).toBeInvalid());
    expect(form.getByLabelText("Account Name")).toHaveValue(longWord.slice(0, 80));
    api.on(changeBankAccount, () => bankChange({ status: "CONFIRMED" }));
    await fillField(user, form.getByLabelText("Account Number"), "0123456780");
    await user.click(form.getByRole("button", { name: "Submit" }));
    await expectMessage("Bank account saved successfully..");
  });
});

describe("a refused bank account", () => {
  const present = { account_number: "0123456789", account_name: "ADA OKAFO" };

  async function submitAccount(user: UserEvent) {
    await user.click(await screen.findByRole("button", { name: "Change Account" }));
    const form = await findDialog("Change Account");
    const submit = form.getByRole("button", { name: "Submit" });
    await pickMatch(user, form.getByRole("combobox", { name: "Bank" }), "Access Bank");
    await fillField(user, form.getByLabelText("Account Number"), present.account_number);
    await fillField(user, form.getByLabelText("Account Name"), present.account_name);
    await user.click(submit);
    return { form, submit };
  }

  test("can be submitted again once a field is changed that was not refused", async ({
    api,
    open,
  }) => {
    answerEmployee(api);
    api.on(checkBankAccount, () => ({ account_name: "ADA OKAFOR", warnings: [] }));
    api.on(changeBankAccount, () => refuseAt("account_number", "bank_account_same"));
    const user = open(address);
    const { form, submit } = await submitAccount(user);
    await waitFor(() => expect(submit).toHaveAttribute("aria-disabled", "true"));
    await user.click(await form.findByRole("button", { name: "Use This Name" }));
    expect(submit).not.toHaveAttribute("aria-disabled");
    api.on(changeBankAccount, () => bankChange());
    await user.click(submit);
    await expectMessage("Bank account submitted for confirmation by a second person..");
  });

  test("is not submitted while another field is as it was refused", async ({ api, open }) => {
    const errors = Object.keys(present).map((field) => ({ path: field, message: "Not this." }));
    answerEmployee(api);
    api.on(checkBankAccount, () => ({ account_name: "ADA OKAFOR", warnings: [] }));
    api.on(changeBankAccount, () => refuse("validation_failed", { summary: "Not this." }, errors));
    const user = open(address);
    const { form, submit } = await submitAccount(user);
    await waitFor(() => expect(submit).toHaveAccessibleDescription("2 fields to go."));
    await user.click(await form.findByRole("button", { name: "Use This Name" }));
    expect(submit).toHaveAccessibleDescription("1 field to go.");
    await fillField(user, form.getByLabelText("Account Number"), "0123456780");
    expect(submit).not.toHaveAttribute("aria-disabled");
  });
});

describe("the name on the account", () => {
  test("is corrected without the number, and keeps what was typed when it is refused", async ({
    api,
    open,
  }) => {
    const { bank } = openedEmployee();
    answerEmployee(api, { bank: bank && { ...bank, account_name: "ADA OKAFOR" } });
    api.on(listBankAccountChanges, () => []);
    api.on(correctAccountName, () => refuseAt("account_name", "account_name_same"));
    const user = open(address, { on: "phone" });
    await user.click(await screen.findByRole("button", { name: "Correct Name" }));
    const form = await findDialog("Correct Account Name");
    const name = form.getByLabelText("Account Name");
    expect(name).toHaveValue("ADA OKAFOR");
    await fillField(user, name, "ADA OKAFO");
    await expectAccessible();
    await user.click(form.getByRole("button", { name: "Submit" }));
    await waitFor(() => expect(name).toBeInvalid());
    expect(name).toHaveValue("ADA OKAFO");
    await user.click(form.getByRole("button", { name: "Use This Name" }));
    api.on(correctAccountName, () => bankChange({ name_only: true }));
    await user.click(form.getByRole("button", { name: "Submit" }));
    await expectMessage("Account name submitted for confirmation by a second person..");
    expect(api.calls(correctAccountName).at(-1)?.input).toEqual({
      ...path,
      account_name: "ADA NGOZI OKAFOR",
    });
  });

  test("waits under its own title, for a second person", async ({ api, open }) => {
    answerEmployee(api);
    api.on(listBankAccountChanges, () => [bankChange({ name_only: true })]);
    api.on(decideBankAccountChange, () => openedEmployee());
    const user = open(address, {
      as: memberOf(7, "organizations.read", "employees.read", "bank-accounts.confirm"),
    });
    expect(await screen.findByText("Corrected Name Awaiting Confirmation")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Confirm" }));
    await answer(user, "Confirm this account name?", "Yes");
    await expectMessage("Account name confirmed successfully..");
  });
});

describe("a second person", () => {
  const second = memberOf(7, "organizations.read", "employees.read", "bank-accounts.confirm");

  test("confirms the account after a question, and learns when it was already decided", async ({
    api,
    open,
  }) => {
    answerEmployee(api);
    api.on(decideBankAccountChange, () => refuse("decided_already"));
    const user = open(address, { as: second });
    expect(await screen.findByText("Access Bank")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Withdraw" })).toBeNull();
    const requested = api.calls(listBankAccountChanges).length;
    await user.click(screen.getByRole("button", { name: "Confirm" }));
    const question = "Confirm this bank account?";
    await answer(user, question, "Yes");
    await expectMessage("This has already been decided. The page now shows by whom.");
    await waitFor(() =>
      expect(api.calls(listBankAccountChanges).length).toBeGreaterThan(requested),
    );
    api.on(decideBankAccountChange, () => openedEmployee());
    await user.click(screen.getByRole("button", { name: "Confirm" }));
    await answer(user, question, "Yes");
    await expectMessage("Bank account confirmed successfully..");
    expect(api.calls(decideBankAccountChange).at(-1)?.input).toEqual({
      ...path,
      change_id: 95,
      confirm: true,
    });
  });

  test("rejects it with a reason", async ({ api, open }) => {
    answerEmployee(api);
    api.on(decideBankAccountChange, () => openedEmployee());
    const user = open(address, { as: second, on: "phone" });
    await user.click(await screen.findByRole("button", { name: "Reject" }));
    const form = await findDialog("Reject This Bank Account");
    await user.click(form.getByRole("button", { name: "Reject" }));
    expect(await form.findByText("Enter the reason.")).toBeVisible();
    await fillField(user, form.getByLabelText("Reason"), "Not the employee's name.");
    await expectAccessible();
    await user.click(form.getByRole("button", { name: "Reject" }));
    await expectMessage("Bank account rejected successfully..");
    expect(api.calls(decideBankAccountChange)[0]?.input).toEqual({
      ...path,
      change_id: 95,
      confirm: false,
      reason: "Not the employee's name.",
    });
  });

  test("keeps the reason of a rejection when somebody else decides first", async ({
    api,
    open,
  }) => {
    answerEmployee(api);
    api.on(decideBankAccountChange, () => {
      const decided_at = new Date("2026-03-06T09:00:00Z");
      api.on(listBankAccountChanges, () => [
        bankChange({ status: "CONFIRMED", decided_at, decided_by: "Musa" }),
      ]);
      return refuse("changed_meanwhile");
    });
    const user = open(address, { as: second });
    await user.click(await screen.findByRole("button", { name: "Reject" }));
    const form = await findDialog("Reject This Bank Account");
    await fillField(user, form.getByLabelText("Reason"), "Not the employee's name.");
    await user.click(form.getByRole("button", { name: "Reject" }));
    expect(await form.findByRole("alert")).toHaveTextContent(
      "Confirmed by Musa on 06 Mar 2026, 10:00. Nothing is left to do here",
    );
    expect(form.getByLabelText("Reason")).toHaveValue("Not the employee's name.");
  });

  test("differs from who entered it, who may withdraw it", async ({ api, open }) => {
    answerEmployee(api);
    api.on(listBankAccountChanges, () => [
      bankChange({ own_change: true }),
      bankChange({ id: 94, status: "REJECTED", reason: "Another name", decided_by: "Musa" }),
    ]);
    api.on(withdrawBankAccountChange, () => ({ done: true as const }));
    const user = open(address);
    expect(await screen.findByRole("heading", { name: "Account History" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Confirm" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Withdraw" }));
    await answer(user, "Withdraw this bank account?", "Yes");
    await expectMessage("Bank account withdrawn successfully..");
    expect(api.calls(withdrawBankAccountChange)[0]?.input).toEqual({ ...path, change_id: 95 });
  });
});
