import { kobo } from "@kontor/books/money";
import { exportStatement } from "@kontor/contract/accounting/exports";
import { getStatement, searchStatement } from "@kontor/contract/accounting/statements";
import type { DataOf } from "@kontor/contract/endpoint";
import { formatDate } from "@kontor/contract/format";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, vi } from "vitest";

import { today } from "../../platform/clock.ts";
import { expectAccessible } from "../../testing/accessible.ts";
import type { FakeApi } from "../../testing/fake-api.ts";
import { fillField, pickMatch } from "../../testing/fields.ts";
import { test } from "../../testing/page-test.tsx";
import { expectMessage, expectSignedOut } from "../../testing/questions.ts";
import { loseConnection, refuse } from "../../testing/refusal.ts";
import {
  answerBooks,
  ledger,
  noLaterEntries,
  statementRow,
} from "../../testing/samples/accounting.ts";
import { longWord } from "../../testing/samples/text.ts";
import { headersOf, rowWith } from "../../testing/tables.ts";

const address = "/app/ledger-statement/21?tenant_id=7";
const table = "Ledger Statement";

type Statement = DataOf<typeof getStatement>;

function statement(more: Partial<Statement> = {}): Statement {
  return {
    ledger: ledger(),
    rows: [statementRow()],
    total_debit: kobo(8_000n),
    total_credit: kobo(0n),
    opening_balance: kobo(90_000n),
    opening_balance_dc: "DR",
    opened_on: "2025-12-31",
    closing_balance: kobo(100_000n),
    closing_balance_dc: "DR",
    ...noLaterEntries,
    current_opening_balance: kobo(90_000n),
    current_opening_balance_dc: "DR",
    current_closing_balance: kobo(98_000n),
    current_closing_balance_dc: "DR",
    ...more,
  };
}

function answerStatement(api: FakeApi, more: Partial<Statement> = {}, total = 1) {
  answerBooks(api);
  api.on(getStatement, () => ({ data: statement(more), total }));
}

describe("a statement", () => {
  test("is searched, and rows found keep their balances", async ({ api, open }) => {
    answerStatement(api);
    api.on(searchStatement, ({ search }) =>
      search === "rent"
        ? { data: [statementRow({ narration: "Rent of March" })], total: 1 }
        : { data: [], total: 0 },
    );
    const user = open(address);
    const field = await screen.findByRole("searchbox", { name: "Search statement" });
    await user.click(field);
    await user.paste("rent");
    const row = await rowWith(table, "Rent of March");
    expect(row).toHaveTextContent("₦980.00 DR");
    // The balances around a page belong to all its lines, not to a search.
    expect(screen.queryByText("Current Opening Balance")).toBeNull();
    expect(api.calls(searchStatement).at(-1)?.input).toMatchObject({
      id: 21,
      tenant_id: 7,
      page: 1,
    });
    await user.clear(field);
    await user.paste("nothing");
    expect(await screen.findByText("No line of this statement matches the search")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Clear filters" }));
    expect(await screen.findByText("Current Opening Balance")).toBeVisible();
  });

  test("shows the ledger, its balances and each posting with the balance after it", async ({
    api,
    open,
  }) => {
    answerStatement(api, {
      ledger: ledger({
        notes: "Counted every evening.",
        parent_ledger_id: 20,
        parent_ledger_name: "Banks",
      }),
      after_today: kobo(2_500n),
      after_today_dc: "CR",
    });
    open(address);
    const header = within(await screen.findByRole("region", { name: "Ledger" }));
    expect(header.getByText("ASSETS")).toBeVisible();
    expect(document.title).toBe("Current account – Ledger Statement – Kontor");
    expect(header.getByText("Counted every evening.")).toBeVisible();
    expect(header.getByRole("link", { name: "Banks" })).toHaveAttribute(
      "href",
      "/app/ledger-statement/20?tenant_id=7",
    );
    const opening = header.getByText("Opening Balance as of 31 Dec 2025");
    expect(opening.parentElement).toHaveTextContent("₦900.00 DR");
    const closing = header.getByText(`Closing Balance as of ${formatDate(today())}`);
    expect(closing.parentElement).toHaveTextContent("₦1,000.00 DRand ₦25.00 CR after today");
    expect(headersOf(table)).toEqual([
      "Date",
      "Entry No.",
      "Ledger",
      "Debit Amount",
      "Credit Amount",
      "Balance",
      "Action",
    ]);
    const row = await rowWith(table, "05 Mar 2026");
    const shown = ["RCT-000061", "Current account", "Sales", "Sale at the counter", "₦980.00 DR"];
    for (const text of [...shown, "₦80.00"]) {
      expect(row).toHaveTextContent(text);
    }
    expect(within(row).getByRole("link", { name: "Edit Entry RCT-000061" })).toHaveAttribute(
      "href",
      "/app/entries/receipt/edit/61?tenant_id=7",
    );
    expect(await rowWith(table, "Current Opening Balance")).toHaveTextContent("₦900.00 DR");
    expect(await rowWith(table, "Current Closing Balance")).toHaveTextContent("₦980.00 DR");
    await waitFor(() =>
      expect(screen.getByLabelText("Ledger", { selector: "input" })).toHaveValue(
        "01-01-0001 Current account",
      ),
    );
    await expectAccessible();
  });

  test("shows entries of the system and of many items, and sub-ledgers' balances", async ({
    api,
    open,
  }) => {
    answerStatement(api, {
      ledger: ledger({ name: longWord, cl_balance: kobo(200_000n), own_balance: kobo(100_000n) }),
      rows: [
        statementRow({ entry_type_id: 10, ent_number: "DEP-000001", more_items: 2 }),
        statementRow({ entry_id: 63, ent_number: "RCT-000063", in_reversal: true }),
        statementRow({ entry_id: 64, ent_number: "RCT-000064", locked: true }),
      ],
    });
    open(address, { on: "phone" });
    expect(await screen.findByRole("heading", { name: longWord })).toBeVisible();
    expect(screen.getByText("Closing Balance with sub-ledgers").parentElement).toHaveTextContent(
      "₦2,000.00 DR",
    );
    expect(await rowWith(table, /DEP-000001/)).toHaveTextContent("and 2 more items");
    expect(screen.getByRole("link", { name: "View Entry DEP-000001" })).toBeVisible();
    expect(screen.getByRole("link", { name: "View Entry RCT-000063" })).toBeVisible();
    expect(screen.getByRole("link", { name: "View Entry RCT-000064" })).toBeVisible();
  });

  test("opens at the newest page, and keeps the page in the address", async ({ api, open }) => {
    answerBooks(api);
    api.on(getStatement, ({ page: requested, newest }) => {
      const page = newest === true ? 2 : requested;
      const rows = [statementRow({ ent_number: `RCT-${page}` })];
      return { data: statement({ rows }), total: 12, page };
    });
    const user = open(address);
    expect(await screen.findByText("11–12 of 12")).toBeVisible();
    expect(screen.getByText("RCT-2")).toBeVisible();
    const scrolled = vi.spyOn(window, "scrollTo");
    await user.click(screen.getByRole("button", { name: "Page 1" }));
    expect(await screen.findByText("RCT-1")).toBeVisible();
    expect(screen.getByText("1–10 of 12")).toBeVisible();
    expect(window.location.search).toBe("?tenant_id=7&page=1");
    // On a phone the lines are below the header of the ledger, which fills the screen.
    expect(scrolled).not.toHaveBeenCalled();
    scrolled.mockRestore();
  });

  test("goes back from a page whose lines are gone to the newest page", async ({ api, open }) => {
    answerBooks(api);
    api.on(getStatement, ({ page, newest }) => {
      if (newest === true) return { data: statement(), total: 21, page: 3 };
      const rows = page === 1 ? [statementRow({ ent_number: "RCT-1" })] : [];
      return { data: statement({ rows }), total: 5, page };
    });
    const user = open(address);
    await user.click(await screen.findByRole("button", { name: "Page 2" }));
    expect(await screen.findByText("RCT-1")).toBeVisible();
    expect(window.location.search).toBe("?tenant_id=7&page=1");
    window.history.back();
    expect(await screen.findByText("21–21 of 21")).toBeVisible();
    expect(window.location.search).toBe("?tenant_id=7");
  });

  test("of a ledger with sub-ledgers shows them together on demand", async ({ api, open }) => {
    const own = { own_balance: kobo(100_000n), cl_balance: kobo(200_000n) };
    answerStatement(api, { ledger: ledger({ ...own, count_sub_ledgers: 2 }) });
    const user = open(address);
    await user.click(await screen.findByRole("switch", { name: "With sub-ledgers" }));
    expect(await screen.findByText("Closing Balance without sub-ledgers")).toBeVisible();
    expect(window.location.search).toBe("?tenant_id=7&with_sub_ledgers=true");
    expect(api.calls(getStatement).at(-1)?.input).toMatchObject({ with_sub_ledgers: true });
    api.on(exportStatement, () => new File(["a"], "statement.csv", { type: "text/csv" }));
    await user.click(await screen.findByRole("button", { name: "Export" }));
    await user.click(await screen.findByRole("menuitem", { name: "CSV" }));
    await expectMessage("statement.csv is downloaded.");
    expect(api.calls(exportStatement)[0]?.input).toMatchObject({ with_sub_ledgers: true });
  });

  test("needs both dates of a range, in their order", async ({ api, open }) => {
    answerStatement(api);
    const user = open(`${address}&page=2`);
    const range = within(await screen.findByRole("form", { name: "Date range" }));
    const start = () => range.getByLabelText("Start Date");
    const end = () => range.getByLabelText("End Date");
    await waitFor(() => expect(start()).toBeEnabled());
    await fillField(user, start(), "03/03/2024");
    await user.click(range.getByRole("button", { name: "Filter" }));
    await expectMessage("Please select both start and end dates");
    await fillField(user, end(), "02/03/2024");
    await user.tab();
    expect(await range.findByText("The end date is before the start date.")).toBeVisible();
    await fillField(user, end(), "05/03/2024");
    await user.tab();
    await user.click(range.getByRole("button", { name: "Filter" }));
    await waitFor(() =>
      expect(window.location.search).toBe("?tenant_id=7&start_date=2024-03-03&end_date=2024-03-05"),
    );
    await waitFor(() =>
      expect(api.calls(getStatement).at(-1)?.input).toEqual({
        id: 21,
        tenant_id: 7,
        start_date: "2024-03-03",
        end_date: "2024-03-05",
        newest: true,
        page: 1,
        per_page: 10,
      }),
    );
    await user.click(screen.getByRole("button", { name: "Clear" }));
    await waitFor(() => expect(window.location.search).toBe("?tenant_id=7"));
    await fillField(user, screen.getByLabelText("Start Date"), "31/02/2024");
    await user.click(screen.getByRole("button", { name: "Clear" }));
    expect(screen.getByLabelText("Start Date")).toHaveValue("");
  });

  test("keeps the focus where a range was chosen, and shows the range of the address", async ({
    api,
    open,
  }) => {
    answerStatement(api);
    const user = open(`${address}&start_date=2024-02-01&end_date=2024-02-02`);
    const form = within(await screen.findByRole("form", { name: "Date range" }));
    await fillField(user, form.getByLabelText("End Date"), "05/02/2024");
    await user.click(form.getByRole("button", { name: "Filter" }));
    await waitFor(() => expect(window.location.search).toContain("end_date=2024-02-05"));
    expect(form.getByRole("button", { name: "Filter" })).toHaveFocus();
    await user.click(form.getByRole("button", { name: "Usual ranges" }));
    await user.click(await screen.findByRole("menuitem", { name: "Today" }));
    await waitFor(() => expect(form.getByLabelText("End Date")).not.toHaveValue("05/02/2024"));
    expect(form.getByRole("button", { name: "Usual ranges" })).toHaveFocus();
    window.history.back();
    await waitFor(() => expect(form.getByLabelText("End Date")).toHaveValue("05/02/2024"));
  });

  test("says when it is empty, entirely or in the range", async ({ api, open }) => {
    answerStatement(api, { rows: [] }, 0);
    const user = open(`${address}&start_date=2024-02-01&end_date=2024-02-02`);
    expect(await screen.findByText("No entries from 01 Feb 2024 to 02 Feb 2024")).toBeVisible();
    const form = within(screen.getByRole("form", { name: "Date range" }));
    await fillField(user, form.getByLabelText("End Date"), "01/02/2024");
    await user.click(form.getByRole("button", { name: "Filter" }));
    expect(await screen.findByText("No entries on 01 Feb 2024")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Clear" }));
    expect(await screen.findByText("No entries on this ledger yet")).toBeVisible();
  });

  test("of another ledger is found by its name or code", async ({ api, open }) => {
    answerBooks(api);
    api.on(getStatement, ({ id }) => ({
      data: statement({ ledger: ledger({ id, name: id === 22 ? "Sales" : "Current account" }) }),
      total: 1,
    }));
    const user = open(address);
    await screen.findByRole("heading", { name: "Current account" });
    const choose = screen.getByLabelText("Ledger", { selector: "input" });
    await user.click(choose);
    await fillField(user, choose, "no ledger is called this");
    expect(await screen.findByText("No ledger found")).toBeVisible();
    await pickMatch(user, choose, "03-01-0001");
    expect(await screen.findByRole("heading", { name: "Sales" })).toBeVisible();
    expect(window.location.pathname).toBe("/app/ledger-statement/22");
  });

  test("is exported for the days that are shown", async ({ api, open }) => {
    answerStatement(api);
    api.on(exportStatement, () => new File(["a"], "statement.csv", { type: "text/csv" }));
    const user = open(`${address}&start_date=2024-02-01&end_date=2024-02-02`);
    await user.click(await screen.findByRole("button", { name: "Export" }));
    await user.click(await screen.findByRole("menuitem", { name: "CSV" }));
    await expectMessage("statement.csv is downloaded.");
    expect(api.calls(exportStatement).map(({ input }) => input)).toEqual([
      { id: 21, tenant_id: 7, start_date: "2024-02-01", end_date: "2024-02-02", format: "csv" },
    ]);
  });

  test("as it was leaves out later entries, and as it is marks them", async ({ api, open }) => {
    answerBooks(api);
    api.on(getStatement, ({ as_it_is }) => ({
      data: statement({
        ledger: ledger({ cl_balance: kobo(200_000n), own_balance: kobo(100_000n) }),
        rows: [statementRow({ since: as_it_is === true ? "BACK_DATED" : "EDITED" })],
      }),
      total: 1,
    }));
    api.on(exportStatement, () => new File(["a"], "statement.csv", { type: "text/csv" }));
    const user = open(address);
    await screen.findByText("Closing Balance with sub-ledgers");
    expect(headersOf(table)).not.toContain("Since");
    const day = () => screen.getByLabelText("As Recorded At");
    await waitFor(() => expect(day()).toBeEnabled());
    await fillField(user, day(), "31/03/2026");
    await fillField(user, await screen.findByLabelText("Time"), "17:00");
    await user.tab();
    expect(await screen.findByRole("link", { name: "Edited" })).toHaveAttribute(
      "href",
      expect.stringContaining("/app/reports/transaction/changes?tenant_id=7"),
    );
    expect(screen.getByText("The books as recorded at 31 Mar 2026, 17:00")).toBeVisible();
    expect(screen.getByText("Closing Balance as of 31 Mar 2026")).toBeVisible();
    expect(screen.queryByText("Closing Balance with sub-ledgers")).toBeNull();
    await user.click(screen.getByRole("radio", { name: "As it is, marked" }));
    expect(await screen.findByRole("link", { name: "Back-dated" })).toBeVisible();
    expect(screen.getByText("Changes recorded after 31 Mar 2026, 17:00 are marked")).toBeVisible();
    expect(screen.getByText("Closing Balance with sub-ledgers")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Export" }));
    await user.click(await screen.findByRole("menuitem", { name: "CSV" }));
    await waitFor(() => expect(api.calls(exportStatement)).toHaveLength(1));
    expect(api.calls(exportStatement)[0]?.input).toMatchObject({
      recorded_up_to: "2026-03-31T16:00:59.999Z",
      as_it_is: true,
    });
  });

  test("of an income leaves year-end closings out when it is asked to, and says so", async ({
    api,
    open,
  }) => {
    answerStatement(api, { ledger: ledger({ code: "03-01-0001", name: "Sales" }) });
    api.on(exportStatement, () => new File(["a"], "statement.csv", { type: "text/csv" }));
    const user = open(`${address}&start_date=2025-01-01&end_date=2025-12-31`);
    const note = "Year-end closing entries are left out, as in the profit and loss.";
    const left = await screen.findByRole("switch", { name: "Without year-end closings" });
    expect(screen.queryByText(note)).toBeNull();
    await user.click(left);
    expect(await screen.findByText(note)).toBeVisible();
    expect(window.location.search).toContain("&closing=without");
    expect(api.calls(getStatement).at(-1)?.input).toMatchObject({ closing: "without" });
    await user.click(await screen.findByRole("button", { name: "Export" }));
    await user.click(await screen.findByRole("menuitem", { name: "CSV" }));
    await waitFor(() => expect(api.calls(exportStatement)).toHaveLength(1));
    expect(api.calls(exportStatement)[0]?.input).toMatchObject({ closing: "without" });
  });

  test("of a ledger that does not exist says so", async ({ api, open }) => {
    answerBooks(api);
    api.on(getStatement, () => refuse("not_found", { what: "The ledger" }));
    open(address);
    // The message disappears after a while, so the page shows the error too.
    await waitFor(() => expect(screen.getAllByText("The ledger was not found.")).toHaveLength(2));
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });

  test("that did not load can be tried again", async ({ api, open }) => {
    answerBooks(api);
    api.on(getStatement, () => loseConnection());
    const user = open(address);
    expect(await screen.findByText("The statement could not be loaded.")).toBeVisible();
    answerStatement(api);
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("heading", { name: "Current account" })).toBeVisible();
  });

  test("leads to the login page when the session has ended", async ({ api, open }) => {
    answerStatement(api);
    open(`${address}&page=2`);
    api.endSession();
    await expectSignedOut();
    expect(sessionStorage.getItem("remembered_route")).toBe(`${address}&page=2`);
  });
});
