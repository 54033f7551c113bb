import { expect, type Page } from "@playwright/test";

import { rowWith } from "./pages/accounting.ts";
import { answerQuestion } from "./pages/question.ts";
import { open } from "./pages/screen.ts";
import { demoAdministrator, expectAccessible, signIn } from "./pages/session.ts";
import { test } from "./pages/test.ts";

test("closes a month from start to end, and finds later changes in it", async ({ page }) => {
  await signIn(page);
  await closeLastMonth(page);
  const reported = new Date().toISOString();

  // The newest entry of the demo data is moved into the locked period, which is refused at its
  // date.
  await open(page, "/app/entries?tenant_id=2&start_date=2000-01-01");
  await page
    .getByRole("link", { name: /^Edit Entry/ })
    .first()
    .click();
  await expect(page.getByRole("button", { name: "Reverse Entry" })).toBeVisible();
  const entry = page.url();
  await moveIntoLockedPeriod(page);
  await expect(
    page.getByText(/^The books are locked until .* Choose a later date/).first(),
  ).toBeVisible();

  // Loaded anew, which discards the refused date.
  await page.goto("/app/month-end?tenant_id=2");
  await page.getByRole("button", { name: "Grant Exception" }).click();
  const exception = page.getByRole("dialog", { name: "Grant Exception" });
  const who = exception.getByRole("combobox", { name: "User" });
  await who.fill(demoAdministrator.email);
  await page.getByRole("option", { name: demoAdministrator.email }).click();
  await exception.getByLabel("Reason").fill("A correction of the auditors");
  await exception.getByRole("button", { name: "Grant Exception" }).click();
  await expect(page.getByRole("button", { name: /^End the exception of/ })).toBeVisible();
  await expectAccessible(page);
  await open(page, entry);
  await moveIntoLockedPeriod(page);
  await expect(page.getByText("Entry updated successfully..").first()).toBeVisible();

  await open(page, entry);
  await page.getByRole("button", { name: "Reverse Entry" }).click();
  const reversal = page.getByRole("dialog", { name: /^Reverse / });
  await reversal.getByLabel("Reason").fill("Posted twice");
  await reversal.getByRole("button", { name: "Reverse Entry" }).click();
  await expect(page.getByText(/^This entry reverses/)).toBeVisible();
  await expectAccessible(page);

  await compareWithReported(page, reported);
  await closeAndUndoYear(page);

  await page.getByRole("button", { name: "Open Period" }).click();
  const opening = page.getByRole("dialog", { name: "Open Period" });
  await opening.getByLabel("Reason").fill("Nothing was reported yet");
  await opening.getByRole("button", { name: "Open Period" }).click();
  await expect(page.getByText("The books are open.")).toBeVisible();
});

/** Sets the date of the open entry to a day in the locked period. */
async function moveIntoLockedPeriod(page: Page): Promise<void> {
  await page.getByLabel("Entry Date").fill("01/01/2024");
  await page.getByRole("button", { name: "Submit", exact: true }).click();
  await answerQuestion(page, "Submit Entry?", "Yes");
}

/** Goes from the trial balance as reported to the ledger as it was then, and to later edits. */
async function compareWithReported(page: Page, reported: string): Promise<void> {
  const year = `start_date=2024-01-01&end_date=${new Date().getFullYear()}-12-31`;
  await open(
    page,
    `/app/reports/transaction/trial-balance?tenant_id=2&${year}&recorded_up_to=${reported}`,
  );
  await expect(page.getByText(/^The books as recorded at/)).toBeVisible();
  // The accounts of the demo data's newest entry depend on the day.
  const changed = page
    .getByRole("table", { name: "Trial Balance" })
    .getByRole("row")
    .filter({ has: page.getByRole("link", { name: "Changed" }) });
  const account = changed.first().getByRole("link").first();
  const [name = ""] = (await account.innerText()).split(/\s+\d\d-/);
  await account.click();
  await expect(page.getByRole("heading", { name })).toBeVisible();
  await expect(page.getByText(/^The books as recorded at/)).toBeVisible();
  await expect(page.getByRole("radio", { name: "As it was" })).toBeChecked();
  await expectAccessible(page);
  await page.getByRole("link", { name: "What changed since" }).click();
  await expect(page.getByText(/back-dated · 1 edited$/)).toBeVisible();
  await expect(rowWith(page, "Changes", "Edited")).toContainText("01 Jan 2024");
}

/** Closes the year of the locked month and reopens it. The lock stays. */
async function closeAndUndoYear(page: Page): Promise<void> {
  await open(page, "/app/month-end?tenant_id=2");
  const locked = page.getByText(/^The books are locked until/);
  const [, day = ""] = /until (.*)\.$/.exec((await locked.textContent()) ?? "") ?? [];
  await page.getByRole("button", { name: "Close Year" }).click();
  const closing = page.getByRole("dialog", { name: "Close Year" });
  await closing.getByLabel("Last Day of the Year").fill(typed(day));
  await closing.getByLabel("Reason").fill("The year is audited");
  await expect(closing.getByText(/^(Profit|Loss)$/)).toBeVisible();
  await closing.getByRole("button", { name: "Close Year" }).click();
  await page.getByRole("button", { name: /^Reverse the closing of the year to/ }).click();
  const takingBack = page.getByRole("dialog", { name: "Reverse Year-end" });
  await takingBack.getByLabel("Reason").fill("A late invoice");
  await takingBack.getByRole("button", { name: "Reverse" }).click();
  await expect(page.getByText(/· reversed by/)).toBeVisible();
  await expect(locked).toBeVisible();
}

/** Formats "31 Oct 2026" as a user types it: 31/10/2026. */
function typed(day: string): string {
  const date = new Date(`${day} UTC`);
  const parts = [date.getUTCDate(), date.getUTCMonth() + 1, date.getUTCFullYear()];
  return parts.map((part) => String(part).padStart(2, "0")).join("/");
}

/** Works through last month's checklist: reconciles the bank, then locks the month. */
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
  const differs = bank.getByText(/but the ledger differs by ₦[\d,.]+: ₦[\d,.]+\sDR on that day/);
  await expect(differs).toBeVisible();
  const [, balance = ""] = /: ₦([\d,.]+)\sDR/.exec((await differs.textContent()) ?? "") ?? [];
  await reconcile(balance);
  await expect(bank.getByText("Done")).toBeVisible();

  await page.getByRole("button", { name: /^Lock until/ }).click();
  const lock = page.getByRole("dialog", { name: "Lock Period" });
  await lock.getByLabel("Reason").fill("Last month is reported");
  await expectAccessible(page);
  await lock.getByRole("button", { name: "Lock Period" }).click();
  await expect(page.getByText(/^The month is closed: nothing can be posted up to/)).toBeVisible();
  await expectAccessible(page);
}
