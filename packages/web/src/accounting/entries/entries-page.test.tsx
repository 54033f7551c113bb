import { addMonths } from "@kontor/books/calendar-date";
import { kobo, type Kobo } from "@kontor/books/money";
import { getEntryTotals, listEntries } from "@kontor/contract/accounting/entries";
import { formatRange } from "@kontor/contract/format";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect } from "vitest";

import { today } from "../../platform/clock.ts";
import { expectAccessible } from "../../testing/accessible.ts";
import { fillField, pickMatch } from "../../testing/fields.ts";
import { test } from "../../testing/page-test.tsx";
import { expectMessage, expectSignedOut } from "../../testing/questions.ts";
import { refuse, refuseAt } from "../../testing/refusal.ts";
import { answerBooks, entryRow } from "../../testing/samples/accounting.ts";
import { longWord } from "../../testing/samples/text.ts";
import { headersOf, rowWith } from "../../testing/tables.ts";
import { memberOf } from "../../testing/users.ts";

const nothing = "No entries found for the selected criteria";

/** A day as the date fields show it. */
const typed = (date: string) => date.split("-").toReversed().join("/");

describe("the entries", () => {
  test("are those of the last month through today", async ({ api, open }) => {
    answerBooks(api);
    api.on(listEntries, () => ({
      data: [
        entryRow({ narration: longWord }),
        entryRow({ id: 62, entry_type_id: 10, ent_number: "DEP-000001" }),
        entryRow({ id: 63, ent_number: "RCT-000063", in_reversal: true }),
        entryRow({ id: 64, ent_number: "RCT-000064", locked: true }),
      ],
      total: 4,
    }));
    const user = open("/app/entries", { on: "phone" });
    const row = await rowWith("Entries", longWord);
    for (const text of ["05 Mar 2026", "RCT-000061", "Current account", "Sales", "₦80.00"]) {
      expect(row).toHaveTextContent(text);
    }
    expect(within(row).getByRole("link", { name: "Edit Entry RCT-000061" })).toHaveAttribute(
      "href",
      "/app/entries/receipt/edit/61?tenant_id=7",
    );
    expect(screen.getByRole("link", { name: "View Entry DEP-000001" })).toBeVisible();
    expect(screen.getByRole("link", { name: "View Entry RCT-000063" })).toBeVisible();
    expect(screen.getByRole("link", { name: "View Entry RCT-000064" })).toBeVisible();
    expect(headersOf("Entries")).toEqual([
      "Date",
      "Entry No.",
      "Debit Ledger",
      "Credit Ledger",
      "Amount",
      "Narration",
      "Organization",
      "Action",
    ]);
    await user.click(screen.getByRole("button", { name: /^Filters/ }));
    // The date fields load after the others, each separately.
    await waitFor(() => {
      expect(screen.getByLabelText("Start Date")).toHaveValue(typed(addMonths(today(), -1)));
      expect(screen.getByLabelText("End Date")).toHaveValue(typed(today()));
    });
    expect(api.calls(listEntries)[0]?.input).toMatchObject({
      start_date: addMonths(today(), -1),
      end_date: today(),
      page: 1,
      per_page: 10,
    });
    expect(screen.getByRole("link", { name: "Add Entry" })).toHaveAttribute(
      "href",
      "/app/entries/receipt/add",
    );
    await expectAccessible();
  });

  test("say on a phone which days they are of, whose fields are folded", async ({ api, open }) => {
    answerBooks(api);
    api.on(listEntries, () => ({ data: [entryRow()], total: 1 }));
    const user = open("/app/entries", { on: "phone" });
    const days = formatRange(addMonths(today(), -1), today());
    expect(await screen.findByText(days)).toBeVisible();
    await user.click(screen.getByRole("button", { name: /^Filters/ }));
    expect(await screen.findByLabelText("Start Date")).toBeVisible();
    expect(screen.queryByText(days)).toBeNull();
  });

  test("are searched, and say when there are too many for it", async ({ api, open }) => {
    answerBooks(api);
    api.on(listEntries, ({ search }) =>
      search === "rent"
        ? refuseAt("search", "too_many_to_search", { found: "900,000", most: "50,000" })
        : { data: [entryRow()], total: 1 },
    );
    const user = open("/app/entries");
    const field = await screen.findByRole("searchbox", { name: "Search entries" });
    await user.click(field);
    await user.paste("rent");
    expect(
      await screen.findByText(
        "900,000 entries are more than can be searched at once. Choose days with at most 50,000.",
      ),
    ).toBeVisible();
    expect(window.location.search).toBe("?search=rent");
    expect(screen.queryByText("Error loading entries")).toBeNull();
  });

  test("show no sum of the filter before while that of another one is loaded", async ({
    api,
    open,
  }) => {
    answerBooks(api);
    api.on(listEntries, ({ search }) =>
      search === "rent"
        ? { data: [entryRow({ narration: "Rent" })], total: 1 }
        : { data: [entryRow()], total: 400 },
    );
    const loaded = Promise.withResolvers<{ amount: Kobo }>();
    api.on(getEntryTotals, ({ search }) =>
      search === "rent" ? loaded.promise : { amount: kobo(987_654_321n) },
    );
    const user = open("/app/entries");
    expect(await rowWith("Entries", "Total of 400 entries")).toHaveTextContent("₦9,876,543.21");
    await fillField(user, await screen.findByRole("searchbox", { name: "Search entries" }), "rent");
    await rowWith("Entries", "Rent");
    await waitFor(() => expect(screen.queryByText(/Total of 400/)).toBeNull());
    expect(screen.queryByText("₦9,876,543.21")).toBeNull();
    loaded.resolve({ amount: kobo(8_000n) });
    expect(await rowWith("Entries", "Total of 1 entry")).toHaveTextContent("₦80.00");
  });

  test("are sorted by their columns, and show the total of the whole filter", async ({
    api,
    open,
  }) => {
    answerBooks(api);
    api.on(listEntries, () => ({ data: [entryRow()], total: 1_240 }));
    api.on(getEntryTotals, () => ({ amount: kobo(123_456_789n) }));
    const user = open("/app/entries?search=rent");
    const total = await rowWith("Entries", "Total of 1,240 entries");
    expect(total).toHaveTextContent("₦1,234,567.89");
    expect(screen.getByRole("columnheader", { name: "Date" })).toHaveAttribute(
      "aria-sort",
      "descending",
    );
    await user.click(screen.getByRole("button", { name: "Amount" }));
    await waitFor(() =>
      expect(api.calls(listEntries).at(-1)?.input).toMatchObject({ sort: "amount", page: 1 }),
    );
    expect(window.location.search).toBe("?search=rent&sort=amount");
    expect(api.calls(getEntryTotals)).toHaveLength(1);
  });

  test("say when there are too many to be sorted by a column", async ({ api, open }) => {
    answerBooks(api);
    api.on(listEntries, ({ sort }) =>
      sort === "-amount"
        ? refuseAt("sort", "list_too_long_to_sort", { most: "50,000", instead: "date" })
        : { data: [entryRow()], total: 1 },
    );
    const user = open("/app/entries?sort=-amount");
    expect(
      await screen.findByText(/cannot be sorted this way\. Narrow the list, or sort it by date\./),
    ).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Sort by date" }));
    expect(await screen.findByText("RCT-000061")).toBeVisible();
    expect(window.location.search).toBe("");
  });

  test("that are posted meanwhile do not move the later pages", async ({ api, open }) => {
    answerBooks(api);
    api.on(listEntries, ({ page }) => ({
      data: [entryRow({ narration: `Of page ${page}` })],
      total: 12,
      up_to: "748213-5-0-2",
    }));
    const user = open("/app/entries");
    expect(await screen.findByText("1–10 of 12")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Page 2" }));
    expect(await screen.findByText("Of page 2")).toBeVisible();
    expect(api.calls(listEntries).at(-1)?.input).toMatchObject({ page: 2, up_to: "748213-5-0-2" });
    expect(window.location.search).toBe("?page=2&up_to=748213-5-0-2");
  });

  test("go back from a page whose rows are gone to the page before it", async ({ api, open }) => {
    answerBooks(api);
    api.on(listEntries, ({ page }) => ({
      data: page <= 2 ? [entryRow({ narration: `Of page ${page}` })] : [],
      total: page === 1 ? 21 : 11,
      up_to: "748213-5-0-2",
    }));
    const user = open("/app/entries");
    await user.click(await screen.findByRole("button", { name: "Page 3" }));
    expect(await screen.findByText("Of page 2")).toBeVisible();
    expect(window.location.search).toBe("?page=2&up_to=748213-5-0-2");
    window.history.back();
    expect(await screen.findByText("Of page 1")).toBeVisible();
    expect(window.location.search).toBe("");
  });

  test("are filtered by what the address says, and cleared by the empty text", async ({
    api,
    open,
  }) => {
    answerBooks(api);
    api.on(listEntries, () => ({ data: [], total: 0 }));
    const user = open("/app/entries?start_date=2023-12-31");
    await pickMatch(user, await screen.findByLabelText("Organization"), "Acme Corporation");
    await pickMatch(user, screen.getByLabelText("Ledger"), "Current account");
    await waitFor(() =>
      expect(window.location.search).toBe("?start_date=2023-12-31&tenant_id=7&ledger_id=21"),
    );
    expect(await screen.findByText(nothing)).toBeVisible();
    await expectAccessible();
    expect(api.calls(listEntries).at(-1)?.input).toMatchObject({
      start_date: "2023-12-31",
      end_date: today(),
      tenant_id: 7,
      ledger_id: 21,
    });
    await user.click(screen.getByRole("button", { name: "Clear filters to see all entries" }));
    await waitFor(() => expect(screen.getByLabelText("Start Date")).toHaveValue(""));
    expect(screen.getByLabelText("End Date")).toHaveValue("");
    expect(screen.getByLabelText("Organization")).toHaveValue("All Organizations");
    expect(screen.getByLabelText("Ledger")).toHaveValue("");
    const last = api.calls(listEntries).at(-1)?.input;
    expect([last?.start_date, last?.end_date, last?.ledger_id]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("stay cleared when the user goes back and forward again", async ({ api, open }) => {
    answerBooks(api);
    api.on(listEntries, () => ({ data: [entryRow()], total: 1 }));
    const user = open("/app/entries");
    const organization = () => screen.findByLabelText("Organization");
    await pickMatch(user, await organization(), "Acme Corporation");
    await waitFor(() => expect(window.location.search).toBe("?tenant_id=7"));
    await user.click(screen.getByRole("button", { name: "Clear" }));
    await waitFor(() => expect(window.location.search).not.toContain("tenant_id"));
    const cleared = window.location.search;
    window.history.back();
    await waitFor(async () => expect(await organization()).toHaveValue("Acme Corporation"));
    window.history.forward();
    await waitFor(async () => expect(await organization()).toHaveValue("All Organizations"));
    expect(window.location.search).toBe(cleared);
    expect(api.calls(listEntries).at(-1)?.input.tenant_id).toBeFalsy();
    expect(sessionStorage.getItem("organization_filter")).toBe("0");
  });

  test("with days out of order are empty, and are not requested", async ({ api, open }) => {
    answerBooks(api);
    api.on(listEntries, () => ({ data: [entryRow()], total: 1 }));
    const user = open("/app/entries?start_date=2023-12-31&end_date=2024-01-31");
    await screen.findByText("RCT-000061");
    const end = screen.getByLabelText("End Date");
    await waitFor(() => expect(end).toBeEnabled());
    await fillField(user, screen.getByLabelText("End Date"), "30/12/2023");
    await user.tab();
    expect(await screen.findByText("The end date is before the start date.")).toBeVisible();
    expect(await screen.findByText(nothing)).toBeVisible();
    for (const { input } of api.calls(listEntries)) expect(input.end_date).not.toBe("2023-12-30");
    await user.click(screen.getByRole("button", { name: "Clear" }));
    expect(await screen.findByText("RCT-000061")).toBeVisible();
    await fillField(user, screen.getByLabelText("Start Date"), "31/02/2024");
    await user.click(screen.getByRole("button", { name: "Clear" }));
    expect(screen.getByLabelText("Start Date")).toHaveValue("");
  });

  test("that cannot be loaded say so, and can be tried again", async ({ api, open }) => {
    answerBooks(api);
    api.on(listEntries, () => refuse("internal", { request_id: "r1" }));
    const release = api.hold(listEntries);
    const user = open("/app/entries");
    expect(await screen.findByRole("status", { name: "Loading Entries" })).toBeVisible();
    release();
    await expectMessage("Error loading entries");
    expect(await screen.findByText("This list could not be loaded.")).toBeVisible();
    expect(screen.getByText(/Something went wrong on our side.* quote request r1/)).toBeVisible();
    api.on(listEntries, () => ({ data: [entryRow()], total: 1 }));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("RCT-000061")).toBeVisible();
  });

  test("of a user of one organization have neither filter nor column for it", async ({
    api,
    open,
  }) => {
    answerBooks(api);
    api.on(listEntries, () => ({ data: [entryRow()], total: 1 }));
    open("/app/entries?tenant_id=7&ledger_id=21", {
      as: memberOf(7, "accounting.read"),
      on: "phone",
    });
    expect(await screen.findByText("RCT-000061")).toBeVisible();
    // Only the ledger counts as a filter: for this user the organization in the address narrows
    // nothing.
    expect(screen.getByRole("button", { name: "Filters (1)" })).toBeVisible();
    expect(screen.queryByLabelText("Organization")).toBeNull();
    expect(screen.queryByRole("columnheader", { name: "Organization" })).toBeNull();
  });

  test("lead to the login page when the session has ended", async ({ api, open }) => {
    answerBooks(api);
    api.on(listEntries, () => ({ data: [], total: 0 }));
    open("/app/entries?page=2");
    api.endSession();
    await expectSignedOut();
    expect(sessionStorage.getItem("remembered_route")).toBe("/app/entries?page=2");
  });
});
