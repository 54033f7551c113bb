import { addMonths } from "@kontor/books/calendar-date";
import { listLedgers } from "@kontor/contract/accounting/accounts";
import { findEntriesByNumber, listEntries } from "@kontor/contract/accounting/entries";
import { getStatement } from "@kontor/contract/accounting/statements";
import { listEmployees } from "@kontor/contract/employees/employees";
import { listOrganizations } from "@kontor/contract/organizations/organizations";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { describe, expect } from "vitest";

import { today } from "../../platform/clock.ts";
import { expectAccessible } from "../../testing/accessible.ts";
import { test } from "../../testing/page-test.tsx";
import { findDialog } from "../../testing/questions.ts";
import { refuse } from "../../testing/refusal.ts";
import { answerBooks, entryRow, ledgerChoices } from "../../testing/samples/accounting.ts";
import { listedEmployee } from "../../testing/samples/employees.ts";
import { memberOf } from "../../testing/users.ts";

const keys = "{Control>}k{/Control}";

/** The last choice, which searches the entries. */
const inEntries = (text: string) =>
  `Search entries for “${text}”Narrations and amounts of the last 12 months`;

async function found(): Promise<string[]> {
  const list = within(await screen.findByRole("listbox", { name: "Found" }));
  return list.queryAllByRole("option").map(({ textContent }) => textContent ?? "");
}

describe("the palette", () => {
  test("finds screens, actions and records, and starts with recent choices", async ({
    api,
    open,
  }) => {
    answerBooks(api);
    api.on(listLedgers, ({ search = "" }) => {
      // The server also finds similar names, such as "materials" for "trial".
      const text = search === "trial" ? "sales" : search;
      const data = ledgerChoices.filter(({ name }) => name.toLowerCase().includes(text));
      return { data, total: data.length };
    });
    api.on(listEntries, () => ({ data: [], total: 0 }));
    api.on(getStatement, () => refuse("not_found", { what: "The ledger" }));
    api.on(findEntriesByNumber, () => [entryRow()]);
    // A kind that is switched off does not affect the others.
    api.on(listEmployees, () => refuse("module_off", { module: "Payroll" }));
    const user = open("/app/entries");
    await screen.findByRole("link", { name: "Add Entry" });
    await user.keyboard(keys);
    const field = await screen.findByRole("textbox", { name: /^Find a screen/ });
    await waitFor(() => expect(field).toHaveFocus());
    expect(await found()).toEqual(
      expect.arrayContaining([
        "Add ReceiptMoney that came in",
        "Month-endLock reported periods and close financial years",
      ]),
    );
    await expectAccessible();
    await user.paste("sales");
    await waitFor(async () => {
      expect(await found()).toEqual(["Sales03-01-0001 · Acme Corporation", inEntries("sales")]);
    });
    await user.keyboard("{Enter}");
    await waitFor(() => expect(window.location.pathname).toBe("/app/ledger-statement/22"));
    expect(screen.queryByRole("textbox", { name: /^Find a screen/ })).toBeNull();
    cleanup();

    open("/app/entries");
    await user.click(await screen.findByRole("button", { name: "Find anything" }));
    expect((await found())[0]).toBe("Sales03-01-0001 · Acme Corporation");
    await user.paste("rct-61");
    await waitFor(async () => expect((await found())[0]).toMatch(/^RCT-000061/));
    expect(api.calls(findEntriesByNumber).map(({ input }) => input.number)).toEqual(["rct-61"]);
    await user.clear(screen.getByRole("textbox", { name: /^Find a screen/ }));
    await user.paste("lance sheet");
    await waitFor(async () => {
      expect(await found()).toEqual([
        "Balance SheetAssets, liabilities and equity on any day",
        inEntries("lance sheet"),
      ]);
    });
    await user.clear(screen.getByRole("textbox", { name: /^Find a screen/ }));
    await user.paste("trial");
    await waitFor(async () => {
      expect(await found()).toEqual([
        expect.stringMatching(/^Trial Balance/),
        "Sales03-01-0001 · Acme Corporation",
        inEntries("trial"),
      ]);
    });
    await user.clear(screen.getByRole("textbox", { name: /^Find a screen/ }));
    await user.paste("outb");
    await waitFor(async () => expect(await found()).toEqual(["Outbox", inEntries("outb")]));
    await user.clear(screen.getByRole("textbox", { name: /^Find a screen/ }));
    // Choices that match only by description come below the records.
    await user.paste("lock");
    await waitFor(async () => {
      expect(await found()).toEqual([
        "Month-endLock reported periods and close financial years",
        "Month-end ChecklistSteps before closing a month, and its lock",
        inEntries("lock"),
      ]);
    });
    // Amounts and narrations are found in the list of entries.
    await user.clear(screen.getByRole("textbox", { name: /^Find a screen/ }));
    await user.paste("45,000");
    await waitFor(async () => expect(await found()).toEqual([inEntries("45,000")]));
    await user.keyboard("{Enter}");
    await waitFor(() =>
      expect(api.calls(listEntries).at(-1)?.input).toMatchObject({
        search: "45,000",
        start_date: addMonths(today(), -12),
        end_date: today(),
      }),
    );
  });

  test("closes when the user goes back to the page before", async ({ api, open }) => {
    answerBooks(api);
    api.on(listEntries, () => ({ data: [], total: 0 }));
    const user = open("/app/dashboard", { on: "phone" });
    const sidebar = within(await screen.findByRole("complementary", { name: "Sidebar" }));
    await user.click(await sidebar.findByRole("link", { name: "Entries" }));
    await screen.findByRole("link", { name: "Add Entry" });
    await user.click(screen.getByRole("button", { name: "Find anything" }));
    await screen.findByRole("textbox", { name: /^Find a screen/ });
    window.history.back();
    await waitFor(() => expect(window.location.pathname).toBe("/app/dashboard"));
    await waitFor(() =>
      expect(screen.queryByRole("textbox", { name: /^Find a screen/ })).toBeNull(),
    );
  });

  test("keeps what is typed while it opens", async ({ api, open }) => {
    answerBooks(api);
    api.on(listLedgers, () => ({ data: [], total: 0 }));
    api.on(findEntriesByNumber, () => []);
    api.on(listEmployees, () => ({ data: [], total: 0 }));
    const user = open("/app/chart-accounts");
    const search = await screen.findByRole("searchbox");
    // On the page, "g" and "o" would open the organizations, and "n" the form of a ledger.
    await user.keyboard(`${keys}gonx{Backspace}{Enter}`);
    const field = await screen.findByRole("textbox", { name: /^Find a screen/ });
    await waitFor(() => expect(field).toHaveFocus());
    expect(field).toHaveValue("gon");
    expect(window.location.pathname).toBe("/app/chart-accounts");
    await user.keyboard("e{Escape}");
    expect(field).toHaveValue("gone");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await user.click(search);
    await user.keyboard("n");
    expect(search).toHaveValue("n");
  });

  test("keeps what is typed after its button is pressed", async ({ api, open }) => {
    answerBooks(api);
    api.on(listLedgers, () => ({ data: [], total: 0 }));
    api.on(findEntriesByNumber, () => []);
    api.on(listEmployees, () => ({ data: [], total: 0 }));
    const user = open("/app/chart-accounts");
    (await screen.findByRole("button", { name: "Find anything" })).focus();
    await user.keyboard("{Enter}gon");
    const field = await screen.findByRole("textbox", { name: /^Find a screen/ });
    await waitFor(() => expect(field).toHaveFocus());
    expect(field).toHaveValue("gon");
    expect(window.location.pathname).toBe("/app/chart-accounts");
  });

  test("takes its first choice by Enter before anything is typed", async ({ api, open }) => {
    answerBooks(api);
    const user = open("/app/chart-accounts");
    await screen.findByRole("searchbox");
    await user.keyboard(keys);
    const field = await screen.findByRole("textbox", { name: /^Find a screen/ });
    await waitFor(() => expect(field).toHaveFocus());
    expect((await found())[0]).toMatch(/^Add Receipt/);
    await user.keyboard("{Enter}");
    await waitFor(() => expect(window.location.pathname).toBe("/app/entries/receipt/add"));
  });

  test("requests nothing that the user may not see", async ({ api, open }) => {
    const uche = listedEmployee({ id: 20, first_name: "Uche", staff_no: "ADA-0001" });
    api.on(listEmployees, () => ({ data: [uche, listedEmployee()], total: 2 }));
    const user = open("/app/dashboard", { as: memberOf(7, "employees.read") });
    await screen.findByRole("navigation", { name: "Quick links" });
    await user.keyboard(keys);
    const field = await screen.findByRole("textbox", { name: /^Find a screen/ });
    await waitFor(() => expect(field).toHaveFocus());
    expect((await found()).join()).not.toMatch(/Receipt|Chart/);
    await user.paste("ada");
    await waitFor(async () =>
      // An employee whose name matches comes before one whose staff number contains the letters.
      expect(await found()).toEqual([
        "Ada OkaforACM-0012 · Acme Corporation",
        "Uche OkaforADA-0001 · Acme Corporation",
      ]),
    );
    expect(api.calls(listLedgers)).toEqual([]);
    expect(api.calls(listOrganizations)).toEqual([]);
    api.on(listEmployees, () => ({ data: [], total: 0 }));
    await user.clear(field);
    await user.paste("nobody");
    expect(await screen.findByText("Nothing found for “nobody”")).toBeVisible();
  });
});

describe("keyboard shortcuts", () => {
  test("are listed, open pages, open the search and the add form, and are ignored while the user types", async ({
    api,
    open,
  }) => {
    answerBooks(api);
    api.on(listEntries, () => ({ data: [], total: 0 }));
    const user = open("/app/dashboard");
    await screen.findByRole("navigation", { name: "Quick links" });
    await user.keyboard("?");
    const help = await findDialog("Keyboard shortcuts");
    expect(help.getByText("Go to Chart of Accounts")).toBeVisible();
    // A dialog takes all keyboard input.
    await user.keyboard("gn");
    expect(window.location.pathname).toBe("/app/dashboard");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

    await user.keyboard("gc");
    const search = await screen.findByRole("searchbox");
    expect(window.location.pathname).toBe("/app/chart-accounts");
    await user.keyboard("/");
    expect(search).toHaveFocus();
    await user.keyboard("{Control>}k{/Control}");
    const field = await screen.findByRole("textbox", { name: /^Find a screen/ });
    await waitFor(() => expect(field).toHaveFocus());
    await user.keyboard("{Escape}");
    await waitFor(() => expect(search).toHaveFocus());
    expect(screen.queryByRole("dialog")).toBeNull();
    await user.keyboard("gn?");
    expect(search).toHaveValue("gn?");
    expect(screen.queryByRole("dialog")).toBeNull();
    search.blur();
    await user.keyboard("n");
    await waitFor(() => expect(window.location.pathname).toBe("/app/ledgers/add"));
  });

  test("submit the open form, unless its button is disabled", async ({ api, open }) => {
    answerBooks(api);
    const user = open("/app/chart-accounts");
    await user.click(await screen.findByRole("button", { name: "Add Group" }));
    const group = await findDialog("Add Group");
    await waitFor(() => expect(document.activeElement?.tagName).toMatch(/INPUT|SELECT/));
    await user.click(group.getByLabelText("Group Name"));
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(await group.findByText("Enter the group name.")).toBeVisible();
  });
});
