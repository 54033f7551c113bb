import { expect } from "@playwright/test";

import { openOrganization, uniqueCode } from "./pages/organizations.ts";
import { expectNothingCutOff, open } from "./pages/screen.ts";
import { expectAccessible, signIn } from "./pages/session.ts";
import { continuedTest as test } from "./pages/test.ts";

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

test.describe("list", { tag: "@phone" }, () => {
  test("shows the organizations and opens one by 'View'", async ({ page }, { project }) => {
    await page.goto("/app");
    await page.getByRole("link", { name: "Organizations" }).first().click();
    await expect(page).toHaveURL(/\/app\/organizations$/);
    // Other tests add organizations, so the demo organizations may be on a later page.
    await open(page, "/app/organizations?search=demo-");
    const table = page.getByRole("table", { name: "Organizations" });
    await expect(table.getByText("demo-foods")).toBeVisible();
    if (project.name === "desktop") {
      await expect(table.getByRole("columnheader")).toHaveText([
        "#",
        "Company Logo",
        "Tenant Code",
        "Company Name",
        "Created On",
        "Actions",
      ]);
    }
    // Three organizations fit on one page.
    await expect(page.getByRole("navigation", { name: /Pages of/ })).toHaveCount(0);
    await expectAccessible(page);

    await table.getByRole("button", { name: "Actions for Demo Foods Limited" }).click();
    await page.getByRole("menuitem", { name: "View" }).click();
    await expect(page).toHaveURL(/\/app\/organizations\/\d+\/\d+$/);
    await expect(page.getByRole("heading", { name: "Demo Foods Limited" }).first()).toBeVisible();
  });
});

test.describe("detail", () => {
  test("the tabs are one line that scrolls to the open one, below the card on a tablet", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 820, height: 1180 });
    await openOrganization(page, "demo-logistics");
    const line = page.getByRole("tablist");
    const accounts = page.getByRole("tab", { name: "Company Accounts" });
    const last = page.getByRole("tab", { name: "Audit Log" });
    await expect(accounts).toBeInViewport({ ratio: 1 });
    await expect(last).not.toBeInViewport();
    // The keyboard goes through the page from top to bottom.
    await page.getByRole("link", { name: "support@demo-logistics.example" }).focus();
    await page.keyboard.press("Tab");
    await expect(accounts).toBeFocused();
    await page.keyboard.press("End");
    await expect(last).toBeFocused();
    await expect(last).toBeInViewport({ ratio: 1 });
    await page.keyboard.press("Enter");
    await expect(last).toHaveAttribute("aria-selected", "true");
    for (const width of [1280, 1024, 768, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(last).toBeInViewport({ ratio: 1 });
      expect((await line.boundingBox())?.height).toBeLessThan(50);
      await expectNothingCutOff(page);
    }
    // On a phone the tabs stay where they are when one is chosen, also while it is loading.
    await line.evaluate((tabs) => {
      window.scrollBy(0, tabs.getBoundingClientRect().top - 120);
    });
    const top = await page.evaluate(() => window.scrollY);
    expect(top).toBeGreaterThan(250);
    await page.route("**/modules", async (route) => {
      await expect(page.getByRole("table", { name: "Audit Log" })).toBeHidden();
      await route.continue();
    });
    await page.getByRole("tab", { name: "Modules" }).click();
    await expect(page.getByRole("list", { name: "Modules" })).toBeVisible();
    expect(await page.evaluate(() => window.scrollY)).toBeCloseTo(top, -1);
  });

  test("branches are added with their state and local government, and listed", async ({ page }) => {
    const code = uniqueCode("b").toUpperCase();
    await openOrganization(page, "demo-logistics");
    await page.getByRole("tab", { name: "Branches" }).click();
    await page.getByRole("button", { name: "Add Branch" }).click();
    const dialog = page.getByRole("dialog", { name: "Add Branch" });
    await expect(dialog.getByRole("button", { name: "Submit" })).toBeDisabled();
    await dialog.getByLabel("Name").fill(`Ikeja Branch ${code}`);
    await dialog.getByLabel("Code").fill(code);
    await dialog.getByLabel("Address").fill("1 Allen Avenue");
    await expect(dialog.getByRole("combobox", { name: "Local Government" })).toBeDisabled();
    await dialog.getByRole("combobox", { name: "State" }).fill("lagos");
    await page.getByRole("option", { name: "Lagos" }).click();
    await dialog.getByRole("combobox", { name: "Local Government" }).fill("ikej");
    await page.getByRole("option", { name: "Ikeja" }).click();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Submit" }).dblclick();
    await expect(page.getByText("Branch added successfully..")).toBeVisible();
    await expect(dialog).toBeHidden();
    const row = page
      .getByRole("table", { name: "Branches" })
      .getByRole("row")
      .filter({ hasText: code });
    for (const text of [`Ikeja Branch ${code}`, "1 Allen Avenue", "Lagos", "Ikeja"]) {
      await expect(row.getByText(text, { exact: true })).toHaveCount(1);
    }
    await expectAccessible(page);
  });
});
