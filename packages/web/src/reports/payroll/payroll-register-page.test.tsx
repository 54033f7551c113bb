import { payrollRegisterReport } from "@kontor/contract/pay-reports/payroll-register";
import { monthName, monthOf, monthsLater } from "@kontor/payroll/month";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect } from "vitest";

import { today } from "../../platform/clock.ts";
import { expectAccessible } from "../../testing/accessible.ts";
import type { FakeApi } from "../../testing/fake-api.ts";
import { test } from "../../testing/page-test.tsx";
import { expectSignedOut } from "../../testing/questions.ts";
import { refuse } from "../../testing/refusal.ts";
import { answerBooks } from "../../testing/samples/accounting.ts";
import { signed } from "../../testing/samples/payroll.ts";
import { payrollRegister, registerRow } from "../../testing/samples/reports.ts";
import { longWord } from "../../testing/samples/text.ts";
import { headersOf, rowWith } from "../../testing/tables.ts";
import { memberOf, staffWith } from "../../testing/users.ts";

const address = "/app/reports/payroll/register";
const march = "period=2026-03";
const table = "Payroll Register";
const owner = memberOf(7, "reports.read", "payroll.read");

function answer(api: FakeApi, rows = [registerRow()], total = rows.length) {
  const { runs, ...register } = payrollRegister(rows);
  api.on(payrollRegisterReport.read, () => ({
    data: { ...register, runs: total === 0 ? [] : runs },
    total,
  }));
}

describe("the payroll register", () => {
  test("is listed among the payroll reports for users who may read payroll", async ({ open }) => {
    open("/app/reports/payroll", { as: owner });
    expect(await screen.findByRole("link", { name: /^Payroll Register/ })).toHaveAttribute(
      "href",
      address,
    );
  });

  test("is not listed for other users", async ({ open }) => {
    open("/app/reports/payroll", { as: memberOf(7, "reports.read") });
    expect(await screen.findByText("There are no payroll reports available")).toBeVisible();
  });

  test("is refused without the permission for reports", async ({ open }) => {
    open(`${address}?${march}`, { as: memberOf(7, "payroll.read") });
    expect(
      await screen.findByText(
        "Your roles do not include this page. Ask the owner of your organization.",
      ),
    ).toBeVisible();
  });

  test("lists employees by component, links to payslip and run, and has totals", async ({
    api,
    open,
  }) => {
    answer(api);
    open(`${address}?${march}`, { as: owner });
    expect(await screen.findByRole("link", { name: "Okafor, Ada ACM-0007" })).toHaveAttribute(
      "href",
      "/app/payroll/7/9/31/payslips/501",
    );
    expect(headersOf(table)).toEqual([
      "Name",
      "Basic",
      "Housing",
      "Gross",
      "PAYE",
      "Pension",
      "Deductions",
      "Net",
      "Employer’s Pension",
      "NSITF",
      "Employer’s Part",
    ]);
    expect(await rowWith(table, "Okafor, Ada")).toHaveTextContent(
      "₦400,000.00₦50,000.00₦450,000.00₦54,000.00₦36,000.00₦90,000.00₦360,000.00₦45,000.00₦4,500.00₦49,500.00",
    );
    expect(await rowWith(table, "Total")).toHaveTextContent("₦90,000.00₦360,000.00₦45,000.00");
    expect(screen.getByRole("link", { name: "PR-000003" })).toHaveAttribute(
      "href",
      "/app/payroll/7/9/31",
    );
    expect(screen.getByRole("list", { name: "Payroll runs" })).toHaveTextContent(
      "PR-000003 Pending Disbursement · 1 person · net ₦360,000.00",
    );
    await expectAccessible();
  });

  test("keeps the currency beside its figures, however long they are", async ({ api, open }) => {
    const data = payrollRegister([registerRow({ net: signed(1_432_326_412_00n) })]);
    api.on(payrollRegisterReport.read, () => ({ data, total: 1 }));
    open(`${address}?${march}`, { as: owner });
    expect(await rowWith(table, "Okafor, Ada")).toHaveTextContent("₦1,432,326,412.00");
    expect(headersOf(table)).toContain("Net");
  });

  test("has subtotals of divisions above their rows, kept in the address and in the file", async ({
    api,
    open,
  }) => {
    const register = payrollRegister([
      registerRow({ division: "Sales" }),
      registerRow({ id: 502, name: longWord, division: "" }),
    ]);
    const { totals } = register;
    const subtotals = [
      { division: "Sales", key: "Sales", people: 1, ...totals },
      { division: "", key: "(none)", people: 3, ...totals },
    ];
    api.on(payrollRegisterReport.read, ({ group }) => ({
      data: group === "department" ? { ...register, subtotals } : register,
      total: 2,
    }));
    api.on(payrollRegisterReport.file, () => new File(["x"], "register.csv"));
    const user = open(`${address}?${march}`, { as: owner });
    await user.selectOptions(await screen.findByLabelText("Subtotals by"), "Department");
    const sales = await rowWith(table, "Sales · 1 payslip");
    expect(sales).toHaveTextContent("₦400,000.00₦50,000.00₦450,000.00");
    expect(sales.nextElementSibling).toHaveTextContent("Okafor, Ada ACM-0007");
    expect(
      within(await rowWith(table, "No department · 3 payslips")).getByRole("link"),
    ).toHaveAttribute("href", `${address}?period=2026-03&group=department&division=%28none%29`);
    expect(window.location.search).toContain("group=department");
    await user.click(screen.getByRole("button", { name: /Export/ }));
    await user.click(await screen.findByRole("menuitem", { name: "CSV" }));
    await waitFor(() =>
      expect(api.calls(payrollRegisterReport.file)[0]?.input).toMatchObject({
        group: "department",
      }),
    );
  });

  test("names the run of each line if there are several, and hides empty columns", async ({
    api,
    open,
  }) => {
    const register = payrollRegister([
      registerRow(),
      registerRow({ id: 502, run_id: 32, run_number: "PR-000004", other: signed(-5_00n) }),
    ]);
    const [run] = register.runs;
    if (run === undefined) throw new Error("the sample has no run");
    const offCycle = {
      ...run,
      id: 32,
      number: "PR-000004",
      cycle: "OFF_CYCLE" as const,
      people: 2,
    };
    api.on(payrollRegisterReport.read, () => ({
      data: { ...register, runs: [run, offCycle] },
      total: 2,
    }));
    open(`${address}?${march}`, { as: owner });
    expect(await screen.findByText(/Off-cycle · Pending Disbursement · 2 people/)).toBeVisible();
    expect(headersOf(table)).toEqual(expect.arrayContaining(["Payroll Run", "Other Allowances"]));
    expect(headersOf(table)).not.toContain("NHF");
    expect(screen.getByText("(₦5.00)")).toBeVisible();
  });

  test("is filtered to the rows behind a total, and says so", async ({ api, open }) => {
    const register = payrollRegister([
      registerRow({ period: "2026-01" }),
      registerRow({ id: 502 }),
    ]);
    const subtotals = [{ division: "Sales", key: "Sales", people: 2, ...register.totals }];
    api.on(payrollRegisterReport.read, () => ({ data: { ...register, subtotals }, total: 2 }));
    const part = "from=2026-01&period=2026-03&group=department&division=Sales&employee_id=21";
    const user = open(`${address}?${part}`, { as: owner });
    await screen.findByRole("button", { name: "Show all divisions, not only Sales" });
    expect(api.calls(payrollRegisterReport.read)[0]?.input).toMatchObject({
      from: "2026-01",
      division: "Sales",
      employee_id: 21,
    });
    expect(headersOf(table)).toContain("Month");
    expect(screen.queryByRole("list", { name: "Payroll runs" })).toBeNull();
    await user.click(
      screen.getByRole("button", { name: "Show all employees, not only Okafor, Ada" }),
    );
    await waitFor(() => expect(window.location.search).not.toContain("employee_id"));
    await user.selectOptions(screen.getByLabelText("Subtotals by"), "Grade");
    await waitFor(() => expect(window.location.search).not.toContain("division"));
    await user.selectOptions(screen.getByLabelText("First Month"), "April 2026");
    // Both the filter and the table show the error.
    expect(await screen.findAllByText("The last month is before the first month.")).toHaveLength(2);
  });

  test("is of the month in the response unless another is chosen, which is kept in the address", async ({
    api,
    open,
  }) => {
    const latest = monthsLater(monthOf(today()), -1);
    api.on(payrollRegisterReport.read, () => ({
      data: { ...payrollRegister([]), period: latest },
      total: 0,
    }));
    const user = open(address, { as: owner });
    expect(
      await screen.findByText(`No payroll has been approved for ${monthName(latest)}`),
    ).toBeVisible();
    expect(screen.getByLabelText("Month")).toHaveValue(latest);
    expect(headersOf(table)).toEqual(["Name", "Gross", "Deductions", "Net"]);
    expect(api.calls(payrollRegisterReport.read)[0]?.input).not.toHaveProperty("period");
    const [, , before = ""] = [...screen.getByLabelText<HTMLSelectElement>("Month").options].map(
      ({ value }) => value,
    );
    await user.selectOptions(screen.getByLabelText("Month"), before);
    await waitFor(() => expect(window.location.search).toBe(`?period=${before}`));
    expect(api.calls(payrollRegisterReport.read).at(-1)?.input).toMatchObject({ period: before });
  });

  test("has further pages, and exports all rows", async ({ api, open }) => {
    answer(api, [registerRow({ name: longWord })], 26);
    api.on(payrollRegisterReport.file, () => new File(["x"], "payroll-register.csv"));
    const user = open(`${address}?${march}`, { as: owner });
    await screen.findByText(longWord);
    await user.click(screen.getByRole("button", { name: "Next page" }));
    await waitFor(() =>
      expect(api.calls(payrollRegisterReport.read).at(-1)?.input).toMatchObject({
        period: "2026-03",
        page: 2,
      }),
    );
    await user.click(screen.getByRole("button", { name: /Export/ }));
    await user.click(await screen.findByRole("menuitem", { name: "CSV" }));
    await waitFor(() =>
      expect(api.calls(payrollRegisterReport.file)[0]?.input).toMatchObject({
        period: "2026-03",
        format: "csv",
      }),
    );
  });

  test("of all organizations has a line for each, which opens its register, and can be exported", async ({
    api,
    open,
  }) => {
    answerBooks(api);
    const { totals } = payrollRegister([registerRow()]);
    const organizations = [
      { tenant_id: 7, name: "Acme Corporation", payslips: 52, ...totals },
      { tenant_id: 8, name: longWord, payslips: 1, ...totals },
    ];
    api.on(payrollRegisterReport.read, () => ({
      data: { ...payrollRegister([]), runs: [], organizations },
      total: 2,
    }));
    api.on(payrollRegisterReport.file, () => new File(["x"], "register.csv"));
    const user = open(`${address}?${march}&group=department`, {
      as: staffWith("reports.read", "payroll.read", "organizations.read"),
    });
    const line = await rowWith(table, "Acme Corporation · 52 payslips");
    expect(line).toHaveTextContent("₦400,000.00₦50,000.00₦450,000.00");
    expect(within(line).getByRole("link")).toHaveAttribute(
      "href",
      `${address}?period=2026-03&tenant_id=7`,
    );
    expect(headersOf(table).slice(0, 2)).toEqual(["Organization", "Basic"]);
    expect(screen.queryByLabelText("Subtotals by")).toBeNull();
    expect(
      within(await rowWith(table, "Total")).getByRole("link", { name: "₦54,000.00" }),
    ).toHaveAttribute("href", "/app/reports/payroll/statutory?period=2026-03&scheme=PAYE");
    expect(api.calls(payrollRegisterReport.read)[0]?.input).not.toHaveProperty("group");
    await user.click(screen.getByRole("button", { name: /Export/ }));
    await user.click(await screen.findByRole("menuitem", { name: "CSV" }));
    await waitFor(() =>
      expect(api.calls(payrollRegisterReport.file)[0]?.input).toEqual({
        period: "2026-03",
        tenant_id: 0,
        format: "csv",
      }),
    );
    await expectAccessible();
  });

  test("says when the module is switched off", async ({ api, open }) => {
    const details = { module: "Payroll", organization: "Acme Corporation" };
    api.on(payrollRegisterReport.read, () => refuse("module_off", details));
    open(`${address}?${march}`, { as: owner });
    expect(await screen.findByText(/Payroll is switched off for Acme Corporation/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });

  test("loads on a phone, can be refused and retried, and ends with the session", async ({
    api,
    open,
  }) => {
    api.on(payrollRegisterReport.read, () => refuse("busy"));
    const user = open(`${address}?${march}`, { as: owner, on: "phone" });
    const again = await screen.findByRole("button", { name: "Try again" });
    answer(api);
    const release = api.hold(payrollRegisterReport.read);
    await user.click(again);
    expect(await screen.findByRole("status", { name: "Loading Payroll Register" })).toBeVisible();
    release();
    expect(await screen.findByText("Okafor, Ada")).toBeVisible();
    // The filters are folded, so the page shows the month as text.
    expect(screen.getByText("March 2026", { selector: "dd" })).toBeVisible();
    api.endSession();
    await user.click(screen.getByRole("button", { name: /^Filters/ }));
    await user.selectOptions(screen.getByLabelText("Month"), monthOf(today()));
    await expectSignedOut();
  });
});
