import { readFile } from "node:fs/promises";

import { expect, type Page } from "@playwright/test";

import {
  ledgerIdOf,
  makeEntry,
  makeGroup,
  makeLedger,
  tenantIdOf,
  uniqueName,
} from "./pages/accounting.ts";
import { signIn } from "./pages/session.ts";
import { test } from "./pages/test.ts";

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

type File = { name: string; bytes: Buffer };

/** Chooses a format in the menu. @returns the file that the browser saves. */
async function exported(page: Page, format: "PDF" | "Excel" | "CSV"): Promise<File> {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await page.getByRole("menuitem", { name: format }).click();
  const saved = await download;
  const name = saved.suggestedFilename();
  await expect(page.getByText(`${name} is downloaded.`)).toBeVisible();
  return { name, bytes: await readFile(await saved.path()) };
}

/** Exports the current list in all three formats. @returns the lines of the CSV. */
async function expectExports(page: Page, name: RegExp): Promise<string[]> {
  const pdf = await exported(page, "PDF");
  expect(pdf.name).toMatch(new RegExp(`${name.source}.*\\.pdf$`));
  expect(pdf.bytes.toString("latin1", 0, 5)).toBe("%PDF-");
  const workbook = await exported(page, "Excel");
  expect(workbook.name).toMatch(/\.xlsx$/);
  expect(workbook.bytes.toString("latin1", 0, 2)).toBe("PK");
  const csv = await exported(page, "CSV");
  expect(csv.name).toMatch(/\.csv$/);
  return csv.bytes.toString("utf8").trim().split("\r\n");
}

/** A ledger with ₦1.00 on each of the first days of May 2024. */
async function ledgerWith(page: Page, days: number) {
  const tenantId = await tenantIdOf(page, "Demo Foods Limited");
  const group = await makeGroup(page, tenantId, uniqueName("Exports"));
  const name = uniqueName("Exported");
  const ledger = await makeLedger(page, group, name, { op_balance: "50.00" });
  const sales = await ledgerIdOf(page, tenantId, "Sales");
  for (let day = 1; day <= days; day++) {
    const date = `2024-05-${String(day).padStart(2, "0")}`;
    const narration = `Day ${day}`;
    await makeEntry(page, {
      tenant_id: tenantId,
      debit: ledger.id,
      credit: sales,
      amount: "1.00",
      date,
      narration,
    });
  }
  return { ...ledger, name, tenantId };
}

test("exports a statement completely, or for the shown days", async ({ page }) => {
  const ledger = await ledgerWith(page, 12);
  await page.goto(`/app/ledger-statement/${ledger.id}?tenant_id=${ledger.tenant_id}`);
  await expect(page.getByText("11–12 of 12")).toBeVisible();
  const whole = await expectExports(page, /statement/i);
  for (let day = 1; day <= 12; day++) {
    expect(
      whole.filter((line) => line.includes(`Day ${day},`) || line.endsWith(`Day ${day}`)),
    ).toHaveLength(1);
  }
  expect(whole.join("\n")).toContain("62.00");

  await page.goto(
    `/app/ledger-statement/${ledger.id}?tenant_id=${ledger.tenant_id}&start_date=2024-05-03&end_date=2024-05-04`,
  );
  await expect(page.getByText("1–2 of 2")).toBeVisible();
  const { bytes } = await exported(page, "CSV");
  expect(bytes.toString("utf8").match(/Day \d+/g)).toEqual(["Day 3", "Day 4"]);
});

test("prints a statement as its PDF", async ({ page, context }) => {
  const ledger = await ledgerWith(page, 11);
  await page.goto(`/app/ledger-statement/${ledger.id}?tenant_id=${ledger.tenant_id}`);
  // A browser without a PDF viewer, as this one may be, saves the file instead of opening it in a
  // tab.
  const shown = Promise.any([
    context.waitForEvent("page", (tab) => tab.url().startsWith("blob:")),
    page.waitForEvent("download", (download) => download.suggestedFilename().endsWith(".pdf")),
  ]);
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await page.getByRole("menuitem", { name: "Print" }).click();
  await shown;

  // The browser's own print of a portrait page shows only the statement, in columns.
  await page.bringToFront();
  await page.setViewportSize({ width: 718, height: 1000 });
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("columnheader", { name: "Entry No." })).toBeVisible();
  await expect(page.getByText("11–11 of 11")).toBeVisible();
  await expect(page.getByRole("navigation")).toHaveCount(0);
  // Controls are left out, except the names of the organization and of the filters.
  await expect(page.getByRole("button")).toHaveText([/Demo Foods Limited/]);
  await expect(page.getByRole("combobox")).toHaveValue(new RegExp(ledger.name));
});

test("exports the chart and the entries with their filters", async ({ page }) => {
  const ledger = await ledgerWith(page, 2);
  await page.goto(`/app/chart-accounts?search=${encodeURIComponent(ledger.name)}`);
  await expect(page.getByRole("table").getByText(ledger.name)).toBeVisible();
  const chart = await expectExports(page, /chart/i);
  expect(chart.filter((line) => line.includes("Exported"))).toHaveLength(1);
  expect(chart.join("\n")).toContain(ledger.name);

  await page.goto(
    `/app/entries?start_date=2024-05-01&end_date=2024-05-31&tenant_id=${ledger.tenantId}&ledger_id=${ledger.id}`,
  );
  await expect(page.getByText("1–2 of 2")).toBeVisible();
  const entries = await expectExports(page, /entries/i);
  expect(entries.join("\n").match(/Day \d/g)).toEqual(["Day 2", "Day 1"]);

  // The browser's own print shows the list's filters, and leaves out empty ones.
  await page.emulateMedia({ media: "print" });
  await expect(page.getByLabel("Start Date")).toHaveValue("01/05/2024");
  await expect(page.getByLabel("Start Date")).toBeVisible();
  await expect(page.getByLabel("Organization")).toBeVisible();
  await expect(page.getByLabel("Ledger")).toBeVisible();
  await expect(page.getByRole("searchbox")).toBeHidden();
  await expect(page.getByRole("button", { name: "Export" })).toBeHidden();
});
