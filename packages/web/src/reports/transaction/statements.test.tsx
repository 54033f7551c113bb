import { kobo, ZERO } from "@kontor/books/money";
import { formatDate } from "@kontor/contract/format";
import {
  balanceSheetReport,
  profitAndLossReport,
  type FinancialLine,
} from "@kontor/contract/reports/financial-statements";
import { trialBalanceReport } from "@kontor/contract/reports/trial-balance";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect } from "vitest";

import { today } from "../../platform/clock.ts";
import { expectAccessible } from "../../testing/accessible.ts";
import type { FakeApi } from "../../testing/fake-api.ts";
import { fillField } from "../../testing/fields.ts";
import { test } from "../../testing/page-test.tsx";
import { expectSignedOut } from "../../testing/questions.ts";
import { refuse } from "../../testing/refusal.ts";
import { answerBooks } from "../../testing/samples/accounting.ts";
import { financialLine, trialBalance, trialBalanceRow } from "../../testing/samples/reports.ts";
import { longWord } from "../../testing/samples/text.ts";
import { headersOf, rowWith } from "../../testing/tables.ts";
import { memberOf, staffWith } from "../../testing/users.ts";
import { thisMonth } from "../frame/periods.ts";

const address = "/app/reports/transaction/trial-balance";
const days = "start_date=2026-03-01&end_date=2026-03-31";
const bookkeeper = memberOf(7, "reports.read", "accounting.read");

const statement = (rows: FinancialLine[]) => ({
  rows,
  compared_with: { start_date: "2026-02-01", end_date: "2026-02-28" },
  difference: ZERO,
  short_side: null,
});

describe("the sections of Reports", () => {
  test("are in the side menu and list the reports that the user may see", async ({ open }) => {
    const user = open("/app/reports", { as: bookkeeper });
    const menu = within(await screen.findByRole("navigation", { name: "Reports" }));
    expect(menu.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
      "Payroll Reports",
      "Transaction Reports",
    ]);
    expect(window.location.pathname).toBe("/app/reports/transaction");
    expect(await screen.findByRole("link", { name: /^Trial Balance/ })).toBeVisible();
    expect(screen.getByRole("link", { name: /^Balance Sheet/ })).toHaveAttribute(
      "href",
      "/app/reports/transaction/balance-sheet",
    );
    await expectAccessible();
    await user.click(menu.getByRole("link", { name: "Payroll Reports" }));
    await waitFor(() => expect(window.location.pathname).toBe("/app/reports/payroll"));
  });

  test("open with the reports on pay for users who may see only these", async ({ open }) => {
    open("/app/reports", { as: memberOf(7, "reports.read", "payroll.read") });
    expect(await screen.findByRole("link", { name: /^Payroll Register/ })).toBeVisible();
    expect(window.location.pathname).toBe("/app/reports/payroll");
  });

  test("are empty without the permission for the books, and refused without the one for reports", async ({
    open,
  }) => {
    open("/app/reports/transaction", { as: memberOf(7, "reports.read") });
    expect(await screen.findByText("There are no transaction reports available")).toBeVisible();
  });

  test("are refused without the permission", async ({ open }) => {
    open(`${address}?${days}`, { as: memberOf(7, "accounting.read") });
    expect(
      await screen.findByText(
        "Your roles do not include this page. Ask the owner of your organization.",
      ),
    ).toBeVisible();
  });
});

describe("the trial balance", () => {
  const answer = (api: FakeApi, ...args: Parameters<typeof trialBalance>) =>
    api.on(trialBalanceReport.read, () => trialBalance(...args));

  test("shows on a phone that a closing balance is zero", async ({ api, open }) => {
    const settled = { closing_debit: kobo(0n), closing_credit: kobo(0n) };
    answer(api, [trialBalanceRow(settled)]);
    open(`${address}?${days}`, { as: bookkeeper, on: "phone" });
    const row = await rowWith("Trial Balance", "Current account");
    expect(row).toHaveTextContent("Current account 01-01-0001₦10.00–₦5.00–₦0.00–");
  });

  test("has the currency in the head of its columns when its amounts are of trillions", async ({
    api,
    open,
  }) => {
    const whole = kobo(13_831_054_160_216_945n);
    const figures = {
      opening_debit: whole,
      opening_credit: whole,
      debit: whole,
      credit: whole,
      closing_debit: whole,
      closing_credit: whole,
    };
    answer(api, [trialBalanceRow({ debit: whole })], { totals: figures });
    open(`${address}?${days}`, { as: bookkeeper });
    expect(await rowWith("Trial Balance", "Current account")).toHaveTextContent(
      "Current account 01-01-000110.00–138,310,541,602,169.45–15.00 DR–",
    );
    expect(headersOf("Trial Balance")).toEqual([
      "Account",
      "Opening DR (₦)",
      "Opening CR (₦)",
      "Debit (₦)",
      "Credit (₦)",
      "Closing DR (₦)",
      "Closing CR (₦)",
    ]);
  });

  test("shows all six figures with their totals, and links to the postings", async ({
    api,
    open,
  }) => {
    answer(api, [trialBalanceRow()]);
    open(`${address}?${days}`, { as: bookkeeper });
    expect(await rowWith("Trial Balance", "Current account")).toHaveTextContent(
      "Current account 01-01-0001₦10.00–₦5.00–₦15.00 DR–",
    );
    expect(await rowWith("Trial Balance", "Total")).toHaveTextContent("Total₦10.00₦0.00₦5.00");
    expect(headersOf("Trial Balance")).toEqual([
      "Account",
      "Opening DR",
      "Opening CR",
      "Debit",
      "Credit",
      "Closing DR",
      "Closing CR",
    ]);
    expect(screen.getByRole("link", { name: /^Current account/ })).toHaveAttribute(
      "href",
      "/app/ledger-statement/21?tenant_id=7&start_date=2026-03-01&end_date=2026-03-31&with_sub_ledgers=true",
    );
    const total = await rowWith("Trial Balance", "Total");
    // Zeros have no link to details.
    const behind = within(total).getAllByRole("link");
    expect(behind.map((link) => link.getAttribute("href"))).toEqual([
      `${address}?detail=ledgers&start_date=2026-01-01&end_date=2026-02-28`,
      `/app/reports/transaction/day-book?${days}`,
    ]);
    // The printed page has the filters above the figures.
    expect(document.querySelector("dl[hidden]")).toHaveTextContent(
      /^OrganizationAcme LimitedPeriod01 Mar 2026 to 31 Mar 2026AccountsLedgers, .+Prepared\d+ \w+ \d{4}, \d\d:\d\d$/,
    );
    await expectAccessible();
  });

  test("from the first day of the calendar links no opening figures", async ({ api, open }) => {
    answer(api, [trialBalanceRow()]);
    open(`${address}?start_date=1900-01-01&end_date=2026-03-31`, { as: bookkeeper });
    const total = await rowWith("Trial Balance", "Total");
    expect(within(total).getAllByRole("link")).toHaveLength(1);
  });

  test("is unchanged when the user types a day that does not exist, and its field says so", async ({
    api,
    open,
  }) => {
    answer(api, [trialBalanceRow()]);
    const user = open(`${address}?${days}`, { as: bookkeeper });
    await screen.findByText("Current account");
    // Wait for the calendar, which is loaded with the first field and replaces it.
    await waitFor(() => expect(screen.getByLabelText("Start Date")).toBeEnabled());
    await fillField(user, screen.getByLabelText("Start Date"), "31/09/2026");
    await user.tab();
    expect(screen.getByText(/^This date does not exist/)).toBeVisible();
    expect(window.location.search).toContain("start_date=2026-03-01");
    const requested = api.calls(trialBalanceReport.read).map(({ input }) => input.start_date);
    expect(new Set(requested)).toEqual(new Set(["2026-03-01"]));
  });

  test("is of this month unless other days are chosen, which are kept in the address", async ({
    api,
    open,
  }) => {
    answer(api, [trialBalanceRow()]);
    const user = open(address, { as: bookkeeper });
    await screen.findByText("Current account");
    expect(api.calls(trialBalanceReport.read)[0]?.input).toMatchObject(thisMonth());
    await user.selectOptions(screen.getByLabelText("Period"), "Last year");
    const last = Number(today().slice(0, 4)) - 1;
    await waitFor(() =>
      expect(window.location.search).toBe(`?start_date=${last}-01-01&end_date=${last}-12-31`),
    );
    await user.selectOptions(screen.getByLabelText("Accounts"), "Groups");
    await user.click(screen.getByLabelText("Empty accounts"));
    await waitFor(() =>
      expect(api.calls(trialBalanceReport.read).at(-1)?.input).toMatchObject({
        detail: "groups",
        with_empty: true,
        start_date: `${last}-01-01`,
      }),
    );
  });

  test("of a group links back to all, and shows the difference of the openings", async ({
    api,
    open,
  }) => {
    api.on(trialBalanceReport.read, ({ group_id }) =>
      trialBalance([trialBalanceRow({ name: longWord })], {
        group: group_id === undefined ? null : { id: 11, code: "01-01", name: "Cash and bank" },
        difference: kobo(700n),
        short_side: "CR",
      }),
    );
    const user = open(`${address}?tenant_id=7&group_id=11&${days}&closing=without`, {
      as: bookkeeper,
      on: "phone",
    });
    expect(await screen.findByText("Debits and credits differ by ₦7.00")).toBeVisible();
    await user.click(screen.getByRole("button", { name: /^Filters/ }));
    await user.click(
      await screen.findByRole("button", { name: "Show all groups, not only Cash and bank" }),
    );
    await waitFor(() => expect(window.location.search).not.toContain("group_id"));
    expect(api.calls(trialBalanceReport.read).at(-1)?.input).toMatchObject({ closing: "without" });
    const closings = screen.getByRole("switch", { name: "Without year-end closings" });
    expect(closings).toBeChecked();
    expect(await screen.findByRole("link", { name: new RegExp(longWord) })).toHaveAttribute(
      "href",
      expect.stringContaining("&closing=without&with_sub_ledgers=true"),
    );
    const behind = within(await rowWith("Trial Balance", "Total")).getAllByRole("link");
    expect(behind.map((link) => link.getAttribute("href"))).toContain(
      `/app/reports/transaction/day-book?tenant_id=7&${days}&closing=without`,
    );
    await user.click(closings);
    await waitFor(() => expect(window.location.search).not.toContain("closing"));
  });

  test("of all organizations links to each of them", async ({ api, open }) => {
    answerBooks(api);
    answer(api, [trialBalanceRow({ kind: "organization", id: 9, tenant_id: 9, name: "Acme" })]);
    open(`${address}?${days}&with_empty=true`, {
      as: staffWith("reports.read", "accounting.read", "organizations.read"),
    });
    expect(await screen.findByRole("link", { name: /^Acme/ })).toHaveAttribute(
      "href",
      `${address}?tenant_id=9&${days}&with_empty=true&detail=sub_ledgers`,
    );
    expect(screen.queryByLabelText("Accounts")).toBeNull();
  });

  test("says when it is empty, when days are out of order and when it cannot be loaded", async ({
    api,
    open,
  }) => {
    answer(api, []);
    open(`${address}?start_date=2026-03-31&end_date=2026-03-01`, { as: bookkeeper });
    expect(await screen.findByText("The end date is before the start date.")).toBeVisible();
    expect(screen.getByText("No account had a balance or postings in this period")).toBeVisible();
    expect(api.calls(trialBalanceReport.read)).toEqual([]);
  });

  test("loads, can be refused and retried", async ({ api, open }) => {
    api.on(trialBalanceReport.read, () => refuse("busy"));
    const user = open(`${address}?${days}`, { as: bookkeeper });
    const again = await screen.findByRole("button", { name: "Try again" });
    answer(api, [trialBalanceRow()]);
    const release = api.hold(trialBalanceReport.read);
    await user.click(again);
    expect(await screen.findByRole("status", { name: "Loading Trial Balance" })).toBeVisible();
    release();
    expect(await screen.findByText("Current account")).toBeVisible();
    api.endSession();
    await user.selectOptions(screen.getByLabelText("Period"), "Last year");
    await expectSignedOut();
  });
});

describe("profit and loss", () => {
  const page = "/app/reports/transaction/profit-and-loss";

  test("shows sections, accounts and the result beside the period before", async ({
    api,
    open,
  }) => {
    api.on(profitAndLossReport.read, () =>
      statement([
        financialLine({ kind: "section", id: null, tenant_id: null, code: null, name: "Income" }),
        financialLine(),
        financialLine({
          kind: "result",
          class: null,
          id: null,
          tenant_id: null,
          code: null,
          name: "Result",
          amount: kobo(250n),
          amount_dc: "DR",
          compared: ZERO,
        }),
      ]),
    );
    const user = open(`${page}?${days}`, { as: bookkeeper });
    const picture = await rowWith("Income, expenses and result", "Result");
    expect(picture).toHaveTextContent("Result(₦2.50)₦0.00");
    const sales = await rowWith("Profit and Loss", "Sales");
    expect(sales).toHaveTextContent("03-01-0001Sales₦60.00₦50.00₦10.00+20.0%");
    expect(await rowWith("Profit and Loss", "Result")).toHaveTextContent("Result(₦2.50)₦0.00");
    expect(screen.getByText("Compared with 01 Feb 2026 to 28 Feb 2026.")).toBeVisible();
    expect(within(sales).getByRole("link", { name: "Sales" })).toHaveAttribute(
      "href",
      `/app/ledger-statement/31?tenant_id=7&${days}&closing=without&with_sub_ledgers=true`,
    );
    expect(within(picture).getAllByRole("link")[0]).toHaveAttribute(
      "href",
      `${address}?section=result&detail=ledgers&${days}&closing=without`,
    );
    const income = await rowWith("Profit and Loss", "Income");
    expect(within(income).getByRole("link", { name: "Income" })).toHaveAttribute(
      "href",
      `${address}?section=income&detail=ledgers&${days}&closing=without`,
    );
    expect(within(sales).getByRole("link", { name: "₦50.00" })).toHaveAttribute(
      "href",
      "/app/ledger-statement/31?tenant_id=7&start_date=2026-02-01&end_date=2026-02-28&closing=without&with_sub_ledgers=true",
    );
    await expectAccessible();
    await user.selectOptions(screen.getByLabelText("Compare With"), "Year before");
    await waitFor(() =>
      expect(api.calls(profitAndLossReport.read).at(-1)?.input).toMatchObject({
        compare: "year_before",
      }),
    );
  });
});

describe("the balance sheet", () => {
  const page = "/app/reports/transaction/balance-sheet";

  test("is as of today unless another day is chosen, and links a group to its ledgers", async ({
    api,
    open,
  }) => {
    api.on(balanceSheetReport.read, () => ({
      ...statement([
        financialLine({ kind: "group", class: "01", id: 11, amount_dc: "DR", name: "Cash" }),
        financialLine({
          kind: "unclosed",
          class: "05",
          id: null,
          tenant_id: null,
          code: null,
          name: "Result not closed yet",
          compared: null,
        }),
      ]),
      compared_with: null,
      difference: kobo(100n),
      short_side: "DR" as const,
    }));
    const user = open(page, { as: bookkeeper, on: "phone" });
    expect(await screen.findByText("Debits and credits differ by ₦1.00")).toBeVisible();
    expect(api.calls(balanceSheetReport.read)[0]?.input).toMatchObject({ as_of: today() });
    await user.click(screen.getByRole("button", { name: /^Filters/ }));
    await waitFor(() =>
      expect(screen.getByLabelText("As Of")).toHaveValue(today().split("-").toReversed().join("/")),
    );
    const year = today().slice(0, 4);
    expect(screen.getByRole("link", { name: "Cash" })).toHaveAttribute(
      "href",
      `${address}?tenant_id=7&group_id=11&detail=ledgers&start_date=${year}-01-01&end_date=${today()}`,
    );
    expect(screen.queryByText(`Compared with ${formatDate(today())}.`)).toBeNull();
    // On a phone the filters are folded, and their values are shown as text.
    const about = screen.getByText("As Of", { selector: "dt" }).closest("dl");
    expect(about).toBeVisible();
    expect(about).toHaveTextContent(`As Of${formatDate(today())}Accounts`);
    const unclosed = await rowWith("Balance Sheet", "Result not closed yet");
    expect(unclosed).toHaveTextContent("₦60.00");
    // It belongs to no section: the total of equity does not include it.
    expect(unclosed).toHaveAttribute("data-tone", "unclosed");
    const name = within(unclosed).getByText("Result not closed yet");
    expect(name.closest("[data-level]")).toHaveAttribute("data-level", "head");
    expect(within(unclosed).getByRole("link", { name: "₦60.00" })).toHaveAttribute(
      "href",
      `${address}?section=result&detail=ledgers&start_date=${year}-01-01&end_date=${today()}`,
    );
  });
});
