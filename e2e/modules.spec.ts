import { expect } from "@playwright/test";

import { demoCompany, openTab, configurationTest as test } from "./pages/configuration.ts";
import { follow, open } from "./pages/screen.ts";
import { expectAccessible } from "./pages/session.ts";

const titles = [
  "Employees",
  "Payroll",
  "Salary Advance",
  "Leave",
  "Recruitment",
  "Chat",
  "Notices",
  "Accounting",
  "Reports",
];

test.describe("the modules of an organization", () => {
  test("are switched immediately, show their level, and refuse the calls of one that is off", async ({
    page,
    found,
  }) => {
    const panel = await openTab(page, found, "Modules");
    for (const name of titles) {
      await expect(panel.getByRole("switch", { name, exact: true })).toBeChecked();
    }
    const core = panel.getByRole("listitem").filter({ hasText: "Employees" });
    await expect(core.getByRole("switch")).toBeDisabled();
    await expect(core.getByText("Core module", { exact: false })).toBeVisible();
    await expectAccessible(page);

    const card = panel.getByRole("listitem").filter({ hasText: "Chat" });
    await expect(card.getByText("Built-in")).toBeVisible();
    await card.getByRole("switch").click();
    await expect(page.getByText("Module edited successfully..")).toBeVisible();
    await expect(card.getByRole("switch")).not.toBeChecked();
    await expect(card.getByText("Organization’s own")).toBeVisible();
    await page.reload();
    await expect(card.getByRole("switch")).not.toBeChecked();

    await card.getByRole("button", { name: "Use the platform’s default for Chat" }).click();
    await expect(card.getByRole("switch")).toBeChecked();
    await expect(card.getByText("Built-in")).toBeVisible();

    await panel.getByRole("switch", { name: "Accounting" }).click();
    await expect(panel.getByRole("switch", { name: "Accounting" })).not.toBeChecked();
    await follow(page, `/app/chart-accounts?tenant_id=${found.tenant_id}`);
    // A short message says it, too.
    await expect(
      page
        .getByRole("table", { name: "Chart of Accounts" })
        .getByText(`The module Accounting is switched off for ${demoCompany.name}.`, {
          exact: false,
        }),
    ).toBeVisible();
    await expect(page).toHaveURL(/chart-accounts/);
  });

  test("follow the platform's default, and Settings counts the organizations that differ", async ({
    page,
    found,
  }) => {
    await open(page, "/app/settings/modules");
    const card = page.getByRole("listitem").filter({ hasText: "Leave" });
    await expect(card.getByText("No organization differs")).toBeVisible();
    await card.getByRole("switch").click();
    await expect(page.getByText("Module edited successfully..")).toBeVisible();
    await expect(card.getByText("Platform default")).toBeVisible();
    await expectAccessible(page);

    const panel = await openTab(page, found, "Modules");
    const own = panel.getByRole("listitem").filter({ hasText: "Leave" });
    await expect(own.getByRole("switch")).not.toBeChecked();
    await expect(own.getByText("Platform default")).toBeVisible();
    await own.getByRole("switch").click();
    await expect(own.getByText("Organization’s own")).toBeVisible();

    await open(page, "/app/settings/modules");
    await expect(card.getByText("1 organization differs")).toBeVisible();
  });
});
