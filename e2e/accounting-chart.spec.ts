import { expect } from "@playwright/test";

import {
  chooseOrganization,
  fromMenu,
  makeGroup,
  makeLedger,
  pick,
  rowWith,
  tenantIdOf,
  uniqueName,
} from "./pages/accounting.ts";
import { answer } from "./pages/question.ts";
import { expectAccessible, signIn } from "./pages/session.ts";
import { test } from "./pages/test.ts";

const chart = "/app/chart-accounts";
const table = "Chart of Accounts";

// Long flows, on a machine that runs the database and the browser beside them.
test.describe.configure({ timeout: 120_000 });

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

test(
  "shows groups and ledgers of all organizations, ten a page",
  { tag: "@phone" },
  async ({ page }, { project }) => {
    await page.goto(chart);
    await expect(page.getByLabel("Group", { exact: true })).toHaveValue("Fetch All");
    await expect(page.getByLabel("Organization")).toHaveValue("All Organizations");
    if (project.name === "desktop") {
      await expect(page.getByRole("table").getByRole("columnheader")).toHaveText([
        "Account Code",
        "Account Name",
        "Type",
        "Organization",
        "O/P Balance",
        "C/L Balance",
        "Actions",
      ]);
    }
    const group = rowWith(page, table, "Cash and bank");
    await expect(group.getByText("Group", { exact: true })).toBeVisible();
    // The class stands there in words as well as in colour.
    await expect(group.getByText("ASSETS")).toBeVisible();
    const ledger = rowWith(page, table, "Funding account");
    await expect(ledger.getByText("Ledger", { exact: true })).toBeVisible();
    await expect(ledger.getByText("Demo Foods Limited")).toBeVisible();
    await expect(page.getByText(/^1–10 of \d+$/)).toBeVisible();
    await expectAccessible(page);

    await page.getByRole("button", { name: "Page 2", exact: true }).click();
    await expect(page).toHaveURL(/page=2/);
    await expect(page.getByText(/^11–20 of \d+$/)).toBeVisible();
    await page.reload();
    await expect(page.getByText(/^11–20 of \d+$/)).toBeVisible();
  },
);

test("keeps search, group and organization in the address, and the organization for all accounting pages", async ({
  page,
}) => {
  await page.goto(chart);
  await chooseOrganization(page, "Demo Textiles Limited");
  await expect(page).toHaveURL(/tenant_id=\d+/);
  await pick(page, page.getByLabel("Group", { exact: true }), "Revenue");
  await expect(page).toHaveURL(/group_id=\d+/);
  await expect(page.getByText("1–2 of 2")).toBeVisible();
  await page.getByRole("searchbox", { name: "Search by name" }).fill("sale");
  await expect(page).toHaveURL(/search=sale/);
  await expect(page.getByText("1–1 of 1")).toBeVisible();
  await expect(rowWith(page, table, "Sales")).toBeVisible();

  await page.reload();
  await expect(page.getByLabel("Group", { exact: true })).toHaveValue(/Revenue/);
  await expect(page.getByRole("searchbox", { name: "Search by name" })).toHaveValue("sale");
  await page.getByRole("searchbox", { name: "Search by name" }).fill("nothing is called this");
  await expect(page.getByText("No Record Found")).toBeVisible();
  await expectAccessible(page);
  const address = page.url();

  await page.getByRole("link", { name: "Entries" }).first().click();
  await expect(page.getByLabel("Organization")).toHaveValue("Demo Textiles Limited");
  await expect(page).toHaveURL(/tenant_id=\d+/);

  // The address alone shows the same to somebody who had chosen nothing.
  await page.evaluate(() => {
    sessionStorage.removeItem("organization_filter");
    sessionStorage.removeItem("organization_filter_name");
  });
  await page.goto(address);
  await expect(page.getByLabel("Organization")).toHaveValue("Demo Textiles Limited");
  await page.getByRole("button", { name: "Clear search" }).click();
  await pick(page, page.getByLabel("Group", { exact: true }), "Fetch All");
  await expect(page).not.toHaveURL(/group_id/);
  await chooseOrganization(page, "All Organizations");
  await expect(page).not.toHaveURL(/tenant_id/);
});

test("a ledger leads to its statement; one with sub-ledgers to its own page", async ({ page }) => {
  const group = await makeGroup(
    page,
    await tenantIdOf(page, "Demo Foods Limited"),
    uniqueName("Tills"),
  );
  const parent = await makeLedger(page, group, "All tills", { op_balance: "100.00" });
  await makeLedger(page, group, "Till one", {
    parent_ledger_id: parent.id,
    op_balance: "30.00",
    op_balance_dc: "CR",
  });
  await page.goto(`${chart}?tenant_id=${group.tenant_id}&group_id=${group.id}`);
  const row = rowWith(page, table, "All tills");
  await expect(row.getByText("1 sub-ledger")).toBeVisible();
  await expect(row.getByText("₦70.00 DR").first()).toBeVisible();
  await expect(row.getByText("Own: ₦100.00 DR")).toBeVisible();
  await row.getByRole("link", { name: "All tills" }).click();
  await expect(page).toHaveURL(/\/app\/ledgers\/edit\/\d+\?tenant_id=\d+$/);
  await page.getByRole("button", { name: "Back" }).click();
  await rowWith(page, table, "Till one").getByRole("link").click();
  await expect(page).toHaveURL(/\/app\/ledger-statement\/\d+\?tenant_id=\d+$/);
});

test(
  "adds, renames and deletes a group, and deletes none that may not be",
  { tag: "@phone" },
  async ({ page }) => {
    const name = uniqueName("Short-lived");
    await page.goto(chart);
    await page.getByRole("button", { name: "Add Group" }).click();
    const dialog = page.getByRole("dialog", { name: "Add Group" });
    await dialog.getByLabel("Group Name").fill("Kept");
    await page.keyboard.press("Escape");
    await answer(page, "Leave without saving?", "Cancel");
    await expect(dialog.getByLabel("Group Name")).toHaveValue("Kept");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await answer(page, "Leave without saving?", "Yes");
    await expect(page.getByRole("button", { name: "Add Group" })).toBeFocused();
    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: "Save Group" }).click();
    await expect(dialog.getByText("Choose an organization.")).toBeVisible();
    await expect(dialog.getByText("Choose a class.")).toBeVisible();
    await expectAccessible(page);
    await pick(page, dialog.getByLabel("Organization"), "Demo Foods Limited");
    await dialog.getByLabel("Class").selectOption({ label: "04 EXPENSES" });
    await dialog.getByLabel("Group Name").fill(name);
    await dialog.getByRole("button", { name: "Save Group" }).click();
    await expect(dialog).toBeHidden();

    await page.getByRole("searchbox", { name: "Search by name" }).fill("cash and bank");
    await page.getByRole("button", { name: "Actions for Cash and bank" }).first().click();
    await expect(page.getByRole("menuitem", { name: "Edit Group" })).toBeVisible();
    await expect(page.getByRole("menuitem", { name: "Delete Group" })).toHaveCount(0);
    await page.keyboard.press("Escape");

    await page.getByRole("searchbox", { name: "Search by name" }).fill(name);
    await expect(rowWith(page, table, name).getByText("EXPENSES")).toBeVisible();
    await fromMenu(page, name, "Edit Group");
    await expect(page).toHaveURL(/\/app\/groups\/edit\/\d+\?tenant_id=\d+$/);
    await expect(page.getByLabel("Group Code")).toBeDisabled();
    await expectAccessible(page);
    await page.getByLabel("Group Name").fill(`${name} renamed`);
    await page.getByRole("button", { name: "Save Group" }).click();
    await expect(page.getByText("Group updated successfully..")).toBeVisible();
    await expect(rowWith(page, table, `${name} renamed`)).toBeVisible();

    await fromMenu(page, `${name} renamed`, "Delete Group");
    await answer(page, "Are you sure you want to delete Group?", "Cancel");
    await expect(rowWith(page, table, `${name} renamed`)).toBeVisible();
    await fromMenu(page, `${name} renamed`, "Delete Group");
    await answer(page, "Are you sure you want to delete Group?", "Yes");
    await expect(page.getByText("Group deleted successfully..")).toBeVisible();
    await expect(page.getByText("No Record Found")).toBeVisible();
  },
);

test("a group that somebody has put a ledger into meanwhile is not deleted", async ({ page }) => {
  const name = uniqueName("Contested");
  const group = await makeGroup(page, await tenantIdOf(page, "Demo Foods Limited"), name);
  await page.goto(`${chart}?tenant_id=${group.tenant_id}&group_id=${group.id}`);
  await expect(rowWith(page, table, name)).toBeVisible();
  await makeLedger(page, group, "Just added");
  await fromMenu(page, name, "Delete Group");
  await answer(page, "Are you sure you want to delete Group?", "Yes");
  await expect(
    page.getByText("Item is connected to other table, delete connected data first"),
  ).toBeVisible();
  await expect(rowWith(page, table, "Just added")).toBeVisible();
});

test("a rename after somebody else's is refused, and theirs can be loaded", async ({
  page,
  context,
}) => {
  const name = uniqueName("Renamed twice");
  const group = await makeGroup(page, await tenantIdOf(page, "Demo Foods Limited"), name);
  const address = `/app/groups/edit/${group.id}?tenant_id=${group.tenant_id}`;
  await page.goto(address);
  await page.getByLabel("Group Name").fill(`${name} mine`);

  const other = await context.newPage();
  await signIn(other);
  await other.goto(address);
  await other.getByLabel("Group Name").fill(`${name} theirs`);
  await other.getByRole("button", { name: "Save Group" }).click();
  await expect(other.getByText("Group updated successfully..")).toBeVisible();

  await page.getByRole("button", { name: "Save Group" }).click();
  await expect(page.getByText("Somebody else changed this group meanwhile")).toBeVisible();
  await expect(page.getByLabel("Group Name")).toHaveValue(`${name} mine`);
  await page.getByRole("button", { name: "Load the newest" }).click();
  await expect(page.getByLabel("Group Name")).toHaveValue(`${name} mine`);
  await expect(page.getByText(/Somebody else changed this too/)).toHaveCount(1);
  await page.getByLabel("Group Name").fill(`${name} both`);
  await page.getByRole("button", { name: "Save Group" }).click();
  await expect(page.getByText("Group updated successfully..")).toBeVisible();
});

test(
  "opening balances are added up by side, with a warning until they agree",
  { tag: "@phone" },
  async ({ page }) => {
    const tenantId = await tenantIdOf(page, "Demo Textiles Limited");
    const assets = await makeGroup(page, tenantId, uniqueName("Opening assets"));
    const equity = await makeGroup(page, tenantId, uniqueName("Opening equity"), "05");
    const totals = page.getByRole("region", { name: "Opening balances" });
    await page.goto(`${chart}?tenant_id=${tenantId}`);
    await expect(totals.getByText("Both sides agree")).toBeVisible();

    await makeLedger(page, assets, "Stock at hand", { op_balance: "1234.50" });
    await page.reload();
    await expect(
      totals.getByText("The opening balances differ by ₦1,234.50: the CR side is short"),
    ).toBeVisible();
    await expectAccessible(page);
    await chooseOrganization(page, "All Organizations");
    await expect(totals.getByText("Demo Textiles Limited: ₦1,234.50 missing on CR")).toBeVisible();

    await makeLedger(page, equity, "Brought in", {
      op_balance: "1234.50",
      op_balance_dc: "CR",
    });
    await page.goto(`${chart}?tenant_id=${tenantId}`);
    await expect(totals.getByText("Both sides agree")).toBeVisible();
  },
);

test("who keeps the books of one organization is asked for none, and asks for none", async ({
  page,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/api/organizations") asked.push(request.url());
  });
  await page.route("**/api/wire/me", async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: { permissions: string[] } };
    body.data.permissions = ["accounting.read", "accounting.write"];
    await route.fulfill({ response, json: body });
  });
  for (const [address, field] of [
    [chart, "Group"],
    ["/app/entries", "Ledger"],
    ["/app/entries/receipt/add", "Ledger"],
  ] as const) {
    await page.goto(address);
    await expect(page.getByLabel(field, { exact: true }).first()).toBeVisible();
    await expect(page.getByText("Loading", { exact: false })).toHaveCount(0);
    await expect(page.getByLabel("Organization")).toHaveCount(0);
  }
  await page.goto(chart);
  await page.getByRole("button", { name: "Add Group" }).click();
  await expect(page.getByRole("dialog", { name: "Add Group" }).getByLabel("Class")).toBeVisible();
  await expect(page.getByLabel("Organization")).toHaveCount(0);
  expect(asked).toEqual([]);
});
