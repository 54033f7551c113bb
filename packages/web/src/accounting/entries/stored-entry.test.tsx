import { addEntry } from "@kontor/contract/accounting/entries";
import { cleanup, screen, waitFor } from "@testing-library/react";
import { describe, expect, onTestFinished, vi } from "vitest";

import { clearSession } from "../../platform/session.ts";
import { expectAccessible } from "../../testing/accessible.ts";
import { fillField } from "../../testing/fields.ts";
import { test } from "../../testing/page-test.tsx";
import { answer, expectMessage } from "../../testing/questions.ts";
import {
  addItem,
  answerReceipts,
  addItemForm,
  entryRegion,
  submitEntry,
} from "../../testing/receipts.ts";
import { loseConnection } from "../../testing/refusal.ts";
import { entry } from "../../testing/samples/accounting.ts";

const add = "/app/entries/receipt/add";

describe("a receipt that was not saved", () => {
  test("is offered again after a reload, and posted once although it had been sent", async ({
    api,
    open,
  }) => {
    answerReceipts(api);
    api.on(addEntry, loseConnection);
    const user = open(add);
    await addItemForm();
    await fillField(user, entryRegion().getByLabelText("Narration"), "Typed with care");
    await addItem(user, "Current account", "10");
    await addItem(user, "Sales");
    await submitEntry(user);
    expect(await screen.findByText(/The server cannot be reached/)).toBeVisible();
    // The last change is stored too.
    await waitFor(() => {
      expect(localStorage.getItem("kontor:draft:1:receipt-2")).toContain('"name":"Sales"');
    });
    cleanup();

    open(add);
    const notice = await screen.findByText(/^You submitted this entry on /);
    expect(notice).toHaveTextContent(
      "but no response arrived, so it may have been saved. If you submit it again, it is saved only once.",
    );
    await expectAccessible();
    await user.click(screen.getByRole("button", { name: "Go on with it" }));
    // The focus stays in the form.
    expect(entryRegion().getByLabelText("Entry Date")).toHaveFocus();
    expect(entryRegion().getByLabelText("Narration")).toHaveValue("Typed with care");
    expect(await screen.findByText("Both sides agree")).toBeVisible();
    api.on(addEntry, () => entry());
    await submitEntry(user);
    await expectMessage("Entry added successfully..");
    const [lost, again] = api.calls(addEntry).map(({ headers }) => headers.get("idempotency-key"));
    expect(again).toBe(lost);
    expect(Object.keys(localStorage).filter((key) => key.startsWith("kontor:draft"))).toEqual([]);
  });

  test("is posted and leaves the page working on a device without space", async ({ api, open }) => {
    const keepInTab = sessionStorage.setItem.bind(sessionStorage);
    const full = vi.spyOn(Storage.prototype, "setItem");
    full.mockImplementation(function keep(this: Storage, key: string, value: string) {
      if (this === localStorage) throw new DOMException("It is full", "QuotaExceededError");
      keepInTab(key, value);
    });
    onTestFinished(() => full.mockRestore());
    localStorage.clear();
    answerReceipts(api);
    api.on(addEntry, () => entry());
    const user = open(add);
    await addItem(user, "Current account", "10");
    await addItem(user, "Sales");
    await submitEntry(user);
    await expectMessage("Entry added successfully..");
    expect(api.calls(addEntry)).toHaveLength(1);
    expect(full).toHaveBeenCalled();
  });

  test("is set aside while another is written, and offered once that one is posted", async ({
    api,
    open,
  }) => {
    answerReceipts(api);
    api.on(addEntry, () => entry());
    const draft = "kontor:draft:1:receipt-2";
    const user = open(add);
    await addItemForm();
    await fillField(user, entryRegion().getByLabelText("Narration"), "Written first");
    await waitFor(() => expect(localStorage.getItem(draft)).toContain("Written first"));
    cleanup();
    open(add);
    await screen.findByText(/^You started this entry on /);
    await addItem(user, "Current account", "10");
    expect(screen.queryByText(/^You started/)).toBeNull();
    await addItem(user, "Sales");
    await waitFor(() => expect(localStorage.getItem(draft)).toContain('"name":"Sales"'));
    await user.click(screen.getByRole("button", { name: "Submit and add another" }));
    await answer(user, "Submit Entry?", "Yes");
    await expectMessage("Entry added successfully..");
    await user.click(await screen.findByRole("button", { name: "Go on with it" }));
    expect(entryRegion().getByLabelText("Narration")).toHaveValue("Written first");
    expect(screen.getByText(/^No items yet/)).toBeVisible();
    await addItem(user, "Current account", "20");
    await addItem(user, "Sales");
    await submitEntry(user);
    await waitFor(() => expect(api.calls(addEntry)).toHaveLength(2));
    expect(api.calls(addEntry)[1]?.input.narration).toBe("Written first");
    await waitFor(() => expect(localStorage.getItem(draft)).toBeNull());
  });

  test("is forgotten when it is discarded, and on logout", async ({ api, open }) => {
    answerReceipts(api);
    const draft = "kontor:draft:1:receipt-2";
    const user = open(add);
    await addItem(user, "Current account", "10");
    await waitFor(() => expect(localStorage.getItem(draft)).not.toBeNull());
    cleanup();
    open(add);
    await user.click(await screen.findByRole("button", { name: "Discard it" }));
    expect(screen.queryByText(/^You started/)).toBeNull();
    expect(localStorage.getItem(draft)).toBeNull();
    await addItem(user, "Current account", "10");
    await waitFor(() => expect(localStorage.getItem(draft)).not.toBeNull());
    localStorage.setItem("kontor:draft:2:receipt-2", "of somebody else");
    clearSession();
    expect(localStorage.getItem(draft)).toBeNull();
    expect(localStorage.getItem("kontor:draft:2:receipt-2")).toBe("of somebody else");
  });
});
