import { kobo } from "@kontor/books/money";
import { decideBankAccountChange, listBankAccountChanges } from "@kontor/contract/employees/bank";
import {
  getEmployee,
  listEmployeeHistory,
  readPersonalNumbers,
  saveJob,
  saveStatutory,
} from "@kontor/contract/employees/employees";
import { getSettlement } from "@kontor/contract/employees/leaving";
import { addPayRate, decideRelief, listReliefs } from "@kontor/contract/employees/pay";
import { getPayCorrections } from "@kontor/contract/payroll/corrections";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, vi } from "vitest";

import { expectAccessible } from "../../testing/accessible.ts";
import { fillField } from "../../testing/fields.ts";
import { test } from "../../testing/page-test.tsx";
import { answer, findDialog, expectMessage, expectSignedOut } from "../../testing/questions.ts";
import { refuse } from "../../testing/refusal.ts";
import {
  answerEmployee,
  bankChange,
  employeeEvent,
  openedEmployee,
  payRate,
  relief,
  settlement,
} from "../../testing/samples/employees.ts";
import { longWord } from "../../testing/samples/text.ts";
import { memberOf } from "../../testing/users.ts";

const address = "/app/employees/7/21";
const reader = memberOf(7, "organizations.read", "employees.read");

const left = { exit_date: "2026-03-15", reason: "RESIGNED", note: "Moves to Kano" } as const;

describe("the page of an employee", () => {
  test("says who it is and leads to what payroll lacks", async ({ api, open }) => {
    answerEmployee(api, { missing: ["pay", "tax_id"] });
    const user = open(address);
    expect(
      await screen.findByRole("heading", { name: "Ada Ngozi Okafor", level: 2 }),
    ).toBeVisible();
    expect(document.title).toBe("Ada Ngozi Okafor – Kontor");
    await user.click(screen.getByRole("link", { name: "Tax ID" }));
    expect(await screen.findByRole("heading", { name: "Tax and Pension" })).toBeVisible();
    expect(window.location.search).toBe("?tab=statutory");
    await expectAccessible();
  });

  test("asks nothing for payroll of somebody who has left", async ({ api, open }) => {
    answerEmployee(api, { missing: ["pay", "tax_id"], exit: left, status: "EXITED" });
    open(address);
    expect(await screen.findByText("EXITED")).toBeVisible();
    expect(screen.queryByText("Payroll still needs")).toBeNull();
    expect(screen.queryByText("Ready for payroll")).toBeNull();
    expect(screen.queryByRole("region", { name: "Payroll" })).toBeNull();
  });

  test("still asks of somebody who is leaving", async ({ api, open }) => {
    answerEmployee(api, { missing: ["tax_id"], exit: left, status: "ACTIVE" });
    open(address);
    expect(await screen.findByText("Payroll still needs")).toBeVisible();
  });

  test("leads to the bank account that somebody who has left waits for", async ({ api, open }) => {
    answerEmployee(api, { exit: left, status: "EXITED", bank_change_waiting: true });
    open(address);
    const link = await screen.findByRole("link", {
      name: /A change of the bank account is waiting/,
    });
    expect(link).toHaveAttribute("href", "/app/employees/7/21?tab=bank");
  });

  test("has the tabs that the user may see, and offers no change to readers", async ({
    api,
    open,
  }) => {
    answerEmployee(api, { pay: null, pay_shown: false });
    open(address, { as: reader, on: "phone" });
    const tabs = await screen.findAllByRole("tab");
    expect(tabs.map(({ textContent }) => textContent)).toEqual([
      "Personal and Job",
      "Tax and Pension",
      "Bank Account",
      "Leaving",
      "History",
    ]);
    expect(await screen.findByText("Worker (Labour Act)")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Edit Job" })).toBeNull();
  });

  test("stays where it is scrolled to when a tab is chosen", async ({ api, open }) => {
    answerEmployee(api);
    const user = open(address, { on: "phone" });
    const tab = await screen.findByRole("tab", { name: "Tax and Pension" });
    const scrolled = vi.spyOn(window, "scrollTo");
    await user.click(tab);
    expect(await screen.findByRole("heading", { name: "Tax and Pension" })).toBeVisible();
    expect(window.location.search).toBe("?tab=statutory");
    expect(scrolled).not.toHaveBeenCalled();
    scrolled.mockRestore();
  });

  test("says when there is no such employee, and when it cannot be loaded", async ({
    api,
    open,
  }) => {
    answerEmployee(api);
    api.on(getEmployee, () => refuse("busy"));
    const user = open(address);
    await screen.findByText("The employee could not be loaded.");
    expect(screen.getByText("The server is busy. Try again in a moment.")).toBeVisible();
    api.on(getEmployee, () => refuse("not_found", { what: "The employee" }));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("The employee was not found.")).toBeVisible();
  });

  test("leads to the login page when the session has ended", async ({ api, open }) => {
    answerEmployee(api);
    open(address);
    api.endSession();
    await expectSignedOut();
  });

  test("takes long names on a phone", async ({ api, open }) => {
    const { personal } = openedEmployee();
    answerEmployee(api, { personal: { ...personal, last_name: longWord } });
    open(address, { on: "phone" });
    expect(
      await screen.findByRole("heading", { name: `Ada Ngozi ${longWord}`, level: 2 }),
    ).toBeVisible();
    await expectAccessible();
  });

  test("merges what somebody else saved of the job meanwhile", async ({ api, open }) => {
    answerEmployee(api);
    api.on(saveJob, () => refuse("changed_meanwhile"));
    const user = open(address);
    await user.click(await screen.findByRole("button", { name: "Edit Job" }));
    const form = await findDialog("Edit Job");
    await fillField(user, form.getByLabelText("Grade"), "L5");
    await user.keyboard("{Escape}");
    await user.click(form.getByRole("button", { name: "Save" }));
    const { job } = openedEmployee();
    // Older records may have tabs.
    answerEmployee(api, { version: 4, job: { ...job, designation: "Chief\tAccountant" } });
    await user.click(await form.findByRole("button", { name: "Load latest version" }));
    await waitFor(() => expect(form.getByLabelText("Designation")).toHaveValue("Chief Accountant"));
    expect(form.getByLabelText("Grade")).toHaveValue("L5");
    api.on(saveJob, () => openedEmployee({ version: 5 }));
    await user.click(form.getByRole("button", { name: "Save" }));
    await expectMessage("Job saved successfully..");
    expect(api.calls(saveJob).map(({ input }) => [input.version, input.designation])).toEqual([
      [3, job.designation],
      [4, "Chief Accountant"],
    ]);
  });
});

test("the history leads to the audit log of those who may read it", async ({ api, open }) => {
  answerEmployee(api);
  open(`${address}?tab=history`);
  expect(await screen.findByRole("link", { name: "Audit Log" })).toHaveAttribute(
    "href",
    "/app/organizations/7/9?tab=audit-log&subject=employee%3A21",
  );
});

test("the history has no link to the audit log without the permission", async ({ api, open }) => {
  answerEmployee(api);
  open(`${address}?tab=history`, { as: reader });
  expect(await screen.findByText("Job changed")).toBeVisible();
  expect(screen.queryByRole("link", { name: "Audit Log" })).toBeNull();
});

describe("the sections of an employee", () => {
  test("show full numbers on demand, and send only those that were changed", async ({
    api,
    open,
  }) => {
    answerEmployee(api);
    api.on(readPersonalNumbers, () => ({
      nin: "12345674567",
      tax_id: "1234567890123",
      rsa_pin: null,
      account_number: null,
    }));
    const user = open(`${address}?tab=statutory`);
    const show = await screen.findByRole("button", { name: "Show Numbers" });
    await waitFor(() => expect(screen.queryByRole("progressbar")).toBeNull());
    const release = api.hold(readPersonalNumbers);
    await user.click(show);
    expect(await screen.findByRole("progressbar", { name: "Loading" })).toBeVisible();
    release();
    expect(await screen.findByText("1234567890123")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Edit Numbers" }));
    const form = await findDialog("Edit Numbers");
    await user.click(form.getByRole("button", { name: "Change NIN" }));
    await fillField(user, form.getByLabelText("NIN"), "111-2222 3333");
    api.on(saveStatutory, () => openedEmployee({ version: 4 }));
    await user.click(form.getByRole("button", { name: "Save" }));
    await expectMessage("Numbers saved successfully..");
    expect(api.calls(saveStatutory)[0]?.input).toMatchObject({ nin: "11122223333", version: 3 });
    expect(api.calls(saveStatutory)[0]?.input).not.toHaveProperty("tax_id");
  });

  test("record why somebody is outside the pension scheme", async ({ api, open }) => {
    answerEmployee(api);
    const user = open(`${address}?tab=statutory`, { on: "phone" });
    expect(await screen.findByText("In the scheme")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Edit Numbers" }));
    const form = await findDialog("Edit Numbers");
    const scheme = form.getByRole("combobox", { name: "Pension Scheme" });
    expect(scheme).toHaveValue("In the scheme");
    expect(scheme).toHaveAccessibleDescription("Counts from the next calculation of a payroll.");
    await user.click(scheme);
    await user.click(await screen.findByRole("option", { name: "Outside: small employer" }));
    expect(scheme).toHaveAccessibleDescription(/^Pension Reform Act 2014, s\.2\. Counts from/);
    await expectAccessible();
    const { statutory } = openedEmployee();
    const outside = {
      ...statutory,
      pension_exemption: "SMALL_EMPLOYER",
      pension_exemption_note: "Two employees",
    } as const;
    api.on(saveStatutory, () => {
      answerEmployee(api, { version: 4, statutory: outside });
      return openedEmployee({ version: 4, statutory: outside });
    });
    await user.type(form.getByLabelText("Pension Exemption Note"), "Two employees");
    await user.click(form.getByRole("button", { name: "Save" }));
    await expectMessage("Numbers saved successfully..");
    expect(await screen.findByText("Outside: small employer")).toBeVisible();
    expect(screen.getByText("Two employees")).toBeVisible();
    expect(api.calls(saveStatutory)[0]?.input).toMatchObject({
      pension_exemption: "SMALL_EMPLOYER",
      pension_exemption_note: "Two employees",
    });
    await user.click(screen.getByRole("button", { name: "Edit Numbers" }));
    const again = await findDialog("Edit Numbers");
    const chosen = again.getByRole("combobox", { name: "Pension Scheme" });
    await user.click(chosen);
    await user.click(await screen.findByRole("option", { name: "Outside: small employer" }));
    expect(chosen).toHaveValue("Outside: small employer");
    expect(again.getByLabelText("Pension Exemption Note")).toHaveValue("Two employees");
    await user.click(chosen);
    await user.click(await screen.findByRole("option", { name: "In the scheme" }));
    expect(again.queryByLabelText("Pension Exemption Note")).toBeNull();
    await user.click(again.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(api.calls(saveStatutory)).toHaveLength(2));
    expect(api.calls(saveStatutory)[1]?.input.pension_exemption).toBeNull();
  });

  test("offer no full numbers where none are recorded", async ({ api, open }) => {
    const { statutory } = openedEmployee();
    const none = { ...statutory, nin: null, tax_id: null, rsa_pin: null };
    answerEmployee(api, { statutory: none });
    open(`${address}?tab=statutory`);
    expect(await screen.findByRole("button", { name: "Edit Numbers" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Show Numbers" })).toBeNull();
  });

  test("add pay from the next month on", async ({ api, open }) => {
    answerEmployee(api);
    api.on(addPayRate, () => payRate({ id: 62 }));
    const user = open(`${address}?tab=pay`);
    await user.click(await screen.findByRole("button", { name: "Add Pay" }));
    const form = await findDialog("Add Pay");
    await fillField(user, form.getByLabelText("Basic"), "300,000");
    expect(form.getByText("₦500,000.00")).toBeVisible();
    await expectAccessible();
    await user.click(form.getByRole("button", { name: "Submit" }));
    await expectMessage("Pay added successfully..");
    const input = api.calls(addPayRate)[0]?.input;
    expect(input).toMatchObject({ basic: 30_000_000n, housing: 10_000_000n });
    expect(input?.from_date).toMatch(/^\d{4}-\d{2}-01$/);
  });

  test("have reliefs approved by a second person", async ({ api, open }) => {
    answerEmployee(api);
    api.on(decideRelief, () => {
      api.on(listReliefs, () => [relief({ status: "APPROVED" })]);
      return relief({ status: "APPROVED" });
    });
    const user = open(`${address}?tab=reliefs`);
    await user.click(await screen.findByRole("button", { name: "Approve" }));
    expect(await screen.findByText("They reduce the tax from the next payroll on.")).toBeVisible();
    await answer(user, "Approve the reliefs for 2026?", "Yes");
    await expectMessage("Relief approved successfully..");
    expect(api.calls(decideRelief)[0]?.input).toMatchObject({ relief_id: 81, approve: true });
    await waitFor(() => expect(screen.queryByRole("button", { name: "Approve" })).toBeNull());
    await waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
  });

  test("have another bank account confirmed by a second person only", async ({ api, open }) => {
    answerEmployee(api);
    const item = employeeEvent({
      action: "employee.pay-item-added",
      changes: [
        { field: "taxable", from: null, to: "true" },
        { field: "to_month", from: null, to: "2026-11" },
        { field: "from_month", from: null, to: "2026-11" },
        { field: "rent", from: null, to: "32500.00" },
        { field: "worker", from: "no", to: "yes" },
        { field: "pension_exemption", from: null, to: "FOREIGN_EMPLOYEE" },
      ],
    });
    api.on(listEmployeeHistory, () => ({ data: [item], total: 1 }));
    api.on(listBankAccountChanges, () => [bankChange({ own_change: true })]);
    api.on(decideBankAccountChange, () => openedEmployee());
    const user = open(`${address}?tab=bank`);
    expect(await screen.findByText(/You entered this/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Confirm" })).toBeNull();
    await user.click(screen.getByRole("tab", { name: "History" }));
    const added = within(await screen.findByRole("cell", { name: /Pay item added/ }));
    expect(added.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "Worker: No → Yes",
      "Taxable: Yes",
      "From month: November 2026",
      "To month: November 2026",
      "Pension exemption: Foreign employee",
      "Rent paid: ₦32,500.00",
    ]);
    await expectAccessible();
  });

  test("show what is still owed when an employee leaves", async ({ api, open }) => {
    answerEmployee(api, { exit: left, status: "EXITED" });
    const [leave, laptop] = settlement().owed;
    if (leave === undefined || laptop === undefined) throw new Error("the sample has two items");
    const owed = [
      { ...leave, payroll: { month: "2026-03", paid: false } },
      { ...laptop, payroll: { month: "2026-02", paid: true } },
      { ...leave, id: 74, name: "Bonus", payroll: null },
    ];
    api.on(getSettlement, () => settlement({ owed }));
    open(`${address}?tab=employment`);
    expect(await screen.findByText("15 of 31")).toBeVisible();
    const table = within(screen.getByRole("table", { name: "Final Settlement" }));
    expect(table.getByRole("row", { name: /Leave days/ })).toHaveTextContent(
      "March 2026: approved, still to be paid",
    );
    expect(table.getByRole("row", { name: /Laptop/ })).toHaveTextContent("February 2026: paid");
    expect(table.getByRole("row", { name: /Bonus/ })).toHaveTextContent(
      "Not in an approved payroll yet",
    );
    expect(screen.getByRole("button", { name: "Employ Again" })).toBeVisible();
    await expectAccessible();
  });

  test("say that what earlier months owe could not be loaded, which can be retried", async ({
    api,
    open,
  }) => {
    answerEmployee(api);
    api.on(getPayCorrections, () => refuse("internal", { request_id: "r-1" }));
    const user = open(`${address}?tab=pay`);
    expect(await screen.findByText("What earlier months owe could not be loaded.")).toBeVisible();
    expect(await screen.findByRole("heading", { name: "Monthly Pay" })).toBeVisible();
    const nothing = { corrections: [], items: [], left_out_items: [], unpaid_months: [] };
    const none = { ...nothing, overpaid_contributions: [], to_pay: [] };
    api.on(getPayCorrections, () => ({ left: false, ...none }));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(screen.queryByText(/What earlier months owe/)).toBeNull());
  });

  test("say above the end of the employment what was paid beyond it", async ({ api, open }) => {
    answerEmployee(api, { exit: left, status: "EXITED" });
    const amount = { amount: kobo(100_645_16n), negative: true };
    const corrections = [{ month: "2026-03", amount, to_pay_in: null }];
    const none = {
      items: [],
      left_out_items: [],
      unpaid_months: [],
      overpaid_contributions: [],
      to_pay: [],
    };
    api.on(getPayCorrections, () => ({ left: true, corrections, ...none }));
    open(`${address}?tab=employment`);
    expect(await screen.findByText(/was overpaid for March 2026\./)).toHaveTextContent(
      "₦100,645.16 was overpaid for March 2026. An off-cycle run deducts it from what the employee is still owed.",
    );
    expect(await screen.findByText("15 of 31")).toBeVisible();
    await expectAccessible();
  });
});
