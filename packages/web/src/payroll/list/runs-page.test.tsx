import { listEmployees } from "@kontor/contract/employees/employees";
import { listOrganizations } from "@kontor/contract/organizations/organizations";
import { listPayslips } from "@kontor/contract/payroll/payslips";
import {
  countWaitingRuns,
  exportRuns,
  getRun,
  listRuns,
  startRun,
} from "@kontor/contract/payroll/runs";
import { monthName, monthOf, monthsLater } from "@kontor/payroll/month";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect } from "vitest";

import { today } from "../../platform/clock.ts";
import { expectAccessible } from "../../testing/accessible.ts";
import type { FakeApi } from "../../testing/fake-api.ts";
import { fillField, pickMatch } from "../../testing/fields.ts";
import { test } from "../../testing/page-test.tsx";
import { findDialog, expectMessage, expectSignedOut } from "../../testing/questions.ts";
import { loseConnection, refuse, refuseAt } from "../../testing/refusal.ts";
import { listedEmployee } from "../../testing/samples/employees.ts";
import { listedOrganization } from "../../testing/samples/organizations.ts";
import { listedRun, openedRun, signed } from "../../testing/samples/payroll.ts";
import { longWord } from "../../testing/samples/text.ts";
import { headersOf, rowWith } from "../../testing/tables.ts";
import { memberOf, staffWith } from "../../testing/users.ts";

const page = "/app/payroll";
const table = "Payroll Runs";
const preparer = memberOf(7, "payroll.read", "payroll.prepare", "employees.read");
const reader = staffWith("organizations.read", "payroll.read");

function answerRuns(api: FakeApi, rows = [listedRun()]) {
  api.on(listRuns, () => ({ data: rows, total: rows.length }));
  api.on(listOrganizations, () => ({ data: [listedOrganization()], total: 1 }));
}

describe("the payroll runs", () => {
  test("of several organizations name each under its number, sorted by a head of its own", async ({
    api,
    open,
  }) => {
    answerRuns(api);
    const user = open(page, { as: reader });
    const number = await screen.findByRole("cell", { name: /PR-000003/ });
    expect(number).toHaveTextContent("PR-000003Acme Corporation");
    const organization = screen.getByRole("button", { name: "Organization" });
    await user.click(organization);
    await waitFor(() => expect(api.calls(listRuns).at(-1)?.input.sort).toBe("organization"));
    const head = screen.getByRole("columnheader", { name: /^Number/ });
    expect(head).toContainElement(organization);
    expect(head).toHaveAttribute("aria-sort", "ascending");
    await user.click(screen.getByRole("button", { name: "Number" }));
    await waitFor(() => expect(api.calls(listRuns).at(-1)?.input.sort).toBe("number"));
  });

  test("of several organizations name each in a cell of its own on a phone", async ({
    api,
    open,
  }) => {
    answerRuns(api);
    open(page, { as: reader, on: "phone" });
    expect(await screen.findByRole("cell", { name: "Acme Corporation" })).toBeVisible();
    expect(screen.getByRole("cell", { name: "PR-000003" })).toBeVisible();
  });

  test("name the order of months by age and of numbers by size on a phone", async ({
    api,
    open,
  }) => {
    answerRuns(api);
    open(page, { as: reader, on: "phone" });
    const order = within(await screen.findByRole("combobox", { name: /^Order of/ }));
    const names = order.getAllByRole("option").map(({ textContent }) => textContent);
    expect(names).toEqual(
      expect.arrayContaining([
        "Number, smallest first",
        "Period, newest first",
        "Status, A to Z",
        "Net, largest first",
      ]),
    );
  });

  test("are a table that leads to each of them", async ({ api, open }) => {
    answerRuns(api, [
      listedRun({ stale: true }),
      listedRun({ id: 30, number: "PR-000002", status: "PAID", difference: signed(-1_000_00n) }),
      listedRun({
        id: 29,
        number: "PR-000001",
        status: "PARTLY_PAID",
        difference: null,
        cycle: "OFF_CYCLE",
      }),
    ]);
    open(page, { as: preparer });
    expect(await screen.findByRole("link", { name: "PR-000003" })).toHaveAttribute(
      "href",
      "/app/payroll/7/9/31",
    );
    expect(headersOf(table)).toEqual([
      "Number",
      "Period",
      "Status",
      "People",
      "Gross",
      "Net",
      "Cost",
      "Difference",
    ]);
    const draft = within(await rowWith(table, "PR-000003"));
    for (const text of ["March 2026", "Draft", "Out of date", "3"]) {
      expect(draft.getByText(text)).toBeVisible();
    }
    for (const text of ["₦1,200,000.00", "₦950,000.00", "₦1,332,000.00", "+₦50,000.00"]) {
      expect(draft.getByText(text)).toBeVisible();
    }
    const paid = within(await rowWith(table, "PR-000002"));
    expect(paid.getByText("−₦1,000.00")).toBeVisible();
    const partly = within(await rowWith(table, "PR-000001"));
    expect(partly.getByText("Partly Paid")).toBeVisible();
    expect(partly.getByText("Off-cycle")).toBeVisible();
    expect(partly.getByLabelText("none")).toHaveTextContent("–");
    await expectAccessible();
  });

  test("say that there are none, and offer no new run without the permission", async ({
    api,
    open,
  }) => {
    answerRuns(api, []);
    open(page, { as: reader });
    expect(await screen.findByText("There are no payroll runs available")).toBeVisible();
    expect(screen.queryByRole("button", { name: "New Run" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Clear filters" })).toBeNull();
  });

  test("show a spinner while they load, and can be tried again", async ({ api, open }) => {
    answerRuns(api);
    const release = api.hold(listRuns);
    api.on(listRuns, () => refuse("busy"));
    const user = open(page);
    expect(await screen.findByRole("status", { name: "Loading Payroll Runs" })).toBeVisible();
    release();
    await screen.findByRole("button", { name: "Try again" });
    answerRuns(api);
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("PR-000003")).toBeVisible();
  });

  test("of an organization without the module say so", async ({ api, open }) => {
    answerRuns(api);
    const details = { module: "Payroll", organization: "Acme Corporation" };
    api.on(listRuns, () => refuse("module_off", details));
    open(page, { as: preparer });
    expect(await screen.findByText(/Payroll is switched off for Acme Corporation/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "New Run" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });

  test("lead to the login page when the session has ended", async ({ api, open }) => {
    answerRuns(api);
    const user = open(page);
    await screen.findByText("PR-000003");
    api.endSession();
    await user.click(screen.getByRole("button", { name: "Net" }));
    await expectSignedOut();
  });

  test("of several organizations are named with them, on a phone too", async ({ api, open }) => {
    answerRuns(api, [listedRun({ company_name: longWord })]);
    open(page, { as: reader, on: "phone" });
    expect(await screen.findByText(longWord)).toBeVisible();
  });

  test("are filtered and sorted in the address, and exported as filtered", async ({
    api,
    open,
  }) => {
    answerRuns(api);
    api.on(exportRuns, () => new File(["x"], "payroll-runs.csv"));
    const user = open(`${page}?status=DRAFT&period=2020-03`, { as: preparer });
    await screen.findByText("PR-000003");
    expect(screen.getByLabelText("Month")).toHaveValue("2020-03");
    await user.selectOptions(screen.getByLabelText("Status"), "Partly Paid");
    await user.click(screen.getByRole("button", { name: "Net" }));
    await waitFor(() =>
      expect(api.calls(listRuns).at(-1)?.input).toMatchObject({
        tenant_id: 7,
        status: "PARTLY_PAID",
        period: "2020-03",
        sort: "net",
      }),
    );
    await user.click(screen.getByRole("button", { name: "Export" }));
    await user.click(await screen.findByRole("menuitem", { name: "CSV" }));
    await expectMessage("payroll-runs.csv is downloaded.");
    expect(api.calls(exportRuns)[0]?.input).toMatchObject({
      tenant_id: 7,
      status: "PARTLY_PAID",
      period: "2020-03",
    });
    answerRuns(api, []);
    await user.selectOptions(screen.getByLabelText("Month"), "All months");
    await user.click(await screen.findByRole("button", { name: "Clear filters" }));
    await waitFor(() => expect(window.location.search).not.toContain("status"));
    await fillField(user, screen.getByLabelText("Search payroll runs"), "bonus");
    await waitFor(() =>
      expect(api.calls(listRuns).at(-1)?.input).toMatchObject({ search: "bonus" }),
    );
    await user.click(await screen.findByRole("button", { name: "Clear filters" }));
    await waitFor(() => expect(window.location.search).not.toContain("search"));
  });

  test("that wait for the user are counted in the sidebar", async ({ api, open }) => {
    answerRuns(api);
    api.on(countWaitingRuns, () => ({ waiting: 2 }));
    open(page, { as: memberOf(7, "payroll.read", "payroll.approve") });
    const entry = within(await screen.findByRole("link", { name: /Payroll/ }));
    expect(await entry.findByLabelText("2 waiting")).toBeVisible();
    open(page, { as: preparer });
    await screen.findAllByText("PR-000003");
    expect(api.calls(countWaitingRuns)).toHaveLength(1);
  });
});

describe("a new run", () => {
  const started = openedRun({
    calculation: { state: "WAITING", done: 0, total: 0, finished_at: null, problem: "" },
  });
  const present = monthOf(today());

  const paid = (period: string) => listedRun({ period, status: "PAID" });

  function answerStart(api: FakeApi, latest = [paid(monthsLater(present, -1))]) {
    answerRuns(api, latest);
    api.on(startRun, () => started);
    api.on(getRun, () => started);
    api.on(listPayslips, () => ({ data: [], total: 0 }));
  }

  test("is proposed for the month after the last one, and opens its page", async ({
    api,
    open,
  }) => {
    answerStart(api, [paid(present)]);
    const user = open(page, { as: preparer });
    await user.click(await screen.findByRole("button", { name: "New Run" }));
    const modal = await findDialog("New Payroll Run");
    const next = monthsLater(present, 1);
    await waitFor(() => expect(modal.getByLabelText("Month")).toHaveValue(next));
    expect(modal.getByLabelText("Month")).toHaveDisplayValue(monthName(next));
    expect(modal.queryByLabelText("Purpose")).toBeNull();
    await expectAccessible();
    await user.click(modal.getByRole("button", { name: "Start and Calculate" }));
    await expectMessage("Payroll run started successfully..");
    expect(await screen.findByRole("heading", { name: "Payroll PR-000003" })).toBeVisible();
    expect(screen.getByRole("progressbar", { name: "Calculation" })).toBeVisible();
    expect(api.calls(startRun)[0]?.input).toEqual({
      tenant_id: 7,
      company_id: 7,
      period: next,
      cycle: "REGULAR",
    });
  });

  test("of no regular month says why, and off cycle can still be started", async ({
    api,
    open,
  }) => {
    const next = monthsLater(present, 1);
    answerStart(api, [paid(next)]);
    const user = open(page, { as: preparer });
    await user.click(await screen.findByRole("button", { name: "New Run" }));
    const modal = await findDialog("New Payroll Run");
    const notice = await modal.findByRole("note");
    expect(notice).toHaveTextContent(`${monthName(next)} has its payroll, PR-000003.`);
    expect(within(notice).getByRole("link")).toHaveAttribute("href", "/app/payroll/7/9/31");
    expect(modal.queryByLabelText("Month")).toBeNull();
    expect(modal.getByRole("button", { name: "Start and Calculate" })).toBeDisabled();
    await expectAccessible();
    await user.click(modal.getByRole("radio", { name: "Off-cycle" }));
    expect(modal.getByLabelText("Month")).toHaveValue(present);
    await fillField(user, modal.getByLabelText("Purpose"), "Leave allowances");
    await user.click(modal.getByRole("button", { name: "Start and Calculate" }));
    await expectMessage("Payroll run started successfully..");
    expect(api.calls(startRun)[0]?.input).toMatchObject({ cycle: "OFF_CYCLE", period: present });
  });

  test("off cycle needs a title, and can name the employees", async ({ api, open }) => {
    answerStart(api);
    const bola = listedEmployee({ id: 22, first_name: "Bola", last_name: "Ade" });
    api.on(listEmployees, () => ({ data: [listedEmployee(), bola], total: 2 }));
    const user = open(page, { as: preparer });
    await user.click(await screen.findByRole("button", { name: "New Run" }));
    const modal = await findDialog("New Payroll Run");
    await user.click(modal.getByRole("radio", { name: "Off-cycle" }));
    await user.click(modal.getByRole("radio", { name: "Only these people" }));
    await user.click(modal.getByRole("button", { name: "Start and Calculate" }));
    expect(await modal.findByText("Enter what the run is for.")).toBeVisible();
    expect(modal.getByText(/Add at least one person/)).toBeVisible();
    await fillField(user, modal.getByLabelText("Purpose"), "Leave allowances");
    await fillField(user, modal.getByLabelText("Add Employee"), "bol");
    await user.keyboard("{Enter}");
    await pickMatch(user, modal.getByLabelText("Add Employee"), "Ada Okafor");
    const people = within(modal.getByRole("list", { name: "Who is paid" }));
    expect(people.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "Bola Ade",
      "Ada Okafor",
    ]);
    await user.click(people.getByRole("button", { name: "Remove Ada Okafor" }));
    await expectAccessible();
    await user.click(modal.getByRole("button", { name: "Start and Calculate" }));
    await expectMessage("Payroll run started successfully..");
    expect(api.calls(startRun)[0]?.input).toMatchObject({
      cycle: "OFF_CYCLE",
      title: "Leave allowances",
      employee_ids: [22],
    });
  });

  test("that is refused says why at its field, and keeps what was typed", async ({ api, open }) => {
    answerStart(api);
    const details = { month: "March 2026", number: "PR-000003", requested: "April 2026" };
    api.on(startRun, () => refuseAt("period", "run_earlier_open", details));
    const user = open(page, { as: preparer });
    await user.click(await screen.findByRole("button", { name: "New Run" }));
    const modal = await findDialog("New Payroll Run");
    await user.click(modal.getByRole("button", { name: "Start and Calculate" }));
    await waitFor(() =>
      expect(modal.getByLabelText("Month")).toHaveAccessibleDescription(
        "PR-000003 for March 2026 comes first. Have it approved, or discard it.",
      ),
    );
    api.on(startRun, loseConnection);
    await user.click(modal.getByRole("radio", { name: "Off-cycle" }));
    await fillField(user, modal.getByLabelText("Purpose"), "Leave allowances");
    await user.selectOptions(modal.getByLabelText("Month"), monthName(monthsLater(present, 1)));
    await user.click(modal.getByRole("button", { name: "Start and Calculate" }));
    expect(await modal.findByText(/The server cannot be reached/)).toBeVisible();
    expect(modal.getByLabelText("Purpose")).toHaveValue("Leave allowances");
  });

  test("asks for the organization where all are listed", async ({ api, open }) => {
    answerStart(api);
    const user = open(page, {
      as: staffWith("organizations.read", "payroll.read", "payroll.prepare"),
    });
    await user.click(await screen.findByRole("button", { name: "New Run" }));
    const modal = await findDialog("New Payroll Run");
    const waiting = modal.getByRole("button", { name: "Start and Calculate" });
    expect(waiting).toHaveAttribute("aria-disabled", "true");
    expect(waiting).toHaveAccessibleDescription("Choose the organization.");
    await pickMatch(user, modal.getByLabelText("Organization"), listedOrganization().name);
    const submit = modal.getByRole("button", { name: "Start and Calculate" });
    await waitFor(() => expect(submit).not.toHaveAttribute("aria-disabled"));
    await user.click(submit);
    await expectMessage("Payroll run started successfully..");
    const { tenant_id, company_id } = listedOrganization();
    expect(api.calls(startRun)[0]?.input).toMatchObject({ tenant_id, company_id });
  });
});
