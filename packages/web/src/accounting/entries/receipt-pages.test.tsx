import {
  addEntry,
  getEntry,
  getEntryHistory,
  listEntries,
  updateEntry,
} from "@kontor/contract/accounting-entries";
import type { DataOf } from "@kontor/contract/endpoint";
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect } from "vitest";

import { today } from "../../platform/clock.ts";
import { expectAccessible } from "../../testing/accessible.ts";
import type { FakeApi } from "../../testing/fake-api.ts";
import { fill, pick } from "../../testing/fields.ts";
import { test } from "../../testing/page-test.tsx";
import { answer, dialog, expectMessage, expectSignedOut } from "../../testing/questions.ts";
import { loseConnection, refuse } from "../../testing/refusal.ts";
import { answerBooks, entry } from "../../testing/samples/accounting.ts";
import { headersOf, rowWith } from "../../testing/tables.ts";
import { memberOf } from "../../testing/users.ts";

const add = "/app/entries/receipt/add";
const edit = "/app/entries/receipt/edit/61";

type Revision = DataOf<typeof getEntryHistory>[number];

const builder = async () => within(await screen.findByRole("form", { name: "Add item" }));
const head = () => within(screen.getByRole("region", { name: "Entry" }));
const submit = () => screen.getByRole("button", { name: "Submit" });
const sides = async () =>
  within((await builder()).getByLabelText("DR/CR"))
    .queryAllByRole("option")
    .map(({ textContent }) => textContent);

async function addItem(user: UserEvent, ledger: string, amount?: string) {
  const form = await builder();
  await pick(user, form.getByLabelText("Ledger"), ledger);
  if (amount !== undefined) await fill(user, form.getByLabelText("Amount"), amount);
  await fill(user, form.getByLabelText("Narration"), "Cash sale");
  await user.click(form.getByRole("button", { name: "Add" }));
  await rowWith("Items", ledger);
}

async function submitEntry(user: UserEvent) {
  await user.click(submit());
  await answer(user, "Submit Entry?", "Yes");
}

function revision(more: Partial<Revision> = {}): Revision {
  const { date, narration, items } = entry();
  return {
    revision: 1,
    current: true,
    recorded_by: "Ada Administrator",
    recorded_at: new Date("2026-03-05T13:30:00Z"),
    date,
    narration,
    items: items.map(({ dc, amount, ledger_id, code, name, narration: said }) => ({
      dc,
      amount,
      ledger_id,
      code,
      name,
      narration: said,
    })),
    ...more,
  };
}

function answerReceipts(api: FakeApi) {
  answerBooks(api);
  api.on(listEntries, () => ({ data: [], total: 0 }));
  api.on(getEntry, () => entry());
  api.on(getEntryHistory, () => ({ data: [revision()], total: 1 }));
}

describe("a new receipt", () => {
  test("offers DR first, then the opposite side, and each ledger once", async ({ api, open }) => {
    answerReceipts(api);
    const user = open(add);
    const form = await builder();
    const addButton = form.getByRole("button", { name: "Add" });
    expect(await sides()).toEqual(["DR"]);
    expect(addButton).toBeDisabled();
    await pick(user, form.getByLabelText("Ledger"), "Current account");
    await fill(user, form.getByLabelText("Amount"), "100");
    expect(addButton).toBeDisabled();
    await fill(user, form.getByLabelText("Narration"), "Cash sale");
    expect(addButton).toBeEnabled();
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
    expect(await sides()).toEqual(["CR"]);
    expect(form.getByLabelText("Amount")).toHaveValue("100.00");
    expect(await rowWith("Items", "Total")).toHaveTextContent("₦100.00");
    expect(await rowWith("Items", "Difference")).toHaveTextContent("The CR side is short");
    expect(submit()).toBeDisabled();

    // The ledger in use is not offered, and the organization is that of the first item.
    expect(screen.getByLabelText("Organization")).toBeDisabled();
    await user.click(form.getByLabelText("Ledger"));
    await fill(user, form.getByLabelText("Ledger"), "Current account");
    expect(await screen.findByText("No ledger found")).toBeVisible();
    await addItem(user, "Sales", "90");
    expect(await sides()).toEqual([]);
    expect(await rowWith("Items", "Difference")).toHaveTextContent("₦10.00");

    await user.click(screen.getByRole("button", { name: "Delete DR Current account" }));
    expect(await sides()).toEqual(["DR"]);
    expect(submit()).toBeDisabled();
    await addItem(user, "Current account");
    expect(await screen.findByText("Both sides agree")).toBeVisible();
    expect(submit()).toBeEnabled();
    await expectAccessible();
  });

  test("is posted after the question, once, with today's date", async ({ api, open }) => {
    answerReceipts(api);
    api.on(addEntry, () => entry());
    const user = open(add);
    await builder();
    await fill(user, head().getByLabelText("Narration"), "Sale at the counter");
    await addItem(user, "Current account", "250.5");
    await addItem(user, "Sales");
    await user.click(submit());
    await answer(user, "Submit Entry?", "Cancel");
    expect(api.calls(addEntry)).toHaveLength(0);
    await user.dblClick(submit());
    await user.dblClick((await dialog("Submit Entry?")).getByRole("button", { name: "Yes" }));
    await expectMessage("Entry added successfully..");
    await waitFor(() => expect(window.location.pathname).toBe("/app/entries"));
    expect(api.calls(addEntry).map(({ input }) => input)).toEqual([
      {
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

  test("is entered by the keyboard alone", async ({ api, open }) => {
    answerReceipts(api);
    api.on(addEntry, () => entry());
    const user = open(add, { as: memberOf(7, "accounting.read", "accounting.write") });
    const form = await builder();
    const ledger = form.getByLabelText("Ledger");
    ledger.focus();
    for (const code of ["current acc", "03-01"]) {
      await user.paste(code);
      const choices = within(await screen.findByRole("listbox", { name: "Choices" }));
      await waitFor(() => expect(choices.getAllByRole("option")).toHaveLength(1));
      await user.keyboard("{Enter}");
      await user.tab();
      await user.tab();
      if (code === "current acc") await user.keyboard("64.20");
      await user.tab();
      await user.keyboard("Cash sale{Enter}");
      await rowWith("Items", code === "current acc" ? "Current account" : "Sales");
    }
    await waitFor(() => expect(submit()).toHaveFocus());
    await user.keyboard("{Control>}{Enter}{/Control}");
    await dialog("Submit Entry?");
    await user.keyboard("{Enter}");
    await expectMessage("Entry added successfully..");
    expect(api.calls(addEntry)[0]?.input.items.map(({ amount }) => amount)).toEqual([6420n, 6420n]);
  });

  test("that is refused shows the sentences, and keeps all that was typed", async ({
    api,
    open,
  }) => {
    answerReceipts(api);
    const unbalanced = { difference: "₦39.50", short_side: "CR" };
    const short = "The CR side is short by ₦39.50.";
    api.on(addEntry, () =>
      refuse("entry_unbalanced", unbalanced, [{ path: "items", message: short }]),
    );
    const user = open(add);
    await builder();
    await fill(user, head().getByLabelText("Narration"), "Typed with care");
    await addItem(user, "Current account", "100");
    await addItem(user, "Sales", "60.5");
    await submitEntry(user);
    await expectMessage(
      "Debit and credit differ by ₦39.50: the CR side is short. Make both sides equal.",
    );
    expect(screen.getByText(short)).toBeVisible();
    expect(head().getByLabelText("Narration")).toHaveValue("Typed with care");

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

  test("asks before it is left, and goes back to the filters that were set", async ({
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

describe("editing a receipt", () => {
  test("shows its number, and offers no side until an item is removed", async ({ api, open }) => {
    answerReceipts(api);
    api.on(updateEntry, () => entry({ revision: 2 }));
    const user = open(edit, { on: "phone" });
    expect(await screen.findByText("RCT-000061")).toBeVisible();
    expect(screen.getByText("Receipt")).toBeVisible();
    expect(await sides()).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Delete CR Sales" }));
    expect(await sides()).toEqual(["CR"]);
    expect((await builder()).getByLabelText("Amount")).toHaveValue("80.00");
    await addItem(user, "Owners' capital");
    await expectAccessible();
    await submitEntry(user);
    await expectMessage("Entry updated successfully..");
    expect(api.calls(updateEntry).map(({ input }) => input)).toEqual([
      {
        id: 61,
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

  test("says when the date is another", async ({ api, open }) => {
    answerReceipts(api);
    api.on(updateEntry, () => entry({ revision: 2 }));
    const user = open(edit);
    await screen.findByText("RCT-000061");
    await waitFor(() => expect(head().getByLabelText("Entry Date")).toBeEnabled());
    expect(head().getByLabelText("Entry Date")).toHaveValue("05/03/2026");
    await fill(user, head().getByLabelText("Entry Date"), "02/01/2024");
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

  test("tells who was slower, and loads what the first saved", async ({ api, open }) => {
    answerReceipts(api);
    api.on(updateEntry, () => refuse("changed_meanwhile"));
    const user = open(edit);
    await screen.findByText("RCT-000061");
    await fill(user, head().getByLabelText("Narration"), "Mine");
    await submitEntry(user);
    expect(await screen.findByText("Somebody else changed this entry meanwhile")).toBeVisible();
    expect(head().getByLabelText("Narration")).toHaveValue("Mine");
    expect(submit()).toBeDisabled();
    await expectAccessible();
    api.on(getEntry, () => entry({ revision: 2, narration: "Theirs" }));
    await user.click(screen.getByRole("button", { name: "Load the newest" }));
    await waitFor(() => expect(head().getByLabelText("Narration")).toHaveValue("Theirs"));
    api.on(updateEntry, () => entry({ revision: 3 }));
    await fill(user, head().getByLabelText("Narration"), "Ours");
    await submitEntry(user);
    await expectMessage("Entry updated successfully..");
    expect(api.calls(updateEntry).at(-1)?.input.revision).toBe(2);
  });

  test("is not offered for entries of the system", async ({ api, open }) => {
    answerReceipts(api);
    api.on(getEntry, () =>
      entry({ entry_type_id: 10, entry_type_label: "Deposit", ent_number: "DEP-000001" }),
    );
    open(edit);
    expect(
      await screen.findByText("This entry was made by the system and cannot be changed here."),
    ).toBeVisible();
    expect(screen.getByRole("heading", { name: "View Entry" })).toBeVisible();
    expect(screen.getByText("Deposit")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Submit" })).toBeNull();
    expect(screen.queryByRole("button", { name: /Delete/ })).toBeNull();
    await expectAccessible();
  });

  test("says when the entry is not there, or its history cannot be loaded", async ({
    api,
    open,
  }) => {
    answerReceipts(api);
    api.on(getEntry, () => refuse("not_found", { what: "The entry" }));
    api.on(getEntryHistory, () => refuse("busy"));
    const user = open(edit);
    await expectMessage("The entry was not found.");
    expect(await screen.findByText("The entry could not be loaded.")).toBeVisible();
    api.on(getEntry, () => entry());
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("RCT-000061")).toBeVisible();
    expect(await screen.findByText("The history could not be loaded.")).toBeVisible();
  });
});

test("an amount that no ledger can hold is not added", async ({ api, open }) => {
  answerReceipts(api);
  const user = open(add);
  const form = await builder();
  await pick(user, form.getByLabelText("Ledger"), "Current account");
  await fill(user, form.getByLabelText("Narration"), "Cash sale");
  for (const amount of ["0", "-5", "10,000,000,000,000.01", "a lot"]) {
    await fill(user, form.getByLabelText("Amount"), amount);
    expect(form.getByRole("button", { name: "Add" })).toBeDisabled();
  }
  await fill(user, form.getByLabelText("Amount"), "10,000,000,000,000.00");
  expect(form.getByRole("button", { name: "Add" })).toBeEnabled();
});
