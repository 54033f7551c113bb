import { expect } from "@playwright/test";

import {
  ledgerIdOf,
  postReceiptByApi,
  addLedgerByApi,
  rowWith,
  uniqueName,
} from "./pages/accounting.ts";
import { callApi } from "./pages/api.ts";
import { downloadExport } from "./pages/exports.ts";
import { expectAccessible, signIn } from "./pages/session.ts";
import { test } from "./pages/test.ts";

const tenant_id = 2;

/** January of a bank: a receipt that both have, a charge that only the bank has. */
const january = [
  "Zenith Bank Plc",
  "Trans Date,Value Date,Remarks,Debit,Credit,Balance",
  '05-Jan-2026,05-Jan-2026,NIP FROM ADA,,"250,000.00","1,250,000.00"',
  '20-Jan-2026,21-Jan-2026,SMS CHARGE,53.75,,"1,249,946.25"',
  'Total,,,53.75,"250,000.00",',
].join("\r\n");

test("compares a bank statement, records the reconciliation and states what is outstanding", async ({
  page,
}) => {
  await signIn(page);
  const name = uniqueName("Salary account");
  const group = await callApi<{ id: number }>(page, "POST", "/groups", {
    tenant_id,
    class: "01",
    name: uniqueName("Salary accounts"),
    cash_flow: "cash",
  });
  const bank = await addLedgerByApi(page, { tenant_id, id: group.id }, name, {
    op_balance: "1000000.00",
    op_balance_dc: "DR",
  });
  const other = await ledgerIdOf(page, tenant_id, "Bank clearing");
  const received = { tenant_id, debit: bank.id, credit: other, narration: "Sale to Ada" };
  await postReceiptByApi(page, { ...received, amount: "250000.00", date: "2026-01-05" });
  const cheque = { tenant_id, debit: other, credit: bank.id, narration: "Cheque 000417" };
  await postReceiptByApi(page, { ...cheque, amount: "400000.00", date: "2026-01-28" });

  await page.goto("/app/reports/transaction/month-end?tenant_id=2&period=2026-01");
  const step = rowWith(page, "Month-end Checklist", name);
  await step.getByRole("link", { name: /^Compare the bank statement of/ }).click();
  await page.locator("input[type=file]").setInputFiles({
    name: "january.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(january),
  });
  await page.getByLabel("Statement To").fill("31/01/2026");
  await page.getByLabel("Statement To").press("Tab");
  await expect(page.getByText("Balance of the ledger on 31 Jan 2026")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Record Reconciliation" }).click();
  const form = page.getByRole("dialog", { name: "Record Reconciliation" });
  await expect(form.getByText("None", { exact: true })).toBeVisible();
  await form.getByRole("button", { name: "Record Reconciliation" }).click();
  await expect(form).toBeHidden();
  await page.getByRole("link", { name: "Bank reconciliation statement" }).click();
  const statement = (row: string) => rowWith(page, "Bank Reconciliation", row);
  await expect(statement("Balance as per bank statement")).toContainText("₦1,249,946.25");
  await expect(statement("Cheque 000417")).toContainText("₦400,000.00");
  await expect(statement("SMS CHARGE")).toContainText("₦53.75");
  await expect(statement("Balance as per books")).toContainText("₦850,000.00");
  await expectAccessible(page);
  expect((await downloadExport(page, "PDF")).name).toMatch(/^bank-reconciliation_.*\.pdf$/);
});
