import { expect as expectSoon, type Page } from "@playwright/test";

import { rowWith } from "./pages/accounting.ts";
import { answer } from "./pages/question.ts";
import { expectAccessible, signIn } from "./pages/session.ts";
import { test } from "./pages/test.ts";

// Long flows, on a machine that runs the database and the browser beside them.
test.describe.configure({ timeout: 180_000 });
const expect = expectSoon.configure({ timeout: 30_000 });

test("closes a month from start to end, refuses an entry in it, reverses one and opens the period again", async ({
  page,
}) => {
  await signIn(page);
  await closeLastMonth(page);

  // The newest entry of the demo is moved into the locked period, and refused at its date.
  await page.goto("/app/entries?tenant_id=2&start_date=2000-01-01");
  await page
    .getByRole("link", { name: /^Edit Entry/ })
    .first()
    .click();
  await expect(page.getByRole("button", { name: "Reverse Entry" })).toBeVisible();
  await page.getByLabel("Entry Date").fill("01/01/2024");
  await page.getByRole("button", { name: "Submit", exact: true }).click();
  await answer(page, "Submit Entry?", "Yes");
  await expect(
    page.getByText(/^The books are locked until .* Choose a later day/).first(),
  ).toBeVisible();
  await page.reload();

  await page.getByRole("button", { name: "Reverse Entry" }).click();
  const reversal = page.getByRole("dialog", { name: /^Reverse / });
  await reversal.getByLabel("Reason").fill("Posted twice");
  await reversal.getByRole("button", { name: "Reverse Entry" }).click();
  await expect(page.getByText(/^This entry reverses/)).toBeVisible();
  await expectAccessible(page);

  await page.goto("/app/month-end?tenant_id=2");
  await page.getByRole("button", { name: "Open Period" }).click();
  const opening = page.getByRole("dialog", { name: "Open Period" });
  await opening.getByLabel("Reason").fill("Nothing was reported yet");
  await opening.getByRole("button", { name: "Open Period" }).click();
  await expect(page.getByText("The books are open.")).toBeVisible();
});

/** Goes through the checklist of last month: compares the bank until it agrees, then locks the month. */
async function closeLastMonth(page: Page): Promise<void> {
  await page.goto("/app/reports/transaction/month-end?tenant_id=2");
  const bank = rowWith(page, "Month-end Checklist", "Current account");
  await expect(bank.getByText("To do")).toBeVisible();
  await expectAccessible(page);
  const reconcile = async (balance: string) => {
    await bank.getByRole("button", { name: /^Reconcile/ }).click();
    const form = page.getByRole("dialog", { name: "Record Reconciliation" });
    await form.getByLabel("Bank Balance").fill(balance);
    await form.getByRole("button", { name: "Record Reconciliation" }).click();
    await expect(form).toBeHidden();
  };
  await reconcile("0.01");
  const differs = bank.getByText(/but the ledger has ₦[\d,.]+\sDR on that day/);
  await expect(differs).toBeVisible();
  const [, balance = ""] = /₦([\d,.]+)\sDR/.exec((await differs.textContent()) ?? "") ?? [];
  await reconcile(balance);
  await expect(bank.getByText("Done")).toBeVisible();

  await page.getByRole("button", { name: /^Lock until/ }).click();
  const lock = page.getByRole("dialog", { name: "Lock Period" });
  await lock.getByLabel("Reason").fill("Last month is reported");
  await expectAccessible(page);
  await lock.getByRole("button", { name: "Lock Period" }).click();
  await expect(page.getByText(/^The month is closed: nothing is posted up to/)).toBeVisible();
  await expectAccessible(page);
}
