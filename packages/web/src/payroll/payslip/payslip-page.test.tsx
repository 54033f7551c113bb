import { kobo } from "@kontor/books/money";
import {
  excludePayslip,
  getPayslip,
  reverseOutsidePayment,
} from "@kontor/contract/payroll/payslips";
import { getRun, listRuns } from "@kontor/contract/payroll/runs";
import { screen, within } from "@testing-library/react";
import { describe, expect } from "vitest";

import { expectAccessible } from "../../testing/accessible.ts";
import type { FakeApi } from "../../testing/fake-api.ts";
import { fillField } from "../../testing/fields.ts";
import { test } from "../../testing/page-test.tsx";
import { findDialog, expectMessage, expectSignedOut } from "../../testing/questions.ts";
import { refuse } from "../../testing/refusal.ts";
import { openedPayslip, openedRun, outsidePayment, signed } from "../../testing/samples/payroll.ts";
import { longWord } from "../../testing/samples/text.ts";
import { memberOf } from "../../testing/users.ts";

const page = "/app/payroll/7/9/31/payslips/501";
const preparer = memberOf(7, "payroll.read", "payroll.prepare", "employees.read");
const reader = memberOf(7, "payroll.read");

function answerPayslip(api: FakeApi, payslip = openedPayslip(), run = openedRun()) {
  api.on(getRun, () => run);
  api.on(getPayslip, () => payslip);
}

const linesOf = (name: string) =>
  within(screen.getByRole("list", { name }))
    .getAllByRole("listitem")
    .map((line) => line.querySelector("summary")?.textContent);

const outside_payment_refused = "You completed an earlier step of PR-000003.";

describe("a payslip", () => {
  test("says where unpaid leave is in the register and the books", async ({ api, open }) => {
    const payslip = openedPayslip();
    const basic = payslip.lines.find(({ kind }) => kind === "earning");
    if (basic === undefined) throw new Error("the sample has no earnings");
    const leave = { ...basic, code: "item:1", label: "Unpaid leave", kind: "reduction" } as const;
    answerPayslip(api, {
      ...payslip,
      lines: [...payslip.lines, { ...leave, amount: kobo(50_000_00n) }],
    });
    open(page, { as: preparer });
    expect(await screen.findByText(/the books show less basic, housing, transport/)).toBeVisible();
    expect(linesOf("Earnings")).toEqual(["Basic₦450,000.00", "Unpaid leave(₦50,000.00)"]);
  });

  test("explains each line by its rule, inputs and arithmetic", async ({ api, open }) => {
    answerPayslip(api);
    const user = open(page, { as: preparer });
    const head = within(await screen.findByRole("region", { name: "Payslip" }));
    expect(head.getByRole("link", { name: "Okafor, Ada" })).toHaveAttribute(
      "href",
      "/app/employees/7/21?tab=pay",
    );
    for (const text of ["ACM-0007", "Access Bank ••••••0031", "₦360,000.00", "− ₦90,000.00"]) {
      expect(head.getByText(text)).toBeVisible();
    }
    expect(linesOf("Earnings")).toEqual(["Basic₦450,000.00"]);
    expect(linesOf("Deductions")).toEqual(["PAYE₦54,000.00", "Pension₦36,000.00"]);
    expect(linesOf("Employer’s Contributions")).toEqual(["Pension₦49,500.00"]);
    await user.click(screen.getByText("PAYE", { selector: "summary *" }));
    for (const text of [
      "Income tax",
      "Nigeria Tax Act 2025, Fourth Schedule",
      "Chargeable income of the year",
      "₦4,200,000.00",
      "₦648,000.00 ÷ 12",
      "Source: Federal Republic of Nigeria Official Gazette · NTA 2026",
    ]) {
      expect(screen.getByText(text)).toBeVisible();
    }
    const reasons = within(screen.getByRole("list", { name: "Reasons for the difference" }));
    expect(reasons.getByText("Pay rates")).toBeVisible();
    expect(reasons.getByText("₦400,000.00 → ₦450,000.00")).toBeVisible();
    const year = screen.getByLabelText("Year to date");
    expect(year).toHaveTextContent("Gross₦1,250,000.00Taxable₦1,150,000.00");
    await expectAccessible();
  });

  test("tells the employer's pension from the employee's in what changed", async ({
    api,
    open,
  }) => {
    const lines = [
      { code: "pension", label: "Pension", before: signed(28_800_00n), after: signed(36_000_00n) },
      {
        code: "pension_employer",
        label: "Pension",
        before: signed(36_000_00n),
        after: signed(45_000_00n),
      },
    ];
    const net = signed(-7_200_00n);
    const part = { reason: "statutory" as const, gross: signed(0n), net, cost: signed(9_000_00n) };
    answerPayslip(api, openedPayslip({ difference: net, variance: [{ ...part, lines }] }));
    open(page, { as: preparer });
    const reasons = within(await screen.findByRole("list", { name: "Reasons for the difference" }));
    expect(reasons.getByText("Employer’s Pension")).toBeVisible();
    expect(reasons.getAllByText("Pension")).toHaveLength(1);
  });

  test("of somebody recorded after the last run does not say that they were excluded", async ({
    api,
    open,
  }) => {
    const net = signed(250_000_00n);
    const part = { reason: "left_out" as const, gross: net, net, cost: net, lines: [] };
    answerPayslip(api, openedPayslip({ difference: net, variance: [part] }));
    open(page, { as: preparer });
    const reasons = within(await screen.findByRole("list", { name: "Reasons for the difference" }));
    expect(reasons.getByText("In one run only")).toBeVisible();
    expect(screen.queryByText(/Excluded/)).toBeNull();
  });

  test("gives back what was deducted too much, in brackets", async ({ api, open }) => {
    const given = {
      code: "item:12",
      kind: "refund" as const,
      label: "Laptop not returned: deducted too much",
      amount: kobo(120_000_00n),
      rule: {
        name: "One-off item, less what was deducted of it before",
        section: null,
        source: null,
        pack: null,
      },
      inputs: [],
      arithmetic: "0.00 − 120,000.00 = -120,000.00",
    };
    const gives = { lines: [given], gross: signed(0n), deductions: signed(-120_000_00n) };
    answerPayslip(api, openedPayslip({ ...gives, net: signed(120_000_00n) }));
    open(page, { as: preparer });
    const head = within(await screen.findByRole("region", { name: "Payslip" }));
    expect(head.getByText("+ ₦120,000.00")).toBeVisible();
    expect(linesOf("Deductions")).toEqual(["Laptop not returned: deducted too much(₦120,000.00)"]);
    // The line and its total.
    expect(screen.getAllByText("(₦120,000.00)")).toHaveLength(2);
    await expectAccessible();
  });

  test("shows no minus before deductions of zero", async ({ api, open }) => {
    answerPayslip(api, openedPayslip({ deductions: signed(0n) }));
    open(page, { as: preparer });
    const head = within(await screen.findByRole("region", { name: "Payslip" }));
    expect(head.getByText("₦0.00")).toHaveTextContent(/^₦0\.00$/);
  });

  test("says what blocks it and the outcome of its payment", async ({ api, open }) => {
    const transfer = { reference: "PAYSLIP-501", requested_at: new Date("2026-03-25T08:00:00Z") };
    answerPayslip(
      api,
      openedPayslip({
        name: longWord,
        payment: "FAILED",
        bank_account: null,
        difference: null,
        warnings: ["item_reduced", "no_bank_account"],
        warning_details: [
          { code: "no_bank_account", blocks: true, line: null, amount: null, month: null },
          {
            code: "item_reduced",
            blocks: false,
            line: "basic",
            amount: signed(5_00n),
            month: null,
          },
          { code: "month_not_paid", blocks: false, line: null, amount: null, month: "2026-01" },
          { code: "month_not_paid", blocks: false, line: null, amount: null, month: "2026-02" },
          {
            code: "month_counted_twice",
            blocks: false,
            line: null,
            amount: null,
            month: "2026-01",
          },
        ],
        transfers: [
          { ...transfer, id: 2, attempt: 2, status: "PROCESSING", reason: "", finished_at: null },
          {
            ...transfer,
            id: 1,
            attempt: 1,
            status: "FAILED",
            reason: "The account is closed.",
            finished_at: new Date("2026-03-25T08:05:00Z"),
          },
        ],
      }),
      openedRun({ status: "PARTLY_PAID" }),
    );
    open(page, { as: memberOf(7, "payroll.read", "payroll.disburse"), on: "phone" });
    const warnings = within(await screen.findByRole("list", { name: "Warnings" }));
    expect(warnings.getByRole("img", { name: "Blocks the run" })).toBeVisible();
    expect(warnings.getAllByRole("listitem")[1]).toHaveTextContent(
      "Deduction limited by minimum net pay: Basic, ₦5.00. To keep the minimum net pay, not everything was deducted.",
    );
    // Warnings of one kind are combined, with all their months.
    expect(warnings.getAllByRole("listitem")).toHaveLength(4);
    expect(warnings.getAllByRole("listitem")[3]).toHaveTextContent(
      "Month counted twice: January 2026. The employee’s opening figures include a month that payroll",
    );
    expect(warnings.getAllByRole("listitem")[2]).toHaveTextContent(
      "Earlier months unpaid: January 2026; February 2026. Others were paid, and the employment",
    );
    expect(screen.getByText("No bank account", { selector: "li" })).toBeVisible();
    const transfers = within(screen.getByRole("list", { name: "Payments" }));
    expect(transfers.getByText("The account is closed.")).toBeVisible();
    expect(
      transfers.getByText("Sent 25 Mar 2026, 09:00, settled 25 Mar 2026, 09:05"),
    ).toBeVisible();
    expect(screen.getByRole("button", { name: "Mark as Paid" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Exclude" })).toBeNull();
    await expectAccessible();
  });

  test("of somebody excluded says who decided it, also in a run that was reversed since", async ({
    api,
    open,
  }) => {
    const exclusion = {
      by: "Tunde Preparer",
      at: new Date("2026-03-20T08:30:00Z"),
      kept_from: { id: 29, number: "PR-000002" },
    };
    const more = { excluded: true, excluded_reason: "Leave without pay", exclusion };
    answerPayslip(api, openedPayslip(more));
    open(page, { as: preparer });
    const note = await screen.findByText("Excluded from this run: Leave without pay");
    expect(note).toHaveTextContent(
      "Leave without payTunde Preparer, 20 Mar 2026, 09:30, in PR-000002, which was reversed",
    );
    expect(within(note).getByRole("link", { name: "PR-000002" })).toHaveAttribute(
      "href",
      "/app/payroll/7/9/29",
    );
    expect(screen.getByRole("button", { name: "Include Again" })).toBeVisible();
  });

  test("of a draft can be left out, with the reason", async ({ api, open }) => {
    answerPayslip(api);
    api.on(excludePayslip, ({ reason }) => {
      const left = openedPayslip({ excluded: true, excluded_reason: reason ?? "" });
      answerPayslip(api, left, openedRun({ version: 3 }));
      return left;
    });
    const user = open(page, { as: preparer });
    await user.click(await screen.findByRole("button", { name: "Exclude" }));
    const modal = await findDialog("Exclude Okafor, Ada");
    await fillField(user, modal.getByLabelText("Reason"), "Leave without pay");
    await user.click(modal.getByRole("button", { name: "Exclude" }));
    await expectMessage("Okafor, Ada is excluded from this run..");
    expect(await screen.findByText("Excluded from this run: Leave without pay")).toBeVisible();
    expect(screen.getByRole("button", { name: "Include Again" })).toBeVisible();
  });

  test("without amounts says so", async ({ api, open }) => {
    answerPayslip(
      api,
      openedPayslip({ lines: [], variance: [], difference: signed(0n), net: signed(0n) }),
    );
    open(page, { as: reader });
    expect(await screen.findByText("No earnings.")).toBeVisible();
    expect(screen.getByText("No change from the last run.")).toBeVisible();
    const buttons = within(screen.getByRole("region", { name: "Payslip" })).getAllByRole("button");
    expect(buttons.map(({ textContent }) => textContent)).toEqual(["Download PDF"]);
  });

  test("loads, can be tried again, and says when it does not exist", async ({ api, open }) => {
    answerPayslip(api);
    const release = api.hold(getPayslip);
    api.on(getPayslip, () => refuse("busy"));
    const user = open(page, { as: reader });
    expect(await screen.findByRole("status", { name: "Loading" })).toBeVisible();
    release();
    expect(await screen.findByText("The payslip could not be loaded.")).toBeVisible();
    api.on(getPayslip, () => refuse("not_found", { what: "The payslip" }));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("The payslip was not found.")).toBeVisible();
    expect(screen.getByRole("link", { name: "To the payroll run" })).toHaveAttribute(
      "href",
      "/app/payroll/7/9/31",
    );
  });

  test("leads to the login page when the session has ended", async ({ api, open }) => {
    answerPayslip(api);
    api.on(listRuns, () => ({ data: [], total: 0 }));
    const user = open(page, { as: preparer });
    await screen.findByText("PAYE", { selector: "summary *" });
    api.endSession();
    await user.click(screen.getByRole("link", { name: "Payroll" }));
    await expectSignedOut();
  });

  test("paid by other means says how, and when that was taken back why", async ({ api, open }) => {
    const reversal = {
      entry: { entry_id: 95, entry_type_id: 13, ent_number: "PAY-000014" },
      at: new Date("2026-03-27T10:00:00Z"),
      by: "Tunde Bank",
      reason: "The cheque bounced",
    };
    answerPayslip(
      api,
      openedPayslip({
        payment: "PAID_OUTSIDE",
        outside_payments: [
          outsidePayment({ id: 72, note: longWord, recorded_at: new Date("2026-03-28T08:00:00Z") }),
          outsidePayment({ reversal }),
        ],
      }),
      openedRun({ status: "PAID" }),
    );
    open(page, { as: memberOf(7, "payroll.read", "accounting.read"), on: "phone" });
    const payments = within(await screen.findByRole("list", { name: "Payments" }));
    const [latest, first] = payments.getAllByRole("listitem");
    expect(latest).toHaveTextContent("Posted");
    expect(latest).not.toHaveTextContent("Reversed");
    for (const text of [
      "Cheque 000123 of First Bank",
      "₦360,000.00 on 26 Mar 2026 from 01-01-0002 Bank clearing",
      "PAY-000012, recorded 26 Mar 2026, 09:00 by Aisha Bello",
      "Reversed by PAY-000014 27 Mar 2026, 11:00 by Tunde Bank: The cheque bounced",
    ]) {
      expect(first).toHaveTextContent(text);
    }
    expect(
      within(first ?? document.body).getByRole("link", { name: "PAY-000014" }),
    ).toHaveAttribute("href", "/app/entries/receipt/edit/95?tenant_id=7");
    expect(screen.getByText("Paid Outside")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Reverse Payment" })).toBeNull();
    await expectAccessible();
  });

  test("paid by other means is not taken back by who took an earlier step", async ({
    api,
    open,
  }) => {
    const paid = openedPayslip({ payment: "PAID_OUTSIDE", outside_payments: [outsidePayment()] });
    answerPayslip(api, paid, openedRun({ status: "PAID", outside_payment_refused }));
    open(page, { as: memberOf(7, "payroll.read", "payroll.disburse") });
    expect(await screen.findByRole("button", { name: /^Download PDF/ })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Reverse Payment" })).toBeNull();
  });

  test("is not marked as paid by who took an earlier step, also while others are being paid", async ({
    api,
    open,
  }) => {
    const run = openedRun({ status: "DISBURSING", outside_payment_refused });
    answerPayslip(api, openedPayslip(), run);
    open(page, { as: memberOf(7, "payroll.read", "payroll.disburse") });
    expect(await screen.findByRole("button", { name: /^Download PDF/ })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Mark as Paid" })).toBeNull();
  });

  test("paid by other means is reversed with a reason, which a refusal keeps", async ({
    api,
    open,
  }) => {
    const paid = openedPayslip({ payment: "PAID_OUTSIDE", outside_payments: [outsidePayment()] });
    answerPayslip(api, paid, openedRun({ status: "PAID" }));
    api.on(reverseOutsidePayment, () => refuse("same_person", { number: "PR-000003" }));
    const user = open(page, { as: memberOf(7, "payroll.read", "payroll.disburse") });
    await user.click(await screen.findByRole("button", { name: "Reverse Payment" }));
    const modal = await findDialog("Reverse Payment of Okafor, Ada");
    expect(modal.getByText(/reverses the payment of ₦360,000.00 by other means/)).toBeVisible();
    const reason = modal.getByLabelText("Reason");
    await fillField(user, reason, "The cheque bounced");
    await user.click(modal.getByRole("button", { name: "Reverse Payment" }));
    expect(await screen.findByText(/You completed an earlier step of PR-000003/)).toBeVisible();
    expect(reason).toHaveValue("The cheque bounced");
    api.on(reverseOutsidePayment, () => {
      answerPayslip(api, openedPayslip(), openedRun({ status: "PENDING_DISBURSEMENT" }));
      return openedPayslip();
    });
    await user.click(modal.getByRole("button", { name: "Reverse Payment" }));
    await expectMessage("Okafor, Ada is unpaid again..");
    expect(api.calls(reverseOutsidePayment).at(-1)?.input).toEqual({
      tenant_id: 7,
      company_id: 9,
      id: 31,
      payslip_id: 501,
      reason: "The cheque bounced",
    });
    expect(await screen.findByRole("button", { name: "Mark as Paid" })).toBeVisible();
  });
});
