import { expect, type Page } from "@playwright/test";

import {
  confirmSubmission,
  drawLogo,
  fillOrganization,
  openAddDialog,
  openOrganization,
  organizationDialog,
  savedMessage,
  uniqueCode,
} from "./pages/organizations.ts";
import { demoAdministrator, expectAccessible, signIn } from "./pages/session.ts";
import { test } from "./pages/test.ts";

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

test.describe("an organization", () => {
  test("takes all fields, asks for confirmation, shows the organization, edits and suspends it", async ({
    page,
  }) => {
    test.slow();
    const code = uniqueCode("whole");
    const name = `Whole & <b>Sons</b> ‮RTL‬ 🏭 ${code}`;
    const dialog = await openAddDialog(page);
    const submit = dialog.getByRole("button", { name: "Submit" });
    await expect(submit).toBeDisabled();
    await expect(dialog.getByPlaceholder("acme-corp")).toBeVisible();
    await expect(dialog.getByPlaceholder("NBX")).toBeVisible();
    // The example keeps its colour when the field is refused, or it would look like the input.
    const example = () =>
      dialog
        .getByPlaceholder("acme-corp")
        .evaluate((field) => getComputedStyle(field, "::placeholder").color);
    const plain = await example();
    await submit.press("Enter");
    await expect(dialog.getByText("Enter a code, such as acme-corp.")).toBeVisible();
    expect(await example()).toBe(plain);
    await expect(dialog.getByText("Upload a PNG or JPG image (Max: 5MB)")).toBeVisible();
    await expect(dialog.getByLabel("Brand Color")).toHaveValue("#004AAD");
    await expectAccessible(page);

    await fillOrganization(page, dialog, { name, code });
    await dialog.getByLabel("Emp Prefix").fill("WHL");
    await dialog.getByRole("combobox", { name: "State" }).fill("lag");
    await page.getByRole("option", { name: "Lagos" }).click();
    await dialog.getByRole("button", { name: "#1f7a2e" }).click();
    await expect(dialog.getByLabel("Brand Color")).toHaveValue("#1f7a2e");
    await dialog.getByRole("textbox", { name: "About" }).pressSequentially("Makers of ");
    await dialog
      .getByRole("toolbar", { name: "Formatting of About" })
      .getByRole("button", { name: "Bold" })
      .click();
    await dialog.getByRole("textbox", { name: "About" }).pressSequentially("steel");
    await dialog.getByRole("textbox", { name: "Employee Benefits" }).fill("Health cover");
    await expect(submit).toBeEnabled();

    await submit.click();
    await confirmSubmission(page, "Cancel");
    await expect(dialog.getByLabel("Code")).toHaveValue(code);
    await submit.click();
    await confirmSubmission(page);
    await expect(page.getByText(savedMessage)).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("table").getByText(code, { exact: true })).toBeVisible();

    await openOrganization(page, code);
    const card = page.getByRole("region", { name: "Organization", exact: true });
    await expect(card.getByRole("heading", { name })).toBeVisible();
    await expect(card.getByText(code, { exact: true })).toBeVisible();
    await expect(card.getByText("active", { exact: true })).toBeVisible();
    await expect(card.getByText(`office@${code}.example`)).toBeVisible();
    await expect(card.getByText("First Administrator")).toBeVisible();
    await expect(card.getByText(`admin@${code}.example`)).toBeVisible();
    await expect(card.locator("strong", { hasText: "steel" })).toBeVisible();
    await expect(card.getByText("Health cover")).toBeVisible();
    await edit(page, code, name);
    await suspend(page, code);
  });
});

/** Edits the organization of the current page: its name and logo. */
async function edit(page: Page, code: string, name: string): Promise<void> {
  await page.getByRole("button", { name: "Edit Organization" }).click();
  const dialog = organizationDialog(page, "Edit Organization");
  await expect(dialog.getByRole("textbox", { name: "Name", exact: true })).toHaveValue(name);
  await expect(dialog.getByLabel("Code")).toHaveValue(code);
  await expect(dialog.getByLabel("Admin Email")).toHaveValue(`admin@${code}.example`);
  const logo = dialog.getByRole("group", { name: "Logo" });
  const shown = logo.locator("img");
  await expect(shown).toHaveAttribute("src", /^\/(?!\/)/);
  const original = await shown.getAttribute("src");

  await expect(logo.getByRole("button", { name: "Reset" })).toHaveCount(0);
  await dialog.locator("input[type=file]").setInputFiles(await drawLogo(page, "#e63946"));
  await expect(shown).toHaveAttribute("src", /^blob:/);
  await logo.getByRole("button", { name: "Reset" }).click();
  await expect(shown).toHaveAttribute("src", original ?? "");
  await expect(logo.getByRole("button", { name: "Reset" })).toHaveCount(0);
  await expectAccessible(page);

  await dialog.locator("input[type=file]").setInputFiles(await drawLogo(page, "#e63946"));
  await dialog.getByRole("textbox", { name: "Name", exact: true }).fill(`After ${code}`);
  await dialog.getByRole("button", { name: "Submit" }).click();
  await confirmSubmission(page);
  await expect(page.getByText(savedMessage)).toBeVisible();
  const card = page.getByRole("region", { name: "Organization", exact: true });
  await expect(card.getByRole("heading", { name: `After ${code}` })).toBeVisible();
  await expect(card.locator("img")).not.toHaveAttribute("src", original ?? "");
  expect(await page.evaluate(() => localStorage.getItem("company_name"))).toBe(`After ${code}`);
}

/** Suspends the organization of the current page, finds it in the list, and resumes it. */
async function suspend(page: Page, code: string): Promise<void> {
  const card = page.getByRole("region", { name: "Organization", exact: true });
  await card.getByRole("button", { name: "Suspend Organization" }).click();
  const dialog = page.getByRole("dialog", { name: "Suspend Organization" });
  await dialog.getByLabel("Reason").fill("Unpaid fees");
  await dialog.getByLabel("Your Password", { exact: true }).fill(demoAdministrator.password);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Suspend" }).click();
  await expect(page.getByText("Organization suspended successfully..")).toBeVisible();
  await expect(card.getByText("suspended", { exact: true })).toBeVisible();
  await expect(page.getByRole("note").getByText("Unpaid fees")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("link", { name: "Organizations" }).first().click();
  await page.getByRole("searchbox", { name: "Search organizations" }).fill(code);
  await page.getByRole("link", { name: `After ${code} Suspended` }).click();
  await card.getByRole("button", { name: "Resume Organization" }).click();
  const resuming = page.getByRole("dialog", { name: "Resume Organization" });
  await resuming.getByLabel("Your Password", { exact: true }).fill(demoAdministrator.password);
  await resuming.getByRole("button", { name: "Resume" }).click();
  await expect(page.getByText("Organization resumed successfully..")).toBeVisible();
  await expect(card.getByText("active", { exact: true })).toBeVisible();
}
