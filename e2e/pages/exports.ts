import { readFile } from "node:fs/promises";

import { expect, type Page } from "@playwright/test";

type File = { name: string; bytes: Buffer };

/** Exports what the page shows, by its menu. @returns the file that the browser saves. */
export async function downloadExport(page: Page, format: "PDF" | "Excel" | "CSV"): Promise<File> {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await page.getByRole("menuitem", { name: format }).click();
  const saved = await download;
  const name = saved.suggestedFilename();
  await expect(page.getByText(`${name} is downloaded.`)).toBeVisible();
  return { name, bytes: await readFile(await saved.path()) };
}

/** The lines of an exported CSV. */
export function linesOf({ bytes }: File): string[] {
  return bytes.toString("utf8").trim().split("\r\n");
}
