import { expect, type Page } from "@playwright/test";

/**
 * Opens an address like a link. The app is not loaded again, which saves a second and a half of
 * processor time. The app must already be shown, since its router follows addresses only from then
 * on.
 */
export async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => window.history.pushState(null, "", to), address);
}

/**
 * Follows an address below `/app` by way of a not-found page: anything shown after that page
 * belongs to the address.
 */
export async function goTo(page: Page, address: string): Promise<void> {
  // The header shows the next page's title before that page is loaded, so the content is checked.
  const nowhere = page.getByText("The address may be wrong, or the page may have moved.");
  await follow(page, "/app/nowhere");
  await expect(nowhere).toBeVisible();
  await follow(page, `/app/${address}`);
  await expect(nowhere).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

/** Opens an address below `/app`: by the app's router if the page shows the app already. */
export async function open(page: Page, address: string): Promise<void> {
  const isApp = new URL(page.url()).pathname.startsWith("/app/");
  if (!isApp) {
    await page.goto(address);
    return;
  }
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const { pathname, search } = new URL(address, page.url());
  await goTo(page, pathname.replace("/app/", "") + search);
}

/**
 * Expects that nothing on the current page is outside the window. The inner width of the window of
 * a phone would not do: a phone zooms out of a page that is too wide, which increases it.
 */
export async function expectNoScrollingSideways(page: Page): Promise<void> {
  const beyond = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(beyond, "pixels beyond the edge").toBeLessThanOrEqual(0);
}

/**
 * Expects that nothing on the current page is outside the window, where a phone would scroll
 * sideways, and that the title in the header is whole.
 */
export async function expectNothingCutOff(page: Page): Promise<void> {
  await expectNoScrollingSideways(page);
  const hidden = await page
    .getByRole("heading", { level: 1 })
    .evaluate(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
      Math.max(scrollHeight - clientHeight, scrollWidth - clientWidth),
    );
  expect(hidden, hiddenOfTitle).toBeLessThanOrEqual(2);
}

const hiddenOfTitle = "pixels of the title that are hidden";

/** Expects that the title in the header would show all of another text. */
export async function expectRoomForTitle(page: Page, text: string): Promise<void> {
  const hidden = await page.getByRole("heading", { level: 1 }).evaluate((title, other) => {
    const own = title.textContent;
    title.textContent = other;
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = title;
    title.textContent = own;
    return Math.max(scrollHeight - clientHeight, scrollWidth - clientWidth);
  }, text);
  expect(hidden, hiddenOfTitle).toBeLessThanOrEqual(2);
}

/** Expects that the texts in the rows of a table neither overlap nor leave the window. */
export async function expectCellsApart(page: Page): Promise<void> {
  const faults = await page.locator("main tbody tr").evaluateAll((rows) =>
    rows.flatMap((row) => {
      const texts = [...row.children].flatMap((cell) => {
        const content = document.createRange();
        content.selectNodeContents(cell);
        const box = content.getBoundingClientRect();
        return box.width === 0 ? [] : [{ box, text: cell.textContent }];
      });
      return texts.flatMap(({ box, text }, index) => [
        ...(box.right > document.documentElement.clientWidth ? [`${text} leaves the window`] : []),
        ...texts
          .slice(index + 1)
          .filter(
            ({ box: other }) =>
              box.left < other.right - 1 &&
              other.left < box.right - 1 &&
              box.top < other.bottom - 1 &&
              other.top < box.bottom - 1,
          )
          .map((other) => `${text} overlaps ${other.text}`),
      ]);
    }),
  );
  expect(faults).toEqual([]);
}

/** Expects that the page shows some text and no longer loads anything. */
export async function expectLoaded(page: Page): Promise<void> {
  await expect(
    page.locator("main").getByText(/\S/).filter({ visible: true }).first(),
  ).toBeVisible();
  await expect(page.locator("main [aria-busy='true'], main .mantine-Skeleton-root")).toHaveCount(0);
  await expect(page.getByText(/could not be loaded|not found|stopped working/)).toHaveCount(0);
}
