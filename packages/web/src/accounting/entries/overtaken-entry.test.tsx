import { getEntry, updateEntry } from "@kontor/contract/accounting/entries";
import { reverseEntry } from "@kontor/contract/accounting/periods";
import { screen } from "@testing-library/react";
import { describe, expect } from "vitest";

import { queryClient } from "../../platform/query-client.ts";
import { expectAccessible } from "../../testing/accessible.ts";
import { fillField } from "../../testing/fields.ts";
import { test } from "../../testing/page-test.tsx";
import { findDialog } from "../../testing/questions.ts";
import { answerReceipts, entryRegion, submitEntry } from "../../testing/receipts.ts";
import { refuse } from "../../testing/refusal.ts";
import { foundEntry } from "../../testing/samples/accounting.ts";

const edit = "/app/entries/receipt/edit/61?tenant_id=7";
const reversed = () => foundEntry({ reversed_by: { id: 62, ent_number: "RCT-000062" } });

describe("an entry that somebody else reverses", () => {
  test("keeps what is being typed, says so and cannot be submitted", async ({ api, open }) => {
    answerReceipts(api);
    api.on(updateEntry, () => {
      api.on(getEntry, reversed);
      return refuse("entry_reversed", { number: "This entry", reversal: "another" });
    });
    const user = open(edit);
    await screen.findByRole("button", { name: "Delete CR Sales" });
    await fillField(user, entryRegion().getByLabelText("Narration"), "Sale at the market");
    await submitEntry(user);
    const notice = await screen.findByText(/What you typed is not saved/);
    expect(notice).toHaveTextContent(
      "This entry was reversed by RCT-000062 and can no longer be changed. To record it again, duplicate it. What you typed is not saved, but you can still copy it.",
    );
    expect(screen.getByRole("heading", { name: "RCT-000061 – View Receipt" })).toBeVisible();
    expect(entryRegion().getByLabelText("Narration")).toHaveValue("Sale at the market");
    expect(screen.getByRole("button", { name: "Submit" })).toBeDisabled();
    expect(screen.queryByRole("button", { name: "Reverse Entry" })).toBeNull();
    expect(document.activeElement).toHaveTextContent(/^This has changed while you were working/);
    await expectAccessible();
  });

  test("is shown as it is if nothing was typed", async ({ api, open }) => {
    answerReceipts(api);
    open(edit);
    await screen.findByRole("button", { name: "Delete CR Sales" });
    api.on(getEntry, reversed);
    await queryClient.invalidateQueries();
    expect(await screen.findByText(/To record it again, duplicate it\.$/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Submit" })).toBeNull();
  });

  test("keeps the reason of another reversal", async ({ api, open }) => {
    answerReceipts(api);
    const user = open(edit);
    await user.click(await screen.findByRole("button", { name: "Reverse Entry" }));
    const modal = await findDialog("Reverse RCT-000061");
    await fillField(user, modal.getByLabelText("Reason"), "Booked twice");
    api.on(getEntry, reversed);
    await queryClient.invalidateQueries();
    expect(await modal.findByRole("alert")).toHaveTextContent(
      "RCT-000061 was reversed by RCT-000062. Nothing is left to do here",
    );
    expect(modal.getByLabelText("Reason")).toHaveValue("Booked twice");
    expect(modal.getByRole("button", { name: "Reverse Entry" })).toBeDisabled();
    expect(api.calls(reverseEntry)).toEqual([]);
  });
});
