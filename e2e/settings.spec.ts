import { openMailServer } from "@kontor/api/testing/mail-server";
import { expect } from "@playwright/test";

import { callApi } from "./pages/api.ts";
import { findCompany, resetConfiguration } from "./pages/configuration.ts";
import { answerQuestion } from "./pages/question.ts";
import { expectLoaded, expectNothingCutOff, follow, goTo, open } from "./pages/screen.ts";
import { demoAdministrator, expectAccessible, signIn } from "./pages/session.ts";
import { continuedTest as test } from "./pages/test.ts";

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

const sections = [
  ["Manage Modules", "modules"],
  ["Manage Mail", "mail"],
  ["Outbox", "outbox"],
  ["URL Settings", "url-settings"],
  ["Bank Credentials", "bank-credentials"],
  ["Email Templates", "email-templates"],
  ["Manage Job Offer", "job-offer"],
  ["Salary Advance Config", "salary-advance-config"],
  ["Funding Limits", "funding-limits"],
  ["Payroll Settings", "payroll-settings"],
  ["Users", "users"],
  ["Sign-in Rules", "sign-in-rules"],
  ["Audit Log", "audit-log"],
] as const;

test("the side menu links to each of its pages", async ({ page }) => {
  test.slow();
  await page.goto("/app");
  await page.getByRole("link", { name: "Settings" }).first().click();
  await expect(page).toHaveURL(/\/app\/settings\/modules$/);
  const menu = page.getByRole("navigation", { name: "Settings" });
  await expect(menu.getByRole("link")).toHaveText(sections.map(([label]) => label));
  for (const [label, path] of sections) {
    await menu.getByRole("link", { name: label }).click();
    await expect(page).toHaveURL(new RegExp(`/app/settings/${path}$`));
    await expect(page.getByRole("heading", { level: 1, name: label })).toBeVisible();
    await expect(page).toHaveTitle(`${label} – Kontor`);
    await expectLoaded(page);
    await expectAccessible(page);
  }
  await page.goto("/app/settings");
  await expect(page).toHaveURL(/\/app\/settings\/modules$/);
});

test("on a phone the menu is a dialog", { tag: "@phone-only" }, async ({ page }) => {
  test.slow();
  await page.goto("/app/settings");
  await expect(page.getByRole("navigation", { name: "Settings", exact: true })).toBeHidden();
  await page.getByRole("button", { name: "Settings menu" }).click();
  const dialog = page.getByRole("dialog", { name: "Settings" });
  await expect(dialog.getByRole("link")).toHaveText(sections.map(([label]) => label));
  await dialog.getByRole("link", { name: "Outbox" }).click();
  await expect(page).toHaveURL(/\/app\/settings\/outbox$/);
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { level: 1, name: "Outbox" })).toBeVisible();
  for (const [label, path] of sections) {
    await goTo(page, `settings/${path}`);
    await expect(page.getByRole("heading", { level: 1, name: label })).toBeVisible();
    await expectLoaded(page);
    await expectNothingCutOff(page);
    if (path !== "job-offer") continue;
    // The width of a phone in the preview fits a phone.
    await page.getByRole("tab", { name: "Preview" }).click();
    await expect(page.getByTitle("Preview of the letter")).toBeVisible();
    await expect(page.locator("main [data-scrolls]")).toHaveCount(0);
  }
});

test("manage mail", async ({ page }) => {
  // A refused mail is retried when it is due.
  test.slow();
  const { base } = await findCompany(page);
  const server = await openMailServer({
    account: { user: "kontor", password: "a password of the server" },
    refuse: (address) =>
      address.startsWith("office@") ? { code: 550, text: "No such person here" } : undefined,
  });
  try {
    await callApi(page, "POST", "/settings/mail/reset", { password: demoAdministrator.password });
    await open(page, "/app/settings/mail");
    const own = page.getByLabel("Your Password", { exact: true });
    await expect(page.getByText("There is no mail server", { exact: true })).toBeVisible();
    await page.getByLabel("Server", { exact: true }).fill("not a server");
    await page.getByLabel("Port", { exact: true }).fill("70000");
    await page.getByLabel("Sender Name").fill("Kontor");
    await page.getByLabel("Sender Email").fill("nobody");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(
      page.getByText("Give the name or address of the server alone", { exact: false }),
    ).toBeVisible();
    await expect(page.getByText("Give the port of the server", { exact: false })).toBeVisible();
    await expect(page.getByText("Enter a valid email address", { exact: false })).toBeVisible();

    await page.getByLabel("Server", { exact: true }).fill("127.0.0.1");
    await page.getByLabel("Port", { exact: true }).fill(String(server.port));
    await page.getByLabel("Security").selectOption("none");
    await page.getByLabel("User Name").fill("kontor");
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await page.getByLabel("Sender Email").fill("no-reply@kontor.example");
    await own.fill(demoAdministrator.password);
    await expect(page.getByText("Save first: the test uses the saved settings.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Send test mail" })).toBeDisabled();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Mail settings saved successfully..")).toBeVisible();
    await expect(page.getByText("•••• word, set since", { exact: false })).toBeVisible();

    await page.getByRole("button", { name: "Send test mail" }).click();
    await expect(page.getByText("The test email was not sent")).toBeVisible();
    await expect(
      page.getByText("did not accept the user name and the password", { exact: false }),
    ).toBeVisible();

    await page.getByLabel("Password", { exact: true }).fill("a password of the server");
    await own.fill(demoAdministrator.password);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("•••• rver, set since", { exact: false })).toBeVisible();
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
    expect(await page.content()).not.toContain("a password of the server");
    await page.getByRole("button", { name: "Send test mail" }).click();
    await expect(page.getByText("The test email was sent")).toBeVisible();
    expect(server.receivers()).toContain(demoAdministrator.email);
    await expectAccessible(page);

    // A deposit mails the organization, whose address this mail server refuses.
    await callApi(page, "POST", `${base}/funds`, { action: "DEPOSIT", amount: "3.00" });
    const menu = page.getByRole("navigation", { name: "Settings" });
    await menu.getByRole("link", { name: "Outbox" }).click();
    const table = page.getByRole("table", { name: "Mails" });
    await page.getByText(/^Failed/).click();
    await expect(page).toHaveURL(/outbox\?.*status=FAILED/);
    const failed = table.getByRole("row").filter({ hasText: "₦3.00 was paid into" }).first();
    await expect(async () => {
      await page.reload();
      await expect(failed).toContainText("FAILED", { timeout: 2000 });
    }).toPass({ timeout: 40_000 });
    const banner = page.getByRole("note", { name: /not sent$/ });
    await expect(banner.getByText("No such person here", { exact: false })).toHaveCount(1);
    await expectAccessible(page);

    // The printed page names the filters of the mails and their values.
    await page.emulateMedia({ media: "print" });
    const printed = page.getByRole("radiogroup", { name: "Status of emails" });
    await expect(printed).toHaveText(/^Failed \(\d+\)$/, { useInnerText: true });
    const label = await printed.evaluate((group) => getComputedStyle(group, "::before").content);
    expect(label).toBe('"Status of emails"');
    await page.emulateMedia({ media: null });

    await failed.getByRole("button", { name: /Actions for/ }).click();
    await page.getByRole("menuitem", { name: "View" }).click();
    const dialog = page.getByRole("dialog", { name: "₦3.00 was paid into your funding account" });
    const frame = dialog.getByTitle("The mail");
    await expect(frame).toHaveAttribute("sandbox", "");
    await expect(frame.contentFrame().getByText("Amount:")).toBeVisible();
    await expect(dialog.getByText("No such person here", { exact: false })).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Close" }).click();

    await failed.getByRole("button", { name: /Actions for/ }).click();
    await page.getByRole("menuitem", { name: "Retry" }).click();
    await expect(page.getByText("The email is being sent again.")).toBeVisible();

    await page.getByRole("searchbox", { name: "Search emails" }).fill("nobody wrote this");
    await expect(page.getByText("No emails found")).toBeVisible();
    await menu.getByRole("link", { name: "Manage Mail" }).click();
    await page.getByRole("button", { name: "Reset" }).click();
    const reset = page.getByRole("dialog", { name: "Reset Mail Settings" });
    await reset.getByLabel("Your Password", { exact: true }).fill(demoAdministrator.password);
    await reset.getByRole("button", { name: "Reset" }).click();
    await expect(page.getByText("There is no mail server", { exact: true })).toBeVisible();
  } finally {
    await callApi(page, "POST", "/settings/mail/reset", { password: demoAdministrator.password });
    await server.close();
  }
});

test("URL settings", async ({ page }) => {
  await open(page, "/app/settings/url-settings");
  const portal = page.getByLabel("Employee Portal");
  await portal.fill("javascript:alert(1)");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(
    page.getByText("Enter a full address that begins with https:// or http://", { exact: false }),
  ).toBeVisible();
  await expect(portal).toHaveAttribute("aria-invalid", "true");
  await portal.fill("https://portal.kontor.example/");
  const password = page.getByLabel("Your Password", { exact: true });
  await password.fill(demoAdministrator.password);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("URL settings saved successfully..")).toBeVisible();
  await expect(portal).toHaveValue("https://portal.kontor.example");
  await page.reload();
  await expect(portal).toHaveValue("https://portal.kontor.example");
  await expectAccessible(page);

  await follow(page, "/app/settings/email-templates?search=Employee Registration");
  await page.getByRole("button", { name: "Actions for Employee Registration" }).click();
  await page.getByRole("menuitem", { name: "Edit Template" }).click();
  const dialog = page.getByRole("dialog", { name: /Edit Template/ });
  await dialog.getByRole("tab", { name: "Preview" }).click();
  const link = dialog
    .getByTitle("Preview of the email")
    .contentFrame()
    .getByRole("link", { name: "Open the employee portal" });
  await expect(link).toHaveAttribute("href", /^https:\/\/portal\.kontor\.example/);
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await follow(page, "/app/settings/url-settings");
  await portal.fill("");
  await password.fill(demoAdministrator.password);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("URL settings saved successfully..")).toBeVisible();
});

test("bank credentials", async ({ page }) => {
  await open(page, "/app/settings/bank-credentials");
  const secret = page.getByLabel("Secret Key", { exact: true });
  await secret.fill("sk_demo_0123456789_wxyz");
  await page.getByLabel("Public Key").fill("pk_demo_1");
  await page.getByLabel("Your Password", { exact: true }).fill(demoAdministrator.password);
  const answers: string[] = [];
  page.on("response", (response) => {
    if (!response.url().includes("/api/")) return;
    // A response that is still pending when the test ends has no body any more.
    void response.text().then(
      (text) => answers.push(text),
      () => undefined,
    );
  });
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Bank credentials saved successfully..")).toBeVisible();
  await expect(page.getByText("•••• wxyz, set since", { exact: false })).toBeVisible();
  await expect(secret).toHaveValue("");
  await expectAccessible(page);

  await page.reload();
  await expect(page.getByText("•••• wxyz, set since", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "Test connection" }).click();
  await expect(
    page.getByText("This is the sandbox: no bank was asked", { exact: false }),
  ).toBeVisible();
  expect(answers.join()).toContain("wxyz");
  expect(answers.join()).not.toContain("0123456789");
  expect(await page.content()).not.toContain("0123456789");

  await page.getByRole("button", { name: "Remove Secret Key" }).click();
  await expect(page.getByText("Will be removed when you save.")).toBeVisible();
  await page.getByLabel("Your Password", { exact: true }).fill(demoAdministrator.password);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("•••• wxyz, set since", { exact: false })).toHaveCount(0);
});

test("the platform's mails and letter are edited and reset in Settings", async ({ page }) => {
  const { base } = await resetConfiguration(page);
  try {
    await callApi(page, "PUT", "/settings/email-templates/14", {
      subject: "From the platform",
      body: "<p>{{amount}} by the platform</p>",
    });
    await callApi(page, "PUT", `${base}/email-templates/14`, {
      subject: "From the organization",
      body: "<p>{{amount}} by the organization</p>",
    });
    // Loaded anew, since the test has just changed what an earlier one showed.
    await page.goto("/app/settings/email-templates");
    const row = page.getByRole("row").filter({ hasText: "Wallet Deposit" });
    await expect(row).toContainText("From the platform");
    await expect(row).toContainText("Platform default");
    await expect(row).toContainText("1 organization differs");
    await page.getByRole("button", { name: "Reset Templates" }).click();
    await answerQuestion(page, "Reset email templates?", "Yes");
    await expect(page.getByText("Email templates have been reset to default.")).toBeVisible();
    await expect(row).toContainText("Built-in");
    await expect(row).toContainText("1 organization differs");

    await follow(page, "/app/settings/job-offer");
    await page.getByRole("button", { name: "Reset", exact: true }).click();
    await answerQuestion(page, "Reset Template?", "Yes");
    await expect(page.getByText("Template reset successfully.")).toBeVisible();
  } finally {
    await resetConfiguration(page);
  }
});
