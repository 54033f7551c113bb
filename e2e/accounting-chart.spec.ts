import { expect } from "@playwright/test";

import { chooseMenuItem, selectBySearch, rowWith, uniqueName } from "./pages/accounting.ts";
import { answerQuestion } from "./pages/question.ts";
import { expectAccessible, signIn } from "./pages/session.ts";
import { test } from "./pages/test.ts";

const table = "Chart of Accounts";

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

test("shows groups and ledgers ten a page; adds, renames and deletes a group, and keeps one that is in use", async ({
  page,
}) => {
  await page.goto("/app/chart-accounts");
  await expect(page.getByLabel("Group", { exact: true })).toHaveValue("Fetch All");
  await expect(page.getByLabel("Organization")).toHaveValue("All Organizations");
  await expect(page.getByRole("table").getByRole("columnheader")).toHaveText([
    "Account Code",
    "Account Name",
    "Type",
    "Organization",
    "O/P Balance",
    "C/L Balance",
    "Actions",
  ]);
  const group = rowWith(page, table, "Cash and bank");
  await expect(group.getByText("Group", { exact: true })).toBeVisible();
  // The class is shown as text as well as by colour.
  await expect(group.getByText("ASSETS")).toBeVisible();
  const ledger = rowWith(page, table, "Funding account");
  await expect(ledger.getByText("Ledger", { exact: true })).toBeVisible();
  await expect(ledger.getByText("Demo Foods Limited")).toBeVisible();
  await expect(page.getByText(/^1–10 of \d+$/)).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Page 2", exact: true }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByText(/^11–20 of \d+$/)).toBeVisible();

  const name = uniqueName("Short-lived");
  await page.getByRole("button", { name: "Add Group" }).click();
  const dialog = page.getByRole("dialog", { name: "Add Group" });
  await dialog.getByRole("button", { name: "Save Group" }).press("Enter");
  await expect(dialog.getByText("Choose an organization.")).toBeVisible();
  await expect(dialog.getByText("Choose a class.")).toBeVisible();
  await expectAccessible(page);
  await selectBySearch(page, dialog.getByLabel("Organization"), "Demo Foods Limited");
  await selectBySearch(page, dialog.getByRole("combobox", { name: "Class" }), "04 EXPENSES");
  await dialog.getByLabel("Group Name").fill(name);
  await dialog.getByRole("button", { name: "Save Group" }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole("searchbox", { name: "Search by name" }).fill("cash and bank");
  await page.getByRole("button", { name: "Actions for Cash and bank" }).first().click();
  await expect(page.getByRole("menuitem", { name: "Edit Group" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Delete Group" })).toHaveCount(0);
  await page.keyboard.press("Escape");

  await page.getByRole("searchbox", { name: "Search by name" }).fill(name);
  await expect(rowWith(page, table, name).getByText("EXPENSES")).toBeVisible();
  await chooseMenuItem(page, name, "Edit Group");
  await expect(page).toHaveURL(/\/app\/groups\/edit\/\d+\?tenant_id=\d+$/);
  await expect(page.getByLabel("Group Code")).toBeDisabled();
  await page.getByLabel("Group Name").fill(`${name} renamed`);
  await page.getByRole("button", { name: "Save Group" }).click();
  await expect(page.getByText("Group updated successfully..")).toBeVisible();
  await expect(rowWith(page, table, `${name} renamed`)).toBeVisible();

  await chooseMenuItem(page, `${name} renamed`, "Delete Group");
  await answerQuestion(page, "Are you sure you want to delete Group?", "Cancel");
  await expect(rowWith(page, table, `${name} renamed`)).toBeVisible();
  await chooseMenuItem(page, `${name} renamed`, "Delete Group");
  await answerQuestion(page, "Are you sure you want to delete Group?", "Yes");
  await expect(page.getByText("Group deleted successfully..")).toBeVisible();
  await expect(page.getByText("No Record Found")).toBeVisible();
});
