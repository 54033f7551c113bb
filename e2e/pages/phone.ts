import { expect, type Page } from "@playwright/test";

/**
 * Nothing of the current page is beyond the edge of the window, where a phone would scroll
 * sideways.
 */
export async function expectNothingCutOff(page: Page): Promise<void> {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(beyond, "pixels beyond the edge").toBeLessThanOrEqual(0);
}
