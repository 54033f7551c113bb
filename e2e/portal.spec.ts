import { expect, type Page } from "@playwright/test";

import { callApi } from "./pages/api.ts";
import {
  demoCompany,
  configurationTest as test,
  openTab,
  type Company,
} from "./pages/configuration.ts";
import { withMails } from "./pages/mail.ts";
import { expectNoScrollingSideways, open } from "./pages/screen.ts";
import { expectAccessible } from "./pages/session.ts";

type Employee = { id: number; tenant_id: number };

type Ledger = { id: number; name: string };

/** Sets the rules on the company's tab, so that employees may request an advance with interest. */
async function configure(page: Page, found: Company): Promise<void> {
  const config = await openTab(page, found, "Salary Advance Config");
  await config.getByLabel("Interest Rate").fill("12");
  await config.getByRole("button", { name: "Save Configuration" }).click();
  await expect(page.getByText("Configuration saved successfully..")).toBeVisible();
}

/**
 * Opens the request from the list, reads the card and approves it. The transfer follows
 * automatically.
 */
async function decideOnTheCard(page: Page, { tenant_id }: Company): Promise<void> {
  await open(page, `/app/salary-advances?tenant_id=${tenant_id}&search=PORTAL-1`);
  const table = page.getByRole("table", { name: "Salary Advances" });
  await table.getByRole("row").filter({ hasText: "Chioma Eze" }).click();
  const request = page.getByRole("region", { name: "Request" });
  await expect(request.getByText("in the portal")).toBeVisible();
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText("Salary advance approved successfully..")).toBeVisible();
  await expect(request.getByText("PAID")).toBeVisible({ timeout: 30_000 });
}

/**
 * Checks the statements of the three ledgers that the money went through, and returns to the card.
 */
async function expectBooked(page: Page, { tenant_id }: Company): Promise<void> {
  const card = page.url();
  for (const name of ["Funding account", "Transfers in transit", "Salary advances receivable"]) {
    const search = `tenant_id=${tenant_id}&with_control=true&search=${encodeURIComponent(name)}`;
    const ledgers = await callApi<Ledger[]>(page, "GET", `/ledgers?${search}`);
    const ledger = ledgers.find((each) => each.name === name);
    await open(page, `/app/ledger-statement/${ledger?.id}?tenant_id=${tenant_id}&per_page=100`);
    await expect(page.getByText(name).first()).toBeVisible();
    await expect(page.getByRole("table").getByText("₦50,000.00").first()).toBeVisible();
  }
  await open(page, card);
}

/** Records on the card that everything was repaid in cash, and follows the entry into the books. */
async function payBack(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Record Repayment" }).click();
  const repayment = page.getByRole("dialog", { name: "Record Repayment" });
  await repayment.getByRole("button", { name: "Full Amount Owed" }).click();
  await expect(repayment.getByLabel("Paid Into")).toHaveValue(/Bank clearing$/);
  await expectAccessible(page);
  await repayment.getByRole("button", { name: "Record Repayment" }).click();
  await expect(page.getByText("Repayment recorded successfully..")).toBeVisible();
  await expect(page.getByText("Nothing is owed.")).toBeVisible();
  await page.getByRole("table", { name: "Repayments" }).getByRole("link").first().click();
  await expect(page.getByText("Salary advances receivable").first()).toBeVisible();
}

test("an invited employee signs in on a phone, requests an advance, is paid, and repays it: from the rules to the books", async ({
  page,
  found,
  browser,
  baseURL,
}) => {
  test.slow();
  const email = "chioma.eze@people.example";
  const { base } = found;
  await configure(page, found);
  await callApi(page, "POST", `${base}/funds`, {
    action: "DEPOSIT",
    amount: "50000.00",
    description: "For advances",
  });
  const employee = await callApi<Employee>(page, "POST", `${base}/employees`, {
    first_name: "Chioma",
    last_name: "Eze",
    staff_no: "PORTAL-1",
    start_date: "2026-01-05",
    designation: "Driver",
    email,
  });
  const record = `${base}/employees/${employee.id}`;
  await callApi(page, "POST", `${record}/pay-rates`, {
    from_date: "2026-01-05",
    basic: "200000.00",
    housing: "0.00",
    transport: "0.00",
    other: "0.00",
  });
  await callApi(page, "POST", `${record}/bank-account-changes`, {
    bank_code: "058",
    account_number: "0123456789",
    account_name: "Chioma Eze",
  });
  await withMails(page, async (mails) => {
    const mailed = (subject: RegExp) => mails(email, subject);
    await open(page, `/app/employees/${employee.tenant_id}/${employee.id}`);
    const panel = page.getByRole("region", { name: "Employee Portal" });
    await panel.getByRole("button", { name: "Invite" }).click();
    await expect(page.getByText(`The invitation is on its way to ${email}.`)).toBeVisible();
    await expect(panel.getByText(/^Invited\. The first sign-in must be by /)).toBeVisible();
    await expectAccessible(page);
    await expect.poll(() => mailed(/invites you/), { timeout: 30_000 }).toContain("/portal");
    const link = /\/portal\/sign-in#[^)\s]+/.exec(mailed(/invites you/))?.[0] ?? "";

    const theirs = await browser.newContext({
      ...(baseURL === undefined ? {} : { baseURL }),
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      reducedMotion: "reduce",
    });
    const tab = await theirs.newPage();
    const scripts: string[] = [];
    tab.on("request", (request) => scripts.push(new URL(request.url()).pathname));
    await tab.goto(link);
    await expect(tab.getByLabel("Email")).toHaveValue(email);
    await expectAccessible(tab);
    await tab.getByRole("button", { name: "Send code" }).click();
    await expect(tab.getByRole("heading", { name: "Enter the code" })).toBeVisible();
    await expect.poll(() => mailed(/Your code/), { timeout: 30_000 }).toMatch(/^\d{6}$/m);
    const code = /^\d{6}$/m.exec(mailed(/Your code/))?.[0] ?? "";
    await tab.getByLabel("6-digit code").fill(code === "000000" ? "000001" : "000000");
    await tab.getByRole("button", { name: "Sign in" }).click();
    await expect(tab.getByText(/^The code is wrong/)).toBeVisible();
    await expectAccessible(tab);
    await tab.getByLabel("6-digit code").fill(code);
    await tab.getByRole("button", { name: "Sign in" }).click();
    await expect(tab.getByRole("heading", { name: "Hello Chioma" })).toBeVisible();
    await expect(tab.getByRole("banner")).toContainText(demoCompany.name);
    await expect(tab.getByText("PORTAL-1")).toBeVisible();
    await expectAccessible(tab);
    // Nothing is wider than the phone, and none of the app's code was loaded.
    await expectNoScrollingSideways(tab);
    expect(scripts.filter((path) => /\/(?:shell|sidebar|navigation)-/.test(path))).toEqual([]);

    await tab.getByRole("link", { name: "Ask for an advance" }).click();
    await tab.getByLabel("Amount", { exact: true }).fill("50000");
    await tab.getByRole("radio", { name: "3 instalments" }).check();
    await expect(tab.getByRole("region", { name: "What is paid back" })).toBeVisible();
    await tab.getByLabel("I have read and accept these terms").check();
    await expectAccessible(tab);
    await expectNoScrollingSideways(tab);
    // The failure is in view although the page is scrolled far down.
    await tab.context().setOffline(true);
    await tab.getByRole("button", { name: "Send request" }).click();
    await expect(tab.getByText(/The server cannot be reached/)).toBeInViewport();
    await tab.context().setOffline(false);
    await tab.getByRole("button", { name: "Send request" }).click();
    const request = tab.getByRole("article");
    await expect(request).toContainText("Waiting for a decision.");
    await expect(request).toContainText("₦50,000.00");
    await expectAccessible(tab);

    await decideOnTheCard(page, found);
    // The page polls while the transfer is pending.
    await tab.reload();
    await expect(request).toContainText("PAID", { timeout: 45_000 });
    await expect(request).toContainText("Paid out on");

    await expectBooked(page, found);
    await payBack(page);
    await tab.reload();
    await expect(request).toContainText("Paid back in full.");

    // The session opens nothing of the app, and ends when the employee signs out.
    await tab.goto("/app/employees");
    await expect(tab.getByRole("heading", { name: "Welcome" })).toBeVisible();
    await tab.goto("/portal");
    await tab.getByRole("button", { name: "Logout" }).click();
    await expect(tab.getByRole("heading", { name: "Employee portal" })).toBeVisible();
    await tab.goto("/portal");
    await expect(tab.getByLabel("Email")).toBeVisible();
    await theirs.close();
  });
});
