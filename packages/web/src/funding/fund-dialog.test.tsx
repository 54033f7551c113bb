import { kobo } from "@kontor/books/money";
import { getFinancials, getPayAccount, submitFunds } from "@kontor/contract/funding/funding";
import { getOrganization } from "@kontor/contract/organizations/organizations";
import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect } from "vitest";

import type { FakeApi } from "../testing/fake-api.ts";
import { test, type Open } from "../testing/page-test.tsx";
import { answer, dialog, expectMessage } from "../testing/questions.ts";
import { refuseAt } from "../testing/refusal.ts";
import { payAccount } from "../testing/samples/funding.ts";
import { openedOrganization } from "../testing/samples/organizations.ts";

const question = "Leave without saving?";
const title = "Deposit Funds Acme Corporation";

async function openDialog(api: FakeApi, open: Open): Promise<UserEvent> {
  const balance = { balance: kobo(100_00n), balance_dc: "DR" } as const;
  api.on(getOrganization, () => openedOrganization());
  api.on(getFinancials, () => ({
    data: {
      ...balance,
      ledger_id: 1,
      completed_deposits: kobo(0n),
      completed_withdrawals: kobo(0n),
      transactions: [],
    },
    total: 0,
  }));
  api.on(getPayAccount, () => payAccount());
  const user = open("/app/organizations/7/9");
  await user.click(await screen.findByRole("button", { name: "Fund Account" }));
  await dialog(title);
  return user;
}

const isGone = () =>
  waitFor(() => expect(screen.queryByRole("dialog", { name: title })).toBeNull());

/** The grey around the dialog. */
function around(): Element {
  const element = document.querySelector(".mantine-Modal-overlay");
  if (!element) throw new Error("no dialog is open");
  return element;
}

/** What closes the dialog or leaves its page. */
const ways: readonly [string, (user: UserEvent) => Promise<void>][] = [
  ["Escape", (user) => user.keyboard("{Escape}")],
  [
    "Cancel",
    async (user) => user.click((await dialog(title)).getByRole("button", { name: "Cancel" })),
  ],
  [
    "its close button",
    async (user) => user.click((await dialog(title)).getByRole("button", { name: "Close" })),
  ],
  ["a click beside it", (user) => user.click(around())],
  [
    "navigation",
    (user) => user.click(screen.getByRole("link", { name: "Dashboard", hidden: true })),
  ],
];

describe("the deposit", () => {
  for (const [way, leave] of ways) {
    test(`asks before typed input is lost by ${way}`, async ({ api, open }) => {
      const user = await openDialog(api, open);
      await user.type((await dialog(title)).getByLabelText("Amount"), "2500");
      await leave(user);
      await answer(user, question, "Cancel");
      expect((await dialog(title)).getByLabelText("Amount")).toHaveDisplayValue(/^2,500/);
      await leave(user);
      await answer(user, question, "Yes");
      await isGone();
    });
  }

  test("closes at once while nothing is typed", async ({ api, open }) => {
    const user = await openDialog(api, open);
    await user.keyboard("{Escape}");
    await isGone();
    expect(screen.queryByRole("dialog", { name: question })).toBeNull();
  });

  test("shows a refusal at its field, keeps what was typed, and closes when it is saved", async ({
    api,
    open,
  }) => {
    const user = await openDialog(api, open);
    const form = await dialog(title);
    await user.click(form.getByRole("button", { name: "Submit" }));
    expect(form.getByLabelText("Amount")).toHaveFocus();
    expect(api.calls(submitFunds)).toHaveLength(0);

    api.on(submitFunds, () =>
      refuseAt("description", "validation_failed", { summary: "Too long." }),
    );
    await user.type(form.getByLabelText("Amount"), "2500");
    await user.type(form.getByLabelText("Description"), "Opening");
    await user.click(form.getByRole("button", { name: "Submit" }));
    await waitFor(() => expect(form.getByLabelText("Description")).toBeInvalid());
    expect(form.getByLabelText("Amount")).toHaveValue("2,500.00");

    api.on(submitFunds, ({ amount, action }) => ({
      balance: kobo(2600_00n),
      balance_dc: "DR" as const,
      transaction: {
        id: 1,
        action,
        purpose: null,
        amount,
        description: "Opening",
        status: "COMPLETED" as const,
        created_at: new Date("2026-03-05T13:30:00Z"),
        entry_id: 1,
        entry_type_id: 10,
        ent_number: "DEP-000001",
      },
    }));
    await user.type(form.getByLabelText("Description"), " balance");
    await user.click(form.getByRole("button", { name: "Submit" }));
    await expectMessage("Funds deposited successfully..");
    await isGone();
    expect(api.calls(submitFunds).at(-1)?.input).toMatchObject({
      tenant_id: 7,
      company_id: 9,
      amount: 2500_00n,
      action: "DEPOSIT",
      description: "Opening balance",
    });
  });
});
