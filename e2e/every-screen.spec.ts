import { expect, type Page } from "@playwright/test";

import { postReceiptByApi, addGroupByApi, addLedgerByApi, uniqueName } from "./pages/accounting.ts";
import { callApi } from "./pages/api.ts";
import { findCompany } from "./pages/configuration.ts";
import {
  expectCellsApart,
  expectLoaded,
  expectNothingCutOff,
  expectRoomForTitle,
  goTo,
} from "./pages/screen.ts";
import { expectAccessible, signIn } from "./pages/session.ts";
import { test } from "./pages/test.ts";

// These tests change no data that another one shows.
test.describe.configure({ mode: "parallel" });

/**
 * Opens each address below `/app` on the phone: it loads, nothing is cut off, and axe finds nothing
 * serious.
 */
async function visitAll(page: Page, addresses: readonly string[]): Promise<void> {
  await page.goto("/app/nowhere");
  for (const address of addresses) {
    await test.step(address, async () => {
      await goTo(page, address);
      await expectLoaded(page);
      await expectNothingCutOff(page);
      await expectAccessible(page);
    });
  }
}

/** Shows one amount for all of four digits or more: by default what a company of fifty pays in a month. */
async function showLargeAmounts(page: Page, amount = "14965000.25"): Promise<void> {
  await page.route("**/api/**", async (route) => {
    const response = await route.fetch();
    const isJson = response.headers()["content-type"]?.includes("json") === true;
    if (!isJson) return route.fulfill({ response });
    const body = (await response.text()).replaceAll(/"\d{4,}\.\d\d"/g, `"${amount}"`);
    return route.fulfill({ response, body });
  });
}

test("the lists of all organizations fit a laptop", async ({ page }) => {
  await signIn(page);
  const { tenant_id, company_id } = await findCompany(page);
  const organization = `/organizations/${tenant_id}/${company_id}`;
  const [one] = await callApi<{ id: number }[]>(
    page,
    "GET",
    `/employees?tenant_id=${tenant_id}&status=ACTIVE&per_page=10`,
  );
  const { id } = await callApi<{ id: number }>(page, "POST", `${organization}/payroll-runs`, {
    period: "2026-01",
    cycle: "OFF_CYCLE",
    title: "Leave allowances",
    employee_ids: [one?.id],
  });
  await showLargeAmounts(page);
  try {
    await page.goto("/app/nowhere");
    for (const address of [
      "payroll",
      ...["accounts", "users"].map((tab) => `organizations/${tenant_id}/${company_id}?tab=${tab}`),
      ...["year-to-date", "variance", "advances"].map((report) => `reports/payroll/${report}`),
    ]) {
      await test.step(address, async () => {
        await goTo(page, address);
        await expectLoaded(page);
        await expect(page.getByRole("table").first()).toBeVisible();
        await expect(page.locator("main [data-scrolls]")).toHaveCount(0);
      });
    }
  } finally {
    const run = `${organization}/payroll-runs/${id}`;
    const { version } = await callApi<{ version: number }>(page, "GET", run);
    await callApi(page, "DELETE", `${run}?version=${version}`);
  }
});

/** Replaces a name in the responses of an address by a long one. */
async function lengthenName(
  page: Page,
  address: string,
  field: string,
  name: string,
): Promise<void> {
  await page.route(address, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(
      new RegExp(`"${field}":"[^"]*"`, "g"),
      `"${field}":"${name}"`,
    );
    return route.fulfill({ response, body });
  });
}

test("long names and large amounts leave room for what is beside and below them", async ({
  page,
}) => {
  await signIn(page);
  const person = `Oluwadamilola Ngozichukwuka ${"Adebayo".repeat(12)}`;
  await lengthenName(page, "**/settings/users?*", "name", person);
  const company = "Agro-Allied Processing, Haulage and General Merchandise Company (Nigeria) Ltd";
  await lengthenName(page, "**/entries?*", "organization_name", company);
  // The oldest first: other tests add entries of today, one of a ledger whose name is one long word.
  await page.goto("/app/entries?sort=date");
  await expect(page.getByRole("cell", { name: company }).first()).toBeVisible();
  await expect(page.locator("main [data-scrolls]")).toHaveCount(0);
  await goTo(page, "settings/users");
  const row = page.getByRole("row", { name: /^Oluwadamilola/ }).first();
  await expect(row).toBeVisible();
  await expect(page.locator("main [data-scrolls]")).toHaveCount(0);
  await row.getByRole("button", { name: /^Actions/ }).click();
  await page.getByRole("menuitem", { name: "Deactivate" }).click();
  const title = page.getByRole("dialog").getByRole("heading");
  await expect(title).toContainText("Adebayo?");
  const beyond = await page
    .getByRole("dialog")
    .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(beyond, "pixels beyond the question").toBeLessThanOrEqual(0);

  // An amount of trillions, to the kobo, is whole in the field into which it is typed.
  await page.keyboard.press("Escape");
  await goTo(page, "entries/receipt/add");
  const amount = page.getByRole("form", { name: "Add item" }).getByLabel("Amount");
  await amount.fill("12345678901234.56");
  await amount.blur();
  await expect(amount).toHaveValue("12,345,678,901,234.56");
  const hidden = await amount.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(hidden, "pixels of the amount that are hidden").toBeLessThanOrEqual(0);
});

test("amounts above a trillion naira neither overlap nor leave a phone @phone-only", async ({
  page,
}) => {
  await signIn(page);
  const { tenant_id } = await findCompany(page);
  const ledgers = await callApi<{ id: number }[]>(
    page,
    "GET",
    `/ledgers?tenant_id=${tenant_id}&search=Current`,
  );
  await showLargeAmounts(page, "40000026175122.56");
  await page.setViewportSize({ width: 360, height: 844 });
  await page.goto("/app/nowhere");
  for (const address of [
    "chart-accounts",
    "entries",
    `ledger-statement/${ledgers[0]?.id}`,
    ...["trial-balance", "ledger-summary", "day-book"].map((of) => `reports/transaction/${of}`),
  ]) {
    await test.step(address, async () => {
      await goTo(page, `${address}?tenant_id=${tenant_id}`);
      await expectLoaded(page);
      await expectCellsApart(page);
    });
  }
});

test("the screens of organizations and people fit a phone @phone-only", async ({ page }) => {
  test.slow();
  await signIn(page);
  const { tenant_id, company_id } = await findCompany(page);
  const organization = `organizations/${tenant_id}/${company_id}`;
  const employees = await callApi<{ id: number }[]>(
    page,
    "GET",
    `/employees?tenant_id=${tenant_id}&per_page=10`,
  );
  await visitAll(page, [
    "dashboard",
    "organizations",
    ...["accounts", "modules", "email-templates", "job-offer", "salary-advance-config"].map(
      (tab) => `${organization}?tab=${tab}`,
    ),
    ...["payroll-settings", "branches", "users", "audit-log"].map(
      (tab) => `${organization}?tab=${tab}`,
    ),
    "employees",
    "employees/import",
    ...["personal", "pay", "statutory", "reliefs", "bank"].map(
      (tab) => `employees/${tenant_id}/${employees[0]?.id}?tab=${tab}`,
    ),
    ...["payslips", "salary-advances", "employment", "history"].map(
      (tab) => `employees/${tenant_id}/${employees[0]?.id}?tab=${tab}`,
    ),
    "account",
  ]);
});

test("the screens of the books, payroll and reports fit a phone @phone-only", async ({ page }) => {
  test.slow();
  await signIn(page);
  const { tenant_id, company_id } = await findCompany(page);
  const group = await addGroupByApi(page, tenant_id, uniqueName("Phones"));
  const from = await addLedgerByApi(page, group, uniqueName("Calls"));
  const to = await addLedgerByApi(page, group, uniqueName("Messages"));
  const entry = await postReceiptByApi(page, {
    tenant_id,
    debit: to.id,
    credit: from.id,
    amount: "1234567.89",
  });
  await visitAll(page, [
    "salary-advances",
    "payroll",
    `payroll/${tenant_id}/${company_id}/rehearsal`,
    "chart-accounts",
    "ledgers/add",
    `ledgers/edit/${from.id}`,
    `groups/edit/${group.id}`,
    `ledger-statement/${from.id}`,
    `ledger-statement/${from.id}/bank`,
    "entries",
    ...["receipt", "payment", "contra", "journal"].map((kind) => `entries/${kind}/add`),
    `entries/receipt/edit/${entry.id}`,
    "month-end",
    "reports/payroll",
    "reports/transaction",
    ...[
      "register",
      "payments",
      "statutory",
      "year-to-date",
      "employer-cost",
      "variance",
      "advances",
      "advances-ageing",
      "advance-forecast",
    ].map((report) => `reports/payroll/${report}`),
    ...[
      "trial-balance",
      "profit-and-loss",
      "balance-sheet",
      "cash-flow",
      "ledger-summary",
      "day-book",
      "funding-movements",
      "reconciliation",
    ].map((report) => `reports/transaction/${report}`),
    `reports/transaction/reconciliation-differences?tenant_id=${tenant_id}`,
    `reports/transaction/changes?organization=${tenant_id}`,
    `reports/transaction/month-end?organization=${tenant_id}`,
    `reports/transaction/bank-reconciliation?organization=${tenant_id}`,
  ]);
  await expectRoomForTitle(page, "Payslip September 2026");
});
