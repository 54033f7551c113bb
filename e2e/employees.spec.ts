import { readFile } from "node:fs/promises";

import { expect, type Page } from "@playwright/test";

import { answerQuestion } from "./pages/question.ts";
import { open } from "./pages/screen.ts";
import { expectAccessible, signIn } from "./pages/session.ts";
import { test } from "./pages/test.ts";

const password = "demo password 2026";
/**
 * Users of the demo data: one who maintains employees, and one who may confirm their bank accounts.
 */
const hr = { email: "hr@demo-foods.example", password };
const disburser = { email: "disburser@demo-foods.example", password };

async function chooseBank(page: Page, bank: string, number: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Bank" }).fill(bank);
  await page.getByRole("option", { name: bank }).click();
  await dialog.getByLabel("Account Number").fill(number);
  await dialog.getByRole("button", { name: "Use This Name" }).click();
  await dialog.getByRole("button", { name: "Submit" }).click();
}

test("HR adds an employee and raises the pay, and a second user confirms another bank account", async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, hr);
  await page.goto("/app/employees");
  await page.getByRole("button", { name: "Add Employee" }).click();
  const adding = page.getByRole("dialog", { name: "Add Employee" });
  await adding.getByLabel("First Name").fill("Zainab");
  await adding.getByLabel("Last Name").fill("Yusuf-Danladi");
  await expect(adding.getByLabel("Staff Number")).not.toHaveValue("");
  await expectAccessible(page);
  await adding.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("heading", { name: "Zainab Yusuf-Danladi", level: 2 })).toBeVisible();
  const needs = page.getByRole("region", { name: "Payroll" });
  await needs.getByRole("link", { name: "Pay", exact: true }).click();

  for (const [basic, total] of [
    ["250,000", "₦250,000.00"],
    ["300,000", "₦300,000.00"],
  ] as const) {
    await page.getByRole("button", { name: "Add Pay", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Add Pay" });
    await dialog.getByLabel("Basic").fill(basic);
    await expect(dialog.getByRole("status")).toContainText(total);
    await dialog.getByRole("button", { name: "Submit" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("cell", { name: total }).first()).toBeVisible();
  }
  await expect(needs.getByRole("link", { name: "Pay", exact: true })).toHaveCount(0);

  await page.getByRole("tab", { name: "Bank Account" }).click();
  await page.getByRole("button", { name: "Add Account" }).click();
  await chooseBank(page, "Access Bank", "0690000031");
  await expect(page.getByText("Bank account saved successfully..")).toBeVisible();
  await page.getByRole("button", { name: "Change Account" }).click();
  await chooseBank(page, "United Bank for Africa", "2000000001");
  await expect(page.getByText("You entered this, so somebody else must confirm")).toBeVisible();
  await expect(page.getByRole("button", { name: "Confirm" })).toHaveCount(0);
  await expectAccessible(page);

  const theirs = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const tab = await theirs.newPage();
  await signIn(tab, disburser);
  await tab.goto(page.url());
  await tab.getByRole("button", { name: "Confirm" }).click();
  await answerQuestion(tab, "Confirm this bank account?", "Yes");
  await expect(tab.getByText("Bank account confirmed successfully..")).toBeVisible();
  await theirs.close();

  await page.reload();
  const account = page.getByRole("region", { name: "Bank Account" });
  await expect(account.getByText("United Bank for Africa")).toBeVisible();
  await page.getByRole("tab", { name: "History" }).click();
  await expect(page.getByText("Bank account confirmed")).toBeVisible();

  await page.getByRole("tab", { name: "Leaving" }).click();
  await page.getByRole("button", { name: "End Employment" }).click();
  const leaving = page.getByRole("dialog", { name: "End Employment" });
  await expect(leaving.getByLabel("Last Day")).toBeFocused();
  await page.keyboard.type("+30");
  await leaving.getByRole("combobox", { name: "Reason" }).click();
  await page.getByRole("option", { name: "Resigned" }).click();
  await leaving.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("End of employment saved successfully..")).toBeVisible();
  // The employee has left while the dialog is still closing, and the dialog does not reopen.
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
});

async function upload(page: Page, name: string, lines: readonly string[]): Promise<void> {
  const titles = "Staff No,Surname,First Name,Date Employed,Basic";
  const chosen = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose file" }).click();
  await (
    await chosen
  ).setFiles({
    name,
    mimeType: "text/csv",
    buffer: Buffer.from([titles, ...lines].join("\r\n")),
  });
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
}

test("a file with a rejected row is imported, the row corrected and imported again", async ({
  page,
}, { project }) => {
  // Both projects may share a database.
  const prefix = project.name === "phone" ? "PH" : "DT";
  await signIn(page, hr);
  await page.goto("/app/employees");
  await page.getByRole("link", { name: "Import", exact: true }).click();
  await upload(page, "new-staff.csv", [
    `${prefix}-1,Eze,Uche,05/01/2026,"180,000.00"`,
    `${prefix}-2,Bassey,Ime,31/02/2026,"190,000.00"`,
  ]);
  await page.getByRole("tab", { name: "Rejected 1" }).click();
  await expect(page.getByText("Start Date “31/02/2026”: February 2026 has 28 days.")).toBeVisible();
  await expectAccessible(page);
  const downloaded = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download rejected rows" }).click();
  const rejected = await readFile(await (await downloaded).path(), "utf8");
  expect(rejected).toContain(`${prefix}-2,Bassey,Ime,31/02/2026`);
  await page.getByRole("button", { name: "Import 1 employee" }).click();
  await answerQuestion(page, "Import 1 employee?", "Yes");
  await expect(page.getByText("1 employee was added.")).toBeVisible();

  await open(page, "/app/employees/import");
  const [, ...rows] = rejected.trim().split("\r\n");
  await upload(
    page,
    "corrected.csv",
    rows.map((row) => row.replace("31/02/2026", "28/02/2026")),
  );
  await page.getByRole("button", { name: "Import 1 employee" }).click();
  await answerQuestion(page, "Import 1 employee?", "Yes");
  await page.getByRole("link", { name: "Ime Bassey" }).click();
  await expect(page.getByRole("heading", { name: "Ime Bassey", level: 2 })).toBeVisible();

  await open(page, "/app/employees/import");
  await page.getByRole("button", { name: "Actions for corrected.csv" }).first().click();
  await page.getByRole("menuitem", { name: "Undo import" }).click();
  await answerQuestion(page, "Undo Import?", "Yes");
  await expect(page.getByText("Undone", { exact: true }).first()).toBeVisible();
});
