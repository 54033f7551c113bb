import { expect, type Page } from "@playwright/test";

import {
  addGroupByApi,
  addItem,
  addLedgerByApi,
  chooseOrganization,
  entryHead,
  itemBuilder,
  itemsTable,
  ledgerIdOf,
  postReceiptByApi,
  selectBySearch,
  rowWith,
  submitEntry,
  tenantIdOf,
  uniqueName,
} from "./pages/accounting.ts";
import { expectNoScrollingSideways, open } from "./pages/screen.ts";
import { expectAccessible, signIn } from "./pages/session.ts";
import { test } from "./pages/test.ts";

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

/** Opens the chart of accounts by the menu, and its filter of the organization. */
async function openChart(page: Page, menuButton?: string): Promise<void> {
  const overview = Promise.withResolvers<void>();
  await page.route(/\/api\/dashboard(?:\?|$)/, async (route) => {
    await overview.promise;
    await route.continue();
  });
  await page.goto("/app");
  // The links are below the screen before and after the overview has loaded, so it cannot move
  // them while they are tapped.
  const links = page.getByRole("navigation", { name: "Quick links" });
  await expect(links).toBeAttached();
  await expect(links).not.toBeInViewport();
  overview.resolve();
  await expect(page.getByRole("heading", { name: "Wallets" })).toBeVisible();
  await expect(links).not.toBeInViewport();
  if (menuButton !== undefined) await page.getByRole("button", { name: menuButton }).click();
  const menu = page.getByRole("navigation", { name: "Main" });
  await menu.getByRole("link", { name: "Chart of Accounts" }).click();
  await expect(page).toHaveURL(/\/app\/chart-accounts/);
  // The address changes before the page does, and the dashboard has such a filter too.
  await expect(page.getByRole("searchbox", { name: "Search by name" })).toBeAttached();
  await chooseOrganization(page, "Demo Logistics Limited");
}

test("a group, its ledger, a receipt, its statement, an edit and its history", async ({ page }) => {
  const groupName = uniqueName("Tills");
  const ledgerName = uniqueName("Front till");
  await openChart(page);

  await page.getByRole("button", { name: "Add Group" }).click();
  const dialog = page.getByRole("dialog", { name: "Add Group" });
  await expect(dialog.getByLabel("Organization")).toHaveValue("Demo Logistics Limited");
  await selectBySearch(page, dialog.getByRole("combobox", { name: "Class" }), "01 ASSETS");
  await dialog.getByLabel("Group Name").fill(groupName);
  await dialog.getByRole("button", { name: "Save Group" }).click();
  await expect(dialog).toBeHidden();

  await selectBySearch(page, page.getByRole("combobox", { name: "Group", exact: true }), groupName);
  await page.getByRole("link", { name: "Add Ledger" }).click();
  await expect(page).toHaveURL(/\/app\/ledgers\/add/);
  await expect(page.getByLabel("Parent Group")).toHaveValue(new RegExp(groupName));
  await expect(page.getByLabel("Ledger Code")).toHaveValue(/^01-\d\d-0001$/);
  await expect(page.getByLabel("Debit/Credit")).toHaveValue("DR");
  await page.getByLabel("Ledger Name").fill(ledgerName);
  await page.getByLabel("Opening Balance").fill("1,500");
  await page.getByLabel("Ledger Notes").fill("Counted every evening.");
  await page.getByRole("button", { name: "Save Ledger" }).click();
  await expect(page.getByText("Ledger added successfully..")).toBeVisible();

  // Back on the chart with its filters; the ledger links to its statement.
  await expect(page).toHaveURL(/\/app\/chart-accounts\?.*group_id=/);
  const row = rowWith(page, "Chart of Accounts", ledgerName);
  await expect(row.getByText("₦1,500.00 DR")).toHaveCount(2);
  await row.getByRole("link", { name: ledgerName }).click();
  await expect(page).toHaveURL(/\/app\/ledger-statement\/\d+\?tenant_id=\d+$/);
  await expect(page.getByText("ASSETS", { exact: true })).toBeVisible();
  await expect(page.getByText("Counted every evening.")).toBeVisible();
  await expect(page.getByText("No entries on this ledger yet")).toBeVisible();
  const statement = page.url();

  await open(page, "/app/entries");
  await page.getByRole("link", { name: "Add Entry" }).click();
  await expect(page).toHaveURL(/\/app\/entries\/receipt\/add\?tenant_id=\d+$/);
  await entryHead(page).getByLabel("Narration").fill("Sale at the counter");
  await expect(page.getByRole("button", { name: "Submit", exact: true })).toBeDisabled();
  await addItem(page, { ledger: ledgerName, amount: "250.5" });
  await expect(itemBuilder(page).getByLabel("DR/CR")).toHaveValue("CR");
  await expect(itemBuilder(page).getByLabel("Amount")).toHaveValue("250.50");
  await addItem(page, { ledger: "Sales" });
  await expectAccessible(page);
  await submitEntry(page, "Entry added successfully..");
  await expectAccessible(page);
  await expect(page).toHaveURL(/\/app\/entries(\?|$)/);

  await open(page, statement);
  const posted = rowWith(page, "Ledger Statement", "RCT-");
  await expect(posted.getByText("Sales")).toBeVisible();
  await expect(posted.getByText("₦250.50")).toBeVisible();
  await expect(posted.getByText("₦1,750.50 DR")).toBeVisible();
  await expect(
    rowWith(page, "Ledger Statement", "Current Opening Balance").getByText("₦1,500.00 DR"),
  ).toBeVisible();
  await expect(
    rowWith(page, "Ledger Statement", "Current Closing Balance").getByText("₦1,750.50 DR"),
  ).toBeVisible();

  const number = /RCT-\d+/.exec((await posted.textContent()) ?? "")?.[0] ?? "";
  await posted.getByRole("link", { name: number, exact: true }).click();
  await expect(page).toHaveURL(/\/app\/entries\/receipt\/edit\/\d+\?tenant_id=\d+$/);
  await expect(entryHead(page)).toBeVisible();
  // The message with a link to the entry may still be shown.
  await expect(page.getByRole("main").getByText(number, { exact: true })).toBeVisible();
  await expect(itemsTable(page).getByText("₦1,750.50 DR")).toBeVisible();
  await entryHead(page).getByLabel("Narration").fill("Sale at the front counter");
  await submitEntry(page, "Entry updated successfully..");
  await expect(page).toHaveURL(statement);

  await posted.getByRole("link", { name: number, exact: true }).click();
  const history = page.getByRole("region", { name: "History" });
  await expect(history.getByText("Revision 2")).toBeVisible();
  await expect(history.getByText("Demo Administrator")).toHaveCount(2);
  await expect(
    history.getByText("Narration: Sale at the counter → Sale at the front counter"),
  ).toBeVisible();
  await history.getByText("Show the whole revision").last().click();
  await expect(history.getByText("Recorded the entry")).toBeVisible();
  await expectAccessible(page);
});

test("a phone has a menu, folds the filters and leaves out balances @phone-only", async ({
  page,
}) => {
  await openChart(page, "Open menu");
  await page.getByRole("button", { name: "Add Group" }).click();
  const dialog = page.getByRole("dialog", { name: "Add Group" });
  await expect(dialog.getByLabel("Organization")).toHaveValue("Demo Logistics Limited");
  await expectAccessible(page);
  await selectBySearch(page, dialog.getByRole("combobox", { name: "Class" }), "04 EXPENSES");
  await dialog.getByLabel("Group Name").fill(uniqueName("Stalls"));
  await dialog.getByRole("button", { name: "Save Group" }).click();
  // At the foot of a phone, a message would cover the buttons of forms and dialogs.
  const message = page.locator(".mantine-Notification-root");
  await expect(message).toBeInViewport({ ratio: 1 });
  expect((await message.boundingBox())?.y).toBeLessThan(100);

  const tenantId = await tenantIdOf(page, "Demo Logistics Limited");
  const group = await addGroupByApi(page, tenantId, uniqueName("Tills"));
  const till = await addLedgerByApi(page, group, uniqueName("Front till"), {
    op_balance: "1500.00",
  });
  const sales = await ledgerIdOf(page, tenantId, "Sales");
  const { id } = await postReceiptByApi(page, {
    tenant_id: tenantId,
    debit: till.id,
    credit: sales,
    amount: "250.50",
  });
  await open(page, `/app/entries/receipt/edit/${id}?tenant_id=${tenantId}`);
  await expect(itemsTable(page).getByText(till.name)).toBeVisible();
  await expect(itemsTable(page).getByText("₦1,750.50 DR")).toBeHidden();
  await open(page, "/app/entries/receipt/add");
  await addItem(page, { ledger: till.name, amount: "250.5" });
  await addItem(page, { ledger: "Sales" });
  await expectAccessible(page);

  await page.getByRole("button", { name: /^Switch organization/ }).click();
  await expect(page.getByRole("banner").getByRole("combobox")).toBeFocused();
  await expectNoScrollingSideways(page);
});
