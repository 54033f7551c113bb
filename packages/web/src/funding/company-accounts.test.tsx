import { kobo } from "@kontor/books/money";
import type { InputOf } from "@kontor/contract/endpoint";
import {
  exportTransactions,
  getFinancials,
  getPayAccount,
  submitFunds,
} from "@kontor/contract/funding/funding";
import { getOrganization } from "@kontor/contract/organizations/organizations";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect } from "vitest";

import { expectAccessible } from "../testing/accessible.ts";
import type { FakeApi } from "../testing/fake-api.ts";
import { fillField } from "../testing/fields.ts";
import { test, type Open } from "../testing/page-test.tsx";
import { findDialog, expectMessage, expectSignedOut } from "../testing/questions.ts";
import { loseConnection, refuse, refuseAt } from "../testing/refusal.ts";
import {
  financials,
  openingPayAccount,
  payAccount,
  transaction,
} from "../testing/samples/funding.ts";
import { openedOrganization } from "../testing/samples/organizations.ts";
import { longWord } from "../testing/samples/text.ts";
import { staffWith } from "../testing/users.ts";

const address = "/app/organizations/7/9";

function answerAccounts(api: FakeApi, more: Parameters<typeof financials>[0] = {}) {
  api.on(getOrganization, () => openedOrganization());
  api.on(getPayAccount, () => payAccount());
  const data = financials(more);
  api.on(getFinancials, () => ({ data, total: data.transactions.length }));
}

const balance = async () => within(await screen.findByRole("region", { name: "Balance" }));
const table = async () => within(await screen.findByRole("table", { name: "Transactions" }));

describe("the company accounts", () => {
  test("show the balance, the account that funds are paid into, and that it is a sandbox", async ({
    api,
    open,
  }) => {
    answerAccounts(api);
    open(address);
    expect(await (await balance()).findByText("₦1,250,000.00")).toBeVisible();
    expect((await balance()).getByText("Current Balance")).toBeVisible();
    const details = within(await screen.findByRole("region", { name: "Account details" }));
    expect((await details.findAllByRole("term")).map(({ textContent }) => textContent)).toEqual([
      "Bank Name",
      "Account Name",
      "Virtual Account Number",
    ]);
    expect(details.getByText("Sandbox Bank (no real money)")).toBeVisible();
    expect(details.getByText("9900000007")).toBeVisible();
    expect(screen.getByText(/No bank is connected and no real money moves/)).toBeVisible();
    expect(screen.queryByRole("button", { name: /Withdraw/ })).toBeNull();
    await expectAccessible();
  });

  test("link to entries only for users who may read the books", async ({ api, open }) => {
    const other = { id: 4, entry_id: 64, ent_number: "DEP-000004" };
    answerAccounts(api, { transactions: [transaction({ corrects: other })] });
    open(address, { as: staffWith("organizations.read", "funding.read") });
    expect(await (await table()).findByText(/DEP-000004/)).toBeVisible();
    expect((await table()).queryByRole("link")).toBeNull();
  });

  test("show that the account is being opened, and then the open account", async ({
    api,
    open,
  }) => {
    answerAccounts(api);
    api.on(getPayAccount, () => openingPayAccount());
    open(address);
    const details = within(await screen.findByRole("region", { name: "Account details" }));
    expect(await details.findByText("The account is being opened")).toBeVisible();
    expect(details.queryByRole("term")).toBeNull();
    await expectAccessible();
    api.on(getPayAccount, () => payAccount());
    expect(await details.findByText("9900000007", {})).toBeVisible();
  });

  test("copy the account number", async ({ api, open }) => {
    answerAccounts(api);
    const user = open(address);
    await user.click(await screen.findByRole("button", { name: "Copy virtual account number" }));
    expect(await screen.findByText("Copied")).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toBe("9900000007");
  });

  test("describe each transaction", async ({ api, open }) => {
    answerAccounts(api, {
      transactions: [
        transaction({ description: longWord }),
        transaction({ id: 32, action: "WITHDRAWAL", status: "REVERSED", ent_number: "WDR-000001" }),
      ],
    });
    open(address, { on: "phone" });
    const rows = await table();
    expect(await rows.findByText(longWord)).toBeVisible();
    expect(rows.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
      "Action",
      "Date",
      "Entry No.",
      "Description",
      "Amount",
      "Status",
      "Actions",
    ]);
    for (const text of ["DEPOSIT", "WITHDRAWAL", "COMPLETED", "REVERSED", "DEP-000001"]) {
      expect(rows.getByText(text)).toBeVisible();
    }
    expect(rows.getAllByText("₦125,000.50")).toHaveLength(2);
  });

  test("say when there are no transactions and when funds are overdrawn", async ({ api, open }) => {
    answerAccounts(api, { balance: kobo(500n), balance_dc: "CR", transactions: [] });
    open(address);
    expect(await screen.findByText("No transactions found")).toBeVisible();
    expect((await balance()).getByText("overdrawn")).toBeVisible();
  });

  test("that cannot be loaded can be retried", async ({ api, open }) => {
    answerAccounts(api);
    api.on(getFinancials, () => refuse("busy"));
    api.on(getPayAccount, () => refuse("not_found", { what: "The account" }));
    const user = open(address);
    expect(await screen.findByText("The balance could not be loaded.")).toBeVisible();
    expect(await screen.findByText("The account was not found.")).toBeVisible();
    expect(await screen.findByText("This list could not be loaded.")).toBeVisible();
    answerAccounts(api);
    await user.click((await balance()).getByRole("button", { name: "Try again" }));
    expect(await (await balance()).findByText("₦1,250,000.00")).toBeVisible();
  });

  test("offer no deposit without the permission", async ({ api, open }) => {
    answerAccounts(api);
    open(address, { as: staffWith("organizations.read", "funding.read") });
    expect(await (await balance()).findByText("₦1,250,000.00")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Fund Account" })).toBeNull();
    expect(screen.queryByRole("tab", { name: "Modules" })).toBeNull();
  });

  test("keep the filters in the address, and can clear them", async ({ api, open }) => {
    answerAccounts(api, { transactions: [] });
    const user = open(`${address}?status=FAILED&page=2`);
    expect(await screen.findByLabelText("Status")).toHaveValue("FAILED");
    await user.selectOptions(screen.getByLabelText("Action"), "WITHDRAWAL");
    await waitFor(() => expect(window.location.search).toBe("?status=FAILED&action=WITHDRAWAL"));
    const end = await screen.findByLabelText("End Date");
    await waitFor(() => expect(end).toBeEnabled());
    await fillField(user, await screen.findByLabelText("End Date"), "01/02/2020");
    await user.tab();
    await waitFor(() => expect(window.location.search).toMatch(/end_date=2020-02-01/));
    await waitFor(() =>
      expect(api.calls(getFinancials).at(-1)?.input).toMatchObject({
        action: "WITHDRAWAL",
        status: "FAILED",
        end_date: "2020-02-01",
        page: 1,
        per_page: 10,
      }),
    );
    await fillField(user, screen.getByLabelText("Start Date"), "31/02/2020");
    await user.click(screen.getByRole("button", { name: "Clear filters" }));
    await waitFor(() => expect(window.location.search).toBe(""));
    expect(screen.getByLabelText("Start Date")).toHaveValue("");
  });

  test("go to the next page", async ({ api, open }) => {
    answerAccounts(api);
    api.on(getFinancials, ({ page }) => ({
      data: financials({ transactions: [transaction({ description: `Row of page ${page}` })] }),
      total: 11,
    }));
    const user = open(address);
    await screen.findByText("Row of page 1");
    await user.click(screen.getByRole("button", { name: "Next page" }));
    expect(await screen.findByText("Row of page 2")).toBeVisible();
    expect(window.location.search).toBe("?page=2");
    expect(screen.getByText("11–11 of 11")).toBeVisible();
    // On the last page the pressed button is disabled.
    expect(screen.getByRole("button", { name: "Page 2" })).toHaveFocus();
  });

  test("export the filtered transactions, and can stop an export", async ({ api, open }) => {
    answerAccounts(api);
    api.on(exportTransactions, () => new File(["a,b"], "transactions.csv", { type: "text/csv" }));
    const release = api.hold(exportTransactions);
    const user = open(`${address}?action=DEPOSIT`);
    await user.click(await screen.findByRole("button", { name: "Export" }));
    await user.click(await screen.findByRole("menuitem", { name: "CSV" }));
    expect(await screen.findByRole("progressbar", { name: "Export progress" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Cancel export" }));
    release();
    expect(await screen.findByRole("button", { name: "Export" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Export" }));
    await user.click(await screen.findByRole("menuitem", { name: "Excel" }));
    await expectMessage("transactions.csv is downloaded.");
    await waitFor(() => expect(screen.getByRole("button", { name: "Export" })).toHaveFocus());
    expect(api.calls(exportTransactions).map(({ input }) => [input.action, input.format])).toEqual([
      ["DEPOSIT", "csv"],
      ["DEPOSIT", "xlsx"],
    ]);
  });
});

describe("the fund dialog", () => {
  async function openFund(api: FakeApi, open: Open) {
    answerAccounts(api);
    const user = open(address);
    await user.click(await screen.findByRole("button", { name: "Fund Account" }));
    const form = await findDialog("Deposit Funds Acme Corporation");
    const amount = () => form.getByLabelText("Amount");
    const submit = () => user.click(form.getByRole("button", { name: "Submit" }));
    const confirm = () => user.click(form.getByRole("button", { name: "Confirm deposit" }));
    return { user, form, amount, submit, confirm };
  }

  const granted = ({ amount, description = "" }: InputOf<typeof submitFunds>) => ({
    balance: kobo(125_000_000n + amount),
    balance_dc: "DR" as const,
    transaction: transaction({ amount, description }),
  });

  test("shows the balance and refuses an invalid amount", async ({ api, open }) => {
    const { user, form, amount, submit } = await openFund(api, open);
    expect(form.getByText("Current Balance")).toBeVisible();
    expect(form.getByText("₦1,250,000.00")).toBeVisible();
    await submit();
    for (const [text, sentence] of [
      ["", "Enter an amount."],
      ["0", "Enter an amount above 0.00."],
      ["12,50", "Enter an amount such as 1,250.00."],
    ] as const) {
      await fillField(user, amount(), text);
      await submit();
      await waitFor(() => expect(amount()).toHaveAccessibleDescription(sentence));
      expect(amount()).toHaveFocus();
    }
    await fillField(user, amount(), "10,000,000,000,000.01");
    await submit();
    await waitFor(() => expect(amount()).toBeInvalid());
    await expectAccessible();
    expect(api.calls(submitFunds)).toHaveLength(0);
  });

  test("deposits once, even if confirmed twice", async ({ api, open }) => {
    const { user, form, amount, submit, confirm } = await openFund(api, open);
    api.on(submitFunds, granted);
    const release = api.hold(submitFunds);
    await fillField(user, amount(), "₦125,000.50");
    await fillField(user, form.getByLabelText("Description"), "Float of the week");
    await submit();
    await confirm();
    await confirm();
    api.on(getFinancials, () => ({ data: financials({ balance: kobo(137_500_050n) }), total: 1 }));
    release();
    await expectMessage("Funds deposited successfully..");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(await (await balance()).findByText("₦1,375,000.50")).toBeVisible();
    expect(api.calls(submitFunds).map(({ input }) => input)).toEqual([
      {
        tenant_id: 7,
        company_id: 9,
        action: "DEPOSIT",
        amount: 12_500_050n,
        description: "Float of the week",
      },
    ]);
  });

  test("keeps the amount when there is no connection, and retries with the same key", async ({
    api,
    open,
  }) => {
    const { user, form, amount, submit, confirm } = await openFund(api, open);
    api.on(submitFunds, loseConnection);
    await fillField(user, amount(), "7");
    await submit();
    await confirm();
    expect(await form.findByText(/The server cannot be reached/)).toBeVisible();
    expect(form.getByText("Seven naira")).toBeVisible();
    api.on(submitFunds, granted);
    await confirm();
    await expectMessage("Funds deposited successfully..");
    const keys = api.calls(submitFunds).map(({ headers }) => headers.get("idempotency-key"));
    expect(keys).toHaveLength(2);
    expect(keys[1]).toBe(keys[0]);
  });

  test("shows the server's refusal at its field", async ({ api, open }) => {
    const { user, amount, submit, confirm } = await openFund(api, open);
    api.on(submitFunds, () => refuseAt("amount", "amount_out_of_range"));
    await fillField(user, amount(), "9");
    await submit();
    await confirm();
    const sentence = "The amount is larger than the books can hold.";
    await waitFor(() => expect(amount()).toHaveAccessibleDescription(sentence));
    expect(amount()).toHaveFocus();
    expect(amount()).toHaveValue("9.00");
  });

  test("closes when the session ends", async ({ api, open }) => {
    const { user, amount, submit, confirm } = await openFund(api, open);
    api.on(submitFunds, granted);
    await fillField(user, amount(), "9");
    await submit();
    api.endSession();
    await confirm();
    await expectSignedOut();
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});
