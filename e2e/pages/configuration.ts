import { expect, type Locator, type Page } from "@playwright/test";

import { callApi } from "./api.ts";
import { open } from "./screen.ts";
import { signIn } from "./session.ts";
import { continuedTest } from "./test.ts";

/** A demo organization whose configuration these tests change and restore. */
export const demoCompany = { name: "Demo Textiles Limited", code: "demo-textiles" };

export type Company = { tenant_id: number; company_id: number; base: string };

/** The ids of {@link company}, and the path prefix of its calls. */
export async function findCompany(page: Page): Promise<Company> {
  const found = await callApi<{ tenant_id: number; company_id: number }[]>(
    page,
    "GET",
    `/organizations?search=${demoCompany.code}`,
  );
  const { tenant_id, company_id } = found[0] ?? { tenant_id: 0, company_id: 0 };
  return { tenant_id, company_id, base: `/organizations/${tenant_id}/${company_id}` };
}

/** Removes all configuration that tests saved for the company and the platform. */
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
 * A test by the signed-in administrator, who may change the configuration. It restores the defaults
 * of the company and of the platform, so that the next test starts from them. `found` is the
 * company.
 */
export const configurationTest = continuedTest.extend<{ found: Company }>({
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

/** The tabs of an organization's page, by their names in the address. */
const tabs = {
  "Company Accounts": "accounts",
  Modules: "modules",
  "Email Templates": "email-templates",
  "Job Offer Template": "job-offer",
  "Salary Advance Config": "salary-advance-config",
};

/** Opens a tab of the company by its address. @returns the tab's panel. */
export async function openTab(
  page: Page,
  found: Company,
  tab: keyof typeof tabs,
): Promise<Locator> {
  await open(page, `/app/organizations/${found.tenant_id}/${found.company_id}?tab=${tabs[tab]}`);
  const panel = page.getByRole("tabpanel", { name: tab });
  await expect(panel).toBeVisible();
  return panel;
}

/** Replaces the content of a rich text field by keyboard. */
export async function replaceText(field: Locator, text: string): Promise<void> {
  await field.click();
  await field.press("ControlOrMeta+a");
  await field.press("Delete");
  await field.pressSequentially(text);
}

/** Pastes HTML into a rich text field, like the clipboard. */
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
