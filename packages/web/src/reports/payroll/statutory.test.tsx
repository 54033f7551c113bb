import { kobo, ZERO } from "@kontor/books/money";
import { statutoryDuesReport } from "@kontor/contract/pay-reports/statutory-dues";
import { statutoryScheduleReport } from "@kontor/contract/pay-reports/statutory-schedules";
import {
  listRemittanceLedgers,
  recordRemittance,
  reverseRemittance,
} from "@kontor/contract/payroll/remittances";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect } from "vitest";

import { today } from "../../platform/clock.ts";
import { expectAccessible } from "../../testing/accessible.ts";
import type { FakeApi } from "../../testing/fake-api.ts";
import { test } from "../../testing/page-test.tsx";
import { findDialog, expectMessage, expectSignedOut } from "../../testing/questions.ts";
import { refuse, refuseAt } from "../../testing/refusal.ts";
import { answerBooks } from "../../testing/samples/accounting.ts";
import { signed } from "../../testing/samples/payroll.ts";
import {
  remittance,
  scheduleRow,
  statutoryDue,
  statutoryDues,
  statutorySchedule,
} from "../../testing/samples/statutory.ts";
import { longWord } from "../../testing/samples/text.ts";
import { headersOf, rowWith } from "../../testing/tables.ts";
import { memberOf, staffWith } from "../../testing/users.ts";

const owner = memberOf(7, "reports.read", "payroll.read", "remittances.record", "accounting.read");
const reader = memberOf(7, "reports.read", "payroll.read");

const targetsIn = (row: HTMLElement) =>
  within(row)
    .getAllByRole("link")
    .map((link) => link.getAttribute("href"));

describe("the amounts due", () => {
  const address = "/app/reports/payroll/statutory";
  const table = "Statutory Schedules";
  const answerDues = (api: FakeApi, rows = [statutoryDue()]) =>
    api.on(statutoryDuesReport.read, () => statutoryDues(rows));

  test("are listed by authority with their status, link to the schedule, and have totals", async ({
    api,
    open,
  }) => {
    answerDues(api, [
      statutoryDue(),
      statutoryDue({ authority: "", authority_name: "State not recorded", status: "OVERDUE" }),
      statutoryDue({
        scheme: "ITF",
        authority: "",
        authority_name: longWord,
        period: "2026",
        remitted: ZERO,
        status: "OPEN",
      }),
    ]);
    open(`${address}?period=2026-03`, { as: owner });
    const row = await rowWith(table, "Lagos");
    expect(row).toHaveTextContent(
      "PAYELagosMarch 20261₦54,000.00₦4,000.00₦50,000.0010 Apr 2026Partly Remitted",
    );
    const [first, ...others] = targetsIn(row);
    expect(first).toBe(
      "/app/reports/payroll/statutory-schedule?kind=PAYE&period=2026-03&tenant_id=7&authority=%2224%22",
    );
    expect(others).toEqual([first, first, first]);
    const unknown = await rowWith(table, "State not recorded");
    expect(targetsIn(unknown)[0]).toContain("authority=none");
    expect(unknown).toHaveTextContent("Overdue");
    const total = await rowWith(table, "Total");
    expect(total).toHaveTextContent("₦54,000.00₦4,000.00₦50,000.00");
    // A total of several schemes links to the rows that it adds up.
    expect(targetsIn(total)).toEqual(
      ["due", "remitted", "left"].map(
        (figure) => `/app/reports/payroll/statutory?period=2026-03&figure=${figure}`,
      ),
    );
    expect(screen.getByRole("link", { name: "yearly return of PAYE (H1)" })).toHaveAttribute(
      "href",
      "/app/reports/payroll/statutory-schedule?kind=H1&period=%222026%22",
    );
    expect(screen.getByText(/of 2026 is due on 31 Jan 2027/)).toBeVisible();
    await expectAccessible();
  });

  test("can include everything left of earlier months, and are exported as shown", async ({
    api,
    open,
  }) => {
    answerDues(api, []);
    api.on(statutoryDuesReport.file, () => new File(["x"], "statutory.csv"));
    const user = open(`${address}?period=2026-03`, { as: reader });
    expect(
      await screen.findByText("No payroll for March 2026 owes anything to an authority"),
    ).toBeVisible();
    await user.click(screen.getByLabelText("All outstanding amounts, including earlier months"));
    expect(await screen.findByText("Nothing is outstanding up to March 2026")).toBeVisible();
    await user.click(screen.getByRole("button", { name: /Export/ }));
    await user.click(await screen.findByRole("menuitem", { name: "CSV" }));
    await waitFor(() =>
      expect(api.calls(statutoryDuesReport.file)[0]?.input).toMatchObject({
        period: "2026-03",
        open: true,
        format: "csv",
      }),
    );
  });

  test("of one scheme say so, and link the total to its people", async ({ api, open }) => {
    answerDues(api);
    const user = open(`${address}?period=2026-03&scheme=PAYE`, { as: reader });
    const total = within(await rowWith(table, "Total"));
    expect(total.getByRole("link", { name: "₦54,000.00" })).toHaveAttribute(
      "href",
      "/app/reports/payroll/statutory-schedule?kind=PAYE&period=2026-03",
    );
    await user.click(screen.getByRole("button", { name: "Show all schedules, not only PAYE" }));
    await waitFor(() => expect(window.location.search).not.toContain("scheme"));
    expect(api.calls(statutoryDuesReport.read)[0]?.input).toMatchObject({ scheme: "PAYE" });
    answerDues(api, []);
    const left = within(await rowWith(table, "Total")).getByRole("link", { name: "₦50,000.00" });
    await user.click(left);
    expect(await screen.findByText("Nothing is left to remit for March 2026")).toBeVisible();
    expect(api.calls(statutoryDuesReport.read).at(-1)?.input).toMatchObject({ figure: "left" });
    await user.click(screen.getByRole("button", { name: "Show all rows, not only Left to Remit" }));
    await waitFor(() => expect(window.location.search).not.toContain("figure"));
  });

  test("cover all organizations for staff, each by name; can be retried on a phone, and end with the session", async ({
    api,
    open,
  }) => {
    answerBooks(api);
    api.on(statutoryDuesReport.read, () => refuse("busy"));
    const user = open(`${address}?period=2026-03`, {
      as: staffWith("reports.read", "payroll.read", "organizations.read"),
      on: "phone",
    });
    const again = await screen.findByRole("button", { name: "Try again" });
    answerDues(api);
    const release = api.hold(statutoryDuesReport.read);
    await user.click(again);
    expect(await screen.findByRole("status", { name: `Loading ${table}` })).toBeVisible();
    release();
    expect(await rowWith(table, "Acme Corporation")).toBeVisible();
    await user.click(screen.getByRole("button", { name: /^Filters/ }));
    api.endSession();
    await user.click(screen.getByLabelText("All outstanding amounts, including earlier months"));
    await expectSignedOut();
  });
});

describe("a schedule", () => {
  const address =
    "/app/reports/payroll/statutory-schedule?kind=PAYE&period=2026-03&authority=24&tenant_id=7";
  const table = "PAYE Schedule";
  function answer(api: FakeApi, schedule = statutorySchedule([scheduleRow()])) {
    api.on(statutoryDuesReport.read, () => statutoryDues([statutoryDue()]));
    api.on(statutoryScheduleReport.read, () => ({
      data: schedule,
      total: schedule.rows.length,
    }));
    api.on(listRemittanceLedgers, () => [
      { id: 21, code: "01-01-0002", name: "Bank clearing" },
      { id: 22, code: "01-01-0004", name: "First Bank" },
    ]);
  }

  test("has the columns of its authority, links to payslips, and says what is left", async ({
    api,
    open,
  }) => {
    answer(api);
    open(address, { as: reader });
    expect(await screen.findByRole("link", { name: "Okafor" })).toHaveAttribute(
      "href",
      "/app/payroll/7/9/31/payslips/501",
    );
    expect(headersOf(table)).toEqual([
      "S/N",
      "Staff ID",
      "Surname",
      "Other Names",
      "Tax ID",
      "Gross",
      "Tax Deductible",
      "Tax Remitted",
    ]);
    expect(await rowWith(table, "Total")).toHaveTextContent("₦450,000.00₦54,000.00₦4,000.00");
    expect(screen.getByText(/due on 10 Apr 2026 \(the 10th of the next month\)/)).toBeVisible();
    expect(screen.getByText("₦50,000.00 left to remit")).toBeVisible();
    expect(screen.getByText("PAY-000009")).toBeVisible();
    // Users who may only read can neither record nor reverse.
    expect(screen.queryByRole("button", { name: "Record Remittance" })).toBeNull();
    expect(screen.queryByRole("button", { name: /^Actions for/ })).toBeNull();
    await expectAccessible();
  });

  test("links its totals to the payslips they add up, and remitted amounts to the authorities", async ({
    api,
    open,
  }) => {
    answer(api);
    open(address.replace("&authority=24", ""), { as: reader });
    const register = "/app/reports/payroll/register?tenant_id=7&period=2026-03";
    expect(targetsIn(await rowWith(table, "Total"))).toEqual([
      register,
      register,
      "/app/reports/payroll/statutory?tenant_id=7&period=2026-03&scheme=PAYE",
    ]);
  });

  test("of one authority links to its payslips, and so does a person with several", async ({
    api,
    open,
  }) => {
    answer(api, statutorySchedule([scheduleRow({ payslips: 2 })]));
    const user = open(address, { as: reader });
    const person = await screen.findByRole("link", { name: "Okafor" });
    expect(person).toHaveAttribute(
      "href",
      "/app/reports/payroll/register?tenant_id=7&employee_id=21&period=2026-03",
    );
    const total = within(await rowWith(table, "Total"));
    expect(total.getByRole("link", { name: "₦54,000.00" })).toHaveAttribute(
      "href",
      "/app/reports/payroll/register?tenant_id=7&period=2026-03&group=state&division=%2224%22",
    );
    expect(total.queryByRole("link", { name: "₦4,000.00" })).toBeNull();
    await user.selectOptions(screen.getByLabelText("Schedule"), "ITF");
    expect(
      within(await rowWith("ITF Schedule", "Total")).getByRole("link", { name: "₦54,000.00" }),
    ).toHaveAttribute(
      "href",
      "/app/reports/payroll/register?tenant_id=7&from=2026-01&period=2026-12&scheme=ITF",
    );
  });

  test("is paid in full unless less is entered, and shows the server's refusal", async ({
    api,
    open,
  }) => {
    answer(api);
    const user = open(address, { as: owner });
    await user.click(await screen.findByRole("button", { name: "Record Remittance" }));
    const form = await findDialog("Record Remittance");
    expect(form.getByLabelText("Amount")).toHaveValue("50,000.00");
    await user.clear(form.getByLabelText("Amount"));
    await user.click(form.getByLabelText("Amount"));
    await user.paste("50000.01");
    await user.click(form.getByRole("button", { name: "Record Remittance" }));
    expect(await form.findByText("Only ₦50,000.00 is left to remit.")).toBeVisible();
    expect(api.calls(recordRemittance)).toEqual([]);
    await user.clear(form.getByLabelText("Amount"));
    await user.click(form.getByLabelText("Amount"));
    await user.paste("20000");
    await user.click(form.getByLabelText("Reference"));
    await user.paste("RRR 2202");
    api.on(recordRemittance, () =>
      refuseAt("amount", "remittance_too_much", { left: "₦10,000.00", what: "PAYE of Lagos" }),
    );
    await user.click(form.getByRole("button", { name: "Record Remittance" }));
    expect(await form.findByText(/Only ₦10,000.00 of PAYE of Lagos is left/)).toBeVisible();
    expect(form.getByLabelText("Reference")).toHaveValue("RRR 2202");
    api.on(recordRemittance, () => remittance());
    await user.clear(form.getByLabelText("Amount"));
    await user.click(form.getByLabelText("Amount"));
    await user.paste("10000");
    await user.click(form.getByRole("button", { name: "Record Remittance" }));
    await expectMessage("Remittance recorded successfully..");
    expect(api.calls(recordRemittance).at(-1)?.input).toEqual({
      tenant_id: 7,
      scheme: "PAYE",
      authority: "24",
      period: "2026-03",
      amount: kobo(10_000_00n),
      paid_on: today(),
      reference: "RRR 2202",
    });
  });

  test("is due again once a remittance is reversed, with a reason", async ({ api, open }) => {
    answer(api);
    const user = open(address, { as: owner });
    await user.click(await screen.findByRole("button", { name: "Actions for PAY-000009" }));
    await user.click(await screen.findByRole("menuitem", { name: "Reverse Remittance" }));
    const form = await findDialog("Reverse PAY-000009");
    await user.click(form.getByRole("button", { name: "Reverse Remittance" }));
    expect(await form.findByText("Enter the reason.")).toBeVisible();
    await user.click(form.getByLabelText("Reason"));
    await user.paste("The bank returned it");
    const entry = { entry_id: 90, entry_type_id: 13, ent_number: "PAY-000010" };
    const reversal = { entry, at: new Date(), by: "Olu Owner", reason: "The bank returned it" };
    api.on(reverseRemittance, () => remittance({ reversal }));
    answer(api, statutorySchedule([scheduleRow()], { remittances: [remittance({ reversal })] }));
    await user.click(form.getByRole("button", { name: "Reverse Remittance" }));
    await expectMessage("Remittance reversed successfully..");
    expect(api.calls(reverseRemittance)[0]?.input).toEqual({
      id: 61,
      tenant_id: 7,
      reason: "The bank returned it",
    });
    expect(await screen.findByText("Reversed")).toBeVisible();
    // The row shows who reversed it and why, with the reversing entry.
    const row = within(await rowWith("Remittances", "PAY-000009"));
    expect(row.getByText(/^Reversed by/)).toHaveTextContent(/by Olu Owner: The bank returned it$/);
    expect(row.getByRole("link", { name: "PAY-000010" })).toHaveAttribute(
      "href",
      expect.stringContaining("/90?"),
    );
  });

  test("without a state asks for it, and cannot be paid again once settled", async ({
    api,
    open,
  }) => {
    const due = statutoryDue({ authority: "", authority_name: "State not recorded" });
    const named = { employee_id: 21, name: "Okafor, Ada Ngozi" };
    const gaps = [
      { gap: "tax_id", people: 7, employees: [named] },
      { gap: "state", people: 1, employees: [named] },
    ] as const;
    const gapsOfAll = gaps.map(({ employees, ...gap }) => ({ ...gap, employees: [...employees] }));
    answer(
      api,
      statutorySchedule([scheduleRow()], { dues: [due], remittances: [], gaps: gapsOfAll }),
    );
    open(address, { as: memberOf(7, "reports.read", "payroll.read", "employees.read") });
    const taxId = within(await screen.findByRole("note", { name: "No tax ID: 7 people" }));
    expect(taxId.getByText("and 6 more")).toBeVisible();
    const state = within(screen.getByRole("note", { name: "No state of residence: 1 person" }));
    expect(state.getByText(/PAYE is remitted to the state of residence/u)).toBeVisible();
    expect(state.getByRole("link", { name: named.name })).toHaveAttribute(
      "href",
      "/app/employees/7/21?tab=personal",
    );
    expect(screen.queryByRole("button", { name: "Record Remittance" })).toBeNull();
  });

  test("of another kind has its own columns and period, and the file equals the table", async ({
    api,
    open,
  }) => {
    const due = statutoryDue({ status: "REMITTED", left: signed(0n) });
    answer(api, statutorySchedule([scheduleRow({ payslip: null })], { dues: [due] }));
    api.on(statutoryScheduleReport.file, () => new File(["x"], "itf.csv"));
    const user = open(address, { as: owner });
    expect(await screen.findByText("Remitted", { selector: "span" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Record Remittance" })).toBeNull();
    await user.selectOptions(screen.getByLabelText("Schedule"), "ITF");
    expect(await screen.findByRole("heading", { name: "ITF Schedule" })).toBeVisible();
    await waitFor(() =>
      expect(headersOf("ITF Schedule")).toEqual([
        "S/N",
        "Staff ID",
        "Name",
        "Payroll of the Year",
        "Contribution",
      ]),
    );
    expect(screen.getByLabelText("Year")).toHaveValue("2026");
    expect(api.calls(statutoryScheduleReport.read).at(-1)?.input).toMatchObject({
      kind: "ITF",
      period: "2026",
    });
    await user.click(screen.getByRole("button", { name: /Export/ }));
    await user.click(await screen.findByRole("menuitem", { name: "CSV" }));
    await waitFor(() =>
      expect(api.calls(statutoryScheduleReport.file)[0]?.input).toMatchObject({ kind: "ITF" }),
    );
  });

  test("asks staff for the organization, and says when the module is off", async ({
    api,
    open,
  }) => {
    answerBooks(api);
    const details = { module: "Payroll", organization: "Acme Corporation" };
    api.on(statutoryDuesReport.read, () => refuse("module_off", details));
    api.on(statutoryScheduleReport.read, () => refuse("module_off", details));
    open("/app/reports/payroll/statutory-schedule?kind=NHF&period=2026-03", {
      as: staffWith("reports.read", "payroll.read", "organizations.read"),
      on: "phone",
    });
    expect(await screen.findByText("Choose an organization to see its schedule")).toBeVisible();
    expect(api.calls(statutoryScheduleReport.read)).toEqual([]);
  });
});
