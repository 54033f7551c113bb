import { type Kobo, ZERO } from "@kontor/books/money";
import { employerCostReport, yearToDateReport } from "@kontor/contract/pay-reports/pay-costs";
import { payVarianceReport } from "@kontor/contract/pay-reports/pay-variance";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, onTestFinished, vi } from "vitest";

import { expectAccessible } from "../../testing/accessible.ts";
import { test } from "../../testing/page-test.tsx";
import { expectSignedOut } from "../../testing/questions.ts";
import { refuse } from "../../testing/refusal.ts";
import { answerBooks } from "../../testing/samples/accounting.ts";
import { employerCost, payVariance, yearToDate } from "../../testing/samples/pay-reports.ts";
import { longWord } from "../../testing/samples/text.ts";
import { rowWith } from "../../testing/tables.ts";
import { memberOf, staffWith } from "../../testing/users.ts";

const owner = memberOf(7, "reports.read", "payroll.read");
const payslip = "/app/payroll/7/9/31/payslips/501";
const register = "/app/reports/payroll/register";

describe("the year to date", () => {
  const address = "/app/reports/payroll/year-to-date?period=2026-03";

  test("lists people with totals, links to their payslips of the year, and can be searched and exported", async ({
    api,
    open,
  }) => {
    api.on(yearToDateReport.read, () => ({ data: yearToDate(), total: 1 }));
    api.on(yearToDateReport.file, () => new File(["x"], "year.csv"));
    const user = open(address, { as: owner });
    expect(await screen.findByRole("link", { name: "Okafor, Ada" })).toHaveAttribute(
      "href",
      `${register}?from=2026-01&period=2026-03&tenant_id=7&employee_id=21`,
    );
    const total = await rowWith("Year to Date", "Total");
    expect(total).toHaveTextContent("₦1,350,000.00₦162,000.00");
    expect(within(total).getByRole("link", { name: "₦162,000.00" })).toHaveAttribute(
      "href",
      `${register}?from=2026-01&period=2026-03`,
    );
    await expectAccessible();
    await user.click(screen.getByLabelText("Search employees"));
    await user.paste("Ada");
    await waitFor(() =>
      expect(api.calls(yearToDateReport.read).at(-1)?.input).toMatchObject({ search: "Ada" }),
    );
    await user.click(screen.getByRole("button", { name: /Export/ }));
    await user.click(await screen.findByRole("menuitem", { name: "CSV" }));
    await waitFor(() =>
      expect(api.calls(yearToDateReport.file)[0]?.input).toMatchObject({
        period: "2026-03",
        search: "Ada",
      }),
    );
  });

  test("links no total to payslips when opening figures are part of it", async ({ api, open }) => {
    api.on(yearToDateReport.read, () => ({ data: yearToDate({ opening: true }), total: 1 }));
    open(address, { as: owner });
    expect(within(await rowWith("Year to Date", "Total")).queryByRole("link")).toBeNull();
  });

  test("covers the last month that was paid until another is chosen", async ({ api, open }) => {
    const last = { ...yearToDate(), period: "2026-02" };
    api.on(yearToDateReport.read, () => ({ data: last, total: 1 }));
    const user = open("/app/reports/payroll/year-to-date", { as: owner });
    expect(await screen.findByRole("link", { name: "Okafor, Ada" })).toHaveAttribute(
      "href",
      `${register}?from=2026-01&period=2026-02&tenant_id=7&employee_id=21`,
    );
    expect(screen.getByLabelText("Month")).toHaveValue("2026-02");
    api.on(yearToDateReport.read, ({ period = "" }) => ({
      data: { ...last, period, rows: [] },
      total: 0,
    }));
    await user.selectOptions(screen.getByLabelText("Month"), "January 2026");
    expect(await screen.findByText("Nobody was paid in January 2026")).toBeVisible();
    expect(api.calls(yearToDateReport.read).map(({ input }) => input.period)).toEqual([
      undefined,
      "2026-01",
    ]);
  });

  test("can be empty, be refused on a phone and retried, and ends with the session", async ({
    api,
    open,
  }) => {
    api.on(yearToDateReport.read, () => refuse("busy"));
    const user = open(address, { as: owner, on: "phone" });
    const again = await screen.findByRole("button", { name: "Try again" });
    const { totals } = yearToDate();
    const none = { period: "2026-03", rows: [], totals, openings: 0 };
    api.on(yearToDateReport.read, () => ({ data: none, total: 0 }));
    await user.click(again);
    expect(await screen.findByText("Nobody was paid from January to March 2026")).toBeVisible();
    api.endSession();
    await user.click(screen.getByLabelText("Search employees"));
    await user.paste(longWord.slice(0, 50));
    await expectSignedOut();
  });
});

describe("the employer's cost", () => {
  const address = "/app/reports/payroll/employer-cost?from=2026-01&to=2026-03";

  test("has a chart whose figures take the focus only while they are shown", async ({
    api,
    open,
  }) => {
    // jsdom has no layout, so the stub reports content that is wider than its frame and scrolls.
    vi.stubGlobal(
      "ResizeObserver",
      class {
        readonly observe: () => void;
        constructor(resized: () => void) {
          this.observe = resized;
        }
        disconnect(): void {}
      },
    );
    vi.spyOn(Element.prototype, "scrollWidth", "get").mockReturnValue(900);
    onTestFinished(() => {
      vi.unstubAllGlobals();
      vi.restoreAllMocks();
    });
    api.on(employerCostReport.read, () => employerCost());
    const user = open(address, { as: owner });
    const chart = within(await screen.findByRole("figure", { name: "Employer’s cost by month" }));
    const links = () => chart.getAllByRole("link").map(({ tabIndex }) => tabIndex);
    expect(new Set(links())).toEqual(new Set([-1]));
    const frame = "Employer’s cost by month, scrolls";
    expect(chart.queryByRole("group", { name: frame })).toBeNull();
    await user.click(chart.getByRole("button", { name: "Show figures" }));
    expect(new Set(links())).toEqual(new Set([0]));
    expect(chart.getByRole("group", { name: frame })).toHaveAttribute("tabindex", "0");
  });

  test("can be by month with its charts, and by department", async ({ api, open }) => {
    api.on(employerCostReport.read, ({ by }) => {
      const cost = employerCost();
      const [row] = cost.rows;
      if (by === "month" || row === undefined) return cost;
      return employerCost([{ ...row, period: null, department: "" }]);
    });
    const user = open(address, { as: owner });
    const row = await rowWith("Employer’s Cost", "March 2026");
    expect(row).toHaveTextContent("₦450,000.00₦45,000.00₦4,500.00–₦499,500.00");
    expect(within(row).getByRole("link")).toHaveAttribute(
      "href",
      "/app/reports/payroll/register?tenant_id=7&period=2026-03",
    );
    expect(screen.getByRole("figure", { name: "Employer’s cost by month" })).toBeVisible();
    expect(
      screen.getByRole("figure", { name: "Where the cost of March 2026 went" }),
    ).toHaveTextContent("Net pay");
    expect(screen.getByRole("link", { name: "₦81,000.00" })).toHaveAttribute(
      "href",
      "/app/reports/payroll/statutory-schedule?kind=PENSION&period=2026-03",
    );
    expect(screen.getByRole("link", { name: "₦360,000.00" })).toHaveAttribute(
      "href",
      `${register}?period=2026-03`,
    );
    await expectAccessible();
    await user.selectOptions(screen.getByLabelText("By"), "department");
    const department = await rowWith("Employer’s Cost", "No department");
    expect(within(department).getByRole("link")).toHaveAttribute(
      "href",
      `${register}?tenant_id=7&from=2026-01&period=2026-03&group=department&division=%28none%29`,
    );
    expect(window.location.search).toContain("by=department");
  });

  test("refuses months out of order, and says when the module is off", async ({ api, open }) => {
    const details = { module: "Payroll", organization: "Acme Corporation" };
    api.on(employerCostReport.read, () => refuse("module_off", details));
    const user = open("/app/reports/payroll/employer-cost?from=2026-03&to=2026-01", { as: owner });
    expect(await screen.findByText("The last month is before the first month.")).toBeVisible();
    expect(api.calls(employerCostReport.read)).toEqual([]);
    await user.selectOptions(screen.getByLabelText("Last Month"), "2026-03");
    expect(await screen.findByText(/Payroll is switched off for Acme Corporation/)).toBeVisible();
  });
});

describe("the variance", () => {
  const address = "/app/reports/payroll/variance?period=2026-03&compared=2026-02";

  test("explains changes of pay by employee and component", async ({ api, open }) => {
    api.on(payVarianceReport.read, () => ({ data: payVariance(), total: 1 }));
    const user = open(address, { as: owner });
    expect(await screen.findByRole("link", { name: "Okafor, Ada" })).toHaveAttribute(
      "href",
      payslip,
    );
    expect(screen.getByText("Basic +₦50,000.00, PAYE +₦9,000.00")).toBeVisible();
    expect(await rowWith("Change by Component", "Basic")).toHaveTextContent(
      "₦350,000.00₦400,000.00₦50,000.00",
    );
    const [before, , change] = within(await rowWith("Change by Component", "Basic")).getAllByRole(
      "link",
    );
    expect(before).toHaveAttribute("href", `${register}?period=2026-02`);
    expect(change).toHaveAttribute(
      "href",
      "/app/reports/payroll/variance?period=2026-03&compared=2026-02&component=basic",
    );
    await expectAccessible();
    await user.click(screen.getByLabelText("Include unchanged employees"));
    await waitFor(() =>
      expect(api.calls(payVarianceReport.read).at(-1)?.input).toMatchObject({ with_same: true }),
    );
    await user.selectOptions(screen.getByLabelText("Compared With"), "2026-03");
    expect(window.location.search).toBe("?period=2026-03&compared=2026-03&with_same=true");
    expect(await screen.findAllByText("Choose another month to compare with.")).not.toHaveLength(0);
  });

  test("adds up with unchanged employees, who are shown on request", async ({ api, open }) => {
    const same = { amount: 100_000_00n as Kobo, negative: false };
    const unchanged = { people: 2, gross: same, net: same };
    api.on(payVarianceReport.read, () => ({ data: { ...payVariance(), unchanged }, total: 1 }));
    open(address, { as: owner });
    const row = await rowWith("Pay Variance", "2 without a change");
    expect(row).toHaveTextContent("₦100,000.00₦100,000.00₦100,000.00₦100,000.00");
    expect(within(row).getAllByRole("link")[0]).toHaveAttribute(
      "href",
      "/app/reports/payroll/variance?period=2026-03&compared=2026-02&with_same=true",
    );
  });

  test("says when a month without an approved payroll paid nobody", async ({ api, open }) => {
    const whole = payVariance({ kind: "LEFT", changes: [] });
    const nobody = {
      ...whole,
      totals: { ...whole.totals, gross: { amount: ZERO, negative: false } },
    };
    api.on(payVarianceReport.read, () => ({ data: nobody, total: 1 }));
    open(address, { as: owner });
    expect(
      await screen.findByText("No payroll for March 2026 has been approved yet."),
    ).toBeVisible();
  });

  test("of one component lists the employees with both amounts", async ({ api, open }) => {
    const whole = payVariance();
    const basic = { ...whole, components: whole.components.slice(0, 1) };
    api.on(payVarianceReport.read, () => ({ data: basic, total: 1 }));
    const user = open(`${address}&component=basic`, { as: owner });
    const ada = await rowWith("Pay Variance", "Okafor, Ada");
    expect(ada).toHaveTextContent("₦350,000.00₦400,000.00₦50,000.00");
    expect(await rowWith("Pay Variance", "Total")).toHaveTextContent(
      "₦350,000.00₦400,000.00₦50,000.00",
    );
    expect(screen.queryByRole("table", { name: "Change by Component" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Show all components, not only Basic" }));
    await waitFor(() => expect(window.location.search).not.toContain("component"));
  });

  test("covers all organizations for staff, on a phone too", async ({ api, open }) => {
    answerBooks(api);
    const joined = payVariance({ kind: "JOINED", name: longWord, changes: [] });
    api.on(payVarianceReport.read, () => ({ data: joined, total: 1 }));
    open(address, {
      as: staffWith("reports.read", "payroll.read", "organizations.read"),
      on: "phone",
    });
    expect(await screen.findByText(longWord)).toBeVisible();
    expect(screen.getByText("Not paid before")).toBeVisible();
  });
});
