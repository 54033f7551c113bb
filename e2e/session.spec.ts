import { expect } from "@playwright/test";

import { demoAdministrator, expectAccessible, signIn, signInByForm } from "./pages/session.ts";
import { test } from "./pages/test.ts";

test.describe("login", { tag: "@phone" }, () => {
  test("greets, shows what is missing, and opens the app", async ({ page }) => {
    await page.goto("/");
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
    await expect(page.getByText("Enter your credentials to continue")).toBeVisible();
    await expectAccessible(page);

    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page.getByLabel("Email")).toHaveAttribute("aria-invalid", "true");
    await page.getByLabel("Email").fill(demoAdministrator.email);
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page.getByText("The email or password is wrong", { exact: false })).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue(demoAdministrator.email);

    await page.getByLabel("Password", { exact: true }).fill(demoAdministrator.password);
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page).toHaveURL(/\/app\/dashboard$/);
    await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
    await expectAccessible(page);
  });
});

test("an expired session signs out with a message and remembers the address", async ({ page }) => {
  // Starts on a page without requests, because a late request would end the session before the next
  // page.
  await page.goto("/login");
  await page.evaluate(() => sessionStorage.setItem("token", "a-token-that-nobody-has-given"));
  await page.goto("/app/organizations");
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText("Session expired, please login again")).toBeVisible();
});

test("another tab opens signed in, and signing out or in again in one tab applies to both", async ({
  page,
  context,
}) => {
  await signInByForm(page);
  const other = await context.newPage();
  await other.goto("/app/organizations");
  await expect(other.getByRole("heading", { name: "Organizations" })).toBeVisible();
  await expect(other.getByText(demoAdministrator.email).first()).toBeVisible();
  await other.getByRole("button", { name: "Logout" }).click();
  await expect(other).toHaveURL(/\/login$/);
  await expect(page).toHaveURL(/\/login$/);
  await signInByForm(page);
  await expect(other).toHaveURL(/\/app\//);
  await expect(other.getByText(demoAdministrator.email).first()).toBeVisible();
});

test("logging out clears the session and the stored branding", async ({ page }) => {
  await signInByForm(page);
  await expect(page.getByText(demoAdministrator.name).first()).toBeVisible();
  await expect(page.getByText(demoAdministrator.email).first()).toBeVisible();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => [sessionStorage.getItem("token"), localStorage.length])).toEqual(
    [null, 0],
  );
  await page.goto("/app/dashboard");
  await expect(page).toHaveURL(/\/login$/);
});

test("forgot password requires email and code and shows what is wrong", async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
  await expectAccessible(page);
  await page.getByLabel("Email").fill("nobody@kontor.example");
  await page.getByRole("button", { name: "Send code" }).click();
  await page.getByLabel("6-digit code").fill("000000");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("This code is wrong or has expired.")).toBeVisible();
  await expectAccessible(page);
});

test("a screen and its parts requested offline are shown once the network is back", async ({
  context,
  page,
}) => {
  await signIn(page);
  await page.goto("/app/dashboard");
  const sidebar = page.getByRole("navigation", { name: "Main" });
  await expect(sidebar.getByRole("link", { name: "Chart of Accounts" })).toBeVisible();
  await context.setOffline(true);
  await sidebar.getByRole("link", { name: "Chart of Accounts" }).click();
  await expect(page.getByText("The server cannot be reached.", { exact: false })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole("searchbox", { name: "Search by name" })).toBeVisible();
  await expect(page.getByText("The server cannot be reached.", { exact: false })).toHaveCount(0);

  await page.route(/\/assets\/export-dropdown-/, (route) => route.abort());
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await page.evaluate(() => document.body.setAttribute("data-kept", ""));
  await page.unroute(/\/assets\/export-dropdown-/);
  await expect(page.getByRole("menuitem", { name: "CSV" })).toBeVisible();
  await expect(page.locator("body[data-kept]")).toBeVisible();
});

test("an unknown address shows the not-found page with a link back", async ({ page }) => {
  await page.goto("/nowhere/at/all");
  await expect(page.getByText("Page not found")).toBeVisible();
  await expectAccessible(page);
});
