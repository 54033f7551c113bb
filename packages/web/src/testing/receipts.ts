import { getEntry, getEntryHistory, listEntries } from "@kontor/contract/accounting/entries";
import type { DataOf } from "@kontor/contract/endpoint";
import { screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";

import type { FakeApi } from "./fake-api.ts";
import { fillField, pickMatch } from "./fields.ts";
import { answer } from "./questions.ts";
import { answerBooks, entry, foundEntry } from "./samples/accounting.ts";
import { rowWith } from "./tables.ts";

type Revision = DataOf<typeof getEntryHistory>[number];

/** The form for the next item. */
export const addItemForm = async () =>
  within(await screen.findByRole("form", { name: "Add item" }));
/** The date and narration of an entry. */
export const entryRegion = () => within(screen.getByRole("region", { name: "Entry" }));
/** The submit button of the entry. */
export const submitButton = () => screen.getByRole("button", { name: "Submit" });
/** The sides offered for the next item. */
export const offeredSides = async () =>
  within((await addItemForm()).getByLabelText("DR/CR"))
    .queryAllByRole("option")
    .map(({ textContent }) => textContent);

/** Adds an item. Without an amount the proposed one stays. */
export async function addItem(user: UserEvent, ledger: string, amount?: string) {
  const form = await addItemForm();
  await pickMatch(user, form.getByLabelText("Ledger"), ledger);
  if (amount !== undefined) await fillField(user, form.getByLabelText("Amount"), amount);
  await fillField(user, form.getByLabelText("Narration"), "Cash sale");
  await user.click(form.getByRole("button", { name: "Add" }));
  await rowWith("Items", ledger);
}

/** Submits the entry and confirms. */
export async function submitEntry(user: UserEvent) {
  await user.click(submitButton());
  await answer(user, "Submit Entry?", "Yes");
}

/** The first revision of the sample entry, with its author. */
export function revision(more: Partial<Revision> = {}): Revision {
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

/** Handles the calls of the screens of an entry. */
export function answerReceipts(api: FakeApi) {
  answerBooks(api);
  api.on(listEntries, () => ({ data: [], total: 0 }));
  api.on(getEntry, () => foundEntry());
  api.on(getEntryHistory, () => ({ data: [revision()], total: 1 }));
}
