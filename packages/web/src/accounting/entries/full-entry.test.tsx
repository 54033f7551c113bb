import { addEntry } from "@kontor/contract/accounting/entries";
import { screen } from "@testing-library/react";
import { expect } from "vitest";

import { fillField, pickMatch } from "../../testing/fields.ts";
import { test } from "../../testing/page-test.tsx";
import { answer, findDialog } from "../../testing/questions.ts";
import {
  addItem,
  answerReceipts,
  addItemForm,
  submitButton,
  offeredSides,
} from "../../testing/receipts.ts";
import { entry } from "../../testing/samples/accounting.ts";

const add = "/app/entries/receipt/add";

test("an entry with both sides takes no further item, and says what can be done", async ({
  api,
  open,
}) => {
  answerReceipts(api);
  const user = open(add);
  await addItem(user, "Current account", "100");
  await addItem(user, "Sales");
  const form = await addItemForm();
  const says = "Both sides have an item. Edit one below, or delete it to add another.";
  expect(form.getByText(says)).toBeVisible();
  for (const label of ["Ledger", "DR/CR", "Amount", "Narration"]) {
    expect(form.getByLabelText(label)).toBeDisabled();
  }
  await user.click(screen.getByRole("button", { name: "Delete CR Sales" }));
  expect(form.queryByText(says)).toBeNull();
  expect(await offeredSides()).toEqual(["CR"]);
  expect(form.getByLabelText("Ledger")).toBeEnabled();
});

test("an item that was begun and is not part of the entry is named before it is posted", async ({
  api,
  open,
}) => {
  answerReceipts(api);
  api.on(addEntry, () => entry());
  const user = open(add);
  await addItem(user, "Current account", "100");
  await addItem(user, "Sales");
  await user.click(screen.getByRole("button", { name: "Delete CR Sales" }));
  const form = await addItemForm();
  await fillField(user, form.getByLabelText("Amount"), "60");
  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect(submitButton()).toHaveFocus();
  await user.click(submitButton());
  const question = await findDialog("Submit Entry?");
  expect(question.getByText("The item begun above is not part of it.")).toBeVisible();
  await answer(user, "Submit Entry?", "Cancel");
  await user.click(screen.getByRole("button", { name: "Delete CR Sales" }));
  await addItem(user, "Sales");
  await user.click(submitButton());
  expect((await findDialog("Submit Entry?")).queryByText(/begun above/)).toBeNull();
});

test("the focus returns to the button of an item whose edit ends", async ({ api, open }) => {
  answerReceipts(api);
  const user = open(add);
  await addItem(user, "Current account", "100");
  await addItem(user, "Sales", "60");
  const edit = () => screen.getByRole("button", { name: "Edit CR Sales" });
  await user.click(edit());
  await fillField(user, screen.getByLabelText("Amount of this item"), "100");
  await user.keyboard("{Enter}");
  expect(await screen.findByText("Both sides agree")).toBeVisible();
  expect(edit()).toHaveFocus();
  await user.keyboard("{Enter}{Escape}");
  expect(edit()).toHaveFocus();
});

test("no two items get the same ledger, also while one is edited in its row", async ({
  api,
  open,
}) => {
  answerReceipts(api);
  const user = open(add);
  await addItem(user, "Current account", "100");
  const form = await addItemForm();
  const next = form.getByLabelText("Ledger");
  await user.click(screen.getByRole("button", { name: "Edit DR Current account" }));
  await pickMatch(user, screen.getByLabelText("Ledger of this item"), "Sales");
  await user.click(next);
  await fillField(user, next, "Sales");
  expect(await screen.findByText("No ledger found")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Discard the change" }));

  await pickMatch(user, next, "Sales");
  await fillField(user, form.getByLabelText("Narration"), "Cash sale");
  const addButton = form.getByRole("button", { name: "Add" });
  expect(addButton).not.toHaveAttribute("aria-disabled");
  await user.click(screen.getByRole("button", { name: "Edit DR Current account" }));
  await pickMatch(user, screen.getByLabelText("Ledger of this item"), "Sales");
  await user.click(screen.getByRole("button", { name: "Done" }));
  expect(addButton).toHaveAccessibleDescription(
    "Another item has this ledger. Choose another one.",
  );
  await user.click(addButton);
  expect(next).toHaveFocus();
});

test("a deleted item is not put back while another one is about to get its ledger", async ({
  api,
  open,
}) => {
  answerReceipts(api);
  const user = open(add);
  await addItem(user, "Current account", "100");
  await addItem(user, "Sales");
  await user.click(screen.getByRole("button", { name: "Delete CR Sales" }));
  await user.click(screen.getByRole("button", { name: "Edit DR Current account" }));
  await pickMatch(user, screen.getByLabelText("Ledger of this item"), "Sales");
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Discard the change" }));
  expect(screen.getByRole("button", { name: "Undo" })).toBeVisible();
});
