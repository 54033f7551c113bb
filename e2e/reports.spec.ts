import { expect, type Page } from "@playwright/test";

import { rowWith } from "./pages/accounting.ts";
import { expectAccessible, signIn } from "./pages/session.ts";
import { test } from "./pages/test.ts";

// Long flows, on a machine that runs the database and the browser beside them.
test.describe.configure({ timeout: 120_000 });

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

/** Exports what is shown. @returns the name of the file */
async function exported(page: Page, format: "PDF" | "Excel" | "CSV"): Promise<string> {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitem", { name: format }).click();
  return (await download).suggestedFilename();
}

test("leads from a trial balance to the postings behind a line, and exports it", async ({ page }, {
  project,
}) => {
  await page.goto("/app/reports");
  await expect(page).toHaveURL(/\/app\/reports\/transaction$/);
  await page.getByRole("link", { name: /^Trial Balance/ }).click();
  if (project.name !== "desktop") {
    await page.getByRole("button", { name: /^Filters/ }).click();
  }
  await page.getByLabel("Period").selectOption("This year");
  // All organizations are listed; one of them leads to its accounts.
  await page.getByRole("link", { name: "Demo Foods Limited" }).click();
  const total = rowWith(page, "Trial Balance", "Total");
  await expect(total).toBeVisible();
  await expectAccessible(page);
  expect(await exported(page, "PDF")).toMatch(/^trial-balance_.*\.pdf$/);
  await page.getByRole("link", { name: "Sales" }).click();
  await expect(page).toHaveURL(/ledger-statement\/\d+\?tenant_id=\d+&start_date=/);
  await expect(page.getByRole("heading", { name: "Sales" })).toBeVisible();
});

test("states profit and loss and the balance sheet of the same books", async ({ page }) => {
  // What is not closed yet is of all years, since other tests post in earlier ones.
  const end = `${new Date().getFullYear()}-12-31`;
  await page.goto(
    `/app/reports/transaction/profit-and-loss?tenant_id=1&start_date=2000-01-01&end_date=${end}`,
  );
  const result = rowWith(page, "Profit and Loss", "Result").getByRole("cell").nth(2);
  await expect(result).toHaveText(/^₦[\d,]+\.\d\d$/);
  const profit = await result.textContent();
  expect(await exported(page, "Excel")).toMatch(/^profit-and-loss_.*\.xlsx$/);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Reports menu" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Balance Sheet" }).click();
  const unclosed = rowWith(page, "Balance Sheet", "Result not closed yet");
  await expect(unclosed.getByRole("cell").nth(2)).toHaveText(profit ?? "");
  await expectAccessible(page);
  expect(await exported(page, "CSV")).toMatch(/^balance-sheet_.*\.csv$/);
  // The wallet is what deposits and transfers say, to the entry.
  await page.getByRole("button", { name: "Reports menu" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Reconciliation" }).click();
  await expect(rowWith(page, "Reconciliation", "Funding account")).toContainText("Agrees");
  expect(await exported(page, "PDF")).toMatch(/^reconciliation_.*\.pdf$/);
  await page.getByRole("link", { name: "Funding account" }).click();
  await expect(page.getByText(/^Every entry until .* is what the records say$/)).toBeVisible();
  await page.goBack();
  await page.goBack();
  await page.getByRole("link", { name: "Current account" }).click();
  await expect(page.getByRole("heading", { name: "Current account" })).toBeVisible();
});
