import { kobo } from "@kontor/books/money";
import {
  addEmployee,
  exportEmployees,
  getEmployee,
  getEmployeeChoices,
  listEmployees,
} from "@kontor/contract/employees/employees";
import { getEmployeeTotals } from "@kontor/contract/employees/totals";
import { listOrganizations } from "@kontor/contract/organizations/organizations";
import { getPortalAccess, inviteSeveralToPortal } from "@kontor/contract/portal/invitation";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect } from "vitest";

import { expectAccessible } from "../../testing/accessible.ts";
import type { FakeApi } from "../../testing/fake-api.ts";
import { fillField, pickMatch } from "../../testing/fields.ts";
import { chooseMenuItem } from "../../testing/menus.ts";
import { test } from "../../testing/page-test.tsx";
import { answer, findDialog, expectMessage, expectSignedOut } from "../../testing/questions.ts";
import { refuse, refuseAt } from "../../testing/refusal.ts";
import {
  employeeChoices,
  listedEmployee,
  openedEmployee,
} from "../../testing/samples/employees.ts";
import { listedOrganization } from "../../testing/samples/organizations.ts";
import { portalAccess } from "../../testing/samples/portal.ts";
import { longWord } from "../../testing/samples/text.ts";
import { memberOf, staffWith } from "../../testing/users.ts";

type Listed = ReturnType<typeof listedEmployee>;

const reader = staffWith("organizations.read", "employees.read");
const hr = memberOf(
  7,
  "organizations.read",
  "employees.read",
  "employees.pay.read",
  "employees.write",
  "employees.import",
);

function answerList(api: FakeApi, rows: readonly Listed[] = [listedEmployee()]) {
  api.on(listEmployees, () => ({ data: [...rows], total: rows.length }));
  api.on(listOrganizations, () => ({ data: [listedOrganization()], total: 1 }));
  api.on(getEmployeeChoices, () => employeeChoices());
}

const table = async () => within(await screen.findByRole("table", { name: "Employees" }));

describe("the employees", () => {
  test("have no column of pay for those who may not see it", async ({ api, open }) => {
    answerList(api, [listedEmployee({ monthly_pay: null })]);
    open("/app/employees", { as: memberOf(7, "organizations.read", "employees.read") });
    const rows = await table();
    expect(await rows.findByText("Ready")).toBeVisible();
    expect(rows.getByRole("columnheader", { name: "Payroll" })).toBeVisible();
    expect(rows.queryByRole("columnheader", { name: "Monthly Pay" })).toBeNull();
  });

  test("are a table that says what payroll lacks and leads to each of them", async ({
    api,
    open,
  }) => {
    answerList(api, [
      listedEmployee(),
      listedEmployee({ id: 22, first_name: "Musa", missing: ["pay", "tax_id"], monthly_pay: null }),
      listedEmployee({ id: 23, first_name: "Left", status: "EXITED", missing: ["pay"] }),
    ]);
    const user = open("/app/employees");
    const rows = await table();
    expect(await rows.findByRole("link", { name: "Okafor, Ada" })).toHaveAttribute(
      "href",
      "/app/employees/7/21",
    );
    expect(rows.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
      "",
      "Staff No.",
      "Name",
      "Organization",
      "Department",
      "Status",
      "Payroll",
      "Monthly Pay",
    ]);
    expect(rows.getByText("Ready")).toBeVisible();
    expect(rows.getAllByText("₦450,000.00")).toHaveLength(2);
    // Readiness for payroll is not shown for employees who have left.
    expect(rows.getAllByRole("button", { name: /missing/ })).toHaveLength(1);
    await user.hover(rows.getByRole("button", { name: "2 missing: Pay, Tax ID" }));
    expect(await screen.findByText("Missing: Pay, Tax ID")).toBeVisible();
    await expectAccessible();
  });

  test("are sorted by pay, and show the total of the filter", async ({ api, open }) => {
    answerList(api);
    api.on(getEmployeeTotals, () => ({ employees: 12, monthly_pay: kobo(999_900n) }));
    const user = open("/app/employees?status=ACTIVE", { as: hr });
    const rows = await table();
    const label = { name: /Monthly pay of 12 employees/ };
    const total = await rows.findByRole<HTMLTableRowElement>("row", label);
    expect(total).toHaveTextContent("₦9,999.00");
    // The checkboxes are a column too; the sum is still below its amounts.
    const width = [...total.cells].reduce((columns, { colSpan }) => columns + colSpan, 0);
    expect(width).toBe(rows.getAllByRole("columnheader").length);
    await user.click(rows.getByRole("button", { name: "Monthly Pay" }));
    expect(rows.getByRole("columnheader", { name: "Monthly Pay" })).toHaveAttribute(
      "aria-sort",
      "ascending",
    );
    await waitFor(() =>
      expect(api.calls(listEmployees).at(-1)?.input).toMatchObject({ sort: "monthly_pay" }),
    );
    // The order does not change the sum, so it is requested only once.
    expect(api.calls(getEmployeeTotals).map(({ input }) => input)).toEqual([
      { tenant_id: 7, status: "ACTIVE" },
    ]);
  });

  test("say that there are none, also in the chosen organization", async ({ api, open }) => {
    answerList(api, []);
    open("/app/employees?tenant_id=7", { as: reader });
    expect(await screen.findByText("There are no employees yet")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Add Employee" })).toBeNull();
  });

  test("say that the filters match none, and can clear them", async ({ api, open }) => {
    answerList(api, []);
    const query = "search=ada&status=EXITED&bank_change_waiting=true&for_me=true";
    const user = open(`/app/employees?${query}`, { on: "phone" });
    // Whose decision it is belongs to the filter that it qualifies.
    expect(await screen.findByRole("button", { name: "Filters (2)" })).toBeVisible();
    await user.click(await screen.findByRole("button", { name: "Clear filters" }));
    await waitFor(() => expect(window.location.search).toBe(""));
  });

  test("show a spinner while they load, and can be tried again", async ({ api, open }) => {
    answerList(api);
    const release = api.hold(listEmployees);
    api.on(listEmployees, () => refuse("busy"));
    const user = open("/app/employees");
    expect(await screen.findByRole("status", { name: "Loading Employees" })).toBeVisible();
    release();
    await user.click(await screen.findByRole("button", { name: "Try again" }));
    answerList(api);
    await user.click(await screen.findByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Okafor, Ada")).toBeVisible();
  });

  test("lead to the login page when the session has ended", async ({ api, open }) => {
    answerList(api);
    const user = open("/app/employees");
    await screen.findByText("Okafor, Ada");
    api.endSession();
    await user.click(screen.getByRole("button", { name: "Staff No." }));
    await expectSignedOut();
  });

  test("with long names fit a phone", async ({ api, open }) => {
    answerList(api, [
      listedEmployee({ last_name: longWord.slice(0, 80), department: longWord.slice(0, 80) }),
    ]);
    open("/app/employees", { on: "phone" });
    expect(await screen.findByText(`${longWord.slice(0, 80)}, Ada`)).toBeVisible();
    await expectAccessible();
  });

  test("of one organization are narrowed by branch, department, status and need", async ({
    api,
    open,
  }) => {
    answerList(api);
    const user = open("/app/employees?tenant_id=7");
    await pickMatch(user, await screen.findByRole("combobox", { name: "Branch" }), "Kano Branch");
    await pickMatch(user, screen.getByRole("combobox", { name: "Department" }), "Sales");
    await user.selectOptions(screen.getByRole("combobox", { name: "Status" }), "SUSPENDED");
    await user.selectOptions(screen.getByRole("combobox", { name: "Payroll" }), "Tax ID missing");
    await waitFor(() =>
      expect(api.calls(listEmployees).at(-1)?.input).toEqual({
        tenant_id: 7,
        branch_id: 4,
        department: "Sales",
        status: "SUSPENDED",
        missing: "tax_id",
        page: 1,
        per_page: 25,
      }),
    );
    await user.selectOptions(
      screen.getByRole("combobox", { name: "Payroll" }),
      "Bank account to confirm",
    );
    await waitFor(() =>
      expect(api.calls(listEmployees).at(-1)?.input).toMatchObject({
        bank_change_waiting: true,
        for_me: true,
      }),
    );
    // The user's own requests, which somebody else must decide, are found too.
    await user.selectOptions(screen.getByLabelText("Payroll"), "Bank account unconfirmed");
    await waitFor(() =>
      expect(api.calls(listEmployees).at(-1)?.input).not.toHaveProperty("for_me"),
    );
    expect(api.calls(listEmployees).at(-1)?.input).toMatchObject({ bank_change_waiting: true });
    await user.selectOptions(screen.getByLabelText("Payroll"), "Tax relief to approve");
    await waitFor(() => expect(window.location.search).toContain("relief_waiting=true"));
    expect(window.location.search).not.toContain("bank_change_waiting");
    expect(api.calls(listEmployees).at(-1)?.input).not.toHaveProperty("missing");
    expect(screen.queryByRole("columnheader", { name: "Organization" })).toBeNull();
  });

  test("of the user's own organization need no filter for it, and have its branches", async ({
    api,
    open,
  }) => {
    answerList(api);
    open("/app/employees", { as: hr });
    expect(await screen.findByRole("combobox", { name: "Branch" })).toBeVisible();
    expect(screen.queryByRole("combobox", { name: "Organization" })).toBeNull();
    await waitFor(() =>
      expect(api.calls(getEmployeeChoices).at(-1)?.input).toEqual({ tenant_id: 7, company_id: 9 }),
    );
  });

  test("have the place of every filter before its choices are loaded", async ({ api, open }) => {
    answerList(api);
    const release = api.hold(getEmployeeChoices);
    open("/app/employees?branch_id=4&department=Sales", { as: hr });
    expect(await screen.findByText("Okafor, Ada")).toBeVisible();
    const branch = screen.getByRole("combobox", { name: "Branch" });
    const department = screen.getByRole("combobox", { name: "Department" });
    expect(branch).toHaveValue("");
    release();
    await waitFor(() => expect(branch).toHaveValue("Kano Branch"));
    expect(department).toHaveValue("Sales");
  });

  test("are exported as the filters show them", async ({ api, open }) => {
    answerList(api);
    api.on(exportEmployees, () => new File(["staff_no"], "employees.csv", { type: "text/csv" }));
    const user = open("/app/employees?status=ACTIVE&sort=-name&page=1");
    await chooseMenuItem(user, "Export", "CSV");
    await expectMessage("employees.csv is downloaded.");
    expect(api.calls(exportEmployees).at(-1)?.input).toEqual({
      tenant_id: 0,
      status: "ACTIVE",
      sort: "-name",
      format: "csv",
    });
  });
});

describe("adding an employee", () => {
  test("replaces the text of a field that the Tab key reaches by what is typed", async ({
    api,
    open,
  }) => {
    answerList(api, []);
    const user = open("/app/employees", { as: hr });
    await user.click(await screen.findByRole("button", { name: "Add Employee" }));
    const form = await findDialog("Add Employee");
    const number = form.getByLabelText("Staff Number");
    await waitFor(() => expect(number).toHaveValue("ACM-0013"));
    await user.click(form.getByLabelText("Middle Name"));
    await user.tab();
    expect(number).toHaveFocus();
    await user.keyboard("ACM-0100");
    expect(number).toHaveValue("ACM-0100");
    // A click places the cursor.
    await user.click(number);
    await user.keyboard("1");
    expect(number).toHaveValue("ACM-01001");
  });

  test("proposes the next staff number and leads to the new page", async ({ api, open }) => {
    answerList(api, []);
    api.on(addEmployee, () => openedEmployee());
    api.on(getEmployee, () => openedEmployee());
    api.on(getPortalAccess, () => portalAccess());
    const user = open("/app/employees", { as: hr });
    await user.click(await screen.findByRole("button", { name: "Add Employee" }));
    const form = await findDialog("Add Employee");
    expect(form.queryByRole("combobox", { name: "Organization" })).toBeNull();
    await waitFor(() => expect(form.getByLabelText("Staff Number")).toHaveValue("ACM-0013"));
    await fillField(user, form.getByLabelText("First Name"), "Ada");
    await fillField(user, form.getByLabelText("Last Name"), "Okafor");
    await fillField(user, form.getByLabelText("Start Date"), "01/02/2026");
    await fillField(user, form.getByLabelText("Email"), "ada@acme-corp.example");
    await pickMatch(user, form.getByRole("combobox", { name: "Branch" }), "Ikeja Branch");
    await expectAccessible();
    await user.click(form.getByRole("button", { name: "Submit" }));
    await expectMessage("Employee added successfully..");
    await waitFor(() => expect(window.location.pathname).toBe("/app/employees/7/21"));
    expect(api.calls(addEmployee).map(({ input }) => input)).toEqual([
      {
        tenant_id: 7,
        company_id: 9,
        first_name: "Ada",
        middle_name: "",
        last_name: "Okafor",
        staff_no: "ACM-0013",
        start_date: "2026-02-01",
        email: "ada@acme-corp.example",
        phone: "",
        branch_id: 3,
        department: "",
        designation: "",
        grade: "",
      },
    ]);
  });

  test("asks for the organization while all are shown", async ({ api, open }) => {
    answerList(api, []);
    api.on(addEmployee, () => openedEmployee());
    const user = open("/app/employees");
    await user.click(await screen.findByRole("button", { name: "Add Employee" }));
    const form = await findDialog("Add Employee");
    expect(form.getByRole("button", { name: "Submit" })).toHaveAttribute("aria-disabled", "true");
    await pickMatch(user, form.getByRole("combobox", { name: "Organization" }), "Acme Corporation");
    await waitFor(() => expect(form.getByLabelText("Staff Number")).toHaveValue("ACM-0013"));
    await user.keyboard("{Escape}");
    await answer(user, "Leave without saving?", "Yes");
  });

  test("keeps what was typed when the staff number is taken", async ({ api, open }) => {
    answerList(api, []);
    api.on(addEmployee, ({ staff_no }) =>
      refuseAt("staff_no", "staff_no_taken", { staff_no, name: "Musa Bello" }),
    );
    const user = open("/app/employees", { as: hr, on: "phone" });
    await user.click(await screen.findByRole("button", { name: "Add Employee" }));
    const form = await findDialog("Add Employee");
    await waitFor(() => expect(form.getByLabelText("Staff Number")).toHaveValue("ACM-0013"));
    await fillField(user, form.getByLabelText("First Name"), "Ada");
    await fillField(user, form.getByLabelText("Last Name"), "Okafor");
    await user.click(form.getByRole("button", { name: "Submit" }));
    await waitFor(() =>
      expect(form.getByLabelText("Staff Number")).toHaveAccessibleDescription(
        "The staff number ACM-0013 already belongs to Musa Bello. Choose another.",
      ),
    );
    expect(form.getByLabelText("First Name")).toHaveValue("Ada");
    await user.click(form.getByRole("button", { name: "Cancel" }));
    await answer(user, "Leave without saving?", "Yes");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
});

test("selected employees are invited to the portal, each with its own outcome", async ({
  api,
  open,
}) => {
  answerList(api, [
    listedEmployee(),
    listedEmployee({ id: 22, first_name: "Musa", staff_no: "ACM-0022" }),
    listedEmployee({ id: 23, first_name: longWord, staff_no: "ACM-0023" }),
    listedEmployee({ id: 24, first_name: "Left", status: "EXITED" }),
  ]);
  const message = "Musa Okafor has no email address.";
  const problem = { code: "portal_email_missing", message };
  api.on(inviteSeveralToPortal, ({ employees }) =>
    employees.map(({ id, tenant_id }) => ({
      id,
      tenant_id,
      outcome: id === 22 ? "REFUSED" : id === 23 ? "ALREADY_IN" : "INVITED",
      problem: id === 22 ? problem : null,
    })),
  );
  const user = open("/app/employees", { as: hr });
  const rows = await table();
  await user.click(await rows.findByRole("checkbox", { name: "Select all rows on this page" }));
  await user.click(screen.getByRole("button", { name: "Invite to Portal (3)" }));
  const modal = await findDialog("Invite to Portal");
  expect(modal.getByText(/^3 employees get an email/)).toBeVisible();
  await expectAccessible();
  await user.click(modal.getByRole("button", { name: "Invite" }));
  expect(await modal.findByText("1 of 3 invited.")).toBeVisible();
  const outcomes = modal.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(outcomes).toEqual([
    "Ada Okafor ACM-0012INVITED",
    `Musa Okafor ACM-0022REFUSED${message}`,
    `${longWord} Okafor ACM-0023IN ALREADY`,
  ]);
  await expectAccessible();
  expect(api.calls(inviteSeveralToPortal)[0]?.input.employees.map(({ id }) => id)).toEqual([
    21, 22, 23,
  ]);
  await user.click(modal.getByRole("button", { name: "Done" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.queryByRole("button", { name: /^Invite to Portal/ })).toBeNull();
});

test("readers of the employees cannot select rows", async ({ api, open }) => {
  answerList(api);
  open("/app/employees", { as: reader });
  await (await table()).findByRole("link", { name: "Okafor, Ada" });
  expect(screen.queryByRole("checkbox", { name: /^Select/ })).toBeNull();
});
