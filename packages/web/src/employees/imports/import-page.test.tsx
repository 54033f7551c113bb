import {
  commitEmployeeImport,
  discardEmployeeImport,
  exportRejectedRows,
  getEmployeeImport,
  listEmployeeImportRows,
  mapEmployeeImport,
  undoEmployeeImport,
} from "@kontor/contract/employees/imports";
import { listOrganizations } from "@kontor/contract/organizations/organizations";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect } from "vitest";

import { expectAccessible } from "../../testing/accessible.ts";
import type { FakeApi } from "../../testing/fake-api.ts";
import { pickMatch } from "../../testing/fields.ts";
import { chooseMenuItem } from "../../testing/menus.ts";
import { test } from "../../testing/page-test.tsx";
import { answer, findDialog, expectMessage, expectSignedOut } from "../../testing/questions.ts";
import { refuse } from "../../testing/refusal.ts";
import { importRow, listedImport, openedImport } from "../../testing/samples/imports.ts";
import { listedOrganization } from "../../testing/samples/organizations.ts";
import { longWord } from "../../testing/samples/text.ts";
import { rowWith } from "../../testing/tables.ts";
import { memberOf } from "../../testing/users.ts";

const address = "/app/employees/import/7/41";
const path = { tenant_id: 7, company_id: 9, id: 41 };

function answerImport(api: FakeApi, more: Parameters<typeof openedImport>[0] = {}) {
  api.on(listOrganizations, () => ({ data: [listedOrganization()], total: 1 }));
  api.on(getEmployeeImport, () => openedImport(more));
  api.on(listEmployeeImportRows, ({ kind = "NEW" }) => ({ data: [samples[kind]], total: 1 }));
}

const samples = {
  NEW: importRow(),
  CHANGED: importRow({
    line: 3,
    kind: "CHANGED",
    staff_no: "ACM-0012",
    name: "Ada Okafor",
    employee_id: 21,
    changes: [
      { field: "grade", from: "L4", to: "L5" },
      { field: "basic", from: "250000.00", to: "300000.00" },
      { field: "birth_date", from: null, to: "1990-05-14" },
    ],
    bank_change: true,
  }),
  UNCHANGED: importRow({ kind: "UNCHANGED" }),
  REJECTED: importRow({
    line: 4,
    kind: "REJECTED",
    name: "",
    changes: [],
    reasons: [
      {
        field: "start_date",
        message:
          "Start Date “31/02/2026”: February 2026 has 28 days. Enter a day that exists, such as 28/02/2026.",
      },
      { field: "nin", message: "NIN: This cannot be read." },
    ],
  }),
};

const counts = { NEW: 2, CHANGED: 1, UNCHANGED: 0, REJECTED: 0 };

describe("a checked file", () => {
  test("with benefits in kind counts rows, of which an employee may have several", async ({
    api,
    open,
  }) => {
    const columns = [{ title: "Benefit", field: "benefit_name" as const }];
    const benefits = { columns, counts: { ...counts, NEW: 0, CHANGED: 2 } };
    answerImport(api, benefits);
    api.on(listEmployeeImportRows, () => ({
      data: [
        importRow({
          kind: "CHANGED",
          changes: [
            { field: "benefit_name", from: null, to: "Official car" },
            { field: "benefit_kind", from: "HIRED", to: "ASSET" },
            { field: "benefit_value", from: "2400000.00", to: "24000000.00" },
          ],
        }),
      ],
      total: 1,
    }));
    const user = open(address);
    const row = await rowWith("Changed rows", "Musa Bello");
    const lines = within(row).getAllByRole("listitem");
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      "Benefit: Official car",
      "Benefit Kind: Rented or hired → Asset of the company",
      "Benefit Cost or Yearly Value: ₦2,400,000.00 → ₦24,000,000.00",
    ]);
    await user.click(screen.getByRole("button", { name: "Import 2 rows" }));
    const question = await findDialog("Import 2 rows?");
    expect(question.getByText(/^2 rows are imported\./)).toBeVisible();
  });

  test("leads those who may read the audit log to its own history", async ({ api, open }) => {
    answerImport(api);
    open(address, { as: memberOf(7, "organizations.read", "employees.import", "audit.read") });
    const link = await screen.findByRole("link", { name: "History" });
    expect(link).toHaveAttribute("href", expect.stringMatching(/audit-log.*employee-import%3A41/));
  });

  test("opens at what is wrong with it where nothing is new or changed", async ({ api, open }) => {
    answerImport(api, { counts: { NEW: 0, CHANGED: 0, UNCHANGED: 4, REJECTED: 1 } });
    open(address);
    expect(await screen.findByRole("tab", { name: "Rejected 1" })).toHaveAttribute(
      "aria-selected",
      "true",
    );
  });

  test("shows the outcome of its rows, kind by kind", async ({ api, open }) => {
    answerImport(api);
    const user = open(address);
    expect(await screen.findByText("To import")).toBeVisible();
    const tabs = await screen.findAllByRole("tab");
    expect(tabs.map(({ textContent }) => textContent)).toEqual([
      "New 2",
      "Changed 1",
      "Unchanged 0",
      "Rejected 1",
    ]);
    expect(within(await rowWith("New rows", "Musa Bello")).getByText("₦250,000.00")).toBeVisible();
    await user.click(screen.getByRole("tab", { name: /Changed/ }));
    const changed = within(await rowWith("Changed rows", "Ada Okafor"));
    expect(changed.getByRole("link", { name: "Ada Okafor" })).toHaveAttribute(
      "href",
      "/app/employees/7/21",
    );
    expect(changed.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "Grade: L4 → L5",
      "Basic: ₦250,000.00 → ₦300,000.00",
      "Birth Date: 14 May 1990",
    ]);
    expect(changed.getByText(/must be confirmed by a second person/)).toBeVisible();
    await user.click(screen.getByRole("tab", { name: /Rejected/ }));
    const rejected = within(await rowWith("Rejected rows", "No name"));
    expect(rejected.getAllByRole("listitem")).toHaveLength(2);
    expect(window.location.search).toBe("?kind=REJECTED");
    await expectAccessible();
  });

  test("offers its rejected rows as a file", async ({ api, open }) => {
    answerImport(api);
    api.on(exportRejectedRows, () => new File(["Staff No,Reasons"], "staff-rejected.csv"));
    const user = open(address);
    expect(await screen.findByText("1 row is rejected")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Download rejected rows" }));
    await waitFor(() => expect(api.calls(exportRejectedRows)[0]?.input).toEqual(path));
  });

  test("of rejected rows only says so", async ({ api, open }) => {
    answerImport(api, { counts: { NEW: 0, CHANGED: 0, UNCHANGED: 0, REJECTED: 1 } });
    open(address);
    expect(
      await screen.findByText("There is nothing to import: every row is rejected."),
    ).toBeVisible();
    expect(
      screen.getByText(
        "The reasons are under Rejected. Download the rejected row, correct it and upload that file.",
      ),
    ).toBeVisible();
  });

  test("is imported after a confirmation that says what happens", async ({ api, open }) => {
    answerImport(api);
    api.on(commitEmployeeImport, () => listedImport({ status: "COMMITTED" }));
    const user = open(address);
    await user.click(await screen.findByRole("button", { name: "Import 3 employees" }));
    const question = await findDialog("Import 3 employees?");
    expect(
      question.getByText(
        "2 employees are added and 1 changed. 1 rejected row is left out. You can undo the import until one of the records has been used.",
      ),
    ).toBeVisible();
    await user.click(question.getByRole("button", { name: "Cancel" }));
    expect(api.calls(commitEmployeeImport)).toHaveLength(0);
    await user.click(screen.getByRole("button", { name: "Import 3 employees" }));
    const committed_at = new Date("2026-03-05T14:00:00Z");
    answerImport(api, { status: "COMMITTED", version: 2, committed_at });
    const release = api.hold(commitEmployeeImport);
    await answer(user, "Import 3 employees?", "Yes");
    await waitFor(() => expect(screen.getByRole("button", { name: /^Import 3/ })).toBeDisabled());
    release();
    await expectMessage("Employees imported successfully..");
    expect(api.calls(commitEmployeeImport).map(({ input }) => input)).toEqual([
      { ...path, version: 1, without_rejected: true },
    ]);
    expect(
      await screen.findByText("Imported 05 Mar 2026, 15:00. 2 employees were added and 1 changed."),
    ).toBeVisible();
    api.on(undoEmployeeImport, () => listedImport({ status: "UNDONE" }));
    await user.click(screen.getByRole("button", { name: "Undo import" }));
    answerImport(api, { status: "UNDONE", undone_at: new Date("2026-03-05T15:00:00Z") });
    await answer(user, "Undo Import?", "Yes");
    await expectMessage("Import undone successfully..");
    expect(
      await screen.findByText(
        "Undone 05 Mar 2026, 16:00. Everything is back as it was before the import.",
      ),
    ).toBeVisible();
    expect(screen.queryByRole("tab")).toBeNull();
  });

  test("that is out of date is checked again", async ({ api, open }) => {
    answerImport(api, { counts });
    api.on(commitEmployeeImport, () => refuse("import_outdated"));
    api.on(mapEmployeeImport, () => listedImport({ status: "CHECKING", version: 2 }));
    const user = open(address);
    await user.click(await screen.findByRole("button", { name: "Import 3 employees" }));
    await answer(user, "Import 3 employees?", "Yes");
    await user.click(await screen.findByRole("button", { name: "Check again" }));
    await waitFor(() => expect(api.calls(mapEmployeeImport)).toHaveLength(1));
    expect(api.calls(mapEmployeeImport)[0]?.input).toEqual({
      ...path,
      version: 1,
      fields: ["staff_no", "last_name", null, null],
    });
    expect(api.calls(commitEmployeeImport)[0]?.input.without_rejected).toBe(false);
    await waitFor(() => expect(screen.queryByRole("button", { name: "Check again" })).toBeNull());
  });

  test("with nothing to do cannot be imported, but discarded", async ({ api, open }) => {
    answerImport(api, { counts: { NEW: 0, CHANGED: 0, UNCHANGED: 4, REJECTED: 0 } });
    api.on(discardEmployeeImport, () => ({ done: true as const }));
    const user = open(address);
    expect(await screen.findByRole("button", { name: "Nothing to import" })).toBeDisabled();
    expect(screen.getByRole("tab", { name: /Unchanged/, selected: true })).toBeVisible();
    await chooseMenuItem(user, "More", "Discard this file");
    answerImport(api, { status: "DISCARDED", examples: [] });
    await answer(user, "Discard this file?", "Yes");
    await expectMessage("File discarded successfully..");
    expect(await screen.findByText("Nothing of this file was imported.")).toBeVisible();
    expect(api.calls(discardEmployeeImport)[0]?.input).toEqual(path);
  });
});

describe("the columns of a file", () => {
  const columns = [
    { title: "Code XY", field: null },
    { title: "Surname", field: "last_name" as const },
  ];

  test("are chosen where they could not be guessed", async ({ api, open }) => {
    answerImport(api, { status: "MAPPING", columns, examples: ["ACM-0012", "Okafor"] });
    api.on(mapEmployeeImport, () => listedImport({ status: "CHECKING", version: 2 }));
    const user = open(address);
    const check = await screen.findByRole("button", { name: "Check rows" });
    expect(check).toBeDisabled();
    expect(screen.getByText("such as “ACM-0012”")).toBeVisible();
    const code = screen.getByRole("combobox", { name: "Code XY" });
    // Guessed and remembered fields are chosen already.
    expect(screen.getByRole("combobox", { name: "Surname" })).toHaveValue("Last Name");
    await pickMatch(user, code, "Last Name");
    expect(
      screen.getAllByText("Two columns are matched to the same field. Choose one of them."),
    ).toHaveLength(2);
    await expectAccessible();
    await pickMatch(user, code, "Staff Number");
    expect(
      screen.queryByText("Choose the column with the staff number. Employees are matched by it."),
    ).toBeNull();
    await user.click(check);
    await waitFor(() =>
      expect(api.calls(mapEmployeeImport)[0]?.input).toEqual({
        ...path,
        version: 1,
        fields: ["staff_no", "last_name"],
      }),
    );
  });

  test("can be changed afterwards, and ask before that is lost", async ({ api, open }) => {
    answerImport(api);
    const user = open(address);
    await user.click(await screen.findByRole("button", { name: "More" }));
    expect(await screen.findByRole("menuitem", { name: "Change columns" })).toBeVisible();
    await user.keyboard("{Escape}");
    expect(screen.getByText("One column is left out: Shoe Size.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Choose its field" }));
    await pickMatch(user, await screen.findByRole("combobox", { name: "Shoe Size" }), "Grade");
    await user.click(screen.getByRole("button", { name: "Back" }));
    await answer(user, "Leave without saving?", "Cancel");
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(await screen.findByRole("tab", { name: /New/ })).toBeVisible();
  });

  test("of pay are not offered to those who may not enter it", async ({ api, open }) => {
    answerImport(api, { status: "MAPPING", columns, examples: [] });
    const as = memberOf(
      7,
      "organizations.read",
      "employees.read",
      "employees.write",
      "employees.import",
    );
    const user = open(address, { as, on: "phone" });
    await user.click(await screen.findByRole("combobox", { name: "Code XY" }));
    expect(await screen.findByRole("option", { name: "Grade" })).toBeVisible();
    expect(screen.queryByRole("option", { name: "Basic" })).toBeNull();
    expect(screen.queryByRole("option", { name: "Opening Earned" })).toBeNull();
  });

  test("of records are not offered to those who may only write pay", async ({ api, open }) => {
    answerImport(api, { status: "MAPPING", columns, examples: [] });
    const as = memberOf(7, "organizations.read", "employees.import", "employees.pay.write");
    const user = open(address, { as });
    await user.click(await screen.findByRole("combobox", { name: "Code XY" }));
    const offered = (await screen.findAllByRole("option")).map(({ textContent }) => textContent);
    expect(offered).toEqual([
      "Staff Number",
      "Last Name",
      "First Name",
      "Full Name (only compared)",
      "Basic",
      "Housing",
      "Transport",
      "Other Allowances",
      "Pay From",
      "Opening Through",
      "Opening Earned",
      "Opening Benefits",
      "Opening Pension",
      "Opening NHF",
      "Opening PAYE",
      "Benefit",
      "Benefit Kind",
      "Benefit Cost or Yearly Value",
      "Benefit Paid by Employee a Year",
      "Benefit First Day",
      "Benefit Last Day",
    ]);
  });
});

describe("the page of an import", () => {
  test("shows how far the rows are checked, until they are", async ({ api, open }) => {
    answerImport(api, { status: "CHECKING", rows: 10_000, rows_checked: 2500 });
    open(address);
    expect(await screen.findByText("2,500 of 10,000 rows")).toBeVisible();
    expect(screen.getByRole("progressbar", { name: "Rows checked" })).toHaveAttribute(
      "aria-valuenow",
      "25",
    );
    await expectAccessible();
    answerImport(api);
    expect(await screen.findByRole("button", { name: "Import 3 employees" })).toBeVisible();
  });

  test("says why the rows could not be checked, and tries again", async ({ api, open }) => {
    const problem =
      "The rows could not be checked. Upload the file again; if it fails again, contact us.";
    answerImport(api, { status: "FAILED", problem });
    api.on(mapEmployeeImport, () => listedImport({ status: "CHECKING", version: 2 }));
    const user = open(address);
    expect(await screen.findByText(problem)).toBeVisible();
    answerImport(api, { version: 2 });
    await user.click(screen.getByRole("button", { name: "Check again" }));
    expect(await screen.findByText("To import")).toBeVisible();
  });

  test("says when there is none, and when it cannot be loaded", async ({ api, open }) => {
    answerImport(api);
    api.on(getEmployeeImport, () => refuse("busy"));
    const user = open(address);
    await screen.findByText("The import could not be loaded.");
    api.on(getEmployeeImport, () => refuse("not_found", { what: "The import" }));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("The import was not found.")).toBeVisible();
    expect(screen.getByRole("link", { name: "To the imports" })).toHaveAttribute(
      "href",
      "/app/employees/import",
    );
  });

  test("leads to the login page when the session has ended", async ({ api, open }) => {
    answerImport(api);
    open(address);
    api.endSession();
    await expectSignedOut();
  });

  test("takes long names on a phone", async ({ api, open }) => {
    answerImport(api, { filename: `${longWord}.csv`, counts });
    api.on(listEmployeeImportRows, () => ({ data: [importRow({ name: longWord })], total: 1 }));
    open(address, { on: "phone" });
    expect(await screen.findByText(longWord)).toBeVisible();
    expect(screen.getByRole("heading", { name: `${longWord}.csv` })).toBeVisible();
    await expectAccessible();
  });
});
