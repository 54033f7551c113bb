import { kobo } from "@kontor/books/money";
import { cashFlowReport } from "@kontor/contract/reports/cash-flow";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect } from "vitest";

import { expectAccessible } from "../../testing/accessible.ts";
import { test } from "../../testing/page-test.tsx";
import { expectSignedOut } from "../../testing/questions.ts";
import { loseConnection, refuse, refuseAt } from "../../testing/refusal.ts";
import { answerBooks } from "../../testing/samples/accounting.ts";
import { cashFlow, cashFlowLine } from "../../testing/samples/reports.ts";
import { longWord } from "../../testing/samples/text.ts";
import { headersOf, rowWith } from "../../testing/tables.ts";
import { memberOf, staffWith } from "../../testing/users.ts";
import { thisMonth } from "../frame/periods.ts";

const transaction = "/app/reports/transaction";
const address = `${transaction}/cash-flow`;
const days = "start_date=2026-03-01&end_date=2026-03-31";
const before = "start_date=2026-02-01&end_date=2026-02-28";
const bookkeeper = memberOf(7, "reports.read", "accounting.read");
const line = (name: string) => rowWith("Cash Flow", name);

/** The links of a line: its name, its amount, and the figure it is compared with. */
const linksOf = async (name: string) =>
  within(await line(name))
    .getAllByRole("link")
    .map((link) => link.getAttribute("href"));

describe("the cash flow", () => {
  test("leads from the result to the closing cash, beside the period before", async ({
    api,
    open,
  }) => {
    api.on(cashFlowReport.read, () => cashFlow());
    const user = open(`${address}?${days}`, { as: bookkeeper });
    expect(await line("Trade payables")).toHaveTextContent(
      "02-02-0001Trade payables₦60.00₦50.00₦10.00+20.0%",
    );
    expect(await line("Equipment")).toHaveTextContent("01-03-0001Equipment(₦60.00)₦50.00");
    expect(await line("Net change in cash")).toHaveTextContent("₦60.00₦50.00");
    expect(headersOf("Cash Flow")).toEqual([
      "Account Code",
      "Account",
      "Amount",
      "Compared With",
      "Change",
      "Change %",
    ]);
    expect(screen.getByText("Compared with 01 Feb 2026 to 28 Feb 2026.")).toBeVisible();
    // The printed page has the filters above the figures.
    expect(document.querySelector("dl[hidden]")).toHaveTextContent(
      /^OrganizationAcme LimitedPeriod01 Mar 2026 to 31 Mar 2026Compared with01 Feb 2026 to 28 Feb 2026AccountsLedgers, .+Prepared/,
    );
    await expectAccessible();
    await user.selectOptions(screen.getByLabelText("Compare With"), "Year before");
    await waitFor(() =>
      expect(api.calls(cashFlowReport.read).at(-1)?.input).toMatchObject({
        compare: "year_before",
      }),
    );
  });

  test("links each figure to what is behind it, without year-end closings", async ({
    api,
    open,
  }) => {
    api.on(cashFlowReport.read, () => cashFlow());
    open(`${address}?${days}`, { as: bookkeeper });
    const cash = `${transaction}/trial-balance?section=cash&detail=ledgers`;
    const ledger = (id: number) => `/app/ledger-statement/${id}?tenant_id=7`;
    expect(await linksOf("Result")).toEqual([
      `${transaction}/profit-and-loss?detail=ledgers&compare=period_before&${days}`,
      `${transaction}/profit-and-loss?detail=ledgers&compare=period_before&${days}`,
      `${transaction}/profit-and-loss?detail=ledgers&${before}`,
    ]);
    expect(await linksOf("Trade payables")).toEqual([
      `${ledger(32)}&${days}&closing=without&with_sub_ledgers=true`,
      `${ledger(32)}&${days}&closing=without&with_sub_ledgers=true`,
      `${ledger(32)}&${before}&closing=without&with_sub_ledgers=true`,
    ]);
    expect((await linksOf("Net change in cash"))[1]).toBe(`${cash}&${days}`);
    expect((await linksOf("Cash at the start"))[1]).toBe(
      `${cash}&start_date=2026-01-01&end_date=2026-02-28`,
    );
    expect((await linksOf("Cash at the end"))[1]).toBe(`${cash}&${days}`);
    expect((await linksOf("Bank"))[1]).toBe(`${ledger(21)}&${days}&with_sub_ledgers=true`);
    expect(within(await line("Operating activities")).queryByRole("link")).toBeNull();
  });

  test("names the groups whose names say that they belong elsewhere", async ({ api, open }) => {
    const group = { id: 14, code: "01-03", name: "Property and plant" };
    const doubtful = [{ ...group, cash_flow: "operating", suggested: "investing" }] as const;
    api.on(cashFlowReport.read, () => ({ ...cashFlow(), doubtful: [...doubtful] }));
    open(`${address}?${days}&tenant_id=7`, { as: bookkeeper });
    const notice = await screen.findByRole("note");
    expect(notice).toHaveTextContent(
      "1 group may belong elsewhere in the cash flowIts name says so, and nobody has chosen yet. Save the group with what it is.Property and plant (01-03): in Operating activities, probably Investing activities",
    );
    expect(within(notice).getByRole("link")).toHaveAttribute(
      "href",
      "/app/groups/edit/14?tenant_id=7",
    );
    await expectAccessible();
  });

  test("of groups links to their ledgers, and keeps an earlier moment", async ({ api, open }) => {
    const moment = "2026-04-01T16%3A00%3A59.999Z";
    api.on(cashFlowReport.read, () => ({
      rows: [cashFlowLine({ kind: "group", id: 14, name: "Payables", changed: true })],
      compared_with: null,
      doubtful: [],
    }));
    open(`${address}?${days}&compare=none&detail=groups&recorded_up_to=${moment}`, {
      as: bookkeeper,
    });
    const payables = within(await line("Payables"));
    expect(payables.getByRole("link", { name: "Payables" })).toHaveAttribute(
      "href",
      `${transaction}/trial-balance?tenant_id=7&group_id=14&detail=ledgers&${days}&recorded_up_to=${moment}&closing=without`,
    );
    expect(payables.getByText("Changed")).toBeVisible();
    expect(headersOf("Cash Flow")).toEqual(["Account Code", "Account", "Amount", "Since"]);
  });

  test("is of this month unless other days are chosen, and shows long names on a phone", async ({
    api,
    open,
  }) => {
    api.on(cashFlowReport.read, () => ({
      ...cashFlow(),
      rows: [cashFlowLine({ name: longWord, amount: kobo(987_654_321_987n), amount_dc: "CR" })],
    }));
    open(address, { as: bookkeeper, on: "phone" });
    expect(await line(longWord)).toHaveTextContent("(₦9,876,543,219.87)");
    expect(api.calls(cashFlowReport.read)[0]?.input).toMatchObject({
      ...thisMonth(),
      detail: "ledgers",
    });
    await expectAccessible();
  });

  test("of all organizations leads to that of each, with its comparison", async ({ api, open }) => {
    answerBooks(api);
    api.on(cashFlowReport.read, () => cashFlow("organization"));
    open(`${address}?${days}&compare=year_before`, {
      as: staffWith("reports.read", "accounting.read", "organizations.read"),
    });
    const [organization] = await screen.findAllByRole("link", { name: "Acme Foods" });
    expect(organization).toHaveAttribute(
      "href",
      `${address}?tenant_id=7&${days}&compare=year_before`,
    );
    expect(screen.queryByLabelText("Accounts")).toBeNull();
  });

  test("says when days are out of order, or a moment is to come", async ({ api, open }) => {
    const user = open(`${address}?start_date=2026-03-31&end_date=2026-03-01`, { as: bookkeeper });
    expect(await screen.findByText("The end date is before the start date.")).toBeVisible();
    expect(api.calls(cashFlowReport.read)).toEqual([]);
    api.on(cashFlowReport.read, () => refuseAt("recorded_up_to", "moment_in_future"));
    await user.selectOptions(screen.getByLabelText("Period"), "Last month");
    expect(
      await screen.findByText(
        "This moment is in the future. Choose the present minute or an earlier one.",
      ),
    ).toBeVisible();
  });

  test("is refused without the permission for the books", async ({ open }) => {
    open(`${address}?${days}`, { as: memberOf(7, "accounting.read") });
    expect(await screen.findByText(/^Your roles do not include this page\./)).toBeVisible();
  });

  test("loads, can be refused and retried, is exported, and ends with the session", async ({
    api,
    open,
  }) => {
    api.on(cashFlowReport.read, () => refuse("busy"));
    api.on(cashFlowReport.file, loseConnection);
    const user = open(`${address}?${days}`, { as: bookkeeper });
    const again = await screen.findByRole("button", { name: "Try again" });
    api.on(cashFlowReport.read, () => cashFlow());
    const release = api.hold(cashFlowReport.read);
    await user.click(again);
    expect(await screen.findByRole("status", { name: "Loading Cash Flow" })).toBeVisible();
    release();
    expect(await line("Trade payables")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Export" }));
    await user.click(await screen.findByRole("menuitem", { name: "Excel" }));
    expect(await screen.findByText(/The server cannot be reached/)).toBeVisible();
    expect(api.calls(cashFlowReport.file).at(-1)?.input).toMatchObject({
      start_date: "2026-03-01",
      end_date: "2026-03-31",
      format: "xlsx",
    });
    api.endSession();
    await user.selectOptions(screen.getByLabelText("Period"), "Last year");
    await expectSignedOut();
  });
});
