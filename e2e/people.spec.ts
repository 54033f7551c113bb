import { createHmac } from "node:crypto";

import { expect, type Page } from "@playwright/test";

import { demoCompany, findCompany } from "./pages/configuration.ts";
import { withMails } from "./pages/mail.ts";
import { expectNoScrollingSideways, open } from "./pages/screen.ts";
import { demoAdministrator, expectAccessible, signIn } from "./pages/session.ts";
import { test } from "./pages/test.ts";

/** The authenticator app's code for a key, by RFC 6238; `steps` of 30 seconds from now. */
function appCode(base32: string, steps = 0): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = (base32.match(/[A-Z2-7]/g) ?? [])
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const digest = createHmac("sha1", key).update(counter).digest();
  const at = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

async function submitSignIn(page: Page, user: { email: string; password: string }) {
  await page.getByLabel("Email").fill(user.email);
  await page.getByLabel("Password", { exact: true }).fill(user.password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

test("an invited user sets a password and a second factor, and sees only one organization", async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  const invited = { email: "bola.bello@people.example", password: "seven green boats sail" };
  const { base } = await findCompany(page);
  await withMails(page, async (mailed) => {
    await signIn(page);
    await page.goto(`/app${base}?tab=users`);
    await page.getByRole("button", { name: "Invite User" }).click();
    const dialog = page.getByRole("dialog", { name: "Invite User" });
    await dialog.getByLabel("Name").fill("Bola Bello");
    await dialog.getByLabel("Email").fill(invited.email);
    await dialog.getByLabel("Bookkeeper").check();
    await dialog.getByLabel("Your Password", { exact: true }).fill(demoAdministrator.password);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Send Invitation" }).click();
    await expect(page.getByText(`The invitation is on its way to ${invited.email}.`)).toBeVisible();
    await expect(page.getByRole("cell", { name: /^Bola Bello/ })).toBeVisible();
    const invitation = () => mailed(invited.email, /./);
    await expect.poll(invitation, { timeout: 30_000 }).toContain("/invitation#");
    const link = /\/invitation#[\w-]+/.exec(invitation())?.[0] ?? "";

    const theirs = await browser.newContext(baseURL === undefined ? {} : { baseURL });
    const tab = await theirs.newPage();
    await tab.goto(link);
    await expect(tab.getByText(`invited as Bookkeeper of ${demoCompany.name}`)).toBeVisible();
    await tab.getByLabel("Password", { exact: true }).fill(invited.password);
    await tab.getByLabel("Password again").fill(invited.password);
    await expectAccessible(tab);
    const photo = { name: `${"my-photo-".repeat(8)}.png`, mimeType: "image/png" };
    const wide = tab.viewportSize();
    await tab.setViewportSize({ width: 390, height: 844 });
    await tab.getByLabel("Photo").setInputFiles({ ...photo, buffer: Buffer.from("no photo") });
    await expectNoScrollingSideways(tab);
    await tab.getByRole("button", { name: "Remove photo" }).click();
    if (wide !== null) await tab.setViewportSize(wide);
    await tab.getByRole("button", { name: "Set password and sign in" }).click();
    await tab.waitForURL("**/app/dashboard");
    const main = tab.getByRole("navigation", { name: "Main" });
    await expect(main.getByRole("link", { name: "Organization", exact: true })).toBeVisible();
    await expect(main.getByRole("link", { name: "Organizations" })).toHaveCount(0);
    await expect(main.getByRole("link", { name: "Settings" })).toHaveCount(0);

    await tab.getByRole("button", { name: "Account menu" }).click();
    await tab.getByRole("menuitem", { name: "My Account" }).click();
    const factor = tab.getByRole("region", { name: "Second Factor" });
    await factor.getByRole("button", { name: "Set Up" }).click();
    await factor.getByLabel("Your Password", { exact: true }).fill(invited.password);
    await factor.getByRole("button", { name: "Continue" }).click();
    await expect(factor.getByRole("img", { name: /QR code/ })).toBeVisible();
    const key = (await factor.getByText(/^(?:[A-Z2-7]{4} ?)+$/).textContent()) ?? "";
    await factor.getByLabel("6-digit Code").fill(appCode(key));
    await factor.getByRole("button", { name: "Switch On" }).click();
    await factor.getByLabel("I have saved these codes").check();
    await factor.getByRole("button", { name: "Done" }).click();
    await expect(factor.getByText("10 recovery codes are left.", { exact: false })).toBeVisible();
    await expectAccessible(tab);

    await tab.getByRole("button", { name: "Logout" }).click();
    await submitSignIn(tab, invited);
    await expect(tab.getByText("Step 2 of 2")).toBeVisible();
    // The code of this half minute has been used, and one step ahead is within the allowed drift.
    await tab.getByLabel("Code").fill(appCode(key, 1));
    await tab.getByRole("button", { name: "Continue" }).click();
    await tab.waitForURL("**/app/**");
    await expect(main).toBeVisible();
    await open(tab, "/app/chart-accounts");
    await expect(tab.getByRole("table").getByText("Cash and bank")).toBeVisible();
    await expect(tab.getByLabel("Organization", { exact: true })).toHaveCount(0);
    await theirs.close();

    await open(page, "/app/settings/audit-log");
    await expect(page.getByRole("cell", { name: "Signed in" }).first()).toBeVisible();
  });
});
