import { expect, type Page } from "@playwright/test";

/**
 * Expects that nothing on the current page is outside the window, where a phone would scroll
 * sideways.
 */
export async function expectNothingCutOff(page: Page): Promise<void> {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(beyond, "pixels beyond the edge").toBeLessThanOrEqual(0);
}

/** Expects that the page shows some text and no longer loads anything. */
export async function expectLoaded(page: Page): Promise<void> {
  await expect(
    page.locator("main").getByText(/\S/).filter({ visible: true }).first(),
  ).toBeVisible();
  await expect(page.locator("main [aria-busy='true'], main .mantine-Skeleton-root")).toHaveCount(0);
  await expect(page.getByText(/could not be loaded|not found|stopped working/)).toHaveCount(0);
}
