import { kobo, ZERO } from "@kontor/books/money";
import type { DataOf } from "@kontor/contract/endpoint";
import { dayBookReport } from "@kontor/contract/reports/day-book";
import { ledgerSummaryReport } from "@kontor/contract/reports/ledger-summary";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect } from "vitest";

import { expectAccessible } from "../../testing/accessible.ts";
import { test } from "../../testing/page-test.tsx";
import { expectSignedOut } from "../../testing/questions.ts";
import { refuse } from "../../testing/refusal.ts";
import { answerBooks } from "../../testing/samples/accounting.ts";
import { dayBookRow } from "../../testing/samples/reports.ts";
import { longWord } from "../../testing/samples/text.ts";
import { headersOf, rowWith } from "../../testing/tables.ts";
import { memberOf, staffWith } from "../../testing/users.ts";

type SummaryRow = DataOf<typeof ledgerSummaryReport.read>["rows"][number];

const days = "start_date=2026-03-01&end_date=2026-03-31";
const bookkeeper = memberOf(7, "reports.read", "accounting.read");

const second = dayBookRow({
  line: 2,
  name: "Sales",
  item_narration: "Sold",
  debit: ZERO,
  credit: kobo(500n),
});
const book = (rows: (typeof second)[]) => ({
  data: { rows, totals: { debit: kobo(500n), credit: kobo(500n), items: rows.length } },
  total: rows.length / 2,
});

describe("the day book", () => {
  const address = `/app/reports/transaction/day-book?${days}`;

  test("shows entries with their items and totals, and links to the entry", async ({
    api,
    open,
  }) => {
    api.on(dayBookReport.read, () => book([dayBookRow(), second]));
    open(address, { as: bookkeeper });
    expect(await rowWith("Day Book", "Current account")).toHaveTextContent(
      "09 Mar 2026RCT-000051Current account 01-01-0001Sales of the week · Paid in₦5.00 DR–",
    );
    expect(await rowWith("Day Book", "Sold")).toHaveTextContent(/^Sales 01-01-0001Sold–₦5\.00 CR$/);
    expect(await rowWith("Day Book", "Total of 2 items")).toHaveTextContent("₦5.00₦5.00");
    expect(screen.getByRole("link", { name: "RCT-000051" })).toHaveAttribute(
      "href",
      "/app/entries/receipt/edit/51?tenant_id=7",
    );
    expect(api.calls(dayBookReport.read)[0]?.input).toMatchObject({
      start_date: "2026-03-01",
      page: 1,
      per_page: 25,
    });
    await expectAccessible();
  });

  test("of all organizations names each, with long names on a phone too", async ({ api, open }) => {
    answerBooks(api);
    api.on(dayBookReport.read, () => book([dayBookRow({ name: longWord }), second]));
    open(address, { as: staffWith("reports.read", "accounting.read", "organizations.read") });
    expect(await screen.findByText(longWord)).toBeVisible();
    expect(headersOf("Day Book")).toContain("Organization");
  });

  test("without year-end closings links its total to the trial balance without them", async ({
    api,
    open,
  }) => {
    api.on(dayBookReport.read, () => book([dayBookRow(), second]));
    const user = open(`${address}&closing=without`, { as: bookkeeper });
    const total = within(await rowWith("Day Book", "Total of 2 items"));
    for (const link of total.getAllByRole("link")) {
      expect(link).toHaveAttribute(
        "href",
        expect.stringMatching(/^\/app\/reports\/transaction\/trial-balance\?.+&closing=without$/),
      );
    }
    await user.click(screen.getByRole("switch", { name: "Without year-end closings" }));
    await waitFor(() => expect(window.location.search).not.toContain("closing"));
    expect(api.calls(dayBookReport.read)[0]?.input).toMatchObject({ closing: "without" });
  });

  test("says when it is as of a moment, and marks changes when it is as of now", async ({
    api,
    open,
  }) => {
    api.on(dayBookReport.read, ({ as_it_is }) =>
      book([dayBookRow({ since: as_it_is === true ? "BACK_DATED" : "EDITED" }), second]),
    );
    const user = open(`${address}&recorded_up_to=2026-03-20T16:00:00.000Z`, { as: bookkeeper });
    expect(await screen.findByText("The books as recorded at 20 Mar 2026, 17:00")).toBeVisible();
    expect(await screen.findByRole("link", { name: "Edited" })).toHaveAttribute(
      "href",
      expect.stringContaining("/app/reports/transaction/changes?tenant_id=7&recorded_up_to=2026"),
    );
    await user.click(screen.getByRole("radio", { name: "As it is, marked" }));
    expect(await screen.findByRole("link", { name: "Back-dated" })).toBeVisible();
    expect(screen.getByText("Changes recorded after 20 Mar 2026, 17:00 are marked")).toBeVisible();
  });

  test("says when there is nothing, and when the days are out of order", async ({ api, open }) => {
    api.on(dayBookReport.read, () => book([]));
    open(address, { as: bookkeeper, on: "phone" });
    expect(await screen.findByText("No entries were posted in this period")).toBeVisible();
  });

  test("can be retried after a refusal, and ends with the session", async ({ api, open }) => {
    api.on(dayBookReport.read, () => refuse("busy"));
    const user = open(address, { as: bookkeeper });
    const again = await screen.findByRole("button", { name: "Try again" });
    api.on(dayBookReport.read, () => book([dayBookRow(), second]));
    const release = api.hold(dayBookReport.read);
    await user.click(again);
    expect(await screen.findByRole("status", { name: "Loading Day Book" })).toBeVisible();
    release();
    expect(await screen.findByText("Current account")).toBeVisible();
    api.endSession();
    await user.selectOptions(screen.getByLabelText("Period"), "Last year");
    await expectSignedOut();
  });
});

const summaryRow = (more: Partial<SummaryRow> = {}): SummaryRow => ({
  kind: "ledger",
  tenant_id: 7,
  id: 21,
  code: "01-01-0001",
  name: "Current account",
  opening: kobo(1000n),
  opening_dc: "DR",
  debit: kobo(500n),
  credit: ZERO,
  closing: kobo(1500n),
  closing_dc: "DR",
  items: 3,
  last_day: "2026-03-09",
  changed: false,
  ...more,
});
const summary = (rows: SummaryRow[]) => ({
  rows,
  totals: { debit: kobo(500n), credit: kobo(500n), items: 3 },
});

describe("the ledger summary", () => {
  const address = `/app/reports/transaction/ledger-summary?${days}`;

  test("as of a moment marks changes, and links to the statement as of that moment", async ({
    api,
    open,
  }) => {
    api.on(ledgerSummaryReport.read, () => summary([summaryRow({ changed: true })]));
    open(`${address}&recorded_up_to=2026-03-31T16:00:59.999Z`, { as: bookkeeper });
    expect(await screen.findByRole("link", { name: "Changed" })).toBeVisible();
    expect(screen.getByText("The books as recorded at 31 Mar 2026, 17:00")).toBeVisible();
    expect(screen.getByRole("link", { name: /^Current account/ })).toHaveAttribute(
      "href",
      expect.stringContaining("recorded_up_to=2026-03-31T16"),
    );
  });

  test("shows the movements of each ledger, and links to its postings", async ({ api, open }) => {
    api.on(ledgerSummaryReport.read, () => summary([summaryRow()]));
    const user = open(address, { as: bookkeeper });
    expect(await rowWith("Ledger Summary", "Current account")).toHaveTextContent(
      "Current account 01-01-0001₦10.00 DR₦5.00–₦15.00 DR309 Mar 2026",
    );
    expect(screen.getByRole("link", { name: /^Current account/ })).toHaveAttribute(
      "href",
      "/app/ledger-statement/21?tenant_id=7&start_date=2026-03-01&end_date=2026-03-31",
    );
    await expectAccessible();
    await user.click(screen.getByRole("switch", { name: "Ledgers without entries" }));
    await screen.findByRole("switch", { checked: true });
    expect(window.location.search).toContain("with_unmoved=true");
  });

  test("opens an organization's ledgers from its line among several", async ({ api, open }) => {
    answerBooks(api);
    api.on(ledgerSummaryReport.read, () => summary([summaryRow({ kind: "organization", id: 7 })]));
    open(address, {
      as: staffWith("reports.read", "accounting.read", "organizations.read"),
      on: "phone",
    });
    const link = await screen.findByRole("link", { name: /^Current account/ });
    expect(link.getAttribute("href")).toContain("ledger-summary?tenant_id=7");
  });

  test("says when nothing was posted", async ({ api, open }) => {
    api.on(ledgerSummaryReport.read, () => summary([]));
    open(address, { as: bookkeeper });
    expect(await screen.findByText("Nothing was posted in this period")).toBeVisible();
  });
});
