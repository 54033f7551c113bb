import { addDays } from "@kontor/books/calendar-date";
import { listLedgers } from "@kontor/contract/accounting/accounts";
import { addEntry } from "@kontor/contract/accounting/entries";
import { getPeriods } from "@kontor/contract/accounting/periods";
import { cleanup, screen, waitFor } from "@testing-library/react";
import { describe, expect } from "vitest";

import { today } from "../../platform/clock.ts";
import { expectAccessible } from "../../testing/accessible.ts";
import { fillField, pickMatch } from "../../testing/fields.ts";
import { test } from "../../testing/page-test.tsx";
import { answer, findDialog, expectMessage, expectSignedOut } from "../../testing/questions.ts";
import {
  addItem,
  answerReceipts,
  addItemForm,
  entryRegion,
  offeredSides,
  submitButton,
  submitEntry,
} from "../../testing/receipts.ts";
import { loseConnection, refuse } from "../../testing/refusal.ts";
import { entry, openPeriods } from "../../testing/samples/accounting.ts";
import { headersOf, rowWith } from "../../testing/tables.ts";
import { memberOf } from "../../testing/users.ts";

const add = "/app/entries/receipt/add";

describe("a new receipt", () => {
  test("offers DR first, then the opposite side, and each ledger once", async ({ api, open }) => {
    answerReceipts(api);
    const user = open(add);
    const form = await addItemForm();
    const addButton = form.getByRole("button", { name: "Add" });
    expect(await offeredSides()).toEqual(["DR"]);
    expect(addButton).toHaveAttribute("aria-disabled", "true");
    // When pressed anyway, both move the focus to what is missing.
    await user.click(addButton);
    expect(form.getByLabelText("Ledger")).toHaveFocus();
    await user.click(submitButton());
    expect(form.getByLabelText("Ledger")).toHaveFocus();
    await pickMatch(user, form.getByLabelText("Ledger"), "Current account");
    await fillField(user, form.getByLabelText("Amount"), "100");
    expect(addButton).toHaveAttribute("aria-disabled", "true");
    await fillField(user, form.getByLabelText("Narration"), "Cash sale");
    expect(addButton).not.toHaveAttribute("aria-disabled");
    await user.click(addButton);

    await rowWith("Items", "Current account");
    expect(headersOf("Items")).toEqual([
      "DR/CR",
      "Ledger",
      "DR Amount",
      "CR Amount",
      "Narration",
      "Account Balance",
      "Action",
    ]);
    expect(await offeredSides()).toEqual(["CR"]);
    expect(form.getByLabelText("Amount")).toHaveValue("100.00");
    expect(await rowWith("Items", "Total")).toHaveTextContent("₦100.00");
    expect(await rowWith("Items", "Difference")).toHaveTextContent("The CR side is short");
    expect(submitButton()).toHaveAttribute("aria-disabled", "true");

    // A ledger in use is not offered, and the organization is that of the first item.
    expect(screen.getByLabelText("Organization")).toBeDisabled();
    await user.click(form.getByLabelText("Ledger"));
    await fillField(user, form.getByLabelText("Ledger"), "Current account");
    expect(await screen.findByText("No ledger found")).toBeVisible();
    await addItem(user, "Sales", "90");
    expect(await offeredSides()).toEqual([]);
    expect(await rowWith("Items", "Difference")).toHaveTextContent("₦10.00");

    await user.click(screen.getByRole("button", { name: "Delete DR Current account" }));
    expect(await offeredSides()).toEqual(["DR"]);
    expect(submitButton()).toHaveAttribute("aria-disabled", "true");
    await addItem(user, "Current account");
    expect(await screen.findByText("Both sides agree")).toBeVisible();
    expect(submitButton()).not.toHaveAttribute("aria-disabled");
    await expectAccessible();
  });

  test("is posted once, after the confirmation, with today's date", async ({ api, open }) => {
    answerReceipts(api);
    api.on(addEntry, () => entry());
    const user = open(add);
    await addItemForm();
    await user.click(entryRegion().getByLabelText("Narration"));
    // Text pasted from a spreadsheet has tabs and line breaks, which a narration cannot have.
    await user.paste("Sale at\tthe\r\n");
    expect(entryRegion().getByLabelText("Narration")).toHaveValue("Sale at the");
    await user.keyboard(" counter");
    await addItem(user, "Current account", "250.5");
    await addItem(user, "Sales");
    await user.click(submitButton());
    await answer(user, "Submit Entry?", "Cancel");
    expect(api.calls(addEntry)).toHaveLength(0);
    await user.dblClick(submitButton());
    await user.dblClick((await findDialog("Submit Entry?")).getByRole("button", { name: "Yes" }));
    await expectMessage("Entry added successfully..");
    await waitFor(() => expect(window.location.pathname).toBe("/app/entries"));
    expect(api.calls(addEntry).map(({ input }) => input)).toEqual([
      {
        tenant_id: 7,
        entry_type_id: 1,
        entry_date: today(),
        narration: "Sale at the counter",
        items: [
          { dc: "DR", ledger_id: 21, amount: 25_050n, narration: "Cash sale" },
          { dc: "CR", ledger_id: 22, amount: 25_050n, narration: "Cash sale" },
        ],
      },
    ]);
  });

  const farDays = [
    [3, /^The entry date, .+, is in the future\.$/],
    [-400, /^The entry date, .+, is more than a year ago\.$/],
  ] as const;
  for (const [days, detail] of farDays) {
    test(`of a day ${days} days from today is questioned`, async ({ api, open }) => {
      answerReceipts(api);
      api.on(addEntry, () => entry());
      const lock = {
        locked_until: addDays(today(), -370),
        reason: null,
        set_by: null,
        set_at: null,
      };
      api.on(getPeriods, () => openPeriods({ lock }));
      const user = open(add);
      await addItemForm();
      await fillField(
        user,
        entryRegion().getByLabelText("Entry Date"),
        `${days < 0 ? "" : "+"}${days}`,
      );
      await addItem(user, "Current account", "100 + 1.5k");
      await addItem(user, "Sales");
      // In the organization that the first item fixed.
      const locked = /^The books are locked until .+\. Choose a later date, or/;
      await waitFor(() => expect(screen.queryAllByText(locked)).toHaveLength(days < 0 ? 1 : 0));
      await user.click(submitButton());
      expect((await findDialog("Submit Entry?")).getByText(detail)).toBeVisible();
      await answer(user, "Submit Entry?", "Yes");
      await expectMessage("Entry added successfully..");
      const input = api.calls(addEntry)[0]?.input;
      expect(input?.entry_date).toBe(addDays(today(), days));
      expect(input?.items[0]?.amount).toBe(160_000n);
    });
  }

  test("with its sides mixed up is questioned", async ({ api, open }) => {
    answerReceipts(api);
    const user = open(add);
    await addItemForm();
    await addItem(user, "Sales", "100");
    await addItem(user, "Current account");
    await user.click(submitButton());
    const detail = /^A receipt debits .+; this one debits Sales\.$/;
    expect((await findDialog("Submit Entry?")).getByText(detail)).toBeVisible();
  });

  test("that is sent with an item begun leads to what it lacks, and adds it", async ({
    api,
    open,
  }) => {
    answerReceipts(api);
    const user = open(add, { as: memberOf(7, "accounting.read", "accounting.write") });
    const form = await addItemForm();
    await user.type(entryRegion().getByLabelText("Narration"), "Cash sale");
    await pickMatch(user, form.getByLabelText("Ledger"), "Current account");
    entryRegion().getByLabelText("Narration").focus();
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(form.getByLabelText("Amount")).toHaveFocus();
    await user.keyboard("64.20{Control>}{Enter}{/Control}");
    await rowWith("Items", "Current account");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(api.calls(addEntry)).toHaveLength(0);
  });

  test("of two items takes at most 55 keys, its narration included", async ({ api, open }) => {
    answerReceipts(api);
    api.on(addEntry, () => entry());
    const user = open(add, { as: memberOf(7, "accounting.read", "accounting.write") });
    const form = await addItemForm();
    const keys: string[] = [];
    const count = ({ key }: KeyboardEvent) => keys.push(key);
    document.body.addEventListener("keydown", count, { capture: true });
    await waitFor(() => expect(entryRegion().getByLabelText("Entry Date")).toHaveFocus());
    await user.tab();
    await user.keyboard("Cash sale");
    await user.tab();
    // Enter right after the last letter chooses what is found for the whole text.
    const take = async (text: string, name: RegExp) => {
      await user.keyboard(`${text}{Enter}`);
      await waitFor(() => expect(form.getByLabelText("Ledger")).toHaveDisplayValue(name));
    };
    await take("current", /Current account$/);
    await user.tab();
    await user.tab();
    await user.keyboard("64.20{Enter}");
    await rowWith("Items", "Current account");
    // The focus is back on the ledger field; side, amount and narration are already filled in.
    await waitFor(() => expect(form.getByLabelText("Ledger")).toHaveFocus());
    await take("sales", /Sales$/);
    await user.keyboard("{Enter}");
    await rowWith("Items", "Sales");
    await waitFor(() => expect(submitButton()).toHaveFocus());
    await user.keyboard("{Control>}{Enter}{/Control}");
    await findDialog("Submit Entry?");
    await user.keyboard("{Enter}");
    await expectMessage("Entry added successfully..");
    document.body.removeEventListener("keydown", count, { capture: true });
    expect(keys.length).toBeGreaterThan(30);
    expect(keys.length).toBeLessThanOrEqual(55);
    expect(api.calls(addEntry)[0]?.input).toMatchObject({
      narration: "Cash sale",
      items: [
        { ledger_id: 21, amount: 6420n, narration: "Cash sale" },
        { ledger_id: 22, amount: 6420n, narration: "Cash sale" },
      ],
    });
  });

  test("offers another of the same day and organization, and a link to itself", async ({
    api,
    open,
  }) => {
    answerReceipts(api);
    api.on(addEntry, () => entry());
    const user = open(add);
    const form = await addItemForm();
    const another = screen.getByRole("button", { name: "Submit and add another" });
    expect(another).toHaveAccessibleDescription("Add a DR item and a CR item before submitting.");
    await fillField(user, entryRegion().getByLabelText("Entry Date"), addDays(today(), -3));
    // The item gets the narration of its entry, and both have the same maximum length.
    await fillField(user, entryRegion().getByLabelText("Narration"), "x".repeat(501));
    expect(form.getByLabelText("Narration")).toHaveValue("x".repeat(501));
    expect(screen.getAllByText("Use at most 500 characters: 1 is too many.")).toHaveLength(2);
    await fillField(user, entryRegion().getByLabelText("Narration"), "x".repeat(500));
    expect(screen.queryByText(/^Use at most/)).toBeNull();
    await fillField(user, entryRegion().getByLabelText("Narration"), "Cash sale");
    await addItem(user, "Current account", "10");
    await addItem(user, "Sales");
    await user.click(another);
    await answer(user, "Submit Entry?", "Yes");
    await expectMessage("Entry added successfully..");
    // Its colour alone would not tell it from the message.
    expect(await screen.findByRole("link", { name: "RCT-000061" })).toHaveAttribute(
      "data-underline",
      "always",
    );
    await waitFor(() => expect(entryRegion().getByLabelText("Narration")).toHaveValue(""));
    const day = addDays(today(), -3).split("-").toReversed().join("/");
    expect(await entryRegion().findByDisplayValue(day)).toBeVisible();
    expect(screen.getByLabelText("Organization")).toHaveValue("Acme Corporation");
    expect(screen.getByText(/^No items yet/)).toBeVisible();
    // The ledgers chosen last are requested first.
    const requested = api.calls(listLedgers).map(({ input }) => input.first);
    expect([requested[0], requested.at(-1)]).toEqual([undefined, "22,21"]);
  });

  test("is of the organization in its address, which follows the choice and asks nothing", async ({
    api,
    open,
  }) => {
    answerReceipts(api);
    const user = open(`${add}?tenant_id=7`);
    await addItemForm();
    const organization = await screen.findByLabelText("Organization");
    await waitFor(() => expect(organization).toHaveValue("Acme Corporation"));
    expect(api.calls(listLedgers).at(-1)?.input.tenant_id).toBe(7);
    expect(screen.getByRole("button", { name: /^Switch organization/ })).toHaveTextContent(
      "Acme Corporation",
    );
    await fillField(user, entryRegion().getByLabelText("Narration"), "Cash sale");
    await pickMatch(user, organization, "All Organizations");
    await waitFor(() => expect(window.location.search).toBe(""));
    expect(screen.getByRole("button", { name: /^Switch organization/ })).toHaveTextContent(
      "All Organizations",
    );
    expect(entryRegion().getByLabelText("Narration")).toHaveValue("Cash sale");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("that is refused shows why, and keeps all that was typed", async ({ api, open }) => {
    answerReceipts(api);
    const unbalanced = { difference: "₦39.50", short_side: "CR" };
    const short = "The CR side is short by ₦39.50.";
    api.on(addEntry, () =>
      refuse("entry_unbalanced", unbalanced, [{ path: "items", message: short }]),
    );
    const user = open(add);
    await addItemForm();
    await fillField(user, entryRegion().getByLabelText("Narration"), "Typed with care");
    await addItem(user, "Current account", "100");
    await addItem(user, "Sales", "60.5");
    await submitEntry(user);
    await expectMessage(
      "Debit and credit differ by ₦39.50: the CR side is short. Make both sides equal.",
    );
    expect(screen.getByText(short)).toBeVisible();
    expect(entryRegion().getByLabelText("Narration")).toHaveValue("Typed with care");

    const message = "Use one line of plain text.";
    const errors = [{ path: "items.1.narration", message }];
    api.on(addEntry, () => refuse("validation_failed", { summary: "Check the items." }, errors));
    await submitEntry(user);
    await waitFor(async () => expect(await rowWith("Items", "Sales")).toHaveTextContent(message));
    expect(await rowWith("Items", "Current account")).not.toHaveTextContent(message);
    await user.click(screen.getByRole("button", { name: "Delete CR Sales" }));
    expect(screen.queryByText(message)).toBeNull();
  });

  test("without an answer is sent again with the same key", async ({ api, open }) => {
    answerReceipts(api);
    api.on(addEntry, loseConnection);
    const user = open(add);
    await addItem(user, "Current account", "10");
    await addItem(user, "Sales");
    await submitEntry(user);
    expect(await screen.findByText(/The server cannot be reached/)).toBeVisible();
    api.on(addEntry, () => entry());
    await submitEntry(user);
    await expectMessage("Entry added successfully..");
    const keys = api.calls(addEntry).map(({ headers }) => headers.get("idempotency-key"));
    expect(keys).toHaveLength(2);
    expect(keys[1]).toBe(keys[0]);
  });

  test("asks before it is left, and returns to the filters that were set", async ({
    api,
    open,
  }) => {
    answerReceipts(api);
    const user = open("/app/entries?start_date=2024-06-01");
    await user.click(await screen.findByRole("link", { name: "Add Entry" }));
    await addItem(user, "Current account", "5");
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await answer(user, "Leave without saving?", "Yes");
    await waitFor(() => expect(window.location.search).toBe("?start_date=2024-06-01"));
  });

  test("leads to the login page when the session has ended", async ({ api, open }) => {
    answerReceipts(api);
    const user = open(add);
    await addItem(user, "Current account", "10");
    await addItem(user, "Sales");
    api.on(addEntry, () => entry());
    api.endSession();
    await submitEntry(user);
    await expectSignedOut();
  });
});

test("a contra has its own name and number, and an unknown kind is not found", async ({
  api,
  open,
}) => {
  answerReceipts(api);
  api.on(addEntry, () => entry({ entry_type_id: 3, ent_number: "CTR-000001" }));
  const user = open("/app/entries");
  await user.click(await screen.findByRole("button", { name: "Other kinds of entries" }));
  await user.click(await screen.findByRole("menuitem", { name: /^Contra/ }));
  expect(await screen.findByRole("heading", { name: "Add Contra" })).toBeVisible();
  expect(window.location.pathname).toBe("/app/entries/contra/add");
  await addItem(user, "Current account", "10");
  await addItem(user, "Sales");
  await submitEntry(user);
  await expectMessage("Entry added successfully..");
  expect(api.calls(addEntry)[0]?.input.entry_type_id).toBe(3);
  cleanup();
  open("/app/entries/gift/add");
  expect(await screen.findByText("Page not found")).toBeVisible();
});

test("an amount that no ledger can hold is not added", async ({ api, open }) => {
  answerReceipts(api);
  const user = open(add);
  const form = await addItemForm();
  await pickMatch(user, form.getByLabelText("Ledger"), "Current account");
  await fillField(user, form.getByLabelText("Narration"), "Cash sale");
  for (const amount of ["0", "-5", "10,000,000,000,000.01", "a lot"]) {
    await fillField(user, form.getByLabelText("Amount"), amount);
    expect(form.getByRole("button", { name: "Add" })).toHaveAttribute("aria-disabled", "true");
  }
  await fillField(user, form.getByLabelText("Amount"), "10,000,000,000,000.01");
  const tooLarge = "The amount is larger than the maximum for one posting.";
  expect(form.getByText(tooLarge)).toBeVisible();
  await fillField(user, form.getByLabelText("Amount"), "10,000,000,000,000.00");
  expect(form.getByRole("button", { name: "Add" })).not.toHaveAttribute("aria-disabled");
});
