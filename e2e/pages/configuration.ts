import { expect, type Locator, type Page } from "@playwright/test";

import { callApi } from "./api.ts";
import { signIn } from "./session.ts";
import { test } from "./test.ts";

/** An organization of the demo data whose configuration these tests change and put back. */
export const company = { name: "Demo Textiles Limited", code: "demo-textiles" };

export type Company = { tenant_id: number; company_id: number; base: string };

/** The ids of {@link company}, and the beginning of its calls. */
export async function findCompany(page: Page): Promise<Company> {
  const found = await callApi<{ tenant_id: number; company_id: number }[]>(
    page,
    "GET",
    `/organizations?search=${company.code}`,
  );
  const { tenant_id, company_id } = found[0] ?? { tenant_id: 0, company_id: 0 };
  return { tenant_id, company_id, base: `/organizations/${tenant_id}/${company_id}` };
}

/** Takes everything away that a test gave the company and the platform to configure. */
export async function resetConfiguration(page: Page): Promise<Company> {
  const found = await findCompany(page);
  for (const what of ["modules", "email-templates", "job-offer-template"]) {
    await callApi(page, "POST", `${found.base}/${what}/reset`, {});
    await callApi(page, "POST", `/settings/${what}/reset`);
  }
  await callApi(page, "POST", `${found.base}/salary-advance-config/reset`, {});
  await callApi(page, "POST", "/settings/salary-advance-config/reset");
  return found;
}

/**
 * A test by the signed-in administrator who may change what is configured: it leaves nothing of the company's or
 * the platform's own behind, so that the next begins with nothing. `found` is the company.
 */
export const configurationTest = test.extend<{ found: Company }>({
  found: [
    async ({ page }, use) => {
      await signIn(page);
      await use(await findCompany(page));
      await page.unrouteAll({ behavior: "wait" });
      await resetConfiguration(page);
    },
    { auto: true },
  ],
});

/** Tabs of an organization's page, by what its address calls them. */
const tabs = {
  "Company Accounts": "accounts",
  Modules: "modules",
  "Email Templates": "email-templates",
  "Job Offer Template": "job-offer",
  "Salary Advance Config": "salary-advance-config",
};

/** Opens a tab of the company by its address, and gives what it shows. */
export async function openTab(
  page: Page,
  found: Company,
  tab: keyof typeof tabs,
): Promise<Locator> {
  await page.goto(`/app/organizations/${found.tenant_id}/${found.company_id}?tab=${tabs[tab]}`);
  const panel = page.getByRole("tabpanel", { name: tab });
  await expect(panel).toBeVisible();
  return panel;
}

/** Replaces all that a rich text field holds, by the keyboard. */
export async function retype(field: Locator, text: string): Promise<void> {
  await field.click();
  await field.press("ControlOrMeta+a");
  await field.press("Delete");
  await field.pressSequentially(text);
}

/** Puts HTML into a rich text field as the clipboard would. */
export async function pasteHtml(field: Locator, html: string): Promise<void> {
  await field.click();
  await field.press("ControlOrMeta+a");
  await field.evaluate((node, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/html", pasted);
    clipboardData.setData("text/plain", "pasted as text");
    node.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  }, html);
}
