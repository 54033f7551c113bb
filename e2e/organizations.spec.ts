import { expect } from "@playwright/test";

import {
  addOrganization,
  createOrganizations,
  openOrganization,
  uniqueCode,
} from "./pages/organizations.ts";
import { expectAccessible, signIn } from "./pages/session.ts";
import { test } from "./pages/test.ts";

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

test.describe("list", { tag: "@phone" }, () => {
  test("shows the organizations and leads to one by 'View'", async ({ page }, { project }) => {
    await page.getByRole("link", { name: "Organizations" }).first().click();
    await expect(page).toHaveURL(/\/app\/organizations$/);
    // Other tests add organizations, so that the demo's may be on a later page.
    await page.goto("/app/organizations?search=demo-");
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
    // Three organizations are one page.
    await expect(page.getByRole("navigation", { name: /Pages of/ })).toHaveCount(0);
    await expectAccessible(page);

    await table.getByRole("button", { name: "Actions for Demo Foods Limited" }).click();
    await page.getByRole("menuitem", { name: "View" }).click();
    await expect(page).toHaveURL(/\/app\/organizations\/\d+\/\d+$/);
    await expect(page.getByRole("heading", { name: "Demo Foods Limited" }).first()).toBeVisible();
  });

  test("searches name, code and email, keeps the text in the address, and says when nothing is there", async ({
    page,
  }) => {
    await page.goto("/app/organizations");
    const table = page.getByRole("table", { name: "Organizations" });
    const search = page.getByRole("searchbox", { name: "Search organizations" });
    await search.fill("office@demo-logistics");
    await expect(page).toHaveURL(/search=office%40demo-logistics/);
    await expect(table.getByText("demo-logistics")).toBeVisible();
    await expect(table.getByText("demo-foods")).toHaveCount(0);

    await page.reload();
    await expect(search).toHaveValue("office@demo-logistics");
    await expect(table.getByText("demo-logistics")).toBeVisible();

    await search.fill("no organization is called this");
    await expect(page.getByText("There are no orgs available")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Clear search" }).click();
    await expect(page).not.toHaveURL(/search=/);
    await expect(page.getByText("There are no orgs available")).toHaveCount(0);
    await expect(table.getByRole("link").first()).toBeVisible();
  });
});

test("the list sorts by each column, in the address", async ({ page }) => {
  await page.goto("/app/organizations?search=demo-");
  const table = page.getByRole("table", { name: "Organizations" });
  const codes = table
    .getByRole("row")
    .getByRole("cell")
    .filter({ hasText: /^demo-/ });
  await table.getByRole("button", { name: "Tenant Code" }).click();
  await expect(page).toHaveURL(/sort=code/);
  await expect(codes).toHaveText(["demo-foods", "demo-logistics", "demo-textiles"]);
  await table.getByRole("button", { name: "Company Name" }).click();
  await table.getByRole("button", { name: "Company Name" }).click();
  await expect(page).toHaveURL(/sort=-name/);
  await expect(codes).toHaveText(["demo-textiles", "demo-logistics", "demo-foods"]);
  await expect(table.getByRole("columnheader", { name: "Company Name" })).toHaveAttribute(
    "aria-sort",
    "descending",
  );
  await table.getByRole("button", { name: "Created On" }).click();
  await expect(codes).toHaveText(["demo-foods", "demo-logistics", "demo-textiles"]);
  // What means nothing in an address is left out.
  await page.goto("/app/organizations?sort=nonsense&page=99&search=demo-");
  await expect(codes).toHaveCount(3);
});

test("pages appear when there are more than 25 organizations", async ({ page }) => {
  const stem = uniqueCode("paged");
  await page.goto("/app/organizations");
  await createOrganizations(page, stem, 26);
  await page.goto(`/app/organizations?search=${stem}&sort=code`);
  const table = page.getByRole("table", { name: "Organizations" });
  await expect(table.getByRole("link")).toHaveCount(25);
  await page.getByRole("button", { name: "Page 2" }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(table.getByRole("link")).toHaveText([`Paged ${stem}-26`]);
  await expect(table.getByRole("cell", { name: "26", exact: true })).toBeVisible();
  await expectAccessible(page);
  // A page behind the last leads to it.
  await page.goto(`/app/organizations?search=${stem}&sort=code&page=9`);
  await expect(table.getByRole("link")).toHaveText([`Paged ${stem}-26`]);
});

test.describe("detail", { tag: "@phone" }, () => {
  test("a link opens its tab, and the branding of the open organization is kept", async ({
    page,
  }) => {
    await openOrganization(page, "demo-textiles");
    await page.getByRole("tab", { name: "Branches" }).click();
    await expect(page).toHaveURL(/tab=branches/);
    await page.reload();
    await expect(page.getByRole("tab", { name: "Branches" })).toHaveAttribute(
      "aria-selected",
      "true",
    );
    await expect(page.getByText("There are no branches available")).toBeVisible();
    const kept = () =>
      page.evaluate(() =>
        ["company_name", "company_logo", "brand_color"].map((key) => localStorage.getItem(key)),
      );
    expect(await kept()).toEqual([
      "Demo Textiles Limited",
      expect.stringMatching(/^\//),
      "#7f28Ea",
    ]);
    await page.goto("/login");
    await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
    expect(await kept()).toEqual([null, null, null]);
  });

  test("an organization that is not there says so", async ({ page }) => {
    await page.goto("/app/organizations/999999/999999");
    await expect(page.getByText("The organization was not found.")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "To the organizations" }).click();
    await expect(page).toHaveURL(/\/app\/organizations$/);
  });

  test("branches are added with their state and local government, and listed", async ({ page }) => {
    test.slow();
    const code = uniqueCode("branched");
    await addOrganization(page, { name: `Branched ${code}`, code });
    await openOrganization(page, code);
    await page.getByRole("tab", { name: "Branches" }).click();
    await page.getByRole("button", { name: "Add Branch" }).click();
    const dialog = page.getByRole("dialog", { name: "Add Branch" });
    await expect(dialog.getByRole("button", { name: "Submit" })).toBeDisabled();
    await dialog.getByLabel("Name").fill("Ikeja Branch");
    await dialog.getByLabel("Code").fill("LAG-01");
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
    const table = page.getByRole("table", { name: "Branches" });
    for (const text of ["Ikeja Branch", "LAG-01", "1 Allen Avenue", "Lagos"]) {
      await expect(table.getByText(text, { exact: true })).toHaveCount(1);
    }
    await expectAccessible(page);

    await page.getByRole("button", { name: "Add Branch" }).click();
    await dialog.getByLabel("Name").fill("Second Branch");
    await dialog.getByLabel("Code").fill("LAG-01");
    await dialog.getByRole("button", { name: "Submit" }).click();
    await expect(
      dialog.getByText("The code LAG-01 is taken by another branch of this organization."),
    ).toBeVisible();
    await expect(dialog.getByLabel("Name")).toHaveValue("Second Branch");
  });
});
