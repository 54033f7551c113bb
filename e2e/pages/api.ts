import type { Endpoint } from "@kontor/contract/endpoint";
import { expect, type Page } from "@playwright/test";

import { tokenOf } from "./session.ts";

/** Calls the API as the demo administrator, to set a story up; what a test is about is clicked. */
export async function callApi<Data = unknown>(
  page: Page,
  method: Endpoint["method"],
  path: string,
  body?: unknown,
): Promise<Data> {
  const token = await tokenOf(page);
  const response = await page.request.fetch(`/api${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, Timezone: "Africa/Lagos" },
    ...(body === undefined ? {} : { data: body }),
  });
  expect(response.ok(), `${method} ${path}: ${await response.text()}`).toBe(true);
  const { data } = (await response.json()) as { data: Data };
  return data;
}
