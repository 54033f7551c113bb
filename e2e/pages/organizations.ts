import { expect, type Locator, type Page } from "@playwright/test";

import { answerQuestion } from "./question.ts";
import { open } from "./screen.ts";

/** The text that a test types into the dialog. The other fields are derived from the code. */
export type TypedOrganization = { name: string; code: string };

/** A code that no other test and no other run of this test uses. */
export function uniqueCode(stem: string): string {
  return `${stem}-${Date.now().toString(36)}`;
}

/** An image file, drawn by the browser under test. */
export async function drawLogo(page: Page, color: string, name = "logo.png") {
  const base64 = await page.evaluate((fill) => {
    const canvas = document.createElement("canvas");
    canvas.width = 640;
    canvas.height = 640;
    const pen = canvas.getContext("2d");
    if (pen === null) throw new Error("The browser does not draw.");
    pen.fillStyle = fill;
    pen.fillRect(0, 0, 640, 640);
    return canvas.toDataURL("image/png").replace("data:image/png;base64,", "");
  }, color);
  return { name, mimeType: "image/png", buffer: Buffer.from(base64, "base64") };
}

/** The open dialog of an organization. */
export function organizationDialog(page: Page, title: "Add Organization" | "Edit Organization") {
  return page.getByRole("dialog", { name: title });
}

/** Opens the dialog for a new organization from the list. */
export async function openAddDialog(page: Page): Promise<Locator> {
  await open(page, "/app/organizations");
  await page.getByRole("button", { name: "Add Organization" }).click();
  const dialog = organizationDialog(page, "Add Organization");
  await expect(dialog.getByRole("textbox", { name: "Employee Benefits" })).toBeVisible();
  return dialog;
}

/** Fills all required fields. */
export async function fillOrganization(
  page: Page,
  dialog: Locator,
  { name, code }: TypedOrganization,
): Promise<void> {
  await dialog.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await dialog.getByLabel("Code").fill(code);
  await dialog.locator("input[type=file]").setInputFiles(await drawLogo(page, "#0c768a"));
  await dialog.getByLabel("Address").fill("12 Marina, Lagos Island");
  await dialog.getByRole("textbox", { name: "Email", exact: true }).fill(`office@${code}.example`);
  await dialog.getByLabel("Support Email").fill(`support@${code}.example`);
  await dialog.getByLabel("Admin Name").fill("First Administrator");
  await dialog.getByLabel("Admin Email").fill(`admin@${code}.example`);
}

/** Answers the open confirmation above the dialog. */
export function confirmSubmission(page: Page, reply: "Yes" | "Cancel" = "Yes"): Promise<void> {
  return answerQuestion(page, "Confirm Submission?", reply);
}

export const savedMessage = "Organization information saved sucessfully";

/** Opens an organization's page through a search in the list. */
export async function openOrganization(page: Page, code: string): Promise<void> {
  await open(page, `/app/organizations?search=${code}`);
  const rows = page.getByRole("table", { name: "Organizations" }).getByRole("row");
  await rows.filter({ hasText: code }).getByRole("link").click();
  await expect(page.getByRole("button", { name: "Edit Organization" })).toBeVisible();
}
