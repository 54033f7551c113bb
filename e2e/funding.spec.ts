import { expect, type Locator, type Page } from "@playwright/test";

import { callApi } from "./pages/api.ts";
import { company, findCompany, openTab, type Company } from "./pages/configuration.ts";
import { expectAccessible, signIn } from "./pages/session.ts";
import { test } from "./pages/test.ts";

let found: Company;

test.beforeEach(async ({ page }) => {
  await signIn(page);
  found = await findCompany(page);
});

/** What the card says, in kobo. */
async function balanceOn(panel: Locator): Promise<number> {
  const card = panel.getByRole("region", { name: "Balance" });
  await expect(card).toContainText("₦");
  const text = await card.innerText();
  const naira = /₦([\d,]+\.\d{2})/.exec(text)?.[1] ?? "";
  return Math.round(Number(naira.replaceAll(",", "")) * 100);
}

function asNaira(kobo: number): string {
  return `₦${(kobo / 100).toLocaleString("en-GB", { minimumFractionDigits: 2 })}`;
}

function move(page: Page, action: "DEPOSIT" | "WITHDRAWAL", amount: string, description: string) {
  return callApi(page, "POST", `${found.base}/funds`, { action, amount, description });
}

test.describe("company accounts", { tag: "@phone" }, () => {
  test("shows where funds are paid in, and that it is a sandbox", async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const panel = await openTab(page, found, "Company Accounts");
    await expect(panel.getByText("Current Balance")).toBeVisible();
    const details = panel.getByRole("region", { name: "Account details" });
    await expect(details.getByRole("term")).toHaveText([
      "Bank Name",
      "Account Name",
      "Virtual Account Number",
    ]);
    await expect(details.getByText("Sandbox Bank (no real money)")).toBeVisible();
    await expect(details.getByText(company.name)).toBeVisible();
    await expect(panel.getByText("No real money is here", { exact: false })).toBeVisible();

    const number = `99${String(found.tenant_id).padStart(8, "0")}`;
    await expect(details.getByText(number)).toBeVisible();
    await details.getByRole("button", { name: "Copy virtual account number" }).click();
    await expect(details.getByRole("status")).toHaveText("Copied");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(number);
    await expectAccessible(page);
  });

  test("deposits once, however often Submit is pressed", async ({ page }) => {
    const panel = await openTab(page, found, "Company Accounts");
    await expect(panel.getByRole("button", { name: "Withdraw" })).toHaveCount(0);
    const before = await balanceOn(panel);
    await panel.getByRole("button", { name: "Fund Account" }).click();

    const dialog = page.getByRole("dialog", { name: `Deposit Funds ${company.name}` });
    await expect(dialog.getByText("Current Balance")).toBeVisible();
    await expect(dialog.getByText(asNaira(before))).toBeVisible();
    await expectAccessible(page);

    const submit = dialog.getByRole("button", { name: "Submit" });
    await submit.click();
    await expect(dialog.getByText("Enter an amount.")).toBeVisible();
    const amount = dialog.getByLabel("Amount");
    await expect(amount).toBeFocused();
    await amount.fill("0");
    await submit.click();
    await expect(dialog.getByText("Enter an amount above 0.00.")).toBeVisible();
    await amount.fill("12,50");
    await submit.click();
    await expect(dialog.getByText("Enter an amount such as 1,250.00.")).toBeVisible();

    await amount.fill("₦125,000.50");
    await dialog.getByLabel("Description").fill("Float of the week");
    await submit.dblclick();
    await expect(dialog).toBeHidden();
    await expect(page.getByText("Funds deposited successfully..")).toBeVisible();
    await expect(panel.getByText(asNaira(before + 12_500_050)).first()).toBeVisible();

    const row = panel.getByRole("table", { name: "Transactions" }).getByRole("row").nth(1);
    await expect(row).toContainText("DEPOSIT");
    await expect(row).toContainText("Float of the week");
    await expect(row).toContainText("₦125,000.50");
    await expect(row.getByText("COMPLETED")).toBeVisible();
    await expect(row.getByText(/^DEP-\d{6}$/)).toBeVisible();
    await page.reload();
    await expect(panel.getByText(asNaira(before + 12_500_050)).first()).toBeVisible();
  });

  test("narrows the transactions by action, status and date", async ({ page }, { project }) => {
    await move(page, "DEPOSIT", "500.00", "In");
    await move(page, "WITHDRAWAL", "20.00", "Out");
    const panel = await openTab(page, found, "Company Accounts");
    const table = panel.getByRole("table", { name: "Transactions" });
    if (project.name === "desktop") {
      await expect(table.getByRole("columnheader")).toHaveText([
        "Action",
        "Date",
        "Entry No.",
        "Description",
        "Amount",
        "Status",
      ]);
    }
    await panel.getByLabel("Action", { exact: true }).selectOption("WITHDRAWAL");
    await expect(page).toHaveURL(/action=WITHDRAWAL/);
    await expect(table.getByText("WITHDRAWAL").first()).toBeVisible();
    await expect(table.getByText("DEPOSIT")).toHaveCount(0);

    await panel.getByLabel("Status", { exact: true }).selectOption("FAILED");
    await expect(panel.getByText("No transactions found")).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await expect(panel.getByText("No transactions found")).toBeVisible();
    await expect(panel.getByLabel("Status", { exact: true })).toHaveValue("FAILED");

    await panel.getByRole("button", { name: "Clear filters" }).click();
    await expect(table.getByText("DEPOSIT").first()).toBeVisible();
    await panel.getByLabel("End date").fill("01/02/2020");
    await panel.getByLabel("End date").press("Tab");
    await expect(page).toHaveURL(/end_date=2020-02-01/);
    await expect(panel.getByText("No transactions found")).toBeVisible();
  });
});

test("pages the transactions by ten", async ({ page }) => {
  for (let count = 0; count < 11; count++) await move(page, "DEPOSIT", "1.00", `Row ${count}`);
  const panel = await openTab(page, found, "Company Accounts");
  const table = panel.getByRole("table", { name: "Transactions" });
  await expect(table.getByText("Row 10")).toBeVisible();
  await expect(table.getByRole("row")).toHaveCount(11);
  await expect(panel.getByText("Row 0", { exact: true })).toHaveCount(0);
  await panel.getByRole("button", { name: "Next page" }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(table.getByText("Row 0", { exact: true })).toBeVisible();
});

test("a refusal of the server is shown at its field, and a retry sends the same key", async ({
  page,
}) => {
  const keys: (string | undefined)[] = [];
  let refusals = 1;
  await page.route("**/funds", async (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    if (refusals-- > 0) await route.abort("connectionreset");
    else await route.continue();
  });
  const panel = await openTab(page, found, "Company Accounts");
  const before = await balanceOn(panel);
  await panel.getByRole("button", { name: "Fund Account" }).click();
  const dialog = page.getByRole("dialog", { name: /Deposit Funds/ });
  await dialog.getByLabel("Amount").fill("7");
  await dialog.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("The server cannot be reached.", { exact: false })).toBeVisible();
  await expect(dialog.getByLabel("Amount")).toHaveValue("7.00");
  await dialog.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("Funds deposited successfully..")).toBeVisible();
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
  await expect(panel.getByText(asNaira(before + 700)).first()).toBeVisible();
});

test("an amount that the books cannot hold is refused at its field", async ({ page }) => {
  const panel = await openTab(page, found, "Company Accounts");
  await panel.getByRole("button", { name: "Fund Account" }).click();
  const dialog = page.getByRole("dialog", { name: /Deposit Funds/ });
  await dialog.getByLabel("Amount").fill("10,000,000,000,000.01");
  await dialog.getByRole("button", { name: "Submit" }).click();
  await expect(dialog.getByLabel("Amount")).toHaveAttribute("aria-invalid", "true");
  await expect(dialog).toBeVisible();
});
