import { kobo } from "@kontor/books/money";
import { addPayItem } from "@kontor/contract/employees/pay";
import {
  excludePayslip,
  exportPayslips,
  getPayslipPdf,
  listPayslips,
} from "@kontor/contract/payroll/payslips";
import { getRun, listRuns } from "@kontor/contract/payroll/runs";
import { calculateRun, discardRun } from "@kontor/contract/payroll/steps";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect } from "vitest";

import { expectAccessible } from "../../testing/accessible.ts";
import { fillField } from "../../testing/fields.ts";
import { test } from "../../testing/page-test.tsx";
import { answer, findDialog, expectMessage, expectSignedOut } from "../../testing/questions.ts";
import { refuse } from "../../testing/refusal.ts";
import {
  answerRun,
  listedPayslip,
  openedPayslip,
  openedRun,
  signed,
} from "../../testing/samples/payroll.ts";
import { longWord } from "../../testing/samples/text.ts";
import { headersOf, rowWith } from "../../testing/tables.ts";
import { memberOf } from "../../testing/users.ts";

type Run = ReturnType<typeof openedRun>;

const page = "/app/payroll/7/9/31";
const preparer = memberOf(
  7,
  "payroll.read",
  "payroll.prepare",
  "employees.read",
  "employees.pay.write",
);
const reader = memberOf(7, "payroll.read");

const sums = (label: string) =>
  [...screen.getByLabelText(label).children].map(({ textContent }) => textContent);

describe("the page of a run", () => {
  test("says what is paid, why it differs, and who acts next", async ({ api, open }) => {
    answerRun(api);
    open(page, { as: preparer });
    const head = within(await screen.findByRole("region", { name: "Payroll run" }));
    expect(head.getByRole("heading", { name: "March 2026" })).toBeVisible();
    for (const text of ["Draft", "PR-000003", "Acme Corporation", "Payday 25 Mar 2026", "3"]) {
      expect(head.getAllByText(text)[0]).toBeVisible();
    }
    const since = head.getByText("since PR-000002").parentElement;
    expect(since).toHaveTextContent("+₦50,000.00 since PR-000002");
    const steps = within(head.getByRole("list", { name: "Steps" })).getAllByRole("listitem");
    expect(steps.map((step) => step.getAttribute("aria-current"))).toEqual([
      "step",
      null,
      null,
      null,
    ]);
    const next = within(screen.getByRole("region", { name: "Next step" }));
    expect(next.getByRole("heading", { name: "Ready to check and submit" })).toBeVisible();
    const reasons = within(screen.getByRole("table", { name: "Reasons for the difference" }));
    expect(reasons.getAllByRole("row").map(({ textContent }) => textContent)).toEqual([
      "ReasonDifference",
      "Pay rates1 person+₦80,000.00",
      "Tax and contributions2 people−₦30,000.00",
      "In all+₦50,000.00",
    ]);
    expect(screen.getByText("₦900,000.00 then, ₦950,000.00 now.")).toBeVisible();
    expect(screen.getByText("No warnings: every payslip can be paid")).toBeVisible();
    expect(sums("From gross to net")).toEqual([
      "Gross₦1,200,000.00",
      "PAYE− ₦130,000.00",
      "Pension, employees− ₦96,000.00",
      "Salary advances− ₦20,000.00",
      "Other deductions− ₦4,000.00",
      "Net₦950,000.00",
      "Pension, employer₦120,000.00",
      "NSITF₦12,000.00",
      "Cost: gross and employer’s contributions₦1,332,000.00",
    ]);
    expect(screen.getByText("Posted when the run is approved.")).toBeVisible();
    expect(sums("Totals of the entry")).toEqual(["Total₦1,332,000.00 DR", "Total₦1,332,000.00 CR"]);
    expect(screen.queryByRole("region", { name: "Payment" })).toBeNull();
    await expectAccessible();
  });

  test("compares gross and cost too, and leads to the employees behind a reason", async ({
    api,
    open,
  }) => {
    answerRun(api);
    const user = open(page, { as: preparer });
    await user.click(await screen.findByText("Cost", { selector: "label *" }));
    const reasons = within(screen.getByRole("table", { name: "Reasons for the difference" }));
    expect(reasons.getAllByRole("row").at(-1)).toHaveTextContent("In all+₦88,000.00");
    await user.click(reasons.getByRole("link", { name: "Pay rates" }));
    await waitFor(() => expect(window.location.search).toBe("?reason=rate"));
    await waitFor(() =>
      expect(api.calls(listPayslips).at(-1)?.input).toMatchObject({ id: 31, reason: "rate" }),
    );
    expect(screen.getByLabelText("Reason")).toHaveValue("rate");
  });

  test("lists the payslips, searched, filtered and exported in the address", async ({
    api,
    open,
  }) => {
    answerRun(
      api,
      openedRun({
        excluded: 1,
        warnings: [{ code: "no_bank_account", blocks: true, people: 1, first: [] }],
        next_step_refused: "1 payslip of PR-000003 cannot be paid yet.",
      }),
      [
        listedPayslip(),
        listedPayslip({ id: 502, name: longWord, blocked: true, warnings: ["no_bank_account"] }),
        listedPayslip({ id: 503, name: "Ade, Bola", excluded: true, difference: null }),
        listedPayslip({
          id: 504,
          name: "Eze, Uche",
          net: signed(-5_00n),
          warnings: ["tax_overpaid"],
        }),
      ],
    );
    api.on(exportPayslips, () => new File(["x"], "payslips.csv"));
    const user = open(`${page}?show=changed`, { as: preparer });
    expect(await screen.findByRole("heading", { name: "Not ready to be submitted" })).toBeVisible();
    expect(await screen.findByRole("link", { name: "Okafor, Ada" })).toHaveAttribute(
      "href",
      "/app/payroll/7/9/31/payslips/501",
    );
    expect(headersOf("Payslips")).toEqual([
      "",
      "Staff No.",
      "Name",
      "Gross",
      "Deductions",
      "Net",
      "Employer’s Part",
      "Difference",
      "State",
      "Actions",
    ]);
    for (const [name, state] of [
      [longWord, "Blocked"],
      ["Ade, Bola", "Excluded"],
      ["Eze, Uche", "Warned"],
      ["Eze, Uche", "(₦5.00)"],
    ] as const) {
      expect(within(await rowWith("Payslips", name)).getByText(state)).toBeVisible();
    }
    // Amounts leave room for the bracket that their total has, so that the digits are aligned.
    const okafor = await rowWith("Payslips", "Okafor, Ada");
    expect(okafor.querySelectorAll("[data-net]")).toHaveLength(3);
    const warnings = within(screen.getByRole("region", { name: "Warnings" }));
    expect(warnings.getByRole("img", { name: "Blocks the run" })).toBeVisible();
    expect(screen.getByText(/1 payslip of PR-000003 cannot be paid yet/)).toBeVisible();
    expect(screen.getByRole("button", { name: "Submit for Approval" })).toBeDisabled();
    await user.click(warnings.getByRole("link", { name: "No bank account" }));
    await waitFor(() => expect(window.location.search).toBe("?warning=no_bank_account"));
    await fillField(user, screen.getByRole("searchbox"), "okafor");
    await waitFor(() => expect(window.location.search).toContain("search=okafor"));
    await user.selectOptions(screen.getByLabelText("Show"), "Excluded");
    await user.click(screen.getByRole("button", { name: "Net" }));
    await waitFor(() =>
      expect(api.calls(listPayslips).at(-1)?.input).toMatchObject({
        show: "excluded",
        warning: "no_bank_account",
        search: "okafor",
        sort: "net",
      }),
    );
    await user.click(screen.getByRole("button", { name: "Export" }));
    await user.click(await screen.findByRole("menuitem", { name: "CSV" }));
    await expectMessage("payslips.csv is downloaded.");
    expect(api.calls(exportPayslips)[0]?.input).toMatchObject({ show: "excluded" });
    await expectAccessible();
  });

  test("of the first run, and one without anybody, say so on a phone", async ({ api, open }) => {
    const firstRun = { compared_with: null, difference: null, variance: [] };
    answerRun(api, openedRun({ ...firstRun, company_name: longWord, people: 0 }), []);
    open(page, { as: reader, on: "phone" });
    expect(await screen.findByText(/This is the first regular run/)).toBeVisible();
    expect(await screen.findByText("This run has nobody to pay")).toBeVisible();
    expect(screen.getByText(/everybody who is employed in March 2026/)).toBeVisible();
    expect(screen.getByRole("heading", { name: "Nobody to pay" })).toBeVisible();
    expect(screen.getByText(longWord)).toBeVisible();
    for (const name of ["Submit for Approval", "Calculate Again", "Discard"]) {
      expect(screen.queryByRole("button", { name })).toBeNull();
    }
  });

  test("loads, says that the run does not exist, and can be tried again", async ({ api, open }) => {
    answerRun(api);
    const release = api.hold(getRun);
    api.on(getRun, () => refuse("busy"));
    const user = open(page, { as: reader });
    expect(await screen.findByRole("status", { name: "Loading" })).toBeVisible();
    release();
    expect(await screen.findByText("The payroll run could not be loaded.")).toBeVisible();
    api.on(getRun, () => refuse("not_found", { what: "The payroll run" }));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("The payroll run was not found.")).toBeVisible();
    api.on(listRuns, () => ({ data: [], total: 0 }));
    await user.click(screen.getByRole("link", { name: "To the payroll runs" }));
    expect(await screen.findByText("There are no payroll runs available")).toBeVisible();
  });

  test("says that the module is off, where it is", async ({ api, open }) => {
    answerRun(api);
    api.on(getRun, () => refuse("module_off", { module: "Payroll", organization: "Acme" }));
    open(page, { as: reader });
    expect(await screen.findByText(/The module Payroll is switched off for Acme/)).toBeVisible();
    expect(screen.getByRole("link", { name: "To the payroll runs" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });

  test("leads to the login page when the session has ended", async ({ api, open }) => {
    answerRun(api);
    api.on(calculateRun, () => openedRun());
    const user = open(page, { as: preparer });
    await screen.findByText("Okafor, Ada");
    api.endSession();
    await user.click(screen.getByRole("button", { name: "Calculate Again" }));
    await expectSignedOut();
  });
});

describe("the calculation", () => {
  test("is followed until it is done", async ({ api, open }) => {
    const calculation = { state: "RUNNING", done: 1, total: 4, finished_at: null, problem: "" };
    const change = answerRun(api, openedRun({ calculation } as Partial<Run>));
    open(page, { as: preparer });
    const bar = await screen.findByRole("progressbar", { name: "Calculation" });
    expect(bar).toHaveAttribute("aria-valuenow", "25");
    expect(screen.getByText("1 of 4 payslips, 25%")).toBeVisible();
    expect(screen.queryByRole("table", { name: "Payslips" })).toBeNull();
    expect(screen.queryByRole("region", { name: "Next step" })).toBeNull();
    await expectAccessible();
    change(openedRun({ version: 3 }));
    expect(await screen.findByRole("table", { name: "Payslips" })).toBeVisible();
    expect(screen.queryByRole("progressbar", { name: "Calculation" })).toBeNull();
    const announced = screen.getAllByRole("status").map(({ textContent }) => textContent);
    expect(announced).toContain("The payslips are calculated.");
  });

  test("that failed says why, and is tried again", async ({ api, open }) => {
    const calculation = {
      state: "FAILED" as const,
      done: 0,
      total: 4,
      finished_at: null,
      problem: "The run could not be calculated.",
    };
    const change = answerRun(api, openedRun({ calculation }));
    api.on(calculateRun, () => change(openedRun({ version: 4 })));
    const user = open(page, { as: preparer });
    const alert = within(await screen.findByRole("alert"));
    expect(alert.getByText("The run could not be calculated.")).toBeVisible();
    await user.click(alert.getByRole("button", { name: "Calculate Again" }));
    expect(await screen.findByRole("table", { name: "Payslips" })).toBeVisible();
    // The button is removed. The next Tab continues in the page and not before the sidebar.
    await waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
    expect(api.calls(calculateRun)[0]?.input).toEqual({
      tenant_id: 7,
      company_id: 9,
      id: 31,
      version: 2,
    });
  });

  test("names what has changed since, and what to do", async ({ api, open }) => {
    const changes = ["The pay rates of Okafor, Ada have changed.", "Ade, Bola joined."];
    const change = answerRun(api, openedRun({ changes, stale: true, status: "PENDING_APPROVAL" }));
    api.on(calculateRun, () => change(openedRun({ version: 3 })));
    const user = open(page, { as: preparer });
    const notice = within(await screen.findByRole("note"));
    expect(notice.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual(changes);
    expect(notice.getByText(/must be submitted again/)).toBeVisible();
    await user.click(notice.getByRole("button", { name: "Calculate Again" }));
    await waitFor(() => expect(screen.queryByRole("note")).toBeNull());
    expect(screen.getByRole("button", { name: "Submit for Approval" })).toBeEnabled();
  });

  test("shows what somebody else did meanwhile", async ({ api, open }) => {
    const change = answerRun(api);
    api.on(calculateRun, () => {
      change(openedRun({ version: 3, status: "PENDING_APPROVAL" }));
      refuse("changed_meanwhile");
    });
    const user = open(page, { as: preparer });
    await user.click(await screen.findByRole("button", { name: "Calculate Again" }));
    expect(await screen.findByText("Pending Approval")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Calculate Again" })).toBeNull();
  });
});

describe("a draft", () => {
  test("leaves employees out with a reason, and includes them again", async ({ api, open }) => {
    answerRun(api);
    const sent: unknown[] = [];
    api.on(excludePayslip, (input) => {
      sent.push(input);
      const rows = [listedPayslip({ excluded: input.excluded })];
      api.on(listPayslips, () => ({ data: rows, total: 1 }));
      api.on(getRun, () => openedRun({ version: 2 + sent.length }));
      return openedPayslip({ excluded: input.excluded });
    });
    const user = open(page, { as: preparer });
    const choose = async (item: string) => {
      await user.click(await screen.findByRole("button", { name: "Actions for Okafor, Ada" }));
      await user.click(await screen.findByRole("menuitem", { name: item }));
    };
    await choose("Exclude");
    const modal = await findDialog("Exclude Okafor, Ada");
    await user.click(modal.getByRole("button", { name: "Exclude" }));
    expect(await modal.findByText("Enter why the employee is excluded.")).toBeVisible();
    await fillField(user, modal.getByLabelText("Reason"), "Leave without pay");
    await user.click(modal.getByRole("button", { name: "Exclude" }));
    await expectMessage("Okafor, Ada is excluded from this run..");
    expect(await screen.findByText("Excluded", { selector: ":not(option)" })).toBeVisible();
    await choose("Include Again");
    await expectMessage("Okafor, Ada is included in this run again..");
    const path = { tenant_id: 7, company_id: 9, id: 31, payslip_id: 501 };
    expect(sent).toEqual([
      { ...path, excluded: true, reason: "Leave without pay" },
      { ...path, excluded: false },
    ]);
  });

  test("gets a one-off item of its month, which makes it outdated", async ({ api, open }) => {
    const change = answerRun(api);
    api.on(addPayItem, ({ name, kind, amount, taxable, pensionable, from_month }) => {
      change(openedRun({ changes: ["The pay items of Okafor, Ada have changed."] }));
      const item = { name, kind, amount, taxable, pensionable, from_month };
      return { ...item, id: 1, to_month: from_month, settlement: false, version: 1 };
    });
    const user = open(page, { as: preparer });
    expect(await screen.findByText(/every payslip can be paid/)).toBeVisible();
    expect(screen.getByRole("heading", { name: "Ready to check and submit" })).toBeVisible();
    await user.click(await screen.findByRole("button", { name: "Actions for Okafor, Ada" }));
    await user.click(await screen.findByRole("menuitem", { name: "Add Item" }));
    const modal = await findDialog("Add Item");
    await fillField(user, modal.getByLabelText("Item"), "Overtime");
    await fillField(user, modal.getByLabelText("Amount"), "12500");
    await user.click(modal.getByRole("button", { name: "Submit" }));
    await expectMessage("Item saved successfully..");
    expect(api.calls(addPayItem)[0]?.input).toMatchObject({
      id: 21,
      name: "Overtime",
      amount: kobo(12_500_00n),
      from_month: "2026-03",
      to_month: "2026-03",
    });
    expect(await screen.findByText("The pay items of Okafor, Ada have changed.")).toBeVisible();
    expect(screen.queryByText(/every payslip can be paid/)).toBeNull();
    expect(screen.getByRole("heading", { name: "Not ready to be submitted" })).toBeVisible();
  });

  test("is discarded after a question", async ({ api, open }) => {
    answerRun(api);
    api.on(discardRun, () => ({ done: true as const }));
    api.on(listRuns, () => ({ data: [], total: 0 }));
    const user = open(page, { as: preparer });
    await user.click(await screen.findByRole("button", { name: "Discard" }));
    await answer(user, "Discard PR-000003?", "Cancel");
    expect(api.calls(discardRun)).toHaveLength(0);
    await user.click(screen.getByRole("button", { name: "Discard" }));
    await answer(user, "Discard PR-000003?", "Yes");
    await expectMessage("Payroll run discarded..");
    expect(await screen.findByText("There are no payroll runs available")).toBeVisible();
    expect(api.calls(discardRun)[0]?.input).toMatchObject({ id: 31, version: 2 });
  });

  test("gives all readers the payslips as PDF", async ({ api, open }) => {
    answerRun(api);
    api.on(getPayslipPdf, () => new File(["x"], "payslip.pdf", { type: "application/pdf" }));
    const user = open(page, { as: reader });
    await user.click(await screen.findByRole("button", { name: "Actions for Okafor, Ada" }));
    const items = await screen.findAllByRole("menuitem");
    expect(items.map(({ textContent }) => textContent)).toEqual(["Download PDF"]);
    await user.click(items[0] as HTMLElement);
    await expectMessage("payslip.pdf is downloaded.");
  });
});
