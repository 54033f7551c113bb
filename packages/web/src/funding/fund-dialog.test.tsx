import { kobo } from "@kontor/books/money";
import { getFinancials, getPayAccount, submitFunds } from "@kontor/contract/funding/funding";
import { fundingRules } from "@kontor/contract/funding/funding-rules";
import { getOrganization } from "@kontor/contract/organizations/organizations";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect } from "vitest";

import { expectAccessible } from "../testing/accessible.ts";
import type { FakeApi } from "../testing/fake-api.ts";
import { fillField } from "../testing/fields.ts";
import { test, type Open } from "../testing/page-test.tsx";
import { answer, findDialog, expectMessage, expectSignedOut } from "../testing/questions.ts";
import { loseConnection, refuse, refuseAt } from "../testing/refusal.ts";
import { financials, payAccount, transaction } from "../testing/samples/funding.ts";
import { openedOrganization } from "../testing/samples/organizations.ts";

const question = "Leave without saving?";
const title = "Deposit Funds Acme Corporation";

async function openDialog(api: FakeApi, open: Open): Promise<UserEvent> {
  api.on(getOrganization, () => openedOrganization());
  api.on(getFinancials, () => ({
    data: financials({
      balance: kobo(100_00n),
      deposit_limit: kobo(1_000_000_00n),
      transactions: [],
    }),
    total: 0,
  }));
  api.on(getPayAccount, () => payAccount());
  const user = open("/app/organizations/7/9");
  await user.click(await screen.findByRole("button", { name: "Fund Account" }));
  await findDialog(title);
  return user;
}

const isGone = () =>
  waitFor(() => expect(screen.queryByRole("dialog", { name: title })).toBeNull());

/** The overlay around the dialog. */
function overlay(): Element {
  const element = document.querySelector(".mantine-Modal-overlay");
  if (!element) throw new Error("no dialog is open");
  return element;
}

/** Actions that close the dialog or leave its page. */
const leavingActions: readonly [string, (user: UserEvent) => Promise<void>][] = [
  ["Escape", (user) => user.keyboard("{Escape}")],
  [
    "Cancel",
    async (user) => user.click((await findDialog(title)).getByRole("button", { name: "Cancel" })),
  ],
  [
    "its close button",
    async (user) => user.click((await findDialog(title)).getByRole("button", { name: "Close" })),
  ],
  ["a click beside it", (user) => user.click(overlay())],
  [
    "navigation",
    (user) => user.click(screen.getByRole("link", { name: "Dashboard", hidden: true })),
  ],
];

describe("the deposit", () => {
  for (const [way, leave] of leavingActions) {
    test(`asks before ${way} discards typed input`, async ({ api, open }) => {
      const user = await openDialog(api, open);
      await user.type((await findDialog(title)).getByLabelText("Amount"), "2500");
      await leave(user);
      await answer(user, question, "Cancel");
      expect((await findDialog(title)).getByLabelText("Amount")).toHaveDisplayValue(/^2,500/);
      await leave(user);
      await answer(user, question, "Yes");
      await isGone();
    });
  }

  test("closes at once when nothing was typed", async ({ api, open }) => {
    const user = await openDialog(api, open);
    await user.keyboard("{Escape}");
    await isGone();
    expect(screen.queryByRole("dialog", { name: question })).toBeNull();
  });

  test("shows a refusal at its field, keeps the input, and closes once it is saved", async ({
    api,
    open,
  }) => {
    const user = await openDialog(api, open);
    const form = await findDialog(title);
    await user.click(form.getByRole("button", { name: "Submit" }));
    expect(form.getByLabelText("Amount")).toHaveFocus();
    expect(api.calls(submitFunds)).toHaveLength(0);

    api.on(submitFunds, () =>
      refuseAt("description", "validation_failed", { summary: "Too long." }),
    );
    await user.type(form.getByLabelText("Amount"), "2500");
    await user.type(form.getByLabelText("Description"), "Opening");
    await user.click(form.getByRole("button", { name: "Submit" }));
    await user.click(form.getByRole("button", { name: "Confirm deposit" }));
    await waitFor(() => expect(form.getByLabelText("Description")).toBeInvalid());
    expect(form.getByLabelText("Amount")).toHaveValue("2,500.00");

    api.on(submitFunds, ({ amount, action }) => ({
      balance: kobo(2600_00n),
      balance_dc: "DR" as const,
      transaction: transaction({ action, amount }),
    }));
    await user.click(form.getByLabelText("Description"));
    await user.paste("s\nof the week");
    expect(form.getByLabelText("Description")).toHaveValue("Openings of the week");
    await user.click(form.getByRole("button", { name: "Submit" }));
    await user.click(form.getByRole("button", { name: "Confirm deposit" }));
    await expectMessage("Funds deposited successfully..");
    await isGone();
    expect(api.calls(submitFunds).at(-1)?.input).toMatchObject({
      tenant_id: 7,
      company_id: 9,
      amount: 2500_00n,
      action: "DEPOSIT",
      description: "Openings of the week",
    });
  });

  test("is made once when no response came, the dialog was closed and the session had ended", async ({
    api,
    open,
  }) => {
    const lost = () => api.calls(submitFunds).map(({ headers }) => headers.get("idempotency-key"));
    let user = await openDialog(api, open);
    const submit = async () => {
      const form = await findDialog(title);
      await user.click(form.getByRole("button", { name: "Submit" }));
      await user.click(form.getByRole("button", { name: "Confirm deposit" }));
    };
    const resume = async () => {
      const form = await findDialog(title);
      expect(
        form.getByText(/^You submitted this deposit on .*it may have been saved/),
      ).toBeVisible();
      await user.click(form.getByRole("button", { name: "Go on with it" }));
    };
    await user.type((await findDialog(title)).getByLabelText("Amount"), "2500");
    api.on(submitFunds, loseConnection);
    await submit();
    expect(
      await (await findDialog(title)).findByText(/The server cannot be reached/),
    ).toBeVisible();
    await user.keyboard("{Escape}");
    await answer(user, question, "Yes");
    await isGone();
    await user.click(screen.getByRole("button", { name: "Fund Account" }));
    await resume();
    api.endSession();
    await submit();
    await expectSignedOut();
    cleanup();

    user = await openDialog(api, open);
    await resume();
    api.on(submitFunds, ({ amount, action }) => ({
      balance: kobo(2600_00n),
      balance_dc: "DR" as const,
      transaction: transaction({ action, amount }),
    }));
    await submit();
    await expectMessage("Funds deposited successfully..");
    expect(lost()).toHaveLength(3);
    expect(new Set(lost()).size).toBe(1);
    expect(Object.keys(localStorage).filter((key) => key.includes("draft"))).toEqual([]);
  });

  test("is not made twice when it is changed after its response was lost", async ({
    api,
    open,
  }) => {
    const user = await openDialog(api, open);
    const form = await findDialog(title);
    const deposit = async (amount: string) => {
      await fillField(user, form.getByLabelText("Amount"), amount);
      await user.click(form.getByRole("button", { name: "Submit" }));
      await user.click(await form.findByRole("button", { name: "Confirm deposit" }));
    };
    api.on(submitFunds, loseConnection);
    await deposit("2500");
    expect(await form.findByText(/The server cannot be reached/)).toBeVisible();

    // The server executed the first submit and recognizes its idempotency key.
    api.on(submitFunds, () => refuse("idempotency_key_reused"));
    await user.click(form.getByRole("button", { name: "Back" }));
    await deposit("250");
    await expectMessage(
      "Your earlier submit, which is different, was carried out after all, and this one was not. See what was saved before you submit again.",
    );
    expect(form.getByRole("button", { name: "Confirm deposit" })).toBeVisible();

    api.on(submitFunds, ({ amount, action }) => ({
      balance: kobo(2850_00n),
      balance_dc: "DR" as const,
      transaction: transaction({ action, amount }),
    }));
    await user.click(form.getByRole("button", { name: "Confirm deposit" }));
    await expectMessage("Funds deposited successfully..");
    const sent = api.calls(submitFunds);
    expect(sent.map(({ input }) => input.amount)).toEqual([2500_00n, 250_00n, 250_00n]);
    const [lost, changed, again] = sent.map(({ headers }) => headers.get("idempotency-key"));
    expect(changed).toBe(lost);
    expect(again).not.toBe(lost);
  });

  test("asks for confirmation with the amount in figures and words, and the balances before and after", async ({
    api,
    open,
  }) => {
    const user = await openDialog(api, open);
    const form = await findDialog(title);
    await user.type(form.getByLabelText("Amount"), "999,999.50{Enter}");
    const summary = await form.findByRole("region", { name: "Summary" });
    expect(summary).toHaveFocus();
    expect(summary).toHaveTextContent(
      "To be deposited₦999,999.50Nine hundred and ninety-nine thousand, nine hundred and ninety-nine naira, fifty kobo" +
        "Balance before₦100.00Balance after₦1,000,099.50",
    );
    expect(form.queryByLabelText("Amount Again")).toBeNull();
    await user.keyboard("{Enter}");
    await user.click(form.getByRole("button", { name: "Back" }));
    expect(form.getByLabelText("Amount")).toHaveValue("999,999.50");
    // The second click of a double click reaches the step that the first one opened.
    await user.dblClick(form.getByRole("button", { name: "Submit" }));
    expect(form.getByRole("region", { name: "Summary" })).toBeVisible();
    expect(api.calls(submitFunds)).toHaveLength(0);
    await expectAccessible();
  });

  test("above the limit needs the same amount twice", async ({ api, open }) => {
    const user = await openDialog(api, open);
    const form = await findDialog(title);
    await fillField(user, form.getByLabelText("Amount"), "5000000000");
    await user.click(form.getByRole("button", { name: "Submit" }));
    expect(form.getByText("Five billion naira")).toBeVisible();
    const again = form.getByLabelText("Amount Again");
    expect(again).toHaveAccessibleDescription(
      "Enter the amount again for deposits above ₦1,000,000.00.",
    );
    const confirm = () => user.click(form.getByRole("button", { name: "Confirm deposit" }));
    for (const [text, sentence] of [
      ["", "Enter an amount."],
      ["5,000,000", "The amounts do not match."],
    ] as const) {
      await fillField(user, again, text);
      await confirm();
      await waitFor(() => expect(again).toHaveAccessibleDescription(new RegExp(sentence)));
    }
    expect(api.calls(submitFunds)).toHaveLength(0);
    api.on(submitFunds, () => ({
      balance: kobo(1n),
      balance_dc: "DR" as const,
      transaction: transaction(),
    }));
    await fillField(user, again, "5,000,000,000");
    await confirm();
    await expectMessage("Funds deposited successfully..");
    expect(api.calls(submitFunds)[0]?.input).toMatchObject({
      amount: kobo(500_000_000_000n),
      confirmed_amount: kobo(500_000_000_000n),
    });
  });

  test("needs the amount again if the limit was lowered meanwhile", async ({ api, open }) => {
    const user = await openDialog(api, open);
    const form = await findDialog(title);
    await fillField(user, form.getByLabelText("Amount"), "500");
    api.on(submitFunds, () =>
      refuseAt("confirmed_amount", "deposit_above_limit", { limit: "₦400.00" }),
    );
    await user.click(form.getByRole("button", { name: "Submit" }));
    await user.click(form.getByRole("button", { name: "Confirm deposit" }));
    const again = await form.findByLabelText("Amount Again");
    await waitFor(() => expect(again).toHaveAccessibleDescription(/more than ₦400\.00/));
  });
});

describe("a reversal", () => {
  test("moves the amount back, and each row links to the other", async ({ api, open }) => {
    const back = { id: 33, entry_id: 43, ent_number: "WDR-000002" };
    api.on(getOrganization, () => openedOrganization());
    api.on(getPayAccount, () => payAccount());
    api.on(getFinancials, () => ({
      data: financials({
        transactions: [
          transaction({ description: "Float" }),
          transaction({ id: 32, ent_number: "DEP-000002", entry_id: 42, corrected_by: back }),
          transaction({ id: 34, ent_number: "WDR-000003", purpose: "payslip" }),
        ],
      }),
      total: 3,
    }));
    api.on(submitFunds, () => ({
      balance: kobo(1n),
      balance_dc: "DR" as const,
      transaction: transaction(),
    }));
    const user = open("/app/organizations/7/9");
    const rows = within(await screen.findByRole("table", { name: "Transactions" }));
    const link = await rows.findByRole("link", { name: "Corrected by WDR-000002" });
    expect(link).toHaveAttribute("href", "/app/entries/receipt/edit/43?tenant_id=7");
    expect(rows.getByRole("link", { name: "DEP-000001" })).toHaveAttribute(
      "href",
      "/app/entries/receipt/edit/41?tenant_id=7",
    );
    expect(rows.getAllByRole("button", { name: /^Actions/ })).toHaveLength(1);
    await user.click(rows.getByRole("button", { name: "Actions for DEP-000001" }));
    await user.click(await screen.findByRole("menuitem", { name: "Correct" }));
    const form = await findDialog("Withdraw Funds Acme Corporation");
    expect(form.getByText(/This takes back/)).toHaveTextContent(
      "This takes back DEP-000001, a deposit of ₦125,000.50.",
    );
    expect(form.getByLabelText("Amount")).toHaveValue("125,000.50");
    expect(form.getByLabelText("Amount")).toHaveAttribute("readonly");
    await user.click(form.getByRole("button", { name: "Submit" }));
    await user.click(form.getByRole("button", { name: "Confirm withdrawal" }));
    await expectMessage("Funds withdrawn successfully..");
    expect(api.calls(submitFunds)[0]?.input).toMatchObject({
      action: "WITHDRAWAL",
      amount: kobo(12_500_050n),
      corrects: 31,
    });
  });
});

describe("the funding limits", () => {
  test("can be saved and reset, and must be amounts", async ({ api, open }) => {
    const rules = (limit: bigint, level: "built_in" | "platform") => ({
      deposit_limit: kobo(limit),
      low_balance: kobo(0n),
      level,
      version: level === "platform" ? 1 : 0,
      updated_at: null,
      organizations_differing: 0,
    });
    api.on(fundingRules.get.platform, () => rules(5_000_000_000n, "built_in"));
    const user = open("/app/settings/funding-limits");
    const limit = await screen.findByLabelText("Deposit Limit");
    expect(limit).toHaveValue("50,000,000.00");
    await fillField(user, limit, "");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(limit).toHaveAccessibleDescription(/Enter an amount\./));
    api.on(fundingRules.save.platform, () => rules(200n, "platform"));
    api.on(fundingRules.get.platform, () => rules(200n, "platform"));
    await fillField(user, limit, "2");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await expectMessage("Funding limits saved successfully..");
    expect(api.calls(fundingRules.save.platform)[0]?.input).toMatchObject({
      deposit_limit: 200n,
      version: 0,
    });
    api.on(fundingRules.reset.platform, () => rules(5_000_000_000n, "built_in"));
    api.on(fundingRules.get.platform, () => rules(5_000_000_000n, "built_in"));
    await user.click(screen.getByRole("button", { name: "Reset" }));
    await answer(user, "Reset funding limits?", "Yes");
    await expectMessage("Funding limits reset successfully..");
    expect(limit).toHaveValue("50,000,000.00");
    await expectAccessible();
  });
});
