import { expect } from "@playwright/test";

import { callApi } from "./pages/api.ts";
import { company, openTab, configurationTest as test } from "./pages/configuration.ts";
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

test.describe("the modules of an organization", { tag: "@phone" }, () => {
  test("are switched at once and say where they come from", async ({ page, found }) => {
    const panel = await openTab(page, found, "Modules");
    for (const name of titles) {
      await expect(panel.getByRole("switch", { name, exact: true })).toBeChecked();
    }
    const core = panel.getByRole("listitem").filter({ hasText: "Employees" });
    await expect(core.getByRole("switch")).toBeDisabled();
    await expect(core.getByText("A core module", { exact: false })).toBeVisible();
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
  });

  test("follow the platform, and Settings counts who differs", async ({ page, found }) => {
    await page.goto("/app/settings/modules");
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

    await page.goto("/app/settings/modules");
    await expect(card.getByText("1 organization differs")).toBeVisible();
  });
});

test("a switch shows at once and goes back when the server refuses", async ({ page, found }) => {
  const panel = await openTab(page, found, "Modules");
  const toggle = panel.getByRole("switch", { name: "Payroll" });
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  let lists = 0;
  await page.route("**/modules", async (route) => {
    lists++;
    await route.continue();
  });
  await page.route("**/modules/payroll", async (route) => {
    await held;
    await route.fulfill({
      status: 503,
      contentType: "application/problem+json",
      body: JSON.stringify({ code: "busy", message: "The server is busy. Try again in a moment." }),
    });
  });
  await toggle.click();
  await expect(toggle).not.toBeChecked();
  release();
  await expect(page.getByText("The server is busy. Try again in a moment.")).toBeVisible();
  await expect(toggle).toBeChecked();
  await expect.poll(() => lists).toBeGreaterThan(0);
  await expect(page.getByText("Module edited successfully..")).toHaveCount(0);
});

test("quick switching on and off ends as the last click said", async ({ page, found }) => {
  const panel = await openTab(page, found, "Modules");
  const toggle = panel.getByRole("switch", { name: "Notices" });
  for (let click = 0; click < 3; click++) await toggle.click();
  await expect(toggle).not.toBeChecked();
  await expect(page.getByText("Module edited successfully..")).toBeVisible();
  await expect
    .poll(async () => {
      const modules = await callApi<{ id: string; enabled: boolean }[]>(
        page,
        "GET",
        `${found.base}/modules`,
      );
      return modules.find(({ id }) => id === "notices")?.enabled;
    })
    .toBe(false);
  await expect(toggle).not.toBeChecked();
});

test("a module that is off refuses its calls with a sentence", async ({ page, found }) => {
  const panel = await openTab(page, found, "Modules");
  await panel.getByRole("switch", { name: "Accounting" }).click();
  await expect(page.getByText("Module edited successfully..")).toBeVisible();
  await page.goto(`/app/chart-accounts?tenant_id=${found.tenant_id}`);
  await expect(
    page.getByText(`The module Accounting is switched off for ${company.name}.`, { exact: false }),
  ).toBeVisible();
  await expect(page).toHaveURL(/chart-accounts/);
});
