import { AxeBuilder } from "@axe-core/playwright";
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

/**
 * Axe finds nothing serious or critical on the page as it stands.
 *
 * @param without selects what is left out: in a frame whose sandbox lets no script run, axe never ends.
 */
export async function expectAccessible(page: Page, without?: string): Promise<void> {
  // Looking for violations alone, and without a further page to gather them from frames of other origins,
  // of which there are none, takes a quarter of the time.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).setLegacyMode(true);
  const { violations } = await (without === undefined ? axe : axe.exclude(without)).analyze();
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(
    serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`),
  ).toEqual([]);
}
