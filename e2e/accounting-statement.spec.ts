import { expect, type BrowserContext, type Page } from "@playwright/test";

import {
  ledgerIdOf,
  postReceiptByApi,
  addGroupByApi,
  addLedgerByApi,
  rowWith,
  tenantIdOf,
  uniqueName,
} from "./pages/accounting.ts";
import { downloadExport, linesOf } from "./pages/exports.ts";
import { follow } from "./pages/screen.ts";
import { expectAccessible, signIn } from "./pages/session.ts";
import { test } from "./pages/test.ts";

const table = "Ledger Statement";

/**
 * A ledger with an opening balance of ₦100.00 and ₦1.00 on each of the first twelve days of March
 * 2024.
 */
async function ledgerOfTwelveDays(page: Page) {
  const tenantId = await tenantIdOf(page, "Demo Foods Limited");
  const group = await addGroupByApi(page, tenantId, uniqueName("Statements"));
  const name = uniqueName("Twelve days");
  const ledger = await addLedgerByApi(page, group, name, { op_balance: "100.00" });
  const sales = await ledgerIdOf(page, tenantId, "Sales");
  // Posted in reverse order: a statement is sorted by date, not by the time of posting.
  for (let day = 12; day >= 1; day--) {
    const date = `2024-03-${String(day).padStart(2, "0")}`;
    await postReceiptByApi(page, {
      tenant_id: ledger.tenant_id,
      debit: ledger.id,
      credit: sales,
      amount: "1.00",
      date,
      narration: `Day ${day}`,
    });
  }
  return { ...ledger, name };
}

test("shows header, running balances and ten rows a page, and is exported and printed", async ({
  page,
  context,
}) => {
  await signIn(page);
  const ledger = await ledgerOfTwelveDays(page);
  // Without a page in the address it opens on its newest lines.
  const statement = `/app/ledger-statement/${ledger.id}?tenant_id=${ledger.tenant_id}`;
  await page.goto(statement);
  await expect(page.getByText("11–12 of 12")).toBeVisible();
  await page.getByRole("button", { name: "Page 1", exact: true }).click();
  await expect(page.getByRole("combobox", { name: "Ledger" })).toHaveValue(
    `${ledger.code} ${ledger.name}`,
  );
  await expect(page.getByText("ASSETS", { exact: true })).toBeVisible();
  const header = page.getByRole("region", { name: "Ledger", exact: true });
  await expect(header.getByText(/^Opening Balance as of \d\d \w{3} \d{4}$/)).toBeVisible();
  await expect(header.getByText(/^Closing Balance as of \d\d \w{3} \d{4}$/)).toBeVisible();
  await expect(header.getByText("₦100.00 DR")).toBeVisible();
  await expect(header.getByText("₦112.00 DR")).toBeVisible();
  await expect(page.getByRole("table").getByRole("columnheader")).toHaveText([
    "Date",
    "Entry No.",
    "Ledger",
    "Debit Amount",
    "Credit Amount",
    "Balance",
    "Action",
  ]);
  await expect(page.getByText("1–10 of 12")).toBeVisible();
  const first = rowWith(page, table, "01 Mar 2024");
  await expect(first.getByText(ledger.name)).toBeVisible();
  await expect(first.getByText("Sales")).toBeVisible();
  await expect(first.getByText("₦101.00 DR")).toBeVisible();
  await expect(
    rowWith(page, table, "Current Opening Balance").getByText("₦100.00 DR"),
  ).toBeVisible();
  await expect(
    rowWith(page, table, "Current Closing Balance").getByText("₦110.00 DR"),
  ).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Page 2", exact: true }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(
    rowWith(page, table, "Current Opening Balance").getByText("₦110.00 DR"),
  ).toBeVisible();
  await expect(rowWith(page, table, "12 Mar 2024").getByText("₦112.00 DR")).toBeVisible();

  await expectWholeStatement(page);
  await follow(page, `${statement}&start_date=2024-03-03&end_date=2024-03-04`);
  await expect(page.getByText("1–2 of 2")).toBeVisible();
  const { bytes } = await downloadExport(page, "CSV");
  expect(bytes.toString("utf8").match(/Day \d+/g)).toEqual(["Day 3", "Day 4"]);

  await follow(page, statement);
  await expect(page.getByText("11–12 of 12")).toBeVisible();
  await expectPrinted(page, context, ledger.name);
});

/** Exports the statement in all three formats, whose lines do not depend on the shown page. */
async function expectWholeStatement(page: Page): Promise<void> {
  const pdf = await downloadExport(page, "PDF");
  expect(pdf.name).toMatch(/statement.*\.pdf$/i);
  expect(pdf.bytes.toString("latin1", 0, 5)).toBe("%PDF-");
  const workbook = await downloadExport(page, "Excel");
  expect(workbook.name).toMatch(/\.xlsx$/);
  expect(workbook.bytes.toString("latin1", 0, 2)).toBe("PK");
  const csv = await downloadExport(page, "CSV");
  expect(csv.name).toMatch(/\.csv$/);
  const whole = linesOf(csv).join("\n");
  const days = Array.from({ length: 12 }, (_, index) => `Day ${index + 1}`);
  expect(whole.match(/Day \d+/g)).toEqual(days);
  expect(whole).toContain("112.00");
}

async function expectPrinted(page: Page, context: BrowserContext, name: string): Promise<void> {
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
  await expect(page.getByText("11–12 of 12")).toBeVisible();
  await expect(page.getByRole("navigation")).toHaveCount(0);
  // Controls are left out, except the names of the organization and of the filters.
  await expect(page.getByRole("button")).toHaveText([/Demo Foods Limited/]);
  await expect(page.getByRole("combobox")).toHaveValue(new RegExp(name));
}
