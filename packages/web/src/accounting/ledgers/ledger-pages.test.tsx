import { kobo } from "@kontor/books/money";
import {
  addLedger,
  getLedger,
  listSubLedgers,
  updateLedger,
} from "@kontor/contract/accounting/accounts";
import { listGroupLedgers, nextLedgerCode } from "@kontor/contract/accounting/groups";
import { getPeriods } from "@kontor/contract/accounting/periods";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect } from "vitest";

import { expectAccessible } from "../../testing/accessible.ts";
import type { FakeApi } from "../../testing/fake-api.ts";
import { fillField, pickMatch } from "../../testing/fields.ts";
import { test } from "../../testing/page-test.tsx";
import { answer, expectMessage, expectSignedOut } from "../../testing/questions.ts";
import { loseConnection, refuse, refuseAt } from "../../testing/refusal.ts";
import {
  answerBooks,
  ledger,
  ledgerChoices,
  openPeriods,
} from "../../testing/samples/accounting.ts";
import { longWord } from "../../testing/samples/text.ts";
import { headersOf, rowWith } from "../../testing/tables.ts";

const save = () => screen.getByRole("button", { name: "Save Ledger" });
const chart = "/app/chart-accounts";

function answerLedgers(api: FakeApi) {
  answerBooks(api);
  api.on(nextLedgerCode, () => ({ code: "01-01-0002" }));
  api.on(listGroupLedgers, () => ({ data: ledgerChoices.slice(0, 1), total: 1 }));
  api.on(listSubLedgers, () => ({ data: [], total: 0 }));
}

describe("adding a ledger", () => {
  test("asks for what is missing", async ({ api, open }) => {
    answerLedgers(api);
    const user = open("/app/ledgers/add");
    expect(await screen.findByLabelText("Ledger Code")).toHaveAttribute("readonly");
    expect(screen.getByLabelText("Ledger Code")).toHaveValue("");
    expect(screen.getByLabelText("Parent Ledger")).toBeDisabled();
    expect(screen.getByLabelText("Debit/Credit")).toHaveValue("DR");
    await user.click(screen.getByLabelText("Ledger Name"));
    // An error that appears above the button on mousedown would move it, so that the click misses
    // it.
    await user.pointer({ keys: "[MouseLeft>]", target: save() });
    expect(screen.queryByText("Enter the ledger name.")).toBeNull();
    await user.pointer({ keys: "[/MouseLeft]", target: save() });
    expect(await screen.findByText("Choose a parent group.")).toBeVisible();
    const group = screen.getByRole("combobox", { name: "Parent Group" });
    await waitFor(() => expect(group).toHaveFocus());
    expect(group).toHaveAttribute("aria-expanded", "false");
    expect(screen.getByText("Enter the ledger name.")).toBeVisible();
    await fillField(user, screen.getByLabelText("Opening Balance"), "12.345");
    await user.click(screen.getByLabelText("Ledger Notes"));
    expect(screen.getByText(/Use at most two decimals/)).toBeVisible();
    await expectAccessible();
    expect(api.calls(addLedger)).toHaveLength(0);
  });

  test("says that opening balances are locked where the books are", async ({ api, open }) => {
    answerLedgers(api);
    const { lock } = openPeriods();
    api.on(getPeriods, () => openPeriods({ lock: { ...lock, locked_until: "2026-02-28" } }));
    open("/app/ledgers/add?tenant_id=7");
    expect(
      await screen.findByText(/^The books are locked until 28 Feb 2026, and open/),
    ).toBeVisible();
    expect(screen.getByLabelText("Opening Balance")).toHaveAccessibleDescription(
      /Open the period first\.$/,
    );
  });

  test("shows the group's next code, offers its ledgers as parents, and goes back", async ({
    api,
    open,
  }) => {
    answerLedgers(api);
    api.on(addLedger, ({ name }) => ledger({ name }));
    const user = open("/app/ledgers/add");
    await pickMatch(user, await screen.findByLabelText("Parent Group"), "Cash and bank");
    await waitFor(() => expect(screen.getByLabelText("Ledger Code")).toHaveValue("01-01-0002"));
    await pickMatch(user, screen.getByLabelText("Parent Ledger"), "Current account");
    await fillField(user, screen.getByLabelText("Ledger Name"), "Safe");
    await user.selectOptions(screen.getByLabelText("Debit/Credit"), "CR");
    await fillField(user, screen.getByLabelText("Opening Balance"), "1,500.5");
    await fillField(user, screen.getByLabelText("Ledger Notes"), "Counted every evening.");
    await user.click(save());
    await expectMessage("Ledger added successfully..");
    await waitFor(() => expect(window.location.pathname).toBe(chart));
    expect(api.calls(addLedger).map(({ input }) => input)).toEqual([
      {
        tenant_id: 7,
        group_id: 11,
        parent_ledger_id: 21,
        name: "Safe",
        op_balance: 150_050n,
        op_balance_dc: "CR",
        notes: "Counted every evening.",
      },
    ]);
  });

  test("starts with the group of the link, and without a balance", async ({ api, open }) => {
    answerLedgers(api);
    api.on(addLedger, () => ledger());
    const user = open("/app/ledgers/add?tenant_id=7&group_id=11");
    await waitFor(() =>
      expect(screen.getByLabelText("Parent Group")).toHaveValue("01-01 Cash and bank"),
    );
    await fillField(user, screen.getByLabelText("Ledger Name"), "Safe");
    await user.click(save());
    await expectMessage("Ledger added successfully..");
    expect(api.calls(addLedger)[0]?.input).toMatchObject({ op_balance: 0n, op_balance_dc: "DR" });
  });

  test("keeps what was typed when it is refused or unanswered", async ({ api, open }) => {
    answerLedgers(api);
    api.on(addLedger, () => refuseAt("parent_ledger_id", "parent_is_sub_ledger"));
    const user = open("/app/ledgers/add?tenant_id=7&group_id=11&parent_ledger_id=21");
    await fillField(user, await screen.findByLabelText("Ledger Name"), "Safe");
    await user.click(save());
    await waitFor(() =>
      expect(screen.getByLabelText("Parent Ledger")).toHaveAccessibleDescription(
        "A sub-ledger cannot be a parent. Choose a ledger without a parent.",
      ),
    );
    api.on(addLedger, loseConnection);
    await user.click(screen.getByRole("button", { name: "Empty the field" }));
    await user.click(save());
    expect(await screen.findByText(/The server cannot be reached/)).toBeVisible();
    expect(screen.getByLabelText("Ledger Name")).toHaveValue("Safe");
  });
});

describe("editing a ledger", () => {
  test("keeps group, code, side and the absent parent", async ({ api, open }) => {
    answerLedgers(api);
    api.on(updateLedger, ({ name }) => ledger({ name, version: 5 }));
    const user = open("/app/ledgers/edit/21?tenant_id=7");
    const name = await screen.findByLabelText("Ledger Name");
    for (const label of ["Parent Group", "Ledger Code", "Debit/Credit", "Parent Ledger"]) {
      expect(screen.getByLabelText(label)).toBeDisabled();
    }
    expect(screen.getByLabelText("Ledger Code")).toHaveValue("01-01-0001");
    expect(screen.getByLabelText("Opening Balance")).toHaveValue("900.00");
    expect(
      screen.getByText("Changing it changes every later balance of the ledger."),
    ).toBeVisible();
    expect(screen.getByRole("link", { name: "0 SubLedgers Attached" })).toBeVisible();
    expect(screen.getByRole("link", { name: "View Statement" })).toHaveAttribute(
      "href",
      "/app/ledger-statement/21?tenant_id=7",
    );
    expect(await screen.findByRole("link", { name: "Audit Log" })).toHaveAttribute(
      "href",
      "/app/organizations/7/9?tab=audit-log&subject=ledger%3A21",
    );
    expect(await screen.findByText("No sub-ledgers")).toBeVisible();
    await expectAccessible();
    await fillField(user, name, "Main till");
    await fillField(user, screen.getByLabelText("Opening Balance"), "400");
    await user.click(save());
    await expectMessage("Ledger updated successfully..");
    await waitFor(() => expect(window.location.pathname).toBe(chart));
    expect(api.calls(updateLedger).map(({ input }) => input)).toEqual([
      { id: 21, tenant_id: 7, version: 4, name: "Main till", notes: "", op_balance: 40_000n },
    ]);
  });

  test("lets a sub-ledger have another parent", async ({ api, open }) => {
    answerLedgers(api);
    api.on(getLedger, ({ id }) =>
      id === 31
        ? ledger({ id, name: "Till 01", parent_ledger_id: 21, parent_ledger_name: "Tills" })
        : ledger({ id }),
    );
    open("/app/ledgers/edit/31?tenant_id=7");
    await waitFor(() =>
      expect(screen.getByLabelText("Parent Ledger")).toHaveValue("01-01-0001 Current account"),
    );
    expect(screen.getByLabelText("Parent Ledger")).toBeEnabled();
    expect(
      await screen.findByText("A sub-ledger cannot have sub-ledgers of its own"),
    ).toBeVisible();
    expect(screen.queryByRole("link", { name: "Add Sub-Ledger" })).toBeNull();
  });

  test("lists sub-ledgers ten a page, and loses nothing typed above", async ({ api, open }) => {
    answerLedgers(api);
    api.on(getLedger, () => ledger({ count_sub_ledgers: 11, own_balance: kobo(5n) }));
    api.on(listSubLedgers, ({ page }) => ({
      data: [
        {
          id: 40 + page,
          tenant_id: 7,
          group_id: 11,
          parent_ledger_id: 21,
          code: `01-01-001${page}`,
          name: page === 1 ? longWord : "Till 11",
          op_balance: kobo(1000n),
          op_balance_dc: "DR" as const,
          cl_balance: kobo(2000n),
          cl_balance_dc: "CR" as const,
          after_today: kobo(300n),
          after_today_dc: "DR" as const,
        },
      ],
      total: 11,
    }));
    const user = open("/app/ledgers/edit/21?tenant_id=7", { on: "phone" });
    const panel = within(await screen.findByRole("region", { name: "Sub-ledgers" }));
    expect(await panel.findByText("1–10 of 11")).toBeVisible();
    expect(screen.getByRole("link", { name: "11 SubLedgers Attached" })).toBeVisible();
    expect(headersOf("Sub-ledgers")).toEqual([
      "Code",
      "Name",
      "O/P Balance",
      "C/L Balance",
      "Action",
    ]);
    expect(
      panel.getByText(/Closing balance with sub-ledgers ₦1,000.00 DR; the ledger’s own ₦0.05 DR/),
    ).toBeVisible();
    await fillField(user, screen.getByLabelText("Ledger Notes"), "Counted together.");
    await user.click(panel.getByRole("button", { name: "Next page" }));
    expect(await rowWith("Sub-ledgers", "Till 11")).toHaveTextContent("₦10.00 DR₦20.00 CR");
    expect(panel.getByRole("link", { name: "Edit Ledger Till 11" })).toHaveAttribute(
      "href",
      "/app/ledgers/edit/42?tenant_id=7",
    );
    api.on(listSubLedgers, () => ({ data: [], total: 0 }));
    await fillField(user, panel.getByLabelText("Search sub-ledgers"), "back");
    expect(await panel.findByText("No sub-ledgers found")).toBeVisible();
    expect(api.calls(listSubLedgers).at(-1)?.input).toMatchObject({ id: 21, search: "back" });
    expect(screen.getByLabelText("Ledger Notes")).toHaveValue("Counted together.");
  });

  test("asks before changes are lost, and not after they are saved", async ({ api, open }) => {
    answerLedgers(api);
    api.on(updateLedger, () => ledger({ version: 5 }));
    const user = open("/app/ledgers/edit/21?tenant_id=7");
    await fillField(user, await screen.findByLabelText("Ledger Name"), "Back till");
    await user.click(screen.getByRole("link", { name: "Dashboard" }));
    await answer(user, "Leave without saving?", "Cancel");
    expect(screen.getByLabelText("Ledger Name")).toHaveValue("Back till");
    await user.click(save());
    await expectMessage("Ledger updated successfully..");
    await waitFor(() => expect(window.location.pathname).toBe(chart));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("tells the slower of two users, and loads the newest version", async ({ api, open }) => {
    answerLedgers(api);
    api.on(updateLedger, () => refuse("changed_meanwhile"));
    const user = open("/app/ledgers/edit/21?tenant_id=7");
    await fillField(user, await screen.findByLabelText("Ledger Name"), "Mine");
    await user.click(save());
    expect(
      await screen.findByText("Somebody else changed this ledger while you were working"),
    ).toBeVisible();
    api.on(getLedger, () => ledger({ notes: "Theirs", version: 5 }));
    await user.click(screen.getByRole("button", { name: "Load latest version" }));
    await waitFor(() => expect(screen.getByLabelText("Ledger Notes")).toHaveValue("Theirs"));
  });

  test("of a ledger that does not exist says so", async ({ api, open }) => {
    answerLedgers(api);
    api.on(getLedger, () => refuse("not_found", { what: "The ledger" }));
    open("/app/ledgers/edit/99?tenant_id=7");
    // The message disappears after a while, so the page shows the error too.
    await waitFor(() => expect(screen.getAllByText("The ledger was not found.")).toHaveLength(2));
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });

  test("leads to the login page when the session has ended", async ({ api, open }) => {
    answerLedgers(api);
    const user = open("/app/ledgers/edit/21?tenant_id=7");
    await fillField(user, await screen.findByLabelText("Ledger Name"), "Lost");
    api.on(updateLedger, () => ledger());
    api.endSession();
    await user.click(save());
    await expectSignedOut();
  });
});
