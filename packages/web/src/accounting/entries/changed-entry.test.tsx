import { kobo } from "@kontor/books/money";
import { getEntry, updateEntry } from "@kontor/contract/accounting/entries";
import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect } from "vitest";

import { expectAccessible } from "../../testing/accessible.ts";
import type { FakeApi } from "../../testing/fake-api.ts";
import { fillField, pickMatch } from "../../testing/fields.ts";
import { test } from "../../testing/page-test.tsx";
import { expectMessage } from "../../testing/questions.ts";
import {
  addItemForm,
  answerReceipts,
  entryRegion,
  submitButton,
  submitEntry,
} from "../../testing/receipts.ts";
import { refuse } from "../../testing/refusal.ts";
import { entry, foundEntry } from "../../testing/samples/accounting.ts";
import { rowWith } from "../../testing/tables.ts";

const edit = "/app/entries/receipt/edit/61?tenant_id=7";
const narrationField = () => entryRegion().getByLabelText("Narration");

/** Submits, and loads what another user saved meanwhile. */
async function submitTooLate(user: UserEvent, api: FakeApi, theirs: Parameters<typeof entry>[0]) {
  api.on(updateEntry, () => refuse("changed_meanwhile"));
  await submitEntry(user);
  expect(
    await screen.findByText("Somebody else changed this entry while you were working"),
  ).toBeVisible();
  expect(submitButton()).toBeDisabled();
  api.on(getEntry, () => foundEntry({ revision: 2, ...theirs }));
  api.on(updateEntry, () => entry({ revision: 3 }));
  await user.click(screen.getByRole("button", { name: "Load latest version" }));
  await screen.findByText("Revision 2");
}

async function changeAmount(user: UserEvent, item: string, amount: string) {
  await user.click(await screen.findByRole("button", { name: `Edit ${item}` }));
  await fillField(user, screen.getByLabelText("Amount of this item"), amount);
  await user.click(screen.getByRole("button", { name: "Done" }));
}

/** The items of the sample entry with another amount in kobo. */
const itemsOf = (amount: bigint) =>
  entry().items.map((item) => ({ ...item, amount: kobo(amount) }));

describe("the slower of two users who edit an entry", () => {
  test("keeps what they typed, and gets what they did not change", async ({ api, open }) => {
    answerReceipts(api);
    const user = open(edit);
    await screen.findByText("RCT-000061");
    await fillField(user, narrationField(), "Mine");
    await submitTooLate(user, api, { date: "2026-03-09", items: itemsOf(9000n) });
    expect(narrationField()).toHaveValue("Mine");
    expect(narrationField()).toBeValid();
    expect(entryRegion().getByLabelText("Entry Date")).toHaveValue("09/03/2026");
    expect(await rowWith("Items", "Sales")).toHaveTextContent("90.00");
    expect(screen.queryByText(/Somebody else also/)).toBeNull();
    await submitEntry(user);
    await expectMessage("Entry updated successfully..");
    expect(api.calls(updateEntry).at(-1)?.input).toMatchObject({
      revision: 2,
      entry_date: "2026-03-09",
      narration: "Mine",
      items: [{ amount: kobo(9000n) }, { amount: kobo(9000n) }],
    });
  });

  test("is shown what both changed, until it is changed again", async ({ api, open }) => {
    answerReceipts(api);
    const user = open(edit);
    await screen.findByText("RCT-000061");
    await fillField(user, narrationField(), "Mine");
    await changeAmount(user, "CR Sales", "75");
    await changeAmount(user, "DR Current account", "75");
    await submitTooLate(user, api, { narration: "Theirs", items: itemsOf(9000n) });
    expect(narrationField()).toHaveValue("Mine");
    expect(narrationField()).toHaveAccessibleDescription(/Somebody else also changed this/);
    expect(screen.getByText(/Somebody else also changed the items. Yours are kept/)).toBeVisible();
    expect(await rowWith("Items", "Sales")).toHaveTextContent("75.00");
    await expectAccessible();
    await fillField(user, narrationField(), "Ours");
    expect(narrationField()).toBeValid();
    await submitEntry(user);
    await expectMessage("Entry updated successfully..");
    expect(api.calls(updateEntry).at(-1)?.input).toMatchObject({
      revision: 2,
      narration: "Ours",
      items: [{ amount: kobo(7500n) }, { amount: kobo(7500n) }],
    });
  });

  test("keeps the item that was begun, without a ledger that the entry has now", async ({
    api,
    open,
  }) => {
    answerReceipts(api);
    const user = open(edit);
    await user.click(await screen.findByRole("button", { name: "Delete CR Sales" }));
    const form = await addItemForm();
    await pickMatch(user, form.getByLabelText("Ledger"), "Owners' capital");
    await fillField(user, form.getByLabelText("Amount"), "12");
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await fillField(user, narrationField(), "Mine");
    const [debit, credit] = entry().items;
    if (!debit || !credit) throw new Error("A receipt has two items.");
    const capital = { ...credit, ledger_id: 23, name: "Owners' capital" };
    await submitTooLate(user, api, { items: [debit, capital] });
    expect(await rowWith("Items", "Owners' capital")).toBeVisible();
    await waitFor(() => expect(form.getByLabelText("Ledger")).toHaveValue(""));
    expect(form.getByLabelText("Amount")).toHaveValue("12.00");
  });
});
