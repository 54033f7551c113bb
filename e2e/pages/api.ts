import type { Endpoint } from "@kontor/contract/endpoint";
import { expect, type Page } from "@playwright/test";

import { demoAdministrator, tokenOf, type Credentials } from "./session.ts";

/**
 * Calls the API to set up data. The behaviour under test goes through the browser.
 *
 * @param user the caller; the demo administrator by default.
 */
export async function callApi<Data = unknown>(
  page: Page,
  method: Endpoint["method"],
  path: string,
  body?: unknown,
  user: Credentials = demoAdministrator,
): Promise<Data> {
  const token = await tokenOf(page, user);
  const response = await page.request.fetch(`/api${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, Timezone: "Africa/Lagos" },
    ...(body === undefined ? {} : { data: body }),
  });
  expect(response.ok(), `${method} ${path}: ${await response.text()}`).toBe(true);
  const { data } = (await response.json()) as { data: Data };
  return data;
}
