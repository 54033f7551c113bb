import { kobo } from "@kontor/books/money";
import { getAccountTotals, listAccounts } from "@kontor/contract/accounting/accounts";
import { exportAccounts } from "@kontor/contract/accounting/exports";
import { addGroup, deleteGroup, getGroup, updateGroup } from "@kontor/contract/accounting/groups";
import { listOrganizations } from "@kontor/contract/organizations/organizations";
import { act, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, onTestFinished, vi } from "vitest";

import { expectAccessible } from "../../testing/accessible.ts";
import { fillField, pickMatch } from "../../testing/fields.ts";
import { test } from "../../testing/page-test.tsx";
import { answer, findDialog, expectMessage, expectSignedOut } from "../../testing/questions.ts";
import { loseConnection, refuse } from "../../testing/refusal.ts";
import { accountRow, answerBooks, group, groupRow } from "../../testing/samples/accounting.ts";
import { longWord } from "../../testing/samples/text.ts";
import { headersOf, rowWith } from "../../testing/tables.ts";
import { memberOf } from "../../testing/users.ts";

const chart = "/app/chart-accounts";
const table = "Chart of Accounts";
const row = async (name: string) => within(await rowWith(table, name));

async function fromMenu(user: UserEvent, name: string, entry: string) {
  await user.click(await screen.findByRole("button", { name: `Actions for ${name}` }));
  await user.click(await screen.findByRole("menuitem", { name: entry }));
}

describe("the chart of accounts", () => {
  test("shows groups and their ledgers with both balances", async ({ api, open }) => {
    answerBooks(api);
    open(chart);
    const cash = await row("Cash and bank");
    expect(cash.getByText("Group")).toBeVisible();
    expect(cash.getByText("ASSETS")).toBeVisible();
    const account = await row("Current account");
    expect(account.getByText("Ledger")).toBeVisible();
    expect(await rowWith(table, "Current account")).toHaveTextContent("₦900.00 DR₦1,000.00 DR");
    expect(account.getByText("Acme Corporation")).toBeVisible();
    expect(headersOf(table)).toEqual([
      "Account Code",
      "Account Name",
      "Type",
      "Organization",
      "O/P Balance",
      "C/L Balance",
      "Actions",
    ]);
    expect(screen.getByLabelText("Group")).toHaveValue("Fetch All");
    expect(screen.getByLabelText("Organization")).toHaveValue("All Organizations");
    expect(screen.getByRole("link", { name: "Add Ledger" })).toHaveAttribute(
      "href",
      "/app/ledgers/add",
    );
    await expectAccessible();
  });

  test("folds groups to the sums of their ledgers, and remembers which", async ({ api, open }) => {
    answerBooks(api);
    const user = open(chart);
    const requested = () => api.calls(listAccounts).at(-1)?.input.folded;
    await user.click(await screen.findByRole("button", { name: "Cash and bank" }));
    await waitFor(() => expect(requested()).toBe("11"));
    expect(localStorage.getItem("chart_folded")).toBe("11");
    await user.click(await screen.findByRole("button", { name: "Cash and bank, folded" }));
    expect(await screen.findByRole("button", { name: "Cash and bank" })).toBeVisible();
    expect(localStorage.getItem("chart_folded")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Fold All" }));
    await waitFor(() => expect(requested()).toBe("all"));
    await user.click(screen.getByRole("button", { name: "Unfold All" }));
    await waitFor(() => expect(localStorage.getItem("chart_folded")).toBeNull());
  });

  test("leads from a ledger to its statement, and from one with sub-ledgers to its page", async ({
    api,
    open,
  }) => {
    answerBooks(api);
    api.on(listAccounts, () => ({
      data: [
        accountRow({ name: longWord }),
        accountRow({
          id: 22,
          name: "All tills",
          count_sub_ledgers: 1,
          own_balance: kobo(70_000n),
        }),
      ],
      total: 2,
    }));
    const user = open(chart, { on: "phone" });
    expect(await screen.findByRole("link", { name: longWord })).toHaveAttribute(
      "href",
      "/app/ledger-statement/21?tenant_id=7",
    );
    const tills = await row("All tills");
    expect(tills.getByText("1 sub-ledger")).toBeVisible();
    expect(tills.getByText("Own: ₦700.00 DR")).toBeVisible();
    expect(tills.getByRole("link", { name: /All tills/ })).toHaveAttribute(
      "href",
      "/app/ledgers/edit/22?tenant_id=7",
    );
    await user.click(screen.getByRole("button", { name: "Actions for All tills" }));
    expect(await screen.findByRole("menuitem", { name: "Edit Ledger" })).toHaveAttribute(
      "href",
      "/app/ledgers/edit/22?tenant_id=7",
    );
  });

  test("of an organization that has switched Accounting off says so", async ({ api, open }) => {
    answerBooks(api);
    const details = { module: "Accounting", organization: "Acme Corporation" };
    api.on(listAccounts, () => refuse("module_off", details));
    open(`${chart}?tenant_id=7`);
    const list = within(await screen.findByRole("table", { name: table }));
    expect(
      await list.findByText(/^The module Accounting is switched off for Acme Corporation\./),
    ).toBeVisible();
    // The error is shown once, without a message in addition.
    expect(screen.getAllByText(/is switched off for Acme Corporation/)).toHaveLength(1);
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });

  test("says when nothing is found, loads and fails", async ({ api, open }) => {
    answerBooks(api);
    api.on(listAccounts, () => refuse("busy"));
    const release = api.hold(listAccounts);
    const user = open(chart);
    expect(await screen.findByRole("status", { name: "Loading Chart of Accounts" })).toBeVisible();
    release();
    expect(await screen.findByText("This list could not be loaded.")).toBeVisible();
    api.on(listAccounts, () => ({ data: [], total: 0 }));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("No Record Found")).toBeVisible();
    await expectAccessible();
  });

  test("keeps search, group and organization in the address", async ({ api, open }) => {
    answerBooks(api);
    const user = open(chart);
    await pickMatch(user, await screen.findByLabelText("Organization"), "Acme Corporation");
    await waitFor(() => expect(window.location.search).toBe("?tenant_id=7"));
    await pickMatch(user, screen.getByLabelText("Group"), "Cash and bank");
    await waitFor(() => expect(window.location.search).toBe("?tenant_id=7&group_id=11"));
    await fillField(user, screen.getByRole("searchbox", { name: "Search by name" }), "cash");
    await waitFor(() =>
      expect(api.calls(listAccounts).at(-1)?.input).toMatchObject({
        tenant_id: 7,
        group_id: 11,
        search: "cash",
        page: 1,
      }),
    );
    expect(sessionStorage.getItem("organization_filter")).toBe("7");
    await user.click(screen.getByRole("button", { name: "Clear search" }));
    await pickMatch(user, screen.getByLabelText("Organization"), "All Organizations");
    await waitFor(() => expect(window.location.search).toBe(""));
  });

  test("shows everybody the organization of a link", async ({ api, open }) => {
    answerBooks(api);
    open(`${chart}?tenant_id=7&group_id=11&search=cash`);
    await waitFor(() =>
      expect(screen.getByLabelText("Organization")).toHaveValue("Acme Corporation"),
    );
    await waitFor(() => expect(screen.getByLabelText("Group")).toHaveValue("01-01 Cash and bank"));
    expect(screen.getByRole("searchbox", { name: "Search by name" })).toHaveValue("cash");
  });

  test("goes from page to page by ten", async ({ api, open }) => {
    answerBooks(api);
    api.on(listAccounts, ({ page }) => ({
      data: [accountRow({ name: `Of page ${page}` })],
      total: 11,
    }));
    const user = open(chart);
    expect(await screen.findByText("1–10 of 11")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Page 2" }));
    expect(await screen.findByText("Of page 2")).toBeVisible();
    expect(window.location.search).toBe("?page=2");
  });

  test("does not ask a bookkeeper of one organization to choose", async ({ api, open }) => {
    answerBooks(api);
    const user = open(chart, { as: memberOf(7, "accounting.read", "accounting.write") });
    await row("Cash and bank");
    expect(screen.queryByLabelText("Organization")).toBeNull();
    expect(screen.queryByRole("columnheader", { name: "Organization" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Add Group" }));
    const form = await findDialog("Add Group");
    expect(form.getByLabelText("Class")).toBeVisible();
    expect(form.queryByLabelText("Organization")).toBeNull();
    expect(api.calls(listOrganizations)).toHaveLength(0);
  });

  test("adds up the opening balances, and warns until they agree", async ({ api, open }) => {
    answerBooks(api);
    const short = {
      debit: kobo(223_450n),
      credit: kobo(100_000n),
      difference: kobo(123_450n),
      short_side: "CR",
    } as const;
    api.on(getAccountTotals, () => ({
      ...short,
      unbalanced_count: 2,
      unbalanced: [{ tenant_id: 7, organization_name: "Acme Corporation", ...short }],
    }));
    open(chart);
    const totals = within(await screen.findByRole("region", { name: "Opening balances" }));
    expect(
      totals.getByText("The opening balances differ by ₦1,234.50: the CR side is short"),
    ).toBeVisible();
    expect(totals.getByText("Acme Corporation: ₦1,234.50 missing on CR")).toBeVisible();
    expect(totals.getByText("and 1 more")).toBeVisible();
  });

  test("says that the opening balances agree", async ({ api, open }) => {
    answerBooks(api);
    open(chart);
    expect(await screen.findByText("Both sides agree")).toBeVisible();
  });

  test("says when an export fails, and can export again", async ({ api, open }) => {
    answerBooks(api);
    api.on(exportAccounts, loseConnection);
    const user = open(`${chart}?search=cash`);
    await user.click(await screen.findByRole("button", { name: "Export" }));
    await user.click(await screen.findByRole("menuitem", { name: "PDF" }));
    expect(await screen.findByText(/The server cannot be reached/)).toBeVisible();
    expect(await screen.findByRole("button", { name: "Export" })).toBeVisible();
    expect(api.calls(exportAccounts).at(-1)?.input).toMatchObject({
      search: "cash",
      format: "pdf",
    });
  });

  test("leads to the login page when the session has ended", async ({ api, open }) => {
    answerBooks(api);
    open(chart);
    api.endSession();
    await expectSignedOut();
  });
});

describe("a group", () => {
  test("is added to a class of an organization", async ({ api, open }) => {
    answerBooks(api);
    api.on(addGroup, () => group());
    const user = open(chart);
    await user.click(await screen.findByRole("button", { name: "Add Group" }));
    const form = await findDialog("Add Group");
    await user.click(form.getByRole("button", { name: "Save Group" }));
    expect(await form.findByText("Choose an organization.")).toBeVisible();
    expect(form.getByText("Choose a class.")).toBeVisible();
    await expectAccessible();
    await pickMatch(user, form.getByLabelText("Organization"), "Acme Corporation");
    await fillField(user, form.getByRole("combobox", { name: "Class" }), "exp");
    await user.keyboard("{Enter}");
    expect(form.getByRole("combobox", { name: "Class" })).toHaveValue("04 EXPENSES");
    await fillField(user, form.getByLabelText("Group Name"), "Short-lived");
    await user.click(form.getByRole("button", { name: "Save Group" }));
    await expectMessage("Group added successfully..");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.calls(addGroup).map(({ input }) => input)).toEqual([
      { tenant_id: 7, class: "04", name: "Short-lived", cash_flow: "operating" },
    ]);
  });

  test("that was partly typed is not lost without a question", async ({ api, open }) => {
    answerBooks(api);
    const user = open(chart);
    const opener = await screen.findByRole("button", { name: "Add Group" });
    await user.click(opener);
    const form = await findDialog("Add Group");
    await fillField(user, form.getByLabelText("Group Name"), "Kept");
    await user.keyboard("{Escape}");
    await answer(user, "Leave without saving?", "Cancel");
    expect(form.getByLabelText("Group Name")).toHaveValue("Kept");
    await user.click(form.getByRole("button", { name: "Cancel" }));
    await answer(user, "Leave without saving?", "Yes");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(opener).toHaveFocus());
  });

  test("is deleted after a question, and only where the flag allows it", async ({ api, open }) => {
    answerBooks(api);
    api.on(listAccounts, () => ({
      data: [groupRow(), groupRow({ id: 12, name: "Standard", control_group_delete: false })],
      total: 2,
    }));
    api.on(deleteGroup, () => ({ done: true as const }));
    const user = open(`${chart}?tenant_id=7&group_id=11`);
    await user.click(await screen.findByRole("button", { name: "Actions for Standard" }));
    expect(await screen.findByRole("menuitem", { name: "Edit Group" })).toHaveAttribute(
      "href",
      "/app/groups/edit/12?tenant_id=7",
    );
    expect(screen.queryByRole("menuitem", { name: "Delete Group" })).toBeNull();
    await user.keyboard("{Escape}");

    await fromMenu(user, "Cash and bank", "Delete Group");
    await answer(user, "Are you sure you want to delete Group?", "Cancel");
    expect(api.calls(deleteGroup)).toHaveLength(0);
    await fromMenu(user, "Cash and bank", "Delete Group");
    await answer(user, "Are you sure you want to delete Group?", "Yes");
    await expectMessage("Group deleted successfully..");
    expect(api.calls(deleteGroup).map(({ input }) => input)).toEqual([{ id: 11, tenant_id: 7 }]);
    await waitFor(() => expect(window.location.search).toBe("?tenant_id=7"));
  });

  test("that got a ledger meanwhile is kept", async ({ api, open }) => {
    answerBooks(api);
    api.on(deleteGroup, () => refuse("in_use", { what: "Cash and bank" }));
    const user = open(chart);
    await fromMenu(user, "Cash and bank", "Delete Group");
    const requested = api.calls(listAccounts).length;
    await answer(user, "Are you sure you want to delete Group?", "Yes");
    await expectMessage("Item is connected to other table, delete connected data first");
    await waitFor(() => expect(api.calls(listAccounts).length).toBeGreaterThan(requested));
  });

  test("that may have been deleted is soon requested again", async ({ api, open }) => {
    answerBooks(api);
    api.on(deleteGroup, loseConnection);
    const user = open(chart);
    await fromMenu(user, "Cash and bank", "Delete Group");
    const timers = vi.spyOn(window, "setTimeout");
    onTestFinished(() => timers.mockRestore());
    await answer(user, "Are you sure you want to delete Group?", "Yes");
    expect(await screen.findByText(/The server cannot be reached/)).toBeVisible();
    const [reload] = timers.mock.calls.find(([, wait]) => wait === 4000) ?? [];
    api.on(listAccounts, () => ({ data: [], total: 0 }));
    act(reload as () => void);
    expect(await screen.findByText("No Record Found")).toBeVisible();
  });

  test("is renamed on its own page", async ({ api, open }) => {
    answerBooks(api);
    api.on(updateGroup, ({ name }) => group({ name, version: 3 }));
    const user = open("/app/groups/edit/11?tenant_id=7");
    const name = await screen.findByLabelText("Group Name");
    expect(screen.getByLabelText("Group Code")).toBeDisabled();
    expect(screen.getByLabelText("Class")).toHaveValue("01 ASSETS");
    expect(await screen.findByRole("link", { name: "Audit Log" })).toHaveAttribute(
      "href",
      "/app/organizations/7/9?tab=audit-log&subject=group%3A11",
    );
    await expectAccessible();
    await fillField(user, name, "");
    await user.click(screen.getByRole("button", { name: "Save Group" }));
    expect(name).toHaveAccessibleDescription("Enter the group name.");
    await fillField(user, name, "Cash");
    await user.click(screen.getByRole("button", { name: "Save Group" }));
    await expectMessage("Group updated successfully..");
    await waitFor(() => expect(window.location.pathname).toBe(chart));
    expect(api.calls(updateGroup).map(({ input }) => input)).toEqual([
      { id: 11, tenant_id: 7, name: "Cash", cash_flow: "operating", version: 2 },
    ]);
  });

  test("that somebody else renamed first shows the other name on demand", async ({ api, open }) => {
    answerBooks(api);
    api.on(updateGroup, () => refuse("changed_meanwhile"));
    const user = open("/app/groups/edit/11?tenant_id=7");
    await fillField(user, await screen.findByLabelText("Group Name"), "Mine");
    await user.click(screen.getByRole("button", { name: "Save Group" }));
    expect(
      await screen.findByText("Somebody else changed this group while you were working"),
    ).toBeVisible();
    expect(screen.getByLabelText("Group Name")).toHaveValue("Mine");
    api.on(getGroup, () => group({ name: "Theirs", version: 3 }));
    await user.click(screen.getByRole("button", { name: "Load latest version" }));
    await waitFor(() =>
      expect(
        screen.queryByText("Somebody else changed this group while you were working"),
      ).toBeNull(),
    );
    api.on(updateGroup, ({ name }) => group({ name, version: 4 }));
    await fillField(user, screen.getByLabelText("Group Name"), "Both");
    await user.click(screen.getByRole("button", { name: "Save Group" }));
    await expectMessage("Group updated successfully..");
    expect(api.calls(updateGroup).at(-1)?.input).toMatchObject({
      tenant_id: 7,
      name: "Both",
      version: 3,
    });
  });

  test("that does not exist says so, and leads to the chart", async ({ api, open }) => {
    api.on(getGroup, () => refuse("not_found", { what: "The group" }));
    open("/app/groups/edit/99?tenant_id=7");
    await waitFor(() => expect(screen.getAllByText("The group was not found.")).toHaveLength(2));
    const page = within(screen.getByRole("main"));
    expect(page.getByRole("link", { name: "Chart of Accounts" })).toHaveAttribute(
      "href",
      "/app/chart-accounts",
    );
  });
});
