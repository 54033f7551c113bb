import { expect, type Locator } from "@playwright/test";

import { demoCompany, findCompany, openTab, type Company } from "./pages/configuration.ts";
import { expectAccessible, signIn } from "./pages/session.ts";
import { test } from "./pages/test.ts";

let found: Company;

test.beforeEach(async ({ page }) => {
  await signIn(page);
  found = await findCompany(page);
});

/** The balance on the card, in kobo. */
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

test.describe("company accounts", () => {
  test("show the account for payments, and accept a deposit", async ({ page, context }) => {
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
    await expect(details.getByText(demoCompany.name)).toBeVisible();
    await expect(
      panel.getByText("No bank is connected and no real money moves", { exact: false }),
    ).toBeVisible();

    const number = `99${String(found.tenant_id).padStart(8, "0")}`;
    await expect(details.getByText(number)).toBeVisible();
    await details.getByRole("button", { name: "Copy virtual account number" }).click();
    await expect(details.getByRole("status")).toHaveText("Copied");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(number);
    await expectAccessible(page);

    await expect(panel.getByRole("button", { name: "Withdraw" })).toHaveCount(0);
    const before = await balanceOn(panel);
    await panel.getByRole("button", { name: "Fund Account" }).click();

    const dialog = page.getByRole("dialog", { name: `Deposit Funds ${demoCompany.name}` });
    await expect(dialog.getByText("Current Balance")).toBeVisible();
    await expect(dialog.getByText(asNaira(before))).toBeVisible();
    await expectAccessible(page);

    const submit = dialog.getByRole("button", { name: "Submit" });
    await dialog.getByLabel("Amount").fill("₦125,000.50");
    await dialog.getByLabel("Description").fill("Float of the week");
    await submit.dblclick();
    const summary = dialog.getByRole("region", { name: "Summary" });
    await expect(summary).toContainText("One hundred and twenty-five thousand naira, fifty kobo");
    await expect(summary).toContainText(asNaira(before + 12_500_050));
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Confirm deposit" }).dblclick();
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
});
