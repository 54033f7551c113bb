import { updateEntry } from "@kontor/contract/accounting/entries";
import { screen } from "@testing-library/react";
import { describe, expect } from "vitest";

import { fillField } from "../../testing/fields.ts";
import { test } from "../../testing/page-test.tsx";
import { expectMessage } from "../../testing/questions.ts";
import { answerReceipts, entryRegion, submitEntry } from "../../testing/receipts.ts";
import { loseConnection } from "../../testing/refusal.ts";
import { entry } from "../../testing/samples/accounting.ts";

const edit = "/app/entries/receipt/edit/61?tenant_id=7";

describe("an entry that is submitted as it is", () => {
  test("makes no revision", async ({ api, open }) => {
    answerReceipts(api);
    const user = open(edit);
    await user.click(await screen.findByRole("button", { name: "Delete CR Sales" }));
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await submitEntry(user);
    await expectMessage("Nothing was changed, so the entry has no new revision.");
    expect(window.location.pathname).toBe("/app/entries");
    expect(api.calls(updateEntry)).toEqual([]);
  });

  test("is sent if an earlier submit may have changed it", async ({ api, open }) => {
    answerReceipts(api);
    api.on(updateEntry, loseConnection);
    const user = open(edit);
    await screen.findByRole("button", { name: "Delete CR Sales" });
    const narration = entryRegion().getByLabelText("Narration");
    await fillField(user, narration, "Sale at the market");
    await submitEntry(user);
    expect(await screen.findByText(/The server cannot be reached/)).toBeVisible();
    await fillField(user, narration, "Sale at the counter");
    api.on(updateEntry, () => entry({ revision: 2 }));
    await submitEntry(user);
    await expectMessage("Entry updated successfully..");
    expect(api.calls(updateEntry).map(({ input }) => input.narration)).toEqual([
      "Sale at the market",
      "Sale at the counter",
    ]);
  });
});
