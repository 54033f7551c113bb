import { expect } from "@playwright/test";

import {
  ledgerIdOf,
  postReceiptByApi,
  addGroupByApi,
  addLedgerByApi,
  tenantIdOf,
  uniqueName,
} from "./pages/accounting.ts";
import { downloadExport, linesOf } from "./pages/exports.ts";
import { follow } from "./pages/screen.ts";
import { signIn } from "./pages/session.ts";
import { test } from "./pages/test.ts";

// The formats of one list are exported in accounting-statement.spec.ts.
test("exports the chart and the entries with their filters", async ({ page }) => {
  await signIn(page);
  const tenantId = await tenantIdOf(page, "Demo Foods Limited");
  const group = await addGroupByApi(page, tenantId, uniqueName("Exports"));
  const ledger = await addLedgerByApi(page, group, uniqueName("Exported"));
  const sales = await ledgerIdOf(page, tenantId, "Sales");
  for (const day of [1, 2]) {
    await postReceiptByApi(page, {
      tenant_id: tenantId,
      debit: ledger.id,
      credit: sales,
      amount: "1.00",
      date: `2024-05-0${day}`,
      narration: `Day ${day}`,
    });
  }
  await page.goto(`/app/chart-accounts?search=${encodeURIComponent(ledger.name)}`);
  await expect(page.getByRole("table").getByText(ledger.name)).toBeVisible();
  const chart = await downloadExport(page, "CSV");
  expect(chart.name).toMatch(/chart.*\.csv$/i);
  const lines = linesOf(chart).filter((line) => line.includes("Exported"));
  expect(lines).toEqual([expect.stringContaining(ledger.name)]);

  await follow(
    page,
    `/app/entries?start_date=2024-05-01&end_date=2024-05-31&tenant_id=${tenantId}&ledger_id=${ledger.id}`,
  );
  await expect(page.getByText("1–2 of 2")).toBeVisible();
  const entries = await downloadExport(page, "CSV");
  expect(entries.name).toMatch(/entries.*\.csv$/i);
  expect(entries.bytes.toString("utf8").match(/Day \d/g)).toEqual(["Day 2", "Day 1"]);

  // The browser's own print shows the list's filters, and leaves out empty ones.
  await page.emulateMedia({ media: "print" });
  await expect(page.getByLabel("Start Date")).toHaveValue("01/05/2024");
  await expect(page.getByLabel("Start Date")).toBeVisible();
  await expect(page.getByLabel("Organization")).toBeVisible();
  await expect(page.getByLabel("Ledger")).toBeVisible();
  await expect(page.getByRole("searchbox")).toBeHidden();
  await expect(page.getByRole("button", { name: "Export", exact: true })).toBeHidden();
});
