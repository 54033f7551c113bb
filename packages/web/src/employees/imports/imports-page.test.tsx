import { getBenefitsTemplate } from "@kontor/contract/employees/benefits-template";
import { getEmployeeChoices, listEmployees } from "@kontor/contract/employees/employees";
import {
  discardEmployeeImport,
  getEmployeeImport,
  getImportTemplate,
  listEmployeeImportRows,
  listEmployeeImports,
  undoEmployeeImport,
  uploadEmployeeImport,
} from "@kontor/contract/employees/imports";
import { getOpeningTemplate } from "@kontor/contract/employees/opening-template";
import { listOrganizations } from "@kontor/contract/organizations/organizations";
import { screen, waitFor } from "@testing-library/react";
import { describe, expect } from "vitest";

import { expectAccessible } from "../../testing/accessible.ts";
import type { FakeApi } from "../../testing/fake-api.ts";
import { fillField, pickMatch } from "../../testing/fields.ts";
import { chooseMenuItem } from "../../testing/menus.ts";
import { test } from "../../testing/page-test.tsx";
import { answer, expectMessage, expectSignedOut } from "../../testing/questions.ts";
import { loseConnection, refuse, refuseAt } from "../../testing/refusal.ts";
import { employeeChoices } from "../../testing/samples/employees.ts";
import { importRow, listedImport, openedImport } from "../../testing/samples/imports.ts";
import { listedOrganization } from "../../testing/samples/organizations.ts";
import { longWord } from "../../testing/samples/text.ts";
import { memberOf, staffWith } from "../../testing/users.ts";

const address = "/app/employees/import";
const hr = memberOf(
  7,
  "organizations.read",
  "employees.read",
  "employees.write",
  "employees.import",
  "employees.pay.write",
);
const company = { tenant_id: 7, company_id: 9 };
const staffFile = (name = "staff.csv") =>
  new File(["Staff No,Surname\nACM-0014,Bello"], name, { type: "text/csv" });

function answerImports(api: FakeApi, rows = [listedImport()]) {
  api.on(listOrganizations, () => ({ data: [listedOrganization()], total: 1 }));
  api.on(listEmployeeImports, () => ({ data: rows, total: rows.length }));
  api.on(getEmployeeImport, () => openedImport());
  api.on(listEmployeeImportRows, () => ({ data: [importRow()], total: 1 }));
}

const fileField = async () => {
  await screen.findByRole("heading", { name: "Upload a file" });
  const field = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (field === null) throw new Error("there is no field for a file");
  return field;
};

describe("the imports", () => {
  test("are reached from the employees, by those who may write them", async ({ api, open }) => {
    answerImports(api);
    api.on(listEmployees, () => ({ data: [], total: 0 }));
    api.on(getEmployeeChoices, () => employeeChoices());
    const user = open("/app/employees?tenant_id=7");
    await user.click(await screen.findByRole("link", { name: "Import" }));
    expect(await screen.findByRole("heading", { name: "Upload a file" })).toBeVisible();
    expect(window.location.href).toMatch(/\/app\/employees\/import\?tenant_id=7$/);
  });

  test("leave the list of the only organization of a user without a filter", async ({
    api,
    open,
  }) => {
    answerImports(api);
    api.on(listEmployees, () => ({ data: [], total: 0 }));
    api.on(getEmployeeChoices, () => employeeChoices());
    const user = open(`${address}?tenant_id=7`, { as: hr });
    await screen.findByText("staff.csv");
    await user.click(screen.getByRole("button", { name: "Back" }));
    // It does not say that none match the criteria.
    expect(await screen.findByText("There are no employees yet")).toBeVisible();
    expect(window.location.search).toBe("");
  });

  test("are found by their file, and say when none is", async ({ api, open }) => {
    answerImports(api);
    api.on(listEmployeeImports, ({ search }) =>
      search === undefined ? { data: [listedImport()], total: 1 } : { data: [], total: 0 },
    );
    const user = open(address, { as: hr });
    await screen.findByText("staff.csv");
    await fillField(user, screen.getByLabelText("Search imports"), "payroll.xlsx");
    expect(await screen.findByText("No files found")).toBeVisible();
    expect(api.calls(listEmployeeImports).at(-1)?.input).toMatchObject({ search: "payroll.xlsx" });
    await user.click(screen.getByRole("button", { name: "Clear filters" }));
    expect(await screen.findByText("staff.csv")).toBeVisible();
  });

  test("are not offered to readers", async ({ api, open }) => {
    answerImports(api);
    api.on(listEmployees, () => ({ data: [], total: 0 }));
    open("/app/employees", { as: staffWith("organizations.read", "employees.read") });
    await screen.findByText("There are no employees yet");
    expect(screen.queryByRole("link", { name: "Import" })).toBeNull();
  });

  test("ask for the organization", async ({ api, open }) => {
    answerImports(api, []);
    const user = open(address);
    expect(
      await screen.findByText("Choose the organization to import employees for."),
    ).toBeVisible();
    await pickMatch(
      user,
      await screen.findByRole("combobox", { name: "Organization" }),
      "Acme Corporation",
    );
    expect(await screen.findByText("No files uploaded yet")).toBeVisible();
    expect(api.calls(listEmployeeImports).at(-1)?.input).toMatchObject(company);
    await expectAccessible();
  });

  test("are listed in a table, and can be undone or discarded", async ({ api, open }) => {
    answerImports(api, [
      listedImport({ id: 43, filename: "new.csv" }),
      listedImport({ id: 42, filename: "done.csv", status: "COMMITTED" }),
      listedImport({ id: 41, filename: "gone.csv", status: "UNDONE" }),
    ]);
    api.on(undoEmployeeImport, () => listedImport({ status: "UNDONE" }));
    api.on(discardEmployeeImport, () => ({ done: true as const }));
    const user = open(address, { as: hr });
    expect(await screen.findByRole("link", { name: "done.csv" })).toHaveAttribute(
      "href",
      "/app/employees/import/7/42",
    );
    expect(screen.queryByRole("button", { name: "Actions for gone.csv" })).toBeNull();
    await chooseMenuItem(user, "Actions for done.csv", "Undo import");
    await answer(user, "Undo Import?", "Yes");
    await expectMessage("Import undone successfully..");
    expect(api.calls(undoEmployeeImport)[0]?.input).toEqual({ ...company, id: 42 });
    await chooseMenuItem(user, "Actions for new.csv", "Discard");
    await answer(user, "Discard this file?", "Yes");
    await expectMessage("File discarded successfully..");
    expect(api.calls(discardEmployeeImport)[0]?.input).toEqual({ ...company, id: 43 });
  });

  test("say why one can no longer be undone", async ({ api, open }) => {
    answerImports(api, [listedImport({ status: "COMMITTED" })]);
    api.on(undoEmployeeImport, () => refuse("import_used", { staff_no: "ACM-0014" }));
    const user = open(address, { as: hr });
    await chooseMenuItem(user, "Actions for staff.csv", "Undo import");
    await answer(user, "Undo Import?", "Yes");
    await expectMessage(
      "ACM-0014 has been changed or used since, so this import can no longer be undone.",
    );
  });

  test("show a spinner while they load, and can be tried again", async ({ api, open }) => {
    answerImports(api);
    const release = api.hold(listEmployeeImports);
    api.on(listEmployeeImports, () => refuse("busy"));
    const user = open(address, { as: hr });
    expect(await screen.findByRole("status", { name: "Loading Imports" })).toBeVisible();
    release();
    await screen.findByText("This list could not be loaded.");
    answerImports(api);
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("staff.csv")).toBeVisible();
  });

  test("lead to the login page when the session has ended", async ({ api, open }) => {
    answerImports(api);
    open(address, { as: hr });
    api.endSession();
    await expectSignedOut();
  });

  test("with long names fit a phone", async ({ api, open }) => {
    answerImports(api, [listedImport({ filename: `${longWord}.csv` })]);
    open(address, { as: hr, on: "phone" });
    expect(await screen.findByText(`${longWord}.csv`)).toBeVisible();
    await expectAccessible();
  });
});

describe("a file", () => {
  test("is uploaded and leads to its check", async ({ api, open }) => {
    answerImports(api, []);
    api.on(uploadEmployeeImport, () => listedImport({ status: "CHECKING" }));
    const user = open(address, { as: hr });
    await user.upload(await fileField(), staffFile());
    expect(await screen.findByRole("heading", { name: "staff.csv" })).toBeVisible();
    expect(window.location.pathname).toBe("/app/employees/import/7/41");
    const [call] = api.calls(uploadEmployeeImport);
    expect([call?.input, call?.files["file"]?.name]).toEqual([company, "staff.csv"]);
  });

  test("shows that it is being read", async ({ api, open }) => {
    answerImports(api, []);
    const release = api.hold(uploadEmployeeImport);
    api.on(uploadEmployeeImport, () => listedImport());
    const user = open(address, { as: hr });
    await user.upload(await fileField(), staffFile());
    expect(await screen.findByText("Reading the file…")).toBeVisible();
    expect(screen.getByRole("button", { name: "Choose file" })).toBeDisabled();
    release();
    expect(await screen.findByRole("heading", { name: "staff.csv" })).toBeVisible();
  });

  test("that is not a list is refused with a reason, and another one is accepted", async ({
    api,
    open,
  }) => {
    answerImports(api, []);
    api.on(uploadEmployeeImport, () => refuseAt("file", "sheet_is_pdf"));
    const user = open(address, { as: hr });
    await user.upload(await fileField(), staffFile());
    const sentence = "This file is a PDF. Save the list as CSV or Excel (.xlsx).";
    const choose = screen.getByRole("button", { name: "Choose file" });
    await waitFor(() =>
      expect(choose).toHaveAccessibleDescription(expect.stringContaining(sentence)),
    );
    api.on(uploadEmployeeImport, () => loseConnection());
    await user.upload(await fileField(), staffFile("again.csv"));
    await waitFor(() => expect(api.calls(uploadEmployeeImport)).toHaveLength(2));
    await waitFor(() =>
      expect(choose).toHaveAccessibleDescription(
        expect.stringContaining("The server did not respond. Choose the file again."),
      ),
    );
    expect(choose).not.toHaveAccessibleDescription(expect.stringContaining(sentence));
    api.on(uploadEmployeeImport, () => listedImport());
    await user.upload(await fileField(), staffFile("corrected.csv"));
    expect(await screen.findByRole("heading", { name: "staff.csv" })).toBeVisible();
  });

  test("that is too large or empty never leaves the browser", async ({ api, open }) => {
    answerImports(api, []);
    const user = open(address, { as: hr });
    await user.upload(await fileField(), new File([], "empty.csv"));
    expect(await screen.findByText(/^There are no rows\. Put the column titles/)).toBeVisible();
    const large = new File([new Uint8Array(10 * 1024 * 1024 + 1)], "large.csv");
    await user.upload(await fileField(), large);
    expect(
      await screen.findByText("This file is larger than 10 MB. Choose a smaller one."),
    ).toBeVisible();
    expect(api.calls(uploadEmployeeImport)).toHaveLength(0);
  });

  test("has a template to fill in", async ({ api, open }) => {
    answerImports(api, []);
    api.on(getImportTemplate, () => new File(["Staff Number"], "template.csv"));
    const user = open(address, { as: hr });
    await chooseMenuItem(user, "Download template", /^Employees/);
    await waitFor(() => expect(api.calls(getImportTemplate)[0]?.input).toEqual(company));
  });

  test("has a template of who lacks opening figures, or the reason why nobody does", async ({
    api,
    open,
  }) => {
    answerImports(api, []);
    api.on(getOpeningTemplate, () => new File(["PK"], "opening-figures.xlsx"));
    const user = open(address, { as: hr });
    await chooseMenuItem(user, "Download template", /^Opening figures/);
    await waitFor(() => expect(api.calls(getOpeningTemplate)[0]?.input).toEqual(company));
    api.on(getOpeningTemplate, () => refuse("opening_not_needed", { year: "2026" }));
    await chooseMenuItem(user, "Download template", /^Opening figures/);
    await expectMessage(
      "Payroll pays from January 2026 on here, so no employee needs opening figures for that year.",
    );
  });

  test("has a template of the benefits in kind", async ({ api, open }) => {
    answerImports(api, []);
    api.on(getBenefitsTemplate, () => new File(["PK"], "benefits-in-kind.xlsx"));
    const user = open(address, { as: hr });
    await chooseMenuItem(user, "Download template", /^Benefits in kind/);
    await waitFor(() => expect(api.calls(getBenefitsTemplate)[0]?.input).toEqual(company));
  });

  test("has no template of pay for who may not write pay", async ({ api, open }) => {
    answerImports(api, []);
    const as = memberOf(7, "organizations.read", "employees.write", "employees.import");
    const user = open(address, { as });
    await user.click(await screen.findByRole("button", { name: "Download template" }));
    expect(await screen.findByRole("menuitem", { name: /^Employees/ })).toBeVisible();
    expect(screen.queryByRole("menuitem", { name: /^(Opening|Benefits)/ })).toBeNull();
  });
});
