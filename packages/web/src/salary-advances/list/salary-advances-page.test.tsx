import { kobo } from "@kontor/books/money";
import { getEmployee } from "@kontor/contract/employees/employees";
import { listOrganizations } from "@kontor/contract/organizations/organizations";
import {
  countPendingAdvances,
  exportSalaryAdvances,
  getSalaryAdvance,
  getSalaryAdvanceTotals,
  listSalaryAdvances,
} from "@kontor/contract/salary-advances/advances";
import { decideAdvance } from "@kontor/contract/salary-advances/decisions";
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect } from "vitest";

import { expectAccessible } from "../../testing/accessible.ts";
import type { FakeApi } from "../../testing/fake-api.ts";
import { fillField } from "../../testing/fields.ts";
import { test } from "../../testing/page-test.tsx";
import { expectMessage, expectSignedOut } from "../../testing/questions.ts";
import { loseConnection, refuse } from "../../testing/refusal.ts";
import { answerEmployee, openedEmployee } from "../../testing/samples/employees.ts";
import { listedOrganization } from "../../testing/samples/organizations.ts";
import { listedAdvance, openedAdvance } from "../../testing/samples/salary-advances.ts";
import { longWord } from "../../testing/samples/text.ts";
import { headersOf, rowWith } from "../../testing/tables.ts";
import { memberOf, staffWith } from "../../testing/users.ts";

type Listed = ReturnType<typeof listedAdvance>;

const page = "/app/salary-advances";
const table = "Salary Advances";
const reviewer = memberOf(7, "salary-advances.read", "salary-advances.decide");
const reader = staffWith("organizations.read", "salary-advances.read");

/** Answers the list like the server: decided rows have their new status. */
function answerList(api: FakeApi, given: readonly Listed[] = [listedAdvance()]) {
  const rows = new Map(given.map((row) => [row.id, row]));
  api.on(listSalaryAdvances, () => ({ data: [...rows.values()], total: rows.size }));
  api.on(getSalaryAdvance, ({ id }) => openedAdvance(rows.get(id)));
  api.on(listOrganizations, () => ({ data: [listedOrganization()], total: 1 }));
  return (id: number, status: Listed["status"]): Listed => {
    const decided = { ...listedAdvance({ id }), ...rows.get(id), status };
    rows.set(id, decided);
    return decided;
  };
}

/** Waits until an employee's row has the status. */
async function expectStatus(name: string, status: string) {
  await waitFor(async () =>
    expect(within(await rowWith(table, name)).getByText(status)).toBeVisible(),
  );
}

/** Chooses an item from the menu of Ada's row. */
async function choose(user: UserEvent, word: "Approve" | "Reject") {
  await user.click(await screen.findByRole("button", { name: "Actions for Ada Okafor" }));
  await user.click(await screen.findByRole("menuitem", { name: word }));
}

describe("the salary advances", () => {
  test("are a table with a menu for pending ones and a dash for the others", async ({
    api,
    open,
  }) => {
    answerList(api, [
      listedAdvance(),
      listedAdvance({ id: 62, emp_name: "Musa Ibrahim", status: "APPROVED" }),
      listedAdvance({ id: 63, emp_name: "Bola Ade", status: "REJECTED" }),
      listedAdvance({ id: 64, emp_name: "Chidinma Eze", status: "PAID" }),
    ]);
    const user = open(page);
    expect(await screen.findByRole("link", { name: "Ada Okafor" })).toHaveAttribute(
      "href",
      "/app/salary-advances/7/9/61",
    );
    expect(headersOf(table)).toEqual([
      "",
      "#",
      "Employee Name",
      "Company Name",
      "Amount Borrowed",
      "Payback Amount",
      "Status",
      "Updated On",
      "Actions",
    ]);
    const first = within(await rowWith(table, "Ada Okafor"));
    for (const text of ["1", "Acme Corporation", "₦100,000.00", "₦101,479.45", "PENDING"]) {
      expect(first.getByText(text)).toBeVisible();
    }
    expect(first.getByText("10 Mar 2026, 09:30")).toBeVisible();
    await user.click(first.getByRole("button", { name: "Actions for Ada Okafor" }));
    const items = await screen.findAllByRole("menuitem");
    expect(items.map(({ textContent }) => textContent)).toEqual(["Approve", "Reject"]);
    for (const name of ["Musa Ibrahim", "Bola Ade", "Chidinma Eze"]) {
      const row = within(await rowWith(table, name));
      expect(row.getByLabelText("No actions")).toHaveTextContent("–");
      expect(row.queryByRole("button")).toBeNull();
    }
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("menuitem")).toBeNull());
    await expectAccessible();
  });

  test("say when there are none", async ({ api, open }) => {
    answerList(api, []);
    open(page, { as: reader });
    expect(await screen.findByText("There are no salary advances available")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Record Request" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Clear filters" })).toBeNull();
  });

  test("show a spinner while they load, and can be retried", async ({ api, open }) => {
    answerList(api);
    const release = api.hold(listSalaryAdvances);
    api.on(listSalaryAdvances, () => refuse("busy"));
    const user = open(page);
    expect(await screen.findByRole("status", { name: "Loading Salary Advances" })).toBeVisible();
    release();
    await screen.findByRole("button", { name: "Try again" });
    answerList(api);
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Ada Okafor")).toBeVisible();
  });

  test("open the login page when the session has ended", async ({ api, open }) => {
    answerList(api);
    const user = open(page);
    await screen.findByText("Ada Okafor");
    api.endSession();
    await user.click(screen.getByRole("button", { name: "Amount Borrowed" }));
    await expectSignedOut();
  });

  test("end with the total of all pages", async ({ api, open }) => {
    answerList(api);
    api.on(getSalaryAdvanceTotals, () => ({
      advances: 1_234,
      amount: kobo(90_000_000_00n),
      payback_amount: kobo(94_500_000_00n),
      outstanding: kobo(31_500_000_00n),
    }));
    open(`${page}?status=PENDING`);
    const total = await rowWith(table, "Total of 1,234 advances");
    expect([...total.children].map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(["₦90,000,000.00", "₦94,500,000.00"]),
    );
    expect(api.calls(getSalaryAdvanceTotals).at(-1)?.input).toMatchObject({ status: "PENDING" });
  });

  test("of one employee are sorted by the API, because they come in pages", async ({
    api,
    open,
  }) => {
    answerList(api);
    api.on(getEmployee, () => openedEmployee());
    const user = open("/app/employees/7/21?tab=salary-advances");
    const advances = within(await screen.findByRole("table", { name: table }));
    await user.click(advances.getByRole("button", { name: "Payback Amount" }));
    await waitFor(() =>
      expect(api.calls(listSalaryAdvances).at(-1)?.input).toMatchObject({
        employee_id: 21,
        sort: "payback_amount",
        page: 1,
      }),
    );
    expect(advances.queryByRole("button", { name: "Requested" })).toBeNull();
  });

  test("of one employee keep page and order in the address, which another tab does not take over", async ({
    api,
    open,
  }) => {
    answerEmployee(api);
    api.on(listSalaryAdvances, () => ({ data: [listedAdvance()], total: 11 }));
    const user = open("/app/employees/7/21?tab=salary-advances");
    const advances = within(await screen.findByRole("table", { name: table }));
    await user.click(advances.getByRole("button", { name: "Payback Amount" }));
    await waitFor(() => expect(window.location.search).toContain("sort=payback_amount"));
    await user.click(await screen.findByRole("button", { name: "Page 2" }));
    const place = "?tab=salary-advances&sort=payback_amount&page=2";
    await waitFor(() => expect(window.location.search).toBe(place));
    await user.click(screen.getByRole("tab", { name: "History" }));
    await waitFor(() => expect(window.location.search).toBe("?tab=history"));
    window.history.back();
    await waitFor(() => expect(screen.getByText("11–11 of 11")).toBeVisible());
    expect(api.calls(listSalaryAdvances).at(-1)?.input).toEqual({
      tenant_id: 7,
      employee_id: 21,
      sort: "payback_amount",
      page: 2,
      per_page: 10,
    });
  });

  test("keep search, filters and order in the address, and are exported as filtered", async ({
    api,
    open,
  }) => {
    answerList(api);
    api.on(exportSalaryAdvances, () => new File(["x"], "salary-advances.csv"));
    const user = open(`${page}?status=PENDING&start_date=2026-03-01&end_date=2026-03-31`);
    await screen.findByText("Ada Okafor");
    await fillField(user, screen.getByRole("searchbox"), "okafor");
    await waitFor(() => expect(window.location.search).toContain("search=okafor"));
    await user.click(screen.getByRole("button", { name: "Payback Amount" }));
    await waitFor(() =>
      expect(api.calls(listSalaryAdvances).at(-1)?.input).toMatchObject({
        status: "PENDING",
        start_date: "2026-03-01",
        end_date: "2026-03-31",
        search: "okafor",
        sort: "payback_amount",
        page: 1,
        per_page: 25,
      }),
    );
    await user.selectOptions(screen.getByLabelText("Status"), "PAID");
    await waitFor(() => expect(window.location.search).toContain("status=PAID"));
    await user.click(screen.getByRole("button", { name: "Export" }));
    await user.click(await screen.findByRole("menuitem", { name: /CSV/ }));
    await waitFor(() => expect(api.calls(exportSalaryAdvances)).toHaveLength(1));
    expect(api.calls(exportSalaryAdvances)[0]?.input).toMatchObject({
      status: "PAID",
      search: "okafor",
      format: "csv",
    });
  });

  test("say at the field that the days are out of order, and can clear all filters", async ({
    api,
    open,
  }) => {
    answerList(api, []);
    const user = open(`${page}?start_date=2026-03-31&end_date=2026-03-01`);
    expect(await screen.findByText("The end date is before the start date.")).toBeVisible();
    expect(api.calls(listSalaryAdvances)).toHaveLength(0);
    await fillField(user, screen.getByLabelText("Requested From"), "31/02/2026");
    await user.click(await screen.findByRole("button", { name: "Clear filters" }));
    await waitFor(() => expect(window.location.search).toBe(""));
    expect(screen.getByLabelText("Requested From")).toHaveValue("");
  });

  test("with long names fit a phone", async ({ api, open }) => {
    answerList(api, [listedAdvance({ emp_name: longWord, company_name: longWord })]);
    open(page, { on: "phone" });
    expect(await screen.findByRole("link", { name: longWord })).toBeVisible();
    await expectAccessible();
  });
});

describe("a decision in the row's menu", () => {
  test("is saved at once, with a spinner on the row, and lowers the badge", async ({
    api,
    open,
  }) => {
    const decided = answerList(api);
    let pending = 2;
    api.on(countPendingAdvances, () => ({ pending }));
    api.on(decideAdvance, ({ id, status }) => {
      pending -= 1;
      return decided(id, status);
    });
    const release = api.hold(decideAdvance);
    const user = open(page, { as: reviewer });
    expect(await screen.findByLabelText("2 waiting")).toBeVisible();
    await choose(user, "Approve");
    expect(await screen.findByRole("status", { name: "Approving Ada Okafor" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Actions for Ada Okafor" })).toBeNull();
    await expectStatus("Ada Okafor", "PENDING");
    release();
    await expectMessage("Salary advance approved successfully..");
    expect(api.calls(decideAdvance)[0]?.input).toEqual({
      id: 61,
      tenant_id: 7,
      employee_id: 21,
      amount: kobo(100_000_00n),
      status: "APPROVED",
    });
    await expectStatus("Ada Okafor", "APPROVED");
    expect(await screen.findByLabelText("1 waiting")).toBeVisible();
  });

  test("also rejects at once", async ({ api, open }) => {
    const decided = answerList(api);
    api.on(decideAdvance, ({ id, status }) => decided(id, status));
    const user = open(page, { as: reviewer });
    await choose(user, "Reject");
    await expectMessage("Salary advance rejected successfully..");
    await expectStatus("Ada Okafor", "REJECTED");
  });

  test("leaves the status unchanged when the server refuses it", async ({ api, open }) => {
    answerList(api);
    api.on(decideAdvance, () => refuse("busy"));
    const user = open(page, { as: reviewer });
    await choose(user, "Approve");
    await waitFor(() => expect(screen.getByRole("alert")).toBeVisible());
    await expectStatus("Ada Okafor", "PENDING");
    expect(await screen.findByRole("button", { name: "Actions for Ada Okafor" })).toBeVisible();
  });

  test("leaves the status unchanged without a response", async ({ api, open }) => {
    answerList(api);
    api.on(decideAdvance, () => loseConnection());
    const user = open(page, { as: reviewer });
    await choose(user, "Reject");
    expect(await screen.findByRole("button", { name: "Actions for Ada Okafor" })).toBeVisible();
    await expectStatus("Ada Okafor", "PENDING");
  });

  test("that another user made first is shown as theirs", async ({ api, open }) => {
    const decided = answerList(api);
    api.on(decideAdvance, ({ id }) => {
      decided(id, "REJECTED");
      return refuse("changed_meanwhile");
    });
    const user = open(page, { as: reviewer });
    await choose(user, "Approve");
    await expectStatus("Ada Okafor", "REJECTED");
    expect(screen.queryByText("Salary advance approved successfully..")).toBeNull();
  });

  test("is not offered without the permission, nor is there a badge", async ({ api, open }) => {
    answerList(api);
    open(page, { as: reader });
    const row = within(await rowWith(table, "Ada Okafor"));
    expect(headersOf(table)).not.toContain("Actions");
    expect(row.queryByLabelText("No actions")).toBeNull();
    expect(screen.queryByRole("checkbox")).toBeNull();
    expect(screen.queryByLabelText(/waiting$/)).toBeNull();
    expect(api.calls(countPendingAdvances)).toHaveLength(0);
  });
});
