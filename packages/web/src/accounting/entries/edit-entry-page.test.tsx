import {
  addEntry,
  getEntry,
  getEntryHistory,
  updateEntry,
} from "@kontor/contract/accounting/entries";
import { reverseEntry } from "@kontor/contract/accounting/periods";
import { formatDate } from "@kontor/contract/format";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect } from "vitest";

import { today } from "../../platform/clock.ts";
import { expectAccessible } from "../../testing/accessible.ts";
import { fillField, pickMatch } from "../../testing/fields.ts";
import { test } from "../../testing/page-test.tsx";
import { answer, findDialog, expectMessage } from "../../testing/questions.ts";
import {
  addItem,
  answerReceipts,
  addItemForm,
  entryRegion,
  revision,
  offeredSides,
  submitButton,
  submitEntry,
} from "../../testing/receipts.ts";
import { loseConnection, refuse, refuseAt } from "../../testing/refusal.ts";
import { entry, foundEntry } from "../../testing/samples/accounting.ts";
import { rowWith } from "../../testing/tables.ts";

const edit = "/app/entries/receipt/edit/61?tenant_id=7";

describe("editing a receipt", () => {
  test("shows its number, and offers no side until an item is removed", async ({ api, open }) => {
    answerReceipts(api);
    // Older records may have tabs.
    api.on(getEntry, () => foundEntry({ narration: "Sale at\tthe counter" }));
    api.on(updateEntry, () => entry({ revision: 2 }));
    const user = open(edit, { on: "phone" });
    const heading = await screen.findByRole("heading", { name: "RCT-000061 – Edit Receipt" });
    // On a narrow screen no line ends after the hyphen of the number.
    expect(within(heading).getByText("RCT-0")).toBeVisible();
    expect(await screen.findByText("RCT-000061")).toBeVisible();
    expect(screen.getByText("Receipt")).toBeVisible();
    expect(await offeredSides()).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Delete CR Sales" }));
    expect(await offeredSides()).toEqual(["CR"]);
    expect((await addItemForm()).getByLabelText("Amount")).toHaveValue("80.00");
    await addItem(user, "Owners' capital");
    await expectAccessible();
    await submitEntry(user);
    await expectMessage("Entry updated successfully..");
    expect(api.calls(updateEntry).map(({ input }) => input)).toEqual([
      {
        id: 61,
        tenant_id: 7,
        entry_type_id: 1,
        entry_date: "2026-03-05",
        keep_active_date: true,
        narration: "Sale at the counter",
        items: [
          { dc: "DR", ledger_id: 21, amount: 8000n, narration: "Cash sale" },
          { dc: "CR", ledger_id: 23, amount: 8000n, narration: "Cash sale" },
        ],
        revision: 1,
      },
    ]);
  });

  test("puts a deleted item back, and changes one in its row", async ({ api, open }) => {
    answerReceipts(api);
    api.on(updateEntry, () => entry({ revision: 2 }));
    const user = open(edit, { on: "phone" });
    await user.click(await screen.findByRole("button", { name: "Delete CR Sales" }));
    expect(screen.getByText("CR Sales was deleted.")).toBeVisible();
    expect(submitButton()).toHaveAttribute("aria-disabled", "true");
    expect(submitButton()).toHaveAccessibleDescription("Add a CR item before submitting.");
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(screen.queryByText("CR Sales was deleted.")).toBeNull();

    await user.click(screen.getByRole("button", { name: "Edit CR Sales" }));
    expect(submitButton()).toHaveAccessibleDescription(/^Finish editing the item/);
    const amount = screen.getByLabelText("Amount of this item");
    expect(amount).toHaveFocus();
    await fillField(user, amount, "0");
    expect(screen.getByRole("button", { name: "Done" })).toBeDisabled();
    await fillField(user, amount, "75.5");
    await fillField(user, screen.getByLabelText("Narration of this item"), "Over the counter");
    await pickMatch(user, screen.getByLabelText("Ledger of this item"), "Owners' capital");
    await expectAccessible();
    await user.type(screen.getByLabelText("Narration of this item"), "{Enter}");
    expect(await rowWith("Items", "Owners' capital")).toHaveTextContent("₦75.50");
    await user.click(screen.getByRole("button", { name: "Edit DR Current account" }));
    await fillField(user, screen.getByLabelText("Amount of this item"), "1");
    const ledger = screen.getByLabelText("Ledger of this item");
    await user.click(ledger);
    await waitFor(() => expect(ledger).toHaveAttribute("aria-expanded", "true"));
    // Escape only closes the list and keeps what was typed.
    await user.keyboard("{Escape}");
    expect(screen.getByLabelText("Amount of this item")).toBeVisible();
    await user.keyboard("{Escape}");
    expect(await rowWith("Items", "Current account")).toHaveTextContent("₦80.00");

    await submitEntry(user);
    await expectMessage("Entry updated successfully..");
    expect(api.calls(updateEntry)[0]?.input.items).toEqual([
      { dc: "DR", ledger_id: 21, amount: 8000n, narration: "Cash sale" },
      { dc: "CR", ledger_id: 23, amount: 7550n, narration: "Over the counter" },
    ]);
  });

  test("takes over an item that is edited as another one is begun", async ({ api, open }) => {
    answerReceipts(api);
    api.on(updateEntry, () => entry({ revision: 2 }));
    const user = open(edit, { on: "phone" });
    await user.click(await screen.findByRole("button", { name: "Edit DR Current account" }));
    await fillField(user, screen.getByLabelText("Amount of this item"), "0");
    await user.click(screen.getByRole("button", { name: "Edit CR Sales" }));
    // Invalid fields stay open and get the focus.
    const refused = screen.getByLabelText("Amount of this item");
    expect(refused).toHaveFocus();
    expect(refused).toHaveAccessibleDescription("Enter an amount above 0.00.");
    await expectAccessible();
    await fillField(user, refused, "10,000,000,000,000.01");
    await user.click(screen.getByRole("button", { name: "Edit CR Sales" }));
    expect(refused).toHaveAccessibleDescription(
      "The amount is larger than the maximum for one posting.",
    );
    await fillField(user, refused, "55");
    expect(refused).toBeValid();
    await user.click(screen.getByRole("button", { name: "Edit CR Sales" }));
    expect(await rowWith("Items", "Current account")).toHaveTextContent("₦55.00");

    const amount = screen.getByLabelText("Amount of this item");
    await fillField(user, amount, "60");
    // Another row that is deleted and restored does not affect it.
    await user.click(screen.getByRole("button", { name: "Delete DR Current account" }));
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(amount).toHaveValue("60.00");
    await user.click(submitButton());
    expect(amount).toHaveFocus();
    await user.keyboard("{Enter}");
    await submitEntry(user);
    await expectMessage("Entry updated successfully..");
    expect(api.calls(updateEntry)[0]?.input.items.map((item) => item.amount)).toEqual([
      5500n,
      6000n,
    ]);
  });

  test("asks before an item that is edited is lost, and keeps it on the device", async ({
    api,
    open,
  }) => {
    answerReceipts(api);
    const user = open(edit);
    await user.click(await screen.findByRole("button", { name: "Edit CR Sales" }));
    const dashboard = screen.getByRole("link", { name: "Dashboard" });
    await fillField(user, screen.getByLabelText("Amount of this item"), "75.5");
    await waitFor(() => expect(JSON.stringify(localStorage)).toContain("7550"));
    await user.click(dashboard);
    await answer(user, "Leave without saving?", "Cancel");
    // The original value is not a change.
    await fillField(user, screen.getByLabelText("Amount of this item"), "80");
    await user.click(dashboard);
    await waitFor(() => expect(window.location.pathname).toBe("/app/dashboard"));
  });

  test("starts a copy, of today and of the same kind", async ({ api, open }) => {
    answerReceipts(api);
    const payment = { entry_type_id: 2, entry_type_label: "Payment", ent_number: "PMT-000061" };
    // Older records may have tabs.
    const narration = "Sale at\tthe counter";
    const items = entry().items.map((item) => ({ ...item, narration }));
    api.on(getEntry, () => foundEntry({ ...payment, narration, items }));
    api.on(addEntry, () => entry({ ...payment, id: 62, ent_number: "PMT-000062" }));
    const user = open(edit);
    // A payment opened at the address of receipts redirects to its own.
    expect(await screen.findByRole("heading", { name: "PMT-000061 – Edit Payment" })).toBeVisible();
    await waitFor(() => expect(window.location.pathname).toBe("/app/entries/payment/edit/61"));
    await user.click(await screen.findByRole("link", { name: "Duplicate" }));
    expect(await screen.findByRole("heading", { name: "Add Payment" })).toBeVisible();
    expect(window.location.pathname).toBe("/app/entries/payment/add");
    expect(entryRegion().getByLabelText("Narration")).toHaveValue("Sale at the counter");
    await submitEntry(user);
    await expectMessage("Entry added successfully..");
    expect(await screen.findByRole("link", { name: "PMT-000062" })).toHaveAttribute(
      "href",
      "/app/entries/payment/edit/62?tenant_id=7",
    );
    expect(api.calls(addEntry)[0]?.input).toMatchObject({
      entry_type_id: 2,
      entry_date: today(),
      narration: "Sale at the counter",
      items: [21, 22].map((ledger_id) => ({ ledger_id, narration: "Sale at the counter" })),
    });
  });

  test("says when the date differs", async ({ api, open }) => {
    answerReceipts(api);
    api.on(updateEntry, () => entry({ revision: 2 }));
    const user = open(edit);
    await screen.findByText("RCT-000061");
    await waitFor(() => expect(entryRegion().getByLabelText("Entry Date")).toBeEnabled());
    expect(entryRegion().getByLabelText("Entry Date")).toHaveValue("05/03/2026");
    await fillField(user, entryRegion().getByLabelText("Entry Date"), "02/01/2024");
    await user.tab();
    await submitEntry(user);
    await expectMessage("Entry updated successfully..");
    expect(api.calls(updateEntry)[0]?.input).toMatchObject({
      entry_date: "2024-01-02",
      keep_active_date: false,
    });
  });

  test("keeps the history of all revisions", async ({ api, open }) => {
    answerReceipts(api);
    const first = revision({ current: false });
    const [debit, credit] = first.items;
    if (!debit || !credit) throw new Error("a receipt has two items");
    const second = revision({
      revision: 2,
      recorded_by: null,
      date: "2024-01-02",
      narration: "Paid in",
      items: [debit, { ...credit, ledger_id: 23, code: "05-01-0001", name: "Owners' capital" }],
    });
    api.on(getEntryHistory, ({ page }) => ({ data: page === 1 ? [second, first] : [], total: 2 }));
    const user = open(edit);
    const history = within(await screen.findByRole("region", { name: "History" }));
    expect(await history.findByText("Revision 2")).toBeVisible();
    const [newest, oldest] = history
      .getAllByRole("listitem")
      .filter((each) => each.querySelector("details"));
    expect(newest).toHaveTextContent("The system");
    expect(newest).toHaveTextContent("Narration: Sale at the counter → Paid in");
    expect(newest).toHaveTextContent("Sales: CR ₦80.00 → removed");
    expect(newest).toHaveTextContent("Owners' capital: nothing → CR ₦80.00");
    expect(oldest).toHaveTextContent("Recorded the entry");
    expect(oldest).toHaveTextContent("Ada Administrator");
    await user.click(history.getAllByText("Show the whole revision")[0] ?? document.body);
    expect(newest).toHaveTextContent("05-01-0001");
  });

  test("is not reversed before its own day", async ({ api, open }) => {
    answerReceipts(api);
    const details = { number: "RCT-000061", day: formatDate(entry().date) };
    api.on(reverseEntry, () => refuseAt("entry_date", "reversal_before_entry", details));
    const user = open(edit);
    await user.click(await screen.findByRole("button", { name: "Reverse Entry" }));
    const modal = await findDialog("Reverse RCT-000061");
    await fillField(user, modal.getByLabelText("Entry Date"), "01/01/2020");
    await user.tab();
    expect(modal.getByText(`Choose ${details.day} or a later day.`)).toBeVisible();
    await fillField(user, modal.getByLabelText("Reason"), "Booked twice");
    await user.click(modal.getByRole("button", { name: "Reverse Entry" }));
    await waitFor(() => expect(modal.getByLabelText("Entry Date")).toBeInvalid());
    await waitFor(() => expect(screen.getByRole("dialog")).toBeVisible());
  });

  test("is reversed once when no response came and the dialog was closed", async ({
    api,
    open,
  }) => {
    answerReceipts(api);
    api.on(reverseEntry, loseConnection);
    const user = open(edit);
    await user.click(await screen.findByRole("button", { name: "Reverse Entry" }));
    const first = await findDialog("Reverse RCT-000061");
    await fillField(user, first.getByLabelText("Reason"), "Booked twice");
    await user.click(first.getByRole("button", { name: "Reverse Entry" }));
    expect(await first.findByText(/The server cannot be reached/)).toBeVisible();
    await user.keyboard("{Escape}");
    await answer(user, "Leave without saving?", "Yes");
    await user.click(await screen.findByRole("button", { name: "Reverse Entry" }));
    const again = await findDialog("Reverse RCT-000061");
    await user.click(again.getByRole("button", { name: "Go on with it" }));
    const reversal = entry({ id: 62, ent_number: "RCT-000062" });
    api.on(reverseEntry, () => reversal);
    api.on(getEntry, () => foundEntry(reversal));
    await user.click(again.getByRole("button", { name: "Reverse Entry" }));
    await expectMessage("Entry reversed successfully..");
    const keys = api.calls(reverseEntry).map(({ headers }) => headers.get("idempotency-key"));
    expect(keys[1]).toBe(keys[0]);
  });

  test("leaves the keys that submit it to the dialog that reverses it", async ({ api, open }) => {
    answerReceipts(api);
    const reversal = entry({ id: 62, ent_number: "RCT-000062" });
    api.on(reverseEntry, () => {
      api.on(getEntry, () => foundEntry(reversal));
      return reversal;
    });
    const user = open(edit);
    await user.click(await screen.findByRole("button", { name: "Reverse Entry" }));
    const reason = (await findDialog("Reverse RCT-000061")).getByLabelText("Reason");
    await user.type(reason, "Booked twice{Enter}");
    await user.keyboard("{Control>}{Enter}{/Control}");
    await expectMessage("Entry reversed successfully..");
    expect(api.calls(reverseEntry).map(({ input }) => input.reason)).toEqual(["Booked twice"]);
    expect(screen.queryByRole("dialog", { name: "Submit Entry?" })).toBeNull();
  });

  test("leaves a reversed entry and its reversal fixed, and says what to do", async ({
    api,
    open,
  }) => {
    answerReceipts(api);
    api.on(getEntry, () => foundEntry({ reversed_by: { id: 62, ent_number: "RCT-000062" } }));
    const user = open(edit);
    const fixed = within(await screen.findByRole("region", { name: "Entry" }));
    expect(fixed.getByRole("note")).toHaveTextContent(
      "This entry was reversed by RCT-000062 and can no longer be changed. To record it again, duplicate it.",
    );
    expect(fixed.getByRole("link", { name: "Duplicate" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Submit" })).toBeNull();
    const reverses = { id: 61, ent_number: "RCT-000061" };
    api.on(getEntry, () => foundEntry({ id: 62, ent_number: "RCT-000062", reverses }));
    await user.click(fixed.getByRole("link", { name: "RCT-000062" }));
    expect(await screen.findByText(/^This entry reverses/)).toHaveTextContent(
      "This entry reverses RCT-000061 and cannot be changed. To record that entry again, open and duplicate it.",
    );
  });

  test("is not offered for entries of the system", async ({ api, open }) => {
    answerReceipts(api);
    api.on(getEntry, () =>
      foundEntry({ entry_type_id: 10, entry_type_label: "Deposit", ent_number: "DEP-000001" }),
    );
    open(edit);
    expect(
      await screen.findByText(
        "The system posted this entry, so it cannot be changed here. It comes from Company Accounts, and what can be corrected is corrected there.",
      ),
    ).toBeVisible();
    expect(screen.getByRole("heading", { name: "DEP-000001 – View Entry" })).toBeVisible();
    expect(screen.getByText("Deposit")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Submit" })).toBeNull();
    expect(screen.queryByRole("button", { name: /Delete/ })).toBeNull();
    await expectAccessible();
  });

  test("says when the entry does not exist", async ({ api, open }) => {
    answerReceipts(api);
    api.on(getEntry, () => refuse("not_found", { what: "The entry" }));
    open(edit);
    await waitFor(() => expect(screen.getAllByText("The entry was not found.")).toHaveLength(2));
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });

  test("says when the entry or its history cannot be loaded", async ({ api, open }) => {
    answerReceipts(api);
    api.on(getEntry, () => refuse("busy"));
    api.on(getEntryHistory, () => refuse("busy"));
    const user = open(edit);
    expect(await screen.findByText("The entry could not be loaded.")).toBeVisible();
    api.on(getEntry, () => foundEntry());
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("The history could not be loaded.")).toBeVisible();
  });
});
