import { expect } from "@playwright/test";

import { rowWith } from "./pages/accounting.ts";
import { downloadExport, linesOf } from "./pages/exports.ts";
import { follow, open } from "./pages/screen.ts";
import { expectAccessible, signIn } from "./pages/session.ts";
import { continuedTest as test } from "./pages/test.ts";

// Long flows, on a machine that also runs the database and the browser.
test.describe.configure({ timeout: 120_000 });

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

test("leads from a trial balance to the postings behind a line, and exports it", async ({ page }, {
  project,
}) => {
  await open(page, "/app/reports");
  await expect(page).toHaveURL(/\/app\/reports\/transaction$/);
  await page.getByRole("link", { name: /^Trial Balance/ }).click();
  if (project.name !== "desktop") {
    await page.getByRole("button", { name: /^Filters/ }).click();
  }
  await page.getByLabel("Period").selectOption("This year");
  // All organizations are listed, and each links to its accounts.
  await page.getByRole("link", { name: "Demo Foods Limited" }).click();
  const total = rowWith(page, "Trial Balance", "Total");
  await expect(total).toBeVisible();
  await expectAccessible(page);
  expect((await downloadExport(page, "PDF")).name).toMatch(/^trial-balance_.*\.pdf$/);
  await page.getByRole("link", { name: "Sales" }).click();
  await expect(page).toHaveURL(/ledger-statement\/\d+\?tenant_id=\d+&start_date=/);
  await expect(page.getByRole("heading", { name: "Sales" })).toBeVisible();
});

test("shows profit and loss and the balance sheet of the same books", async ({ page }) => {
  // Years that are not closed are summed, and other tests post in earlier years.
  const end = `${new Date().getFullYear()}-12-31`;
  await open(
    page,
    `/app/reports/transaction/profit-and-loss?tenant_id=1&start_date=2000-01-01&end_date=${end}`,
  );
  const result = rowWith(page, "Profit and Loss", "Result").getByRole("cell").nth(2);
  await expect(result).toHaveText(/^₦[\d,]+\.\d\d$/);
  const profit = await result.textContent();
  expect((await downloadExport(page, "Excel")).name).toMatch(/^profit-and-loss_.*\.xlsx$/);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Reports menu" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Balance Sheet" }).click();
  const unclosed = rowWith(page, "Balance Sheet", "Result not closed yet");
  await expect(unclosed.getByRole("cell").nth(2)).toHaveText(profit ?? "");
  await expectAccessible(page);
  expect((await downloadExport(page, "CSV")).name).toMatch(/^balance-sheet_.*\.csv$/);
  // The wallet equals the deposits and transfers, entry by entry.
  await page.getByRole("button", { name: "Reports menu" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Reconciliation", exact: true }).click();
  await expect(rowWith(page, "Reconciliation", "Funding account")).toContainText("Agrees");
  expect((await downloadExport(page, "PDF")).name).toMatch(/^reconciliation_.*\.pdf$/);
  await page.getByRole("link", { name: "Funding account" }).click();
  await expect(page.getByText(/^Every entry up to .* agrees with the records$/)).toBeVisible();
  await page.goBack();
  await page.goBack();
  await page.getByRole("link", { name: "Current account" }).click();
  await expect(page.getByRole("heading", { name: "Current account" })).toBeVisible();
});

/** Reports of an organization without payroll, each with a text that shows its result. */
const ofBooks = [
  ["transaction/profit-and-loss?", "Profit and Loss", /^Compared with .* to .*\.$/],
  ["transaction/balance-sheet?", "Balance Sheet", "Liabilities, equity and result"],
  ["transaction/cash-flow?", "Cash Flow", "Cash at the end"],
  ["transaction/ledger-summary?", "Ledger Summary", "Last Moved"],
  ["transaction/day-book?", "Day Book", /^Total of [\d,]+ items$/],
  ["transaction/funding-movements?", "Funding Movements", "Other entries"],
  ["transaction/reconciliation?", "Reconciliation", /^The ledgers agree with their records as of/],
  ["transaction/reconciliation-differences?", "Differing Entries", /agrees with the records$/],
  ["transaction/changes?", "What Changed Since", /^[\d,]+ added · [\d,]+ back-dated · \d+ edited$/],
  ["transaction/month-end?", "Month-end Checklist", "Books recomputed from their postings"],
  [
    "payroll/register?period=2024-01&",
    "Payroll Register",
    /^No payroll has been approved for January 2024/,
  ],
  [
    "payroll/payments?period=2024-01&",
    "Payment List",
    /^No payroll has been approved for January 2024/,
  ],
  [
    "payroll/statutory?period=2024-01&",
    "Statutory Schedules",
    /January 2024 owes anything to an authority/,
  ],
  [
    "payroll/statutory-schedule?kind=PENSION&period=2024-01&",
    "Pension Schedule",
    "No employees in this schedule for January 2024",
  ],
  [
    "payroll/year-to-date?period=2024-03&",
    "Year to Date",
    /^Nobody was paid from January to March/,
  ],
  [
    "payroll/employer-cost?from=2024-01&to=2024-02&",
    "Employer’s Cost",
    /has been approved for these months$/,
  ],
  [
    "payroll/variance?period=2024-02&compared=2024-01&",
    "Pay Variance",
    /differs from January 2024$/,
  ],
  [
    "payroll/advances?as_of=2024-01-31&",
    "Advances Outstanding",
    /advances were outstanding on 31 Jan 2024$/,
  ],
  [
    "payroll/advances-ageing?as_of=2024-01-31&",
    "Advances by Age",
    /advances were outstanding on 31 Jan 2024$/,
  ],
  ["payroll/advance-forecast?", "Recovery Forecast", /^Based on the repayment plans/],
] as const;

test("shows every report with its title, and a file with the same figures as the table", async ({
  page,
}) => {
  await open(page, "/app/reports/transaction");
  // The router handles links only after the first page is rendered.
  await expect(page.getByRole("main").getByRole("link", { name: /^Trial Balance/ })).toBeVisible();
  for (const [address, title, words] of ofBooks) {
    await test.step(title, async () => {
      await follow(page, `/app/reports/${address}tenant_id=1`);
      await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
      await expect(page.getByRole("main").getByText(words).first()).toBeVisible();
    });
  }
  await follow(page, "/app/reports/transaction/trial-balance?tenant_id=1");
  const total = rowWith(page, "Trial Balance", "Total");
  await expect(total).toBeVisible();
  const shown = await total.getByRole("cell").allTextContents();
  const lines = linesOf(await downloadExport(page, "CSV"));
  const last = lines.at(-1)?.split(",").slice(2);
  expect(last).toEqual(shown.map((amount) => amount.replaceAll(/[₦,]/g, "")));
  // The table has a header and the accounts below it.
  await expect(page.getByRole("table", { name: "Trial Balance" }).getByRole("row")).toHaveCount(
    lines.length,
  );
});
