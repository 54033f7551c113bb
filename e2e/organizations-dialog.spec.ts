import { expect } from "@playwright/test";

import {
  addOrganization,
  confirmSubmission,
  drawLogo,
  fillOrganization,
  openAddDialog,
  openOrganization,
  organizationDialog,
  savedMessage,
  uniqueCode,
} from "./pages/organizations.ts";
import { expectAccessible, signIn } from "./pages/session.ts";
import { test } from "./pages/test.ts";

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

test.describe("adding", { tag: "@phone" }, () => {
  test("takes all fields, asks, saves and shows the organization", async ({ page }) => {
    test.slow();
    const code = uniqueCode("whole");
    const name = `Whole & <b>Sons</b> ‮RTL‬ 🏭 ${code}`;
    const dialog = await openAddDialog(page);
    const submit = dialog.getByRole("button", { name: "Submit" });
    await expect(submit).toBeDisabled();
    await expect(dialog.getByPlaceholder("acme-corp")).toBeVisible();
    await expect(dialog.getByPlaceholder("NBX")).toBeVisible();
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
    await expectAccessible(page);
  });

  test("says at each field, when it is left, what is wrong", async ({ page }) => {
    const dialog = await openAddDialog(page);
    await dialog.getByLabel("Code").fill("Acme Corp");
    await dialog.getByLabel("Support Email").fill("nobody");
    await dialog.getByLabel("Brand Color").fill("blue");
    await dialog.getByLabel("Emp Prefix").fill("ÜÖ");
    await dialog.getByLabel("Address").fill("a".repeat(301));
    await dialog.getByRole("textbox", { name: "Name", exact: true }).focus();
    await dialog.getByLabel("Admin Name").focus();
    for (const sentence of [
      "Use lower-case letters, digits and single dashes, such as acme-corp.",
      "Enter a valid email address, such as name@example.com.",
      "Give the colour as # and six hex digits, such as #004AAD.",
      "Use letters, digits and dashes, such as NBX.",
      "Use at most 300 characters.",
      "Enter the company name.",
    ]) {
      await expect(dialog.getByText(sentence)).toBeVisible();
    }
    await expect(dialog.getByRole("button", { name: "Submit" })).toBeDisabled();
    await expectAccessible(page);
  });
});

test("a double click creates one organization", async ({ page }) => {
  const code = uniqueCode("twice");
  const dialog = await openAddDialog(page);
  await fillOrganization(page, dialog, { name: `Twice ${code}`, code });
  await dialog.getByRole("button", { name: "Submit" }).dblclick();
  await page
    .getByRole("dialog", { name: "Confirm Submission?" })
    .getByRole("button", { name: "Yes" })
    .dblclick();
  await expect(page.getByText(savedMessage)).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.goto(`/app/organizations?search=${code}`);
  await expect(page.getByRole("link", { name: `Twice ${code}` })).toHaveCount(1);
});

test(
  "a taken code is an error at its field, and everything typed is kept",
  { tag: "@phone" },
  async ({ page }) => {
    test.slow();
    const dialog = await openAddDialog(page);
    await fillOrganization(page, dialog, { name: "Another Foods", code: "demo-foods" });
    await dialog.getByRole("textbox", { name: "About" }).fill("Typed with care");
    await dialog.getByRole("button", { name: "Submit" }).click();
    await confirmSubmission(page);
    const refusal = "The code demo-foods is taken by another organization. Choose another.";
    await expect(dialog.getByText(refusal)).toBeVisible();
    const code = dialog.getByLabel("Code");
    await expect(code).toBeFocused();
    await expect(code).toHaveAttribute("aria-invalid", "true");
    await expect(dialog.getByRole("textbox", { name: "Name", exact: true })).toHaveValue(
      "Another Foods",
    );
    await expect(dialog.getByRole("textbox", { name: "About" })).toHaveText("Typed with care");
    await expect(dialog.getByRole("button", { name: "Reset" })).toBeVisible();
    await expectAccessible(page);

    // Leaving the field does not make the refusal forgotten; another code does.
    await dialog.getByLabel("Address").focus();
    await expect(dialog.getByText(refusal)).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Submit" })).toBeDisabled();
    await code.fill(uniqueCode("free"));
    await dialog.getByRole("button", { name: "Submit" }).click();
    await confirmSubmission(page);
    await expect(page.getByText(savedMessage)).toBeVisible();
  },
);

test("a logo that is no image is refused in a sentence at its field", async ({ page }) => {
  const code = uniqueCode("no-image");
  const dialog = await openAddDialog(page);
  await fillOrganization(page, dialog, { name: "No Image", code });
  const file = dialog.locator("input[type=file]");
  await file.setInputFiles({
    name: "notes.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("words"),
  });
  await expect(
    dialog.getByText("This file is not an image. Choose a PNG or JPG image."),
  ).toBeVisible();
  // Renamed, it gets past the browser and no further.
  await file.setInputFiles({
    name: "notes.png",
    mimeType: "image/png",
    buffer: Buffer.from("words"),
  });
  await dialog.getByRole("button", { name: "Submit" }).click();
  await confirmSubmission(page);
  await expect(dialog.getByText(/is not a PNG, JPG, WebP or GIF image/)).toBeVisible();
  await expect(dialog.getByLabel("Code")).toHaveValue(code);
});

test("trying again after a lost connection creates one organization", async ({ page }) => {
  const code = uniqueCode("lost");
  const dialog = await openAddDialog(page);
  await fillOrganization(page, dialog, { name: `Lost ${code}`, code });
  const keys: (string | undefined)[] = [];
  await page.route("**/api/organizations", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    keys.push(
      await route
        .request()
        .headerValue("idempotency-key")
        .then((key) => key ?? undefined),
    );
    if (keys.length > 1) return route.fallback();
    // The server does its work, and its answer never arrives.
    await route.fetch();
    return route.abort("connectionreset");
  });
  await dialog.getByRole("button", { name: "Submit" }).click();
  await confirmSubmission(page);
  await expect(page.getByText(/The server cannot be reached/)).toBeVisible();
  await expect(dialog.getByLabel("Code")).toHaveValue(code);

  await dialog.getByRole("button", { name: "Submit" }).click();
  await confirmSubmission(page);
  await expect(page.getByText(savedMessage)).toBeVisible();
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
  await page.goto(`/app/organizations?search=${code}`);
  await expect(page.getByRole("link", { name: `Lost ${code}` })).toHaveCount(1);
});

test("leaving with unsaved changes asks first", { tag: "@phone" }, async ({ page }) => {
  await page.getByRole("link", { name: "Organizations" }).first().click();
  await page.getByRole("button", { name: "Add Organization" }).click();
  const dialog = organizationDialog(page, "Add Organization");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole("button", { name: "Add Organization" }).click();
  await dialog.getByLabel("Code").fill("kept");
  await page.keyboard.press("Escape");
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog.getByLabel("Code")).toHaveValue("kept");
  await page.goBack();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog.getByLabel("Code")).toHaveValue("kept");
  await dialog.getByRole("button", { name: "Close" }).click();
  await question.getByRole("button", { name: "Yes" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Add Organization" })).toBeFocused();
});

test.describe("editing", { tag: "@phone" }, () => {
  test("begins with what is saved, resets the logo, and reloads the page", async ({ page }) => {
    test.slow();
    const code = uniqueCode("edited");
    await addOrganization(page, { name: `Before ${code}`, code });
    await openOrganization(page, code);
    await page.getByRole("button", { name: "Edit Organization" }).click();
    const dialog = organizationDialog(page, "Edit Organization");
    await expect(dialog.getByRole("textbox", { name: "Name", exact: true })).toHaveValue(
      `Before ${code}`,
    );
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
  });
});

test("of two people who edit at once, the second is told and nothing is lost", async ({
  page,
  context,
}) => {
  // Two browsers and three saves.
  test.slow();
  const code = uniqueCode("both");
  await addOrganization(page, { name: `Both ${code}`, code });
  await openOrganization(page, code);
  const other = await context.newPage();
  await signIn(other);
  await other.goto(page.url());

  await page.getByRole("button", { name: "Edit Organization" }).click();
  const mine = organizationDialog(page, "Edit Organization");
  await mine.getByLabel("Address").fill("My address");
  await mine.getByLabel("Admin Name").fill("My administrator");

  await other.getByRole("button", { name: "Edit Organization" }).click();
  const theirs = organizationDialog(other, "Edit Organization");
  await theirs.getByRole("textbox", { name: "Name", exact: true }).fill(`Theirs ${code}`);
  await theirs.getByLabel("Admin Name").fill("Their administrator");
  await theirs.getByRole("button", { name: "Submit" }).click();
  await confirmSubmission(other);
  await expect(other.getByText(savedMessage)).toBeVisible();

  await mine.getByRole("button", { name: "Submit" }).click();
  await confirmSubmission(page);
  await expect(mine.getByText("Somebody else changed this organization meanwhile")).toBeVisible();
  await expect(mine.getByLabel("Address")).toHaveValue("My address");
  await expectAccessible(page);
  await mine.getByRole("button", { name: "Load the newest" }).click();
  await expect(mine.getByRole("textbox", { name: "Name", exact: true })).toHaveValue(
    `Theirs ${code}`,
  );
  await expect(mine.getByLabel("Address")).toHaveValue("My address");
  await expect(mine.getByLabel("Admin Name")).toHaveValue("My administrator");
  await expect(mine.getByText(/Somebody else changed this too/)).toHaveCount(1);
  await mine.getByRole("button", { name: "Submit" }).click();
  await confirmSubmission(page);
  await expect(page.getByText(savedMessage)).toBeVisible();
  const card = page.getByRole("region", { name: "Organization", exact: true });
  await expect(card.getByRole("heading", { name: `Theirs ${code}` })).toBeVisible();
  await expect(card.getByText("My administrator")).toBeVisible();
});
