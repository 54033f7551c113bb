import { expect, type Page } from "@playwright/test";

import {
  postReceiptByApi,
  addGroupByApi,
  addLedgerByApi,
  ledgerIdOf,
  selectBySearch,
  rowWith,
  tenantIdOf,
  uniqueName,
} from "./pages/accounting.ts";
import { expectCellsApart, expectNothingCutOff, open } from "./pages/screen.ts";
import { expectAccessible, signIn } from "./pages/session.ts";
import { continuedTest as test } from "./pages/test.ts";

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

/** A new group of the first demo organization, for one test only. */
async function newGroup(page: Page, name = uniqueName("Ledgers")) {
  const tenantId = await tenantIdOf(page, "Demo Foods Limited");
  return { ...(await addGroupByApi(page, tenantId, name)), tenantId };
}

test("a new ledger shows its next code, and asks for what is missing", async ({ page }) => {
  const group = await newGroup(page);
  const first = await addLedgerByApi(page, group, "Strong room");
  await open(page, "/app/ledgers/add");
  await expect(page.getByLabel("Ledger Code")).toHaveAttribute("readonly");
  await expect(page.getByLabel("Ledger Code")).toHaveValue("");
  await expect(page.getByLabel("Parent Ledger")).toBeDisabled();
  await expect(page.getByLabel("Debit/Credit")).toHaveValue("DR");
  await page.getByRole("button", { name: "Save Ledger" }).click();
  await expect(page.getByText("Choose a parent group.")).toBeVisible();
  await expect(page.getByText("Enter the ledger name.")).toBeVisible();
  await expectAccessible(page);

  await selectBySearch(page, page.getByLabel("Parent Group"), group.name);
  await expect(page.getByLabel("Ledger Code")).toHaveValue(`${group.code}-0002`);
  // A parent must be in the same group: no other ledger is offered.
  await page.getByLabel("Parent Ledger").click();
  await expect(page.getByRole("listbox", { name: "Choices" }).getByRole("option")).toHaveText([
    `${first.code} Strong room`,
  ]);
  await page.getByRole("option", { name: "Strong room" }).click();
  await page.getByLabel("Ledger Name").fill("Safe");
  await page.getByLabel("Debit/Credit").selectOption("CR");
  await page.getByLabel("Opening Balance").fill("12.345");
  await page.getByLabel("Ledger Notes").click();
  await expect(page.getByText("Use at most two decimals", { exact: false })).toBeVisible();
  await page.getByLabel("Opening Balance").fill("12.34");
  await page.getByRole("button", { name: "Save Ledger" }).click();
  await expect(page.getByText("Ledger added successfully..")).toBeVisible();

  await open(page, `/app/chart-accounts?tenant_id=${group.tenant_id}&group_id=${group.id}`);
  await expect(rowWith(page, "Chart of Accounts", "Safe").getByText("₦12.34 CR")).toHaveCount(2);
  await expect(
    rowWith(page, "Chart of Accounts", "Strong room").getByText("1 sub-ledger"),
  ).toBeVisible();
});

test("editing keeps group, code and side, and changes the balances with the opening balance", async ({
  page,
}) => {
  const group = await newGroup(page);
  const ledger = await addLedgerByApi(page, group, "Front till", { op_balance: "100.00" });
  const sales = await ledgerIdOf(page, group.tenantId, "Sales");
  await postReceiptByApi(page, {
    tenant_id: ledger.tenant_id,
    debit: ledger.id,
    credit: sales,
    amount: "50.00",
  });
  await open(page, `/app/ledger-statement/${ledger.id}?tenant_id=${ledger.tenant_id}`);
  await page.getByRole("link", { name: "Edit Ledger" }).click();
  await expect(page).toHaveURL(`/app/ledgers/edit/${ledger.id}?tenant_id=${ledger.tenant_id}`);
  for (const label of ["Parent Group", "Ledger Code", "Debit/Credit", "Parent Ledger"]) {
    await expect(page.getByLabel(label)).toBeDisabled();
  }
  await expect(page.getByLabel("Ledger Code")).toHaveValue(ledger.code);
  await expect(page.getByText("0 SubLedgers Attached")).toBeVisible();
  await page.getByLabel("Opening Balance").fill("400");
  await page.getByLabel("Ledger Name").fill("Main till");
  await page.getByRole("button", { name: "Save Ledger" }).click();
  await expect(page.getByText("Ledger updated successfully..")).toBeVisible();

  await expect(page).toHaveURL(`/app/ledger-statement/${ledger.id}?tenant_id=${ledger.tenant_id}`);
  await expect(page.getByRole("heading", { name: "Main till" })).toBeVisible();
  await expect(rowWith(page, "Ledger Statement", "RCT-").getByText("₦450.00 DR")).toBeVisible();
});

test("sub-ledgers are counted and listed ten a page, each with links to its statement and edit page", async ({
  page,
}, { project }) => {
  const group = await newGroup(page);
  const parent = await addLedgerByApi(page, group, "All tills", { op_balance: "5.00" });
  for (let number = 1; number <= 11; number++) {
    await addLedgerByApi(page, group, `Till ${String(number).padStart(2, "0")}`, {
      parent_ledger_id: parent.id,
      op_balance: "10.00",
    });
  }
  await open(page, `/app/ledgers/edit/${parent.id}?tenant_id=${parent.tenant_id}`);
  await page.getByRole("link", { name: "11 SubLedgers Attached" }).click();
  const panel = page.getByRole("region", { name: "Sub-ledgers" });
  await expect(panel).toBeInViewport();
  if (project.name === "desktop") {
    await expect(panel.getByRole("columnheader")).toHaveText([
      "Code",
      "Name",
      "O/P Balance",
      "C/L Balance",
      "Action",
    ]);
  }
  await expect(panel.getByText("1–10 of 11")).toBeVisible();
  // Paging through the list keeps what was typed above it.
  await page.getByLabel("Ledger Notes").fill("Counted together.");
  await expect(panel.getByText("Closing balance with sub-ledgers ₦115.00 DR")).toBeVisible();
  await panel.getByRole("button", { name: "Next page" }).click();
  const last = rowWith(page, "Sub-ledgers", "Till 11");
  await expect(last.getByText("₦10.00 DR")).toHaveCount(2);
  await expect(page.getByLabel("Ledger Notes")).toHaveValue("Counted together.");
  await page.getByLabel("Ledger Notes").fill("");
  await expectAccessible(page);
  await last.getByRole("link", { name: "Till 11", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Till 11" })).toBeVisible();
  await page.goBack();
  await expect(panel.getByText("11–11 of 11")).toBeVisible();
  await panel.getByRole("button", { name: "Previous page" }).click();
  // A phone has no room for this link; there the statement has it.
  if (project.name === "phone") return;
  await panel.getByRole("link", { name: "Edit Ledger Till 01" }).click();
  await expect(page.getByLabel("Ledger Name")).toHaveValue("Till 01");
  await expect(page.getByLabel("Parent Ledger")).toHaveValue(`${parent.code} All tills`);
  await expect(page.getByLabel("Parent Ledger")).toBeEnabled();
});

test("a name of one long word leaves the amounts beside it in view", async ({ page }) => {
  const word = "W".repeat(100);
  const group = await newGroup(page, word);
  const ledger = await addLedgerByApi(page, group, word, { op_balance: "90000000.00" });
  const other = await addLedgerByApi(page, group, "Strong room");
  const { tenantId } = group;
  const amount = "1250000.00";
  const { id } = await postReceiptByApi(page, {
    tenant_id: tenantId,
    debit: ledger.id,
    credit: other.id,
    amount,
  });
  for (const address of [
    `chart-accounts?tenant_id=${tenantId}&group_id=${group.id}`,
    `ledger-statement/${ledger.id}?tenant_id=${tenantId}`,
    `entries?tenant_id=${tenantId}&ledger_id=${ledger.id}`,
    `reports/transaction/trial-balance?tenant_id=${tenantId}`,
    `reports/transaction/balance-sheet?tenant_id=${tenantId}`,
  ]) {
    await open(page, `/app/${address}`);
    await expect(page.getByRole("cell", { name: /₦/ }).first()).toBeVisible();
    await expectCellsApart(page);
    await expectNothingCutOff(page);
  }
  await open(page, `/app/entries/receipt/edit/${id}?tenant_id=${tenantId}`);
  await page.getByText("Show the whole revision").click();
  await expectNothingCutOff(page);
});
