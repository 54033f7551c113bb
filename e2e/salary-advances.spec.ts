import { expect, type Page } from "@playwright/test";

import { callApi } from "./pages/api.ts";
import { configurationTest as test, openTab, type Company } from "./pages/configuration.ts";
import { uniqueCode } from "./pages/organizations.ts";
import { open } from "./pages/screen.ts";
import { expectAccessible } from "./pages/session.ts";

/**
 * An employee eligible for an advance: with pay since January, and an account that the sandbox
 * pays.
 */
async function addEmployee(page: Page, { base }: Company, lastName: string): Promise<number> {
  const { id } = await callApi<{ id: number }>(page, "POST", `${base}/employees`, {
    first_name: "Ronke",
    last_name: lastName,
    staff_no: lastName,
    start_date: "2026-01-05",
  });
  const employee = `${base}/employees/${id}`;
  await callApi(page, "POST", `${employee}/pay-rates`, {
    from_date: "2026-01-05",
    basic: "300000.00",
    housing: "100000.00",
    transport: "50000.00",
    other: "0.00",
  });
  await callApi(page, "POST", `${employee}/bank-account-changes`, {
    bank_code: "044",
    account_number: "0690000031",
    account_name: `Ronke ${lastName}`,
  });
  return id;
}

test("an advance is configured, recorded for an employee, read, approved and paid out", async ({
  page,
  found,
}) => {
  test.slow();
  const name = uniqueCode("ADV").toUpperCase();
  await callApi(page, "POST", `${found.base}/funds`, {
    action: "DEPOSIT",
    amount: "400000.00",
    description: "For advances",
  });
  await addEmployee(page, found, name);

  const config = await openTab(page, found, "Salary Advance Config");
  await config.getByLabel("Interest Rate").fill("12");
  const preview = config.getByRole("region", { name: "Last 90 days" });
  await expect(preview.getByText(/nothing to compare|Requests that exist stay/)).toBeVisible();
  await config.getByRole("button", { name: "Save Configuration" }).click();
  await expect(page.getByText("Configuration saved successfully..")).toBeVisible();

  await open(page, `/app/salary-advances?tenant_id=${found.tenant_id}`);
  await page.getByRole("button", { name: "Record Request" }).click();
  const dialog = page.getByRole("dialog", { name: "Record Salary Advance Request" });
  await dialog.getByLabel("Employee").fill(name);
  await page.getByRole("option", { name: `Ronke ${name}` }).click();
  await expect(dialog.getByText("50% of ₦450,000.00 monthly gross is ₦225,000.00.")).toBeVisible();
  const slider = dialog.getByRole("slider", { name: "Amount, by a slider" });
  await slider.press("End");
  await expect(dialog.getByLabel("Amount", { exact: true })).toHaveValue("225,000.00");
  await dialog.getByLabel("Amount", { exact: true }).fill("100000");
  await dialog.getByRole("radio", { name: "3 instalments" }).check();
  const plan = dialog.getByRole("table", { name: "Instalments" });
  await expect(plan.getByRole("row")).toHaveCount(5);
  const payback = await plan.getByRole("row").last().getByRole("cell").last().innerText();
  await dialog.getByRole("radio", { name: "On signed paper" }).check();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Record Request" }).click();
  await expect(page.getByText("Salary advance recorded successfully..")).toBeVisible();

  const request = page.getByRole("region", { name: "Request" });
  await expect(request.getByText("PENDING")).toBeVisible();
  // The server computed the same amount as the form, to the kobo.
  await expect(request.getByText(payback)).toBeVisible();
  await expect(page.getByText("Nothing prevents approval")).toBeVisible();
  await expect(page.getByRole("table", { name: "Repayment Plan" }).getByRole("row")).toHaveCount(4);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText("Salary advance approved successfully..")).toBeVisible();
  await expect(request.getByText("PAID")).toBeVisible({ timeout: 30_000 });
  const transfers = page.getByRole("list", { name: "Transfers" });
  await expect(transfers.getByText("COMPLETED")).toBeVisible();
  await expectAccessible(page);
});

test("a request is rejected in the list, and a decided one has no menu", async ({
  page,
  found,
}) => {
  const name = uniqueCode("REJ").toUpperCase();
  const id = await addEmployee(page, found, name);
  const employee = `${found.base}/employees/${id}/salary-advances`;
  const offer = await callApi<{ terms: { version: string } }>(page, "GET", `${employee}/offer`);
  await callApi(page, "POST", employee, {
    amount: "50000.00",
    instalments: 1,
    terms_version: offer.terms.version,
    accepted_how: "EMAIL",
  });
  await open(page, `/app/salary-advances?tenant_id=${found.tenant_id}&search=${name}`);
  const row = page
    .getByRole("table", { name: "Salary Advances" })
    .getByRole("row")
    .filter({ hasText: name });
  await expect(row.getByText("PENDING")).toBeVisible();
  await expectAccessible(page);
  await row.getByRole("button", { name: `Actions for Ronke ${name}` }).click();
  await page.getByRole("menuitem", { name: "Reject" }).click();
  await expect(page.getByText("Salary advance rejected successfully..")).toBeVisible();
  await expect(row.getByText("REJECTED")).toBeVisible();
  await expect(row.getByRole("button", { name: /^Actions/ })).toHaveCount(0);
});
