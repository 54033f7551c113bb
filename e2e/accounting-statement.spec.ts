import { expect, type Page } from "@playwright/test";

import {
  ledgerIdOf,
  makeEntry,
  makeGroup,
  makeLedger,
  rowWith,
  tenantIdOf,
  uniqueName,
} from "./pages/accounting.ts";
import { expectAccessible, signIn } from "./pages/session.ts";
import { test } from "./pages/test.ts";

const table = "Ledger Statement";

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

/**
 * A ledger with an opening balance of ₦100.00 and ₦1.00 on each of the first twelve days of March
 * 2024.
 */
async function twelveDays(page: Page) {
  const tenantId = await tenantIdOf(page, "Demo Foods Limited");
  const group = await makeGroup(page, tenantId, uniqueName("Statements"));
  const name = uniqueName("Twelve days");
  const ledger = await makeLedger(page, group, name, { op_balance: "100.00" });
  const sales = await ledgerIdOf(page, tenantId, "Sales");
  // Posted in reverse order: a statement is sorted by date, not by the time of posting.
  for (let day = 12; day >= 1; day--) {
    const date = `2024-03-${String(day).padStart(2, "0")}`;
    await makeEntry(page, {
      tenant_id: ledger.tenant_id,
      debit: ledger.id,
      credit: sales,
      amount: "1.00",
      date,
    });
  }
  return { ...ledger, name };
}

test("shows header, running balances and ten rows a page, with the page in the address", async ({
  page,
}) => {
  const ledger = await twelveDays(page);
  // Without a page in the address it opens on its newest lines.
  await page.goto(`/app/ledger-statement/${ledger.id}?tenant_id=${ledger.tenant_id}`);
  await expect(page.getByText("11–12 of 12")).toBeVisible();
  await page.getByRole("button", { name: "Page 1", exact: true }).click();
  await expect(page.getByRole("combobox", { name: "Ledger" })).toHaveValue(
    `${ledger.code} ${ledger.name}`,
  );
  await expect(page.getByText("ASSETS", { exact: true })).toBeVisible();
  const header = page.getByRole("region", { name: "Ledger", exact: true });
  await expect(header.getByText(/^Opening Balance as of \d\d \w{3} \d{4}$/)).toBeVisible();
  await expect(header.getByText(/^Closing Balance as of \d\d \w{3} \d{4}$/)).toBeVisible();
  await expect(header.getByText("₦100.00 DR")).toBeVisible();
  await expect(header.getByText("₦112.00 DR")).toBeVisible();
  await expect(page.getByRole("table").getByRole("columnheader")).toHaveText([
    "Date",
    "Entry No.",
    "Ledger",
    "Debit Amount",
    "Credit Amount",
    "Balance",
    "Action",
  ]);
  await expect(page.getByText("1–10 of 12")).toBeVisible();
  const first = rowWith(page, table, "01 Mar 2024");
  await expect(first.getByText(ledger.name)).toBeVisible();
  await expect(first.getByText("Sales")).toBeVisible();
  await expect(first.getByText("₦101.00 DR")).toBeVisible();
  await expect(
    rowWith(page, table, "Current Opening Balance").getByText("₦100.00 DR"),
  ).toBeVisible();
  await expect(
    rowWith(page, table, "Current Closing Balance").getByText("₦110.00 DR"),
  ).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Page 2", exact: true }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(
    rowWith(page, table, "Current Opening Balance").getByText("₦110.00 DR"),
  ).toBeVisible();
  await expect(rowWith(page, table, "12 Mar 2024").getByText("₦112.00 DR")).toBeVisible();
  await page.reload();
  await expect(page.getByText("11–12 of 12")).toBeVisible();
});
