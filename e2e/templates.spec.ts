import { expect, type Locator, type Page } from "@playwright/test";

import {
  demoCompany,
  openTab,
  configurationTest as test,
  replaceText,
} from "./pages/configuration.ts";
import { answerQuestion } from "./pages/question.ts";
import { follow } from "./pages/screen.ts";
import { demoAdministrator, expectAccessible } from "./pages/session.ts";

/** Opens the dialog of a mail from the table. */
async function editTemplate(page: Page, panel: Locator, title: string): Promise<Locator> {
  await panel.getByRole("button", { name: `Actions for ${title}`, exact: true }).click();
  await page.getByRole("menuitem", { name: "Edit Template" }).click();
  const dialog = page.getByRole("dialog", { name: `Edit Template ${title}` });
  await expect(dialog.getByRole("textbox", { name: "Email Body" })).toBeVisible();
  return dialog;
}

test.describe("the email templates of an organization", () => {
  test("are a table of all mails that scrolls", async ({ page, found }, { project }) => {
    const panel = await openTab(page, found, "Email Templates");
    const table = panel.getByRole("table", { name: "Email Templates" });
    await expect(table.getByText("Wallet Deposit", { exact: true })).toBeVisible();
    // The header, 40 mails, and their topics.
    await expect(table.getByRole("row")).toHaveCount(1 + 40 + 9);
    await expect(table.getByRole("rowheader").first()).toHaveText("Employees");
    if (project.name === "desktop") {
      await expect(table.getByRole("columnheader")).toHaveText(["Subject", "Email Body", "Action"]);
    }
    const first = table.getByRole("row").nth(2);
    await expect(first).toContainText("Employee Registration");
    await expect(first).toContainText("Welcome to {{company_name}}, {{employee_name}}");
    await expect(first).toContainText("Dear Demo Employee,");
    await expect(first).toContainText("Built-in");

    const list = table.locator("xpath=ancestor::*[contains(@class,'list')][1]");
    const { height, viewport } = await list.evaluate((node) => ({
      height: node.getBoundingClientRect().height,
      viewport: window.innerHeight,
    }));
    expect(height).toBeLessThanOrEqual(viewport * 0.6 + 2);
    await expectAccessible(page);

    await panel.getByRole("searchbox", { name: "Search templates" }).fill("interview");
    await expect(table.getByRole("row")).toHaveCount(8);
    await panel.getByRole("searchbox", { name: "Search templates" }).fill("nothing like it");
    await expect(panel.getByText("There are no Email Templates available")).toBeVisible();
  });

  test("are edited with placeholders, previewed, mailed, saved and reset", async ({ page, found }, {
    project,
  }) => {
    const panel = await openTab(page, found, "Email Templates");
    const dialog = await editTemplate(page, panel, "Wallet Deposit");
    if (project.name === "desktop") {
      const width = await dialog.evaluate((node) => node.getBoundingClientRect().width);
      expect(Math.round(width)).toBe(Math.round(1280 * 0.7));
    }
    await expectAccessible(page);

    const subject = dialog.getByRole("textbox", { name: "Subject" });
    await replaceText(subject, "Paid in: @comp");
    const offers = page.getByRole("listbox", { name: "Placeholders" });
    await expect(offers.getByRole("option")).toHaveText(["company name"]);
    await subject.press("Enter");
    const mailed = `got money at ${Date.now()}`;
    await subject.pressSequentially(` ${mailed}`);
    const body = dialog.getByRole("textbox", { name: "Email Body" });
    await replaceText(body, "Sum: @amo");
    await offers.getByRole("option", { name: "amount" }).click();

    await dialog.getByRole("tab", { name: "Preview" }).click();
    await expect(dialog.getByText(`Paid in: ${demoCompany.name} ${mailed}`)).toBeVisible();
    const frame = dialog.getByTitle("Preview of the email");
    await expect(frame).toHaveAttribute("sandbox", "");
    const mail = frame.contentFrame();
    await expect(mail.getByText("Sum: ₦100,000.00")).toBeVisible();
    await dialog.getByText("Phone", { exact: true }).click();
    await expect.poll(() => frame.evaluate((node) => node.clientWidth)).toBe(375);
    await dialog.getByText("Desktop", { exact: true }).click();
    await expect.poll(() => frame.evaluate((node) => node.clientWidth)).toBeGreaterThanOrEqual(600);
    await expectAccessible(page);

    await dialog.getByRole("button", { name: "Send test" }).click();
    await expect(
      page.getByText(`A test email is on its way to ${demoAdministrator.email}.`),
    ).toBeVisible();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Email Template edited successfully..")).toBeVisible();
    await expect(dialog).toBeHidden();
    const row = panel.getByRole("row").filter({ hasText: "Wallet Deposit" });
    await expect(row).toContainText(`Paid in: {{company_name}} ${mailed}`);
    await expect(row).toContainText("Sum: ₦100,000.00");
    await expect(row).toContainText("Organization’s own");

    await panel.getByRole("button", { name: "Reset Templates" }).click();
    await answerQuestion(page, "Reset company email templates?", "Cancel");
    await expect(row).toContainText("Organization’s own");
    await panel.getByRole("button", { name: "Reset Templates" }).click();
    await answerQuestion(page, "Reset company email templates?", "Yes");
    await expect(
      page.getByText("Company email templates have been reset to default."),
    ).toBeVisible();
    await expect(row).toContainText("Built-in");
    await expect(row).not.toContainText("got money");

    await follow(page, "/app/settings/outbox");
    await expect(page.getByRole("table", { name: "Mails" })).toContainText(mailed);
  });
});
