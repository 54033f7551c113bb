import { expect, type Page } from "@playwright/test";

import {
  ledgerIdOf,
  makeEntry,
  makeGroup,
  makeLedger,
  pick,
  rowWith,
  tenantIdOf,
  typeDate,
  uniqueName,
} from "./pages/accounting.ts";
import { expectAccessible, signIn } from "./pages/session.ts";
import { test } from "./pages/test.ts";

const table = "Ledger Statement";

// Long flows, on a machine that runs the database and the browser beside them.
test.describe.configure({ timeout: 120_000 });

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

/** A ledger that opened with ₦100.00 and got ₦1.00 on each of the first twelve days of March 2024. */
async function twelveDays(page: Page) {
  const tenantId = await tenantIdOf(page, "Demo Foods Limited");
  const group = await makeGroup(page, tenantId, uniqueName("Statements"));
  const name = uniqueName("Twelve days");
  const ledger = await makeLedger(page, group, name, { op_balance: "100.00" });
  const sales = await ledgerIdOf(page, tenantId, "Sales");
  // Entered last day first: a statement is by day, whenever an entry was made.
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

test(
  "shows header, running balances and ten rows a page, with the page in the address",
  { tag: "@phone" },
  async ({ page }) => {
    const ledger = await twelveDays(page);
    await page.goto(`/app/ledger-statement/${ledger.id}?tenant_id=${ledger.tenant_id}`);
    await expect(page.getByLabel("Choose a ledger")).toHaveValue(`${ledger.code} ${ledger.name}`);
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
  },
);

test(
  "a range needs both dates, includes its last day, and stays in the address",
  { tag: "@phone" },
  async ({ page }) => {
    const ledger = await twelveDays(page);
    await page.goto(`/app/ledger-statement/${ledger.id}?tenant_id=${ledger.tenant_id}&page=2`);
    const range = page.getByRole("form", { name: "Date range" });
    await typeDate(range.getByLabel("Start Date"), "03/03/2024");
    await range.getByRole("button", { name: "Filter" }).click();
    await expect(page.getByText("Please select both start and end dates")).toBeVisible();

    await typeDate(range.getByLabel("End Date"), "02/03/2024");
    await expect(range.getByText("The end date lies before the start date.")).toBeVisible();
    await typeDate(range.getByLabel("End Date"), "05/03/2024");
    await range.getByRole("button", { name: "Filter" }).click();
    await expect(page).toHaveURL(/start_date=2024-03-03&end_date=2024-03-05$/);
    await expect(page.getByText("1–3 of 3")).toBeVisible();
    await expect(rowWith(page, table, "05 Mar 2024")).toBeVisible();
    await expect(
      rowWith(page, table, "Current Opening Balance").getByText("₦102.00 DR"),
    ).toBeVisible();
    await page.reload();
    await expect(range.getByLabel("End Date")).toHaveValue("05/03/2024");
    await expect(page.getByText("1–3 of 3")).toBeVisible();

    await typeDate(range.getByLabel("Start Date"), "01/02/2024");
    await typeDate(range.getByLabel("End Date"), "02/02/2024");
    await range.getByRole("button", { name: "Filter" }).click();
    await expect(page.getByText("No entries from 01 Feb 2024 to 02 Feb 2024")).toBeVisible();
    await expectAccessible(page);
    await range.getByRole("button", { name: "Clear" }).click();
    await expect(page).not.toHaveURL(/start_date/);
    await expect(page.getByText("1–10 of 12")).toBeVisible();
  },
);

test("another ledger is found by typing its name or code", async ({ page }) => {
  const ledger = await twelveDays(page);
  const tenantId = await tenantIdOf(page, "Demo Foods Limited");
  await page.goto(
    `/app/ledger-statement/${await ledgerIdOf(page, tenantId, "Sales")}?tenant_id=${tenantId}`,
  );
  await expect(page.getByText("INCOMES", { exact: true })).toBeVisible();
  await page.getByLabel("Choose a ledger").fill("no ledger is called this");
  await expect(page.getByText("No ledger found")).toBeVisible();
  await pick(page, page.getByLabel("Choose a ledger"), ledger.name);
  await expect(page).toHaveURL(`/app/ledger-statement/${ledger.id}?tenant_id=${ledger.tenant_id}`);
  await expect(page.getByRole("heading", { name: ledger.name })).toBeVisible();
  await page.getByLabel("Choose a ledger").fill(ledger.code);
  await expect(page.getByRole("option", { name: ledger.name })).toBeVisible();
});

test("a ledger that is not there says so", async ({ page }) => {
  await page.goto("/app/ledger-statement/999999999?tenant_id=1");
  await expect(page.getByText("The ledger was not found.")).toBeVisible();
  await expect(page.getByText("The statement could not be loaded.")).toBeVisible();
  await page.goto("/app/ledger-statement/nonsense");
  await expect(page.getByText("Page not found")).toBeVisible();
});
