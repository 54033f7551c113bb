import { expect } from "@playwright/test";

import {
  chooseOrganization,
  ledgerIdOf,
  postReceiptByApi,
  addGroupByApi,
  addLedgerByApi,
  selectBySearch,
  rowWith,
  tenantIdOf,
  typeDate,
  uniqueName,
} from "./pages/accounting.ts";
import { follow } from "./pages/screen.ts";
import { expectAccessible, signIn } from "./pages/session.ts";
import { test } from "./pages/test.ts";

const emptyText = "No entries found for the selected criteria";

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

/** Today in Lagos in the format of the date fields, shifted by some months. */
function typedToday(months = 0): string {
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Africa/Lagos" }).format(new Date());
  const [year = 0, month = 0, day = 0] = today.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  const moved = new Date(Date.UTC(year, month - 1 + months, Math.min(day, last)));
  return new Intl.DateTimeFormat("en-GB", { timeZone: "UTC" }).format(moved);
}

test("lists the last month ten a page, and keeps filters in the address until they are cleared", async ({
  page,
}) => {
  await page.goto("/app/entries");
  await expect(page.getByLabel("Start Date")).toHaveValue(typedToday(-1));
  await expect(page.getByLabel("End Date")).toHaveValue(typedToday());
  await expect(page.getByLabel("Organization")).toHaveValue("All Organizations");
  await expect(page.getByRole("table").getByRole("columnheader")).toHaveText([
    "Date",
    "Entry No.",
    "Debit Ledger",
    "Credit Ledger",
    "Amount",
    "Narration",
    "Organization",
    "Action",
  ]);
  await expect(page.getByText(/^1–10 of \d+$/)).toBeVisible();
  await page.getByRole("button", { name: "Page 2", exact: true }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByText(/^11–20 of \d+$/)).toBeVisible();

  const tenantId = await tenantIdOf(page, "Demo Foods Limited");
  const group = await addGroupByApi(page, tenantId, uniqueName("Filtered"));
  const name = uniqueName("Filtered till");
  const ledger = await addLedgerByApi(page, group, name);
  const sales = await ledgerIdOf(page, tenantId, "Sales");
  const narration = uniqueName("Old sale");
  await postReceiptByApi(page, {
    tenant_id: tenantId,
    debit: ledger.id,
    credit: sales,
    amount: "77.00",
    date: "2023-12-31",
    narration,
  });
  await chooseOrganization(page, "Demo Foods Limited");
  await selectBySearch(page, page.getByLabel("Ledger"), name);
  await expect(page).toHaveURL(/tenant_id=\d+/);
  await expect(page).toHaveURL(/ledger_id=\d+/);
  await expect(page.getByText(emptyText)).toBeVisible();
  await expectAccessible(page);

  await typeDate(page.getByLabel("Start Date"), "31/12/2023");
  await expect(page).toHaveURL(/start_date=2023-12-31/);
  const row = rowWith(page, "Entries", narration);
  await expect(row.getByText(name)).toBeVisible();
  await expect(row).toContainText("Sales");
  await expect(row.getByText("₦77.00")).toBeVisible();
  await expect(row.getByText("31 Dec 2023")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Ledger")).toHaveValue(`${ledger.code} ${name}`);
  await expect(row).toBeVisible();

  await typeDate(page.getByLabel("End Date"), "30/12/2023");
  await expect(page.getByText("The end date is before the start date.")).toBeVisible();
  await expect(page.getByText(emptyText)).toBeVisible();
  await page.getByRole("button", { name: "Clear filters to see all entries" }).click();
  await expect(page.getByLabel("Start Date")).toHaveValue("");
  await expect(page.getByLabel("End Date")).toHaveValue("");
  await expect(page.getByLabel("Organization")).toHaveValue("All Organizations");
  await expect(page.getByLabel("Ledger")).toHaveValue("");
  await expect(page.getByText(/^1–10 of \d{3,}$/)).toBeVisible();

  await follow(page, "/app/entries?start_date=1999-01-01&end_date=1999-12-31");
  await expect(page.getByText(emptyText)).toBeVisible();
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await expect(page.getByText(/^1–10 of \d{3,}$/)).toBeVisible();

  // An entry of the system is read-only.
  await chooseOrganization(page, "Demo Foods Limited");
  await selectBySearch(page, page.getByLabel("Ledger"), "Funding account");
  await rowWith(page, "Entries", "DEP-").getByRole("link", { name: /^DEP-/ }).last().click();
  await expect(
    page.getByText(/^The system posted this entry, so it cannot be changed here\./),
  ).toBeVisible();
  await expect(page.getByText("Deposit", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Submit", exact: true })).toHaveCount(0);
  await expect(page.getByRole("region", { name: "History" })).toBeVisible();
});
