import { expect } from "@playwright/test";

import {
  chooseOrganization,
  entryHead,
  itemBuilder,
  itemsTable,
  rowWith,
  uniqueName,
} from "./pages/accounting.ts";
import { open } from "./pages/screen.ts";
import { signIn } from "./pages/session.ts";
import { test } from "./pages/test.ts";

const add = "/app/entries/receipt/add";

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

test("a receipt is entered with the keyboard alone", async ({ page }) => {
  const narration = uniqueName("By keyboard");
  await page.goto(add);
  await chooseOrganization(page, "Demo Foods Limited");
  const choices = page.getByRole("listbox", { name: "Choices" });
  await entryHead(page).getByLabel("Entry Date").focus();
  await page.keyboard.press("Tab");
  await page.keyboard.type(narration);
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Organization")).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.type("current acc");
  await expect(choices.getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(itemBuilder(page).getByLabel("DR/CR")).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.type("64.20");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Cash sale");
  await page.keyboard.press("Enter");
  await expect(itemsTable(page).getByText("Current account")).toBeVisible();

  // The focus is back at the ledger; side and amount are already filled in.
  await expect(itemBuilder(page).getByRole("combobox", { name: "Ledger" })).toBeFocused();
  await page.keyboard.type("03-01-0001");
  await expect(choices.getByRole("option")).toHaveText(["03-01-0001 Sales"]);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Cash sale");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Submit", exact: true })).toBeFocused();
  // The confirmation opens without a network, and the receipt is still there when the network is
  // back.
  const question = page.getByRole("dialog", { name: "Submit Entry?" });
  await page.context().setOffline(true);
  await page.keyboard.press("Control+Enter");
  await expect(question).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByText(/The server cannot be reached/)).toBeVisible();
  await expect(itemsTable(page).getByText("Current account")).toBeVisible();
  await page.context().setOffline(false);
  await page.keyboard.press("Control+Enter");
  await expect(question).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Entry added successfully..")).toBeVisible();
  await open(page, "/app/entries");
  await expect(rowWith(page, "Entries", narration).getByText("₦64.20")).toBeVisible();
});
