import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** The administrator of the demo data, with which every browser run begins. */
export const demoAdministrator = {
  email: "admin@kontor.example",
  password: "demo password 2026",
  name: "Demo Administrator",
};

/** Signs in on the login page, as a person does, and waits for the app. */
export async function signIn(page: Page, user = demoAdministrator): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(user.email);
  await page.getByLabel("Password", { exact: true }).fill(user.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL("**/app/**");
}

/** Axe finds nothing serious or critical on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(
    serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`),
  ).toEqual([]);
}
