import { expect, test as base, type Page } from "@playwright/test";

/**
 * The address of the application for each worker: of the servers that tools/e2e.ts requests, or of
 * one that is already running, for example by `npm start`.
 */
export const serverUrls = (process.env["KONTOR_E2E_URLS"] ?? "http://127.0.0.1:3000").split(" ");

/**
 * A test whose pages belong to its worker's own server, so that no two concurrent tests share a
 * database.
 */
export const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are needed.
  baseURL: async ({}, use, { parallelIndex }) => use(serverUrls[parallelIndex]),
});

/** The page that the tests of a file share. A worker runs one file at a time. */
let shared: { file: string; page: Page } | undefined;

/**
 * A test that continues on the page of the test before it in the same file, still signed in as the
 * same user. A new page takes more than two seconds of processor time until it shows the app. What
 * the page has loaded within the last ten seconds it does not request again, so a test that changes
 * such data by the API loads the page anew.
 */
export const continuedTest = test.extend({
  page: async ({ browser, baseURL }, use, { file, project }) => {
    if (shared?.file !== file) {
      await shared?.page.context().close();
      const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
      shared = { file, page: await context.newPage() };
    }
    const { page } = shared;
    const { viewport } = project.use;
    if (viewport) await page.setViewportSize(viewport);
    // A message of the test before could be taken for one of this test.
    await expect(page.locator(".mantine-Notification-root")).toHaveCount(0);
    await use(page);
    await page.unrouteAll({ behavior: "wait" });
  },
});
